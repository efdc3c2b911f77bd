"""A game on several boards: its state, what is seen of it, and the moves that change it.

Each board has a secret of its own, and each guess goes to all boards whose secret is not found yet.
Moves are texts: ``guess crane``, ``undo``, ``resign``.
"""

import secrets as system
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Annotated, Any, Literal, get_args

from moolab.analysis.advice import advice
from moolab.codes.listed import secret_of
from moolab.codes.numbering import EveryCode, code_at
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import MAX_TURNS, History, Turn
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.game import Game, GameView, Outcome, Said, expect_nothing, not_a_move
from moolab.games.setup import SEED, Option, check
from moolab.games.tries import MOST_TRIES, usual_tries
from moolab.support.language import translate, translate_plural
from moolab.support.text import quote
from moolab.support.typed import verb_of
from moolab.views.base import Answer, OfRules, View
from moolab.views.turns import TurnView, turn_views

Phase = Literal["guess", "over"]
"""What is due."""

FEWEST, MOST = 2, 8
"""How many boards there can be."""

_USUAL = Rules.parse("words:english5")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """All that is settled before the first move.

    Raises:
        InvalidSetup: if there can be no such game.
        InvalidCode: if a secret is not one of the game.
    """

    rules: Annotated[Rules, Option("The game on each board, such as words:english5 or ab4x10.")] = (
        _USUAL
    )
    boards: Annotated[int, Option("How many boards there are.", least=FEWEST, most=MOST)] = 4
    hard: Annotated[
        bool, Option("Each guess has to use what the replies of some board have shown (for words).")
    ] = False
    tries: Annotated[
        int,
        Option("How many guesses you have; 0 for no limit.", least=0, most=MOST_TRIES, usual=True),
    ] = 0
    seed: Annotated[int, SEED]
    secrets: Annotated[
        tuple[str, ...], Option("The secret of each board.", by="chance", hidden=True)
    ]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.parse(self.rules))
        check(self)
        if self.hard and not self.rules.marked:
            raise InvalidSetup(
                translate(
                    "hard mode is for replies that mark each place, as those of words:english"
                )
            )
        known = tuple(secret_of(self.rules, secret) for secret in self.secrets)
        object.__setattr__(self, "secrets", known)
        if len(known) != self.boards:
            raise InvalidSetup(f"{self.boards} boards have as many secrets, not {len(known)}")

    @classmethod
    def new(
        cls,
        rules: Rules | str = _USUAL,
        boards: int = 4,
        seed: int | None = None,
        *,
        hard: bool = False,
        tries: int | None = None,
    ) -> "Setup":
        """Draw the secrets, all different: by the seed, or by the system's random source.

        Without ``tries`` there are as many as is usual.

        Raises:
            InvalidSetup: if there are too few codes, or too many boards.

        >>> Setup.new("ab4x10", 2, seed=7).secrets
        ('2459', '4058')
        """
        rules = Rules.parse(rules)
        # What cannot be a number of boards is refused by the setup itself, which says its range.
        number = boards if isinstance(boards, int) else 0
        if rules.size < number:
            raise InvalidSetup(f"{rules} has too few codes for {boards} boards")
        chance = system.SystemRandom() if seed is None else Random(f"boards {seed}")
        drawn = chance.sample(range(rules.size), max(0, number))
        seed = chance.getrandbits(32) if seed is None else seed
        secrets = tuple(code_at(rules, number) for number in drawn)
        tries = usual_tries(rules, boards=number) if tries is None else tries
        return cls(rules=rules, boards=boards, hard=hard, tries=tries, seed=seed, secrets=secrets)


