"""Trees as others publish them: lines of games, indented or nested texts, JSON, graphs, vectors."""

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeVar

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS
from moolab.errors import InvalidTree, MoolabError
from moolab.support.checks import naming
from moolab.support.foreign import text_of
from moolab.support.text import quote
from moolab.trees.step import Step
from moolab.trees.vectors import read_vectors
from moolab.trees.verify import Proof

T = TypeVar("T")

_MOST_BYTES = 1 << 24
"""No article is longer, and no tree that others publish."""


class Published(NamedTuple):
    """A tree of others.

    Args:
        steps: in preorder, replies in their order.
        claims: what the text says of it: line, ``total``, ``mean`` or ``max``, and number.
    """

    rules: Rules
    steps: list[Step]
    claims: tuple[tuple[int, str, str], ...] = ()

    def wrong_claims(self, proof: Proof) -> str:
        """What the text says of its tree, and is not true, in words; empty if there is nothing."""
        mean = Fraction(proof.total, proof.secrets)
        true = {"total": Fraction(proof.total), "mean": mean, "max": Fraction(proof.max)}
        wrong = []
        for line, what, number in self.claims:
            decimals = len(number.partition(".")[2])
            off = abs(Fraction(re.sub("[, ]", "", number)) - true[what])
            # A number that is cut off will do as well as one that is rounded.
            if off >= Fraction(1, 10**decimals) if decimals else off:
                shown = f"{float(true[what]):,.4f}".rstrip("0").rstrip(".")
                wrong.append(f"line {line} claims a {what} of {number}, but it is {shown}")
        return "; ".join(wrong)


def read_published(given: Path | str, known: Rules | None = None) -> Published:
    """The tree in a file, or in a text, which may have prose around it.

    Args:
        known: the game; without it, that of a graph of moolab's own, or of Emms' vectors.

    Raises:
        InvalidTree: if there is none, or one that contradicts itself.
        UnusableFile: if it cannot be read.

    >>> text = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"
    >>> found = read_published(text, Rules.parse("mm2x3:ABC"))
    >>> len(found.steps), found.steps[1]
    (9, Step(depth=1, reply=Reply(bulls=0, cows=0), guess='CC'))
    """
    with nullcontext() if isinstance(given, str) else naming(str(given)):
        text = given if isinstance(given, str) else text_of(given, _MOST_BYTES, InvalidTree)
        graph, nested = _GRAPH.search(text), _NESTED.search(text)
        vectors = bool(_VECTORS.search(text))
        named = "emms4x4" if vectors else graph and graph["game"]
        rules = Rules.parse(named) if named and not known else known
        if rules is None:
            raise InvalidTree(
                "this is not a tree file of moolab; if it is a tree of others, say which game it "
                "is for, for example -r mm4x6:ABCDEF, -r words:english5 or -r words:FILE"
            )
        if vectors:
            return Published(rules, list(read_vectors(rules, text)))
        tree = _Tree(rules)
        if graph:
            return Published(rules, list(_steps(_graph(tree, text))))
        prose = _nested(tree, text, nested.start()) if nested else _lines(tree, text)
        claims = tuple((line, *claim) for line, said in prose for claim in _claims(said))
        if None not in tree.top.branches:
            raise InvalidTree(
                f"this is not a tree file of moolab, and no tree of {rules} in another form, which "
                "has lines of guesses and replies, or is nested as in {guess: {reply: guess}}"
            )
        return Published(rules, list(_steps(tree.top.branches[None])), claims)


_VECTORS = re.compile(r"^[^\n←]{0,40}\bT ?←", re.MULTILINE)
_GRAPH = re.compile(
    r"^[ \t]{0,9}(?:strict )?digraph\b[^\n{]{0,200}\{"
    r"(?:\s{0,9}graph \[label=\"(?P<game>[^\",\n]{1,200}),)?",
    re.MULTILINE,
)
_NESTED = re.compile(r"[{\[]\s{0,99}(?:[{\[]\s{0,99})?[^\s{}\[\]:,]{1,64}\s{0,99}[:,]")

