"""Duels between two people."""

from secrets import randbelow
from typing import Any

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.duel.people import SEATS, Match, Setup, apply, begin, redo
from moolab.errors import InvalidMove
from moolab.support.text import quoted
from moolab.views.duels import match_fields
from moolab.web.kinds.base import Kind
from moolab.web.limits import playable


def new_setup(rules: str) -> dict[str, Any]:
    """A new duel as it is stored.

    Raises:
        MoolabError: if there can be no such game, or not here.
    """
    return Setup.new(playable(rules)).fields


def chosen_secret(rules: Rules, text: str) -> str:
    """The code that a text spells; where there is none, one that chance chooses.

    Raises:
        InvalidCode: if it is none of these rules.
    """
    return rules.code(text) if text.strip() else code_at(rules, randbelow(rules.size))


class TwoKind(Kind[Match]):
    """A duel between two people, who have no secret yet."""

    name = "two"
    seats = SEATS

    def title(self, setup: dict[str, Any]) -> str:
        return f"{setup['rules']}, two people"

    def heavy(self, _setup: dict[str, Any]) -> bool:
        return False

    def begin(self, setup: dict[str, Any]) -> Match:
        return begin(Setup.from_fields(setup))

    def apply(self, state: Match, seat: str, move: str) -> Match:
        if move.strip() == "secret":  # which one is left to chance
            move = f"secret {chosen_secret(state.setup.rules, '')}"
        return apply(state, seat, move)

    def redo(self, state: Match, text: str) -> Match:
        return redo(state, text)

    def outcome(self, state: Match) -> str | None:
        if state.phase != "over":
            return None
        return state.winner or "drawn"

    def outcome_for(self, outcome: str, seat: str) -> str:
        return {"drawn": "drawn", seat: "won"}.get(outcome, "lost")

    def view(self, state: Match, seat: str) -> dict[str, Any]:
        return match_fields(state, seat)

    def ask(self, _state: Match, _seat: str, question: str) -> dict[str, Any]:
        raise InvalidMove(f"{quoted(question)} has no answer here: two people play without help")
