"""What is answered when something cannot be: the error, and of contradictions the explanation."""

from typing import TYPE_CHECKING, Literal, cast

from moolab.errors import MoolabError
from moolab.views.base import Answer, View

if TYPE_CHECKING:
    from moolab.deduction.contradiction import ContradictoryReplies


class RepairView(View):
    """One reply changed, so that codes fit again."""

    turn: int
    """The number of the turn, from 1."""
    reply: str
    """What its reply would have to be."""
    candidates: int | None
    """How many codes would fit; null if there are too many to count."""


def repair_views(error: "ContradictoryReplies") -> tuple[RepairView, ...]:
    """Every change of one reply that would fix a contradiction, as it is shown."""
    return tuple(RepairView.showing(each, reply=str(each.reply)) for each in error.repairs)


class ErrorView(View):
    """What is wrong."""

    kind: str
    """One word, for programs."""
    message: str
    """A sentence, for people."""
    conflict: tuple[int, ...] | None = None
    """Of contradictory replies: the numbers of turns that clash, no more than needed; null for
    other errors."""
    repairs: tuple[RepairView, ...] | None = None
    """Of contradictory replies: every change of one reply that would fix them; null for other
    errors."""

    @classmethod
    def of(cls, error: MoolabError) -> "ErrorView":
        """An error as it is shown.

        >>> from moolab.errors import InvalidCode
        >>> ErrorView.of(InvalidCode("a code has 4 places")).kind
        'invalid_code'
        """
        # Programs that are about no codes need not import what contradictions are.
        if error.conflict is None:
            return cls(kind=error.kind, message=str(error))
        return cls(
            kind=error.kind,
            message=str(error),
            conflict=error.conflict,
            repairs=repair_views(cast("ContradictoryReplies", error)),
        )


class ErrorAnswer(Answer):
    """The answer to a request that cannot be granted."""

    schema: Literal["moolab/error/1"] = "moolab/error/1"
    error: ErrorView
    """What is wrong."""

    @classmethod
    def of(cls, error: MoolabError) -> "ErrorAnswer":
        """The answer that consists of an error."""
        return cls(error=ErrorView.of(error))
