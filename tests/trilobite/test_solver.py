"""Exact scores: against plain minimax, against other solvers, and against what is published."""

import math
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.book import BookMaker

import moolab
from moolab.errors import InvalidMove, InvalidPosition
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book, entry, heading, open_book
from moolab.trilobite.score import Bounds, possible, score_of_win
from moolab.trilobite.solver import exact, grid, kernel, workspace
from moolab.trilobite.solver.exact import Solver, _agree
from moolab.trilobite.tree import tree
from tests.helpers.boards import positions
from tests.helpers.minimax import Minimax
from tests.helpers.paths import DATA, PROJECT
from tests.helpers.patience import PATIENCE, wait_until

POSITIONS = DATA / "positions"

BOOKS = Path(moolab.__file__).parent / "trilobite" / "books"

NODES = DATA / "trilobite_nodes.txt"
"""Lines of set, position, and nodes that a fresh solver searches.

They say when the search does other work than before. After a change that was meant, rewrite them
with MOOLAB_REWRITE_NODES=1 and read the difference.
"""

SMALL = [
    *(Shape(3, 3, 3), Shape(4, 3, 3), Shape(3, 4, 3), Shape(5, 2, 2), Shape(4, 2, 4)),
    *(Shape(2, 5, 4), Shape(1, 5, 3), Shape(5, 1, 3), Shape(3, 4, 2), Shape(5, 2, 5)),
]

VALUES = {
    (4, 4): 0,
    (5, 4): 0,
    (6, 4): -1,
    (7, 4): 0,
    (4, 5): 0,
    (5, 5): 0,
    (6, 5): 0,
    (4, 6): 0,
    (5, 6): 0,
    (4, 7): 0,
    (4, 8): 0,
}
"""By width and height, four in a row: scores that follow from the last moves which Tromp and
Steininger published."""

SLOW_VALUES = {(8, 4): -1, (7, 5): 0, (8, 5): 1, (6, 6): -1, (7, 6): 1, (6, 7): 1}


def small_solver(shape: Shape) -> Solver:
    return Solver(shape, memory=1 << 20, book=False)


def read_book(size: str) -> list[str]:
    return (BOOKS / f"{size}x4.txt").read_text(encoding="ascii").splitlines()


def entries(file: Path) -> list[tuple[str, int]]:
    lines = (line.split() for line in file.read_text(encoding="ascii").splitlines())
    return [(moves, int(score)) for moves, score in lines]


def shape_of(file: Path) -> Shape:
    return Shape.parse(file.stem.split("_")[1])


def going_on(shape: Shape) -> Iterator[Board]:
    """All positions in which the game goes on."""
    seen, waiting = set(), [Board.empty(shape)]
    while waiting:
        board = waiting.pop()
        if board not in seen and not board.is_over:
            seen.add(board)
            yield board
            waiting += [board.play(column) for column in board.columns]


FILES = sorted(POSITIONS.glob("*.txt"))


