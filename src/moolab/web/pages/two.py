"""Duels between two people, in their browsers."""

from contextlib import suppress
from typing import Annotated, Any, cast

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, MoolabError
from moolab.games.people.game import SEATS, Clock, MatchView, Setup, choose_secret, opponent
from moolab.support.language import marked, translate, translate_plural
from moolab.views.turns import TurnView, history_of
from moolab.web.answers.identity import player_or_new, redirect_player
from moolab.web.http.errors import Overtaken
from moolab.web.limits import playable
from moolab.web.pages import room
from moolab.web.pages.ending import Ending, Side, Step, needed, review
from moolab.web.pages.forms import USUAL_OPPONENT, RulesOfForm, Text, explain
from moolab.web.pages.visit import Visit, take_moves, visit_to
from moolab.web.rendering import origin_of, render, short_name
from moolab.web.server import ServerHere
from moolab.web.wording import has_pegs, letter_marks, line_of, reply_in_words

router = APIRouter(prefix="/two", include_in_schema=False)

VisitHere = Annotated[Visit, visit_to("two")]

BOT_AFTER = 10.0
"""Seconds of waiting for a stranger before the computer is offered instead."""


def clocks() -> dict[str, str]:
    """The clocks to choose from, in words."""
    return {
        "none": translate("No clock"),
        "move 30": translate("30 seconds for each guess"),
        "move 60": translate("1 minute for each guess"),
        "move 86400": translate("1 day for each guess"),
        "game 180": translate("3 minutes each for the whole game"),
        "game 300": translate("5 minutes each for the whole game"),
        "game 900": translate("15 minutes each for the whole game"),
    }


def _setup(rules: str, clock: str) -> Setup:
    if clock == "none" or clock not in clocks():
        return Setup.new(playable(rules))
    kind, _, seconds = clock.partition(" ")
    return Setup.new(playable(rules), clock=cast(Clock, kind), seconds=int(seconds))


@router.get("")
async def new(request: Request) -> Response:
    """Where a game between two people begins."""
    values = {"rules": "ab4x10", "name": "", "secret": "", "clock": "none", "clocks": clocks()}
    return render(request, "two_new.html", values)


@router.post("")
async def begin(
    request: Request,
    server: ServerHere,
    rules: RulesOfForm,
    name: Text = "",
    secret: Text = "",
    clock: Text = "none",
) -> Response:
    """Begin a game, and go to its page, where the link for the other one is."""
    player = player_or_new(request)
    try:
        setup = _setup(rules, clock)
        code = choose_secret(setup.rules, secret)
        seats = {SEATS[0]: player, SEATS[1]: None}
        moves = [f"{SEATS[0]} secret {code}"]
        names = {SEATS[0]: server.store.moderation.take(name, public=False)}
        opened = await server.games.open("two", setup, seats, moves=moves, names=names)
    except MoolabError as error:
        values = {"rules": rules, "name": name, "secret": secret, "clock": clock}
        return render(request, "two_new.html", values | {"clocks": clocks()}, error)
    return redirect_player(request, f"/two/{opened.id}", player)


@router.get("/{game}")
async def show(visit: VisitHere) -> Response:
    """A game."""
    await run_sync(room.mark_here, visit.server, visit.game, visit.seat)
    return await _page(visit)


@router.post("/{game}/react")
async def show_reaction(visit: VisitHere, reaction: Text) -> Response:
    """Show the other one what one thinks."""
    await run_sync(room.react, visit.server, visit.game, visit.seat, reaction)
    visit.server.games.topics.notify(visit.game)
    return RedirectResponse(f"/two/{visit.game}", 303)


@router.post("/{game}/rematch")
async def rematch(visit: VisitHere, text: Text = "") -> Response:
    """Offer a rematch, or accept it: the same rules and names, the other one first.

    Both change seats, with a new secret each, drawn by chance unless one was typed.
    """
    request, server, game, seat = visit
    row, view = await visit.look()
    if view.phase != "over":
        raise InvalidMove(translate("this game is not over yet"))
    player, mine, before = player_or_new(request), opponent(seat), server.games.settled(row)
    try:
        move = f"secret {choose_secret(before.rules, text)}"
    except MoolabError as error:
        return await _page(visit, error, typed=text)
    follower = server.invitations.rematch(game)
    sat = await run_sync(server.store.seats, game)
    names = {opponent(each.seat): each.name or "" for each in sat}
    here = await run_sync(room.room_state, server, game, seat)
    if here.follower is None:
        setup = Setup.new(before.rules, clock=before.clock, seconds=before.seconds)
        seats, moves = {mine: player, seat: None}, [f"{mine} {move}"]
        # Both may ask at the same moment: then the second one accepts.
        with suppress(Overtaken):
            await server.games.open("two", setup, seats, moves=moves, names=names, game=follower)
        server.games.topics.notify(game)
        here = await run_sync(room.room_state, server, game, seat)
    if here.invited:
        await run_sync(server.store.claim, follower, mine, player, names[mine])
        await server.games.move(follower, mine, move)
        server.games.topics.notify(game)
    return RedirectResponse(f"/two/{follower}", 303)


