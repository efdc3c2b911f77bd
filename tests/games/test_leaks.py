"""No view tells a secret: all secrets that fit what a seat has seen look the same from there."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from moolab.codes.numbering import all_codes
from moolab.games import game
from moolab.games.duel.duel import Duel
from moolab.games.people.game import SEATS, Match, opponent
from moolab.testing.games import random_states
from tests.games.test_contract import PLAYED
from tests.helpers.examples import examples

SEALS = ("commitment", "commitments")
"""A seal has to be another one for each secret; that is all that may differ."""


def without_seals(name: str, state: Any, seat: str) -> str:
    view = game(name).view(state, seat).fields()
    return json.dumps({key: value for key, value in view.items() if key not in SEALS})


def other_duels(state: Duel) -> Iterator[tuple[str, Duel]]:
    """Duels with each other secret that would have got the same replies."""
    setup = state.setup
    if setup.secret is None or setup.mistakes:
        return  # nothing to tell; or which replies are wrong depends on the secret
    guesses = [move.split()[1] for move in state.moves if move.startswith("guess")]
    reply = setup.rules.reply_rule
    for secret in state.left:
        # Replies to guesses that were undone have been seen as well.
        if any(reply(guess, secret) != reply(guess, setup.secret) for guess in guesses):
            continue
        yield "player", game("duel").replay(replace(setup, secret=secret), state.moves)


def other_matches(state: Match) -> Iterator[tuple[str, Match]]:
    """Matches with each other secret of the other player that would have got the same replies."""
    rules = state.setup.rules
    for seat in SEATS:
        known = state.side(seat).turns
        if state.side(opponent(seat)).secret is None:
            continue
        setting = f"{opponent(seat)} secret "
        for secret in all_codes(rules):
            if all(turn.fits(rules, secret) for turn in known):
                moves = [setting + secret if m.startswith(setting) else m for m in state.moves]
                yield seat, game("two").replay(state.setup, moves)


OTHERS: dict[str, Callable[[Any], Iterator[tuple[str, Any]]]] = {
    "duel": other_duels,
    "two": other_matches,
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("seed", range(examples(5)))
def test_all_secrets_that_fit_look_the_same(name: str, seed: int) -> None:
    for state in random_states(game(name), PLAYED[name], Random(seed)):
        if state.phase != "over":
            for seat, other in OTHERS[name](state):
                assert without_seals(name, other, seat) == without_seals(name, state, seat)
