"""Trees as indented text, and as graphs in DOT, the language of Graphviz."""

from collections.abc import Iterable, Iterator

from moolab.support.graph import Box, digraph, indent
from moolab.support.text import count_noun
from moolab.trees.parts import Counted


def text_lines(steps: Iterable[Counted]) -> Iterator[str]:
    r"""A line for each step: the reply that leads there, the guess, and the codes left.

    >>> from moolab.codes.replies import Reply
    >>> from moolab.trees.steps import Step
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
    >>> from moolab.trees.steps import Step
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
