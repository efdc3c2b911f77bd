"""Puzzles: of the day, endless, in a row, against the clock, one's own, and those of others."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from math import ceil
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.listed import secret_of
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, format_history, parse_history
from moolab.errors import InvalidCode, InvalidDaily, InvalidSetup, MoolabError
from moolab.games.daily import FIRST, latest_day, parse_day, streak
from moolab.games.drawing import draw_number
from moolab.games.solving.game import Setup, SolvingView, card, fits
from moolab.puzzles.reasoning import LEVELS
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.views.turns import history_of, turn_views
from moolab.web.answers.computing import Computing, ComputingHere
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.http.errors import Deleted, NoSuchGame, Overtaken
from moolab.web.limits import LONGEST_TEXT, playable
from moolab.web.pages.daily import today_of
from moolab.web.pages.ending import Step, of_puzzle
from moolab.web.pages.forms import RulesOfForm, RulesOfQuery, Text, explain
from moolab.web.pages.thumbnails import rows_picture
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.rendering import origin_of, render
from moolab.web.server import Server, ServerHere
from moolab.web.store.standings import Entry
from moolab.web.store.store import digest, new_id
from moolab.web.wording import letter_marks
from moolab.web.work import jobs

router = APIRouter(prefix="/puzzles", include_in_schema=False)

MOST_CODES = 10_000
"""Codes of the largest game for which there are puzzles here: making one takes about a second."""

_FEWEST_ROWS, _MOST_CLUES = 4, 12

Asked = Annotated[str, Query(max_length=LONGEST_TEXT)]
Codes = Annotated[list[Annotated[str, Query(max_length=64)]], Query(max_length=_MOST_CLUES)]


def path_of(rules: Rules | str, clues: Sequence[object], *, liar: bool = False) -> str:
    """Where a puzzle is for others; its solution is not in the address.

    >>> path_of("ab2x4", ["13=01", "03=01"])
    '/puzzles/clues?rules=ab2x4&turns=13%3D01+03%3D01'
    """
    fields = {"rules": str(rules), "turns": " ".join(map(str, clues))}
    return f"/puzzles/clues?{urlencode(fields | ({'liar': 'yes'} if liar else {}))}"


@router.get("/clues")
async def show_sent(
    request: Request, computing: ComputingHere, rules: Asked, turns: Asked, liar: Asked = ""
) -> Response:
    """A puzzle that was sent, and the way into it."""
    values: dict[str, Any] = {"rules": None, "text": turns, "liar": bool(liar)}
    try:
        known = await run_sync(playable, rules, MOST_CODES)
        clues = parse_history(known, turns)
        values |= {"rules": known, "clues": turn_views(clues)}
        # Whether it is one is found out where that may take long.
        await computing.run(True, jobs.check_puzzle, known, tuple(map(str, clues)), bool(liar))
    except MoolabError as error:
        return render(request, "puzzle_sent.html", values, error)
    return render(request, "puzzle_sent.html", values)


@router.get("/make")
async def make(
    request: Request,
    computing: ComputingHere,
    rules: RulesOfQuery,
    code: Asked = "",
    clue: Codes = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """The form of a puzzle: a code, and guesses that get true replies."""
    asked = [text.strip() for text in clue if text.strip()]
    rows = min(_MOST_CLUES, max(_FEWEST_ROWS, len(asked) + 1))
    values: dict[str, Any] = {
        "chosen": rules,
        "code": code.strip(),
        "clues": asked + [""] * (rows - len(asked)),
        "game": None,
        "link": None,
    }
    try:
        known = playable(rules, MOST_CODES)
        if not code.strip():
            return render(request, "puzzle_make.html", values)
        turns = _clues(known, code, asked)
        left = await computing.run(True, jobs.count_after_each, known, format_history(turns))
    except MoolabError as error:
        return render(request, "puzzle_make.html", values, error)
    values |= {"game": known, "turns": turn_views(turns), "left": left}
    if left[-1] == 1:
        values["path"] = path_of(known, turns)
        values["link"] = f"{origin_of(request)}{values['path']}"
    return render(request, "puzzle_make.html", values)


def _clues(rules: Rules, code: str, asked: Sequence[str]) -> History:
    """The turns of a puzzle; none can be the secret itself."""
    try:
        secret = secret_of(rules, code)
    except InvalidCode as error:
        raise InvalidCode(str(explain(error, rules, code))) from error
    turns = []
    for number, text in enumerate(asked, start=1):
        try:
            guess = rules.code(text)
        except InvalidCode as error:
            reason = explain(error, rules, text)
            raise InvalidCode(
                translate("clue {number}: {reason}", number=number, reason=reason)
            ) from error
        if guess == secret:
            raise InvalidCode(translate("clue {number} is the code itself", number=number))
        turns.append(Turn(guess, rules.reply_rule(guess, secret)))
    return tuple(turns)


VisitHere = Annotated[Visit, visit_to("solving")]

CASE = "case"
"""Instead of a level: one of the clues lies."""

KINDS = (*map(str, LEVELS), CASE)

_DAILY = "@puzzle "

_STEP = 3
"""Puzzles of each level before the next level comes, in a run."""

LIVES = 3
"""Wrong answers that end a streak."""

STORM = timedelta(minutes=3)
"""How long a storm lasts."""

_MOST_SEEDS = 1 << 32

RunName = Annotated[str, Form(pattern=r"^[\w-]{0,32}$")]
"""The name of a run: ``new_id`` makes 22 characters, and the database has room for some 120."""


class Run(NamedTuple):
    """Puzzles one after the other.

    Attributes:
        mode: streak, which ends with the third wrong answer, or storm, which ends after a time.

    >>> Run.of_text("@storm abc"), Run.of_text("@puzzle 2026-11-23 1")
    (Run(mode='storm', id='abc'), None)
    """

    mode: str
    id: str

    def __str__(self) -> str:
        return f"@{self.mode} {self.id}"

    @classmethod
    def of_text(cls, text: str | None) -> "Run | None":
        """The run that a text names; None if it names none."""
        mode, _, name = (text or "").removeprefix("@").partition(" ")
        return cls(mode, name) if mode in ("streak", "storm") else None


class Progress(NamedTuple):
    """How far a run is.

    Attributes:
        solved: how many puzzles.
        wrong: how many answers were wrong.
        until: when it ends; None if that depends on the answers.
        over: whether it has ended.
    """

    solved: int
    wrong: int
    until: datetime | None
    over: bool

    @classmethod
    def of(cls, run: Run, entries: Sequence[Entry], now: datetime, *, cut: bool) -> "Progress":
        """The state of a run.

        Args:
            entries: its games, the oldest first.
            cut: whether one of them was deleted, which ends it: what is left of it says neither how
                often the player was wrong nor which puzzle comes next.
        """
        until = entries[0].created + STORM if run.mode == "storm" and entries else None
        counted = [each for each in entries if until is None or each.last <= until]
        solved = sum(each.outcome == "won" for each in counted)
        wrong = sum(each.guesses - (each.outcome == "won") for each in counted)
        given_up = any(each.outcome == "resigned" for each in entries)
        ended = now >= until if until else wrong >= LIVES
        return cls(solved, wrong, until, ended or given_up or cut)


def _draw(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) % _MOST_SEEDS


@router.get("")
async def choose(
    request: Request, server: ServerHere, today: Annotated[str, Query(max_length=10)] = ""
) -> Response:
    """The puzzles of the day, and the ways to get more of them."""
    return await _entrance(request, server, today_of(server, today))


async def _entrance(
    request: Request, server: Server, day: date, error: MoolabError | None = None
) -> Response:
    player = player_of(request)
    mine: Sequence[Entry] = ()
    if player is not None:
        mine = await run_sync(server.store.standings.of_player, digest(player), "@")
    done = {e.race.split(" ")[2]: e for e in mine if e.race.startswith(f"{_DAILY}{day} ")}
    days = {*_solved(each for each in mine if each.race.startswith(_DAILY))}
    names = {kind: name_of(kind) for kind in KINDS}
    begun = {kind for kind, entry in done.items() if entry.outcome}
    values = {
        "today": day,
        "kinds": names,
        "case": CASE,
        "done": done,
        "best": _best(mine, server.store.now()),
        "days": streak(days, max(days | {day})),
        "due": next((kind for kind in KINDS[1:] + KINDS[:1] if kind not in begun), CASE),
    }
    return render(request, "puzzles.html", values, error)


def solved_puzzles(server: Server, player: str | None) -> dict[date, list[str]]:
    """The kinds of the puzzles of each day that a player has solved."""
    if player is None:
        return {}
    return _solved(server.store.standings.of_player(digest(player), _DAILY))


def _solved(entries: Iterable[Entry]) -> dict[date, list[str]]:
    solved: dict[date, list[str]] = {}
    for entry in entries:
        if entry.outcome == "won":
            _, day, kind = entry.race.split(" ")
            solved.setdefault(date.fromisoformat(day), []).append(kind)
    return solved


def _best(entries: Sequence[Entry], now: datetime) -> dict[str, int]:
    """The most puzzles that were solved in a run, by its mode."""
    runs: dict[Run, list[Entry]] = {}
    for entry in entries:
        if (run := Run.of_text(entry.race)) is not None:
            runs.setdefault(run, []).append(entry)
    best: dict[str, int] = {}
    for run, games in runs.items():
        solved = Progress.of(run, games, now, cut=False).solved
        best[run.mode] = max(best.get(run.mode, 0), solved)
    return best


@router.post("")
async def begin(
    request: Request,
    server: ServerHere,
    computing: ComputingHere,
    rules: RulesOfForm,
    kind: Text = "",
    mode: Text = "endless",
    day: Text = "",
    run: RunName = "",
    turns: Text = "",
    liar: Text = "",
) -> Response:
    """Begin a puzzle: of a day, of a level, the next one of a run, or one with these clues."""
    player = player_or_new(request)
    now = server.store.now()
    try:
        if mode == "daily":
            game = await _begin_daily(server, computing, player, kind, day, now)
        elif mode in ("streak", "storm"):
            game = await _begin_next(server, computing, player, Run(mode, run or new_id()), now)
        elif mode == "given":
            known = playable(rules, MOST_CODES)
            clues = tuple(map(str, parse_history(known, turns)))
            await computing.run(True, jobs.check_puzzle, known, clues, bool(liar))
            setup = Setup(rules=known, turns=clues, liar=bool(liar))
            game = (await server.games.open("solving", setup, {"player": player})).id
        elif mode != "endless":
            raise InvalidSetup(
                translate(
                    "{mode} is not a way to play puzzles; there are {known}",
                    mode=quote(mode),
                    known="endless, daily, streak, storm, given",
                )
            )
        else:
            setup = await _make(computing, playable(rules, MOST_CODES), kind, _draw(new_id()))
            game = (await server.games.open("solving", setup, {"player": player})).id
    except MoolabError as error:
        return await _entrance(request, server, now.date(), error)
    return redirect_player(request, f"/puzzles/{game}", player)


async def _begin_daily(
    server: Server, computing: Computing, player: str, kind: str, day: str, now: datetime
) -> str:
    chosen = parse_day(day)
    if not FIRST <= chosen <= latest_day(now):
        raise InvalidDaily(translate("there is no puzzle of that day, or not yet"))
    race = f"{_DAILY}{chosen} {_kind(kind)}"
    game = server.invitations.entry(race, player)
    if not await run_sync(server.store.has_begun, "solving", game, player):
        # As the key is not known, the puzzle of a day cannot be made before.
        seed = draw_number(server.race_key, f"puzzle {chosen} {kind}", _MOST_SEEDS)
        setup = await _make(computing, Rules.parse("ab4x10"), kind, seed)
        with suppress(Overtaken):
            await server.games.open("solving", setup, {"player": player}, race=race, game=game)
    return game


async def _begin_next(
    server: Server, computing: Computing, player: str, run: Run, now: datetime
) -> str:
    """The next puzzle of a run; the one at hand, if it is not solved yet."""
    entries, progress = await run_sync(_run_of, server, digest(player), run, now)
    if progress.over:
        if not entries:
            raise Deleted(translate("you have deleted this run; begin another one"))
        return entries[-1].game
    for entry in entries:
        if entry.outcome is None:
            return entry.game
    level = min(max(LEVELS), 1 + progress.solved // _STEP)
    seed = _draw(f"{run} {len(entries)}")
    setup = await _make(computing, Rules.parse("ab4x10"), str(level), seed)
    opened = await server.games.open("solving", setup, {"player": player}, race=str(run))
    return opened.id


def _run_of(server: Server, player: str, run: Run, now: datetime) -> tuple[list[Entry], Progress]:
    standings = server.store.standings
    # The name of a run is known to its player only, so what has no player was that player's.
    mine = standings.of_player(player, str(run))
    entries = [entry for entry in mine if entry.race == str(run)]
    return entries, Progress.of(run, entries, now, cut=standings.is_cut(str(run)))


async def _make(computing: Computing, rules: Rules, kind: str, seed: int) -> Setup:
    level = None if _kind(kind) == CASE else int(kind)
    turns = await computing.run(True, jobs.puzzle, rules, level, seed)
    return Setup(rules=rules, turns=turns, liar=level is None)


def name_of(kind: str) -> str:
    """What a level, or the case, is called."""
    return {
        "1": translate("Very easy"),
        "2": translate("Easy"),
        "3": translate("Medium"),
        "4": translate("Hard"),
        "5": translate("Very hard"),
        CASE: translate("The detective"),
    }[kind]


class _Next(NamedTuple):
    """What comes after a puzzle: the fields of a form that begins it, and what its button says."""

    fields: dict[str, str]
    text: str


def _next(
    view: SolvingView, run: Run | None, progress: Progress | None, of_day: "_OfDay | None"
) -> _Next | None:
    if run is not None:
        ended = progress is not None and progress.over
        fields = {"mode": run.mode, "run": run.id}
        return None if ended else _Next(fields, translate("Next puzzle"))
    if of_day is None:
        kind = CASE if view.liar else "2"
        return _Next({"rules": view.rules, "kind": kind}, translate("Another one"))
    if of_day.kind == CASE:
        return _Next({"mode": "streak"}, translate("Begin a streak"))
    kind = KINDS[1 + KINDS.index(of_day.kind)]
    day = FIRST + timedelta(of_day.number - 1)
    text = translate("Next: {level}", level=name_of(kind))
    return _Next({"mode": "daily", "day": str(day), "kind": kind}, text)


class _OfDay(NamedTuple):
    """Which puzzle of a day it is, from 1, and of which kind.

    >>> _OfDay.of_text("@puzzle 2026-11-23 4"), _OfDay.of_text("@storm abc")
    (_OfDay(number=2, kind='4'), None)
    """

    number: int
    kind: str

    @classmethod
    def of_text(cls, text: str | None) -> "_OfDay | None":
        if not (text or "").startswith(_DAILY):
            return None
        _, day, kind = str(text).split(" ")
        return cls((date.fromisoformat(day) - FIRST).days + 1, kind)


def _kind(kind: str) -> str:
    if kind not in KINDS:
        raise InvalidSetup(
            translate(
                "{kind} is not a level; there are {known}", kind=quote(kind), known=", ".join(KINDS)
            )
        )
    return kind


@router.get("/{game}")
async def show(visit: VisitHere) -> Response:
    """A puzzle."""
    return await _page(visit)


@router.post("/{game}")
async def move(
    visit: VisitHere,
    verb: Text,
    text: Text = "",
    liar: Text = "",
    after: Annotated[int | None, Form()] = None,
) -> Response:
    """Answer, ask for the next step, or give up."""
    try:
        code = Rules.parse((await visit.look())[1].rules).in_colours(text)
        await visit.move(f"{verb} {code} {liar.strip()}".strip(), after)
    except MoolabError as error:
        return await _page(visit, error=error, typed=text, liar=liar)
    return RedirectResponse(f"/puzzles/{visit.game}", 303)


async def _page(
    visit: Visit, *, error: MoolabError | None = None, typed: str = "", liar: str = ""
) -> Response:
    view: SolvingView
    row, view = await visit.look()
    rules = Rules.parse(view.rules)
    if error and typed:
        error = explain(error, rules, typed.strip())
    run = Run.of_text(row.race)
    progress, now = None, visit.server.store.now()
    if run is not None:
        player = digest(player_of(visit.request) or "")
        _, progress = await run_sync(_run_of, visit.server, player, run, now)
    of_day = _OfDay.of_text(row.race)
    link = None
    if run is None and of_day is None:
        turns = history_of(rules, view.turns)
        link = f"{origin_of(visit.request)}{path_of(rules, turns, liar=view.liar)}"
    values: dict[str, Any] = {
        "url": f"/puzzles/{visit.game}",
        "game": view,
        "rules": rules,
        "run": run,
        "progress": progress,
        "lives": LIVES,
        "daily": of_day,
        "cards": {},
        "level": name_of(of_day.kind) if of_day and of_day.kind != CASE else "",
        "ending": None,
        "typed": typed,
        "liar": liar,
        "marks": letter_marks(rules, view.turns),
        "link": link,
        # Rounded up: a page that comes back when they are over finds the run ended.
        "seconds": max(0, ceil((progress.until - now).total_seconds()))
        if progress and progress.until
        else None,
    }
    if of_day is not None and view.phase == "over":
        link = f"{origin_of(visit.request)}/puzzles"
        moves = await run_sync(visit.server.store.moves, visit.game)
        args = (of_day.number, name_of(of_day.kind), view, moves.count("explain"))
        values["cards"] = {s: f"{card(*args, signs=s)}\n{link}" for s in ("emoji", "text")}
    if view.phase == "over":
        following = _next(view, run, progress, of_day)
        steps = [Step(translate("All puzzles"), "/puzzles", key="other")]
        if following is not None:
            steps.insert(0, Step(following.text, "/puzzles", following.fields, key="next"))
        solved = progress.solved if progress and progress.over else None
        values["ending"] = of_puzzle(view, steps, visit.game, solved)
    return render(visit.request, "puzzle.html", values, error)


@router.get("/{game}/picture.svg")
async def picture(visit: VisitHere) -> Response:
    """How the puzzle of a day went, as a picture: no code is in it.

    Raises:
        NoSuchGame: if it is not over, or not that of a day.
    """
    view: SolvingView
    row, view = await visit.look()
    of_day = _OfDay.of_text(row.race)
    if of_day is None or view.phase != "over":
        raise NoSuchGame(translate("you are not done with this puzzle"))
    rows = [["bull" if fit else "none" for fit in answer] for answer in fits(view)]
    title = translate("moolab puzzle {number}", number=of_day.number)
    return rows_picture(title, name_of(of_day.kind), rows, found=view.outcome == "won")
