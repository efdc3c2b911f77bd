"""A tree as one HTML page to walk through, which needs nothing but itself."""

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from string import ascii_lowercase, ascii_uppercase, digits

from moolab.codes.rules import Rules
from moolab.trees.parts import Counted

_DIGITS = ascii_uppercase + ascii_lowercase + digits + "-_"
"""Enough for 64 turns, for the 64 replies that do not win, for 36 symbols."""


def pieces(rules: Rules, strategy: str, steps: Iterable[Counted]) -> Iterator[str]:
    """The text of the page, in pieces.

    Each step is a record of fixed length, so that a browser shows a tree of a million nodes
    without taking it apart: its depth, the number of its reply, the symbols of its guess, and,
    where they are counted, the codes left, in base 64.

    >>> page = "".join(pieces(Rules.parse("ab2x3"), "mine", []))
    >>> page.startswith("<!doctype html>"), "://" in page
    (True, False)
    """
    template = files("moolab.trees").joinpath("page.html").read_text(encoding="utf-8")
    before, between, after = template.split("@@")
    replies = [reply for reply in rules.replies if reply != rules.win]
    width = len(_number(rules.size))
    head = {
        "game": str(rules),
        "strategy": strategy,
        "alphabet": list(rules.alphabet),
        "places": rules.places,
        "countDigits": width,
        "replies": [[str(reply), reply.words] for reply in (*replies, rules.win)],
        "digits": _DIGITS,
    }
    yield before
    # In a script element nothing may look like markup.
    yield json.dumps(head, ensure_ascii=False).replace("<", "\\u003c")
    yield between
    symbol = {symbol: _DIGITS[number] for number, symbol in enumerate(rules.alphabet)}
    branch = {reply: _DIGITS[number] for number, reply in enumerate(replies)}
    for step, count in steps:
        came_by = _DIGITS[0] if step.reply is None else branch[step.reply]
        guess = "".join(symbol[s] for s in step.guess)
        left = _number(count or 0).rjust(width, _DIGITS[0])
        yield f"{_DIGITS[step.depth]}{came_by}{guess}{left}"
    yield after


def _number(number: int) -> str:
    text = ""
    while number or not text:
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text
