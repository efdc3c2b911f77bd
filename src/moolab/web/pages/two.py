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
from moolab.views.turns import TurnView, history_of
from moolab.web.http.errors import Overtaken
from moolab.web.http.identity import player_or_new, redirect_player
from moolab.web.http.middleware import check_same_site
from moolab.web.limits import playable
from moolab.web.pages.forms import RulesOfForm, Text, explain, name_of
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
    rules = Rules.parse(view.rules)
    if error:
        error = explain(error, rules, typed)
    here = await run_sync(room_state, server, game, seat)
    other = here.names[opponent(seat)]
    over = view.phase == "over"
    link = f"{request.base_url}two/{game}/join/{server.invitations.token(game)}"
    values: dict[str, Any] = {
        "id": game,
        "game": view,
        "rules": rules,
        "here": here,
        "you": here.names[seat],
        "other": other,
        "said": _said(view, other, here),
        "link": None if here.joined or over else link,
        "typed": typed,
        "review": f"/game/{game}"
        if view.phase == "over" and any(vars(view.turns).values())
        else None,
        "story": _story(view, here.names[seat], other) if over else "",
    }
    return render(request, "two.html", values, error)


def _story(view: MatchView, you: str, other: str) -> str:
    """A finished game as text to send to others.

    >>> from moolab.games.people.game import GAME
    >>> moves = ("first secret 8217", "second secret 1423", "first guess 1423", "second guess 1234")
    >>> view = MatchView.of(GAME.replay(Setup.new("ab4x10"), moves), "first")
    >>> print(_story(view, "Ann", "Bob"))
    Bulls & Cows, ab4x10, Ann and Bob: Ann won.
    Ann: 1 guess
    1. 1423: 4 bulls, 0 cows
    Bob: 1 guess
    1. 1234: 1 bull, 1 cow
    """
    won = {"won": f"{you} won", "lost": f"{other} won", "drawn": "a draw"}
    end = won.get(view.outcome or "", f"{you} gave up")
    lines = [f"Bulls & Cows, {view.rules}, {you} and {other}: {end}."]
    rules = Rules.parse(view.rules)
    for name, turns in ((you, view.turns.yours), (other, view.turns.other)):
        lines.append(f"{name}: {count_noun(len(turns), 'guess')}")
        for number, turn in enumerate(history_of(rules, turns), start=1):
            lines.append(f"{number}. {turn.guess}: {turn.reply.words}")
    return "\n".join(lines)


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
        asked = f"You asked {other} for a rematch. " if here.rematch else ""
        if view.revealed.yours is None:
            return f"{asked}Set your secret."
        if asked:
            return f"{asked}The game starts here as soon as {other} accepts."
        if not here.joined:
            return "Send your friend the link."
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
        return f"{other} wins in {len(view.turns.other)}."
    if view.found.yours:
        return f"You win in {guesses}."
    return f"You win: {other} gave up."


def _in_words(view: MatchView, turns: tuple[TurnView, ...]) -> str:
    turn = turns[-1]
    reply = Rules.parse(view.rules).reply(turn.reply)
    return f"{turn.guess}: {reply.words}."
