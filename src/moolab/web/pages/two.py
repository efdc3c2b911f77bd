"""Duels between two people, in their browsers."""

from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Annotated, Any, NamedTuple

import anyio
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Form, WebSocket, WebSocketDisconnect
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.duel.people import SEATS, opponent
from moolab.errors import InvalidMove, MoolabError
from moolab.web.answering import status_of
from moolab.web.company import news, note, situation
from moolab.web.guard import check_same_site, client_of
from moolab.web.identity import by_cookie, known_player, player_of, remember
from moolab.web.kinds.two import chosen_secret, new_setup
from moolab.web.pages.forms import LONGEST, RulesOfForm, Text
from moolab.web.refusals import NoSuchGame, NotSignedIn, NotYours, Overtaken, TooManyRequests
from moolab.web.rendering import page
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import digest

router = APIRouter(prefix="/two", include_in_schema=False)

SeatHere = Annotated[str, by_cookie("two")]
SameSite = Depends(check_same_site)

_LONGEST_NAME = 40


def clean_name(text: str, otherwise: str) -> str:
    r"""What a player wants to be called, on one line and not too long.

    >>> clean_name(" Ada\n Lovelace ", "Player 1"), clean_name(" ", "Player 2")
    ('Ada Lovelace', 'Player 2')
    """
    printable = "".join(symbol if symbol.isprintable() else " " for symbol in text)
    return " ".join(printable.split())[:_LONGEST_NAME] or otherwise


@router.get("")
async def new(request: Request) -> Response:
    """Where a game between two people begins."""
    return page(request, "two_new.html", {"rules": "ab4x10", "name": "", "secret": "", "error": ""})


@router.post("", dependencies=[SameSite])
async def begin(
    request: Request,
    server: ServerHere,
    rules: RulesOfForm,
    name: Text = "",
    secret: Text = "",
) -> Response:
    """Begin a game, and go to its page, where the link for the other one is."""
    player = known_player(request)
    name = clean_name(name, "Player 1")
    try:
        setup = new_setup(rules)
        code = chosen_secret(Rules.parse(rules), secret)
        seats = {SEATS[0]: player, SEATS[1]: None}
        moves = [f"{SEATS[0]} secret {code}"]
        opened = await server.games.open("two", setup, seats, moves=moves, names={SEATS[0]: name})
    except MoolabError as error:
        values = {"rules": rules, "name": name, "secret": secret, "error": str(error)}
        return page(request, "two_new.html", values, status_of(error))
    return _to_game(request, opened.id, player)


@router.get("/{game}")
async def show(request: Request, game: str, seat: SeatHere, server: ServerHere) -> Response:
    """A game."""
    await run_sync(note, server, game, seat)
    return await _page(request, server, game, seat)


@router.post("/{game}", dependencies=[SameSite])
async def move(
    request: Request,
    game: str,
    seat: SeatHere,
    server: ServerHere,
    verb: Text,
    text: Text = "",
    after: Annotated[int | None, Form()] = None,
) -> Response:
    """Make a move; where it is not possible, the page says why and keeps what was typed."""
    try:
        await _move(server, game, seat, f"{verb} {text}".strip(), after)
    except MoolabError as error:
        return await _page(request, server, game, seat, error=error, typed=text)
    return RedirectResponse(f"/two/{game}", 303)


@router.get("/{game}/join/{token}")
async def invitation(request: Request, game: str, token: str, server: ServerHere) -> Response:
    """What whoever was invited sees."""
    asked = await run_sync(_asked, server, game, token, player_of(request))
    if asked.already and not asked.own:
        return RedirectResponse(f"/two/{game}", 303)
    return _join_page(request, asked)


@router.post("/{game}/join/{token}", dependencies=[SameSite])
async def join(
    request: Request,
    game: str,
    token: str,
    server: ServerHere,
    name: Text = "",
    text: Text = "",
) -> Response:
    """Sit down and set a secret; that can be done once."""
    player = known_player(request)
    asked = await run_sync(_asked, server, game, token, player)
    if asked.already:
        return RedirectResponse(f"/two/{game}", 303)
    name = clean_name(name, f"Player {SEATS.index(asked.free) + 1}")
    try:
        code = chosen_secret(asked.rules, text)
    except MoolabError as error:
        return _join_page(request, asked, name=name, typed=text, error=error)
    await run_sync(server.store.take, game, asked.free, player, name)
    await server.games.move(game, asked.free, f"secret {code}")
    return _to_game(request, game, player)


