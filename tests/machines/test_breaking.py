"""Machines that look for a code: what they guess follows from what they were told."""

import pytest

from moolab.errors import InvalidCode
from moolab.machines.breaking import BREAKERS, HIDDEN, RULES, Step, break_code
from moolab.machines.hp12c.maker import Keys, said_of_keys
from moolab.machines.ports import PORTS

KEPT = {"hp12c": 5}
"""Replies that a machine has room for, where these are not all."""

NEEDED = {"hp12c": 6, "ti74": 5, "thumb": 6, "riscv": 6}
"""Guesses for the code 0152: the calculator has no room for the last reply."""


@pytest.fixture(scope="module", params=BREAKERS)
def played(request: pytest.FixtureRequest) -> tuple[str, tuple[Step, ...]]:
    return request.param, break_code(request.param, "0152", 6)


def test_each_finds_the_code_by_guesses_that_fit_what_it_was_told(
    played: tuple[str, tuple[Step, ...]],
) -> None:
    machine, steps = played
    turns = [step.turn for step in steps]
    assert len(turns) == NEEDED[machine] > KEPT.get(machine, 0)
    assert turns[-1].guess == "0152"
    assert [turn.reply for turn in turns] == [RULES.score(turn.guess, "0152") for turn in turns]
    for number, turn in enumerate(turns):
        known = turns[: min(number, KEPT.get(machine, number))]
        assert all(earlier.fits(RULES, turn.guess) for earlier in known)


def test_its_steps_are_counted_and_it_shows_what_it_guesses(
    played: tuple[str, tuple[Step, ...]],
) -> None:
    machine, steps = played
    counted = [step.asked.steps for step in steps]
    assert counted == sorted(set(counted))
    for step in steps:
        shown = step.asked.shown.replace(",", "").removesuffix(".0")
        assert shown.rpartition(" ")[2].zfill(4) == step.turn.guess, machine
    lefts = [step.left for step in steps]
    assert lefts == sorted(lefts, reverse=True)
    assert lefts[-1] == 1


def test_another_beginning_makes_another_game() -> None:
    games = {tuple(step.turn.guess for step in break_code("ti74", "8217", n)) for n in (1, 2, 777)}
    assert len(games) == 3


def test_what_is_not_such_a_code_is_refused() -> None:
    with pytest.raises(InvalidCode, match="0788"):
        break_code("ti74", "0788", 1)
    assert HIDDEN.size == 5040


def test_the_head_of_the_listing_says_what_is_pressed_and_not_how_to_guess() -> None:
    [listing] = [port.text for port in PORTS if port.file == "breaker.12c"]
    assert set(said_of_keys(listing)) == {"setup", "reply", "later"}
    assert Keys.of(listing).guess == Keys.guess
