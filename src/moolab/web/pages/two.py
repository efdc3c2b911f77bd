"""Duels between two people, in their browsers."""

from contextlib import suppress
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, MoolabError
from moolab.games.people.match import SEATS, Setup, choose_secret, opponent
from moolab.games.people.view import MatchView
from moolab.support.text import count_noun
from moolab.views.turns import TurnView
from moolab.web.http.errors import Overtaken
from moolab.web.http.identity import player_or_new, redirect_player
from moolab.web.http.middleware import check_same_site
from moolab.web.limits import playable
from moolab.web.pages.forms import RulesOfForm, Text, name_of
from moolab.web.pages.visit import Visit, visit_to
from moolab.web.play.room import RoomState, make_move, mark_here, room_state
from moolab.web.rendering import render
from moolab.web.server import ServerHere

router = APIRouter(prefix="/two", include_in_schema=False)

VisitHere = Annotated[Visit, visit_to("two")]
SameSite = Depends(check_same_site)


@router.get("")
async def new(request: Request) -> Response:
    """Where a game between two people begins."""
    return render(request, "two_new.html", {"rules": "ab4x10", "name": "", "secret": ""})


@router.post("", dependencies=[SameSite])
async def begin(
    request: Request,
    server: ServerHere,
    rules: RulesOfForm,
    name: Text = "",
    secret: Text = "",
) -> Response:
    """Begin a game, and go to its page, where the link for the other one is."""
    player = player_or_new(request)
    try:
        setup = Setup.new(playable(rules))
        code = choose_secret(setup.rules, secret)
        seats = {SEATS[0]: player, SEATS[1]: None}
        moves = [f"{SEATS[0]} secret {code}"]
        names = {SEATS[0]: name_of(name, "Player 1")}
        opened = await server.games.open("two", setup, seats, moves=moves, names=names)
    except MoolabError as error:
        values = {"rules": rules, "name": name, "secret": secret}
        return render(request, "two_new.html", values, error)
    return redirect_player(request, f"/two/{opened.id}", player)


@router.get("/{game}")
async def show(visit: VisitHere) -> Response:
    """A game."""
    await run_sync(mark_here, visit.server, visit.game, visit.seat)
    return await _page(visit)


@router.post("/{game}", dependencies=[SameSite])
async def move(
    visit: VisitHere,
    verb: Text,
    text: Text = "",
    after: Annotated[int | None, Form()] = None,
) -> Response:
    """Make a move; where it is not possible, the page says why and keeps what was typed."""
    try:
        await make_move(visit.server, visit.game, visit.seat, f"{verb} {text}".strip(), after)
    except MoolabError as error:
        return await _page(visit, error=error, typed=text)
    return RedirectResponse(f"/two/{visit.game}", 303)


@router.post("/{game}/rematch", dependencies=[SameSite])
async def rematch(visit: VisitHere) -> Response:
    """Play again, the other one first; whoever asks first invites the other."""
    request, server, game, seat = visit
    row, view = await visit.look()
    if view.phase != "over":
        raise InvalidMove("this game is not over yet")
    here = await run_sync(room_state, server, game, seat)
    if here.follower is None:
        # Both change seats, and may ask at the same moment.
        seats = {opponent(seat): player_or_new(request), seat: None}
        names = {opponent(seat): here.names[seat], seat: here.names[opponent(seat)]}
        setup = Setup.new(row.setup["rules"])
        with suppress(Overtaken):
            follower = server.invitations.rematch(game)
            await server.games.open("two", setup, seats, names=names, game=follower)
        server.games.topics.notify(game)
        here = await run_sync(room_state, server, game, seat)
    return RedirectResponse(here.follower or f"/two/{game}", 303)


async def _page(
    visit: Visit,
    *,
    error: MoolabError | None = None,
    typed: str = "",
) -> Response:
    request, server, game, seat = visit
    _, view = await visit.look()
    here = await run_sync(room_state, server, game, seat)
    other = here.names[opponent(seat)]
    link = f"{request.base_url}two/{game}/join/{server.invitations.token(game)}"
    values: dict[str, Any] = {
        "id": game,
        "game": view,
        "rules": Rules.parse(view.rules),
        "here": here,
        "you": here.names[seat],
        "other": other,
        "said": _said(view, other, here),
        "link": None if here.joined or view.phase == "over" else link,
        "typed": typed,
    }
    return render(request, "two.html", values, error)


def _said(view: MatchView, other: str, here: RoomState) -> str:
    """What has just happened, and what is due.

    >>> from moolab.games.people.game import GAME
    >>> moves = ("first secret 8217", "second secret 1423", "first guess 1234")
    >>> view = MatchView.of(GAME.replay(Setup.new("ab4x10"), moves), "first")
    >>> here = RoomState("3.1.0", {}, True, "Bob is here.", False, None, False)
    >>> _said(view, "Bob", here)
    'Your guess 1234: 1 bull, 3 cows. Bob is thinking.'
    """
    turns = view.turns
    if view.phase == "over":
        wish = f" {other} wants a rematch." if here.invited else ""
        return f"{_ended(view, other)}{wish}"
    if view.phase == "secret":
        asked = f"{other} is asked for a rematch. " if here.rematch else ""
        if view.revealed.yours is None:
            return f"{asked}Set your secret."
        if asked:
            return f"{asked}This page goes on when {other} accepts."
        if not here.joined:
            return "Send the link to the person you want to play with."
        return f"{other} is choosing a secret."
    if view.turn == "other":
        if not turns.yours:
            return f"{other} begins."
        last = f"{other} has one guess left." if view.found.yours else f"{other} is thinking."
        return f"Your guess {_in_words(view, turns.yours)} {last}"
    if not turns.other:
        return "You begin: it is your turn."
    last = "This is your last guess." if view.found.other else "It is your turn."
    return f"{other}'s guess {_in_words(view, turns.other)} {last}"


def _ended(view: MatchView, other: str) -> str:
    guesses = len(view.turns.yours)
    if view.outcome == "resigned":
        return "You gave up."
    if view.outcome == "drawn":
        both = "Both of you found the secret" if view.found.yours else "Nobody found it"
        return f"A draw. {both} in {count_noun(guesses, 'guess')}."
    if view.outcome == "lost":
        return f"{other} wins, with guess {len(view.turns.other)}."
    if view.found.yours:
        return f"You win, with guess {guesses}."
    return f"You win: {other} gave up."


def _in_words(view: MatchView, turns: tuple[TurnView, ...]) -> str:
    turn = turns[-1]
    reply = Rules.parse(view.rules).reply(turn.reply)
    return f"{turn.guess}: {reply.words}."
