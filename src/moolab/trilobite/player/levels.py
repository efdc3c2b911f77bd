"""Who plays against you: levels from random play to perfect play.

From the level ``easy`` up, no level overlooks a line that either side can complete at once.
"""

import atexit
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from moolab.errors import UnknownLevel
from moolab.support.checks import check_seconds, check_whole
from moolab.support.language import marked, translate
from moolab.support.lazy import Lazy
from moolab.support.text import quote
from moolab.trilobite.board import COLUMNS, MAX_SIDE, STONES, Board, Shape, check_going_on
from moolab.trilobite.judgement import JudgedStone, judge_stone
from moolab.trilobite.score import Bounds, possible
from moolab.trilobite.solver.cells import popcount
from moolab.trilobite.threats import completes

if TYPE_CHECKING:
    from moolab.trilobite.player.engine import Engine, SearchResult
    from moolab.trilobite.solver.exact import Solver

MEMORY = 256 << 20
"""Bytes of all tables of a player by default."""

_SHARES, _LONGER = (0.5, 0.7), (0.85, 0.95)
"""The parts of the time after which the score should be known, and a column that reaches it; longer
where one is known that keeps what the book has promised.

The rest is for the engine, which has less to say then. Chosen, not measured; without a score no
column is proved."""

_SETTLING, _KEEPING = 0.4, 0.25
"""The parts of the time for finding the score as books do, which leave out what that settles soon
(``tools/book.py``), and then for proving what the book has promised. Of 200 positions after ten
stones on 8x7 of which the book knows nothing, all are settled, the longest in 0.6 s; where the
proof comes first, 196 in 5 s (``benchmarks/perfect.py``)."""

LevelName = Literal["beginner", "easy", "medium", "hard", "expert", "perfect"]
"""What the levels are called, each stronger than the one before."""


class Advice(NamedTuple):
    """What a player would do.

    Args:
        bounds: what it knows of the score that this reaches, for the side to move, if anything.
    """

    column: int
    bounds: Bounds | None = None


def hint_in_words(board: Board, advice: Advice) -> str:
    """The advice as a person is given it: what the stone does that one sees, or what comes of it.

    >>> for moves, column in (("121212", 1), ("12121", 1), ("4151", 3), ("11", 4)):
    ...     print(hint_in_words(Board.parse(moves), Advice(column, Bounds(0, 9))))
    Try column 1: it completes a line.
    Try column 1: X would complete a line there.
    Try column 3: it threatens two lines, and O stops only one.
    Try column 4: with best play from there, you cannot lose.
    """
    told = {"column": COLUMNS[advice.column - 1], "other": STONES[1 - board.ply % 2]}
    here = board.shape.column(advice.column)
    if completes(board) & here:
        return translate("Try column {column}: it completes a line.", **told)
    if completes(board, waiting=True) & here:
        return translate("Try column {column}: {other} would complete a line there.", **told)
    after = board.play(advice.column)
    if popcount(completes(after, waiting=True)) > 1 and not completes(after):
        text = marked("Try column {column}: it threatens two lines, and {other} stops only one.")
        return translate(text, **told)
    lower, upper = advice.bounds or Bounds(-1, 1)
    if lower < 0 < upper:
        text = marked("Try column {column}: it is too early to see how it ends.")
    elif lower > 0:
        text = marked("Try column {column}: with best play from there, you win.")
    elif upper < 0:
        text = marked("Try column {column}: {other} can win, but that takes longest there.")
    elif lower == upper:
        text = marked("Try column {column}: with best play from there, it is a draw.")
    elif lower == 0:
        text = marked("Try column {column}: with best play from there, you cannot lose.")
    else:
        text = marked("Try column {column}: with best play from there, you may still draw.")
    return translate(text, **told)


class Level(NamedTuple):
    """How well a player plays.

    Args:
        description: what it looks at, in one sentence.
        choose: how a player of this level chooses.
        searches: whether that takes the engine.
        solves: whether that takes a solver.
        plain: the cells of the largest boards on which the engine searches in plain Python, since
            that answers before anything were compiled. The moves are the same.
    """

    description: str
    choose: Callable[["Player", Board, Sequence[int]], Advice]
    searches: bool = False
    solves: bool = False
    plain: int = 0


