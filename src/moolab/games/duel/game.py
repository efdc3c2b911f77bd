"""A duel against the computer as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from moolab.codes.numbering import EveryCode
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidMove
from moolab.games.duel.duel import Duel, Phase, Setup, apply, apply_stored, begin, without_undone
from moolab.games.duel.hint import hint_in_words, idea_in_words
from moolab.games.duel.maker import manner
from moolab.games.duel.view import DuelView, HintView
from moolab.games.game import Game, Said
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.views.base import Answer


class DuelGame(Game[Setup, Duel]):
    """A duel: both guess, or one of the two."""

    name = "duel"
    command = "play"
    travels = True
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**chosen)

    def title(self, setup: Setup) -> str:
        who = {
            "both": translate("both guess"),
            "breaker": translate("you guess"),
            "maker": translate("the computer guesses"),
        }
        told = manner(setup.maker, setup.mistakes, rated=setup.rated, hard=setup.hard)
        return ", ".join([str(setup.rules), who[setup.role], *told])

    def begin(self, setup: Setup) -> Duel:
        return begin(setup)

    def apply(self, state: Duel, _seat: str, move: str) -> Duel:
        return apply(state, move)

    def apply_stored(self, state: Duel, text: str) -> Duel:
        return apply_stored(state, text)

    def without_undone(self, _setup: Setup, moves: Sequence[str]) -> Sequence[str]:
        return without_undone(moves)

    def expected(self, state: Duel, _seat: str) -> Mapping[str, Sequence[str]]:
        """What the player may move now; without seals, as only their owner knows what they say."""
        rules = state.setup.rules
        replies = tuple(map(str, rules.replies))
        due: dict[str, Sequence[str]] = {}
        if state.may_guess:
            due["guess"] = EveryCode(rules)
            if state.setup.hard:
                every = EveryCode(rules)
                due["guess"] = [code for code in every if not broken_hint(state.yours, code)]
        if state.phase == "reply":
            due["reply"] = replies
        if state.may_correct:
            turns = range(1, len(state.computer) + 1)
            due["correct"] = tuple(f"{turn} {reply}" for turn in turns for reply in replies)
        if state.undoable:
            due["undo"] = ("", "turn")
        if not state.finished:
            due["resign"] = ("",)
        return due

    def view(self, state: Duel, _seat: str) -> DuelView:
        return DuelView.of(state, explained=False)

    def ask(self, state: Duel, _seat: str, question: str) -> Answer:
        what, _, of = question.partition(" ")
        if what == "contradiction" and state.contradiction is not None:
            return DuelView.of(state)
        if what == "step":
            return Said(said=hint_in_words(state, int(of)))
        if what == "idea":
            return Said(said=idea_in_words(state, of))
        if what != "hint":
            raise InvalidMove(f"{quote(question)} is not a question here; there is hint")
        return HintView.of(state)


GAME = DuelGame()
