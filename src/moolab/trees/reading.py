"""Tree files, read as a stream: nothing is kept but the path to the node being read."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import ijson

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS, Turn
from moolab.errors import InvalidTree, MoolabError
from moolab.support.compressed import DAMAGED, open_file
from moolab.support.text import quote
from moolab.trees.paths import describe_path
from moolab.trees.step import Step
from moolab.trees.writing import FORMAT, VERSION

_BUFFER = 1 << 16
_LONGEST = 1 << 20
"""Bytes that nothing in a tree is as long as: no text, no number, no blanks between them."""

_NO_TREE = "this is not a tree file of moolab"


class TreeFile(NamedTuple):
    """A tree file that is open.

    Args:
        strategy: the name of what guesses so.
        steps: can be gone through once; raises ``InvalidTree`` where the file is broken.
    """

    rules: Rules
    strategy: str
    steps: Iterator[Step]


@contextmanager
def open_tree(path: Path, known: Rules | None = None) -> Iterator[TreeFile]:
    """Open a tree file, compressed or not; of those that come with moolab, the name will do.

    Args:
        known: the game, if the file can be for one whose lists are not those of moolab.

    Raises:
        InvalidTree: if it is not a tree file, or of another version.
        UnusableFile: if it cannot be read.

    >>> import tempfile
    >>> from moolab.trees.writing import write
    >>> rules, tree = Rules.parse("ab2x3"), [Step(0, None, "01"), Step(1, Reply(0, 1), "12")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "tree.json.gz")
    ...     count = write(path, rules, "mine", tree)
    ...     with open_tree(path) as file:
    ...         print(count, file.rules, file.strategy, list(file.steps) == tree)
    2 ab2x3 mine True
    """
    with open_file(path) as file:
        stream = _Unzipped(file) if isinstance(file, gzip.GzipFile) else file
        reader = _Reader(str(path), stream)
        rules, strategy = reader.head(known)
        yield TreeFile(rules, strategy, reader.steps(rules))


class _Unzipped:
    """A compressed file; if it is damaged, everything before the damage is read."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        # Unlike ``read`` this does not go on, and lose what it has, until all of ``size`` is there.
        return self._file.read1(size)


class _TooLong(Exception):
    """One part of a file is longer than any of a tree."""


class _Metered:
    """A file that is not read on where one part of it is longer than any of a tree."""

    def __init__(self, file: "_Unzipped | BinaryIO") -> None:
        self._file = file
        self.pending = 0

    def read(self, size: int) -> bytes:
        if self.pending > _LONGEST:
            raise _TooLong
        data = self._file.read(size)
        self.pending += len(data)
        return data