@dataclass(frozen=True)
class Boards:
    """A state of the game; made by ``begin`` and ``apply`` only.

    Args:
        moves: the texts of all moves so far, those undone and the undoing included.
        guesses: all that count, in order.
        resigned: whether the player gave up.
    """

    setup: Setup
    moves: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    resigned: bool = False

    @cached_property
    def histories(self) -> tuple[History, ...]:
        """For each board its guesses with their replies, up to the one that found its secret."""
        rules = self.setup.rules
        return tuple(_history(rules, secret, self.guesses) for secret in self.setup.secrets)

    @cached_property
    def known(self) -> tuple[Candidates, ...]:
        """For each board the codes that can be its secret."""
        return tuple(candidates(self.setup.rules, history) for history in self.histories)

    @property
    def found(self) -> tuple[bool, ...]:
        """For each board whether its secret is found."""
        return tuple(secret in self.guesses for secret in self.setup.secrets)

    @property
    def phase(self) -> Phase:
        """What is due."""
        through = all(self.found) or 0 < self.setup.tries <= len(self.guesses)
        return "over" if self.resigned or through else "guess"

    @property
    def outcome(self) -> Outcome | None:
        """``won``, ``lost`` or ``resigned`` once it is over."""
        if self.phase != "over":
            return None
        return "resigned" if self.resigned else "won" if all(self.found) else "lost"


def _history(rules: Rules, secret: str, guesses: tuple[str, ...]) -> History:
    last = guesses.index(secret) + 1 if secret in guesses else len(guesses)
    return tuple(Turn(guess, rules.reply_rule(guess, secret)) for guess in guesses[:last])


class BoardView(View):
    """One of the boards."""

    turns: tuple[TurnView, ...]
    """Your guesses with their replies, up to the one that found the secret."""
    found: bool
    """Whether its secret is found."""
    candidates: int | None
    """How many codes can be its secret; null if there are too many to count."""
    secret: str | None
    """Its secret; null until it is found, or the game is over."""


class BoardsView(OfRules, GameView):
    """A game on several boards, as far as its player may see it."""

    schema: Literal["moolab/boards/1"] = "moolab/boards/1"
    phase: Phase
    """What is due; over at the end."""
    outcome: Outcome | None
    """How the game has ended; null until it is over."""
    seed: int | None
    """What chance was decided by; null until the game is over."""
    hard: bool
    """Whether each guess has to use what the replies of some board have shown."""
    tries: int
    """How many guesses there are; 0 if there is no limit."""
    guesses: int
    """How many guesses were made."""
    boards: tuple[BoardView, ...]
    """The boards, in order."""

    @classmethod
    def of(cls, state: Boards) -> "BoardsView":
        """A game as its player may see it."""
        over = state.phase == "over"
        rows = zip(state.histories, state.found, state.known, state.setup.secrets, strict=True)
        return cls(
            version=len(state.moves),
            rules=str(state.setup.rules),
            phase=state.phase,
            outcome=state.outcome,
            seed=state.setup.seed if over else None,
            hard=state.setup.hard,
            tries=state.setup.tries,
            guesses=len(state.guesses),
            boards=tuple(
                BoardView(
                    turns=turn_views(history),
                    found=found,
                    candidates=known.known_count,
                    secret=secret if found or over else None,
                )
                for history, found, known, secret in rows
            ),
        )


def broken_hints(state: Boards, code: str) -> dict[int, str | None]:
    """What a guess leaves unused of what each board has shown that is not found, by its number.

    None stands for nothing.
    """
    searched = zip(state.histories, state.found, strict=True)
    return {
        number: broken_hint(history, code)
        for number, (history, found) in enumerate(searched, start=1)
        if not found
    }


def _check_hints(state: Boards, code: str) -> None:
    """Refuse a guess that does not use what any board has shown."""
    broken = broken_hints(state, code)
    if all(broken.values()):
        board, reason = next(iter(broken.items()))
        raise InvalidMove(
            translate("no board allows that; board {board}: {reason}", board=board, reason=reason)
        )


