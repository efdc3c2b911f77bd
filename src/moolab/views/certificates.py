"""Files that prove something."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal

from moolab.annexes import AnnexProof
from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.trees.verify import Proof
from moolab.views.base import Answer
from moolab.views.turns import Ratio, Totals

if TYPE_CHECKING:
    from moolab.certificates.check import Checked
    from moolab.mixing.mixes import Mixes

Kind = Literal["tree", "certificate", "strategies"]
"""What a file proves something with."""


class VerifyView(Totals, Answer):
    """A file, and whether it proves what it says.

    The totals are those of a tree; ``max`` is also the limit, or the maximum, that a certificate is
    about.
    """

    schema: Literal["moolab/verify/1"] = "moolab/verify/1"
    file: str
    """The file."""
    kind: Kind
    """A tree proves that so many guesses are enough, a certificate that fewer are not; mixed
    strategies prove what a game is worth."""
    valid: bool
    """Whether it proves that."""
    rules: str | None
    """The game; null if the file does not say."""
    objective: str | None
    """What a certificate is about, as ``moo optimal --objective`` names it, or in a
    word as an annex says it; ``game`` for mixed strategies; null for a tree."""
    consistent: bool | None
    """Whether it is about strategies that guess only what is possible; null for a tree."""
    hard: bool | None
    """Whether a certificate is about the hard mode of the word game; null for others."""
    first: str | None
    """The guess with which the strategies begin that a certificate is about; null for any."""
    weighed: bool | None
    """Whether each secret counts as often as it weighs in a certificate; null for others."""
    low: Ratio | None
    """Of mixed strategies: the code-maker can be sure of so many guesses, on average, as a
    fraction; null for others."""
    high: Ratio | None
    """Of mixed strategies: the code-breaker can be sure that no more are needed; null for
    others."""
    bound: int | None
    """No strategy needs fewer guesses for all secrets together, or for the worst one where the
    objective is ``worst``; null for a tree."""
    at_max: int | None
    """No strategy with this maximum has fewer secrets there: none with this total, too, where the
    objective of a certificate is ``tail``, and none at all where it is ``least-max``; null for
    others."""
    claims: int | None
    """How many claims, or positions, the certificate has; null for a tree."""
    seconds: float | None
    """How long checking took; null if the file is not valid."""
    fault: str | None
    """What is wrong, in a sentence; null if nothing is."""

    @classmethod
    def of_tree(cls, file: str, rules: Rules | str, proof: Proof, seconds: float) -> "VerifyView":
        """A tree that finds every secret."""
        totals = {each.name: getattr(proof, each.name) for each in fields(Totals)}
        return cls._of(file, "tree", rules, seconds=seconds, **totals)

    @classmethod
    def of_certificate(cls, file: str, checked: "Checked") -> "VerifyView":
        """A certificate of which every claim follows."""
        header = checked.header
        return cls._of(
            file,
            "certificate",
            header.rules,
            seconds=checked.seconds,
            objective=header.objective,
            consistent=header.consistent,
            hard=header.hard,
            first=header.first,
            weighed=isinstance(header.rules, ListedRules) and bool(header.rules.weights),
            bound=header.bound,
            max=header.max,
            at_max=header.at_max,
            claims=checked.claims,
        )

    @classmethod
    def of_strategies(cls, file: str, mixes: "Mixes", seconds: float) -> "VerifyView":
        """Mixed strategies that guarantee what they say."""
        return cls._of(
            file,
            "strategies",
            mixes.rules,
            seconds=seconds,
            objective="game",
            consistent=mixes.consistent,
            low=mixes.low.as_integer_ratio(),
            high=mixes.high.as_integer_ratio(),
        )

    @classmethod
    def of_annex(cls, file: str, proof: AnnexProof) -> "VerifyView":
        """A certificate of an annex that proves what it says."""
        return cls._of(
            file,
            "certificate",
            proof.game,
            seconds=proof.seconds,
            objective=proof.objective,
            claims=proof.claims,
        )

    @classmethod
    def of_fault(cls, file: str, kind: Kind, fault: str) -> "VerifyView":
        """A file that does not prove what it says."""
        return cls._of(file, kind, None, valid=False, fault=fault)

    @classmethod
    def _of(cls, file: str, kind: Kind, rules: Rules | str | None, **known: Any) -> "VerifyView":
        unknown: dict[str, Any] = dict.fromkeys(
            each.name for each in fields(cls) if each.name != "schema"
        )
        shown = {"file": file, "kind": kind, "valid": True, "rules": rules and str(rules)}
        return cls(**unknown | shown | known)
