"""Trees printed as APL vectors, as Ted Emms printed his (Vector 10.2, 1993), read as steps.

``T`` is the first guess, ``X`` holds the guesses after each reply to it, ``X1`` those after a reply
worth 1 and one more reply, ``X1B`` those after replies worth 1 and 11, and so on. A reply is worth
``(places + 1) * bulls + cows``, one hexadecimal digit. A vector has an entry for each reply that is
possible, in the order of what they are worth: the next guess, as its number in numeric order. Zeros
at the end of a vector can be missing, and so may a vector of zeros.
"""

import re
from collections.abc import Iterator

from moolab.codes.numbering import all_codes, code_at
from moolab.codes.replies import partition
from moolab.codes.rules import Rules
from moolab.errors import InvalidTree
from moolab.support.text import quote
from moolab.trees.step import Step

LARGEST = 1 << 16
"""The most codes of a game that are tried; trees of larger games are not printed."""

_NAME = re.compile(r"T|X[0-9A-F]*")
_ENTRIES = re.compile(r"[0-9⍴(), \t]+")
_ITEM = re.compile(r"\(([0-9]{1,3})⍴([0-9]{1,9})\)|([0-9]{1,9})")


def read_vectors(rules: Rules, text: str) -> Iterator[Step]:
    """The tree that is printed in a text, which may hold anything else as well.

    An entry for a reply that cannot occur is ignored. Every other entry is a guess: a 0
    is the first code of the game.

    Raises:
        InvalidTree: if the text has no such tree for the game.

    >>> text = chr(10).join(["T←1", "X←2 4 0", "X1←5", "X3←(1⍴3),0"])
    >>> [f"{step.depth} {step.guess}" for step in read_vectors(Rules.parse("ab2x3"), text)]
    ['0 02', '1 10', '2 21', '1 20', '1 01', '2 12']
    """
    if rules.size > LARGEST:
        raise InvalidTree(
            f"{rules} has {rules.size:,} codes; a tree in vectors is read for up to {LARGEST:,}"
        )
    vectors = dict(_assignments(text, len(rules.replies)))
    if "T" not in vectors or "X" not in vectors:
        raise InvalidTree(
            "there is no tree in vectors here: it has a line T←6, the number of the first guess, "
            "and lines like X1B←(4⍴0),173"
        )
    entry_of = {reply: place for place, reply in enumerate(rules.replies)}
    first = _guess(rules, "T", vectors["T"], 0)
    todo = [(Step(0, None, first), "X", list(all_codes(rules)))]
    while todo:
        step, name, codes = todo.pop()
        yield step
        parts = partition(rules.reply_rule, step.guess, codes)
        parts.pop(rules.win, None)
        for reply, part in sorted(parts.items(), reverse=True):
            if len(part) == len(codes):
                raise InvalidTree(
                    f"the guess before {name} is {step.guess}, which tells nothing new: "
                    "an entry is missing, or it is another one"
                )
            guess = _guess(rules, name, vectors.get(name, []), entry_of[reply])
            worth = (rules.places + 1) * reply.bulls + reply.cows
            todo.append((Step(step.depth + 1, reply, guess), f"{name}{worth:X}", part))


def _assignments(text: str, most: int) -> Iterator[tuple[str, list[int]]]:
    """The vectors that the lines of a text name; a listing has a number before each line."""
    for line in text.splitlines():
        name, _, entries = line.partition("←")
        name = name.rpartition("]")[2].strip()
        if _NAME.fullmatch(name) and _ENTRIES.fullmatch(entries):
            yield name, _entries(entries, most)


def _entries(text: str, most: int) -> list[int]:
    """The first entries of a vector: numbers, and repeated numbers such as ``(4⍴0)``."""
    entries: list[int] = []
    for item in _ITEM.finditer(text):
        times, repeated, number = item.groups()
        entries += [int(repeated)] * int(times) if times else [int(number)]
        if len(entries) >= most:
            break
    return entries


def _guess(rules: Rules, name: str, entries: list[int], place: int) -> str:
    number = entries[place] if place < len(entries) else 0
    if number >= rules.size:
        raise InvalidTree(
            f"{quote(name)} has the code number {number}; those of {rules} go to {rules.size - 1:,}"
        )
    return code_at(rules, number)
