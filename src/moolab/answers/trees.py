"""Decision trees."""

import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from moolab.answers.codes import split_fields
from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history
from moolab.strategies import Strategy
from moolab.trees.build import build
from moolab.trees.node import Node
from moolab.trees.parts import Counted
from moolab.trees.verify import verify


def evaluation_fields(
    name: str,
    strategy: Strategy,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """What a strategy achieves against every secret: its whole tree is built, and proved.

    Args:
        name: what the strategy is called.
        workers: how many threads share the work.
        progress: is told meanwhile for how many secrets the tree is finished, then for how many it
            is proved.

    Raises:
        SpaceTooLarge: if the strategy cannot play the game to its end, or its codes are too many.

    >>> from moolab.strategies import strategy
    >>> fields = evaluation_fields("entropy", strategy("entropy", Rules.parse("ab2x3")))
    >>> fields["total"], fields["max"], fields["histogram"]
    (13, 3, {1: 1, 2: 3, 3: 2})
    """
    began = time.perf_counter()
    rules = strategy.rules
    proof = verify(rules, build(strategy, workers, progress), progress)
    return {
        "rules": str(rules),
        "strategy": name,
        "secrets": proof.secrets,
        "total": proof.total,
        "mean": proof.mean,
        "max": proof.max,
        "histogram": proof.histogram,
        "seconds": round(time.perf_counter() - began, 3),
    }


def tree_fields(
    rules: Rules, name: str, history: History, nodes: Iterable[Counted]
) -> dict[str, Any]:
    """The nodes of a tree after a history.

    Args:
        name: what the strategy is called.
    """
    return {
        "rules": str(rules),
        "strategy": name,
        "history": format_history(history),
        "nodes": [_node_fields(node) for node in nodes],
    }


def node_fields(name: str, node: Node, limit: int | None = None) -> dict[str, Any]:
    """A node of a tree: its guess, what can be the secret, and how many of them give each reply.

    Args:
        name: what the strategy is called.
        limit: how many candidates to list at most.

    >>> from moolab.strategies import strategy
    >>> from moolab.trees.node import tree
    >>> node_fields("entropy", tree(strategy("entropy", Rules.parse("ab2x3"))), 2)["replies"]
    {'01': 2, '02': 1, '10': 2, '20': 1}
    """
    known = node.candidates
    return {
        "rules": str(known.rules),
        "strategy": name,
        "history": format_history(node.history),
        "guess": node.guess,
        "consistent": node.guess in known,
        "count": known.count,
        "candidates": list(islice(known, limit)),
        "replies": split_fields(known, node.guess),
    }


def _node_fields(node: Counted) -> dict[str, Any]:
    step, count = node
    reply = None if step.reply is None else str(step.reply)
    return {"depth": step.depth, "reply": reply, "guess": step.guess, "candidates": count}