@router.post("/{game}/rematch", dependencies=[SameSite])
async def rematch(request: Request, game: str, seat: SeatHere, server: ServerHere) -> Response:
    """Play again, the other one first; whoever asks first invites the other."""
    row, view = await server.games.look(game, seat)
    if view["phase"] != "over":
        raise InvalidMove("this game is not over yet")
    here = await run_sync(situation, server, game, seat)
    if here.follower is None:
        # Both change seats, and may ask at the same moment.
        seats = {opponent(seat): known_player(request), seat: None}
        names = {opponent(seat): here.names[seat], seat: here.names[opponent(seat)]}
        setup = new_setup(row.setup["rules"])
        with suppress(Overtaken):
            follower = server.invitations.rematch(game)
            await server.games.open("two", setup, seats, names=names, game=follower)
        server.games.tell(game)
        here = await run_sync(situation, server, game, seat)
    return RedirectResponse(here.follower or f"/two/{game}", 303)


@router.get("/{game}/events", response_class=EventSourceResponse)
async def events(game: str, seat: SeatHere, server: ServerHere) -> AsyncIterator[ServerSentEvent]:
    """What happens, where WebSockets are blocked."""
    async with aclosing(news(server, game, seat)) as messages:
        async for message in messages:
            yield ServerSentEvent(data=message)


@router.websocket("/{game}/socket")
async def socket(websocket: WebSocket, game: str, server: ServerHere) -> None:
    """Moves come in, as ``{"move", "after"}``; what happens goes out.

    Messages that go out have one or more of ``version`` (the page is to be fetched again when it is
    another), ``presence`` (what the other one does, in words), and, after a move that came in,
    ``made``, true or false, with ``message`` saying why it could not be made.
    """
    try:
        check_same_site(websocket)
        player = player_of(websocket)
        if player is None:
            raise NotSignedIn("this game belongs to somebody else, or to another browser")
        seat = await run_sync(server.store.seat_of_player, "two", game, player)
    except MoolabError:
        await websocket.close()
        return
    await websocket.accept()
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_send_news, websocket, server, game, seat)
            await _receive_moves(websocket, server, game, seat)
            tasks.cancel_scope.cancel()
    except* WebSocketDisconnect:
        pass  # nobody hears any more what was just said


class _Sent(BaseModel):
    """A move that comes through a WebSocket."""

    move: str = Field(max_length=LONGEST)
    after: int | None = Field(None, ge=0, lt=2**31)


async def _receive_moves(websocket: WebSocket, server: Server, game: str, seat: str) -> None:
    while (message := await websocket.receive())["type"] == "websocket.receive":
        try:
            if not server.requests.spend(client_of(websocket)):
                raise TooManyRequests("too many moves; wait some seconds")
            sent = _Sent.model_validate_json(message.get("text") or "")
            await _move(server, game, seat, sent.move, sent.after)
        except ValidationError:
            await websocket.send_json({"made": False, "message": "this is no move"})
        except MoolabError as error:
            await websocket.send_json({"made": False, "message": str(error)})
        else:
            await websocket.send_json({"made": True})


async def _send_news(websocket: WebSocket, server: Server, game: str, seat: str) -> None:
    async with aclosing(news(server, game, seat)) as messages:
        async for message in messages:
            await websocket.send_json(message)


async def _move(server: Server, game: str, seat: str, text: str, after: int | None) -> None:
    """Make a move; one that is sent again, as its answer was lost, has been made already.

    Raises:
        MoolabError: if it is not possible.
    """
    try:
        await server.games.move(game, seat, text, after)
    except Overtaken:
        moves = await run_sync(server.store.moves, game)
        made = "" if after is None else "".join(moves[after : after + 1])
        if made.casefold() != f"{seat} {text}".casefold():
            raise


class _Asked(NamedTuple):
    """An invitation, for whoever looks at it.

    Attributes:
        game: the game's id.
        rules: the rules of the game.
        free: the seat that is free; empty if none is.
        inviter: the name of the one who invites.
        name: what the one who is invited was called before.
        already: whether whoever looks at it sits in the game.
        own: whether it is that player's own invitation, which waits for the other one.
    """

    game: str
    rules: Rules
    free: str
    inviter: str
    name: str
    already: bool
    own: bool


