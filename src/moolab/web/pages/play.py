"""Duels against the computer, in the browser."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from moolab.codes.rules import Rules
from moolab.deduction.contradiction import change, clash, likeliest
from moolab.deduction.history import History, Turn
from moolab.errors import InvalidCode, InvalidMove, InvalidReply, MoolabError
from moolab.games.daily import Daily
from moolab.games.duel.duel import MOVES, Setup, found, guesses_needed, moves_in_words
from moolab.games.duel.hint import STEPS
from moolab.games.duel.maker import manner
from moolab.games.duel.view import DuelView
from moolab.games.game import Outcome
from moolab.games.tries import score
from moolab.support.language import translate, translate_plural
from moolab.support.text import sentence
from moolab.trees.breaker import OPPONENTS
from moolab.views.errors import RepairView
from moolab.views.turns import history_of
from moolab.web.answers.computing import Computing
from moolab.web.answers.identity import player_of, player_or_new, redirect_player
from moolab.web.limits import LONGEST_TEXT
from moolab.web.pages.ending import Ending, duel_ending
from moolab.web.pages.forms import USUAL_OPPONENT, RulesOfForm, Text, duel, explain, read_form
from moolab.web.pages.home import render_games_to_play, render_home
from moolab.web.pages.race import lanes_of
from moolab.web.pages.visit import Visit, take_moves, visit_to
from moolab.web.rendering import render, short_name
from moolab.web.server import ServerHere
from moolab.web.store.tables import PRACTICE
from moolab.web.wings import beside
from moolab.web.wording import has_pegs, line_of, reply_in_words, spoken

router = APIRouter(prefix="/play", include_in_schema=False)

VisitHere = Annotated[Visit, visit_to("duel")]
Sides = Mapping[str, History]


@router.post("")
async def begin(
    request: Request, server: ServerHere, rules: RulesOfForm, text: Text = ""
) -> Response:
    """Begin a game, with a first guess if there is one, and go to its page."""
    player = player_or_new(request)
    chosen: dict[str, Any] = {"rules": rules}
    try:
        chosen = read_form(Setup, duel(), await request.form()) | chosen
        setup = Setup.new(**{"strategy": USUAL_OPPONENT} | chosen)
        try:
            typed = text
            moves = [f"guess {setup.rules.code(typed)}"] if typed.strip() else []
        except MoolabError as error:
            raise explain(error, setup.rules, text) from None
        # At once: where the guess is refused, no game is left behind.
        opened = await server.games.open("duel", setup, {"player": player}, moves=moves)
    except MoolabError as error:
        if text and "strategy" not in chosen:
            return await render_home(request, server, typed=text, error=error)
        return await render_games_to_play(request, server, chosen, error)
    return redirect_player(request, f"/play/{opened.id}", player)


@router.get("/{game}")
async def show(
    visit: VisitHere,
    hint: Annotated[int, Query(ge=0, le=STEPS)] = 0,
    check: bool = False,
    text: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
) -> Response:
    """A game, and where that is asked for, a step of a hint, or what can be said of an idea.

    Args:
        check: whether there is an idea.
        text: the idea, as it was typed.
    """
    shown, failed = {"step": hint, "said": ""}, None
    try:
        if check and not text.strip():
            raise InvalidCode(translate("fill the row first, then I say whether it can be right"))
        if hint or check:
            shown["said"] = (await visit.ask(f"idea {text}" if check else f"step {hint}")).said
    except InvalidMove:
        pass  # the back button leads to hints whose time is over
    except MoolabError as error:
        failed = error
    return await _page(visit, failed, typed=text, hint=shown)


async def _move(visit: Visit, text: str, after: int | None) -> None:
    """Make a move."""
    verb, *words = text.split(" ")
    if verb == "reply" and not all(words):
        # Of two fields, one alone may read as a reply: 10 as 1 bull, 0 cows.
        raise InvalidReply(translate("a reply is two numbers: how many bulls, and how many cows"))
    await visit.move(text, after)


async def _page(
    visit: Visit,
    error: MoolabError | None = None,
    verb: str = "guess",
    typed: str = "",
    hint: dict[str, Any] | None = None,
) -> Response:
    view: DuelView
    row, view = await visit.look()
    lanes, daily = None, Daily.of_text(row.race or "")
    if row.race and not row.race.startswith("@"):
        lanes = await lanes_of(visit.server, row.race, player_of(visit.request))
    rules = Rules.parse(view.rules)
    if error and (verb != "guess" or typed):
        error = explain(error, rules, typed.partition(" ")[2] if verb == "correct" else typed)
    sides = {side: history_of(rules, turns) for side, turns in vars(view.turns).items()}
    ending: Ending | None = None
    if view.phase == "over":
        computing = Computing(visit.request, visit.server)
        race = lanes.race if lanes else None
        ending = await duel_ending(
            visit.request, visit.server, computing, visit.game, row, view, race
        )
        if view.finished and daily is None:
            ending = ending._replace(story=_story(rules, view, sides))
    values: dict[str, Any] = {
        "url": f"/play/{visit.game}",
        "lanes": lanes,
        "daily": daily,
        **beside(visit.server, daily, len(sides["yours"]), over=view.finished),
        "game": view,
        "rules": rules,
        "replies": [str(reply) for reply in rules.replies],
        "found": {side: found(rules, turns) for side, turns in sides.items()},
        "practising": len(sides["yours"]) > guesses_needed(rules, sides["computer"]),
        "clash": clash(view.conflict or (), view.mistakes),
        "repairs": list(_repairs(rules, view, sides["computer"])),
        "ending": ending,
        "undoable": moves_in_words(_spelled(rules, view.undoable)) if view.undoable else "",
        "typed": dict.fromkeys(MOVES, "") | {verb: typed},
        "hint": hint or {"step": 0, "said": ""},
        "par": OPPONENTS["minotaur"].means.get(view.rules),
        "opponent": OPPONENTS.get(view.strategy),
        "manner": [
            *manner(view.maker, view.mistakes, rated=view.rated, hard=view.hard),
            *([translate("practice")] if row.race == PRACTICE else []),
        ],
    }
    return render(visit.request, "play.html", values, error)


take_moves(router, "duel", _page, _move)


def _spelled(rules: Rules, moves: Sequence[str]) -> Iterator[str]:
    """Moves whose replies are words where digits would be read as pegs."""
    for move in moves:
        verb, _, rest = move.partition(" ")
        is_reply = verb == "reply" and has_pegs(rules)
        yield f"reply {reply_in_words(rules, rest, '')}" if is_reply else move


def _repairs(
    rules: Rules, view: DuelView, turns: History
) -> Iterator[tuple[RepairView, Turn, str]]:
    """What would mend a contradiction, each with its turn and in words."""
    for repair in likeliest(view.repairs or ()):
        turn = turns[repair.turn - 1]
        right = rules.reply(repair.reply)
        said = (reply_in_words(rules, str(reply), turn.guess) for reply in (right, turn.reply))
        yield repair, turn, sentence(change(repair, spoken(rules, turn.guess), *said))


def _story(rules: Rules, view: DuelView, sides: Sides) -> str:
    """A finished game as text that its player may send to others.

    >>> from moolab.games.duel.game import GAME
    >>> setup = Setup.new("ab4x10", role="breaker", secret="8217", rated=True)
    >>> won = GAME.replay(setup, ["guess 1234", "guess 8217"])
    >>> sides = {"yours": won.yours, "computer": won.computer}
    >>> print(_story(setup.rules, GAME.view(won, "player"), sides))
    Bulls & Cows, 4 different digits, rated: 2/8
    My 2 guesses:
    1. 1234: 1 bull, 1 cow
    2. 8217: 4 bulls, 0 cows
    """
    told = manner(view.maker, view.mistakes, rated=view.rated, hard=view.hard)
    game = translate(", ").join([short_name(rules), *told])
    plain = rules.marked or has_pegs(rules)
    name = "moolab" if plain else translate("Bulls & Cows")
    ends: dict[Outcome | None, str] = {
        "won": translate("{name}, {game}: I won.", name=name, game=game),
        "lost": translate("{name}, {game}: the computer won.", name=name, game=game),
        "drawn": translate("{name}, {game}: a draw.", name=name, game=game),
        "resigned": translate("{name}, {game}: I gave up.", name=name, game=game),
    }
    if view.role == "breaker" and view.tries and view.outcome in ("won", "lost"):
        shown = score(len(sides["yours"]), view.tries, found=view.outcome == "won")
        ends[view.outcome] = translate("{name}, {game}: {score}", name=name, game=game, score=shown)
    lines = [ends[view.outcome]]
    yours, computers = len(sides["yours"]), len(sides["computer"])
    heads = {
        "yours": translate_plural("My {number} [guess|guesses]:", yours),
        "computer": translate_plural(
            "The computer's ({name}) {number} [guess|guesses]:",
            computers,
            name=translate(view.strategy),
        ),
    }
    for side, turns in sides.items():
        if turns:
            lines.append(heads[side])
        lines += [line_of(rules, number, turn) for number, turn in enumerate(turns, start=1)]
    return "\n".join(lines)
