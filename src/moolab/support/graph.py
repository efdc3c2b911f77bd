"""Trees as indented text and as graphs, whatever they are trees of."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

_INDENTED = 20
"""Levels that are told apart by their indentation: more would not fit into a terminal."""


def indent(depth: int, text: str) -> str:
    """A line of a tree, and its level: how far it is below the root.

    >>> indent(2, "a node"), len(indent(99, "a node"))
    ('    a node', 51)
    """
    deeper = f"({depth}) " if depth > _INDENTED else ""
    return f"{'  ' * min(depth, _INDENTED)}{deeper}{text}"


class Box(NamedTuple):
    """A node of a graph: how far below the root, what is in it, and what is at its arrow."""

    depth: int
    label: str
    arrow: str = ""


def digraph(title: str, boxes: Iterable[Box]) -> Iterator[str]:
    r"""The lines of a tree in DOT, the language of Graphviz.

    Args:
        boxes: the nodes in preorder.

    >>> print("\n".join(digraph("tiny", [Box(0, "root"), Box(1, "a\nleaf", "the way")])))
    digraph tree {
      graph [label="tiny", labelloc=t, rankdir=LR, fontname=monospace]
      node [shape=box, fontname=monospace]
      edge [fontname=monospace]
      0 [label="root"]
      1 [label="a\nleaf"]
      0 -> 1 [label="the way"]
    }
    """
    yield "digraph tree {"
    yield f"  graph [label={_quote(title)}, labelloc=t, rankdir=LR, fontname=monospace]"
    yield "  node [shape=box, fontname=monospace]"
    yield "  edge [fontname=monospace]"
    way: list[int] = []
    for number, box in enumerate(boxes):
        del way[box.depth :]
        yield f"  {number} [label={_quote(box.label)}]"
        if way:
            yield f"  {way[-1]} -> {number} [label={_quote(box.arrow)}]"
        way.append(number)
    yield "}"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
