"""Puzzles: made from seeds, proved by another module, solved as people do."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import History, Turn, format_history, parse_history
from moolab.errors import InvalidCommand, PuzzleNotFound, SpaceTooLarge
from moolab.puzzles.maker import make
from moolab.puzzles.reasoning import LEVELS, UNNAMED, Fact, solve
from moolab.puzzles.sentences import sentences
from moolab.puzzles.sets import CodeSets, code_sets
from moolab.puzzles.solution import Solution
from moolab.support.language import speaking
from tests.helpers.cases import every
from tests.helpers.examples import examples
from tests.helpers.games import SMALL, rules, told
from tests.helpers.puzzles import InvalidPuzzle, verify

AB4 = Rules.parse("ab4x10")


@pytest.mark.parametrize(
    ("game", "seed", "wishes", "clues", "solution", "difficulty"),
    [
        ("ab4x10", 1, {}, "2614=11 8526=01 9506=02 5709=02 4837=01 1087=10", "1954", 5),
        ("ab4x10", 2, {}, "2596=12 9236=02 4603=00 5804=01 0926=11 4810=01 1038=01", "2951", 1),
        ("ab4x10", 1, {"clues": 3}, "0251=03 1970=10 8025=04", "2580", 1),
        ("ab4x10", 1, {"difficulty": 1}, "5946=00 2618=10 0793=03 8236=11 8645=00", "2037", 1),
        ("mm4x6", 1, {}, "1045=03 1300=11 5002=20 2452=01 1010=02", "5501", 1),
        ("mm4x6", -7, {"clues": 5, "difficulty": 4}, "0200=01 2210=11 4503=01 5351=11 3042=11",
         "1312", 4),
        ("emms4x4", 2, {}, "BBAA=30 CADD=11 BAAA=20 ABCD=12", "BBDA", 5),
        ("ab3x5:aeiou", 3, {}, "ieu=12 ueo=20", "uei", 1),
        ("mm2x2", 10**30, {}, "01=02", "10", 1),
    ],
)  # fmt: skip
def test_the_same_seed_makes_the_same_puzzle_everywhere(
    game: str, seed: int, wishes: dict[str, Any], clues: str, solution: str, difficulty: int
) -> None:
    puzzle = make(Rules.parse(game), seed, **wishes)
    assert (format_history(puzzle.clues), puzzle.solution) == (clues, solution)
    assert (puzzle.difficulty, puzzle.seed) == (difficulty, seed)


@every("game", [*SMALL, "ab4x10", "mm4x6", "emms3x5", "ab4x4", "mm6x2", "ab1x20"])
def test_every_puzzle_is_proved_by_code_that_shares_nothing_with_its_maker(game: str) -> None:
    for seed in range(3):
        puzzle = make(Rules.parse(game), seed)
        verify(puzzle.rules, puzzle.clues, puzzle.solution)


def test_the_verifier_finds_what_is_wrong() -> None:
    clues = make(AB4, 1).clues
    verify(AB4, clues, "1954")
    for number in range(len(clues)):
        with pytest.raises(InvalidPuzzle, match="fits all clues, too"):
            verify(AB4, clues[:number] + clues[number + 1 :], "1954")
    with pytest.raises(InvalidPuzzle, match="clue 1 follows from the others"):
        verify(AB4, (Turn.parse(AB4, "2614=11"), *clues), "1954")
    with pytest.raises(InvalidPuzzle, match="1945 does not fit clue 1"):
        verify(AB4, clues, "1945")
    with pytest.raises(InvalidPuzzle, match="a clue guesses the solution, 1954"):
        verify(AB4, (Turn("1954", AB4.win),), "1954")


def test_an_alphabet_changes_nothing_but_the_symbols() -> None:
    digits, letters = make(AB4, 4), make(Rules.parse("ab4x10:abcdefghij"), 4)
    named = str.maketrans("0123456789", "abcdefghij")
    assert letters.solution == digits.solution.translate(named)
    assert [clue.guess for clue in letters.clues] == [
        clue.guess.translate(named) for clue in digits.clues
    ]


@pytest.mark.parametrize("number", [2, 3, 5, 8])
def test_as_many_clues_as_wished_for(number: int) -> None:
    puzzle = make(AB4, 5, clues=number)
    assert len(puzzle.clues) == number
    verify(AB4, puzzle.clues, puzzle.solution)


@every("difficulty", LEVELS)
@every("game", ["ab4x10", "mm4x6", "emms4x4"])
def test_as_hard_as_wished_for(game: str, difficulty: int) -> None:
    puzzle = make(Rules.parse(game), 5, difficulty=difficulty)
    assert puzzle.difficulty == difficulty
    assert Solution.of(puzzle.rules, puzzle.clues).difficulty == difficulty


def test_a_wish_that_cannot_be_met() -> None:
    with pytest.raises(PuzzleNotFound, match="no puzzle of ab3x6 with 1 clue was found in 500 att"):
        make(Rules.parse("ab3x6"), 1, clues=1)
    message = "no puzzle of ab2x3 of difficulty 5 was found in .*; those found are of difficulty 1"
    with pytest.raises(PuzzleNotFound, match=message):
        make(Rules.parse("ab2x3"), 1, difficulty=5)
    with pytest.raises(SpaceTooLarge, match="mm7x10 has 10,000,000 codes, too many for puzzles"):
        make(Rules.parse("mm7x10"), 1)


@pytest.mark.parametrize(
    ("game", "clues", "error", "why"),
    [
        *(("ab3x6", clues, InvalidCommand, "clues has to be") for clues in (0, -1, 1.5, "3", True)),
        ("ab2x3", 6, PuzzleNotFound, "a puzzle of ab2x3 has at most 5 clues"),
        ("ab4x10", 10**30, PuzzleNotFound, "a puzzle of ab4x10 has at most 64 clues"),
    ],
)
def test_a_number_of_clues_that_cannot_be(
    game: str, clues: Any, error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        make(game, 7, clues=clues)


@pytest.mark.parametrize("game", SMALL)
def test_a_set_of_codes_is_what_plain_scoring_says(game: str) -> None:
    sets = CodeSets(Rules.parse(game))
    for guess in sets.codes[:: 1 + len(sets.codes) // 9]:
        for reply in sets.rules.replies:
            turn = Turn(guess, reply)
            fitting = [code for code in sets.codes if turn.fits(sets.rules, code)]
            assert list(sets.list_codes(sets.fits(turn))) == fitting


def is_true(fact: Fact, code: str) -> bool:
    if fact.kind == "not_at":
        return code[fact.number - 1] != fact.symbol
    return code.count(fact.symbol) >= fact.number


def all_facts(game: Rules) -> list[Fact]:
    numbers = range(1, game.places + 1)
    facts = [Fact(symbol, "not_at", place) for place in numbers for symbol in game.alphabet]
    return facts + [Fact(s, "at_least", times) for s in game.alphabet for times in numbers]


def fitting(game: Rules, codes: list[str], clues: History) -> list[str]:
    return [code for code in codes if all(clue.fits(game, code) for clue in clues)]


def pattern(code: str, clues: History) -> str:
    named = {symbol for clue in clues for symbol in clue.guess}
    return "".join(symbol if symbol in named else UNNAMED for symbol in code)


@settings(max_examples=examples(15))
@given(told(rules(most_codes=250, most_places=4)))
def test_every_step_says_what_follows_and_nothing_else(case: tuple[Rules, str, History]) -> None:
    game, secret, clues = case
    noted = list(all_codes(game))
    for step in solve(code_sets(game), clues):
        looked_at = tuple(clues[number - 1] for number in step.clues)
        left = fitting(game, noted, looked_at)
        assert secret in left
        assert all(is_true(fact, code) for fact in step.facts for code in left)
        if step.ways:
            assert list(step.ways) == list(dict.fromkeys(pattern(code, looked_at) for code in left))
            ways = [
                len({pattern(code, (clue,)) for code in fitting(game, noted, (clue,))})
                for clue in looked_at
            ]
            if len(step.clues) < 3:
                assert step.lines == len(step.ways) + (min(ways) if len(ways) == 2 else 0)
            for fact in all_facts(game):
                new = not all(is_true(fact, code) for code in noted)
                assert (fact in step.facts) == (new and all(is_true(fact, code) for code in left))
            # Fewer clues would have told nothing.
            for fewer in combinations(clues, len(step.clues) - 1):
                some = fitting(game, noted, fewer)
                for fact in all_facts(game):
                    known = all(is_true(fact, code) for code in noted)
                    assert known or not all(is_true(fact, code) for code in some)
        noted = [code for code in noted if all(is_true(fact, code) for fact in step.facts)]
    left = fitting(game, noted, clues)
    for fact in all_facts(game):
        assert all(is_true(fact, code) for code in noted) == all(is_true(fact, c) for c in left)
    if len(left) == 1:
        assert noted == left


@settings(max_examples=examples(15))
@given(told(rules(most_codes=2000)))
def test_a_solution_says_which_codes_fit_and_which_clues_are_not_needed(
    case: tuple[Rules, str, History],
) -> None:
    game, _, clues = case
    left = candidates(game, clues)
    solution = Solution.of(game, clues)
    assert solution.count == left.count
    assert solution.examples == tuple(left)[: len(solution.examples)]
    assert (solution.code is None) == (solution.difficulty is None) == (solution.count > 1)
    needed = [c for number, c in enumerate(clues, 1) if number not in solution.superfluous]
    assert list(candidates(game, tuple(needed))) == list(left)
    for clue in needed:
        assert candidates(game, tuple(c for c in needed if c != clue)).count != left.count
    texts = list(sentences(game, clues, solution.steps))
    assert len(texts) == len(solution.steps)
    assert not any(text.endswith(": .") for text in texts)
    if solution.code and game.size > 1:
        assert texts[-1].endswith(f": the code is {solution.code}.")


def test_clues_that_contradict_each_other_have_no_solution() -> None:
    with pytest.raises(ContradictoryReplies) as error:
        Solution.of(AB4, parse_history(AB4, "0123=11 4567=20 8901=30"))
    assert error.value.conflict == (2, 3)


def test_many_clues_are_solved_in_good_time() -> None:
    # Sixty clues that all say the same could be chosen in more ways than there is time for.
    clues = parse_history(AB4, ["0123=11"] * 60)
    assert [step.clues for step in solve(code_sets(AB4), clues)] == []
    assert Solution.of(AB4, clues).superfluous == tuple(range(2, 61))


def test_a_person_begins_with_the_clue_that_takes_fewer_lines() -> None:
    """Clues 2 and 4 can be true in 3 ways and in 2; both together in 1."""
    clues = parse_history(AB4, "3274=10 2819=12 2697=02 8972=12 5601=01")
    [step] = [step for step in solve(code_sets(AB4), clues) if len(step.ways) == 1]
    assert (step.clues, step.lines) == ((2, 4), 2 + 1)


def in_words(game: Rules, clues: str) -> list[str]:
    history = parse_history(game, clues)
    return list(sentences(game, history, solve(code_sets(game), history)))


def test_readings_counts_and_cases_in_words() -> None:
    first, *rest, last = in_words(AB4, "2614=11 8526=01 9506=02 5709=02 4837=01 1087=10")
    assert first.startswith(
        "Clue 2: 8 is not at place 1; 5 is not at place 2; 2 is not at place 3;"
    )
    assert "Clues 1 and 4 have 2 and 2 right symbols: 3 and 8 are not in the code." in rest
    assert last == "Clues 1 and 2 can both be true in 1 way (1?54): the code is 1954."
    told = in_words(Rules.parse("emms4x4"), "CBBD=13 BADA=13")
    assert told[0] == "Clue 1 has 3 cows: B is in the code."


def meaning(words: str) -> Callable[[str], bool]:
    """What a part of a sentence says of a code."""
    said = re.fullmatch(
        r"the code is (?P<code>\S+)"
        r"|places? (?P<where>.+) holds? (?P<one>.+)"
        r"|(?P<what>.+?) (?:is|are) (?P<no>not )?"
        r"(?:in the code(?: at least (?P<times>twice|\d+ times))?|at places? (?P<at>.+))",
        words,
    )
    assert said is not None, words
    if said["code"]:
        return lambda code: code == said["code"]
    symbols = re.split(", | and | or ", said["one"] or said["what"])
    places = [int(n) - 1 for n in re.split(", | and ", said["where"] or said["at"] or "") if n]
    if said["one"]:
        return lambda code: all(code[place] in symbols for place in places)
    if said["no"]:
        return lambda code: not any(code[place] in symbols for place in places or range(len(code)))
    if places:
        return lambda code: all(code[place] == symbols[0] for place in places)
    times = int((said["times"] or "1").replace("twice", "2").split()[0])
    return lambda code: all(code.count(symbol) >= times for symbol in symbols)


@settings(max_examples=examples(15))
@given(told(rules(most_codes=250, most_places=4)))
def test_words_say_all_that_is_noted(case: tuple[Rules, str, History]) -> None:
    game, _, clues = case
    steps = list(solve(code_sets(game), clues))
    noted = said = list(all_codes(game))
    for step, text in zip(steps, sentences(game, clues, steps), strict=True):
        for words in text.removesuffix(".").partition(": ")[2].split("; "):
            said = [code for code in said if meaning(words)(code)]
        noted = [code for code in noted if all(is_true(fact, code) for fact in step.facts)]
        assert said == noted, text


def test_six_ways_are_listed() -> None:
    told = in_words(Rules.parse("mm4x6"), "2223=20 5514=11 4120=11 2405=12")
    assert told[4].startswith(
        "Clue 1 can be true in 6 ways (22??, 2?2?, 2??3, ?22?, ?2?3, ??23): places 1, 2 and 3 hold"
    )


def test_the_largest_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.puzzles.sets.MOST_CODES", 13**2)
    assert make(Rules.parse("mm2x13"), 1).clues
    with pytest.raises(SpaceTooLarge, match="the limit is 169"):
        make(Rules.parse("mm2x14"), 1)


def test_what_repeats_allow_in_words() -> None:
    mm4 = Rules.parse("mm4x6")
    assert in_words(mm4, "0011=40") == ["Clue 1: the code is 0011."]
    assert in_words(mm4, "0001=30") == [
        "Clue 1 has 3 right symbols: 0 is in the code.",
        "Clue 1 can be true in 8 ways: 0 is in the code at least twice.",
    ]
    told = in_words(mm4, "2553=00 5510=20 0213=11 5154=10")
    assert told[1:3] == [
        "Clue 2: 1 is at place 3; 0 is at place 4.",
        "Clue 3: place 1 holds 1 or 4.",
    ]
    told = in_words(mm4, "5441=01 2405=11 5313=11 5004=01 3215=12")
    assert (
        told[0] == "Clue 1: 5 is not at place 1; 4 is not at places 2 and 3; 1 is not at place 4."
    )
    assert told[2] == (
        "Clues 1 and 5 have 1 and 3 right symbols: 4 is not in the code; 2 and 3 are in the code."
    )
    assert told[3] == "Clue 2 can be true in 15 ways: place 1 holds 1, 2 or 3."


def test_where_codes_are_drawn_colours_have_their_names() -> None:
    game = Rules.parse("mm3x4")
    clues = parse_history(game, "001=10 123=11 210=01")
    texts = list(sentences(game, clues, solve(code_sets(game), clues)))
    with speaking(drawn=True):
        drawn = list(sentences(game, clues, solve(code_sets(game), clues)))
    assert any(re.search(r"[0-3] (is|are) (not )?(in|at)|holds? [0-3]", text) for text in texts)
    assert not any(re.search(r"[0-3] (is|are) (not )?(in|at)|holds? [0-3]", text) for text in drawn)
    assert any(re.search("red|blue|yellow|green", text) for text in drawn)
