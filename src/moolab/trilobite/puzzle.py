"""Win in n: positions in which one column alone wins with the n-th stone from now.

Positions come from random play in which neither side completes a line, or could. The solver is
asked no more than whether a win comes in time, which takes it a moment even early in a game. Wins
in five or six stones on large boards need many such questions, and half a minute at times.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import InvalidMove, PuzzleNotFound
from moolab.support.language import translate, translate_plural
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.score import score_of_win
from moolab.trilobite.threats import completes

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver


MOST_STONES = 6
"""The longest wins that are looked for: longer ones take the solver more than a moment."""

MEMORY = 16 << 20
"""Bytes of the solver's table of scores: wins that are so near need no more."""

MOST_POSITIONS = (1, 2, 5, 15)
"""The most positions of a puzzle of level 1, 2, 3 and 4; chosen, not measured.

The levels are called as those of ``puzzles.reasoning``."""

MOST_SEEDS = 100
"""How many seeds are tried for a puzzle that is new, before there seem to be no more of them.
Chosen, not measured."""

_GAMES = 200
"""How many games are played in search of a puzzle; chosen, not measured."""


class Puzzle(NamedTuple):
    """A position, and how the player to move wins.

    Attributes:
        board: the position; no player can complete a line with the next stone.
        stones: with which of its stones from now on the player to move wins, 2 or more.
        seed: what ``make_puzzle`` has made it of.
        column: the one that wins so soon; with any other the win comes later, or not at all.
        line: the columns played up to the end, by their names: the loser holds out longest.
        positions: in how many positions the winner has to find a stone, whatever the loser plays:
            all but those in which it completes a line, or has to stop one.
        quiet: whether the first stone threatens nothing at once, so that it need not be answered.
    """

    board: Board
    stones: int
    seed: int
    column: int
    line: str
    positions: int
    quiet: bool

    @property
    def difficulty(self) -> int:
        """How hard it is: a key of ``puzzles.reasoning.LEVELS``."""
        return 1 + bisect_left(MOST_POSITIONS, self.positions)


def make_puzzle(
    solver: "Solver",
    stones: int = 3,
    seed: int = 0,
    watch: Callable[[int], None] = lambda _: None,
    *,
    difficulty: int | None = None,
) -> Puzzle:
    """Make a puzzle; the same arguments make the same one on every machine.

    Args:
        solver: for the board that is wanted.
        stones: with which of its stones the player to move wins, 2 to ``MOST_STONES``.
        watch: called with the number of each game that is played in search of one.
        difficulty: a key of ``puzzles.reasoning.LEVELS``; without it, any.

    Raises:
        PuzzleNotFound: if there is none, or seems to be.

    >>> from moolab.trilobite.solver.exact import Solver
    >>> puzzle = make_puzzle(Solver(Shape(5, 4, 3), memory=1 << 16), stones=2, seed=1)
    >>> str(puzzle.board), puzzle.column, puzzle.line
    ('31', 4, '432')
    """
    shape, chance = solver.shape, Random(f"win in {stones} {seed}")
    met = set[int]()
    if not (2 <= stones <= MOST_STONES and 2 * stones - 1 <= shape.cells and shape.width > 1):
        raise PuzzleNotFound(
            translate(
                "a board of {board} has no room for a win in {stones} stones",
                board=shape,
                stones=stones,
            )
        )
    for game in range(_GAMES):
        watch(game)
        for board in _random_play(shape, chance):
            proof = Proof(solver, board, stones)
            if (column := proof.only_column()) is not None:
                line, positions = proof.line(), proof.positions()
                quiet = not completes(board.play(column), waiting=True)
                puzzle = Puzzle(board, stones, seed, column, line, positions, quiet)
                if difficulty in (None, puzzle.difficulty):
                    return puzzle
                met.add(puzzle.difficulty)
    told = {"stones": stones, "board": shape, "win": shape.win, "difficulty": difficulty}
    if met:
        raise PuzzleNotFound(
            translate(
                "no win in {stones} stones of difficulty {difficulty} was found on {board} with "
                "{win} in a row; those found are of difficulty {others}",
                **told,
                others=", ".join(map(str, sorted(met))),
            )
        )
    raise PuzzleNotFound(
        translate(
            "no win in {stones} stones was found on {board} with {win} in a row: try another "
            "number of stones, or another seed",
            **told,
        )
    )


def another_puzzle(
    make: Callable[[int], Puzzle], seeds: Iterator[int], met: set[Board]
) -> Puzzle | None:
    """Make a puzzle that is neither one of those made before nor the mirror image of one.

    Args:
        make: makes the puzzle of a seed.
        seeds: those that come next; are used up.
        met: the boards of those made before, or their mirror images; is added to.

    Returns:
        None if there seems to be none.

    Raises:
        PuzzleNotFound: if there is none of a seed, or seems to be.
    """
    for seed in islice(seeds, MOST_SEEDS):
        puzzle = make(seed)
        if puzzle.board.canonical not in met:
            met.add(puzzle.board.canonical)
            return puzzle
    return None


