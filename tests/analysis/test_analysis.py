"""Guesses judged: against brute force, against a proved tree, and whole games."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import nextafter
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.analysis import judgement as judging
from moolab.analysis.game import analyse
from moolab.analysis.judgement import Judgement, judge
from moolab.analysis.openings import Proved, proved
from moolab.analysis.partition import Partition
from moolab.analysis.plot import plot
from moolab.analysis.reasons import comparison
from moolab.cli.report import sentences
from moolab.codes.numbering import all_codes, code_at
from moolab.codes.replies import Reply
from moolab.codes.representatives import representatives
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import MAX_TURNS, Turn, parse_history
from moolab.errors import InvalidTurn, SpaceTooLarge
from moolab.search import bitsets, position
from moolab.search.best import Exhausted
from moolab.search.bitsets import BitSearch
from moolab.search.bounds import INFINITE
from moolab.search.position import Position, classify
from moolab.search.tables import row_size
from moolab.trees.reading import open_tree
from moolab.trees.text import count_codes
from tests.helpers import games, oracle
from tests.helpers.examples import examples
from tests.helpers.paths import PROJECT

RESULTS = PROJECT / "results"
SMALL = ["ab2x4", "ab2x5", "ab3x4", "mm2x4", "mm3x3", "emms3x3"]
ab4x10 = Rules.parse("ab4x10")


def positions(rules: Rules) -> Iterator[Candidates]:
    """All that can be known in a game, but for the arrangement of places and the names of symbols.

    A position is a set of candidates here; one of the histories that lead to it is enough.
    """
    images = [
        {code: "".join(names[code[place]] for place in places) for code in all_codes(rules)}
        for places in permutations(range(rules.places))
        for renamed in permutations(rules.alphabet)
        for names in [dict(zip(rules.alphabet, renamed, strict=True))]
    ]
    seen = set()
    waiting = [candidates(rules)]
    while waiting:
        known = waiting.pop()
        if tuple(known) in seen:
            continue
        seen |= {tuple(sorted(image[code] for code in known)) for image in images}
        yield known
        waiting += [part for guess in all_codes(rules) for _, part in known.parts(guess)]


class BruteForce:
    """What guesses are worth, by plain recursion."""

    def __init__(self, name: str) -> None:
        self.rules = Rules.parse(name)
        self.codes = list(all_codes(self.rules))
        self.value = oracle.values(self.rules)

    def check(self, known: Candidates) -> None:
        """Hold the judgement of every guess against what comes of each reply."""
        count = len(list(known))
        least = Fraction(self.value(known), count)
        after: dict[str, dict[Reply, Fraction]] = {}
        expected: dict[str, Fraction] = {}
        for guess in self.codes:
            parts = {reply: list(part) for reply, part in known.parts(guess)}
            values = {reply: self.value(part) for reply, part in parts.items()}
            values |= {reply: 0 for reply in values if reply == self.rules.win}
            after[guess] = {reply: Fraction(values[reply], len(parts[reply])) for reply in parts}
            expected[guess] = Fraction(count + sum(values.values()), count)
        assert least == min(expected.values())
        for guess in self.codes:
            judged = judge(known, guess)
            assert judged.method == "exact"
            assert judged.after == after[guess]
            assert judged.expected == expected[guess]
            assert judged.best_expected == expected[judged.best.guess] == least
            assert 0 <= judged.regret == expected[guess] - least <= 1
            assert (judged.skill == 100) == (expected[guess] == least)
            self.check_luck(known, judged)

    def check_luck(self, known: Candidates, judged: Judgement) -> None:
        """The share of codes that would have been worse, and half of those just as good."""
        after = [judged.after[self.rules.score(judged.partition.guess, code)] for code in known]
        for reply, here in judged.after.items():
            worse, equal = sum(value > here for value in after), after.count(here)
            assert judged.luck(reply) == float(Fraction(100 * worse + 50 * equal, len(after)))


FORCE = {name: BruteForce(name) for name in SMALL}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name == "emms3x3" else name for name in SMALL],
)
def test_every_guess_in_every_position_is_judged_as_by_brute_force(name: str) -> None:
    for known in positions(Rules.parse(name)):
        FORCE[name].check(known)


@given(played=games.told(st.sampled_from(SMALL).map(Rules.parse), most_turns=4))
@settings(max_examples=examples(8))
def test_how_a_position_came_about_makes_no_difference(
    played: tuple[Rules, str, tuple[Turn, ...]],
) -> None:
    rules, _, history = played
    FORCE[str(rules)].check(candidates(rules, history))


@given(played=games.told(st.sampled_from(["ab3x5", "mm3x4", "emms3x4"]).map(Rules.parse)))
@settings(max_examples=examples(15))
def test_guesses_are_what_best_play_needs_and_what_was_given_away_less_luck(
    played: tuple[Rules, str, tuple[Turn, ...]],
) -> None:
    rules, secret, history = played
    before_it = [turn for turn in history if turn.guess != secret]
    game = analyse(rules, (*before_it, Turn(secret, rules.win)))
    assert game.saved == game.expected + game.regret - len(game.turns)
    luck = Fraction(0)
    for turn, following in zip(game.turns, [*game.turns[1:], None], strict=True):
        after = turn.judgement.after[turn.turn.reply]
        # What is expected after a turn is what the best guess of the next one reaches.
        assert after == (following.judgement.best_expected if following else 0)
        luck += turn.judgement.expected - 1 - after
    assert luck == game.saved
    assert game.secret == secret
    assert game.found


@given(played=games.told(st.sampled_from(["ab3x5", "mm3x4", "emms3x4"]).map(Rules.parse)))
@settings(max_examples=examples(10))
def test_why_a_guess_is_better_is_never_against_the_figures_beside_it(
    played: tuple[Rules, str, tuple[Turn, ...]],
) -> None:
    rules, _, history = played
    known = candidates(rules, history)
    for index in range(0, rules.size, rules.size // 4):
        judged = judge(known, code_at(rules, index))
        if judged.regret and judged.partition.candidates > 1:
            check_reason(comparison(judged.partition, judged.best), judged.partition, judged.best)


def check_reason(why: str, own: Partition, best: Partition) -> None:
    """Read the figures out of a reason, and hold them against what it says."""
    of_best, _, of_own = why.partition("; yours: ")
    figures = [
        (1, own.candidates)
        if "tells nothing" in text
        else tuple(map(int, re.findall(r"(\d+) groups?, largest (\d+)", text)[0]))
        for text in (of_best, of_own)
    ]
    assert figures == [(best.groups, best.largest), (own.groups, own.largest)]
    (more, fewer), (larger, smaller) = (
        (first > second, first < second) for first, second in zip(*figures, strict=True)
    )
    may_win = "it can be the secret" in of_best
    assert may_win == (best.consistent and not own.consistent)
    assert ("look no better" in why) == (not (more or fewer or larger or smaller or may_win))
    assert ("its groups look worse" in why) == (fewer and larger)
    assert ("its groups are fewer" in why) == (fewer and not larger)
    assert ("its largest group is larger" in why) == (larger and not fewer)


def test_a_guess_that_is_better_in_the_end_only_is_said_to_be_so() -> None:
    game = analyse(ab4x10, parse_history(ab4x10, "0123=20 0245=02 4167=20"))
    judged = game.turns[-1].judgement
    assert sentences(game.turns[-1]).endswith(
        "Better by 0.03: 4637 needs fewer guesses in the end, though its largest group is larger: "
        "9 groups, largest 7; yours: 9 groups, largest 6."
    )
    check_reason(comparison(judged.partition, judged.best), judged.partition, judged.best)


def test_what_was_proved_is_what_the_proved_tree_needs() -> None:
    values: Counter[str] = Counter()
    seconds = {}
    with open_tree(RESULTS / "ab4x10.json.gz") as file:
        for step, count in count_codes(file.rules, file.steps):
            if step.depth == 0:
                first = step.guess
            elif step.depth == 1:
                reply = step.reply
                seconds[str(reply)] = step.guess
            if step.depth:
                values[str(reply)] += count or 0
    assert first == code_at(ab4x10, 0)
    for text, guess in seconds.items():
        known = proved(ab4x10, parse_history(ab4x10, f"{first}={text}"))
        assert known is not None
        assert (known.value, known.guess) == (values[text], guess)
    assert set(map(str, ab4x10.replies)) == {*seconds, "40"}


@given(first=games.codes(ab4x10), reply=st.sampled_from(ab4x10.replies[:-1]))
@settings(max_examples=examples(12))
def test_what_was_proved_holds_for_any_first_guess(first: str, reply: Reply) -> None:
    turns = [Turn(guess, reply) for guess in (code_at(ab4x10, 0), first)]
    found = [proved(ab4x10, (turn,)) for turn in turns]
    splits = [
        candidates(ab4x10, (turn,)).split(best.guess)
        for turn, best in zip(turns, found, strict=True)
        if best
    ]
    assert len(splits) == 2
    assert splits[0] == splits[1]


def test_turns_that_told_nothing_change_nothing_however_many_they_are() -> None:
    known = candidates(ab4x10, SOME * (MAX_TURNS // 2))
    assert len(known.history) == MAX_TURNS
    assert judge(known, "4567") == judge(candidates(ab4x10, SOME), "4567")


def test_all_guesses_as_good_as_the_proved_one_are_best_themselves() -> None:
    known = candidates(ab4x10, parse_history(ab4x10, "0123=13"))
    for guess in ("0134", "0135", "0139"):
        judged = judge(known, guess)
        assert judged.regret == 0
        assert judged.best == judged.partition


def test_to_guess_the_same_again_costs_a_guess_even_where_the_rest_cannot_be_searched() -> None:
    judged = judge(candidates(ab4x10, parse_history(ab4x10, "0123=01")), "0123")
    assert judged.method == "exact"
    assert judged.regret == 1
    assert judged.best_expected == Fraction(6495, 1440)


def test_what_was_proved_after_two_turns_makes_what_was_proved_after_one() -> None:
    for reply in ab4x10.replies[:-1]:
        known = candidates(ab4x10, (Turn("0123", reply),))
        totals = []
        for row in representatives(ab4x10, ("0123",)):
            guess = code_at(ab4x10, int(row))
            values = Proved(known).parts(guess)
            totals.append(len(known) + sum(values.values()))
            if (best := proved(ab4x10, known.history)) and best.guess == guess:
                assert best.value == totals[-1]
        assert best is not None
        assert best.value == min(totals)


@given(data=st.data())
@settings(max_examples=examples(6))
def test_what_was_proved_is_what_a_search_finds(data: st.DataObject) -> None:
    name, most, turns = data.draw(st.sampled_from([("ab4x10", 150, 2), ("mm4x6", 300, 1)]))
    rules, secret, history = data.draw(games.told(st.just(Rules.parse(name)), most_turns=turns))
    known = candidates(rules, history)
    if not history or len(known) > most or secret in {turn.guess for turn in history}:
        return
    best, found = proved(rules, history), Position(known).search().better(INFINITE)
    assert best is not None
    assert found is not None
    assert best.value == found.value
    assert len(known) + sum(Position(known).search().parts(best.guess).values()) == best.value


def test_nothing_was_proved_of_other_games() -> None:
    for text, history in (("mm4x10", "0123=02"), ("ab4x10", "0123=02 4567=01 0145=02")):
        rules = Rules.parse(text)
        assert proved(rules, parse_history(rules, history)) is None
    letters = Rules.parse("ab4x10:KLMNOPQRST")
    best = proved(letters, parse_history(letters, "TSRQ=11"))
    assert best is not None
    assert best.value == 2992


SOME = parse_history(ab4x10, "0123=11 1456=02")


@given(played=games.told(st.sampled_from(["ab4x6", "ab3x7", "mm4x4", "emms3x4"]).map(Rules.parse)))
@settings(max_examples=examples(10))
def test_bit_sets_find_what_kernels_find(played: tuple[Rules, str, tuple[Turn, ...]]) -> None:
    rules, secret, history = played
    check_bit_sets(candidates(rules, history[:-1]), history[-1].guess if history else secret)


@pytest.mark.parametrize(
    ("name", "turns", "guess"),
    [
        ("ab4x10", "0123=11 1456=02", "4567"),
        ("ab4x10", "0123=02 4567=11", "0145"),
        ("ab4x10", "0123=01 0123=01 4567=20", "0456"),
        ("mm4x6", "0012=11", "0345"),
        ("mm4x6", "0123=02", "1244"),
        ("ab5x8", "01234=22 01325=22", "01256"),
    ],
)
def test_bit_sets_find_what_kernels_find_in_large_sets(name: str, turns: str, guess: str) -> None:
    rules = Rules.parse(name)
    check_bit_sets(candidates(rules, parse_history(rules, turns)), guess)


def check_bit_sets(known: Candidates, guess: str) -> None:
    """Ask both searches for the values after a guess, and for the best one."""
    bits, kernels = BitSearch(known), Position(known).search()
    values = kernels.parts(guess)
    assert bits.parts(guess) == values
    for than in (len(known) + sum(values.values()), INFINITE):
        assert bits.better(than) == kernels.better(than)


def test_a_search_remembers_without_mixing_things_up() -> None:
    known = candidates(ab4x10, SOME)
    guesses = [code_at(ab4x10, index) for index in range(0, 5040, 240)] + ["0123"]
    kept = Position(known).search()
    for guess in guesses:
        fresh = Position(known).search()
        assert kept.parts(guess) == fresh.parts(guess)
        total = len(list(known)) + sum(fresh.parts(guess).values())
        assert kept.better(total) == Position(known).search().better(total)


def test_a_search_that_takes_too_long_gives_way_to_an_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = candidates(ab4x10, parse_history(ab4x10, "0123=02 4567=11 0145=02"))
    before = judge(known, "4567")
    methods = []
    monkeypatch.setattr(bitsets, "_MOST_WORK", 0)
    for most in (1_000_000, 1_000):
        monkeypatch.setattr(position, "_MOST_WORK", most)
        methods.append(judge(known, "4567").method)
    monkeypatch.undo()
    assert (before.method, *methods) == ("exact", "look-ahead", "information")
    # What was given up leaves no trace.
    assert judge(known, "4567") == before


def test_a_search_that_was_given_up_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "_MOST_WORK", 1_000)
    search = Position(candidates(ab4x10, SOME)).search()
    for _ in range(2):
        with pytest.raises(Exhausted):
            search.parts("4567")
        with pytest.raises(Exhausted):
            search.better(10_000)


@pytest.mark.parametrize("name", ["ab4x6", "mm4x4", "emms4x4"])
def test_looking_ahead_with_few_guesses_never_promises_too_much(name: str) -> None:
    rules = Rules.parse(name)
    known = candidates(rules).after(Turn(code_at(rules, 7), Reply(1, 1)))
    exact, narrow = Position(known).search(), Position(known).search(width=2)
    for guess in (code_at(rules, index) for index in range(0, rules.size, 37)):
        least = exact.parts(guess)
        assert all(least[reply] <= value for reply, value in narrow.parts(guess).items())


@pytest.mark.parametrize(
    ("name", "turns"),
    [("ab4x10", "0123=13 1456=01"), ("mm4x6", "0012=11 0334=01"), ("ab3x7", "012=01")],
)
def test_one_guess_of_each_kind_is_as_good_as_all(
    name: str, turns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse(name)
    known = candidates(rules, parse_history(rules, turns))
    found = classify(rules, known.pack(), rules.size)
    assert found.complete
    plain = {
        tuple((row.index(reply), reply == rules.win) for reply in row)
        for row in ([rules.score(guess, code) for code in known] for guess in all_codes(rules))
    }
    assert found.guesses.shape[1] == len(plain)
    all_guesses = Position(known).search()
    guesses = [code_at(rules, index) for index in range(0, rules.size, rules.size // 12)]
    expected = [all_guesses.parts(guess) for guess in guesses]
    best = all_guesses.better(10_000)
    monkeypatch.setattr(
        position, "_MOST_BYTES", (rules.size - 1) * row_size(rules, len(list(known)))
    )
    few = Position(known)
    assert few.solvable
    assert few.only is not None
    search = few.search()
    assert [search.parts(guess) for guess in guesses] == expected
    alike = search.better(10_000)
    assert best is not None
    assert alike is not None
    assert alike.value == best.value
    room = (len(plain) - 1) * row_size(rules, len(list(known)))
    monkeypatch.setattr(position, "_MOST_BYTES", room)
    assert not Position(known).solvable


def test_of_too_many_kinds_the_most_even_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    known = candidates(ab4x10, SOME)
    codes = known.pack()
    every = classify(ab4x10, codes, 5040)
    few = classify(ab4x10, codes, 300)
    assert (every.complete, few.complete, few.guesses.shape[1]) == (True, False, 300)
    for found in (every, few):
        assert np.array_equal(found.guesses[:, found.own], codes)
    monkeypatch.setattr(position, "_COMPARED", 10**5)
    some = classify(ab4x10, codes, 5040)
    assert not some.complete
    assert np.array_equal(some.guesses[:, some.own], codes)


@pytest.mark.parametrize(
    ("name", "history", "method"),
    [
        ("ab4x10", "", "exact"),
        ("ab4x10", "0123=11", "exact"),
        ("ab5x10", "", "information"),
        ("ab5x10", "01234=21 01562=22", "exact"),
        ("mm5x10", "01234=50", "exact"),
        pytest.param("mm8x10", "01234567=80", "exact", marks=pytest.mark.slow),
    ],
)
def test_what_is_judged_how(name: str, history: str, method: str) -> None:
    rules = Rules.parse(name)
    known = candidates(rules, parse_history(rules, history))
    judged = judge(known, code_at(rules, rules.size // 2))
    assert judged.method == method
    assert 0 <= judged.regret <= 1


def test_where_even_comparing_takes_too_long_some_candidates_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = candidates(ab4x10, SOME)
    monkeypatch.setattr(bitsets, "_MOST_WORK", 0)
    monkeypatch.setattr(position, "_MOST_WORK", 1_000)
    monkeypatch.setattr(judging, "_COMPARABLE", 0)
    monkeypatch.setattr(judging, "_SAMPLED", 10**5)
    judged = judge(known, "4567")
    assert judged.method == "sample"
    assert 0 < judged.skill < 100
    assert judged.best.consistent
    assert judged.best.groups > 8


def test_first_guesses_are_few_enough_to_compare_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitsets, "_MOST_WORK", 0)
    monkeypatch.setattr(position, "_MOST_WORK", 0)
    monkeypatch.setattr(judging, "_COMPARABLE", 0)
    rules = Rules.parse("mm3x3")
    judged = [judge(candidates(rules), guess) for guess in all_codes(rules)]
    assert {judgement.method for judgement in judged} == {"information"}
    best = [judgement for judgement in judged if not judgement.regret]
    assert len(best) > 1
    assert all(judgement.best == judgement.partition for judgement in best)


def test_a_guess_that_is_not_quite_the_best_has_less_than_full_skill() -> None:
    partition = Partition("01", True, {Reply(2, 0): 1, Reply(0, 1): 1})
    after = {Reply(2, 0): Fraction(0), Reply(0, 1): Fraction(1)}
    close = Judgement(
        partition, partition, "information", after, Fraction(3, 2) - Fraction(1, 10**30)
    )
    assert close.skill == nextafter(100, 0)


def test_no_guess_costs_more_than_to_guess_again() -> None:
    partition = Partition("01", False, {Reply(0, 1): 1, Reply(0, 0): 1})
    after = {Reply(0, 1): Fraction(2), Reply(0, 0): Fraction(2)}
    estimated = Judgement(partition, partition, "look-ahead", after, Fraction(3, 2))
    assert estimated.expected == 3
    assert estimated.regret == 1
    assert estimated.skill == 0


@pytest.mark.parametrize(
    ("name", "turns", "error", "message"),
    [
        ("ab4x10", "", InvalidTurn, "no guess was made"),
        ("ab4x10", "0123=40 0124=30", InvalidTurn, "turn 1 found the secret"),
        ("ab4x10", "0123=11 4567=20 8901=30", ContradictoryReplies, "turns 2 and 3 cannot both"),
        ("mm9x10", "012345678=00", SpaceTooLarge, "1,000,000,000 codes"),
    ],
)
def test_what_cannot_be_analysed(
    name: str, turns: str, error: type[Exception], message: str
) -> None:
    rules = Rules.parse(name)
    with pytest.raises(error, match=message):
        analyse(rules, parse_history(rules, turns))


def test_an_unfinished_game() -> None:
    game = analyse(ab4x10, parse_history(ab4x10, "1389=00 1234=02"))
    assert (game.found, game.secret, game.saved) == (False, None, None)
    known = analyse(ab4x10, parse_history(ab4x10, "1389=00 1234=02 1759=11 2457=13"))
    assert (known.found, known.secret, known.saved) == (False, "2745", None)


def test_pictures(tmp_path: Path) -> None:
    rules = Rules.parse("ab3x5")
    game = analyse(rules, parse_history(rules, "012=02 134=20 130=30"))
    plot([("You", game), ("Costs $ and $", game)], tmp_path / "both.svg")
    texts = {text.text for text in ET.parse(tmp_path / "both.svg").iter() if text.text}  # noqa: S314
    assert {"You", "Costs $ and $", "60", "skill", "luck", "guess"} <= texts
    assert not any("130" in text for text in texts)


def test_the_same_game_has_the_same_picture(tmp_path: Path) -> None:
    rules = Rules.parse("mm1x2")
    game = analyse(rules, parse_history(rules, "1=10"))
    for name in ("one.svg", "two.SVG", "three.png"):
        plot([("short", game)], tmp_path / name)
    # Names inside follow from the salt, and nothing says when it was drawn.
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.SVG").read_bytes()
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")
