"""Best trees."""

from typing import TYPE_CHECKING, Literal

from moolab.search.objective import Objective
from moolab.views.base import Answer, OfRules
from moolab.views.turns import SourceView, TreeTotals

if TYPE_CHECKING:
    from moolab.search.optimal import Optimum


class OptimalView(TreeTotals, OfRules, Answer):
    """The best tree of a game that was found."""

    schema: Literal["moolab/optimal/1"] = "moolab/optimal/1"
    objective: Objective
    """What the best tree is best at."""
    consistent: bool
    """Whether only codes that could be the secret were guessed."""
    hard: bool
    """Whether letters that a reply had revealed stayed in all later guesses."""
    at_most: int | None
    """The most guesses that any secret was allowed to need, null if there was no limit."""
    first: str | None
    """The first guess that was asked for, null if the best one was."""
    at_max: int
    """How many secrets need the most guesses."""
    proven: bool
    """Whether no tree is better."""
    source: SourceView | None
    """What proof and bound rest on; null if this search has found all by itself."""
    bound: int
    """No tree has a smaller total; where secrets are not equally likely or guesses cost, no smaller
    cost."""
    tried: int
    """How many guesses the search has tried."""
    seconds: float
    """How long that took, by the clock."""
    cpu_seconds: float
    """How much time of processors it took, of all workers together."""

    @classmethod
    def of(
        cls,
        best: "Optimum",
        *,
        consistent: bool,
        hard: bool = False,
        first: str | None = None,
        most: int | None = None,
    ) -> "OptimalView":
        """What a search has found.

        Args:
            consistent: whether only what might be the secret was guessed.
            hard: whether it was in hard mode.
            first: the first guess that was asked for.
            most: the most guesses that any secret was allowed to need.
        """
        return cls.showing(
            best,
            rules=str(best.rules),
            consistent=consistent,
            hard=hard,
            at_most=most,
            first=first,
            secrets=best.rules.size,
            mean=best.total / best.rules.size,
            source=SourceView.of(best.source),
            seconds=round(best.seconds, 3),
            cpu_seconds=round(best.cpu_seconds, 3),
        )
