"""Help with a game that is played elsewhere. All that was typed is in the address of the page."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.deduction.contradiction import ContradictoryReplies, likeliest
from moolab.deduction.history import MAX_TURNS, History, Turn, format_history
from moolab.errors import InvalidReply, MoolabError, SpaceTooLarge
from moolab.strategies import FALLIBLE, STRATEGIES
from moolab.strategies.base import StrategySpec
from moolab.support.language import translate
from moolab.support.text import join_words
from moolab.web.answers.computing import Computing, ComputingHere
from moolab.web.limits import MOST_CODES_COMPARED, check_strategy, is_expensive, playable
from moolab.web.pages.forms import explain
from moolab.web.rendering import render
from moolab.web.wording import has_pegs
from moolab.web.work import jobs

router = APIRouter(prefix="/assistant", include_in_schema=False)

_FEWEST_ROWS = 3
_MOST_PLACES_OF_KEYS = 5
"""Places of the largest game whose replies all have room as keys."""
_FIRST_CODES, _MORE_CODES, _MOST_CODES = 24, 240, 5000


class Row(NamedTuple):
    """What was typed of a turn; ``unsure`` leaves it out."""

    guess: str
    reply: str
    unsure: bool = False


Text = Annotated[str, Query(max_length=100)]
Texts = Annotated[list[Annotated[str, Query(max_length=64)]], Query(max_length=MAX_TURNS)]
Numbers = Annotated[list[int], Query(max_length=MAX_TURNS)]


class Sheet:
    """What is typed into the page, as its address has it.

    Args:
        rules: the game, or ``other``, and then it is in ``other``.
        unsure: the numbers of the rows that are left out.
        remove: the number of the row that goes.
        rows: how many rows to offer.
        show: how many codes to list.
        ask: the strategy that is asked at once, and not when its part of the page is looked at.
    """

    def __init__(
        self,
        rules: Text = "ab4x10",
        other: Text = "",
        guess: Texts = [],  # noqa: B006 - FastAPI copies it
        reply: Texts = [],  # noqa: B006 - as above
        unsure: Numbers = [],  # noqa: B006 - as above
        remove: int = 0,
        rows: Annotated[int, Query(ge=0, le=MAX_TURNS)] = 0,
        show: Annotated[int, Query(ge=0, le=_MOST_CODES)] = _FIRST_CODES,
        ask: Annotated[str, Query(max_length=16)] = "",
    ) -> None:
        self.rules = other if rules == "other" else rules
        self.rows = [
            Row(guess.strip(), reply.strip(), number in unsure)
            for number, (guess, reply) in enumerate(zip(guess, reply, strict=False), start=1)
            if number != remove and (guess.strip() or reply.strip())
        ]
        self._wanted = rows
        self.show = show
        self.ask = ask

    @property
    def offered(self) -> list[Row]:
        """The rows of the page: those that are filled in, and some more."""
        most = min(max(_FEWEST_ROWS, len(self.rows) + 1, self._wanted), MAX_TURNS)
        return self.rows + [Row("", "")] * (most - len(self.rows))

    @property
    def next(self) -> int:
        """The number of the row where one goes on: the first without a reply."""
        replies = [row.reply for row in self.rows]
        return (replies.index("") if "" in replies else len(replies)) + 1

    def query(
        self, rows: Sequence[Row] | None = None, *, show: int | None = None, ask: str = ""
    ) -> str:
        """The part of an address that says all this, with other rows or more codes perhaps."""
        rows = self.rows if rows is None else rows
        show = self.show if show is None else show
        fields: list[tuple[str, object]] = [("rules", self.rules)]
        for row in rows:
            fields += [("guess", row.guess), ("reply", row.reply)]
        fields += [("unsure", number) for number, row in enumerate(rows, start=1) if row.unsure]
        if self._wanted > max(_FEWEST_ROWS, len(rows) + 1):
            fields.append(("rows", self._wanted))
        if show != _FIRST_CODES:
            fields.append(("show", show))
        if ask:
            fields.append(("ask", ask))
        return urlencode(fields)

    def with_row(self, number: int, row: Row) -> str:
        """The same where one row is another."""
        return self.query([*self.rows[: number - 1], row, *self.rows[number:]])


SheetHere = Annotated[Sheet, Depends()]


def _clash(rows: Sequence[int]) -> str:
    """Which rows cannot be true together, in a sentence."""
    if len(rows) == 1:
        return translate("No code fits: row {row} alone cannot be true.", row=rows[0])
    if len(rows) == 2:
        return translate("No code fits: rows {rows} cannot both be true.", rows=join_words(rows))
    return translate("No code fits: rows {rows} cannot all be true.", rows=join_words(rows))


class Tapped(NamedTuple):
    """What is tapped into the page where the game has pegs.

    Attributes:
        amiss: the numbers of the rows whose guesses are not codes.
        next: the number of the row whose pegs are next; 0 while another one waits for its reply.
        replies: those that are keys; none in games of more places than there is room for.
    """

    amiss: tuple[int, ...] = ()
    next: int = 0
    replies: tuple[str, ...] = ()

    @property
    def keys(self) -> int:
        """The number of the row that the keys of pegs fill; 0 for none."""
        return self.amiss[0] if self.amiss else self.next

    @classmethod
    def of(cls, sheet: Sheet, rules: Rules) -> "Tapped":
        """What is tapped next into a sheet."""
        amiss = tuple(n for n, row in enumerate(sheet.rows, start=1) if not _is_code(rules, row))
        answered = not sheet.rows or sheet.rows[-1].reply
        more = answered and not amiss and len(sheet.rows) < MAX_TURNS
        few = rules.places <= _MOST_PLACES_OF_KEYS
        replies = tuple(map(str, rules.replies)) if few else ()
        return cls(amiss, len(sheet.rows) + 1 if more else 0, replies)


def _is_code(rules: Rules, row: Row) -> bool:
    try:
        rules.code(row.guess)
    except MoolabError:
        return False
    return True


class Reading:
    """What the rows of a sheet mean.

    Attributes:
        used: the numbers of the rows that count.
        faults: what is wrong with a row, by its number.
    """

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        self.used: list[int] = []
        self.faults: dict[int, str] = {}
        turns: list[Turn] = []
        for number, row in enumerate(sheet.rows, start=1):
            # A guess whose reply is not known yet is not a mistake.
            if row.unsure or not row.reply:
                continue
            try:
                turns.append(Turn(rules.code(row.guess), rules.reply(row.reply)))
                self.used.append(number)
            except MoolabError as error:
                said = row.reply if isinstance(error, InvalidReply) else row.guess
                told = explain(error, rules, said) if row.guess else error
                self.faults[number] = str(told)
        self.history: History = tuple(turns)


@router.get("")
async def show(request: Request, sheet: SheetHere, computing: ComputingHere) -> Response:
    """The page."""
    if request.url.query and request.url.query != (query := sheet.query(ask=sheet.ask)):
        return RedirectResponse(f"/assistant?{query}", 303)
    values: dict[str, Any] = {"sheet": sheet, "game": None, "faults": {}}
    values |= {"clashing": (), "repairs": (), "answer": None, "more": "", "advice": ()}
    values |= {"overview": None, "used": (), "tapped": Tapped()}
    try:
        rules = await run_sync(playable, sheet.rules)
    except MoolabError as error:
        return render(request, "assistant.html", values, error)
    if has_pegs(rules):
        sheet.rows = [row._replace(guess=rules.in_colours(row.guess)) for row in sheet.rows]
    reading = Reading(sheet, rules)
    values |= {"game": rules, "faults": reading.faults}
    if has_pegs(rules):
        values["tapped"] = Tapped.of(sheet, rules)
    if reading.faults:
        return render(request, "assistant.html", values, status=422)
    history = format_history(reading.history)
    try:
        values["answer"] = await computing.run(
            is_expensive(rules), jobs.possible, rules, history, sheet.show
        )
    except ContradictoryReplies as error:
        clashing = [reading.used[number - 1] for number in error.conflict]
        values |= {"error": _clash(clashing), "clashing": clashing}
        values["repairs"] = list(_repairs(sheet, reading, error))
        return render(request, "assistant.html", values)
    except MoolabError as error:
        return render(request, "assistant.html", values, error)
    if values["answer"].candidates > sheet.show:
        most = min(max(sheet.show, 0) + _MORE_CODES, _MOST_CODES)
        values["more"] = sheet.query(show=most) if most > sheet.show else ""
    comparable = rules.size <= MOST_CODES_COMPARED
    if comparable:
        values["used"] = reading.used
        values["overview"] = await computing.run(is_expensive(rules), jobs.overview, rules, history)
    best = "entropy" if comparable else "consistent"
    values["advice"] = [
        await _advice(name, sheet, rules, history, computing)
        for name in dict.fromkeys([best, *STRATEGIES])
        if name not in FALLIBLE
    ]
    return render(request, "assistant.html", values)


@router.get("/advice")
async def advice(request: Request, sheet: SheetHere, computing: ComputingHere) -> Response:
    """What one strategy guesses: a part of the page, for when it is looked at."""
    rules = await run_sync(playable, sheet.rules)
    history = format_history(Reading(sheet, rules).history)
    values = await _advice(sheet.ask, sheet, rules, history, computing)
    return render(request, "advice.html", {"advice": values})


async def _advice(
    name: str, sheet: Sheet, rules: Rules, history: str, computing: Computing
) -> dict[str, Any]:
    """What is known of a strategy's advice; all of it only if that strategy is asked."""
    try:
        check_strategy(name, rules)
    except SpaceTooLarge as error:
        return {"name": name, "refused": str(error)}
    if sheet.ask != name:
        return {"name": name, "query": sheet.query(ask=name)}
    args = (rules, history, StrategySpec(name))
    found = await computing.run(is_expensive(rules, name), jobs.recommend, *args)
    assert found.replies is not None, "games of the assistant are counted"
    parts = found.replies.values()
    return {
        "name": name,
        "found": found,
        "places": rules.places,
        "rules": rules,
        "largest": max(parts),
        "mean": sum(size * size for size in parts) / sum(parts),
        "take": sheet.query([*sheet.rows, Row(found.guess, "")]),
    }


def _repairs(
    sheet: Sheet, reading: Reading, error: ContradictoryReplies
) -> Iterator[dict[str, Any]]:
    """Changes of one row that make sense of all; if there is none, the rows that clash."""
    for repair in likeliest(error.repairs):
        number = reading.used[repair.turn - 1]
        row = sheet.rows[number - 1]
        yield {
            "number": number,
            "guess": row.guess,
            "old": str(reading.history[repair.turn - 1].reply),
            "reply": str(repair.reply),
            "left": repair.candidates,
            "query": sheet.with_row(number, row._replace(reply=str(repair.reply))),
        }
    # Where another reply would do, none at all does as well.
    mending = sorted({repair.turn for repair in error.repairs}) or error.conflict
    for turn in mending:
        number = reading.used[turn - 1]
        row = sheet.rows[number - 1]
        left_out = sheet.with_row(number, row._replace(unsure=True))
        old = str(reading.history[turn - 1].reply)
        common = {"number": number, "guess": row.guess, "old": old}
        yield {**common, "reply": None, "left": None, "query": left_out}