_NUMBER = r"\d{1,3}(?:,?\d{3}){0,4}(?:\.\d{1,9})?(?: ?/ ?[1-9]\d{0,8})?(?![\d%])"
_BETWEEN = r"(?:[\s:=\"'*(]|of|is|number|guesses|needed|score){1,9}"
_CLAIMS = {
    what: re.compile(
        rf"\b(?:{names})\b{_BETWEEN}({_NUMBER})|(?<![\d.,])({_NUMBER}) guesses (?:{names})\b",
        re.IGNORECASE | re.ASCII,
    )
    for what, names in (
        ("total", "total|sum|in all|in total"),
        ("mean", "average|avg|mean|on average"),
        ("max", "max|maximum|worst case|at most"),
    )
}


def _claims(text: str) -> Iterator[tuple[str, str]]:
    for what, claim in _CLAIMS.items():
        for found in claim.finditer(text.replace("_", " ")):
            yield what, found[1] or found[2]


class _Node(NamedTuple):
    """A guess, in which line it is, and what is guessed after each reply to it."""

    guess: str
    line: int
    branches: "dict[Reply | None, _Node]"


def _steps(root: _Node) -> Iterator[Step]:
    todo = [(Step(0, None, root.guess), root)]
    while todo:
        step, node = todo.pop()
        yield step
        for reply, child in sorted(node.branches.items(), reverse=True):
            todo.append((Step(step.depth + 1, reply, child.guess), child))


class _Way(NamedTuple):
    """A guess, or a reply to it, on the way to where a text goes on."""

    column: int
    first: bool
    node: _Node
    reply: Reply | None


_LONGEST = 64
"""The letters of a word."""


