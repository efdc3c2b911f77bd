"""Puzzles of lists and tables: proved by the plain rule, and solved."""

from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.word_lists import words
from moolab.deduction.history import Turn
from moolab.errors import PuzzleNotFound
from moolab.puzzles.detective import make_case, suspect
from moolab.puzzles.maker import make
from moolab.puzzles.sentences import sentences
from moolab.puzzles.sets import ListedSets, TiledSets, code_sets
from moolab.puzzles.solution import Solution
from tests.codes.test_listed import games
from tests.helpers.puzzles import verify
from tests.helpers.tables import tables


@given(games() | tables(), st.integers(0, 99))
def test_puzzles_leave_one_code(game: ListedRules, seed: int) -> None:
    try:
        puzzle = make(game, seed)
    except PuzzleNotFound:
        return
    verify(game, puzzle.clues, puzzle.solution)
    found = Solution.of(game, puzzle.clues)
    assert (found.code, found.superfluous) == (puzzle.solution, ())
    assert found.difficulty == puzzle.difficulty


@given(games("wordle"))
def test_what_fits_marked_letters_is_what_the_rule_says(game: ListedRules) -> None:
    sets, plain = code_sets(game), ListedSets(game)
    assert isinstance(sets, TiledSets)
    for guess in game.guesses:
        for reply in game.replies:
            turn = Turn(guess, reply)
            assert sets.fits(turn) == plain.fits(turn), turn


def test_clues_are_words_that_may_be_secrets() -> None:
    game = words("english5")
    clues = [clue for seed in range(9) for clue in make(game, seed).clues]
    assert {clue.guess for clue in clues} <= set(game.secrets)


@given(games(), st.integers(0, 9))
def test_cases_have_one_liar(game: ListedRules, seed: int) -> None:
    try:
        case = make_case(game, seed)
    except PuzzleNotFound:
        return
    fitting = [
        code for code in game.secrets
        if [n for n, clue in enumerate(case.clues, 1) if not clue.fits(game, code)] == [case.liar]
    ]  # fmt: skip
    assert fitting == [case.solution]
    assert suspect(game, case.clues)[case.liar - 1].codes == (case.solution,)


def test_a_puzzle_of_words_in_sentences() -> None:
    game = words("english")
    puzzle = make(game, 3)
    assert puzzle == make(game, 3)
    steps = Solution.of(game, puzzle.clues).steps
    *_, last = sentences(game, puzzle.clues, steps)
    assert last.endswith(f"leaves {puzzle.solution}.")
    assert make(listed_rules(game.secrets[:60], rule="jotto"), 1).solution in game.secrets
