"""Trees as graphs in DOT, the language of Graphviz."""

from collections.abc import Iterable, Iterator

from moolab.support.graph import Box, digraph
from moolab.trees.parts import Counted


def lines(title: str, steps: Iterable[Counted]) -> Iterator[str]:
    r"""The lines of a digraph: a box for each guess, an arrow for each reply.

    >>> from moolab.codes.replies import Reply
    >>> from moolab.trees.steps import Step
    >>> tree = [(Step(0, None, "01"), 6), (Step(1, Reply(0, 1), "12"), None)]
    >>> print("\n".join(list(lines("ab2x3", tree))[4:]))
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
