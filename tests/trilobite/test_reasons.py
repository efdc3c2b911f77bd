"""Threats, and why a stone loses: every kind of reason is true, by trying all that can follow."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from moolab.trilobite import judgement
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.judgement import (
    JudgedStone,
    Reason,
    judge_stone,
    judge_stones,
    judgement_in_words,
    reason_in_words,
)
from moolab.trilobite.score import Bounds, Solution, possible
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.threats import Threat, Win, how_won, marks, seen, threats

SMALL = [Shape(5, 4, 3), Shape(5, 4), Shape(4, 5), Shape(5, 5), Shape(6, 4), Shape(4, 5, 3)]


@cache
def solver(shape: Shape) -> Solver:
    """Exact scores from nothing but the search."""
    return Solver(shape, 1 << 20, book=False)


def games(shape: Shape, number: int, last: float = 0.9) -> Iterator[Board]:
    """Positions of random play, in which the game goes on and nobody completes a line at once."""
    chance = Random(f"{shape} {shape.win}")
    while number:
        board = Board.empty(shape)
        for _ in range(chance.randrange(int(last * shape.cells))):
            quiet = [c for c in board.columns if not completes(board.play(c))]
            if not quiet:
                break
            board = board.play(chance.choice(quiet))
        if not board.is_over and not completes(board):
            number -= 1
            yield board


def completes(board: Board) -> list[int]:
    """The columns where the player to move completes a line."""
    return [column for column in board.columns if board.play(column).winner]


def row_of(board: Board, column: int) -> int:
    """The row where a stone falls."""
    return (board.filled & board.shape.column(column)).bit_count() + 1


def check_seen(board: Board, win: Win) -> None:
    """What the stones show holds against every answer."""
    assert win.winner == board.turn
    for number, name in enumerate(win.moves):
        if number % 2:
            # Any other answer would lose at once.
            for other in set(board.columns) - {board.column(name)}:
                assert completes(board.play(other))
        board = board.play(board.column(name))
    if win.way == "line":
        assert win.columns == tuple(completes(board))
    elif win.way in ("fork", "above", "anywhere"):
        assert board.turn == win.loser
        assert not completes(board)
        assert all(completes(board.play(column)) for column in board.columns)
        here = tuple(t.column for t in threats(board) if t.stone == win.winner and t.now)
        assert win.columns == here
        assert {"fork": len(here) > 1, "above": len(here) == 1, "anywhere": not here}[win.way]
        if win.way == "above":
            assert here[0] in completes(board.play(here[0]))
    else:
        assert can_get(board, win.winner, win.threat)


def can_get(board: Board, stone: str, threat: Threat | None) -> bool:
    """Whether a player can get the cell of a threat, with no other line of its own counting.

    Without a threat, whether it can get a line at all.
    """
    shape = board.shape

    @cache
    def gets(own: int, other: int, *, mine: bool) -> bool:
        filled = own | other
        for column in range(1, shape.width + 1):
            cell = (filled & shape.column(column)) + (shape.bottom & shape.column(column))
            if not cell & shape.column(column):
                continue
            if mine:
                here = threat is not None and cell == at
                if here or (threat is None and shape.line(own | cell)):
                    return True
                if gets(own | cell, other, mine=False):
                    return True
            elif shape.line(other | cell) or not gets(own, other | cell, mine=True):
                return False
        return not mine and filled != shape.full

    at = 0 if threat is None else (shape.bottom & shape.column(threat.column)) << threat.row - 1
    own, other = (board.mover, board.waiting)[:: 1 if board.turn == stone else -1]
    return gets(own, other, mine=board.turn == stone)


def test_what_the_stones_show_holds_against_every_answer() -> None:
    met = set()
    for shape in SMALL:
        for board in games(shape, 30, last=0.8):
            if win := seen(board):
                met.add(win.way)
                check_seen(board, win)
                assert solver(shape).score(board).lower > 0
    assert met == {"fork", "above", "anywhere", "threat", "claimeven"}


@pytest.mark.parametrize("shape", SMALL[:4], ids=lambda shape: f"{shape}-{shape.win}")
def test_where_nothing_is_seen_yet_both_sides_play_best(shape: Shape) -> None:
    for board in games(shape, 15):
        win = how_won(board, solver(shape))
        score = solver(shape).score(board).lower
        assert (win is not None) == (score > 0)
        if win is None:
            continue
        shown = board
        for ply, name in enumerate(win.before, start=1):
            assert seen(shown) is None or ply % 2 == 0
            shown = shown.play(board.column(name))
            assert solver(shape).score(shown).lower == (-score if ply % 2 else score)
        # What the stones show then is not best play: it may take longer.
        assert win._replace(before="") == seen(shown)
        check_seen(shown, win)


def test_threats_are_the_cells_that_complete_a_line() -> None:
    for shape in SMALL[:4]:
        for board in games(shape, 10):
            found = threats(board)
            assert [t[:3] for t in found] == sorted(
                [t[:3] for t in found], key=lambda t: (t[1:], t[0] == "O")
            )
            for turn in (board, Board(shape, board.waiting, board.filled, board.moves)):
                stone = board.turn if turn is board else "XO"[board.ply % 2 == 0]
                here = {(t.column, t.row) for t in found if t.stone == stone}
                for column in board.columns:
                    for row in range(row_of(board, column), shape.height + 1):
                        cell = (shape.bottom & shape.column(column)) << row - 1
                        assert ((column, row) in here) == bool(shape.line(turn.mover | cell) & cell)
            elsewhere = shape.cells - shape.height
            assert all(t.gets == "XO"[(elsewhere + t.row - 1) % 2] for t in found)
            assert {t.now for t in found if t.row == row_of(board, t.column)} <= {True}
            assert len(marks(board)) == len({(t.column, t.row) for t in found})


LOSING = {
    "11223": (8, "It does not stop X, who completes a line in column 4."),
    "122334345": (4, "It lets X complete a line right above it."),
    "415": (
        1,
        (
            "X answers in column 3. "
            "Then X can complete a line in columns 2 and 6, and O stops only one."
        ),
    ),
}
"""Positions, stones that lose, and why."""


@pytest.mark.parametrize("moves", LOSING)
def test_why_a_stone_loses(moves: str) -> None:
    column, said = LOSING[moves]
    win = seen(Board.parse(moves).play(column))
    assert win is not None
    below = not win.moves and win.columns == (column,)
    assert reason_in_words(Reason(win, missed=False, below=below)) == said


def test_each_way_to_win_has_a_sentence() -> None:
    said = set()
    threat = Threat("O", 5, 4, now=False, waits=False, gets="O")
    for win in (
        Win("O", "X", "4", "fork", (1, 2, 3)),
        Win("O", "X", "453", "above", (6,)),
        Win("O", "X", "453", "anywhere", before="67"),
        Win("O", "X", "4", "claimeven"),
        Win("O", "X", "4", "claimeven", before="67"),
        Win("O", "X", "4", "threat", threat=threat),
        Win("O", "X", "4", "threat", threat=threat._replace(row=3)),
    ):
        said |= {reason_in_words(Reason(win, missed, below=False)) for missed in (False, True)}
    assert len(said) == 14
    assert (
        "With best play 67 follow. O plays column 4. Then O can answer every stone of X, and has a "
        "line at the latest when the board is full." in said
    )
    assert (
        "O answers in column 4. Then O can answer every stone, and gets the even threat in "
        "column 5, row 4, at the end." in said
    )


def test_mistakes_have_reasons_and_other_stones_have_none() -> None:
    shape = Shape(5, 5)
    board = Board.parse("3324325451155444121", shape)
    judged = judge_stones(board, range(len(board.moves)), solver(shape))
    assert {stone.label for stone in judged} >= {"best", "mistake"}
    for stone in judged:
        assert bool(stone.reason) == (stone.label in ("mistake", "blunder"))
        assert stone == judge_stone(stone.board, stone.column, solver(shape))
    assert "worse" not in {stone.label for stone in judged}
    # A moment is not enough for anything, and then nothing is said.
    hurried = judge_stones(board, range(len(board.moves)), Solver(shape, 1 << 16), 0.0)
    assert {stone.label for stone in hurried} == {"unknown"}


def test_a_mistake_whose_reason_is_not_found_at_once_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shape = Shape(5, 5)
    board, plies = Board.parse("3324325451155444121", shape), range(19)

    def hurry(board: Board, column: int, solver: Solver, _seconds: float | None) -> JudgedStone:
        return judge_stone(board, column, solver)._replace(reason=None)

    expected = judge_stones(board, plies, solver(shape))
    monkeypatch.setattr(judgement, "judge_stone", hurry)
    assert judge_stones(board, plies, solver(shape)) == expected
    assert any(stone.reason for stone in expected)


def test_a_reason_that_was_found_is_kept_by_a_second_look() -> None:
    win = Win("O", "X", "4", "fork", (1, 2))
    stone = JudgedStone(
        Board.empty(), 1, Bounds(1, 9), Bounds(-9, 0), (), "worse", Reason(win, False, False)
    )
    assert min(stone._replace(reason=None), stone, key=judgement._doubt) == stone
    better = stone._replace(label="mistake", reason=None)
    assert min(better, stone, key=judgement._doubt) == better


def test_what_the_opening_book_has_is_known_however_little_time_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, book = Board.parse("4122"), Solver(Shape(), memory=1 << 16)
    first, second = judge_stones(board, (0, 2), book, seconds=0.0)
    assert (first.label, first.best, second.label) == ("best", Bounds(2, 2), "unknown")
    # It has what is before the second stone, and not what is after it, which takes long.
    given: list[tuple[int, float | None]] = []

    def judge(board: Board, column: int, solver: Solver, seconds: float | None) -> JudgedStone:
        given.append((board.ply, seconds))
        return judge_stone(board, column, solver, 0.0)

    monkeypatch.setattr(judgement, "judge_stone", judge)
    judge_stones(board, (0, 2), book, seconds=100.0)
    moments, (again, rest) = given[:2], given[2]
    assert [ply for ply, seconds in moments if seconds and seconds < 1] == [2]
    assert again == 2
    assert rest is not None
    assert rest > 1


@pytest.mark.parametrize(
    ("moves", "column", "said"),
    [
        ("12233434", 1, "It does not stop O, who completes a line in column 5."),
        ("112233", 7, "X could have completed a line at once, in column 4. Better: column 4."),
    ],
)
def test_what_is_worse_has_a_reason_long_before_scores_are_known(
    moves: str, column: int, said: str
) -> None:
    board = Board.parse(moves)
    judged = judge_stone(board, column, OfNextStone(board.shape, 1 << 16, book=False))
    assert judged.label == "worse"
    assert judgement_in_words(judged).endswith(said)


class OfNextStone(Solver):
    """As if the time were over when it has seen what the next stone can do."""

    def solve(self, board: Board, *_: object, **__: object) -> Solution:
        scores = {}
        for column in board.columns:
            after = board.play(column)
            most, least = possible(board).upper, possible(after).upper
            if after.winner:
                scores[column] = Bounds(most, most)
            elif completes(after):
                scores[column] = Bounds(-least, -least)
            else:
                scores[column] = Bounds(1 - least, most - 1)
        lower = max(bounds.lower for bounds in scores.values())
        upper = max(bounds.upper for bounds in scores.values())
        return Solution(board, Bounds(lower, upper), scores, 0, 0.0)
