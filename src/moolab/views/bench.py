"""How fast the kernels are."""

from typing import Literal

from moolab.views.base import Answer, OfRules


class KernelRatesView(OfRules):
    """Pairs of guess and code in a second, for one game."""

    secrets: int
    """How many codes the game has."""
    python: float
    """Pairs that are scored in plain Python."""
    scoring: float
    """Pairs for which a packed reply is written."""
    counting: float
    """Pairs that are counted by their replies, making the bit planes of the codes included."""


class BenchView(Answer):
    """How fast the kernels are, beside plain Python."""

    schema: Literal["moolab/bench/1"] = "moolab/bench/1"
    unit: Literal["pairs/s"] = "pairs/s"
    """What the rates count."""
    threads: int
    """How many threads have worked."""
    games: tuple[KernelRatesView, ...]
    """The rates of each game."""
