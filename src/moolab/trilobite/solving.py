"""A puzzle that somebody solves: column by column, while the loser holds out as long as it can."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from moolab.errors import InvalidMove
from moolab.support.language import translate, translate_number
from moolab.trilobite.board import COLUMNS, STONES, Board
from moolab.trilobite.puzzle import Proof, Puzzle
from moolab.trilobite.threats import completes

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver


class Attempt(NamedTuple):
    """How far somebody has come with a puzzle.

    Attributes:
        puzzle: what is solved.
        board: the position now.
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

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.puzzle import make_puzzle
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
        else translate_number(
            "{winner} to move wins in {number} stone: where?",
            "{winner} to move wins in {number} stones: where?",
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
    return translate_number(
        "Not column {column}: {loser} answers in column {reply}, and {winner} does not win in "
        "{number} stone.",
        "Not column {column}: {loser} answers in column {reply}, and {winner} does not win in "
        "{number} stones.",
        found.stones,
        **told,
    )


def hints(solver: "Solver", found: Attempt) -> tuple[str, str]:
    """What helps with the next stone: what it does, and then two columns, one of which is right.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.puzzle import make_puzzle
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
    """The same, each stone with its column.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.puzzle import make_puzzle
    >>> from moolab.trilobite.solver.exact import Solver
    >>> solver = Solver(Shape(5, 4, 3), memory=1 << 16)
    >>> solution_in_words(solver, attempt(solver, make_puzzle(solver, stones=2, seed=1)))
    'Column 4: X 4, O 3, X 2.'
    """
    return line_in_words(found.board, way_to_win(solver, found))


def line_in_words(board: Board, line: str) -> str:
    """The columns of a line of play, each with its stone.

    >>> line_in_words(Board.parse("12"), "343")
    'Column 3: X 3, O 4, X 3.'
    """
    stones = (f"{STONES[(board.ply + n) % 2]} {column}" for n, column in enumerate(line))
    return translate("Column {column}: {line}.", column=line[0], line=", ".join(stones))