@pytest.mark.parametrize(
    ("shape", "most"),
    [
        # Other lines than four in two words would be compiled for nothing else: 8 seconds.
        *((shape, 2 if shape.win == 4 else 1) for shape in SMALL),
        *(pytest.param(shape, 2, marks=pytest.mark.slow) for shape in SMALL if shape.win != 4),
    ],
    ids=lambda value: f"{value}-{value.win}" if isinstance(value, Shape) else f"{value}",
)
def test_every_position_of_small_boards_has_the_score_that_minimax_gives_it(
    shape: Shape, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Minimax()
    scores = {board: plain.score(tree(board)) for board in going_on(shape)}
    for words in range(1, most + 1):
        monkeypatch.setattr(grid, "word_count", lambda _shape, words=words: words)
        fast = small_solver(shape)
        for board, score in scores.items():
            assert fast.score(board) == (score, score), (words, repr(board))


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_positions_of_larger_boards_have_the_scores_that_other_solvers_gave_them(
    file: Path, step: int
) -> None:
    solver = Solver(shape_of(file), memory=16 << 20, book=False)
    for moves, score in entries(file)[::step]:
        assert solver.score(Board.parse(moves, solver.shape)) == (score, score), moves


@pytest.mark.parametrize("size", VALUES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_published_values_of_empty_boards(size: tuple[int, int]) -> None:
    shape = Shape(*size)
    assert Solver(shape, memory=64 << 20).score(Board.empty(shape)) == (VALUES[size],) * 2


@pytest.mark.slow
@pytest.mark.parametrize("size", SLOW_VALUES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_published_values_of_larger_empty_boards(size: tuple[int, int]) -> None:
    shape = Shape(*size)
    solver = Solver(shape, book=False)
    assert solver.score(Board.empty(shape)) == (SLOW_VALUES[size],) * 2


def test_the_work_done_for_some_positions_is_what_it_was() -> None:
    lines = []
    for file in FILES:
        solver = Solver(shape_of(file), memory=16 << 20, book=False)
        moves, score = entries(file)[0]
        assert solver.score(Board.parse(moves, solver.shape)) == (score, score)
        lines.append(f"{file.stem} {moves} {solver.nodes}\n")
    if os.environ.get("MOOLAB_REWRITE_NODES"):
        NODES.write_text("".join(lines))
    assert "".join(lines) == NODES.read_text()


@given(positions(4))
def test_a_mirror_changes_nothing(board: Board) -> None:
    solver = small_solver(board.shape)
    if not board.is_over:
        assert solver.score(board) == solver.score(board.mirror)
        assert [*solver.scores(board).values()] == [*solver.scores(board.mirror).values()][::-1]


def test_the_best_move_has_the_score_of_the_position() -> None:
    solver = small_solver(Shape(5, 4))
    for moves in ("", "3", "33", "334", "12345"):
        board = Board.parse(moves, solver.shape)
        scores = solver.scores(board)
        assert max(scores.values()) == solver.score(board)
        assert list(scores) == list(board.columns)


def test_moves_that_end_the_game_have_scores_too() -> None:
    board = Board.parse("121212", Shape(2, 4))
    assert small_solver(board.shape).scores(board) == {1: Bounds(1, 1), 2: Bounds(0, 0)}


def test_a_search_that_is_cut_short_gives_bounds_and_the_next_one_goes_on_from_there() -> None:
    moves, score = entries(POSITIONS / "rand_8x7_ply22.txt")[0]
    board = Board.parse(moves)
    solver = Solver(board.shape, memory=16 << 20)
    bounds = solver.search(board, nodes=1000)
    assert solver.nodes == 1000
    assert not bounds.exact
    assert bounds.lower <= score <= bounds.upper
    cut = solver.score(board, seconds=0)
    assert cut.lower <= score <= cut.upper
    assert solver.score(board) == (score, score)


def test_whether_a_score_can_be_reached() -> None:
    solver = small_solver(Shape(4, 4))
    board = Board.empty(solver.shape)
    assert [solver.reaches(board, score) for score in (-8, -1, 0, 1, 8)] == [
        *(True, True, True),
        *(False, False),
    ]
    assert Solver(Shape()).reaches(Board.parse("12"), 3, seconds=0) is None


@given(positions(4), st.integers(-8, 8))
def test_reaching_a_score_is_having_as_much(board: Board, score: int) -> None:
    if not board.is_over:
        solver = small_solver(board.shape)
        assert solver.reaches(board, score) == (solver.score(board).lower >= score)


def test_a_guess_does_not_change_the_score() -> None:
    board = Board.parse("334", Shape(5, 5))
    exact = small_solver(board.shape).score(board)
    for guess in range(-12, 13):
        assert small_solver(board.shape).search(board, guess=guess) == exact


def test_what_is_known_beforehand_does_not_change_the_score() -> None:
    board = Board.parse("334455", Shape(5, 4))
    exact = small_solver(board.shape).score(board)
    for seconds in (None, 60):
        for least in range(exact.lower - 3, exact.lower + 1):
            assert small_solver(board.shape).score(board, seconds, least) == exact


def test_what_is_proved_in_spite_of_the_book_is_in_the_table() -> None:
    shape = Shape(5, 4)
    solver = Solver(shape, memory=1 << 20, book=Book(shape, ["4432 -1"]))
    board = Board.parse("4432", shape)
    assert solver.reaches(board, -1)
    assert solver.nodes == 0
    assert solver.proves(board, -1)
    assert not solver.proves(board, 0)
    assert solver.nodes > 0
    nodes = solver.nodes
    assert solver.search(board, lower=-2, upper=-1).lower == -1
    assert solver.nodes == nodes + 1


def test_there_is_no_score_to_look_for_after_the_end() -> None:
    solver = Solver(Shape(), memory=1 << 20, book=Book(Shape(), ["11111122 0"]))
    over = Board.parse("1212121")
    for ask in (solver.score, solver.search, lambda board: solver.score_moves([board])):
        with pytest.raises(InvalidMove, match="the game is over"):
            ask(over)


def test_positions_and_books_of_other_boards_are_refused() -> None:
    solver = small_solver(Shape(7, 6))
    other = Board.empty(Shape(7, 6, 5))
    for ask in (solver.score, solver.search, lambda board: solver.score_moves([board])):
        with pytest.raises(InvalidPosition, match="for 7x6, 5 in a row; the solver is for 7x6, 4"):
            ask(other)
    with pytest.raises(InvalidPosition, match="this book is for 8x7, 4 in a row; the solver"):
        Solver(Shape(7, 6), book=Book(Shape()))


def test_a_small_table_only_costs_time() -> None:
    moves, score = entries(POSITIONS / "rand_8x7_ply22.txt")[0]
    solver = Solver(Shape(), memory=1 << 12, book=False)
    assert solver.score(Board.parse(moves)) == (score, score)


def test_an_interruption_comes_at_once_and_loses_nothing() -> None:
    board = Board.empty()
    solver = Solver(board.shape, memory=16 << 20, book=False)
    solver.search(Board.parse("1" * 7), nodes=1)
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with pytest.raises(KeyboardInterrupt):
        solver.score(board)
    assert solver.score(Board.parse("121212")) == (score_of_win(board.shape.cells, 6),) * 2


def test_scores_of_moves_that_take_hours_can_be_interrupted() -> None:
    solver = Solver(Shape(), memory=1 << 20, book=False)
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with pytest.raises(KeyboardInterrupt):
        solver.score_moves([Board.empty()], workers=2)


def test_an_interruption_while_threads_are_started_leaves_none_searching(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = Solver(Shape(), memory=1 << 20, book=False, workers=3)
    assert solver._helpers is not None
    submit, started = solver._helpers.submit, list[Future[None]]()

    def interrupt(work: Callable[[], None]) -> Future[None]:
        if started:
            raise KeyboardInterrupt
        started.append(submit(work))
        return started[0]

    monkeypatch.setattr(solver._helpers, "submit", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solver.search(Board.empty())
    assert started[0].done()


def test_another_thread_can_stop_a_search() -> None:
    solver = Solver(Shape(), memory=1 << 16, book=False)
    with ThreadPoolExecutor(1) as thread:
        searching = thread.submit(solver.score, Board.empty())
        wait_until(
            lambda: solver.nodes > 0,
            searching.exception,
            alive=lambda: not searching.done(),
            seconds=PATIENCE,
        )
        solver.stop()
        with pytest.raises(CancelledError):
            searching.result()


@pytest.mark.parametrize("workers", [1, 2])
def test_where_nodes_take_long_fewer_are_searched_before_a_look_at_the_clock(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = Solver(Shape(), memory=1 << 16, book=False, workers=workers)

    class Clock:
        """A thousand nodes of a thread take a second."""

        @staticmethod
        def perf_counter() -> float:
            return solver.nodes_by_thread[0] / 1000

    monkeypatch.setattr(exact, "time", Clock)
    solver.search(Board.empty(), seconds=10)
    assert 10_000 <= solver.nodes_by_thread[0] < 12_000


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def test_the_scores_of_the_first_moves_are_in_the_book() -> None:
    board = Board.empty(Shape(7, 6))
    solver = Solver(board.shape)
    assert solver.score(board) == (1, 1)
    assert [bounds.lower for bounds in solver.scores(board).values()] == [-2, -1, 0, 1, 0, -1, -2]
    assert solver.nodes == 0


def test_what_a_move_into_the_book_reaches_is_sure() -> None:
    shape = Shape(8, 7)
    solver = Solver(shape, memory=1 << 20, book=Book(shape, ["4 -2", "1 1"]))
    empty = Board.empty(shape)
    assert solver.score(empty, seconds=0).lower == 2
    assert solver.reaches(empty, 2) is True
    assert solver.score(Board.parse("8")) == (1, 1)


def test_a_book_is_followed_by_both_players() -> None:
    """Perfect play finds all it needs in the book, or by a short search."""
    shape = Shape(4, 4)
    solver, book = Solver(shape, 1 << 16, book=False, workers=2), Book(shape)
    kept: dict[Board, Bounds] = {}
    maker = BookMaker(solver, book, kept.__setitem__, easy=20)
    maker.score_first_moves()
    assert len(book) == 1 + 2
    maker.perfect_play((0, 1))
    exact = [board for board, known in kept.items() if known.exact]
    assert len(book) == len(exact)
    for board in exact:
        assert solver.search(board) == (book.get(board),) * 2
    waiting, followed = [Board.empty(shape)], 0
    while waiting:
        board = waiting.pop()
        score = book.get(board)
        if score is None:
            assert small_solver(shape).search(board.canonical, nodes=20).exact
            continue
        followed += 1
        column = book.recall(board, score)
        assert column is not None or any(board.play(each).winner for each in board.columns)
        after = board.play(column) if column is not None else None
        waiting += [after.play(each) for each in after.columns] if after else []
        waiting = [board for board in waiting if not board.is_over]
    assert followed > 10


def test_threads_that_make_a_book_stop_together() -> None:
    shape = Shape(7, 6)
    solver = Solver(shape, 1 << 20, book=False, workers=2)
    looks = 0

    def interrupt(_board: Board, _known: Bounds) -> None:
        nonlocal looks
        looks += 1
        if looks == 10:
            raise KeyboardInterrupt

    solver.watch = interrupt
    first_moves = Book(shape, ["1 2", "2 1", "3 0", "4 -1"])
    with pytest.raises(KeyboardInterrupt):
        BookMaker(solver, first_moves, lambda *_: None).perfect_play((1,))
    # What can follow takes millions.
    assert solver.nodes < 1_000_000


def test_threads_that_are_being_started_to_make_a_book_stop_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted(ThreadPoolExecutor):
        def submit(self, *call: Any, **options: Any) -> Future[Any]:
            if self._threads:
                raise KeyboardInterrupt
            return super().submit(*call, **options)

    monkeypatch.setattr("tools.book.ThreadPoolExecutor", Interrupted)
    solver = Solver(Shape(7, 6), 1 << 20, book=False, workers=2)
    first_moves = Book(solver.shape, ["1 2", "2 1", "3 0", "4 -1"])
    with pytest.raises(KeyboardInterrupt):
        BookMaker(solver, first_moves, lambda *_: None).perfect_play((1,))
    # What can follow takes millions.
    assert solver.nodes < 1_000_000


@pytest.mark.parametrize(("size", "role"), [((5, 5), 0), ((4, 6), 1)])
def test_a_book_holds_a_score_against_anything(size: tuple[int, int], role: int) -> None:
    """Who plays the first column that the book knows holds a win or a draw until that is easy."""
    shape = Shape(*size)
    solver, book = small_solver(shape), Book(shape)
    BookMaker(solver, book, lambda *_: None, easy=200).hold((role,))
    empty = Board.empty(shape)
    starts = [empty] if role == 0 else [empty.play(column) for column in empty.columns]
    scored = [(board, solver.score(board).lower) for board in starts]
    waiting, held = [(board, score) for board, score in scored if score >= 0], 0
    while waiting:
        board, score = waiting.pop()
        afters = [board.play(column) for column in shape.from_centre(board.columns)]
        afters = [each for each in afters if not each.is_over and book.bounds(each).upper <= -score]
        if afters:
            held += 1
            assert solver.score(afters[0]).upper <= -score
            answers = [afters[0].play(column) for column in afters[0].columns]
            waiting += [(answer, score) for answer in answers if not answer.is_over]
        else:
            found = [
                small_solver(shape).search(each, nodes=200, lower=score - 1, upper=score)
                for each in (board, board.mirror)
            ]
            assert max(bounds.lower for bounds in found) >= score
    assert held > 5


@pytest.mark.slow
@pytest.mark.parametrize("size", ["7x6", "8x7"])
def test_the_books_hold_what_can_be_held(size: str) -> None:
    shape, added = Shape.parse(size), list[Board]()
    solver, book = Solver(shape, book=False), Book(shape, read_book(size))
    BookMaker(solver, book, lambda board, _: added.append(board)).hold((0, 1))
    assert not added


def test_the_how_to_says_how_large_the_book_is() -> None:
    _, *lines = read_book("8x7")
    exact = sum(".." not in line for line in lines)
    said = f"The book has {len(lines):,} positions, {exact:,} of them with their exact scores."
    assert said in (PROJECT / "docs/how-to/trilobite.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", ["7x6", "9x6"])
def test_a_book_that_is_read_where_threads_look_knows_all_that_is_in_it(size: str) -> None:
    shape, lines = Shape.parse(size), read_book(size)
    whole, lazy = Book(shape, lines), open_book.__wrapped__(shape)
    texts = [line.split()[0].strip("-") for line in lines if not line.startswith("#")]
    boards = [Board.parse(text, shape) for text in texts]
    Random(1).shuffle(boards)
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(lazy.entry, boards)] == [whole.entry(board) for board in boards]
    assert (len(lazy), lazy.last_ply) == (len(whole), whole.last_ply)
    assert len(open_book.__wrapped__(shape)) == len(whole)


def test_what_takes_long_is_asked_about_the_moves_and_every_answer_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"PATIENCE": 40, "_HOPELESS": 14, "_GLANCE": 20, "_AHEAD": 2}.items():
        monkeypatch.setattr(f"tools.book.{name}", value)
    shape, kept = Shape(4, 4), list[tuple[Board, Bounds]]()
    solver = Solver(shape, memory=1 << 12, book=False)
    maker = BookMaker(solver, Book(shape), lambda *found: kept.append(found))
    maker.score_empty(guess=1)
    maker.score_first_moves()
    exact = small_solver(shape)
    assert kept[-1][1].exact
    assert any(not bounds.exact for _, bounds in kept)
    for board, bounds in kept:
        assert bounds.lower <= exact.score(board).lower <= bounds.upper
    # Stopped in the middle, it goes on from what was written.
    lines = [entry(*each) for each in kept]
    rest: list[Board] = []
    half = Book(shape, lines[: len(lines) // 2])
    maker = BookMaker(solver, half, lambda board, _: rest.append(board))
    maker.score_empty(guess=1)
    maker.score_first_moves()
    assert 0 < len(rest) < len(kept)
    assert half.get(Board.empty(shape)) == exact.score(Board.empty(shape)).lower


def test_with_a_larger_table_fewer_questions_are_asked_about_the_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in {"PATIENCE": 40, "_HOPELESS": 14, "_GLANCE": 20, "_AHEAD": 2}.items():
        monkeypatch.setattr(f"tools.book.{name}", value)
    shape, kept = Shape(4, 4), list[int]()
    for usual in (1 << 12, 1 << 10):
        monkeypatch.setattr("tools.book.MEMORY", usual)
        book = Book(shape)
        BookMaker(Solver(shape, 1 << 12, book=False), book, lambda *_: None).score_empty()
        assert book.get(Board.empty(shape)) == 0
        kept.append(len(book))
    assert kept[1] < kept[0]


def test_a_book_that_has_the_empty_board_alone_is_one() -> None:
    shape = Shape(4, 4)
    assert Solver(shape, memory=1 << 20, book=Book(shape, ["- 0"])).book.last_ply == 0
    assert small_solver(shape).book.last_ply < 0


def test_a_solution_says_whether_the_book_was_believed() -> None:
    shape = Shape(4, 4, 3)
    solver = Solver(shape, memory=1 << 20, book=Book(shape, ["- 0"]))
    assert solver.solve(Board.parse("", shape)).book
    assert not solver.solve(Board.parse("1", shape)).book


@pytest.mark.parametrize(
    ("lines", "at"),
    [(("- 1", "- -1"), ""), (("- 0..1", "1 1", "2 1"), ""), (("4 -2..-1", "41 0"), "41")],
)
def test_a_book_that_contradicts_itself_is_wrong(lines: tuple[str, ...], at: str) -> None:
    board = Board.parse(at, Shape(4, 4))
    with pytest.raises(InvalidPosition, match=rf"wrong: by it, {at or 'the empty board'} has a"):
        Book(board.shape, lines).bounds(board)


def test_a_book_that_a_search_contradicts_is_wrong() -> None:
    shape = Shape(3, 3, 3)
    solver = small_solver(shape)
    assert solver.score(Board.empty(shape)) == (0, 0)
    maker = BookMaker(solver, Book(shape, ["- 1..2"]), lambda *_: None)
    with pytest.raises(InvalidPosition, match="the book is wrong: by it, the empty board has"):
        maker.score_empty()


def test_the_first_line_of_a_book_may_say_which_board_it_is_for() -> None:
    for shape in (Shape(7, 6), Shape(8, 7), Shape(9, 6)):
        assert read_book(str(shape))[0] == heading(shape)
    book = Book(Shape(4, 4), ["# 4x4, 4 in a row ", "# not 7x6, 4 in a row", "- 0"])
    assert len(book) == 1
    with pytest.raises(InvalidPosition, match=r"this book is for 7x6, 4 in a row$"):
        Book(Shape(4, 4), ["# 7x6, 4 in a row ", "- 0"])


@pytest.mark.parametrize("moves", ["44-", "4-4", "--"])
def test_a_dash_among_moves_is_no_column(moves: str) -> None:
    with pytest.raises(InvalidMove, match="there is no column '-'"):
        Book(Shape(), [f"{moves} 0"])


def test_bounds_in_a_book_are_where_a_search_begins() -> None:
    book = Book(Shape(), ["444444 2..20", "- -1..19", "44 -3"])
    solver = Solver(Shape(), memory=1 << 20, book=book)
    assert solver.score(Board.parse("444444"), seconds=0) == (2, 20)
    assert solver.score(Board.empty(), seconds=0) == (-1, 19)
    assert solver.reaches(Board.parse("444444"), 2) is True
    assert solver.score(Board.parse("4"), seconds=0).lower == 3


@pytest.mark.parametrize("words", [1, 2])
def test_threads_that_share_a_table_find_the_same_scores(
    words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid, "word_count", lambda _shape: words)
    monkeypatch.setattr("moolab.trilobite.solver.exact._MOMENT", 100)
    monkeypatch.setattr("moolab.trilobite.solver.exact._LONG_SLICE", 2000)
    for file, count in (("rand_8x7_ply26.txt", 5), ("rand_8x7_ply30.txt", 10)):
        solver = Solver(Shape(), memory=1 << 16, book=False, workers=3)
        for moves, score in entries(POSITIONS / file)[:count]:
            assert solver.score(Board.parse(moves)) == (score, score), moves


def test_a_small_table_is_enough_for_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.trilobite.solver.exact._MOMENT", 100)
    board, shape = Board.parse("3", Shape(5, 4)), Shape(5, 4)
    alone, crowd = (Solver(shape, 1 << 10, book=False, workers=count) for count in (1, 20))
    assert crowd.score(board) == alone.score(board)
    assert (crowd.score_moves([board], workers=20) == alone.score_moves([board])).all()


def test_what_one_search_has_learned_does_not_change_the_next() -> None:
    moves, _ = entries(POSITIONS / "rand_8x7_ply22.txt")[0]
    solver = Solver(Shape(), memory=1 << 16, book=False)
    nodes = []
    for _ in range(2):
        solver.clear()
        before = solver.nodes
        solver.score(Board.parse(moves))
        nodes.append(solver.nodes - before)
    assert nodes[0] == nodes[1] > 0


def test_threads_that_search_in_turns_find_the_score_too() -> None:
    """As badly interleaved as can be, and the same each time."""
    work = workspace.workspace(Shape(), 1 << 16, threads=2)
    for moves, score in entries(POSITIONS / "rand_8x7_ply26.txt")[:5]:
        board = Board.parse(moves)
        most = score_of_win(56, 26)
        workspace.begin(work, board.mover, board.filled, -most, most)
        while work.states["lower"].max() < work.states["upper"].min():
            for thread in range(2):
                work.states["limit"] = 0
                work.states[thread]["limit"] = work.states[thread]["nodes"] + 50
                kernel.solve(*workspace.of_thread(work, thread), b"", exact._NO_ROWS)
                _agree(work)
        assert work.states["lower"].tolist() == work.states["upper"].tolist() == [score, score]
    assert all(work.states["nodes"] > 1000)


@pytest.mark.parametrize("size", ["7x6", "8x7"])
def test_late_entries_of_the_books_are_right(size: str) -> None:
    """Those that are found fast enough; the command in docs/how-to checks all of them."""
    shape = Shape.parse(size)
    fast = Solver(shape, memory=64 << 20, book=False)
    lines = sorted(read_book(size), key=len)
    for moves, known in map(str.split, Random(1).sample(lines[-200:], 2)):
        told, found = Bounds.parse(known), fast.search(Board.parse(moves, shape), nodes=1_000_000)
        assert max(told.lower, found.lower) <= min(told.upper, found.upper)


def test_what_may_take_long_is_early_unless_the_book_knows_it() -> None:
    solver = Solver(Shape(), memory=1 << 16)
    assert not solver.is_early(Board.empty())
    assert solver.is_early(Board.parse("18"))
    assert not solver.is_early(Board.parse("4453443512"))
    assert not Solver(Shape(7, 6), memory=1 << 16).is_early(Board.empty(Shape(7, 6)))


def test_three_in_a_row_are_never_early() -> None:
    three = Shape(12, 12, 3)
    solver, empty = Solver(three, memory=1 << 16), Board.empty(three)
    assert not solver.is_early(empty)
    assert not solver.is_short(empty, seconds=1)


def test_what_is_told_without_time_is_possible() -> None:
    shape = Shape(11, 10)
    solver, empty = Solver(shape, memory=1 << 16), Board.empty(shape)
    assert solver.recalled_bounds(empty) == possible(empty)
    told = solver.score(empty, seconds=0)
    assert told & possible(empty) == told


def test_watching_shows_the_position_and_its_bounds() -> None:
    solver = Solver(Shape(6, 5), memory=1 << 20, book=False)
    heard: list[tuple[Board, Bounds]] = []
    solver.watch = lambda board, bounds: heard.append((board, bounds))
    empty = Board.empty(Shape(6, 5))
    assert solver.score(empty) == Bounds(0, 0)
    assert heard[-1] == (empty, Bounds(0, 0))
    assert len(heard) > 1
    assert all(bounds.lower <= 0 <= bounds.upper for _, bounds in heard)


def test_bounds_that_are_watched_hold_and_come_inwards_in_a_limited_time_too() -> None:
    shape = Shape(6, 5)
    solver = Solver(shape, memory=1 << 20, book=False)
    heard: list[Bounds] = []
    solver.watch = lambda _, bounds: heard.append(bounds)
    for moves in ("", "334", "1122"):
        board = Board.parse(moves, shape)
        exact = solver.score(board).lower
        solver.clear()
        wide = solver.search(board, nodes=1)
        heard.clear()
        assert solver._narrow(board, wide, end=math.inf) == (exact, exact)
        for before, after in pairwise([wide, *heard]):
            assert before.lower <= after.lower <= exact <= after.upper <= before.upper


def test_bounds_come_inwards_until_they_meet_or_the_time_is_over() -> None:
    for moves in ("", "4432", "1122", "333"):
        board = Board.parse(moves, Shape(5, 4))
        solver = Solver(Shape(5, 4), memory=1 << 20, book=False)
        exact = solver.score(board)
        wide = Bounds(-score_of_win(20, board.ply), score_of_win(20, board.ply))
        solver.clear()
        assert solver._narrow(board, wide, end=math.inf) == exact
        assert solver._narrow(board, wide, end=0) == wide


def test_in_a_limited_time_it_is_asked_first_who_wins() -> None:
    shape = Shape(6, 5)
    solver = Solver(shape, memory=1 << 20, book=False)
    asked: list[int] = []
    solver.watch = lambda *_: asked.append(solver.question[0])
    for moves in ("", "334", "1122"):
        board = Board.parse(moves, shape)
        exact = solver.score(board).lower
        solver.clear()
        asked.clear()
        assert solver.score(board, seconds=600) == (exact, exact)
        assert asked[0] == 1, "is it a win?"
        first = list(dict.fromkeys(asked))
        assert exact > 0 or first[1:2] in ([], [0]), "then: is it a loss?"


def test_whoever_stops_the_search_of_an_early_position_is_told_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact, "_FIRST_LOOK", 600)
    solver = Solver(Shape(), memory=1 << 20, book=False)

    def stop(_: Board, bounds: Bounds) -> None:
        if bounds.lower > -24 and bounds.upper < 24:
            raise KeyboardInterrupt

    solver.watch = stop
    with pytest.raises(KeyboardInterrupt):
        solver.score(Board.empty())


def test_the_scores_of_columns_are_not_looked_for_above_that_of_their_position() -> None:
    board = Board.parse("334", Shape(6, 5))
    solver = Solver(board.shape, memory=1 << 20, book=False)
    exact = solver.score(board).lower
    scores = solver.scores(board, seconds=600, most=exact)
    assert scores == solver.scores(board)
    assert max(scores.values()) == (exact, exact)


def test_a_short_time_gives_bounds_that_say_something() -> None:
    known = Solver(Shape(), memory=1 << 24).score(Board.parse("18"), 2)
    assert -26 < known.lower < known.upper < 26
