"""What a person calls a game, and how far it is."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from anyio.to_thread import run_sync

from moolab.codes.rules import Rules
from moolab.errors import MoolabError
from moolab.games import game
from moolab.games.daily import Daily
from moolab.games.setup import decode
from moolab.support.language import translate
from moolab.trees.breaker import OPPONENTS
from moolab.web.server import Server
from moolab.web.wings import kinds
from moolab.web.wording import has_pegs, player_name


def daily_names() -> dict[str, str]:
    """What the games of a day are called."""
    return {
        "digits": translate("Digits"),
        "colours": translate("Colours"),
        "word": translate("Word"),
        "evil": translate("Evil"),
    }


def kind_names() -> dict[str, str]:
    """What kinds of games are called, by the names of games."""
    return {"duel": translate("Against the computer"), **_names(), **kinds()}


def _names() -> dict[str, str]:
    return {
        "two": translate("With a friend"),
        "solving": translate("Puzzle"),
        "training": translate("Training"),
        "boards": translate("Several boards"),
    }


def solo_name(rules: Rules, *, evil: bool = False) -> str:
    """What a game is called in which the player guesses alone.

    >>> solo_name(Rules.parse("ab5x10")), solo_name(Rules.parse("mm4x6"))
    ('Crack my code', 'Mastermind')
    """
    if evil:
        return translate("Corner me")
    if rules.listed:
        return translate("Words")
    return "Mastermind" if has_pegs(rules) else translate("Crack my code")


def title_of(kind: str, setup: Mapping[str, Any], race: str = "") -> str:
    """What a game is called in a list of the player's games.

    Args:
        kind: the name of the game.
        race: what it has in common with other games, if anything.

    >>> title_of("duel", {"role": "both", "strategy": "calf"})
    'Duel with the calf'
    """
    if kind != "duel":
        played = game(kind)
        return _names().get(kind) or played.title(decode(played.setup, setup))
    if (daily := Daily.of_text(race)) is not None:
        return translate("Code of the day: {kind}", kind=daily_names()[daily.kind])
    name, both = setup["strategy"], setup["role"] == "both"
    if setup["role"] == "breaker":
        return solo_name(Rules.parse(setup["rules"]), evil=setup.get("maker") == "evil")
    if name in OPPONENTS:
        if both:
            return translate("Duel with the {opponent}", opponent=translate(name))
        return translate("The {opponent} cracks your code", opponent=translate(name))
    if both:
        return translate("Duel with {strategy}", strategy=player_name(name))
    return translate("{strategy} cracks your code", strategy=player_name(name))


async def stage_of(server: Server, entry: Mapping[str, Any]) -> str:
    """How far an unfinished game is: what is due, as a person would say it.

    Args:
        entry: as ``list_entries`` lists games.
    """
    title: str = kinds().get(entry["kind"], entry["title"])
    if entry["kind"] not in ("duel", "two", "boards"):
        return title
    with suppress(MoolabError):
        row, view = await server.games.look(entry["id"], entry["seat"])
        if entry["kind"] == "two":
            seats = await run_sync(server.store.seats, row.id)
            other = next((each for each in seats if each.seat != entry["seat"]), None)
            return _due_between(view.turn, (other and other.name) or "", here=bool(other))
        guesses = view.guesses if entry["kind"] == "boards" else len(view.turns.yours)
        return _due(title, view.phase, guesses + 1, view.tries)
    return title


def _due(title: str, phase: str, number: int, tries: int) -> str:
    """What is due in a game against the computer, before the player's guess of this number."""
    named = {"game": title, "number": number}
    if phase == "reply":
        return translate("{game}, your reply is due", game=title)
    if phase == "contradiction":
        return translate("{game}, your replies clash", game=title)
    if phase == "over":
        return translate("{game}, for practice, guess {number}", **named)
    if tries:
        return translate("{game}, guess {number} of {tries}", tries=tries, **named)
    return translate("{game}, guess {number}", **named)


def _due_between(turn: str | None, name: str, *, here: bool) -> str:
    """What is due in a game between two people."""
    if not here or turn is None:
        return translate("Your invitation waits for a friend")
    if turn == "yours":
        if name:
            return translate("{name} waits for your move", name=name)
        return translate("A friend waits for your move")
    return translate("{name} is thinking", name=name or translate("Your friend"))
