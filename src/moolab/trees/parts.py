"""How the codes divide on their way down a tree, by the plain reply rule."""

from collections.abc import Iterable, Iterator
from functools import partial

from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply, partition
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.support.lazy import Lazy
from moolab.trees.steps import Step

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