class _Tree:
    """A tree that grows as its words are read; the way to the last one begins above its root."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.top = _Node("", 0, {})
        self.way: list[_Way] = []
        self.such = f"a reply such as {rules.replies[0]}"
        self._read: dict[str, tuple[str | None, Reply | None, int]] = {}

    @property
    def wants_reply(self) -> bool:
        """Whether a guess was the last."""
        return bool(self.way) and self.way[-1].reply is None

    def read(self, word: str) -> tuple[str | None, Reply | None, int]:
        """The guess that a word is, or the reply, and to which guess, if its number is behind."""
        if word not in self._read:
            guess = reply = None
            number = 0
            if len(word) <= _LONGEST:
                guess, reply = _tried(self.rules.code, word), _tried(self.rules.reply, word)
                if reply is None and "0" < word[-1:] <= "9":
                    reply, number = _tried(self.rules.reply, word[:-1]), int(word[-1])
            self._read[word] = guess, reply, number
        return self._read[word]

    def node(self, word: str, line: int) -> _Node:
        """A node with the guess that a word is."""
        if (guess := self.read(word)[0]) is None:
            raise InvalidTree(f"line {line}: a guess of {self.rules} is wanted, not {quote(word)}")
        return _Node(guess, line, {})

    def reply(self, word: str, line: int) -> Reply:
        """The reply that a word is."""
        if (reply := self.read(word)[1]) is None:
            raise InvalidTree(f"line {line}: {self.such} is wanted, not {quote(word)}")
        return reply

    def grow(self, node: _Node, reply: Reply | None, child: _Node) -> _Node:
        """The node behind a reply: what is there already, if it has the same guess."""
        where = "at first" if reply is None else f"after {node.guess}={reply}"
        if reply == self.rules.win:
            raise InvalidTree(f"line {child.line}: {child.guess} is guessed {where}, which wins")
        known = node.branches.setdefault(reply, child)
        if known.guess != child.guess:
            raise InvalidTree(
                f"line {child.line}: {where} the guess is {child.guess}, but in line {known.line} "
                f"it is {known.guess}"
            )
        return known

    def add(self, word: str, line: int, column: int, *, first: bool) -> None:
        """Go on with a word: after a guess, a reply; after a reply, or at first, a guess."""
        node, reply = (self.way[-1].node, self.way[-1].reply) if self.way else (self.top, None)
        if self.wants_reply:
            reply = self.reply(word, line)
        else:
            node, reply = self.grow(node, reply, self.node(word, line)), None
        self.way.append(_Way(column, first, node, reply))
        if len(self.way) > 2 * MAX_TURNS:
            raise InvalidTree(f"line {line}: the tree is more than {MAX_TURNS} guesses deep")


def _tried(read: Callable[[str], T], word: str) -> T | None:
    with suppress(MoolabError):
        return read(word)
    return None


_BLANK = re.compile(
    r"[-=]{1,2}>|[→├│└─|:=,;()\[\]\"'{}]"
    r"|(?<![\d,])\d[\d,]{0,12} (?:codes?|words?|guesses|candidates?|secrets?|left|remaining)\b"
)
"""What is drawn between guesses and replies, or counts the codes that are left."""

_NOTHING = re.compile(r"[-*•+.]|\d[\d,.]{0,12}%?", re.ASCII)
_COMMENT = ("#", "//", ";", "```")

_Line = list[tuple[int, str]]
"""The words of a line, and their columns."""


def _lines(tree: _Tree, text: str) -> Iterator[tuple[int, str]]:
    """Read a tree whose lines have a game each, or what is behind that of a line above."""
    read = [(_line(tree, line), line) for line in text.splitlines()]
    inside = [number for number, (line, _) in enumerate(read) if isinstance(line, list)]
    _put_replies(tree, [line for line, _ in read if isinstance(line, list)])
    for number, (line, said) in enumerate(read, start=1):
        if isinstance(line, list):
            _leave(tree, *line[0], number)
            for place, (column, word) in enumerate(line):
                tree.add(word, number, column, first=not place)
        elif line and inside and inside[0] < number <= inside[-1]:
            raise InvalidTree(
                f"line {number}: {quote(line)} is neither a guess of {tree.rules} nor {tree.such}"
            )
        else:
            yield number, said


def _line(tree: _Tree, line: str) -> _Line | str | None:
    """What is in a line, or the first word that is neither guess nor reply."""
    if line.lstrip().startswith(_COMMENT) or next(_claims(line), None):
        return None
    plain = _BLANK.sub(lambda found: " " * len(found[0]), line.expandtabs(8))
    words = _Line()
    for found in re.finditer(r"\S+", plain):
        if any(tree.read(found[0])[:2]):
            words.append((found.start(), found[0]))
        elif not _NOTHING.fullmatch(found[0]):
            return found[0]
    return words or None


def _put_replies(tree: _Tree, games: list[_Line]) -> None:
    """Put replies between guesses, if there are none: they follow from the last, the secret."""
    read = [[tree.read(word)[:2] for _, word in game] for game in games]
    guessed = all(guess for game in read for guess, _ in game)
    alone = any(not reply for game in read for _, reply in game[1::2])
    if guessed and alone and len({game[0][0] for game in read}) == 1:
        for game in games:
            *guesses, secret = [tree.node(word, 0).guess for _, word in game]
            score = tree.rules.reply_rule
            spread = [each for guess in guesses for each in (guess, str(score(guess, secret)))]
            game[:] = enumerate([*spread, secret])


def _leave(tree: _Tree, column: int, word: str, line: int) -> None:
    """Go back to what the first word of a line is behind: a number says that, or the column."""
    way, (guess, reply, to) = tree.way, tree.read(word)
    if reply and to and not guess:
        if len(way) < 2 * to - 1:
            raise InvalidTree(f"line {line}: there is no guess {to} to which this could reply")
        del way[2 * to - 1 :]
        return
    for place, (known, first, _, came_by) in reversed([*enumerate(way)]):
        if known == column and (first or came_by) and (reply if came_by else guess):
            del way[place:]
            return
    if way and column <= max(each.column for each in way if each.first):
        raise InvalidTree(f"line {line}: this line begins below no other line of its kind")


_SIGN = re.compile(
    r"(\n)|([{\[])|([}\]])|(,)"
    r"|(?:\"((?:[^\"\\\n]|\\.){0,999})\"|'([^'\n]{0,999})'|([^\s{}\[\]:,\"']+))"
    r"(?:[^\S\n]{0,9}:(?=\s{0,99}([{\[]|.)))?"
)
_GUESS = ("", "guess", "word", "code", "move", "try")
_REPLY = ("reply", "response", "result", "results", "feedback", "pattern", "score")
"""What guesses and replies are called, if they are."""


def _nested(tree: _Tree, text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Read a tree in brackets, such as ``{AB:{10:AC}}`` or JSON."""
    yield from enumerate(text[:begin].splitlines(), 1)
    way, depth, name, line, end = tree.way, 0, "", text.count("\n", 0, begin) + 1, len(text)
    for found in _SIGN.finditer(text, begin):
        new, opened, closed, comma, *written, behind = found.groups()
        word = next(filter(None, written), "")
        if new:
            line += 1
        elif opened:
            depth, name = depth + 1, ""
        elif closed:
            while way and way[-1].column >= depth:
                way.pop()
            depth -= 1
            if not depth:
                end = found.end()
                break
        elif comma:
            name = ""
            keys = (each.column == depth and each.first and each.reply for each in way)
            del way[next((place for place, is_key in enumerate(keys) if is_key), len(way)) :]
        elif behind:
            guess, reply, _ = tree.read(word)
            if reply if tree.wants_reply else guess and behind in "{[":
                tree.add(word, line, depth, first=True)
            else:
                name = word.casefold()
        elif name not in (*_GUESS, *_REPLY):
            said = f"{name}: {word}"
            if tree.wants_reply and tree.read(word)[0] and not next(_claims(said), None):
                raise InvalidTree(f"line {line}: {tree.such} is wanted, not {quote(name)}")
            yield line, said
        elif name in _REPLY and tree.wants_reply and way[-1].column == depth:
            raise InvalidTree(f"line {line}: the reply has to stand before the guess after it")
        elif not way or way[-1].reply != tree.rules.win:
            tree.add(word, line, depth, first=False)
    else:
        raise InvalidTree(f"line {line}: the text ends before the tree; {depth} brackets are open")
    yield from enumerate(text[end:].splitlines(), line)


