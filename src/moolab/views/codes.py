"""Candidates, the next guess, and the way to a secret."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

from moolab.codes.replies import Reply
from moolab.deduction.candidates import Candidates, odds
from moolab.views.base import Answer, OfRules, View
from moolab.views.turns import TurnView, by_reply, turn_views

if TYPE_CHECKING:
    from moolab.analysis.measures import Measures


class LikeliestView(View):
    """The candidates that make the fewest replies wrong."""

    mistakes: int
    """How many replies they make wrong."""
    candidates: int | None
    """How many codes they are."""


class Known(OfRules):
    """What follows from the replies so far."""

    turns: tuple[TurnView, ...]
    """The guesses so far, with their replies."""
    mistakes: int
    """How many of these replies can be wrong."""
    likeliest: LikeliestView | None
    """The candidates that make the fewest replies wrong; null if no reply can be wrong."""
    candidates: int | None
    """How many codes can still be the secret; null if there are too many to count."""

    @classmethod
    def of_known(cls, known: Candidates, **others: Any) -> Self:
        """What is known, and what else is shown of it."""
        likeliest = None
        if known.mistakes:
            fewest = known.likeliest
            likeliest = LikeliestView(mistakes=fewest.mistakes, candidates=fewest.known_count)
        return cls(
            rules=str(known.rules),
            turns=turn_views(known.history),
            mistakes=known.mistakes,
            likeliest=likeliest,
            candidates=known.known_count,
            **others,
        )


class CandidatesView(Known, Answer):
    """The codes that can still be the secret."""

    schema: Literal["moolab/candidates/1"] = "moolab/candidates/1"
    codes: tuple[str, ...] | Iterable[str]
    """The first of these codes in numeric order, all of them unless there is a limit."""
    odds: tuple[float, ...] | None
    """How likely each of these codes is, 0 to 1; null where none is likelier than others."""

    @classmethod
    def of(cls, known: Candidates, codes: tuple[str, ...] | Iterable[str]) -> "CandidatesView":
        """What is known, and some of the codes; millions of them come one by one.

        >>> from moolab.deduction.candidates import candidates
        >>> known = candidates("ab2x3")
        >>> view = CandidatesView.of(known, iter(known))
        >>> view.candidates, view.fields()["codes"]
        (6, ['01', '02', '10', '12', '20', '21'])
        """
        likely = odds(known)
        if likely is not None:
            codes = tuple(codes)
        return cls.of_known(
            known, codes=codes, odds=None if likely is None else tuple(map(likely, codes))
        )


class MeasuredView(View):
    """What a guess promises."""

    guess: str
    """The code."""
    entropy: float
    """How much the reply tells on average, in bits."""
    credited: float
    """The same, and two bits for the share of the candidates that the guess itself is: what the
    strategy ``entropy`` compares."""
    expected: float
    """How many codes are left on average."""
    worst: int
    """How many codes the most frequent reply leaves."""
    parts: int
    """How many different replies there are."""
    can_be_secret: bool
    """Whether it can be the secret itself."""
    recommended: bool
    """Whether it is the guess that the strategy recommends."""


class NextView(Known, Answer):
    """The guess that a strategy recommends."""

    schema: Literal["moolab/next/1"] = "moolab/next/1"
    strategy: str
    """Who was asked: a strategy, or a tree file."""
    guess: str
    """The recommended guess."""
    consistent: bool
    """Whether it can be the secret itself."""
    replies: dict[str, int] | None
    """How many codes each reply would leave; null if there are too many to count."""
    parts: dict[str, tuple[str, ...]] | None
    """The codes that each reply would leave; null if they were not asked for."""
    best: tuple[MeasuredView, ...] | None
    """The best guesses, the best one first, and the recommended one in any case; null if they were
    not asked for."""

    @classmethod
    def of(
        cls,
        name: str,
        known: Candidates,
        guess: str,
        split: Mapping[Reply, int] | None,
        parts: Mapping[Reply, tuple[str, ...]] | None = None,
        best: "Measures | None" = None,
    ) -> "NextView":
        """What a strategy of this name has found.

        Args:
            split: how many codes each reply to the guess would leave.
            best: the best guesses, and what they promise.
        """
        return cls.of_known(
            known,
            strategy=name,
            guess=guess,
            consistent=guess in known,
            replies=by_reply(split),
            parts=by_reply(parts),
            best=None
            if best is None
            else tuple(
                MeasuredView(**row._asdict(), recommended=row.guess == guess) for row in best
            ),
        )


class SolveTurnView(TurnView):
    """A guess, its reply, and what they leave."""

    candidates: int | None
    """How many codes can be the secret after it; null if there are too many to count."""


class SolveView(OfRules, Answer):
    """How a strategy finds a secret."""

    schema: Literal["moolab/solve/1"] = "moolab/solve/1"
    strategy: str
    """Who guesses: a strategy, or a tree file."""
    secret: str
    """The code that is found."""
    guesses: int
    """How many guesses that takes."""
    turns: tuple[SolveTurnView, ...]
    """The guesses with their replies."""

    @classmethod
    def of(cls, name: str, secret: str, known: Sequence[Candidates]) -> "SolveView":
        """The way to a secret.

        Args:
            known: what was known at first, and after each turn.
        """
        turns = tuple(
            SolveTurnView(guess=turn.guess, reply=str(turn.reply), candidates=left.known_count)
            for turn, left in zip(known[-1].history, known[1:], strict=True)
        )
        return cls(
            rules=str(known[0].rules), strategy=name, secret=secret, guesses=len(turns), turns=turns
        )
