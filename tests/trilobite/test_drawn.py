"""Boards as people draw them, and the sentences for those that no game leads to."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given

from moolab import Trilobite
from moolab.errors import InvalidBoard, InvalidMove, InvalidPosition
from moolab.trilobite.arrays import to_array
from moolab.trilobite.board import COLUMNS, LETTERS, Board, Shape
from moolab.trilobite.drawn import read_board
from tests.helpers.boards import positions
from tests.helpers.cases import every

Rows = list[list[str]]


def as_drawn(text: str) -> Board:
    """The position of a text, on a board as large as it is drawn."""
    return read_board(text, Shape(), sized=False)


def cells(board: Board, empty: str, first: str, second: str) -> Rows:
    signs: Mapping[str | None, str] = {None: empty, "X": first, "O": second}
    return [[signs[cell.stone] for cell in row] for row in board.rows]


def rows(
    signs: str, between: str = "", before: str = "", after: str = ""
) -> Callable[[Board], str]:
    """A drawing in these signs, of an empty cell and of both stones."""
    return lambda board: "\n".join(
        before + between.join(row) + after for row in cells(board, *signs.split(","))
    )


def framed(board: Board) -> str:
    rule = "+---" * board.shape.width + "+"
    lines = [f"| {' | '.join(row)} |" for row in cells(board, " ", "X", "O")]
    names = "   ".join(COLUMNS[: board.shape.width])
    return f"{rule}\n" + f"\n{rule}\n".join(lines) + f"\n{rule}\n  {names}"


def numbered(board: Board) -> str:
    lines = [
        f"{board.shape.height - n:2} {' '.join(r)}" for n, r in enumerate(cells(board, *".XO"))
    ]
    return "\n".join(
        ["O to move", *lines, f"   {' '.join(LETTERS[: board.shape.width])}", "Your move?"]
    )


def by_columns(board: Board) -> str:
    """As the positions of a well-known collection are."""
    columns = zip(*reversed(cells(board, "b", "x", "o")), strict=True)
    return ",".join(sign for column in columns for sign in column) + ",win"


LAYOUTS: Mapping[str, Callable[[Board], str]] = {
    "our own pictures": Board.picture,
    "X and O": rows(".,X,O"),
    "apart": rows("_,x,o", " "),
    "full-width": rows("\uff0e,\uff38,\uff2f"),
    "digits": rows("0,1,2", ", "),
    "dashes": rows("-,X,O", " "),
    "dense dashes": rows("-,X,O"),
    "discs": rows("⚪,🔴,🟡"),
    "discs on black": rows("⚫\ufe0f,🔴,🟡", " "),
    "a blue board": rows("🔵,🔴,🟡"),
    "squares": rows("⬜,🟥,🟨"),
    "shortcodes": rows(":white_circle:,:red_circle:,:large_yellow_circle:"),
    "letters of colours": rows(".,R,Y", " "),
    "black and white": rows(".,B,W"),
    "bars": rows(" ,X,O", "|", "|", "|"),
    "bars of box drawing": rows(" ,X,O", "│", "│", "│"),
    "blanks in a frame": rows(" ,X,O", "", "|", "|"),
    "lines below": rows("_,X,O", "|", "|", "|"),
    "a frame": framed,
    "rows with numbers": numbered,
    "an array": lambda board: repr(to_array(board)),
    "a list": lambda board: str(to_array(board).tolist()),
    "a list of -1": lambda board: str(to_array(board).tolist()).replace("2", "-1"),
    "slashes": lambda board: rows(".,X,O")(board).replace("\n", "/"),
    "escaped": lambda board: rows(".,X,O")(board).replace("\n", "\\n"),
    "one line": lambda board: rows(".,X,O")(board).replace("\n", ""),
    "one line by columns": by_columns,
}

BOARDS = [
    Board.parse(moves, Shape(7, 6))
    for moves in ("44234152345", "4", "1212121", "776655113322", "1122334", "3673131641")
]


@every("layout", LAYOUTS)
def test_a_board_is_read_in_any_layout(layout: str) -> None:
    for board in BOARDS:
        text = LAYOUTS[layout](board)
        assert read_board(text, board.shape) == board, text
        assert as_drawn(f"\n{text}\n\n") == board, "as large as it is drawn"


@given(positions(6))
def test_any_position_is_read_from_its_picture(board: Board) -> None:
    assert read_board(board.picture(), board.shape) == board
    if board.shape.height > 1 and board.shape.width > 1:
        assert read_board(rows(".,X,O", " ")(board), board.shape) == board


@every(
    "text, shape, sentence",
    [
        ("..X\n...", Shape(3, 2, 3), "the stone in column 3, row 2, floats"),
        ("...\nXX.", Shape(3, 2, 3), "X has 2 stones, O 0: X moves first"),
        ("...\nOX.\nXOO", Shape(3, 3, 3), "X has 2 stones, O 3"),
        ("XXX\nOOO", Shape(3, 2, 3), "both have 3 in a row"),
        ("X..\nX..\nXOO\nOOX", Shape(3, 4, 3), "X has 3 in a row, but the game has gone on"),
        ("..\nXX\nOO", Shape(2, 3, 3), "every order of the stones was tried"),
        ("..X\n....", Shape(3, 2, 3), "row 2 has 4 cells, but the first row 3"),
        ("..X\n.K.", Shape(3, 2, 3), "row 2: 'K' is not a cell"),
        ("...\n...\n.X.", Shape(3, 2, 3), "the drawing is 3x3, but the board 3x2"),
        (".X.\n.Y.\n.O.", Shape(3, 3, 3), "two kinds of stones and one of empty cells"),
        ("." * 41, Shape(7, 6), "this is a line of 41 cells; 7x6 has 42"),
        ("." * 35 + "OXOXOX.", Shape(7, 6), None),
        ("." * 36 + "OXOXOX", Shape(7, 6), "this line has more than one meaning"),
    ],
)
def test_what_cannot_be_gets_a_sentence(text: str, shape: Shape, sentence: str | None) -> None:
    if sentence is None:
        assert read_board(text, shape).ply == 6
        return
    with pytest.raises(InvalidPosition, match=sentence):
        read_board(text, shape)


def test_either_colour_may_have_begun() -> None:
    lower = rows(".,R,Y")
    begun = read_board("4", Shape(7, 6))
    assert as_drawn(lower(begun).replace("R", "Y")) == begun
    assert as_drawn(lower(begun)) == begun
    with pytest.raises(InvalidPosition, match="X has 0 stones, O 1"):
        as_drawn(rows(".,X,O")(begun).replace("X", "O"))


def test_a_drawing_may_leave_out_the_rows_above_its_stones() -> None:
    assert read_board("..O....\n..X....", Shape(7, 6)) == read_board("33", Shape(7, 6))
    assert as_drawn("..O....\n..X....").shape == Shape(7, 2)
    with pytest.raises(InvalidBoard, match="do not fit"):
        as_drawn("..\nX.")


def test_moves_are_read_as_before_with_commas_and_brackets() -> None:
    for text in ("4, 4, 5, 3", "[4, 4, 5, 3]", "4 4\n5 3", "\uff14\uff14\uff15\uff13", "d,d,e,c"):
        assert str(as_drawn(text)) == "4453"
    with pytest.raises(InvalidMove, match="there is no column 'x'"):
        as_drawn("44x")


def test_the_library_takes_drawings_wherever_it_takes_positions() -> None:
    game, text = Trilobite("5x4"), "..O..\n.XX.."
    moves = str(game.board(text))
    assert game.score(text) == game.score(moves)
    assert game.solve(text).best == game.solve(moves).best
    both = game.score_moves([moves, text])
    assert (both[0] == both[1]).all()


def test_a_row_with_a_slip_is_not_taken_for_a_sentence() -> None:
    for row in ("XKK....", "XOXKOXO", "KX.K...", "KX"):
        with pytest.raises(InvalidPosition, match=r"is not a cell|has \d cells"):
            read_board(f".......\n.......\n{row}", Shape(7, 6))


def test_cells_are_moves_if_stones_can_lie_there() -> None:
    assert str(read_board("d1, c1 D2", Shape(7, 6))) == "434"
    with pytest.raises(InvalidMove, match="'c2' is not the lowest empty cell of its column"):
        read_board("d1 c2", Shape(7, 6))