def _asked(server: Server, game: str, token: str, player: str | None) -> _Asked:
    """An invitation.

    Raises:
        NoSuchGame: if there is none.
        NotYours: if it has been used by others.
    """
    if not server.invitations.opens(game, token):
        raise NoSuchGame("there is no such invitation")
    rules = Rules.parse(server.store.find(game).setup["rules"])
    seats = server.store.seats(game)
    free = next((seat for seat in seats if seat.player is None), None)
    already = player is not None and digest(player) in [seat.player for seat in seats]
    if free is None and not already:
        raise NotYours("this invitation has been used already")
    inviter = next(seat for seat in seats if seat is not free)
    return _Asked(
        game=game,
        rules=rules,
        free=free.seat if free else "",
        inviter=inviter.name or "Somebody",
        name=(free and free.name) or "",
        already=already,
        own=already and free is not None,
    )


def _join_page(
    request: Request,
    asked: _Asked,
    *,
    name: str = "",
    typed: str = "",
    error: MoolabError | None = None,
) -> Response:
    values = {
        "asked": asked,
        "rules": asked.rules,
        "name": name or asked.name,
        "typed": typed,
        "error": str(error or ""),
    }
    return page(request, "two_join.html", values, 200 if error is None else status_of(error))


def _to_game(request: Request, game: str, player: str) -> Response:
    response = RedirectResponse(f"/two/{game}", 303)
    remember(request, response, player)
    return response


async def _page(
    request: Request,
    server: Server,
    game: str,
    seat: str,
    *,
    error: MoolabError | None = None,
    typed: str = "",
) -> Response:
    _, view = await server.games.look(game, seat)
    here = await run_sync(situation, server, game, seat)
    other = here.names[opponent(seat)]
    link = f"{request.base_url}two/{game}/join/{server.invitations.token(game)}"
    values: dict[str, Any] = {
        "id": game,
        "game": view,
        "rules": Rules.parse(view["rules"]),
        "here": here,
        "you": here.names[seat],
        "other": other,
        "said": _said(view, other, joined=here.joined),
        "link": None if here.joined else link,
        "error": "" if error is None else str(error),
        "typed": typed,
    }
    return page(request, "two.html", values, 200 if error is None else status_of(error))


def _said(view: dict[str, Any], other: str, *, joined: bool) -> str:
    """What has just happened, and what is due.

    >>> turns = {"yours": [{"guess": "1234", "reply": "12"}], "other": []}
    >>> view = {"phase": "guess", "turn": "other", "rules": "ab4x10", "turns": turns}
    >>> _said(view | {"found": {"yours": False}}, "Bob", joined=True)
    'Your guess 1234: 1 bull, 2 cows. Bob is thinking.'
    """
    turns = view["turns"]
    if view["phase"] == "over":
        return _ended(view, other)
    if view["phase"] == "secret":
        if view["revealed"]["yours"] is None:
            return "Set your secret."
        if not joined:
            return "Send the link to the person you want to play with."
        return f"{other} is choosing a secret."
    if view["turn"] == "other":
        if not turns["yours"]:
            return f"{other} begins."
        last = f"{other} has one guess left." if view["found"]["yours"] else f"{other} is thinking."
        return f"Your guess {_in_words(view, 'yours')} {last}"
    if not turns["other"]:
        return "You begin: it is your turn."
    last = "This is your last guess." if view["found"]["other"] else "It is your turn."
    return f"{other}'s guess {_in_words(view, 'other')} {last}"


def _ended(view: dict[str, Any], other: str) -> str:
    guesses = len(view["turns"]["yours"])
    if view["outcome"] == "resigned":
        return "You gave up."
    if view["outcome"] == "drawn":
        both = "Both of you found the secret" if view["found"]["yours"] else "Nobody found it"
        return f"A draw. {both} in {guesses} guesses."
    if view["outcome"] == "lost":
        return f"{other} wins, with guess {len(view['turns']['other'])}."
    if view["found"]["yours"]:
        return f"You win, with guess {guesses}."
    return f"You win: {other} gave up."


def _in_words(view: dict[str, Any], side: str) -> str:
    turn = view["turns"][side][-1]
    reply = Rules.parse(view["rules"]).reply(turn["reply"])
    return f"{turn['guess']}: {reply.words}."
