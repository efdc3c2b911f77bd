"""The levels of play: what each of them never overlooks, and which is stronger."""

import signal
from collections.abc import Iterator
from itertools import islice
from random import Random
from threading import Thread, main_thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.errors import InvalidMove, InvalidPosition, UnknownLevel
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book
from moolab.trilobite.player.engine import Engine
from moolab.trilobite.player.levels import LEVELS, LevelName, Player
from moolab.trilobite.score import Bounds, final_score, possible, score_of_win
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.tree import tree
from tests.helpers.boards import open_positions
from tests.helpers.examples import examples
from tests.helpers.minimax import Minimax
from tests.helpers.paths import DATA
from tests.helpers.patience import PATIENCE, wait_until

SHAPES = [Shape(4, 4, 3), Shape(7, 6), Shape(8, 7), Shape(9, 8), Shape(11, 10), Shape(11, 10, 5)]
POSITIONS = DATA / "positions"
MEMORY = 1 << 18
"""Tests play many short games: small tables are made sooner."""


class Oracle:
    """A solver that knows all scores, or those given.

    Args:
        told: the bounds of each column; exact ones unless given.
    """

    def __init__(self, told: dict[int, Bounds] | None = None) -> None:
        self._told = told
        self._minimax = Minimax()
        self.book = self

    def score(self, board: Board, seconds: float, least: int | None = None) -> Bounds:
        assert seconds >= 0
        assert least is None
        if self._told is None:
            score = self._minimax.score(tree(board))
            return Bounds(score, score)
        lowers, uppers = zip(*self._told.values(), strict=True)
        return Bounds(max(lowers), max(uppers))

    def reaches(self, board: Board, score: int, seconds: float) -> bool | None:
        known = -self._told[int(board.moves[-1])] if self._told else self.score(board, seconds)
        return True if known.lower >= score else False if known.upper < score else None

    has_reached = Solver.has_reached

    # It has no book.

    def recall(self, _board: Board, _score: int) -> int | None:
        return None

    def promised(self, _board: Board) -> int | None:
        return None

    def recalled_bounds(self, board: Board) -> Bounds:
        return possible(board)

    def search(self, board: Board, _seconds: float) -> Bounds:
        return possible(board)

    def proves(self, _board: Board, _score: int, _seconds: float) -> bool:
        return False


def player(
    shape: Shape,
    level: LevelName,
    seed: int | None = None,
    solver: Any = None,
    seconds: float = PATIENCE,
) -> Player:
    """A player who has all the time that it needs, unless told otherwise."""
    return Player(shape, level, seed, seconds, MEMORY, solver)


def winning(board: Board) -> set[int]:
    return {column for column in board.columns if board.play(column).winner}


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
@settings(max_examples=examples(10))
@given(open_positions(SHAPES), st.none() | st.integers(0, 9))
def test_no_level_overlooks_what_comes_next(
    level: LevelName, board: Board, seed: int | None
) -> None:
    column = player(board.shape, level, seed, seconds=0.01).choose(board).column
    if winning(board):
        assert column in winning(board)
    elif any(not winning(board.play(column)) for column in board.columns):
        assert not winning(board.play(column))


def test_a_beginner_overlooks_everything() -> None:
    board = Board.parse("121212")
    chosen = {player(board.shape, "beginner", seed).choose(board).column for seed in range(50)}
    assert chosen == set(range(1, 9))


@pytest.mark.parametrize("level", ["beginner", "easy", "medium"])
def test_the_same_seed_plays_the_same(level: LevelName) -> None:
    for moves in ("", "4453", "44535566"):
        board = Board.parse(moves)
        played = [player(board.shape, level, 7).choose(board) for _ in range(2)]
        assert played[0] == played[1]


def test_what_was_thought_before_does_not_matter() -> None:
    board = Board.parse("44535566")
    experienced = player(board.shape, "hard", 7)
    experienced.choose(Board.parse("445355661"))
    assert experienced.choose(board) == player(board.shape, "hard", 7).choose(board)


def test_equals_are_decided_by_the_seed_or_taken_toward_the_centre() -> None:
    # Neither player can complete a line any more.
    board = Board.parse("1122", Shape(5, 2, 5))
    for level in ("medium", "expert"):
        assert player(board.shape, level).choose(board).column == 3
        chosen = {player(board.shape, level, seed).choose(board).column for seed in range(20)}
        assert chosen == {3, 4, 5}


def game(opening: Board, first: Player, second: Player) -> Board:
    """How the game ends."""
    board = opening
    while not board.is_over:
        mover = first if board.turn == "X" else second
        board = board.play(mover.choose(board).column)
    return board