def _random_play(shape: Shape, chance: Random) -> Iterator[Board]:
    """The positions of a random game in which no player can complete a line with the next stone."""
    board = Board.empty(shape)
    while not board.is_full:
        mine, theirs = completes(board), completes(board, waiting=True)
        if not mine and not theirs:
            yield board
        # A player stops a line, and completes none.
        columns = [
            column
            for column in board.columns
            if not mine & shape.column(column) and (not theirs or theirs & shape.column(column))
        ]
        if not columns:
            return
        board = board.play(chance.choice(columns))


class Proof:
    """That the player to move wins with a certain stone.

    Args:
        board: the player to move wins so soon, or it is to be found out.
        stones: how many stones the player to move has until then, the last one included.
    """

    def __init__(self, solver: "Solver", board: Board, stones: int) -> None:
        self._solver = solver
        self._board = board
        last = board.ply + 2 * (stones - 1)
        self._in_time = last < board.shape.cells
        self._score = score_of_win(board.shape.cells, last)

    def reaches(self, board: Board) -> bool:
        """Whether the winner, to move, wins in time."""
        return not board.is_over and bool(self._solver.reaches(board, self._score))

    def wins(self, board: Board) -> bool:
        """Whether the winner, who has just moved, wins in time."""
        return bool(self._solver.has_reached(board, self._score))

    def refutation(self, column: int) -> int | None:
        """How the other side answers a stone so that it does not win in time; None if it does."""
        after = self._board.play(column)
        if self.wins(after):
            return None
        replies = after.shape.from_centre(after.columns)
        # A line says more than any other answer.
        for reply in replies:
            if after.play(reply).winner:
                return reply
        return next(reply for reply in replies if not self.reaches(after.play(reply)))

    def only_column(self) -> int | None:
        """The only column that wins in time, if there is one and no column wins sooner."""
        board = self._board
        if not self._in_time or not self.reaches(board):
            return None
        if self._solver.reaches(board, self._score + 1):
            return None
        columns = [column for column in board.columns if self.wins(board.play(column))]
        return columns[0] if len(columns) == 1 else None

    def line(self) -> str:
        """The columns up to the end, by their names."""
        board = self._board
        while not board.is_over:
            board = board.play(self._column(board))
            if not board.is_over:
                board = board.play(self.longest(board))
        return board.moves[self._board.ply :]

    def positions(self) -> int:
        """In how many positions the winner has to find a stone, whatever the loser plays."""
        seen: set[Board] = set()
        left = [self._board]
        found = 0
        while left:
            board = left.pop()
            if board in seen or completes(board):
                continue
            seen.add(board)
            found += not completes(board, waiting=True)
            after = board.play(self._column(board))
            left += map(after.play, after.columns)
        return found

    def _column(self, board: Board) -> int:
        """Where the winner plays: where a line is completed, or the most central column in time."""
        columns = board.shape.from_centre(board.columns)
        if cells := completes(board):
            return next(c for c in columns if cells & board.shape.column(c))
        return next(column for column in columns if self.wins(board.play(column)))

    def longest(self, board: Board) -> int:
        """Where the loser holds out longest, the most central of several columns."""
        columns = board.shape.from_centre(board.columns)
        reached = self._score + 1
        for column in columns:
            if not self._solver.reaches(board.play(column), reached):
                return column
        return columns[0]


class Attempt(NamedTuple):
    """How far a player has come with a puzzle.

    Attributes:
        tried: the columns so far, by their names, right and wrong ones.
        stones: with which of its stones from now on the player wins; 0 at the end.
        wrong: how many columns were wrong.
        refuted: the last column, if it was wrong, and the one that refutes it.
    """

    puzzle: Puzzle
    board: Board
    tried: str
    stones: int
    wrong: int
    refuted: tuple[int, int] | None

    @property
    def over(self) -> bool:
        """Whether the line is completed."""
        return self.stones == 0

    @property
    def winner(self) -> str:
        """The stone of the player who is to win."""
        return self.puzzle.board.turn

    @property
    def loser(self) -> str:
        """The stone of the other one."""
        return STONES[1 - STONES.index(self.winner)]


