"""Duels against the computer."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from moolab.codes.rules import Rules
from moolab.duel.game import Duel, Setup, apply, begin, lasting, redo
from moolab.duel.hint import hint_in_words, idea_in_words
from moolab.errors import InvalidMove
from moolab.support.text import counted, quoted
from moolab.views.duels import contradiction_fields, duel_fields, hint_fields
from moolab.web.kinds.base import Kind
from moolab.web.limits import MOST_CORRECTIONS, heavy, named, playable


def new_setup(
    rules: str,
    *,
    role: str = "both",
    strategy: str = "consistent",
    seed: int | None = None,
    start: str | None = None,
    consistent: bool = False,
    rated: bool = False,
    maker: str = "honest",
    mistakes: int = 0,
) -> dict[str, Any]:
    """A new duel as it is stored, secret included.

    Raises:
        MoolabError: if there can be no such game, or not here.
    """
    game = playable(rules)
    setup = Setup.new(
        game,
        role=role,
        strategy=named(strategy, game),
        seed=seed,
        start=start,
        consistent=consistent,
        rated=rated,
        maker=maker,
        mistakes=mistakes,
    )
    return stored(setup)


def stored(setup: Setup) -> dict[str, Any]:
    """A setup as JSON.

    >>> setup = Setup.new(Rules.parse("mm4x6"), seed=1)
    >>> restored(stored(setup)) == setup
    True
    """
    return {field.name: getattr(setup, field.name) for field in fields(setup)} | {
        "rules": str(setup.rules)
    }


def restored(setup: dict[str, Any]) -> Setup:
    """The setup that was stored."""
    return Setup(**setup | {"rules": Rules.parse(setup["rules"])})


def manner(fields: dict[str, Any]) -> list[str]:
    """How a game differs from the usual one with the same rules and role.

    Args:
        fields: of its setup, or of its state; older games do not have all.

    >>> manner({"maker": "evil", "rated": True}), manner({"mistakes": 1, "rated": False})
    (['evil maker', 'rated'], ['up to 1 mistake'])
    """
    mistakes = fields.get("mistakes", 0)
    told = {
        "evil maker": fields.get("maker") == "evil",
        f"up to {counted(mistakes, 'mistake')}": mistakes,
        "rated": fields["rated"],
    }
    return [words for words, apply in told.items() if apply]


class DuelKind(Kind[Duel]):
    """A duel: both guess, or one of the two."""

    name = "duel"

    def title(self, setup: dict[str, Any]) -> str:
        who = {"both": "both guess", "breaker": "you guess", "maker": "the computer guesses"}
        return ", ".join([setup["rules"], who[setup["role"]], *manner(setup)])

    def heavy(self, setup: dict[str, Any]) -> bool:
        return heavy(Rules.parse(setup["rules"]), setup["strategy"])

    def heavy_questions(self, _setup: dict[str, Any]) -> bool:
        return True  # a hint compares guesses, whatever the computer's strategy

    def size(self, state: Duel) -> int:
        return super().size(state) + state.known.nbytes

    def begin(self, setup: dict[str, Any]) -> Duel:
        return begin(restored(setup))

    def apply(self, state: Duel, _seat: str, move: str) -> Duel:
        if move.split(maxsplit=1)[:1] == ["correct"]:
            standing = sum(text.startswith("correct") for text in lasting(state.moves))
            if standing >= MOST_CORRECTIONS:
                raise InvalidMove(
                    f"a game has at most {MOST_CORRECTIONS} corrections here; undo as far as the "
                    "wrong reply instead"
                )
        return apply(state, move)

    def lasting(self, moves: Sequence[str]) -> Sequence[str]:
        return lasting(moves)

    def redo(self, state: Duel, text: str) -> Duel:
        return redo(state, text)

    def outcome(self, state: Duel) -> str | None:
        return state.outcome

    def view(self, state: Duel, _seat: str) -> dict[str, Any]:
        return duel_fields(state, explained=False)

    def unsaid(self, view: dict[str, Any]) -> str | None:
        return "contradiction" if view["phase"] == "contradiction" else None

    def ask(self, state: Duel, _seat: str, question: str) -> dict[str, Any]:
        what, _, of = question.partition(" ")
        if what == "contradiction" and state.contradiction is not None:
            return contradiction_fields(state.contradiction)
        if what == "step":
            return {"said": hint_in_words(state, int(of))}
        if what == "idea":
            return {"said": idea_in_words(state, of)}
        if what != "hint":
            raise InvalidMove(f"{quoted(question)} is not a question here; there is hint")
        return hint_fields(state)
