"""Trees as graphs in DOT, the language of Graphviz."""

from collections.abc import Iterable, Iterator

from moolab.trees.parts import Counted


def lines(title: str, steps: Iterable[Counted]) -> Iterator[str]:
    r"""The lines of a digraph: a box for each guess, an arrow for each reply.

    >>> from moolab.codes.replies import Reply
    >>> from moolab.trees.steps import Step
    >>> tree = [(Step(0, None, "01"), 6), (Step(1, Reply(0, 1), "12"), None)]
    >>> print("\n".join(lines("ab2x3", tree)))
    digraph tree {
      graph [label="ab2x3", labelloc=t, rankdir=LR, fontname=monospace]
      node [shape=box, fontname=monospace]
      edge [fontname=monospace]
      0 [label="01\n6"]
      1 [label="12"]
      0 -> 1 [label="01"]
    }
    """
    yield "digraph tree {"
    yield f"  graph [label={_quoted(title)}, labelloc=t, rankdir=LR, fontname=monospace]"
    yield "  node [shape=box, fontname=monospace]"
    yield "  edge [fontname=monospace]"
    way: list[int] = []
    for number, (step, count) in enumerate(steps):
        del way[step.depth :]
        label = step.guess if count is None else f"{step.guess}\n{count:,}"
        yield f"  {number} [label={_quoted(label)}]"
        if step.reply is not None:
            yield f'  {way[-1]} -> {number} [label="{step.reply}"]'
        way.append(number)
    yield "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