_BOX = re.compile(r'\s*"?(\w+)"?\s*(?:->\s*"?(\w+)"?\s*)?\[[^\]\n]*?\blabel="((?:[^"\\]|\\.)*)"')


def _graph(tree: _Tree, text: str) -> _Node:
    """A tree as ``dot_lines`` draws it."""
    boxes, inner = dict[str, _Node](), set[str]()
    for line, said in enumerate(text.splitlines(), start=1):
        if not (found := _BOX.match(said)) or found[1] in ("graph", "node", "edge"):
            continue
        # Escaped signs stand for themselves, but for n, a new line.
        label = re.sub(r"\\(.)", lambda each: each[1].replace("n", "\n"), found[3])
        if found[2] is None:
            boxes[found[1]] = tree.node(label.partition("\n")[0], line)
        elif not {found[1], found[2]} <= boxes.keys() or found[2] in inner:
            raise InvalidTree(f"line {line}: an arrow leads from a box to another, one to each")
        else:
            tree.grow(boxes[found[1]], tree.reply(label, line), boxes[found[2]])
            inner.add(found[2])
    if len(roots := boxes.keys() - inner) != 1:
        raise InvalidTree(
            f"a tree has one box to which no arrow leads; this graph has {len(roots)}"
        )
    return boxes[roots.pop()]
