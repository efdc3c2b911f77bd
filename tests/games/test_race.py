from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.rules import Rules
from moolab.errors import InvalidMove, InvalidRace
from moolab.games.duel.duel import apply, begin
from moolab.games.race import parse_race_name, race_setup
from tests.helpers.games import rules

AB4 = Rules.parse("ab4x10")


@given(rules(), st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True), st.binary(max_size=40))
def test_all_in_a_race_have_the_same_secret_under_the_same_seal(
    game: Rules, name: str, key: bytes
) -> None:
    setup = race_setup(key, game, name)
    assert setup == race_setup(key, game, f" {name.upper()} ")
    assert setup.secret is not None
    assert game.code(setup.secret) == setup.secret


def test_another_key_name_round_or_game_is_another_race() -> None:
    races = {
        (setup.secret, setup.nonce)
        for key in (b"a", b"b")
        for name in ("moo", "moo2")
        for setup in (
            race_setup(key, AB4, name),
            race_setup(key, AB4, name, 2),
            race_setup(key, Rules.parse("ab4x9"), name),
        )
    }
    assert len(races) == 12


def test_every_code_is_drawn_as_often_as_another() -> None:
    coins = Counter(race_setup(b"key", Rules.parse("mm1x2"), str(n)).secret for n in range(400))
    assert min(coins.values()) > 150


def test_a_race_is_rated() -> None:
    with pytest.raises(InvalidMove, match="rated"):
        apply(apply(begin(race_setup(b"key", AB4, "moo")), "guess 1234"), "undo")


@pytest.mark.parametrize("name", ["", "a" * 41, "two words", "a/b", "<b>", "é", "²", "a\nb"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InvalidRace, match="1 to 40 letters, digits and hyphens"):
        parse_race_name(name)
