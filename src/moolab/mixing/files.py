"""Files of mixed strategies: what both sides do by chance, and what that guarantees them."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.symmetry import openings
from moolab.errors import InvalidStrategies, MoolabError
from moolab.mixing.mixes import Mixes
from moolab.support.compressed import begins_with, open_file, write_file
from moolab.support.foreign import parsing
from moolab.support.text import quote
from moolab.trees.step import Step
from moolab.trees.writing import nested

FORMAT, VERSION = "moolab-strategies", 1

_FIELDS = {"format", "version", "rules", "consistent", "low", "high", "maker", "breaker"}

_MOST_BYTES = 1 << 28
"""A tree has some 40 bytes a node, and there are as many trees as kinds of codes, at most."""


def write_mixes(path: Path, mixes: Mixes) -> None:
    """Write a file, completely or not at all; compressed if its name ends with ``.gz``.

    ``read_mixes`` and this are a pair; the same mixes give the same bytes.

    Raises:
        UnusableFile: if the file cannot be written.
    """
    write_file(path, "".join(dump(mixes)).encode())


def dump(mixes: Mixes) -> Iterator[str]:
    """The text of a file, line by line."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "rules": str(mixes.rules),
        "consistent": mixes.consistent,
        "low": _pair(mixes.low),
        "high": _pair(mixes.high),
        "maker": {code: _pair(share) for code, share in mixes.maker.items()},
    }
    yield json.dumps(head)[:-1] + ', "breaker": ['
    separator = "\n"
    for share, tree in mixes.breaker:
        yield f'{separator}{{"share": {_pair(share)}, "tree":'
        yield from nested(tree)
        yield "}"
        separator = ",\n"
    yield "]}\n"


def _pair(number: Fraction) -> list[int]:
    return [number.numerator, number.denominator]


def is_strategies(path: Path) -> bool:
    """Whether a file begins as one of mixed strategies does.

    Raises:
        UnusableFile: if it cannot be read.
    """
    return begins_with(path, FORMAT)


def read_mixes(path: Path) -> Mixes:
    """What a file says; whether that is true, is another matter.

    Raises:
        InvalidStrategies: if it is not such a file.
        UnusableFile: if it cannot be read.
    """
    with parsing(InvalidStrategies("it is not JSON, or damaged")), open_file(path) as file:
        content = file.read(_MOST_BYTES + 1)
        found = json.loads(content) if len(content) <= _MOST_BYTES else None
    return _mixes(found)


def _mixes(found: Any) -> Mixes:
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InvalidStrategies("this is not a file of mixed strategies of moolab")
    if found.get("version") != VERSION:
        raise InvalidStrategies(f"its version is {found.get('version')}, not {VERSION}")
    if found.keys() != _FIELDS:
        raise InvalidStrategies(f"its fields are not {', '.join(sorted(_FIELDS))}")
    try:
        rules = Rules.parse(found["rules"])
    except MoolabError as error:
        raise InvalidStrategies(str(error)) from error
    if type(found["consistent"]) is not bool:
        raise InvalidStrategies("'consistent' is not true or false")
    if isinstance(rules, ListedRules):
        raise InvalidStrategies(f"the codes of {rules} are listed, and each is of its own kind")
    if not isinstance(found["maker"], dict) or [*found["maker"]] != openings(rules):
        raise InvalidStrategies(f"'maker' does not name the kinds {', '.join(openings(rules))}")
    if not isinstance(found["breaker"], list):
        raise InvalidStrategies("'breaker' is not a list of trees")
    maker = {code: _fraction(share) for code, share in found["maker"].items()}
    breaker = [_drawn(rules, each) for each in found["breaker"]]
    for who, shares in ("maker", [*maker.values()]), ("breaker", [share for share, _ in breaker]):
        if sum(shares) != 1:
            raise InvalidStrategies(f"the chances of what the code-{who} does do not add up to 1")
    low, high = _fraction(found["low"]), _fraction(found["high"])
    return Mixes(rules, found["consistent"], low, high, maker, breaker)


def _fraction(pair: object) -> Fraction:
    match pair:
        case [above, below] if type(above) is type(below) is int and above >= 0 and below > 0:
            return Fraction(above, below)
    raise InvalidStrategies(f"{quote(pair)} is not a fraction, as [1, 3] is")


def _drawn(rules: Rules, found: object) -> tuple[Fraction, list[Step]]:
    match found:
        case {"share": share, "tree": tree, **others} if not others:
            return _fraction(share), list(_steps(rules, tree, 0, None))
    raise InvalidStrategies("an entry of 'breaker' is not a share and a tree")


def _steps(rules: Rules, node: object, depth: int, reply: Reply | None) -> Iterator[Step]:
    """A tree in preorder, as the root of a tree file has it."""
    match node:
        case {"guess": str() as guess, "replies": dict() as replies, **others} if not others:
            yield Step(depth, reply, guess)
            for text, after in replies.items():
                try:
                    answer = rules.reply(text)
                except MoolabError as error:
                    raise InvalidStrategies(str(error)) from error
                yield from _steps(rules, after, depth + 1, answer)
        case _:
            raise InvalidStrategies("a node of a tree is not a guess and its replies")
