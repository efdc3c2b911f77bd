"""Trees as indented text, as graphs in DOT, the language of Graphviz, and as HTML pages."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from string import ascii_lowercase, ascii_uppercase, digits

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply, partition
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.support.graph import Box, digraph, indent
from moolab.support.lazy import Lazy
from moolab.support.text import count_noun
from moolab.trees.step import Step

COUNTABLE = 1 << 20
"""Codes of larger games are not counted: in plain Python it would take minutes."""

Counted = tuple[Step, int | None]
"""A step, and how many codes can still be the secret there; None if they are not counted."""


def count_codes(rules: Rules, steps: Iterable[Step], history: History = ()) -> Iterator[Counted]:
    """The steps of a tree with the number of codes that lead to each.

    Args:
        history: the turns before the first step.

    >>> tree = [Step(0, None, "01"), Step(1, Reply(0, 1), "12"), Step(1, Reply(0, 2), "10")]
    >>> [count for _, count in count_codes(Rules.parse("ab2x3"), tree)]
    [6, 2, 1]
    """
    if rules.size > COUNTABLE:
        yield from ((step, None) for step in steps)
        return
    every = [code for code in all_codes(rules) if all(turn.fits(rules, code) for turn in history)]
    # Where the steps go no deeper, nothing is divided.
    levels: list[Lazy[dict[Reply, list[str]]]] = []
    for step in steps:
        del levels[step.depth :]
        codes = every if step.reply is None else levels[-1]().get(step.reply, [])
        levels.append(Lazy(partial(partition, rules.reply_rule, step.guess, codes)))
        yield step, len(codes)


def text_lines(steps: Iterable[Counted]) -> Iterator[str]:
    r"""A line for each step: the reply that leads there, the guess, and the codes left.

    >>> from moolab.codes.replies import Reply
    >>> from moolab.trees.step import Step
    >>> tree = [(Step(0, None, "01"), 6), (Step(1, Reply(0, 1), "12"), 2)]
    >>> print("\n".join(text_lines(tree)))
    01  6 codes
      01: 12  2 codes
    """
    for step, count in steps:
        reply = "" if step.reply is None else f"{step.reply}: "
        left = "" if count is None else f"  {count_noun(count, 'code')}"
        yield indent(step.depth, f"{reply}{step.guess}{left}")


def dot_lines(title: str, steps: Iterable[Counted]) -> Iterator[str]:
    r"""The lines of a digraph: a box for each guess, an arrow for each reply.

    >>> from moolab.codes.replies import Reply
    >>> from moolab.trees.step import Step
    >>> tree = [(Step(0, None, "01"), 6), (Step(1, Reply(0, 1), "12"), None)]
    >>> print("\n".join(list(dot_lines("ab2x3", tree))[4:]))
      0 [label="01\n6"]
      1 [label="12"]
      0 -> 1 [label="01"]
    }
    """
    return digraph(title, map(_box, steps))


def _box(node: Counted) -> Box:
    step, count = node
    label = step.guess if count is None else f"{step.guess}\n{count:,}"
    return Box(step.depth, label, "" if step.reply is None else str(step.reply))


_DIGITS = ascii_uppercase + ascii_lowercase + digits + "-_"
"""Enough for 64 turns; what there can be more of has several digits."""


def page_pieces(rules: Rules, strategy: str, steps: Iterable[Counted]) -> Iterator[str]:
    """The text of the page, in pieces.

    Each step is a record of fixed length in base 64, so that a browser shows a tree of a million
    nodes without taking it apart. It has the depth, the number of the reply, the symbols of the
    guess, and, where they are counted, the codes left.

    >>> page = "".join(page_pieces(Rules.parse("ab2x3"), "mine", []))
    >>> page.startswith("<!doctype html>"), "://" in page
    (True, False)
    """
    template = files("moolab.trees").joinpath("page.html").read_text(encoding="utf-8")
    before, between, after = template.split("@@")
    replies = [reply for reply in rules.replies if reply != rules.win]
    # Names of different lengths are symbols themselves, each of them a whole guess.
    named = isinstance(rules, ListedRules) and len(set(map(len, rules.guesses))) > 1
    symbols = rules.guesses if isinstance(rules, ListedRules) and named else tuple(rules.alphabet)
    # One digit in games in notation; lists have more replies, and perhaps more letters.
    per_reply, per_symbol, per_count = map(_width, (len(replies), len(symbols), rules.size + 1))
    head = {
        "game": str(rules),
        "strategy": strategy,
        "alphabet": symbols,
        "places": 1 if named else rules.places,
        "replyDigits": per_reply,
        "symbolDigits": per_symbol,
        "countDigits": per_count,
        "replies": [[str(reply), reply.words] for reply in (*replies, rules.win)],
        "digits": _DIGITS,
    }
    yield before
    # In a script element nothing may look like markup.
    yield json.dumps(head, ensure_ascii=False).replace("<", "\\u003c")
    yield between
    symbol = {symbol: _number(n, per_symbol) for n, symbol in enumerate(symbols)}
    branch = {reply: _number(n, per_reply) for n, reply in enumerate(replies)}
    for step, count in steps:
        came_by = _number(0, per_reply) if step.reply is None else branch[step.reply]
        guess = "".join(symbol[s] for s in ([step.guess] if named else step.guess))
        yield f"{_DIGITS[step.depth]}{came_by}{guess}{_number(count or 0, per_count)}"
    yield after


def _width(count: int) -> int:
    """The digits that the numbers below ``count`` need."""
    width = 1
    while len(_DIGITS) ** width < count:
        width += 1
    return width


def _number(number: int, width: int) -> str:
    text = ""
    for _ in range(width):
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return text