class Player:
    """Plays one side, or advises it.

    Up to the level ``hard``, the same board, seed and memory give the same column, however long it
    takes.

    Args:
        shape: of the boards it plays on.
        level: a key of ``LEVELS``.
        seed: decides what is left to chance, and between equal columns; without one, the system's
            random source and the distance from the centre do.
        seconds: how long it may think about a move.
        memory: how many bytes its tables may take.
        solver: for the level ``perfect``, instead of its own.
        compiled: search compiled at all levels, as a server does, which has time to compile.
        workers: threads of its own solver.

    Raises:
        UnknownLevel: if there is no such level.
        InvalidCommand: if the seed or the time is not a number.

    >>> Player(Shape(), "easy", seed=1).choose(Board.parse("121212")).column
    1
    """

    def __init__(
        self,
        shape: Shape,
        level: LevelName,
        seed: int | None = None,
        seconds: float = 2,
        memory: int = MEMORY,
        solver: "Solver | None" = None,
        compiled: bool = False,
        workers: int = 1,
    ) -> None:
        if level not in LEVELS:
            raise UnknownLevel(f"{quote(level)} is not a level; there are {', '.join(LEVELS)}")
        self.level = LEVELS[level]
        check_seconds(seconds, zero=True, none=False)
        self.seconds = seconds
        self._seed = None if seed is None else check_whole("seed", seed)
        part = memory // 4 if level == "perfect" else memory
        self._shape, self._level = shape, level
        self._plain = not compiled and shape.cells <= self.level.plain
        self.engine = Lazy(lambda: _engine(shape, part, self._plain))
        self.solver = Lazy(lambda: solver or _solver(shape, memory - part, workers))

    def prepare(self) -> None:
        """Do now, and not at the first move, what takes a moment once: compiling."""
        if self.level.solves:
            self.solver()
        if self.level.searches:
            self.engine()

    def prepare_elsewhere(self) -> None:
        """Have another process compile what this one will need, and go on at once.

        It keeps what it compiles where this process finds it; who comes too early waits for it.
        """
        if self._plain or not self.level.searches:
            return
        shape = self._shape
        process = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-c", _PREPARE, self._level, *map(str, astuple(shape))],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the game
        )
        atexit.register(_end, process)

    def choose(self, board: Board) -> Advice:
        """What to play in a game that goes on.

        Raises:
            InvalidMove: if the game is over.
            InvalidPosition: if it is on another board.
            KeyboardInterrupt: on Ctrl-C.
        """
        check_going_on(board, "player", self._shape)
        # The columns that can be played, those to take among equals first.
        columns = board.shape.from_centre(board.columns)
        if self._seed is not None:
            columns = self.chance(board).sample(board.columns, len(board.columns))
        return self.level.choose(self, board, columns)

    def judge(self, board: Board, column: int) -> JudgedStone:
        """How good a stone would be in a game that is not over, as far as there is time to know."""
        return judge_stone(board, column, self.solver(), self.seconds)

    def stop(self) -> None:
        """Have what another thread lets this player think about end soon; nothing comes of it."""
        if self.solver.known:
            self.solver().stop()
        if self.engine.known:
            self.engine().stop[0] = 1

    def chance(self, board: Board) -> Random:
        """What is random on this board."""
        if self._seed is None:
            return secrets.SystemRandom()
        return Random(f"{self._seed} {board.mover} {board.filled}")


