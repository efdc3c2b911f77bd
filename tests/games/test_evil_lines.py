"""Shortest lines against the maker without a secret."""

import pytest
from benchmarks.evil import Lines, replayed

from moolab.codes.replies import partition
from moolab.codes.rules import Rules
from moolab.deduction.plain import list_codes


def fewest_by_brute_force(rules: Rules) -> int:
    """Every guess after every other, until one leaves a single code."""
    guesses, reached = 1, {list_codes(rules)}
    while not any(len(left) == 1 for left in reached):
        guesses += 1
        reached = {most_left(rules, left, guess) for left in reached for guess in list_codes(rules)}
    return guesses


def most_left(rules: Rules, left: tuple[str, ...], guess: str) -> tuple[str, ...]:
    largest = max(partition(rules.reply_rule, guess, left).values(), key=len)
    return tuple(largest)


@pytest.mark.parametrize("game", ["ab3x4", "mm3x3", "emms3x3", "mm3x2"])
def test_no_line_is_shorter(game: str) -> None:
    rules = Rules.parse(game)
    assert len(Lines(rules).shortest()) == fewest_by_brute_force(rules)


@pytest.mark.parametrize(("game", "guesses"), [("ab3x6", 5), ("mm4x6", 5), ("ab4x8", 6)])
def test_a_line_is_replayed_and_wins(game: str, guesses: int) -> None:
    rules = Rules.parse(game)
    line = Lines(rules).shortest()
    assert len(line) == guesses
    assert replayed(rules, line).endswith(f"{line[-1]}={rules.win}")
    assert Lines(rules).within(guesses - 1) is None
