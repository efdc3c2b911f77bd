"""The codes of the day: to play, and how all have done."""

from collections import Counter
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from typing import Annotated, Any, NamedTuple

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history
from moolab.errors import InvalidDaily
from moolab.games.daily import BEGINNING, KINDS, Daily, Score, card, latest_day, percentile, streak
from moolab.support.language import translate
from moolab.support.text import clock
from moolab.views.turns import history_of
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.http.errors import Deleted, Overtaken
from moolab.web.limits import is_expensive
from moolab.web.pages.analysis import judged_events
from moolab.web.pages.forms import Text
from moolab.web.pages.thumbnails import picture_of
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server, ServerHere
from moolab.web.store.standings import Standing
from moolab.web.store.store import digest
from moolab.web.work import jobs

router = APIRouter(prefix="/daily", include_in_schema=False)

_ARCHIVE = 14
"""Days that the page lists; of older ones the address is known."""

_LISTED = 20
"""Players in the table of a day."""

_WON = "won"


class Record(NamedTuple):
    """All that a player has played of the daily games.

    Attributes:
        days: by date and kind, the id of the game, how it has ended and after how many guesses.
        streak: how many days in a row one of them was solved in time.
        solved: the days on which one was solved in time.
    """

    days: dict[date, dict[str, tuple[str, str | None, int]]]
    streak: int
    solved: frozenset[date]

    def shown(self, day: date) -> "Day":
        """What a day is in a row of days: its best game.

        >>> day = date(2026, 11, 23)
        >>> games = {"digits": ("a", "lost", 8), "word": ("b", "won", 4)}
        >>> Record({day: games}, 1, frozenset({day})).shown(day)
        Day(day=datetime.date(2026, 11, 23), look='solved', sign='4')
        >>> Record({day: games}, 0, frozenset()).shown(day + timedelta(days=1)).look
        'free'
        """
        games = self.days.get(day, {}).values()
        won = [guesses for _, outcome, guesses in games if outcome == _WON]
        if won:
            return Day(day, "solved" if day in self.solved else "late", str(min(won)))
        if any(outcome for _, outcome, _ in games):
            return Day(day, "lost", "X")
        return Day(day, "begun" if games else "free", "\N{HORIZONTAL ELLIPSIS}" if games else "")

    def row(self, today: date, length: int) -> list["Day"]:
        """The last days, up to today."""
        return [self.shown(today - timedelta(days=ago)) for ago in reversed(range(length))]


class Day(NamedTuple):
    """A day in a row of days.

    Attributes:
        look: solved, late (solved on another day), lost, begun, or free.
        sign: how many guesses its best game needed, or a sign.
    """

    day: date
    look: str
    sign: str


def record_of(server: Server, player: str | None, today: date) -> Record:
    """What a player has played."""
    days: dict[date, dict[str, tuple[str, str | None, int]]] = {}
    solved, missed = set[date](), set[date]()
    entries = [] if player is None else server.store.standings.of_player(digest(player), BEGINNING)
    for entry in entries:
        daily = Daily.of_text(entry.race)
        assert daily is not None, "the query asks for no others"
        of_day = days.setdefault(daily.day, {})
        of_day[daily.kind] = entry.game, entry.outcome, entry.guesses
        if entry.outcome and daily.is_in_time(entry.created):
            (solved if entry.outcome == _WON else missed).add(daily.day)
    # Where the player is, the day of a solved code may have come before the one that is asked for.
    kept = streak(solved, max(solved | {today}), missed=missed)
    return Record(days, kept, frozenset(solved))


class Today(NamedTuple):
    """How a code of the day stands.

    Attributes:
        kind: which one: the player's best, or the first.
        own: how many guesses the player has needed; 0 for a loss, None before the end.
        half: how many guesses half of all players needed, at most; None if few have played.
    """

    kind: str
    own: int | None
    half: int | None


def standing_today(server: Server, record: Record, day: date) -> Today:
    """How the player and all others stand with a code of the day."""
    ended = {k: (o, guesses) for k, (_, o, guesses) in record.days.get(day, {}).items() if o}
    won = {kind: guesses for kind, (outcome, guesses) in ended.items() if outcome == _WON}
    kind = min(won, key=won.__getitem__) if won else next(iter(ended or KINDS))
    own = won.get(kind, 0) if ended else None
    return Today(kind, own, server.store.standings.half(str(Daily(kind, day))))