class _Reader:
    """Follows the events of a JSON parser, and knows the way to where it is."""

    def __init__(self, name: str, stream: "_Unzipped | BinaryIO") -> None:
        self._name = name
        self._stream = _Metered(stream)
        # Numbers as the machine has them: of a longer one, ijson's parser in C leaves the error for
        # whatever comes next, and may crash there.
        self._events: Iterator[tuple[str, Any]] = ijson.basic_parse(
            self._stream, buf_size=_BUFFER, use_float=True
        )
        self._path: list[Turn] = []
        self._in_tree = False

    def head(self, known: Rules | None) -> tuple[Rules, str]:
        """Read as far as the root."""
        self._expect("start_map", _NO_TREE)
        fields: dict[str, object] = {}
        while (key := self._key()) != "root":
            if key is None:
                raise self._fault("the tree has no root")
            event, fields[key] = self._next()
            if event not in ("string", "number"):
                raise self._fault(f"the tree's {quote(key)} is neither a text nor a number")
            self._check_head(fields)
        if not {"format", "version"} <= fields.keys():
            raise self._fault(_NO_TREE)
        self._in_tree = True
        try:
            return _rules(_text(fields, "rules"), known), _text(fields, "strategy")
        except MoolabError as error:
            raise InvalidTree(f"{self._name}: {error}") from error

    def steps(self, rules: Rules) -> Iterator[Step]:
        """Read the tree, and make sure that nothing follows it."""
        branches = {str(reply): reply for reply in rules.replies if reply != rules.win}
        alphabet = frozenset(rules.alphabet)
        guesses: list[str] = []
        came_by: Reply | None = None
        while True:
            if len(self._path) >= MAX_TURNS:
                raise self._fault(f"the tree is more than {MAX_TURNS} guesses deep")
            self._expect("start_map", "a node is missing")
            guess = self._guess(rules, alphabet)
            yield Step(len(guesses), came_by, guess)
            guesses.append(guess)
            last: Reply | None = None
            inside = self._enters_replies()
            # Leave the nodes that end here; the last one left tells from which reply to go on.
            while guesses:
                key = self._key() if inside else None
                if key is not None:
                    came_by = self._branch(rules, branches, key, last)
                    self._path.append(Turn(guesses[-1], came_by))
                    break
                if inside:
                    self._expect("end_map", "a node has only a guess and replies")
                inside = True
                guesses.pop()
                if self._path:
                    last = self._path.pop().reply
            else:
                break
        self._expect("end_map", "nothing may follow the root")
        if self._after_the_end() is not None:
            raise self._fault("something follows the tree")

    def _guess(self, rules: Rules, alphabet: frozenset[str]) -> str:
        if self._key() != "guess":
            raise self._fault("a node begins with its guess")
        event, guess = self._next()
        if event != "string":
            raise self._fault("the guess is not a text")
        if isinstance(rules, ListedRules):
            if guess not in rules.numbers:
                raise self._misspelled(rules, guess)
            return str(guess)
        symbols = set(guess)
        distinct = rules.repeats or len(symbols) == rules.places
        if len(guess) != rules.places or not distinct or not symbols <= alphabet:
            raise self._misspelled(rules, guess)
        return str(guess)

    def _misspelled(self, rules: Rules, guess: str) -> InvalidTree:
        try:
            spelled = rules.code(guess)
        except MoolabError as error:
            return self._fault(str(error))
        return self._fault(f"the guess {quote(guess)} has to be written {spelled}")

    def _enters_replies(self) -> bool:
        """Whether the node has replies, whose first key comes next; otherwise it ends here."""
        key = self._key()
        if key is None:
            return False
        if key != "replies":
            raise self._fault(f"after its guess a node has replies, not {quote(key)}")
        self._expect("start_map", "the replies are not an object")
        return True

    def _branch(
        self, rules: Rules, branches: dict[str, Reply], key: str, last: Reply | None
    ) -> Reply:
        reply = branches.get(key)
        if reply is None:
            if key == str(rules.win):
                raise self._fault(f"the reply {key} wins, and leads to no node")
            try:
                spelled = rules.reply(key)
            except MoolabError as error:
                raise self._fault(str(error)) from error
            raise self._fault(f"the reply {quote(key)} has to be written {spelled}")
        if last is not None and reply <= last:
            why = "occurs twice" if reply == last else f"comes after {last}, not in numeric order"
            raise self._fault(f"the reply {reply} {why}")
        return reply

    def _check_head(self, fields: dict[str, object]) -> None:
        if fields.get("format", FORMAT) != FORMAT:
            raise self._fault(_NO_TREE)
        if fields.get("version", VERSION) != VERSION:
            raise self._fault(
                f"the tree has another version than {VERSION}, which this moolab reads"
            )
        if unknown := fields.keys() - {"format", "version", "rules", "strategy"}:
            raise self._fault(f"a tree file has no {quote(min(unknown))}")

    def _key(self) -> str | None:
        """The next key of the object we are in, None at its end."""
        event, value = self._next()
        if event == "end_map":
            return None
        if event != "map_key":
            raise self._fault("this is not JSON")
        return str(value)

    def _expect(self, wanted: str, otherwise: str) -> None:
        if self._next()[0] != wanted:
            raise self._fault(otherwise)

    def _next(self) -> tuple[str, Any]:
        event = self._after_the_end()
        if event is None:
            raise self._fault("the file ends too early")
        return event

    def _after_the_end(self) -> tuple[str, Any] | None:
        """The next event, None behind the last."""
        try:
            event = next(self._events, None)
        except DAMAGED as error:
            raise self._fault("the compressed file is cut off or damaged") from error
        except _TooLong as error:
            raise self._fault("what follows is longer than anything in a tree") from error
        except (OSError, MemoryError):
            raise
        except Exception as error:  # whatever the parser raises
            cut_off = "EOF" in str(error) or "ncomplete" in str(error)
            broken = "from here on this is not JSON" if self._in_tree else _NO_TREE
            raise self._fault("the file ends too early" if cut_off else broken) from error
        self._stream.pending = 0
        return event

    def _fault(self, why: str) -> InvalidTree:
        if not self._in_tree:
            return InvalidTree(f"{self._name}: {why}")
        return InvalidTree(f"{self._name}: {describe_path(self._path)}: {why}")


def _rules(name: str, known: Rules | None) -> Rules:
    if known is not None and name == str(known):
        return known
    try:
        return Rules.parse(name)
    except MoolabError as error:
        if ":" not in name:
            raise
        # Lists, tables and rules of one's own are not found by their names.
        again = "if this is a game of your own, give its lists, table or rule again"
        raise InvalidTree(f"{error}; {again}") from error


def _text(fields: dict[str, object], name: str) -> str:
    text = fields.get(name)
    if not isinstance(text, str):
        raise InvalidTree(f"the tree does not say its {name} before its root")
    return text
