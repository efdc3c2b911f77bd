"""A code a day: the same for all who play at the same place, on the same date.

As with races, the secret must not follow from what is public: it is drawn with a key that only the
server has, or the computer of a single player.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple

from moolab.codes.numbering import code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.letters import row_of_marks
from moolab.errors import InvalidDaily
from moolab.games.drawing import derive, draw_nonce, draw_number
from moolab.games.duel.duel import Setup
from moolab.games.duel.maker import EVIL, HONEST
from moolab.games.tries import score, usual_tries
from moolab.support.language import count_in_words, translate, translate_plural
from moolab.support.text import quote
from moolab.views.base import Answer, OfRules

FIRST = date(2026, 11, 22)
"""The day with number 1."""

BEGINNING = "@daily "
"""What the names of all daily games begin with."""

_EARLIEST, _LATEST = timedelta(hours=14), timedelta(hours=12)
"""How far clocks are ahead of UTC where a day begins first, and behind it where it ends last."""


class Kind(NamedTuple):
    """What is played every day.

    Attributes:
        maker: how the code-maker replies.
    """

    rules: Rules
    maker: str = HONEST


KINDS = {
    "digits": Kind(Rules.parse("ab4x10")),
    "colours": Kind(Rules.parse("mm4x6")),
    "word": Kind(Rules.parse("words:english5")),
    "evil": Kind(Rules.parse("ab4x10"), "evil"),
}
"""The daily games by their names."""

_LONGER_LIST = date(2026, 12, 1)
"""From this day on, the word is one of thousands, and none comes twice before all have come. Days
before have the words that they had."""


class Daily(NamedTuple):
    """One of the games of a day.

    Attributes:
        kind: a key of ``KINDS``.

    >>> str(Daily("digits", date(2026, 11, 23))), Daily("digits", date(2026, 11, 23)).number
    ('@daily 2026-11-23 digits', 2)
    """

    kind: str
    day: date

    def __str__(self) -> str:
        # Races are named by letters, digits and hyphens: none of them is called so.
        return f"{BEGINNING}{self.day} {self.kind}"

    @property
    def number(self) -> int:
        """Which day it is, from 1."""
        return (self.day - FIRST).days + 1

    @property
    def rules(self) -> Rules:
        """The rules of the game.

        >>> [str(Daily("word", date(2026, month, 1)).rules) for month in (11, 12)]
        ['words:english', 'words:english5']
        """
        if self.kind == "word" and self.day < _LONGER_LIST:
            return Rules.parse("words:english")
        return KINDS[self.kind].rules

    @property
    def path(self) -> str:
        """Where its page is, on a server."""
        return f"/daily/{self.day}/{self.kind}"

    @classmethod
    def of_text(cls, text: str) -> "Daily | None":
        """The daily game that a text names as ``str`` does; None if it names none.

        >>> Daily.of_text("@daily 2026-11-23 digits") == Daily("digits", date(2026, 11, 23))
        True
        """
        match text.split(" "):
            case ["@daily", day, kind]:
                return cls(kind, date.fromisoformat(day))
        return None

    @classmethod
    def parse(cls, kind: str, day: str, now: datetime | None = None) -> "Daily":
        """The daily game of a kind on a date, if there is one by now.

        Args:
            day: as in 2026-11-22.
            now: the moment, with its time zone; default: now.

        Raises:
            InvalidDaily: if there is none.

        >>> Daily.parse("digits", "2026-11-23", datetime(2026, 11, 22, 11, tzinfo=UTC)).number
        2
        """
        if kind not in KINDS:
            raise InvalidDaily(
                translate(
                    "{kind} is not a daily game; there are {known}",
                    kind=quote(kind),
                    known=", ".join(KINDS),
                )
            )
        chosen = parse_day(day)
        if chosen < FIRST:
            raise InvalidDaily(translate("the first daily code is that of {first}", first=FIRST))
        if chosen > latest_day(now):
            raise InvalidDaily(translate("the code of {chosen} comes on that day", chosen=chosen))
        return cls(kind, chosen)

    def setup(self, key: bytes) -> Setup:
        """The rated game that all play as breaker.

        Secret and nonce are drawn with the key.

        Args:
            key: random, and kept; the games are the same as long as it is.

        >>> daily = Daily("colours", FIRST)
        >>> daily.setup(b"key") == daily.setup(b"key"), daily.setup(b"key") == daily.setup(b"k")
        (True, False)
        """
        maker = KINDS[self.kind].maker
        return Setup(
            rules=self.rules,
            role="breaker",
            seed=self.number,
            secret=None if maker == EVIL else code_at(self.rules, self._place(key)),
            nonce=draw_nonce(key, f"daily nonce {self}"),
            maker=maker,
            rated=True,
            tries=usual_tries(self.rules, evil=maker == EVIL),
        )

    def _place(self, key: bytes) -> int:
        size = self.rules.size
        if self.kind == "word" and self.day >= _LONGER_LIST:
            times, day = divmod(self.number, size)
            # All words in an order that only the key knows, and another one when all have come.
            order = [derive(key, f"daily word {times} {place}") for place in range(size)]
            return sorted(range(size), key=order.__getitem__)[day]
        return draw_number(key, f"daily secret {self}", size)

    def is_in_time(self, begun: datetime) -> bool:
        """Whether a game was begun while that day was today somewhere.

        >>> daily = Daily("digits", date(2026, 11, 23))
        >>> [daily.is_in_time(datetime(2026, 11, 24, hour, tzinfo=UTC)) for hour in (11, 12)]
        [True, False]
        """
        return begun < datetime.combine(self.day, time(), UTC) + timedelta(days=1) + _LATEST


def parse_day(text: str) -> date:
    """The date that a text is, as in 2026-11-22.

    Raises:
        InvalidDaily: if it is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidDaily(
            translate("{day} is not a date such as {first}", day=quote(text), first=FIRST)
        ) from None


