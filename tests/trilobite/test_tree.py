"""Trilobite's lazy tree: what is built, what it costs, and its pictures."""

import gc
import shutil
import subprocess
import tracemalloc
from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given

from moolab.support.lazy import LazySequence
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.commands import tree as text
from moolab.trilobite.tree import Node, tree, walk
from tests.cli.test_cli import answer, moo
from tests.helpers.boards import positions


def look_at_all(root: Node, depth: int) -> None:
    """Build a tree to a depth."""
    nodes = [root]
    for _ in range(depth):
        nodes = [child for node in nodes for _, child in node.moves]


def test_nothing_is_built_before_it_is_looked_at() -> None:
    root = tree()
    assert (root.built, len(root.moves), root.built) == (1, 8, 1)


def test_looking_at_one_move_builds_no_other() -> None:
    root = tree()
    column, sixth = root.moves[5]
    assert (column, root.built) == (6, 2)
    assert (len(list(sixth.moves)), sixth.built, root.built) == (8, 9, 10)


def test_a_node_is_built_once() -> None:
    root = tree()
    for index in (7, 0, 3, 7, 3):
        assert root.moves[index][1] is root.moves[index][1]
    assert root.built == 4
    assert [child for _, child in root.moves] == [root.moves[n][1] for n in range(8)]
    assert root.built == 9


@given(positions(most=5))
def test_a_node_knows_its_position_and_what_follows(board: Board) -> None:
    root = tree(board)
    assert (root.board, root.board.moves) == (board, board.moves)
    assert root.turn == (None if board.is_over else board.turn)
    assert [column for column, _ in root.moves] == list(board.columns)
    for column, child in root.moves:
        assert child.column == column
        assert (child.board, str(child.board)) == (board.play(column), f"{board}{column}")
        assert [str(grandchild.board) for _, grandchild in child.moves] == [
            f"{board}{column}{other}" for other in board.play(column).columns
        ]


@pytest.mark.parametrize(
    ("moves", "shape"), [("1122334", Shape()), ("121221", Shape(2, 3, 3))], ids=["won", "full"]
)
def test_nothing_is_below_a_finished_game(moves: str, shape: Shape) -> None:
    over = tree(Board.parse(moves, shape))
    assert (over.turn, len(over.moves), list(over.moves), over.built) == (None, 0, [], 1)
    with pytest.raises(IndexError):
        over.moves[0]


def test_full_columns_are_no_moves() -> None:
    moves = tree(Board.parse("1212", Shape(3, 2, 3))).moves
    assert len(moves) == 1
    assert moves[0][0] == 3


def test_moves_are_looked_for_as_in_any_lazy_sequence() -> None:
    root = tree()
    found = root.moves.find(lambda move: move[0] == 3)
    assert (found, root.built) == (root.moves[2], 4)
    assert root.moves.take(2) == [root.moves[0], root.moves[1]]
    seconds = root.moves.flat_map(lambda move: move[1].moves).map(lambda move: move[1].board.moves)
    assert (seconds[9], root.built) == ("22", 4 + 8 + 2)


def look_along(root: Node) -> None:
    """Build the line of first moves to its end."""
    while moves := root.moves.take(1):
        root = moves[0][1]


@pytest.mark.parametrize(
    ("shape", "look", "nodes"),
    [
        (Shape(), lambda root: look_at_all(root, 4), 4681),
        (Shape(12, 12, 12), look_along, 134),
    ],
    ids=["all, 8x7", "a single line"],
)
def test_a_node_costs_less_than_200_bytes(
    shape: Shape, look: Callable[[Node], None], nodes: int
) -> None:
    tracemalloc.start()
    try:
        root = tree(Board.empty(shape))
        look(root)
        assert root.built == nodes
        gc.collect()
        used, _ = tracemalloc.get_traced_memory()
        # What is free without them counts, so that other threads can keep what they like meanwhile.
        del root
        gc.collect()
        assert 50 < (used - tracemalloc.get_traced_memory()[0]) / nodes < 200
    finally:
        tracemalloc.stop()


def perft(board: Board, depth: int) -> int:
    """How many games of a number of moves there are, shorter ones included, without the tree."""
    if depth == 0 or board.is_over:
        return 1
    return 1 + sum(perft(board.play(column), depth - 1) for column in board.columns)


@given(positions(most=5))
def test_a_walk_meets_every_game_once(board: Board) -> None:
    for depth in range(4):
        nodes = list(walk(tree(board), depth))
        games = [node.board.moves for _, node in nodes]
        assert len(set(games)) == len(games) == perft(board, depth)
        assert [below for below, _ in nodes] == [len(moves) - board.ply for moves in games]
        assert games == sorted(games)