async def _page(
    visit: Visit, error: MoolabError | None = None, _verb: str = "", typed: str = ""
) -> Response:
    request, server, game, seat = visit
    # The version first: a move made meanwhile then has another one, and the page is fetched again.
    here = await run_sync(room.room_state, server, game, seat)
    _, view = await visit.look()
    rules = Rules.parse(view.rules)
    if error:
        error = explain(error, rules, typed)
    other = here.names[opponent(seat)]
    over = view.phase == "over"
    address = f"{origin_of(request)}/two/{game}"
    link = f"{address}/join/{server.invitations.token(game)}"
    waited = (server.store.now() - here.waiting).total_seconds() if here.waiting else None
    values: dict[str, Any] = {
        "id": game,
        "game": view,
        "rules": rules,
        "here": here,
        "you": here.names[seat],
        "other": other,
        "said": _said(view, other, here),
        "link": None if here.joined or over or here.waiting else link,
        "watch": f"{address}/watch/{server.invitations.watching(game)}",
        "back": f"{address}/back/{server.invitations.way_back(game, seat)}",
        "times": await run_sync(room.clock_of, server, game),
        "sides": {"yours": seat, "computer": opponent(seat)},
        "reactions": room.REACTIONS,
        "bot": USUAL_OPPONENT,
        "bot_in": None if waited is None else max(0.0, BOT_AFTER - waited),
        "typed": typed,
        "marks": letter_marks(rules, view.turns.yours),
        "ending": _ending(view, game, here, here.names[seat], other) if over else None,
    }
    return render(request, "two.html", values, error)


async def _move(visit: Visit, text: str, after: int | None) -> None:
    await room.make_move(visit.server, visit.game, visit.seat, text.strip(), after)


take_moves(router, "two", _page, _move)


def _ending(view: MatchView, game: str, here: room.RoomState, you: str, other: str) -> Ending:
    """The end card: who has won, and the way to a rematch.

    >>> from moolab.games.people.game import GAME
    >>> moves = ("first secret 8217", "second secret 1423", "first guess 1423", "second guess 1234")
    >>> view = MatchView.of(GAME.replay(Setup.new("ab4x10"), moves), "second")
    >>> here = room.RoomState("4.1.0", {}, True, "Ann is here.", False, None, False)
    >>> ending = _ending(view, "abc", here, "Bob", "Ann")
    >>> ending.title, ending.codes, [side.figure for side in ending.sides]
    ('Ann wins in 1.', ('8217',), ['\N{EN DASH}', '1'])
    """
    rules, theirs = Rules.parse(view.rules), view.revealed.other
    if here.follower and not here.invited:
        again = Step(translate("Go to the rematch"), here.follower, key="rematch")
    else:
        words = translate("Accept rematch") if here.invited else translate("Play again")
        again = Step(words, f"/two/{game}/rematch", {}, key="rematch")
    missed = theirs.secret if theirs and not view.found.yours else None
    sides = (you, view.turns.yours, "won"), (other, view.turns.other, "lost")
    return Ending(
        view.outcome,
        _ended(view, other),
        lead=translate("{name}'s code was", name=other) if missed else "",
        codes=(missed,) if missed else (),
        sides=[
            Side(name, needed(rules, history_of(rules, turns)), view.outcome == ahead)
            for name, turns, ahead in sides
        ],
        said=translate("{name} wants a rematch.", name=other) if here.invited else "",
        steps=(again, Step(translate("Another game"), "/two", key="other")),
        review=review(view.outcome, game) if any(vars(view.turns).values()) else None,
        story=_story(view, you, other),
    )


