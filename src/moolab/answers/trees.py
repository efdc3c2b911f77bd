"""Decision trees."""

from collections.abc import Iterable
from typing import Any

from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history
from moolab.trees.parts import Counted
from moolab.trees.verify import Proof


def evaluation_fields(rules: Rules, name: str, proof: Proof, seconds: float) -> dict[str, Any]:
    """What a strategy achieves against every secret.

    Args:
        name: what the strategy is called.
        seconds: how long it took to find out.
    """
    return {
        "rules": str(rules),
        "strategy": name,
        "secrets": proof.secrets,
        "total": proof.total,
        "mean": proof.mean,
        "max": proof.max,
        "histogram": proof.histogram,
        "seconds": round(seconds, 3),
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


def _node_fields(node: Counted) -> dict[str, Any]:
    step, count = node
    reply = None if step.reply is None else str(step.reply)
    return {"depth": step.depth, "reply": reply, "guess": step.guess, "candidates": count}