def test_a_walk_keeps_nothing_and_builds_nothing_again() -> None:
    root = tree()
    kept = root.moves[5][1].moves[2][1]
    walked = [node for _, node in walk(root, 2)]
    assert (len(walked), root.built) == (73, 3)
    assert any(node is kept for node in walked)


def test_a_walk_may_be_broken_off() -> None:
    nodes = islice(walk(tree()), 9)
    assert [node.board.moves for _, node in nodes][6:] == ["111111", "1111111", "11111112"]


def test_the_whole_tree_of_a_small_board_has_an_end() -> None:
    empty = Board.empty(Shape(3, 3, 3))
    assert sum(1 for _ in walk(tree(empty))) == perft(empty, 9)


def test_a_view_that_is_limited_in_depth_is_a_lazy_sequence() -> None:
    view = LazySequence(walk(tree(Board.parse("112233")), 1)).map(lambda pair: pair[1])
    assert view[1].board.moves == "1122331"
    won = view.find(lambda node: node.board.winner is not None)
    assert repr(won) == "<node 1122334>"
    assert view.produced == 5
    assert len(list(view)) == 9


def test_text() -> None:
    assert moo("trilobite", "tree", "--size", "3x2", "--win", "2").stdout == (
        "empty board\n"
        "  X 1\n    O 1\n    O 2\n    O 3\n"
        "  X 2\n    O 1\n    O 2\n    O 3\n"
        "  X 3\n    O 1\n    O 2\n    O 3\n"
    )
    shape = Shape(2, 3, 3)
    assert list(text.lines(tree(Board.parse("1212", shape)), 1)) == [
        "after 1212", "  X 1  X wins", "  X 2",
    ]  # fmt: skip
    assert list(text.lines(tree(Board.parse("12122", shape)))) == ["after 12122", "  O 1  draw"]
    assert list(text.lines(tree(Board.parse("12121", shape)))) == ["after 12121  X wins"]


def test_moves_may_be_left_out_or_empty() -> None:
    shown = moo("trilobite", "tree").stdout
    assert shown == moo("trilobite", "tree", "", "--depth", "2").stdout
    assert len(shown.splitlines()) == 73
    assert moo("trilobite", "tree", "--depth", "0").stdout == "empty board\n"


def test_a_deep_tree_fits_on_a_terminal() -> None:
    deep = islice(text.lines(tree(Board.empty(Shape(12, 12, 12)))), 100)
    assert max(map(len, deep)) < 80


def test_json() -> None:
    tree_of = ["trilobite", "tree", "1212", "--size", "2x3", "--win", "3", "--depth"]
    assert answer(*tree_of, "1") == {
        "schema": "moolab/trilobite-tree/1",
        "size": "2x3",
        "win": 3,
        "moves": "1212",
        "tree": [
            {"depth": 0, "moves": "1212", "turn": "X", "outcome": None},
            {"depth": 1, "moves": "12121", "turn": None, "outcome": "X wins"},
            {"depth": 1, "moves": "12122", "turn": "O", "outcome": None},
        ],
    }
    assert answer(*tree_of, "2")["tree"][-1]["outcome"] == "draw"


def test_graph() -> None:
    shown = moo("trilobite", "tree", "112233", "--depth", "1", "--dot").stdout
    assert shown.count("->") == 8
    assert shown.splitlines()[1].startswith('  graph [label="8x7, 4 in a row"')
    assert r"(X)(X)(X)(X) .  .  .  . \n 1  2  3  4  5  6  7  8 \nX wins" in shown
    assert shown == "".join(f"{line}\n" for line in text.dot_lines(tree(Board.parse("112233")), 1))
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg", "-o", "/dev/null"], input=shown, text=True, check=True)


@pytest.mark.parametrize(
    ("args", "kind", "message"),
    [
        (["9"], "invalid_move", "there is no column '9': they are 1 to 8"),
        (["11112222x"], "invalid_move", "there is no column 'x'"),
        (["11223344"], "invalid_move", "move 8 of '11223344' is not possible: the game is over"),
        (["--size", "8"], "invalid_board", "'8' is not the size of a board"),
        (["--size", "3x3"], "invalid_board", "4 in a row do not fit on a board of 3x3"),
        (["--depth", "-1"], "usage", "Invalid value for '--depth'"),
        (["--dot"], "usage", "--dot does not go with --json"),
    ],
)
def test_bad_input_is_one_sentence(args: list[str], kind: str, message: str) -> None:
    error = answer("trilobite", "tree", *args, code=2)["error"]
    assert error["kind"] == kind
    assert message in error["message"]