def today_of(server: Server, told: str) -> date:
    """Which day it is where the player is.

    Args:
        told: what the browser says; without it, and where that cannot be, the day is that of UTC.
    """
    now = server.store.now()
    with suppress(ValueError):
        day = date.fromisoformat(told)
        if day <= latest_day(now) <= day + timedelta(days=2):
            return day
    return now.date()


@router.get("")
async def today(
    request: Request, server: ServerHere, today: Annotated[str, Query(max_length=10)] = ""
) -> Response:
    """The games of today, and the archive."""
    day = today_of(server, today)
    record = await run_sync(record_of, server, player_of(request), day)
    shown = [day - timedelta(days=ago) for ago in range(1, _ARCHIVE + 1)]
    values = {
        "today": day,
        "kinds": KINDS,
        "dailies": {kind: Daily(kind, day) for kind in KINDS},
        "record": record,
        "streak": record.streak,
        "mine": record.days.get(day, {}),
        "archive": [each for each in shown if Daily("digits", each).number > 0],
    }
    return render(request, "daily.html", values)


@router.get("/{day}")
async def of_day(day: str) -> Response:
    """The games of a day; the first of them, from which the others are a step away."""
    return RedirectResponse(Daily.parse(next(iter(KINDS)), day).path, 303)


def _of_path(kind: str, day: str, server: ServerHere) -> Daily:
    return Daily.parse(kind, day, server.store.now())


DailyHere = Annotated[Daily, Depends(_of_path)]


@router.post("/{day}/{kind}")
async def begin(
    request: Request, daily: DailyHere, server: ServerHere, player_name: Text = ""
) -> Response:
    """Begin a game of a day, once.

    Raises:
        Deleted: if the player has deleted it.
    """
    player = player_or_new(request)
    game = server.invitations.entry(str(daily), player)
    if not await run_sync(server.store.has_begun, "duel", game, player):
        with suppress(Overtaken):
            await server.games.open(
                "duel",
                daily.setup(server.race_key),
                {"player": player},
                race=str(daily),
                names={"player": server.store.moderation.take(player_name, public=True)},
                game=game,
            )
    return redirect_player(request, f"/play/{game}", player)


class OwnGame(NamedTuple):
    """A player's game of a day.

    Attributes:
        turns: the guesses with their replies.
        over: whether it has ended.
        found: whether the last guess found the code.
        tries: how many there were; 0 if there was no limit.
        archived: whether it was begun when that day was over.
    """

    id: str
    turns: History
    over: bool
    found: bool
    tries: int
    archived: bool


async def own_game(server: Server, daily: Daily, player: str | None) -> OwnGame | None:
    """The game that a player has begun; None if there is none.

    Raises:
        Deleted: if the player has deleted it.
    """
    if player is None:
        return None
    game = server.invitations.entry(str(daily), player)
    if not await run_sync(server.store.has_begun, "duel", game, player):
        return None
    row, view = await server.games.look(game, "player")
    turns = history_of(daily.rules, view.turns.yours)
    archived = not daily.is_in_time(row.created)
    return OwnGame(game, turns, view.finished, view.outcome == _WON, view.tries, archived)


async def _result(server: Server, daily: Daily, player: str | None) -> OwnGame | None:
    """The same once it is over; None before, and once it is deleted."""
    with suppress(Deleted):
        own = await own_game(server, daily, player)
        return own if own is not None and own.over else None
    return None


@router.get("/{day}/{kind}")
async def show(
    request: Request, daily: DailyHere, server: ServerHere, computing: ComputingHere
) -> Response:
    """A game of a day: the way into it, or once it is over how all have done."""
    player = player_of(request)
    mine: OwnGame | None = None
    deleted = ""
    try:
        mine = await own_game(server, daily, player)
    except Deleted as error:
        deleted = str(error)
    standings = await run_sync(server.store.standings.of_race, str(daily))
    values: dict[str, Any] = {
        "daily": daily,
        "rules": daily.rules,
        "players": len(standings),
        "game": mine and mine.id,
        "deleted": deleted,
        "result": mine if mine and mine.over else None,
    }
    if mine is not None and mine.over:
        rules, history = daily.rules, format_history(mine.turns)
        moderation = server.store.moderation
        standings = moderation.cover(standings, public=True)
        regulars = server.store.standings.regulars
        known = await run_sync(regulars, str(daily), BEGINNING, _PAUSE)
        seen = await computing.run(is_expensive(rules), jobs.overview, rules, history)
        left = seen.left[1:]
        replies = [turn.reply for turn in mine.turns]
        link = f"{origin_of(request)}{daily.path}"
        shared = partial(card, daily, replies, left, found=mine.found, tries=mine.tries)
        values |= {
            "clock": clock,
            "standing": standing_of(standings, digest(player or ""), rules, known),
            "named": moderation.shows(public=True),
            "record": await run_sync(record_of, server, player, server.store.now().date()),
            "cards": {signs: f"{shared(signs=signs)}\n{link}" for signs in ("emoji", "text")},
        }
    return render(request, "daily_game.html", values)


