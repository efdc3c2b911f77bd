"""What is known of games."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from moolab.views.base import Answer, OfRules, View

if TYPE_CHECKING:
    from moolab.results.field import Row
    from moolab.results.known import Result


class ResultView(OfRules):
    """The best that is known of a game."""

    consistent: bool
    """Whether only codes that could be the secret were guessed."""
    objective: str
    """What the tree is best at, as ``moo optimal --objective`` names it."""
    secrets: int
    """How many secrets there are."""
    total: int
    """The guesses that all secrets need together."""
    mean: float
    """The guesses that a secret needs on average."""
    max: int
    """The most guesses that a secret needs."""
    at_max: int
    """How many secrets need the most guesses."""
    proved: bool
    """Whether nothing is better, by the objective."""
    bound: int | None
    """No tree, if ``consistent`` none of that kind, has a smaller total; null if no such number is
    known."""
    before: int | None
    """The best total that others have published of a game that is not proved; null if it is, or
    there is none."""
    tree: str | None
    """The tree, by its path beside the folder; null if there is no file."""
    certificate: str | None
    """The proof that no total is smaller, likewise."""
    command: str
    """The command that makes the tree."""
    check: str | None
    """The command that checks the files, which it finds by their names; null if there are none."""
    missing: tuple[str, ...]
    """The files that this installation lacks, by their paths in moolab's repository."""

    @classmethod
    def of(cls, found: "Result") -> "ResultView":
        """A result as it is shown."""
        from moolab.results.field import best_published

        files = " ".join(file.rpartition("/")[2] for file in found.files)
        return cls.showing(
            found,
            rules=str(found.rules),
            secrets=found.rules.size,
            bound=found.least,
            before=best_published(found),
            check=f"moo verify {files}" if files else None,
            missing=found.missing,
        )


class PublishedView(View):
    """A number that others have published, beside ours."""

    game: str
    """The game, a board, or a list of words and the first word."""
    question: str
    """What the numbers answer, in words."""
    theirs: int | str
    """The number that was published; a fraction is text."""
    source: str
    """Who has published it."""
    proved: bool
    """Whether they have proved that there is no better one."""
    ours: int | str | None
    """moolab's number, null if it has none."""
    ours_proved: bool
    """Whether ours is proved."""
    standing: Literal["better", "equal", "behind", "not held", "other"]
    """What ours is beside theirs; "other" is another score of a board, which cannot be."""
    command: str | None
    """What finds ours, null if there is none."""

    @classmethod
    def of(cls, row: "Row") -> "PublishedView":
        """A row as it is shown."""
        from moolab.results.field import QUESTIONS

        return cls.showing(
            row,
            question=QUESTIONS[row.question],
            theirs=_number(row.theirs),
            ours=None if row.ours is None else _number(row.ours),
            ours_proved=row.is_ours_proved,
        )


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


class ResultsView(Answer):
    """The best known totals of games."""

    schema: Literal["moolab/results/1"] = "moolab/results/1"
    folder: str
    """Where the files are that come with moolab; its repository has all of them."""
    results: tuple[ResultView, ...]
    """The results, games of one kind together."""
    published: tuple[PublishedView, ...]
    """What others have published of these games, and of what is no game of ours, beside it."""

    @classmethod
    def of(
        cls, folder: str, found: "Iterable[Result]", published: "Iterable[Row]"
    ) -> "ResultsView":
        """Some results, where their files are, and what others have published."""
        return cls(
            folder=folder,
            results=tuple(map(ResultView.of, found)),
            published=tuple(map(PublishedView.of, published)),
        )