def attempt(solver: "Solver", puzzle: Puzzle, tried: Iterable[str] = ()) -> Attempt:
    """What comes of some columns, tried one after another.

    Where the win can still come in time after a stone, it stays, and the loser answers. A stone
    that is wrong is taken back.

    Args:
        tried: the names of the columns.

    Raises:
        InvalidMove: if one of them does not exist or is full, or the line is completed.

    >>> from moolab.trilobite.solver.exact import Solver
    >>> solver = Solver(Shape(5, 4, 3), memory=1 << 16)
    >>> puzzle = make_puzzle(solver, stones=2, seed=1)
    >>> attempt(solver, puzzle, "1").refuted, str(attempt(solver, puzzle, "14").board)
    ((1, 3), '3143')
    >>> attempt(solver, puzzle, "142").over
    True
    """
    board, stones, names = puzzle.board, puzzle.stones, ""
    wrong, refuted = 0, None
    for name in tried:
        if not stones:
            raise InvalidMove(translate("the puzzle is over"))
        column = board.column(name)
        after = board.play(column)
        proof = Proof(solver, board, stones)
        names += COLUMNS[column - 1]
        if (answer := proof.refutation(column)) is not None:
            wrong, refuted = wrong + 1, (column, answer)
            continue
        refuted, stones = None, stones - 1
        board = after if after.is_over else after.play(proof.longest(after))
    return Attempt(puzzle, board, names, stones, wrong, refuted)


def said(found: Attempt) -> str:
    """What there is to say of it: what is wrong with the last column, or what is to be found.

    >>> puzzle = Puzzle(Board.parse("12"), 2, 0, 3, "343", 1, quiet=True)
    >>> said(Attempt(puzzle, puzzle.board, "8", 2, 1, (8, 4)))
    'Not column 8: O answers in column 4, and X does not win in 2 stones.'
    >>> said(Attempt(puzzle, Board.parse("1234"), "83", 1, 1, None))
    'Right, and O answers in column 4. X wins with the next stone: where?'
    """
    if found.over:
        return translate("Solved: {winner} has won.", winner=found.winner)
    if found.refuted:
        return _refuted(found, *found.refuted)
    asked = (
        translate("{winner} wins with the next stone: where?", winner=found.winner)
        if found.stones == 1
        else translate_plural(
            "{winner} to move wins in {number} [stone|stones]: where?",
            found.stones,
            winner=found.winner,
        )
    )
    if found.board == found.puzzle.board:
        return asked
    answer = translate(
        "Right, and {loser} answers in column {column}.",
        loser=found.loser,
        column=found.board.moves[-1],
    )
    return f"{answer} {asked}"


def _refuted(found: Attempt, column: int, reply: int) -> str:
    """Why a column is wrong."""
    told = {
        "column": COLUMNS[column - 1],
        "loser": found.loser,
        "winner": found.winner,
        "reply": COLUMNS[reply - 1],
    }
    if found.stones == 1:
        return translate("Not column {column}: that completes no line.", **told)
    if found.board.play(column).play(reply).winner:
        return translate(
            "Not column {column}: {loser} answers in column {reply}, and wins.", **told
        )
    return translate_plural(
        "Not column {column}: {loser} answers in column {reply}, and {winner} does not win in "
        "{number} [stone|stones].",
        found.stones,
        **told,
    )


def hints(solver: "Solver", found: Attempt) -> tuple[str, str]:
    """What helps with the next stone: what it does, and then two columns, one of which is right.

    >>> from moolab.trilobite.solver.exact import Solver
    >>> solver = Solver(Shape(5, 4, 3), memory=1 << 16)
    >>> hints(solver, attempt(solver, make_puzzle(solver, stones=2, seed=1)))
    ('The right stone threatens a line.', 'It is column 4 or column 5.')
    """
    board = found.board
    proof = Proof(solver, board, found.stones)
    right = [c for c in board.shape.from_centre(board.columns) if proof.wins(board.play(c))]
    wrong = [column for column in board.columns if column not in right]
    if completes(board):
        first = translate("A line can be completed.")
    elif completes(board, waiting=True):
        first = translate("{loser} threatens a line, which has to be stopped.", loser=found.loser)
    elif completes(board.play(right[0]), waiting=True):
        first = translate("The right stone threatens a line.")
    else:
        first = translate("The right stone threatens nothing at once.")
    other = Random(f"{found.puzzle.seed} {board}").choice(wrong or right)
    one, two = (COLUMNS[column - 1] for column in sorted((right[0], other)))
    if not wrong:
        return first, translate("Any column will do.")
    return first, translate("It is column {one} or column {two}.", one=one, two=two)


def way_to_win(solver: "Solver", found: Attempt) -> str:
    """The columns of both sides to the end, by their names, while the loser holds out longest."""
    return Proof(solver, found.board, found.stones).line()


def solution_in_words(solver: "Solver", found: Attempt) -> str:
    """The same, each stone with its column."""
    return line_in_words(found.board, way_to_win(solver, found))


def line_in_words(board: Board, line: str) -> str:
    """The columns of a line of play, each with its stone.

    >>> line_in_words(Board.parse("12"), "343")
    'Column 3: X 3, O 4, X 3.'
    """
    stones = (f"{STONES[(board.ply + n) % 2]} {column}" for n, column in enumerate(line))
    return translate("Column {column}: {line}.", column=line[0], line=", ".join(stones))
