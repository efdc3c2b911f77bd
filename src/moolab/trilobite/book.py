"""Opening books: scores of early positions, found once and kept.

A book is a text, a position and its score a line, as ``moo trilobite solve --file`` reads it and
can check it. Its first line may say which board it is for.
"""

from collections.abc import Iterable
from functools import cache
from importlib import resources
from threading import Lock

from moolab.errors import InvalidMove, InvalidPosition, MoolabError
from moolab.support.text import quote
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.score import Bounds, final_score, score_of_win

EMPTY = "-"
"""How a book writes the moves of the empty board."""

_IN_A_ROW = " in a row"


class Book:
    """Scores by position, or their bounds; a position and its mirror image share them.

    Args:
        lines: such as "4453 0" or "44 -2..27"; what follows a # is left out.

    Raises:
        InvalidPosition: if a line is not a position and its score, or contradicts another one, or
            if the first one says what board the book is for, and that is another one.
        InvalidMove: if its moves are not possible.

    >>> book = Book(Shape(7, 6), ["1 -1"])
    >>> book.get(Board.parse("7", Shape(7, 6))), book.get(Board.parse("4", Shape(7, 6)))
    (-1, None)
    """

    def __init__(self, shape: Shape, lines: Iterable[str] = ()) -> None:
        self.shape = shape
        self._known: dict[Board, Bounds] = {}
        self._last_ply = -1
        parsed = {"": Board.empty(shape)}
        for number, line in enumerate(lines, start=1):
            first = line.strip()
            if number == 1 and first.endswith(_IN_A_ROW) and first != heading(shape):
                raise InvalidPosition(f"this book is for {first.removeprefix('# ')}")
            if text := line.partition("#")[0].strip():
                try:
                    self.add(*_entry(text, parsed))
                except MoolabError as error:
                    raise type(error)(f"line {number}: {error}") from None

    def __len__(self) -> int:
        """How many positions it has the exact scores of."""
        return sum(bounds.exact for bounds in self._known.values())

    @property
    def last_ply(self) -> int:
        """The most stones of a position that it has; -1 if it has none."""
        return self._last_ply

    def get(self, board: Board) -> int | None:
        """The score of a position for the player to move; None if it is not in the book."""
        known = self.entry(board)
        return known.lower if known and known.exact else None

    def entry(self, board: Board) -> Bounds | None:
        """What the book has about a position itself."""
        if board.ply > self._last_ply:
            return None  # without a look at the mirror image
        return self._known.get(board.canonical)

    def add(self, board: Board, known: Bounds) -> None:
        """Enter what is known of a position, with what was known before."""
        canonical = board.canonical
        self._known[canonical] = _consistent(board, known & self._known.get(canonical, known))
        self._last_ply = max(self._last_ply, board.ply)

    def bounds(self, board: Board) -> Bounds:
        """What the book says of a position in a game that goes on.

        It may have the position itself, or the one before the last move, or those after the next.

        Raises:
            InvalidPosition: if these contradict each other.

        >>> book = Book(Shape(7, 6), ["4 -1", "2 1..21"])
        >>> book.bounds(Board.empty(Shape(7, 6))), book.bounds(Board.parse("41", Shape(7, 6)))
        (Bounds(lower=1, upper=21), Bounds(lower=1, upper=20))
        """
        known, before = self._ahead(board), self._before(board, board.ply - 1)
        lower = known.lower if before is None else -before.upper
        return _consistent(board, known & Bounds(lower, known.upper))

    def promised(self, board: Board) -> int | None:
        """The most that the player to move had in this game, when the book last knew it.

        A later move may have given it away. None if the book has nothing.

        >>> book = Book(Shape(7, 6), ["1 -1"])
        >>> [book.promised(Board.parse(moves, Shape(7, 6))) for moves in ("1234", "123")]
        [1, None]
        """
        promised: int | None = None
        for ply in range(board.ply - 1, -1, -2):
            before = self._before(board, ply)
            if before is None:
                continue
            promised = -before.upper if promised is None else max(promised, -before.upper)
            if before.exact:
                break
        return promised

    def recall(self, board: Board, score: int) -> int | None:
        """The first column that is known to reach a score in a game that goes on; None if none is.

        The level ``perfect`` plays it, so books are made for those who do. Columns are asked from
        the centre outward.

        >>> Book(Shape(7, 6), ["2 -1", "6 -1", "4 1"]).recall(Board.empty(Shape(7, 6)), 1)
        2
        """
        for column in board.shape.from_centre(board.columns):
            after = board.play(column)
            if not after.is_over and self._ahead(after).upper <= -score:
                return column
        return None

    def _ahead(self, board: Board) -> Bounds:
        """What the book says of a position, itself or by the next moves."""
        known = self.entry(board) or _any_score(board)
        if known.exact or board.ply >= self._last_ply:
            return known
        moves = []
        for after in map(board.play, board.columns):
            final = final_score(after)
            has = self.entry(after) or _any_score(after)
            moves.append(-(has if final is None else Bounds(final, final)))
        return known & Bounds(max(m.lower for m in moves), max(m.upper for m in moves))

    def _before(self, board: Board, ply: int) -> Bounds | None:
        """What the book says of this game as it was after ``ply`` moves; None if nothing."""
        if not 0 <= ply <= self._last_ply:
            return None  # without a look at the moves
        return self.entry(Board.parse(board.moves[:ply], board.shape))


