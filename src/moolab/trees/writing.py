"""Trees as text: JSON with one node a line, written as the steps come."""

import gzip
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from moolab.codes.rules import Rules
from moolab.support.atomic import replace_file
from moolab.trees.step import Step

FORMAT = "moolab-tree"
VERSION = 1

_text = json.JSONEncoder(ensure_ascii=False).encode


def dump(rules: Rules, strategy: str, steps: Iterable[Step]) -> Iterator[str]:
    r"""The text of a tree file: its head, a line for each node, and its end.

    ``reading.open_tree`` and this are a pair.

    Args:
        strategy: the name of what guesses so, for people.

    >>> from moolab.codes.replies import Reply
    >>> tree = [Step(0, None, "01"), Step(1, Reply(0, 1), "12"), Step(1, Reply(0, 2), "10")]
    >>> print("".join(dump(Rules.parse("ab2x3"), "mine", tree)), end="")
    {"format": "moolab-tree", "version": 1, "rules": "ab2x3", "strategy": "mine", "root":
    {"guess": "01", "replies": {
    "01": {"guess": "12", "replies": {}},
    "02": {"guess": "10", "replies": {}}}}}
    """
    # It can be the name of a file, with bytes that are not text; readers of JSON refuse those.
    strategy = strategy.encode("utf-8", "replace").decode()
    fields = {"format": FORMAT, "version": VERSION, "rules": str(rules), "strategy": strategy}
    yield json.dumps(fields, ensure_ascii=False)[:-1] + ', "root":'
    yield from nested(steps)
    yield "}\n"


def nested(steps: Iterable[Step]) -> Iterator[str]:
    """The root of a tree as JSON, each node on a line of its own, and its end."""
    depth = -1
    for step in steps:
        # Two braces for each node that ends here: its replies and itself.
        ended = max(0, depth + 1 - step.depth)
        branch = "" if step.reply is None else f"{_text(str(step.reply))}: "
        guess = _text(step.guess)
        yield f'{"}}" * ended}{"," * (ended > 0)}\n{branch}{{"guess": {guess}, "replies": {{'
        depth = step.depth
    yield "}}" * (depth + 1)


def write(path: Path, rules: Rules, strategy: str, steps: Iterable[Step]) -> int:
    """Write a tree file, completely or not at all; compressed if its name ends with ``.gz``.

    The same tree gives the same bytes. Memory does not grow with the tree.

    Returns:
        How many nodes it has.

    Raises:
        UnusableFile: if the file cannot be written.
    """
    pieces = 0
    with replace_file(path) as file, _compress(file, path) as target:
        for piece in dump(rules, strategy, steps):
            target.write(piece.encode())
            pieces += 1
    return pieces - 3


@contextmanager
def _compress(file: BinaryIO, path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    if path.suffix != ".gz":
        yield file
        return
    # Neither name nor time of writing belong to the tree.
    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as target:
        yield target
