"""A duel between two people as a game among others."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

from moolab.codes.numbering import EveryCode
from moolab.games.game import Game, Outcome
from moolab.games.people.clock import times
from moolab.games.people.match import (
    LATE,
    SEATS,
    Match,
    Phase,
    Setup,
    apply,
    apply_stored,
    begin,
    choose_secret,
)
from moolab.games.people.view import MatchView
from moolab.support.language import translate


class People(Game[Setup, Match]):
    """A duel between two people, who have no secret yet."""

    name = "two"
    travels = True
    setup = Setup
    seats = SEATS
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**chosen)

    def title(self, setup: Setup) -> str:
        return translate("{rules}, two people", rules=setup.rules)

    def begin(self, setup: Setup) -> Match:
        return begin(setup)

    def apply(self, state: Match, seat: str, move: str) -> Match:
        if move.strip() == "secret":  # which one is left to chance
            move = f"secret {choose_secret(state.setup.rules, '')}"
        return apply(state, seat, move)

    def apply_stored(self, state: Match, text: str) -> Match:
        return apply_stored(state, text)

    def expected(self, state: Match, seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        codes = EveryCode(state.setup.rules)
        due: dict[str, Sequence[str]] = {}
        if state.side(seat).secret is None:
            due["secret"] = codes
        if state.turn == seat:
            due["guess"] = codes
        return due | {"resign": ("",)}

    def outcome(self, state: Match, seat: str) -> Outcome | None:
        return state.outcome(seat)

    def is_timed(self, setup: Setup) -> bool:
        return setup.clock != "none"

    def overdue(self, state: Match, made: Sequence[datetime], now: datetime) -> str | None:
        shown = times(state, made, now)
        return f"{shown.late} {LATE}" if shown and shown.late else None

    def view(self, state: Match, seat: str) -> MatchView:
        return MatchView.of(state, seat)


GAME = People()
