"""What is shown of an object where somebody just looks at it, as in a notebook or a log."""

from typing import Any

import pytest

from moolab import Rules, Setup, apply, begin
from moolab.duel import people
from moolab.duel.race import race

AB4 = Rules.parse("ab4x10")


def duel_setup() -> tuple[Setup, set[str]]:
    setup = Setup.new(AB4, secret="8217", start="0123")
    return setup, {setup.secret or "", setup.nonce}


def duel() -> tuple[Any, set[str]]:
    setup, hidden = duel_setup()
    return apply(begin(setup), "guess 1234"), hidden


def race_setup() -> tuple[Any, set[str]]:
    setup = race(b"key", AB4, "moo")
    return setup, {setup.secret or "", setup.nonce}


def match() -> tuple[Any, set[str]]:
    setup = people.Setup.new(AB4)
    played = people.apply(people.begin(setup), "first", "secret 2396")
    return people.apply(played, "second", "secret 8217"), {"2396", "8217", *setup.nonces}


@pytest.mark.parametrize(
    "made", [duel_setup, duel, race_setup, match], ids=lambda made: made.__name__
)
def test_no_secret_and_no_nonce_is_shown(made: Any) -> None:
    shown, hidden = made()
    assert all(text not in repr(shown) for text in hidden), repr(shown)
    assert "ab4x10" in repr(shown)