class Row(NamedTuple):
    """A player in the table; ``place`` counts those named who were better, and one more.

    It is None for a player who is not named there, but looks at the table.
    """

    place: int | None
    player: Standing
    better: int | None
    own: bool


class DayStanding(NamedTuple):
    """How a player has done; ``percentile`` of a hundred others did worse, None without others.

    ``distribution`` counts the players by their guesses; ``missed`` have not found the code.
    """

    percentile: int | None
    others: int
    distribution: dict[int, int]
    missed: int
    best: list[Row]


def standing_of(
    standings: Sequence[Standing], player: str, rules: Rules, known: Collection[str] = ()
) -> DayStanding:
    """How a player has done who is done.

    Args:
        standings: all games of the day.
        player: the digest of the player.
        known: those who have played before: only they are named.
    """
    done = [each for each in standings if each.outcome]
    scores = {each.game: Score(each.guesses, each.outcome == _WON) for each in done}
    own = next(each for each in done if each.player == player)
    others = [score for game, score in scores.items() if game != own.game]
    found = Counter(score.guesses for score in scores.values() if score.found)
    span = range(min(found), max(found) + 1) if found else ()
    winners = [each for each in done if scores[each.game].found]
    winners.sort(key=lambda each: (each.guesses, each.seconds))
    named = [each for each in winners if each.player in known and is_credible(each, rules)]
    listed: list[tuple[int | None, Standing]] = [
        (place, each) for place, each in enumerate(named, 1) if place <= _LISTED or each is own
    ]
    if named and own in winners and own not in named:
        listed.append((None, own))

    def row(place: int | None, each: Standing) -> Row:
        rivals = [score for game, score in scores.items() if game != each.game]
        return Row(place, each, percentile(scores[each.game], rivals), each is own)

    return DayStanding(
        percentile(scores[own.game], others),
        len(others),
        {guesses: found[guesses] for guesses in span},
        len(done) - found.total(),
        [row(*each) for each in listed],
    )


_CHANCE = 0.01
"""Who finds a code so soon that the best player does so more rarely than this is not named."""

_PAUSE = timedelta(hours=6)
"""Who has not played so long before, a night for example, can be another player's second window."""

_SECONDS_A_GUESS = 1.0
"""No person thinks and types faster."""


def is_credible(standing: Standing, rules: Rules) -> bool:
    """Whether a code can be found so soon without knowing it.

    After each guess the best player is left with one of so many replies, and each leads to one
    guess: this bounds the codes that are found by then.

    >>> quick, good = (Standing("", None, None, guesses, "won", 60.0) for guesses in (2, 3))
    >>> is_credible(quick, Rules.parse("ab4x10")), is_credible(good, Rules.parse("ab4x10"))
    (False, True)
    """
    most = sum((len(rules.replies) - 1) ** before for before in range(standing.guesses))
    slow = standing.seconds >= _SECONDS_A_GUESS * (standing.guesses - 1)
    return slow and most / rules.size >= _CHANCE


@router.get("/{day}/{kind}/judged", response_class=EventSourceResponse)
async def judged(
    request: Request, daily: DailyHere, server: ServerHere, computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """How good and how lucky the player's guesses were, as a part of the page."""
    mine = await _result(server, daily, player_of(request))
    if mine is None or not mine.turns:
        return
    history, picture = format_history(mine.turns), f"{daily.path}/picture.svg"
    async for event in judged_events(computing, daily.rules, history, picture=picture):
        yield event


@router.get("/{day}/{kind}/picture.svg")
async def picture(request: Request, daily: DailyHere, server: ServerHere) -> Response:
    """The result as a picture, in which no code is.

    Raises:
        InvalidDaily: if the player has not finished that game.
    """
    mine = await _result(server, daily, player_of(request))
    if mine is None:
        raise InvalidDaily(translate("you have not played this game to its end"))
    title = f"moolab daily {daily.number}"
    return picture_of(title, daily.kind, mine.turns, daily.rules, found=mine.found)
