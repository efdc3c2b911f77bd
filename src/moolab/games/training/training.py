"""The state of a training, and the moves that lead from one state to the next.

Moves are texts: ``guess 1234`` instead of the guess of the game; ``hint``, which says what a best
guess does, and asked again which it is; ``show``, which tells it and goes on to the next turn;
``next``, which goes on without it; ``resign``. A best guess goes on as well.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from moolab.analysis.game import AnalysedTurn, Analysis, analyse
from moolab.analysis.judgement import Judgement
from moolab.analysis.training import HINTS, THRESHOLD, Exercise, exercises
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.errors import InvalidMove
from moolab.games.game import Outcome, not_a_move
from moolab.games.setup import Option, check
from moolab.support.language import translate

_USUAL = Rules.parse("ab4x10")

Phase = Literal["guess", "over"]
"""What is due."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """The game whose turns are tried again, and which of them.

    Raises:
        InvalidRules: if there is no such game.
        InvalidTurn, InvalidCode, InvalidReply: if a turn is malformed.
        InvalidSetup: if there can be no such threshold.

    >>> Setup(rules=Rules.parse("ab3x5"), turns=("012=02 134=20",)).turns
    ('012=02', '134=20')
    """

    rules: Annotated[Rules, Option("The game, such as ab4x10, mm4x6 or emms4x4.")] = _USUAL
    turns: Annotated[
        tuple[str, ...], Option("The guesses of the game with their replies, such as 1234=02.")
    ]
    threshold: Annotated[
        float, Option("Retry turns that cost more than this many guesses.", least=0, most=1)
    ] = float(THRESHOLD)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.parse(self.rules))
        turns = parse_history(self.rules, self.turns)
        object.__setattr__(self, "turns", tuple(map(str, turns)))
        check(self)

    @property
    def history(self) -> History:
        """The turns, parsed."""
        return parse_history(self.rules, self.turns)


@dataclass(frozen=True)
class Training:
    """A state of the training; made by ``begin`` and ``apply`` only.

    Args:
        moves: the texts of all moves so far.
        turns: those of the game, analysed.
        exercises: the turns that are tried again, as far as each was done.
        done: how many of them are behind.
        attempt: the last move, judged, if it was a guess: also one that does not count.
        resigned: whether you gave up.
    """

    setup: Setup
    moves: tuple[str, ...]
    turns: tuple[AnalysedTurn, ...]
    exercises: tuple[Exercise, ...]
    done: int = 0
    attempt: Judgement | None = None
    resigned: bool = False

    @property
    def phase(self) -> Phase:
        """What is due: ``guess``; ``over`` at the end."""
        return "over" if self.exercise is None else "guess"

    @property
    def exercise(self) -> Exercise | None:
        """The turn that is tried again now; None at the end."""
        if self.resigned or self.done == len(self.exercises):
            return None
        return self.exercises[self.done]

    @property
    def outcome(self) -> Outcome | None:
        """``won`` if a best guess was found in each turn, ``lost`` or ``resigned`` otherwise."""
        if self.phase != "over":
            return None
        if self.resigned:
            return "resigned"
        return "won" if all(exercise.found for exercise in self.exercises) else "lost"


def begin(setup: Setup, analysed: Callable[[Rules, History], Analysis] = analyse) -> Training:
    """The state before the first move; it is over if no turn cost so much.

    Args:
        analysed: how the game is analysed; it may say how far it is.

    Raises:
        MoolabError: as ``moolab.analysis.game.analyse`` does.

    >>> turns = ("012=02", "134=20", "130=30")
    >>> [exercise.turn.number for exercise in begin(Setup(rules="ab3x5", turns=turns)).exercises]
    [2]
    """
    turns = analysed(setup.rules, setup.history).turns
    return Training(setup, (), turns, tuple(exercises(turns, setup.threshold)))


def apply(training: Training, move: str) -> Training:
    """The state after a move.

    Raises:
        InvalidMove: if it is malformed, or the training is over.
        InvalidCode: if a guess is not a code of the game.

    >>> training = begin(Setup(rules="ab3x5", turns=("012=02", "134=20", "130=30")))
    >>> training = apply(training, "guess 013")
    >>> training.exercise.verdict(training.attempt), training.phase
    ('equal', 'guess')
    >>> apply(training, "guess 123").outcome
    'won'
    """
    exercise = training.exercise
    if exercise is None:
        raise InvalidMove(translate("the training is over"))
    verb, _, code = move.strip().partition(" ")
    if verb == "guess":
        return _guess(training, exercise, training.setup.rules.code(code))
    if move.strip() not in MOVES:
        raise not_a_move(move, ("guess CODE", *MOVES))
    after = MOVES[verb](training, exercise)
    return replace(after, moves=(*training.moves, verb), attempt=None)


def _guess(training: Training, exercise: Exercise, code: str) -> Training:
    attempt = exercise.judge(code)
    after = _with(training, exercise.after(attempt))
    if exercise.verdict(attempt) == "best":
        after = _next(after, exercise)
    return replace(after, moves=(*training.moves, f"guess {code}"), attempt=attempt)


def _with(training: Training, exercise: Exercise) -> Training:
    """The training with the current exercise as it is now."""
    before, after = training.exercises[: training.done], training.exercises[training.done + 1 :]
    return replace(training, exercises=(*before, exercise, *after))


def _hint(training: Training, exercise: Exercise) -> Training:
    return _with(training, replace(exercise, hints=min(exercise.hints + 1, HINTS)))


def _show(training: Training, exercise: Exercise) -> Training:
    return _next(_with(training, replace(exercise, hints=HINTS)), exercise)


def _next(training: Training, _exercise: Exercise) -> Training:
    return replace(training, done=training.done + 1)


def _resign(training: Training, _exercise: Exercise) -> Training:
    return replace(training, resigned=True)


MOVES: dict[str, Callable[[Training, Exercise], Training]] = {
    "hint": _hint,
    "show": _show,
    "next": _next,
    "resign": _resign,
}
"""The moves that take nothing after them, and what each does."""
