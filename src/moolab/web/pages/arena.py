"""The arena: strategies and the trees of players against each other, on the same secrets."""

from collections.abc import AsyncIterator
from secrets import randbelow
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query, Request, UploadFile
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import RedirectResponse, Response

from moolab.arena.hall import HALL, Standing
from moolab.arena.match import GAMES
from moolab.codes.rules import Rules
from moolab.errors import InvalidSetup, InvalidTree, MoolabError, UnknownStrategy
from moolab.strategies import FALLIBLE, STRATEGIES
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.trees.breaker import OPPONENTS
from moolab.views.arena import ArenaView
from moolab.web import limits
from moolab.web.answers.computing import ComputingEvents, ComputingHere
from moolab.web.pages.forms import RulesOfQuery, Text, number_of
from moolab.web.rendering import render, render_fragment
from moolab.web.server import Server, ServerHere
from moolab.web.store.moderation import TREE
from moolab.web.store.trees import Sent, content_of, keep_tree, trees_of
from moolab.web.work import jobs

router = APIRouter(prefix="/arena", include_in_schema=False)

_USUAL = ("entropy", "minimax", "random")
"""What a match is by default."""

_SEEDS = 1_000_000
"""Of so many seeds one is drawn: short enough to be told to others."""

Players = Annotated[list[str], Query(max_length=100)]


class Match(NamedTuple):
    """A match, as an address names it.

    Attributes:
        players: names of strategies, opponents, and trees that were sent.
        trees: those that are chosen, by the names of their players.
        games: how many secrets.
        seed: decides secrets and chance.
    """

    rules: Rules
    players: tuple[str, ...]
    trees: dict[str, Sent]
    games: int
    seed: int

    @property
    def query(self) -> str:
        """The part of an address that says which match."""
        fields = {"rules": self.rules, "games": self.games, "seed": self.seed}
        return urlencode([*fields.items(), *(("player", name) for name in self.players)])


class Chosen:
    """What an address says of a match."""

    def __init__(
        self,
        server: ServerHere,
        rules: RulesOfQuery,
        player: Annotated[Players, Query()] = [],  # noqa: B006 - FastAPI copies it
        games: Annotated[str, Query(max_length=limits.LONGEST_TEXT)] = "",
        seed: Annotated[str, Query(max_length=limits.LONGEST_TEXT)] = "",
    ) -> None:
        self._server = server
        self.rules_text = rules
        self.players = tuple(dict.fromkeys(player))
        self.games = games
        self.seed = seed

    def checked(self) -> Match:
        """The match, if it can be played here.

        Raises:
            MoolabError: if there is none, or it is too much.
        """
        rules = limits.playable(self.rules_text, limits.MOST_CODES_WALKED)
        if not 0 < len(self.players) <= limits.MOST_PLAYERS:
            raise InvalidSetup(
                translate("choose from 1 to {most} players", most=limits.MOST_PLAYERS)
            )
        known = {tree.player: tree for tree in trees_of(self._server.store, str(rules))}
        trees = {name: known[name] for name in self.players if name in known}
        for name in self.players:
            if name.startswith(TREE) and name not in trees:
                raise UnknownStrategy(
                    translate(
                        "{name} is not a tree for {rules} in this hall",
                        name=quote(name),
                        rules=rules,
                    )
                )
            if name not in trees:
                limits.check_strategy(name, rules)
        most = min(limits.MOST_SECRETS, rules.size)
        games = _number(self.games, translate("Secrets"), 1, most, min(GAMES, most))
        limits.check_match(rules, self.players, games, self._server.settings.seconds)
        seed = _number(self.seed, translate("Seed"), 0, 2**63 - 1, randbelow(_SEEDS))
        return Match(rules, self.players, trees, games, seed)


def _number(text: str, what: str, least: int, most: int, usual: int) -> int:
    if not text.strip():
        return usual
    try:
        return number_of(text, least, most)
    except InvalidSetup as error:
        raise InvalidSetup(f"{what}: {error}") from None


def _checked(chosen: Annotated[Chosen, Depends()]) -> Match:
    return chosen.checked()


@router.get("")
async def show(
    request: Request,
    server: ServerHere,
    chosen: Annotated[Chosen, Depends()],
    computing: ComputingHere,
    whole: bool = False,
) -> Response:
    """The hall of a game, and the match that the address names, which follows.

    Args:
        whole: whether the page comes with the match, however long that takes.
    """
    if not chosen.players:
        return await _page(request, server, chosen)
    try:
        match = await run_sync(chosen.checked)
        if not chosen.seed:
            return RedirectResponse(f"/arena?{match.query}", 303)
        values: dict[str, Any] = {"match": match}
        if whole:
            args = await run_sync(_args, server, match)
            values["played"] = _shown(match, await computing.run(True, jobs.match, *args))
    except MoolabError as error:
        return await _page(request, server, chosen, error=error)
    return await _page(request, server, chosen, values)