def latest_day(now: datetime | None = None) -> date:
    """The newest date that it is anywhere."""
    return ((now or datetime.now(UTC)).astimezone(UTC) + _EARLIEST).date()


def streak(days: Collection[date], today: date, *, missed: Collection[date] = ()) -> int:
    """How many days in a row were solved, up to today, or to yesterday as today is not over.

    Args:
        days: on which a code was found.
        missed: on which a game was lost or given up; where none was found on that day, the row
            ends at once.

    >>> days = [date(2026, 11, day) for day in (22, 24, 25)]
    >>> [streak(days, date(2026, 11, today)) for today in (25, 26, 27)]
    [2, 2, 0]
    >>> streak(days, date(2026, 11, 26), missed=[date(2026, 11, 26)])
    0
    """
    if today in missed and today not in days:
        return 0
    last = today if today in days else today - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in days:
        length += 1
    return length


class Score(NamedTuple):
    """How one player has done.

    Attributes:
        guesses: how many there were.
        found: whether the last one found the code.
    """

    guesses: int
    found: bool


def percentile(own: Score, others: Sequence[Score]) -> int | None:
    """How many of a hundred others did worse: needed more guesses, or have not found it.

    >>> others = [Score(4, True), Score(6, True), Score(5, False), Score(5, True)]
    >>> percentile(Score(5, True), others), percentile(Score(5, True), [])
    (50, None)
    """
    if not others:
        return None
    worse = [other for other in others if own.found and (not other.found or other > own)]
    return 100 * len(worse) // len(others)


_SQUARES = "🟩🟨⬛"
_SIGNS = {"text": "●○·", "emoji": "🟢🟡⚪"}


def card(
    daily: Daily,
    replies: Sequence[Reply],
    left: Sequence[int] | None,
    *,
    found: bool,
    tries: int = 0,
    signs: str = "text",
) -> str:
    """How a game went, as text for others: no code is in it.

    Args:
        left: how many codes each has left, if that is known.
        found: whether the last one found the code.
        tries: how many there were; 0 if there was no limit.
        signs: ``text`` or ``emoji``.

    >>> replies = [Reply(0, 2), Reply(1, 1), Reply(4, 0)]
    >>> print(card(Daily("digits", FIRST), replies, [1260, 40, 1], found=True, tries=8))
    moolab daily 1, digits: 3/8
    ○○··  1,260
    ●○··  40
    ●●●●
    """
    kind = {
        "digits": translate("digits"),
        "colours": translate("colours"),
        "word": translate("word"),
        "evil": translate("evil"),
    }[daily.kind]
    if tries and (found or len(replies) >= tries):
        head = translate(
            "moolab daily {day}, {kind}: {score}",
            day=daily.number,
            kind=kind,
            score=score(len(replies), tries, found=found),
        )
    elif found:
        head = translate_plural(
            "moolab daily {day}, {kind}: {number} [guess|guesses]",
            len(replies),
            day=daily.number,
            kind=kind,
        )
    else:
        head = translate("moolab daily {day}, {kind}: not found", day=daily.number, kind=kind)
    lines = [head]
    for number, reply in enumerate(replies):
        shown = _SQUARES if daily.rules.marked and signs == "emoji" else _SIGNS[signs]
        row = row_of_marks(daily.rules, reply).translate(str.maketrans("gy-", shown))
        counted = (
            "" if left is None or reply == daily.rules.win else f"  {count_in_words(left[number])}"
        )
        lines.append(f"{row}{counted}")
    return "\n".join(lines)


class DailyView(OfRules, Answer):
    """How a daily game went; no guess is in it."""

    schema: Literal["moolab/daily/1"] = "moolab/daily/1"
    kind: str
    """The daily game."""
    day: str
    """Its date, as in 2026-11-22."""
    number: int
    """Which day that is, from 1."""
    found: bool
    """Whether the code was found."""
    guesses: int
    """How many guesses there were."""
    tries: int
    """How many there could be; 0 if there was no limit."""
    replies: tuple[str, ...]
    """The reply to each."""
    left: tuple[int, ...]
    """How many codes each has left."""
    streak: int | None
    """How many days in a row were solved on this computer; null for a server's game."""
    card: str
    """The result as text for others."""
