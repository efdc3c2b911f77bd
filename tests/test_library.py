"""What programs may pass to the names of the package, and what they are told if it is wrong."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from moolab import MoolabError, Reply, Rules, Turn, register_rule
from moolab.analysis.game import analyse
from moolab.analysis.judgement import judge
from moolab.codes.space import CodeSpace
from moolab.deduction.candidates import candidates
from moolab.deduction.history import format_history, parse_history
from moolab.errors import (
    InvalidCode,
    InvalidMove,
    InvalidReply,
    InvalidRules,
    InvalidSetup,
    InvalidTurn,
    UnknownStrategy,
)
from moolab.games.boards.game import Setup as Boards
from moolab.games.duel.duel import Setup, apply, begin
from moolab.puzzles.maker import make
from moolab.puzzles.solution import Solution
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.trees.node import tree
from moolab.trees.verify import verify
from tests.helpers.cases import every
from tests.helpers.puzzles import verify as prove

AB4 = Rules.parse("ab4x10")
TWO_TURNS = "1389=00 1234=02"

TURN: Any = Turn
"""As programs see it that check no types."""


@pytest.mark.parametrize(
    "history",
    [
        TWO_TURNS,
        ["1389=00", "1234=02"],
        parse_history(AB4, TWO_TURNS),
        [TURN("1389", "00"), TURN(" 1234", "0 bulls 2 cows")],
        [("1389", "00"), ("1234", "02")],
        [["1389", Reply(0, 0)], ["1234", (0, 2)]],
        ["1389=00", ("1234", "02")],
        (turn for turn in parse_history(AB4, TWO_TURNS)),
    ],
    ids=["text", "texts", "turns", "replies as text", "pairs", "lists", "mixed", "generator"],
)
def test_a_history_may_be_text_turns_or_pairs(history: Any) -> None:
    assert candidates("ab4x10", history) == candidates(AB4, parse_history(AB4, TWO_TURNS))


def test_a_reply_as_text_leaves_the_codes_that_fit_it() -> None:
    turn = TURN("1389", "00")
    assert candidates(AB4, [turn]).count == 360
    assert candidates(AB4).after(turn).count == 360
    assert candidates(AB4).after("1389=00").after(("2456", "12")).count == 72


@pytest.mark.parametrize("mistakes", [0, 1])
@pytest.mark.parametrize("notation", ["mm3x4:RGBY", "mm6x7:RGBYOWK"])
def test_codes_are_spelt_in_any_way_and_others_are_no_candidates(
    notation: str, mistakes: int
) -> None:
    left = candidates(notation, mistakes=mistakes)
    first = left[0]
    assert first.lower() in left
    assert left.split(first.lower()) == left.split(first)
    strange: list[Any] = ["RG", "RGBYRGBY", "XYZ", "", 123, None]
    assert not any(code in left for code in strange)


def test_histories_in_any_form_are_printed_alike() -> None:
    pairs = [("1389", "00"), ("1234", "02")]
    assert format_history(pairs) == format_history(TWO_TURNS) == TWO_TURNS
    assert format_history(parse_history(AB4, pairs)) == TWO_TURNS


def test_rules_may_be_notation() -> None:
    assert Rules.parse(AB4) is AB4
    assert strategy("consistent", "ab4x10") == strategy("consistent", AB4)
    assert Setup.new("ab4x10", seed=1) == Setup.new(AB4, seed=1)
    assert begin(Setup.new("mm4x6", role="breaker", seed=1)).setup.rules == Rules.parse("mm4x6")
    assert parse_history("ab4x10", TWO_TURNS) == parse_history(AB4, TWO_TURNS)
    assert tree(strategy("consistent", "ab4x10", start="0123")).after("0123=02").guess == "1045"
    small = Rules.parse("ab3x5")
    assert find("ab3x5").total == find(small).total == verify("ab3x5", find(small).tree).total
    assert make("ab3x5", 1) == make(small, 1)


def test_games_and_puzzles_may_be_text() -> None:
    small, text = Rules.parse("ab3x5"), "012=02 134=20 130=30"
    turns = parse_history(small, text)
    assert analyse("ab3x5", text) == analyse(small, turns) == analyse(small, text.split())
    assert Solution.of("ab3x5", text) == Solution.of(small, turns)
    puzzle = make(small, 1)
    prove("ab3x5", format_history(puzzle.clues), puzzle.solution)


WRONG: dict[str, tuple[Callable[[Any], object], Any, type[MoolabError], str]] = {
    "rules that are not text": (Rules.parse, 4, InvalidRules, "4 is not the notation of a game"),
    "places as text": (lambda n: Rules("ab", n, 10), "4", InvalidRules, "'4' is not a number"),
    "half a place": (lambda n: Rules("mm", n, 10), 4.5, InvalidRules, "4.5 is not a number"),
    "candidates of no rules": (candidates, "ab4", InvalidRules, "'ab4' is not the notation"),
    "candidates of None": (candidates, None, InvalidRules, "None is not the notation"),
    "a strategy for no rules": (
        lambda rules: strategy("entropy", rules),
        "mm0x1",
        InvalidRules,
        "1 to 10 places",
    ),
    "rules and strategy swapped": (
        lambda name: strategy(name, "ab4x10"),
        AB4,
        UnknownStrategy,
        "Rules.parse('ab4x10') is not a strategy",
    ),
    "a tree of a name": (tree, "entropy", UnknownStrategy, "strategy('entropy', rules)"),
    "a setup of no rules": (Setup.new, "x", InvalidRules, "'x' is not the notation"),
    "a duel of rules": (begin, AB4, InvalidSetup, "Setup.new(Rules.parse('ab4x10'))"),
    "a move that is not text": (
        lambda move: apply(begin(Setup.new(AB4)), move),
        1234,
        InvalidMove,
        "1234 is not a move",
    ),
    "a history of None": (lambda h: candidates(AB4, h), None, InvalidTurn, "None is not a history"),
    "a history of numbers": (lambda h: candidates(AB4, h), [1389], InvalidTurn, "1389 is not a"),
    "a turn without reply": (lambda h: candidates(AB4, h), ["1389"], InvalidTurn, "'1389' is not"),
    "three in a turn": (lambda h: candidates(AB4, h), [("1389", 0, 0)], InvalidTurn, "CODE=REPLY"),
    "a guess too short": (lambda h: candidates(AB4, h), [("13", "00")], InvalidCode, "2 symbols"),
    "an impossible reply": (lambda h: candidates(AB4, h), [("1389", (3, 1))], InvalidReply, "bull"),
    "half a bull": (lambda h: candidates(AB4, h), [("1389", (0.5, 1))], InvalidTurn, "0.5"),
    "a turn more": (candidates(AB4).after, Turn("13", Reply(0, 0)), InvalidCode, "2 symbols"),
    "a guess of another game to split": (candidates(AB4).split, "24", InvalidCode, "2 symbols"),
    "a guess of another game to judge": (
        lambda guess: judge(candidates(AB4), guess),
        "24",
        InvalidCode,
        "2 symbols",
    ),
    "candidates of another game": (
        lambda rules: strategy("entropy", AB4).guess(candidates(rules)),
        "mm4x6",
        InvalidRules,
        "the strategy plays ab4x10, not mm4x6",
    ),
    "a search of no game": (find, "ab4", InvalidRules, "'ab4' is not the notation"),
    "an analysis of no turn": (lambda turns: analyse(AB4, turns), ["1389"], InvalidTurn, "'1389'"),
    "a history to print": (format_history, [1389], InvalidTurn, "1389 is not a turn"),
    "a code that is a number": (lambda c: AB4.score(c, "4321"), 1234, InvalidCode, "'0123'"),
    "a reply that is a number": (AB4.reply, 12, InvalidReply, "12 is not a reply"),
    "a table with one guess": (
        lambda guesses: candidates(AB4, {"guess": guesses, "reply": ["00"]}),
        5,
        InvalidTurn,
        "the columns guess and reply are lists",
    ),
    "a rule without a name": (lambda n: register_rule(n, max), 5, InvalidRules, "5 cannot be the"),
    "a rule that is a name": (lambda f: register_rule("most", f), "max", InvalidRules, "'max' is"),
    "boards as text": (lambda n: Boards.new(AB4, n), "2", InvalidSetup, "from 2 to 8, not '2'"),
    "half a board": (lambda n: Boards.new(AB4, n), 2.5, InvalidSetup, "from 2 to 8, not 2.5"),
    "mistakes as text": (lambda n: Setup.new(AB4, mistakes=n), "1", InvalidSetup, "3, not '1'"),
    "half a mistake": (lambda n: Setup.new(AB4, mistakes=n), 0.5, InvalidSetup, "3, not 0.5"),
    "a symbol to pack": (CodeSpace(AB4).pack, ["1234", "12x4"], InvalidCode, "'12x4' has the sym"),
    "a short code to pack": (CodeSpace(AB4).pack, ["12"], InvalidCode, "'12' has 2 symbols"),
    "lengths to pack": (CodeSpace(AB4).pack, ["123", "45678"], InvalidCode, "'123' has 3 symbols"),
    "a repeat to pack": (CodeSpace(AB4).pack, ["1234", "1211"], InvalidCode, "'1211' has a symbol"),
    "one code to pack": (CodeSpace(AB4).pack, "1234", InvalidCode, "'1' has 1 symbol"),
    "numbers to pack": (CodeSpace(AB4).pack, [1234], InvalidCode, "'0123'"),
    "control characters": (CodeSpace(AB4).pack, ["12\x003"], InvalidCode, "has the symbol"),
}


@every("call, given, error, said", WRONG.values())
def test_what_is_wrong_is_said_in_a_sentence(
    call: Callable[[Any], object], given: Any, error: type[MoolabError], said: str
) -> None:
    with pytest.raises(error) as caught:
        call(given)
    assert said in str(caught.value)


@pytest.mark.parametrize("notation", ["ab4x10", "mm4x6", "emms4x4", "ab5x7:tuv...", "mm3x3:🍎🍊é"])
def test_codes_are_packed_in_any_accepted_spelling(notation: str) -> None:
    space = CodeSpace(Rules.parse(notation))
    texts = space.unpack(space.codes)
    assert np.array_equal(space.pack(texts), space.codes)
    assert np.array_equal(space.pack(f" {text.swapcase()}" for text in texts), space.codes)
    assert space.pack([]).shape == (space.rules.places, 0)
