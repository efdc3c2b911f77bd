"""Trees as indented text."""

from collections.abc import Iterable, Iterator

from moolab.trees.parts import Counted
from moolab.words import counted

_INDENTED = 20
"""Levels that are told apart by their indentation: more would not fit into a terminal."""


def lines(steps: Iterable[Counted]) -> Iterator[str]:
    r"""A line for each step: the reply that leads there, the guess, and the codes left.

    >>> from moolab.codes.replies import Reply
    >>> from moolab.trees.steps import Step
    >>> tree = [(Step(0, None, "01"), 6), (Step(1, Reply(0, 1), "12"), 2)]
    >>> print("\n".join(lines(tree)))
    01  6 codes
      01: 12  2 codes
    """
    for step, count in steps:
        indent = "  " * min(step.depth, _INDENTED)
        deeper = f"({step.depth}) " if step.depth > _INDENTED else ""
        reply = "" if step.reply is None else f"{step.reply}: "
        left = "" if count is None else f"  {counted(count, 'code')}"
        yield f"{indent}{deeper}{reply}{step.guess}{left}"
