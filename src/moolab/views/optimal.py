"""Best trees, and what a game is worth where both sides mix."""

from typing import TYPE_CHECKING, Literal

from moolab.search.objective import Objective
from moolab.views.base import Answer, OfRules, View
from moolab.views.turns import Ratio, SourceView, TreeTotals

if TYPE_CHECKING:
    from moolab.mixing.value import GameValue
    from moolab.results.replay import Replayed
    from moolab.search.optimal import Optimum


class OptimalView(TreeTotals, OfRules, Answer):
    """The best tree of a game that was found, or that comes with moolab."""

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
    origin: Literal["search", "shipped"]
    """Where the tree comes from: a search, or moolab's results; one of those was replayed on every
    secret, and a certificate proves the rest."""
    certificate: str | None
    """This certificate, by its path in moolab's repository; null if the tree was searched for."""

    @classmethod
    def of(cls, best: "Optimum") -> "OptimalView":
        """What a search has found."""
        return cls.showing(
            best,
            rules=str(best.rules),
            at_most=best.most,
            secrets=best.rules.size,
            mean=best.total / best.rules.size,
            source=SourceView.of(best.source),
            seconds=round(best.seconds, 3),
            cpu_seconds=round(best.cpu_seconds, 3),
            origin="search",
            certificate=None,
        )

    @classmethod
    def of_replayed(cls, found: "Replayed", seconds: float, cpu_seconds: float) -> "OptimalView":
        """What comes with moolab, and the time that it took to replay it."""
        proof = found.proof
        return cls.showing(
            proof, rules=str(found.result.rules), objective="mean", consistent=False, hard=False,
            at_most=None, first=None, at_max=proof.distribution[proof.max], proven=True,
            source=None, bound=proof.cost, tried=0, seconds=round(seconds, 3),
            cpu_seconds=round(cpu_seconds, 3), origin="shipped",
            certificate=found.result.certificate,
        )  # fmt: skip


class EstimateView(OfRules, Answer):
    """What a search for the best tree of a game would take, estimated from those of other games."""

    schema: Literal["moolab/optimal-estimate/1"] = "moolab/optimal-estimate/1"
    objective: Objective
    """What the best tree is best at."""
    consistent: bool
    """Whether only codes that could be the secret are guessed."""
    secrets: int
    """How many there are."""
    replies: int
    """How many replies."""
    tried: int
    """How many guesses the search tries."""
    cpu_seconds: float
    """How much time of processors it takes, of all workers together; compiling apart."""
    factor: float
    """Four of five searches take at most so many times as much, or as little."""
    workers: int
    """How many threads share the work."""
    bytes: int
    """How much memory it takes."""


class KindView(View):
    """Codes that only rename symbols or arrange places, and how likely the secret is there."""

    first: str
    """The first of these codes."""
    secrets: int
    """How many there are."""
    share: Ratio
    """How likely the code-maker draws one of them, as a fraction: numerator and denominator."""


class ValueView(OfRules, Answer):
    """The value of a game: its average length when both sides play optimal mixed strategies."""

    schema: Literal["moolab/optimal-game/1"] = "moolab/optimal-game/1"
    consistent: bool
    """Whether only codes that could be the secret were guessed."""
    value: Ratio | None
    """The value, as a fraction in lowest terms: numerator and denominator; null if the bounds have
    not met."""
    decimal: float | None
    """The same as a decimal."""
    low: Ratio
    """The number of guesses that the code-maker can be sure of, as a fraction."""
    high: Ratio
    """The code-breaker can be sure that no more are needed, as a fraction."""
    maker: tuple[KindView, ...]
    """What the code-maker does."""
    breaker: tuple[Ratio, ...]
    """How likely the code-breaker draws each of some trees, as fractions."""
    proven: bool
    """Whether the bounds have met."""
    source: SourceView | None
    """What the bounds rest on; null if this search has found all by itself."""
    tried: int
    """How many guesses the search has tried."""
    seconds: float
    """How long that took, by the clock."""
    cpu_seconds: float
    """How much time of processors it took, of all workers together."""

    @classmethod
    def of(cls, found: "GameValue") -> "ValueView":
        """What a search has found."""
        from moolab.mixing.mixes import kind_sizes

        mixes = found.mixes
        kinds = zip(mixes.maker.items(), kind_sizes(mixes.rules), strict=True)
        return cls(
            rules=str(mixes.rules),
            consistent=mixes.consistent,
            value=mixes.high.as_integer_ratio() if found.proven else None,
            decimal=float(mixes.high) if found.proven else None,
            low=mixes.low.as_integer_ratio(),
            high=mixes.high.as_integer_ratio(),
            maker=tuple(
                KindView(first=first, secrets=secrets, share=share.as_integer_ratio())
                for (first, share), secrets in kinds
            ),
            breaker=tuple(share.as_integer_ratio() for share, _ in mixes.breaker),
            proven=found.proven,
            source=SourceView.of(found.source),
            tried=found.tried,
            seconds=round(found.seconds, 3),
            cpu_seconds=round(found.cpu_seconds, 3),
        )