@pytest.mark.parametrize(
    ("weaker", "stronger", "moves"),
    # Who thinks long begins where games are short.
    [
        *(("beginner", "easy", "1"), ("easy", "medium", "1")),
        pytest.param("medium", "hard", "56626735", marks=pytest.mark.slow),
    ],
)
def test_each_level_is_stronger_than_the_one_before(
    weaker: LevelName, stronger: LevelName, moves: str
) -> None:
    shape = Shape(7, 6)
    opening = Board.parse(moves, shape)
    low, high = player(shape, weaker, 0), player(shape, stronger, 0)
    assert (game(opening, high, low).winner, game(opening, low, high).winner) == ("X", "O")


@pytest.mark.parametrize("moves", ["", "1", "2", "21", "22", "114"])
def test_experts_win_as_soon_and_lose_as_late_as_they_can(moves: str) -> None:
    board = Board.parse(moves, Shape(4, 3, 3))
    score = Minimax().score(tree(board))
    assert score != 0
    end = game(board, player(board.shape, "expert"), player(board.shape, "expert"))
    assert (end.winner == board.turn) == (score > 0)
    assert score_of_win(board.shape.cells, end.ply - 1) == abs(score)


def test_an_expert_tells_what_it_has_proved() -> None:
    shape = Shape(4, 3, 3)
    board = Board.empty(shape)
    score = Minimax().score(tree(board))
    assert player(shape, "expert").choose(board).bounds == Bounds(score, score)
    assert player(Shape(), "medium").choose(Board.empty()).bounds is None


@given(open_positions(SHAPES))
def test_what_a_shallow_look_has_proved_is_so(board: Board) -> None:
    bounds = player(board.shape, "medium").choose(board).bounds
    exact = Engine(board.shape, MEMORY).search(board, depth=6)
    if bounds and exact.exact:
        assert bounds.lower <= exact.score <= bounds.upper


@pytest.mark.parametrize("moves", ["", "2", "1", "22", "221", "1133"])
def test_perfect_play_takes_the_best_column_nearest_to_the_centre(moves: str) -> None:
    board = Board.parse(moves, Shape(4, 3, 3))
    scores = Minimax().scores(tree(board))
    best = max(scores.values())
    advice = player(board.shape, "perfect", 5, Oracle()).choose(board)
    equals = [column for column, score in scores.items() if score == best]
    assert advice.column == board.shape.from_centre(equals)[0]
    assert advice.bounds == Bounds(best, best)


@pytest.mark.parametrize(
    ("told", "expected", "sure"),
    [
        ({3: Bounds(0, 0), 4: Bounds(-20, 20)}, {3}, 0),
        ({3: Bounds(2, 9), 4: Bounds(1, 20), 5: Bounds(-3, 20)}, {3}, 2),
        ({3: Bounds(-3, -3), 4: Bounds(-20, 20), 5: Bounds(-20, -1)}, {4}, None),
        ({3: Bounds(-3, -3), 4: Bounds(-20, -4), 5: Bounds(-8, -2)}, {3}, -3),
        ({3: Bounds(-20, 20), 4: Bounds(-20, 20), 5: Bounds(-20, -1)}, {3, 4}, None),
        ({3: Bounds(-7, -7), 4: Bounds(-9, -9), 5: Bounds(-7, -7)}, {5}, -7),
    ],
)
def test_perfect_play_with_half_of_the_truth(
    told: dict[int, Bounds], expected: set[int], sure: int | None
) -> None:
    everything = {column: told.get(column, Bounds(-25, -22)) for column in range(1, 9)}
    board = Board.parse("3355")
    advice = player(board.shape, "perfect", 5, Oracle(everything)).choose(board)
    assert advice.column in expected
    assert advice.bounds is not None
    assert advice.bounds.lower == (possible(board).lower if sure is None else sure)


def final_score_of(stone: str, end: Board) -> int:
    score = final_score(end)
    assert score is not None
    return score if end.turn == stone else -score


def open_games(name: str, count: int) -> Iterator[tuple[Board, int]]:
    """Positions that are won or drawn for the side to move, with their scores."""
    shape = Shape.parse(name.split("_")[1])
    lines = (POSITIONS / f"{name}.txt").read_text(encoding="ascii").splitlines()
    scored = ((Board.parse(moves, shape), int(score)) for moves, score in map(str.split, lines))
    return islice(((board, score) for board, score in scored if score >= 0), count)


@pytest.mark.parametrize(
    ("name", "workers", "opponent"),
    [
        *(("rand_7x6_ply20", 1, level) for level in ("beginner", "easy", "hard", "perfect")),
        ("rand_8x7_ply26", 2, "perfect"),
    ],
)
def test_perfect_play_never_spoils_a_game(name: str, workers: int, opponent: LevelName) -> None:
    for seed, (board, score) in enumerate(open_games(name, 2)):
        perfect = Player(board.shape, "perfect", seed, PATIENCE, 16 << 20, workers=workers)
        other = Player(board.shape, opponent, seed, PATIENCE, 16 << 20)
        pair = (perfect, other) if board.turn == "X" else (other, perfect)
        end = game(board, *pair)
        reached = final_score_of(board.turn, end)
        # Allowing it loses sooner.
        assert reached == score if opponent == "perfect" else reached >= score, board


