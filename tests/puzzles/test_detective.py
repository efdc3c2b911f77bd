"""Cases: one clue lies, and one code and one liar fit, as counted by the plain reply rule."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn, format_history
from moolab.errors import PuzzleNotFound
from moolab.puzzles.detective import explain, make_case, suspect
from tests.cli.test_cli import answer, moo
from tests.helpers.examples import examples

GAMES = st.sampled_from(["ab3x6", "mm3x4", "emms3x4", "ab4x6"])


def fitting(rules: Rules, clues: Sequence[Turn]) -> list[tuple[str, int]]:
    """Each code for which one clue is false, with the number of that clue."""
    found = []
    for code in all_codes(rules):
        false = [
            number
            for number, clue in enumerate(clues, start=1)
            if rules.reply_rule(clue.guess, code) != clue.reply
        ]
        if len(false) == 1:
            found.append((code, false[0]))
    return found


@settings(max_examples=examples(12), deadline=None)
@given(GAMES, st.integers(0, 10**6))
def test_one_code_and_one_liar_fit_and_no_clue_can_be_left_out(game: str, seed: int) -> None:
    try:
        case = make_case(game, seed)
    except PuzzleNotFound:
        return
    assert fitting(case.rules, case.clues) == [(case.solution, case.liar)]
    assert case == make_case(game, seed)
    for number in range(len(case.clues)):
        fewer = case.clues[:number] + case.clues[number + 1 :]
        assert len(fitting(case.rules, fewer)) != 1
    tolerant = set(candidates(case.rules, case.clues, mistakes=1))
    honest = set(candidates(case.rules, case.clues))
    assert tolerant - honest == {case.solution}


@settings(max_examples=examples(20), deadline=None)
@given(GAMES, st.integers(0, 10**6))
@example("mm3x4", 176)
def test_no_guess_is_there_twice_and_each_reply_can_come(game: str, seed: int) -> None:
    try:
        case = make_case(game, seed)
    except PuzzleNotFound:
        return
    guesses = [clue.guess for clue in case.clues]
    assert len({*guesses, case.solution}) == len(guesses) + 1
    for clue in case.clues:
        assert any(case.rules.reply_rule(clue.guess, code) == clue.reply
                   for code in all_codes(case.rules))  # fmt: skip


@settings(max_examples=examples(12), deadline=None)
@given(GAMES, st.integers(0, 10**6))
def test_every_suspicion_but_one_ends_in_a_smallest_clash(game: str, seed: int) -> None:
    try:
        case = make_case(game, seed)
    except PuzzleNotFound:
        return
    for suspicion in suspect(case.rules, case.clues):
        clashing = [case.clues[number - 1] for number in suspicion.clash]
        if clashing:
            assert not candidates(case.rules, clashing).count
            for number in range(len(clashing)):
                assert candidates(case.rules, clashing[:number] + clashing[number + 1 :]).count
        assert bool(suspicion.codes) is (suspicion.clue == case.liar)
    assert len(list(explain(suspect(case.rules, case.clues)))) == len(case.clues)


def test_the_terminal_makes_a_case_and_solves_it() -> None:
    made = answer("puzzle", "--liar", "--seed", "3")
    turns = [f"{turn['guess']}={turn['reply']}" for turn in made["turns"]]
    solved = answer("puzzle", "solve", "--liar", *turns)
    assert (solved["solution"], solved["liar"]) == (made["solution"], made["liar"])
    shown = moo("puzzle", "--liar", "--seed", "3")
    assert shown.stdout.startswith(f"ab4x10, seed 3: one of these {len(turns)} clues lies\n")
    assert f"moo puzzle solve --liar -r ab4x10 -- {' '.join(turns)}" in shown.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("puzzle", "--liar", "--difficulty", "3"), "--liar goes with --rules, --seed"),
        (("puzzle", "solve", "--liar", "1234=02"), "this is not a case: "),
    ],
)
def test_what_is_refused(args: tuple[str, ...], said: str) -> None:
    done = moo(*args)
    assert done.returncode == 2
    assert said in done.stderr


def test_clues_of_a_case_are_written_as_they_are_read() -> None:
    case = make_case("ab4x10", 3)
    assert suspect("ab4x10", format_history(case.clues)) == suspect(case.rules, case.clues)


def test_only_one_code_in_all_solves_a_case() -> None:
    two = list(explain(suspect("ab4x10", "1234=40 1234=02")))
    assert two[1] == "Suppose that clue 2 lies. Then only 1234 is left."