def _story(view: MatchView, you: str, other: str) -> str:
    """A finished game as text to send to others.

    >>> from moolab.games.people.game import GAME
    >>> moves = ("first secret 8217", "second secret 1423", "first guess 1423", "second guess 1234")
    >>> view = MatchView.of(GAME.replay(Setup.new("ab4x10"), moves), "first")
    >>> print(_story(view, "Ann", "Bob"))
    Bulls & Cows, 4 different digits, Ann and Bob: Ann won.
    Ann: 1 guess
    1. 1423: 4 bulls, 0 cows
    Bob: 1 guess
    1. 1234: 1 bull, 1 cow
    """
    rules = Rules.parse(view.rules)
    names = {"one": you, "two": other, "end": room.how_it_ended(view, you, other)}
    text = marked("Bulls & Cows, {rules}, {one} and {two}: {end}")
    if rules.listed or has_pegs(rules):
        text = marked("moolab, {rules}, {one} and {two}: {end}")
    lines = [translate(text, rules=short_name(rules), **names)]
    for name, turns in ((you, view.turns.yours), (other, view.turns.other)):
        lines.append(translate_plural("{name}: {number} [guess|guesses]", len(turns), name=name))
        for number, turn in enumerate(history_of(rules, turns), start=1):
            told = line_of(rules, number, turn)
            lines.append(f"{number}. {told}" if rules.marked else told)
    return "\n".join(lines)


def _said(view: MatchView, other: str, here: room.RoomState) -> str:
    """What has just happened, and what is due.

    >>> from moolab.games.people.game import GAME
    >>> moves = ("first secret 8217", "second secret 1423", "first guess 1234")
    >>> view = MatchView.of(GAME.replay(Setup.new("ab4x10"), moves), "first")
    >>> here = room.RoomState("3.1.0", {}, True, "Bob is here.", False, None, False)
    >>> _said(view, "Bob", here)
    'Your guess 1234: 1 bull, 3 cows. Bob is thinking.'
    """
    turns = view.turns
    if view.phase == "over":
        ended = _ended(view, other)
        if not here.invited:
            return ended
        return " ".join([ended, translate("{name} wants a rematch.", name=other)])
    if view.phase == "secret":
        return _said_before(view, other, here)
    if view.turn == "other":
        if not turns.yours:
            return translate("{name} begins.", name=other)
        last = (
            translate("{name} has one guess left.", name=other)
            if view.found.yours
            else translate("{name} is thinking.", name=other)
        )
        mine = translate("Your guess {guess}: {reply}.", **_last(view, turns.yours))
        return f"{mine} {last}"
    if not turns.other:
        return translate("You begin: it is your turn.")
    last = (
        translate("This is your last guess.") if view.found.other else translate("It is your turn.")
    )
    theirs = translate("{name}'s guess {guess}: {reply}.", name=other, **_last(view, turns.other))
    return f"{theirs} {last}"


def _said_before(view: MatchView, other: str, here: room.RoomState) -> str:
    """The same until both secrets are set."""
    if view.revealed.yours is None:
        return translate("Set your secret.")
    if here.rematch:
        due = translate("The game starts here as soon as {name} accepts.", name=other)
        return " ".join([translate("You asked {name} for a rematch.", name=other), due])
    if here.waiting:
        return translate("Whoever comes next plays with you. The game starts here by itself.")
    if not here.joined:
        return translate("Send your friend the link.")
    return translate("{name} is choosing a secret.", name=other)


def _ended(view: MatchView, other: str) -> str:
    guesses = len(view.turns.yours)
    if view.late == "yours":
        return translate("Your time has run out: {name} wins.", name=other)
    if view.late == "other":
        return translate("You win: the time of {name} has run out.", name=other)
    if view.outcome == "resigned":
        return translate("You gave up.")
    if view.outcome == "drawn":
        if view.found.yours:
            return translate_plural(
                "A draw. Both of you found the secret in {number} [guess|guesses].", guesses
            )
        return translate_plural("A draw. Nobody found it in {number} [guess|guesses].", guesses)
    if view.outcome == "lost":
        return translate("{name} wins in {number}.", name=other, number=len(view.turns.other))
    if view.found.yours:
        return translate("You win in {number}.", number=guesses)
    return translate("You win: {name} gave up.", name=other)


def _last(view: MatchView, turns: tuple[TurnView, ...]) -> dict[str, str]:
    turn = turns[-1]
    return {
        "guess": turn.guess,
        "reply": reply_in_words(Rules.parse(view.rules), turn.reply, turn.guess),
    }