class _LazyBook(Book):
    """A book that is read where a score is wanted: all positions of as many stones at once.

    The lines have no comments, and have to be right: nothing is checked before.
    """

    def __init__(self, shape: Shape, lines: Iterable[str]) -> None:
        super().__init__(shape)
        self._empty = Board.empty(shape)
        self._reading = Lock()
        self._unread: dict[int, list[str]] = {}
        for line in lines:
            moves = moves_of(line.partition(" ")[0])
            if moves != "#":  # of the heading
                self._unread.setdefault(len(moves), []).append(line)
        self._last_ply = max(self._unread)

    def __len__(self) -> int:
        for ply in list(self._unread):
            self._read(ply)
        return super().__len__()

    def entry(self, board: Board) -> Bounds | None:
        self._read(board.ply)
        return super().entry(board)

    def _read(self, ply: int) -> None:
        if ply not in self._unread:
            return
        with self._reading:
            parsed = {"": self._empty}
            for line in self._unread.get(ply, ()):
                self.add(*_entry(line, parsed))
            # Only now do other threads ask for what was on them.
            self._unread.pop(ply, None)


@cache
def open_book(shape: Shape) -> Book:
    """The book that comes with moolab for a shape; an empty one if there is none.

    >>> open_book(Shape(7, 6)).get(Board.empty(Shape(7, 6)))
    1
    """
    file = resources.files("moolab.trilobite") / "books" / f"{shape}x{shape.win}.txt"
    if not file.is_file():
        return Book(shape)
    return _LazyBook(shape, file.read_text(encoding="ascii").splitlines())


def heading(shape: Shape) -> str:
    """The first line of a book.

    >>> heading(Shape(7, 6))
    '# 7x6, 4 in a row'
    """
    return f"# {shape}, {shape.win}{_IN_A_ROW}"


def entry(board: Board, known: Bounds) -> str:
    """A line of a book; the empty board is written as a dash.

    >>> entry(Board.parse("44"), Bounds(-2, -2)), entry(Board.empty(), Bounds(2, 28))
    ('44 -2', '- 2..28')
    """
    return f"{board.moves or EMPTY} {known}"


def _consistent(board: Board, known: Bounds) -> Bounds:
    """What a book says of a position, if that can be."""
    if known.lower > known.upper:
        raise InvalidPosition(
            f"the book is wrong: by it, {board.moves or 'the empty board'} has a score of "
            f"{known.lower} or more, and of {known.upper} or less"
        )
    return known


def _any_score(board: Board) -> Bounds:
    """Those of a win with the next stone, and all between them.

    That is more than ``possible``, but books have such bounds, and a search begins with them.
    """
    most = score_of_win(board.shape.cells, board.ply)
    return Bounds(-most, most)


def moves_of(word: str) -> str:
    """The moves that the first word of a line stands for: itself, but for a dash."""
    return "" if word == EMPTY else word


def _entry(text: str, parsed: dict[str, Board]) -> tuple[Board, Bounds]:
    words = text.split()
    if len(words) != 2:
        raise InvalidPosition(f"{quote(text)} is not a position and its score: 4453 0")
    board, known = _board(moves_of(words[0]), parsed), Bounds.parse(words[1])
    most = _any_score(board)
    if known & most != known:
        raise InvalidPosition(f"{quote(text)} cannot be: there, scores are {most}")
    return board, known


def _board(moves: str, parsed: dict[str, Board]) -> Board:
    """The position after these moves; most go on from others that have been parsed before."""
    known = len(moves)
    while moves[:known] not in parsed:
        known -= 1
    board = parsed[moves[:known]]
    for last in range(known, len(moves)):
        try:
            board = board.play(board.column(moves[last]))
        except InvalidMove:
            return Board.parse(moves, board.shape)  # says which move of all is not possible
        parsed[moves[: last + 1]] = board
    return board
