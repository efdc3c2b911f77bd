"""Replies."""

from collections.abc import Iterable, Sequence
from typing import Literal

from moolab.codes.replies import Reply
from moolab.codes.reply_rules import Marks
from moolab.codes.rules import Rules
from moolab.views.base import Answer, OfRules


class ScoreView(OfRules, Answer):
    """The reply to a guess."""

    schema: Literal["moolab/score/1"] = "moolab/score/1"
    guess: str
    """The code that is guessed."""
    secret: str
    """The code that it is scored against."""
    reply: str
    """The reply as it is written; bulls and cows as two digits."""
    bulls: int | None
    """How many symbols are right, and in the right place; null by a rule without bulls and cows."""
    cows: int | None
    """How many more symbols are right, but in the wrong place; null likewise."""

    @classmethod
    def of(cls, rules: Rules, guess: str, secret: str, reply: Reply) -> "ScoreView":
        """The reply to a guess, both codes as the rules write them."""
        marks = isinstance(reply, Marks)
        return cls(
            rules=str(rules),
            guess=guess,
            secret=secret,
            reply=str(reply),
            bulls=None if marks else reply.bulls,
            cows=None if marks else reply.cows,
        )


class ScoreTableView(OfRules, Answer):
    """The replies to several guesses, for several secrets."""

    schema: Literal["moolab/score-table/1"] = "moolab/score-table/1"
    codes: tuple[str, ...]
    """The codes: each is a guess, and each is a secret."""
    replies: tuple[tuple[str, ...], ...]
    """A row for each secret, with the reply to each guess."""

    @classmethod
    def of(
        cls, rules: Rules, codes: Sequence[str], rows: Iterable[Iterable[Reply]]
    ) -> "ScoreTableView":
        """The replies in rows, one row for each secret."""
        return cls(
            rules=str(rules),
            codes=tuple(codes),
            replies=tuple(tuple(map(str, row)) for row in rows),
        )