def _at_random(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    return Advice(player.chance(board).choice(columns))


def _by_sight(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    children = {column: board.play(column) for column in columns}
    wins = [column for column, child in children.items() if child.winner]
    safe = [column for column, child in children.items() if not completes(child)]
    return _at_random(player, board, wins or safe or columns)


def _ahead(player: Player, board: Board, columns: Sequence[int], depth: int) -> Advice:
    engine = player.engine()
    # What is left from other boards would let a line of play decide about the next move.
    engine.clear()
    return _advice(board, engine.search(board, columns, depth=depth))


def _in_time(player: Player, board: Board, columns: Sequence[int]) -> Advice:
    return _advice(board, player.engine().search(board, columns, seconds=player.seconds))


def _to_the_end(player: Player, board: Board, _columns: Sequence[int]) -> Advice:
    solver = player.solver()
    began = time.monotonic()
    promised, known = solver.book.promised(board), solver.recalled_bounds(board)
    kept = promised is not None and solver.book.recall(board, promised) is not None
    if promised is not None and not known.exact:
        # Most of what a book leaves out is settled so.
        known &= solver.search(board, _SETTLING * player.seconds)
        kept = kept or known.lower >= promised
        if not (kept or known.exact):
            kept = solver.proves(board, promised, _KEEPING * player.seconds)
    scoring, proving = (began + share * player.seconds for share in (_LONGER if kept else _SHARES))
    if not known.exact:
        left = max(0, scoring - time.monotonic())
        known &= solver.score(board, left, promised if kept else None)
    # Without a sure improvement, keep the sure score, or a draw while one is possible.
    goal = 0 if known.lower < 0 <= known.upper else known.lower
    reached = known._replace(lower=goal)
    # The opening book goes on after this column alone.
    if column := solver.book.recall(board, goal):
        return Advice(column, reached)
    if known.exact:
        # Faster than column by column; then the table knows by which.
        solver.proves(board, goal, proving - time.monotonic())
    unsettled = board.shape.from_centre(board.columns)
    proved = _prove(solver, board, goal, unsettled, proving)
    if known.exact and (column := next(proved, None)):
        return Advice(column, reached)
    columns = [*proved]
    if not columns:
        for less in (1, 0):
            # A win that comes later, or a draw, rather than a risk.
            if goal > less and (column := solver.book.recall(board, less)):
                return Advice(column, reached._replace(lower=less))
        # Whatever it has now, the column may give it away.
        reached = reached._replace(lower=possible(board).lower)
        columns = unsettled or board.shape.from_centre(board.columns)
    if len(columns) == 1:
        return Advice(columns[0], reached)
    left = max(0, began + player.seconds - time.monotonic())
    # Most stones come to an end before, and need no engine.
    return Advice(player.engine().search(board, columns, seconds=left).column, reached)


def _prove(
    solver: "Solver", board: Board, goal: int, unsettled: list[int], end: float
) -> Iterator[int]:
    """The columns that are proved to reach a score until the time ends; others are left unsettled.

    What the solver's table knows already comes first.
    """
    for patient in (False, True):
        for column in unsettled.copy():
            left = max(0, end - time.monotonic()) if patient else 0
            reached = solver.has_reached(board.play(column), goal, left / len(unsettled))
            if reached is not None:
                unsettled.remove(column)
            if reached:
                yield column


def _advice(board: Board, found: "SearchResult") -> Advice:
    """The advice, with what is proved by a search of all columns."""
    score = found.score
    if found.exact:
        return Advice(found.column, Bounds(score, score))
    if not score:
        return Advice(found.column)
    # It may happen sooner than was seen, but not otherwise.
    bounds = possible(board)
    bounds = bounds._replace(lower=score) if score > 0 else bounds._replace(upper=score)
    return Advice(found.column, bounds)


_PREPARE = """
import sys
from moolab.trilobite.board import Shape
from moolab.trilobite.player.levels import Player
Player(Shape(*map(int, sys.argv[2:])), sys.argv[1], memory=1 << 16).prepare()
"""


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait()


def _engine(shape: Shape, memory: int, plain: bool) -> "Engine":
    from moolab.trilobite.player.engine import Engine

    engine = Engine(shape, memory, plain=plain)
    # Compiling, if it has to be, takes nothing from the time to think.
    engine.search(Board.empty(shape), depth=1)
    return engine


def _solver(shape: Shape, memory: int, workers: int) -> "Solver":
    from moolab.trilobite.solver.exact import Solver

    solver = Solver(shape, memory, workers=workers)
    solver.search(Board.empty(shape), nodes=1)
    return solver


LEVELS: dict[LevelName, Level] = {
    marked("beginner"): Level(marked("Plays at random, and overlooks everything."), _at_random),
    marked("easy"): Level(marked("Takes wins and blocks yours, otherwise random."), _by_sight),
    marked("medium"): Level(
        marked("Looks 4 stones ahead, and weighs open lines and threats."),
        partial(_ahead, depth=4),
        searches=True,
        plain=MAX_SIDE**2,
    ),
    marked("hard"): Level(
        marked("Looks 8 stones ahead, and weighs open lines and threats."),
        partial(_ahead, depth=8),
        searches=True,
        plain=64,  # 0.8 s for a stone on 9x7; 6 s on 12x12, when compiling takes 4
    ),
    marked("expert"): Level(
        marked("Looks ahead as far as its time allows, and sees the end when that is near."),
        _in_time,
        searches=True,
    ),
    marked("perfect"): Level(
        marked(
            "Plays a best column wherever its opening book or its time suffices to find one, and "
            "thinks like an expert where they do not."
        ),
        _to_the_end,
        searches=True,
        solves=True,
    ),
}
"""All levels, by name; each is stronger than the one before."""
