"""A training: its state, what is seen of it, and the moves that change it.

Moves are texts: ``guess 1234`` instead of the guess of the game; ``hint``, which says what a best
guess does, and asked again which it is; ``show``, which tells it and goes on to the next turn;
``next``, which goes on without it; ``resign``. A best guess goes on as well.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from moolab.analysis.game import AnalysedTurn, Analysis, analyse
from moolab.analysis.judgement import Judgement, Method
from moolab.analysis.reasons import comparison, describe_partition
from moolab.analysis.training import HINTS, THRESHOLD, Exercise, Results, Verdict, exercises
from moolab.codes.numbering import EveryCode
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.errors import InvalidMove
from moolab.games.game import Game, GameView, Outcome, Said, not_a_move
from moolab.games.setup import Option, check
from moolab.support.language import translate, translate_plural
from moolab.support.text import quote
from moolab.support.typed import verb_of
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views

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


class RegretView(View):
    """A guess, and what it costs."""

    guess: str
    """The code that was guessed."""
    regret: float
    """How many guesses it costs, against a best guess."""


class TryView(RegretView):
    """A guess that was tried, compared with that of the game."""

    verdict: Verdict
    """Whether it is a best guess, or better than, equal to or worse than that of the game."""
    what: str
    """What it does, as the end of a sentence: how it splits the codes."""

    @classmethod
    def of(cls, exercise: Exercise, attempt: Judgement) -> "TryView":
        """A try as it is shown."""
        return cls(
            guess=attempt.partition.guess,
            regret=float(attempt.regret),
            verdict=exercise.verdict(attempt),
            what=describe_partition(attempt.partition),
        )


class ExerciseView(RegretView, TurnView):
    """A turn that is tried again."""

    turn: int
    """The number of the turn, from 1."""
    candidates: int | None
    """How many codes were possible before it; null if there are too many to count."""
    method: Method
    """How guesses are judged."""
    tries: tuple[TryView, ...]
    """What was tried before the answer was told, in this order."""
    hint: str | None
    """The hint that was asked for; null if none was."""
    told: bool
    """Whether the answer was asked for."""
    best: str | None
    """A best guess; null until it is found or told, or all is over."""
    why: str | None
    """Why it is better; null until it is found or told, or all is over."""

    @classmethod
    def of_exercise(cls, exercise: Exercise, *, over: bool) -> "ExerciseView":
        """A turn as far as it can be shown."""
        turn, judgement = exercise.turn, exercise.turn.judgement
        known = over or exercise.revealed or exercise.found
        return cls(
            guess=turn.turn.guess,
            reply=str(turn.turn.reply),
            regret=float(exercise.regret),
            turn=turn.number,
            candidates=turn.before.count,
            method=judgement.method,
            tries=tuple(TryView.of(exercise, attempt) for attempt in exercise.tries),
            hint=exercise.hint,
            told=exercise.revealed,
            best=judgement.best.guess if known else None,
            why=comparison(judgement.partition, judgement.best) if known else None,
        )


class TrainingView(OfRules, GameView):
    """A training, as far as its player may see it."""

    schema: Literal["moolab/training/1"] = "moolab/training/1"
    turns: tuple[TurnView, ...]
    """The game whose turns are tried again."""
    threshold: float
    """Turns that cost more than this many guesses are tried again."""
    phase: Phase
    """What is due; over at the end."""
    outcome: Outcome | None
    """How the training has ended: won if a best guess was found in each turn; null until then."""
    exercises: tuple[ExerciseView, ...]
    """The turns that are tried again, up to the one that is due."""
    waiting: int
    """How many more are to come."""
    attempt: TryView | None
    """The last move, if it was a guess, even one that does not count; null if it was none."""
    found: int
    """In how many turns a best guess was found."""
    at_once: int
    """In how many of them it was found at the first try."""
    regret: float
    """How many guesses these turns cost in the game."""
    gained: float
    """How many of these guesses the tries win back."""

    @classmethod
    def of(cls, training: Training) -> "TrainingView":
        """A training as its player may see it."""
        over = training.phase == "over"
        met = training.exercises if over else training.exercises[: training.done + 1]
        attempt, results = training.attempt, Results.of(training.exercises)
        return cls(
            version=len(training.moves),
            rules=str(training.setup.rules),
            turns=turn_views(training.setup.history),
            threshold=training.setup.threshold,
            phase=training.phase,
            outcome=training.outcome,
            exercises=tuple(ExerciseView.of_exercise(each, over=over) for each in met),
            waiting=len(training.exercises) - len(met),
            attempt=None if attempt is None else TryView.of(met[-1], attempt),
            found=results.found,
            at_once=results.at_once,
            regret=float(results.regret),
            gained=float(results.gained),
        )


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


class TrainingGame(Game[Setup, Training]):
    """The turns of a game that cost most, tried again."""

    name = "training"
    setup = Setup
    phases = get_args(Phase)

    def title(self, setup: Setup) -> str:
        return translate_plural(
            "Training, {number} [guess|guesses] of {rules}", len(setup.turns), rules=setup.rules
        )

    def begin(
        self, setup: Setup, analysed: Callable[[Rules, History], Analysis] = analyse
    ) -> Training:
        """The state before the first move; it is over if no turn cost so much.

        Args:
            analysed: how the game is analysed; it may say how far it is.

        Raises:
            MoolabError: as ``moolab.analysis.game.analyse`` does.

        >>> state = GAME.begin(Setup(rules="ab3x5", turns=("012=02", "134=20", "130=30")))
        >>> [exercise.turn.number for exercise in state.exercises]
        [2]
        """
        turns = analysed(setup.rules, setup.history).turns
        return Training(setup, (), turns, tuple(exercises(turns, setup.threshold)))

    def apply(self, state: Training, _seat: str, move: str) -> Training:
        """The state after a move.

        Raises:
            InvalidMove: if it is malformed, or the training is over.
            InvalidCode: if a guess is not a code of the game.

        >>> state = GAME.begin(Setup(rules="ab3x5", turns=("012=02", "134=20", "130=30")))
        >>> state = GAME.apply(state, "player", "guess 013")
        >>> state.exercise.verdict(state.attempt), state.phase
        ('equal', 'guess')
        """
        exercise = state.exercise
        if exercise is None:
            raise InvalidMove(translate("the training is over"))
        verb, code = verb_of(move)
        if verb == "guess":
            return _guess(state, exercise, state.setup.rules.code(code))
        if code or verb not in MOVES:
            raise not_a_move(move, ("guess CODE", *MOVES))
        after = MOVES[verb](state, exercise)
        return replace(after, moves=(*state.moves, verb), attempt=None)

    def expected(self, state: Training, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        return {"guess": EveryCode(state.setup.rules), **dict.fromkeys(MOVES, ("",))}

    def view(self, state: Training, _seat: str) -> TrainingView:
        return TrainingView.of(state)

    def ask(self, state: Training, _seat: str, question: str) -> Said:
        what, _, code = question.partition(" ")
        if what != "idea":
            raise InvalidMove(f"{quote(question)} is not a question here; there is idea CODE")
        if state.exercise is None:
            raise InvalidMove(translate("the training is over"))
        return Said(said=state.exercise.what_if(state.setup.rules.code(code)).in_words)


GAME = TrainingGame()