@router.get("/played", response_class=EventSourceResponse)
async def played(
    match: Annotated[Match, Depends(_checked)], server: ServerHere, computing: ComputingEvents
) -> AsyncIterator[ServerSentEvent]:
    """The match, as a part of its page."""

    def answer(view: ArenaView) -> dict[str, str]:
        return {"html": render_fragment("arena_played.html", {"played": _shown(match, view)})}

    args = await run_sync(_args, server, match)
    async for event in computing.events(jobs.match, *args, answer=answer):
        yield event


@router.post("/trees")
async def send(
    request: Request,
    server: ServerHere,
    computing: ComputingHere,
    chosen: Annotated[Chosen, Depends()],
    file: UploadFile,
    name: Text = "",
) -> Response:
    """Prove a tree file, keep it in the hall, and go there."""
    called = server.store.moderation.take(name, public=True)
    try:
        content = await file.read(limits.MOST_TREE_BYTES)
        if not content:
            raise InvalidTree(translate("choose a tree file, as moo tree build writes it"))
        proved = await computing.run(True, jobs.prove, content)
        proof = proved.proof
        tree = Sent(proved.id, proved.rules, called, proof.secrets, proof.total, proof.max)
        kept = await run_sync(keep_tree, server.store, tree, proved.content)
    except MoolabError as error:
        return await _page(request, server, chosen, {"called": name}, error, sending=True)
    return RedirectResponse(f"/arena?{urlencode({'rules': kept.rules, 'sent': kept.id})}#hall", 303)


def _args(
    server: Server, match: Match
) -> tuple[Rules, tuple[str, ...], dict[str, bytes], int, int]:
    """What ``jobs.match`` needs."""
    found = {name: content_of(server.store, tree.id) for name, tree in match.trees.items()}
    contents = {name: content for name, content in found.items() if content is not None}
    return match.rules, match.players, contents, match.games, match.seed


def _shown(match: Match, view: ArenaView) -> dict[str, Any]:
    """A match with what its page adds: the names of trees, and who was never beaten by whom."""
    by_secret = zip(*(player.needed for player in view.players), strict=True)
    best = [min((n for n in needed if n), default=0) for needed in by_secret]
    bounds = [
        abs(bound)
        for player in view.players
        if player.difference
        for bound in (player.difference.mean, player.difference.low, player.difference.high)
        if bound is not None
    ]
    return {
        "view": view,
        "names": {name: tree.name for name, tree in match.trees.items()},
        "wins": {
            player.player: sum(own == least for own, least in zip(player.needed, best, strict=True))
            for player in view.players
        },
        "scale": max(bounds, default=0) or 1,
    }


async def _page(
    request: Request,
    server: Server,
    chosen: Chosen,
    values: dict[str, Any] | None = None,
    error: MoolabError | None = None,
    *,
    sending: bool = False,
) -> Response:
    rules = HALL_GAME
    try:
        rules = limits.playable(chosen.rules_text, limits.MOST_CODES_WALKED)
    except MoolabError as wrong:
        error = error or wrong
    sent = await run_sync(trees_of, server.store, str(rules))
    hall: list[Standing | Sent] = [*HALL.get(str(rules), ()), *sent]
    means = [
        (each, each.means[str(rules)]) for each in OPPONENTS.values() if each.means.get(str(rules))
    ]
    shown: dict[str, Any] = {
        "chosen": chosen,
        "rules": rules,
        "match": None,
        "played": None,
        "called": "",
        "sending": sending,
        "arrived": request.query_params.get("sent", ""),
        "standing": sorted(hall, key=lambda each: (each.total, each.max)),
        "opponents": [(each, mean) for each, mean in means if each.name != "minotaur"],
        "sent": sent,
        "strategies": [name for name in STRATEGIES if name not in FALLIBLE],
        "animals": OPPONENTS.values(),
        "checked": chosen.players or _USUAL,
        "most": min(limits.MOST_SECRETS, rules.size),
        "games": chosen.games or min(GAMES, rules.size),
        "most_kilobytes": limits.MOST_TREE_BYTES >> 10,
        "most_players": limits.MOST_PLAYERS,
    }
    return render(request, "arena.html", shown | (values or {}), error)


HALL_GAME = Rules.parse("ab4x10")
"""The game whose hall is shown where no other is named."""