def hint(state: Boards) -> tuple[int, str]:
    """A guess that makes sense, and the number of the board that it is for, from 1.

    It is the secret of a board where nothing else is left, or else a good guess for the board with
    the most codes.

    Raises:
        InvalidMove: if the game is over.

    >>> hint(GAME.replay(Setup.new("words:english", 2, seed=1), ["guess trace"]))
    (1, 'click')
    """
    if state.phase == "over":
        raise InvalidMove(translate("the game is over"))
    left = {
        number: known
        for number, (known, found) in enumerate(zip(state.known, state.found, strict=True), 1)
        if not found
    }
    sizes = {number: known.known_count or 0 for number, known in left.items()}
    known_ones = [number for number, size in sizes.items() if size == 1]
    number = known_ones[0] if known_ones else max(sizes, key=sizes.__getitem__)
    guess = advice(left[number])
    if state.setup.hard and broken_hint(state.histories[number - 1], guess):
        guess = left[number][0]
    return number, guess


def hint_in_words(state: Boards) -> str:
    """The same as a sentence."""
    number, guess = hint(state)
    count = state.known[number - 1].count
    if count == 1:
        return translate("Board {board}: it can only be {code}.", board=number, code=guess)
    return translate_plural(
        "You could try {code}: board {board} has {number} [code|codes] left.",
        count or 0,
        code=guess,
        board=number,
    )


class BoardsGame(Game[Setup, Boards]):
    """Several boards at once."""

    name = "boards"
    command = "boards"
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**{name: value for name, value in chosen.items() if value is not None})

    def title(self, setup: Setup) -> str:
        return translate_plural("{number} [board|boards], {rules}", setup.boards, rules=setup.rules)

    def begin(self, setup: Setup) -> Boards:
        return Boards(setup)

    def apply(self, state: Boards, _seat: str, move: str) -> Boards:
        """The state after a move.

        Raises:
            InvalidMove: if it is malformed, or not possible now.
            InvalidCode: if a guess is not a code of the game.

        >>> state = GAME.begin(Setup.new("ab4x10", 2, seed=7))
        >>> state = GAME.apply(state, "player", "guess 2459")
        >>> state.found, [history[-1].reply for history in state.histories]
        ((True, False), [Reply(bulls=4, cows=0), Reply(bulls=1, cows=1)])
        """
        verb, rest = verb_of(move)
        if verb not in ("guess", "undo", "resign"):
            raise not_a_move(move, ("guess", "undo", "resign"))
        if state.phase == "over":
            raise InvalidMove(translate("the game is over"))
        if verb != "guess":
            expect_nothing(rest)
        if verb == "undo":
            if not state.guesses:
                raise InvalidMove(translate("there is nothing to undo"))
            return replace(state, moves=(*state.moves, "undo"), guesses=state.guesses[:-1])
        if verb == "resign":
            return replace(state, moves=(*state.moves, "resign"), resigned=True)
        code = state.setup.rules.code(rest)
        if len(state.guesses) == MAX_TURNS:
            raise InvalidMove(
                translate("a game has at most {most} guesses; you can only resign", most=MAX_TURNS)
            )
        if state.setup.hard:
            _check_hints(state, code)
        moves = (*state.moves, f"guess {code}")
        return replace(state, moves=moves, guesses=(*state.guesses, code))

    def expected(self, state: Boards, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        known: Sequence[str] = EveryCode(state.setup.rules)
        if state.setup.hard:
            known = [code for code in known if not all(broken_hints(state, code).values())]
        undo = {"undo": ("",)} if state.guesses else {}
        return {"guess": known, **undo, "resign": ("",)}

    def view(self, state: Boards, _seat: str) -> BoardsView:
        return BoardsView.of(state)

    def ask(self, state: Boards, _seat: str, question: str) -> Answer:
        if question != "hint":
            raise InvalidMove(f"{quote(question)} is not a question here; there is hint")
        return Said(said=hint_in_words(state))


GAME = BoardsGame()