def test_perfect_play_keeps_to_the_columns_of_its_book() -> None:
    book = Book(Shape(), ["33 2..27", "338 -27..-2", "337 -27..-2"])
    solver = Solver(Shape(), memory=1 << 20, book=book)
    perfect = player(Shape(), "perfect", solver=solver, seconds=0.1)
    assert perfect.choose(Board.parse("33")).column == 7


@pytest.mark.parametrize(
    ("known", "sure"), [(["337 -27..-1"], 1), (["337 -27..0"], 0), (["334 0", "337 -1"], 1)]
)
def test_what_is_sure_is_not_risked_for_a_win_that_the_book_has_promised(
    known: list[str], sure: int
) -> None:
    book = Book(Shape(), ["3 -3", *known])
    solver = Solver(Shape(), memory=1 << 20, book=book)
    perfect = player(Shape(), "perfect", solver=solver, seconds=0.1)
    advice = perfect.choose(Board.parse("33"))
    assert advice.bounds is not None
    assert (advice.column, advice.bounds.lower) == (7, sure)


@pytest.mark.parametrize(("proved", "least"), [(True, 2), (False, None)])
def test_what_the_book_has_promised_in_this_game_is_asked_before_the_score(
    proved: bool, least: int | None
) -> None:
    proofs = list[int]()

    class Promised(Oracle):
        def promised(self, _board: Board) -> int | None:
            return 2

        def proves(self, _board: Board, score: int, _seconds: float) -> bool:
            proofs.append(score)
            return proved

        def score(self, asked: Board, seconds: float, at_least: int | None = None) -> Bounds:
            assert asked is not board or at_least == least
            return super().score(asked, seconds)

    board = Board.parse("1144", Shape(4, 4, 3))
    player(board.shape, "perfect", solver=Promised()).choose(board)
    assert proofs[0] == 2


def test_perfect_play_on_a_large_board() -> None:
    shape = Shape(10, 8)
    board = Board.empty(shape)
    chance = Random(1)
    while board.shape.cells - board.ply > 17:
        board = board.play(chance.choice([c for c in board.columns if not board.play(c).is_over]))
    perfect = Player(shape, "perfect", 1, PATIENCE, 16 << 20)
    bounds = perfect.choose(board).bounds
    reached = final_score_of(board.turn, game(board, perfect, perfect))
    assert bounds == Bounds(reached, reached)


def test_thinking_ends_when_it_is_told_to() -> None:
    engine = Engine(Shape(11, 10), 1 << 20)
    found = []
    thread = Thread(target=lambda: found.append(engine.search(Board.empty(Shape(11, 10)))))
    thread.start()
    while engine.nodes < 10_000:
        assert thread.is_alive()
    engine.stop[0] = 1
    thread.join()
    assert found[0].depth >= 2
    assert not found[0].exact


def test_thinking_ends_with_ctrl_c_and_can_go_on() -> None:
    board = Board.empty(Shape(11, 10))
    engine = Engine(board.shape, 1 << 20)
    engine.search(board, depth=2)
    known, main = engine.nodes, main_thread().ident or 0

    def interrupt() -> None:
        wait_until(lambda: engine.nodes > known + 10_000)
        signal.pthread_kill(main, signal.SIGINT)

    Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        engine.search(board)
    assert engine.search(board, seconds=0.01).depth >= 2


def test_tables_take_no_more_than_they_may() -> None:
    for memory in (1 << 10, 1 << 20, 3 << 20):
        for shape in (Shape(8, 7), Shape(11, 10)):
            engine = Engine(shape, memory)
            assert memory / 2 < engine.size <= memory
    perfect = Player(Shape(11, 10), "perfect", memory=1 << 20)
    assert perfect.solver().size + perfect.engine().size <= 1 << 20


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_plays_in_a_finished_game_or_on_another_board(level: LevelName) -> None:
    player = Player(Shape(5, 4), level, seed=1)
    with pytest.raises(InvalidMove, match="the game is over"):
        player.choose(Board.parse("1212121", Shape(5, 4)))
    with pytest.raises(InvalidPosition, match="for 5x4, 3 in a row; the player is for 5x4, 4"):
        player.choose(Board.empty(Shape(5, 4, 3)))
    assert not player.engine.known


def test_an_engine_is_for_one_board() -> None:
    engine = Engine(Shape(5, 4), 1 << 16, plain=True)
    with pytest.raises(InvalidPosition, match="the engine is for 5x4, 4 in a row"):
        engine.search(Board.empty(Shape(4, 4)))
    with pytest.raises(InvalidMove, match="the game is over"):
        engine.search(Board.parse("1212121", Shape(5, 4)))


def test_there_is_no_such_level() -> None:
    message = "'genius' is not a level; there are beginner, easy, medium, hard, expert, perfect"
    with pytest.raises(UnknownLevel, match=message):
        Player(Shape(), "genius")  # type: ignore[arg-type]
