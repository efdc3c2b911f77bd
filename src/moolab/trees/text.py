"""Trees as indented text."""

from collections.abc import Iterable, Iterator

from moolab.support.graph import indent
from moolab.support.text import count_noun
from moolab.trees.parts import Counted


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
        reply = "" if step.reply is None else f"{step.reply}: "
        left = "" if count is None else f"  {count_noun(count, 'code')}"
        yield indent(step.depth, f"{reply}{step.guess}{left}")
