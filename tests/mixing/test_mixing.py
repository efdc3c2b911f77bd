"""The value of a game: brute force, known values, and files that prove what they say."""

import gzip
import json
import re
import signal
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.numbering import all_codes
from moolab.codes.representatives import kinds
from moolab.codes.rules import Rules
from moolab.codes.symmetry import first_image, openings
from moolab.errors import InvalidCommand, InvalidStrategies, SearchFailed
from moolab.mixing.files import read_mixes, write_mixes
from moolab.mixing.mixes import (
    Mixes,
    Totals,
    guarantee,
    kind_sizes,
    shares_of,
    totals_of,
    weights_of,
)
from moolab.mixing.value import GameValue, Pool, best_answer, check_mixes, find_value, solve_table
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.support.progress import Progress
from moolab.trees.build import build
from tests.cli.test_cli import moo
from tests.helpers.examples import examples
from tests.helpers.paths import PROJECT

TINY = ["mm2x2", "mm2x3", "emms2x3", "mm3x2"]


@cache
def every_total(name: str, consistent: bool) -> frozenset[Totals]:
    """What trees need for each kind, by trying everything; what another tree has, too, left out."""
    rules = Rules.parse(name)
    codes = list(all_codes(rules))
    kind = dict(zip(codes, kinds(rules).tolist(), strict=True))
    count = len(kind_sizes(rules))

    @cache
    def totals(left: frozenset[str]) -> frozenset[Totals]:
        found: set[Totals] = set()
        for guess in sorted(left) if consistent else codes:
            parts: dict[Any, set[str]] = {}
            for code in left:
                parts.setdefault(rules.reply_rule(guess, code), set()).add(code)
            parts.pop(rules.win, None)
            if any(len(part) == len(left) for part in parts.values()):
                continue
            asked = tuple(sum(kind[code] == which for code in left) for which in range(count))
            after = [totals(frozenset(part)) for part in parts.values()]
            for some in product(*after):
                found.add(tuple(np.sum([asked, *some], axis=0).tolist()))
        return frozenset(one for one in found if not any(less(other, one) for other in found))

    return totals(frozenset(codes))


def less(some: Totals, other: Totals) -> bool:
    return some != other and all(a <= b for a, b in zip(some, other, strict=True))


@settings(max_examples=examples(20))
@given(st.integers(1, 6), st.integers(1, 5), st.data())
def test_neither_side_of_a_table_does_better(width: int, height: int, data: st.DataObject) -> None:
    numbers = st.fractions(1, 9, max_denominator=7)
    column = st.lists(numbers, min_size=height, max_size=height)
    columns = data.draw(st.lists(column, min_size=width, max_size=width))
    value, chosen, drawn = solve_table(columns)
    assert sum(chosen) == sum(drawn) == 1
    assert min(chosen + drawn) >= 0
    for row in range(height):
        assert sum(c * paid[row] for c, paid in zip(chosen, columns, strict=True)) <= value
    for paid in columns:
        assert sum(d * entry for d, entry in zip(drawn, paid, strict=True)) >= value


@pytest.mark.parametrize("name", ["mm2x3", "mm3x4", "mm4x6", "mm5x3", "emms4x4", "ab4x5"])
def test_kinds_are_those_of_the_symmetries(name: str) -> None:
    rules = Rules.parse(name)
    first = openings(rules)
    for index, code in enumerate(all_codes(rules)):
        [image] = first_image(rules, [code]).guesses
        kind = first[kinds(rules)[index]]
        assert first_image(rules, [kind]).guesses == (image,)


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("name", TINY)
def test_the_value_is_that_of_the_table_of_all_trees(name: str, consistent: bool) -> None:
    found = find_value(name, consistent=consistent)
    sizes = kind_sizes(Rules.parse(name))
    every = [
        [Fraction(total, size) for total, size in zip(totals, sizes, strict=True)]
        for totals in every_total(name, consistent)
    ]
    assert found.proven
    assert found.mixes.low == found.mixes.high == solve_table(every).value
    check_mixes(found.mixes)


@settings(max_examples=examples(15), deadline=None)
@given(st.sampled_from(TINY), st.booleans(), st.lists(st.integers(0, 50), min_size=2, max_size=2))
def test_the_best_answer_is_that_of_brute_force(
    name: str, consistent: bool, weights: list[int]
) -> None:
    rules = Rules.parse(name)
    weights[0] += not any(weights)
    shares = shares_of(rules, weights)
    each = [share / size for share, size in zip(shares, kind_sizes(rules), strict=True)]
    least = min(
        sum(share * total for share, total in zip(each, totals, strict=True))
        for totals in every_total(name, consistent)
    )
    assert best_answer(rules, shares, consistent=consistent) == least


@settings(max_examples=examples(8))
@given(st.lists(st.integers(0, 50), min_size=3, max_size=3).filter(any))
def test_branches_of_trees_make_the_best_that_they_can(weights: list[int]) -> None:
    rules = Rules.parse("mm3x3")
    trees = [list(build(strategy(name, rules))) for name in ("parts", "minimax", "expected")]
    pool = Pool(rules)
    for tree in trees:
        pool.add(tree)
    cost, tree = pool.best(weights)
    costs = [
        sum(
            weight * total
            for weight, total in zip(weights, totals_of(rules, each, consistent=False), strict=True)
        )
        for each in (*trees, tree)
    ]
    assert cost == costs[-1] == min(costs)
    pool.add(tree)
    assert pool.best(weights)[0] == cost
    shares = shares_of(rules, weights)
    assert cost >= best_answer(rules, shares) * sum(np.multiply(weights, kind_sizes(rules)))


@pytest.mark.parametrize("name", ["ab2x4", "ab3x6"])
def test_where_all_codes_are_alike_nothing_is_gained_by_chance(name: str) -> None:
    mixes = find_value(name).mixes
    assert mixes.high == mixes.low == Fraction(find(name).total, mixes.rules.size)
    assert len(mixes.breaker) == 1


@pytest.mark.parametrize(
    ("name", "value"), [("mm3x5", Fraction(1591, 440)), ("emms4x4", Fraction(3445, 984))]
)
def test_known_values_are_found_again(name: str, value: Fraction) -> None:
    found = find_value(name)
    assert (found.mixes.low, found.mixes.high) == (value, value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"), [("mm4x6", Fraction(560, 129)), ("mm4x7", Fraction(622, 133))]
)
def test_values_of_larger_games_are_found_again(name: str, value: Fraction) -> None:
    found = find_value(name)
    assert (found.mixes.low, found.mixes.high) == (value, value)
    check_mixes(found.mixes)


def test_a_search_that_is_stopped_has_bounds() -> None:
    value = Fraction(2463, 625)
    for seconds in (1e-9, 0.2):
        found = find_value("mm4x5", seconds=seconds)
        assert found.mixes.low <= value <= found.mixes.high


def interrupted(rules: Rules, *, early: bool = False, **options: Any) -> GameValue:
    """A search during which Ctrl-C is pressed: as soon as there is a tree, or before."""

    def watch(now: Progress) -> None:
        if early or now.high is not None:
            signal.raise_signal(signal.SIGINT)

    return find_value(rules, **options | {"watch": watch})


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moolab.mixing.value.REPORTING", 0)


@pytest.mark.usefixtures("talkative")
def test_ctrl_c_ends_a_search_with_its_bounds() -> None:
    found = interrupted(Rules.parse("mm4x5"))
    assert found.interrupted
    assert not found.proven
    assert found.mixes.low <= Fraction(2463, 625) <= found.mixes.high
    check_mixes(found.mixes)


@pytest.mark.usefixtures("talkative")
def test_ctrl_c_before_a_tree_is_known_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(Rules.parse("mm4x5"), early=True)


@pytest.mark.usefixtures("talkative")
def test_ctrl_c_at_the_command_line_writes_and_prints_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.mixing.value.find_value", interrupted)
    path, kept = tmp_path / "value.json", tmp_path / "kept"
    options = ("--objective", "game", "-o", str(path), "--checkpoint", str(kept))
    done = moo("optimal", "-r", "mm4x5", *options)
    assert done.returncode == 130
    assert "Not proved: more time brings the two numbers together" in done.stdout
    assert f"{kept} keeps what was found: the same command goes on from there." in done.stderr
    check_mixes(read_mixes(path))


@pytest.mark.parametrize("wrong", [{"count": 0}, {"count": True}, {"seconds": -1}])
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidCommand, match="has to be"):
        find_value("mm2x3", **wrong)


def test_weights_make_kinds_as_likely_as_they_were() -> None:
    rules = Rules.parse("mm4x6")
    shares = [Fraction(0), Fraction(4, 43), Fraction(3, 43), Fraction(24, 43), Fraction(12, 43)]
    assert weights_of(rules, shares, 10**6) == (0, 1, 1, 1, 1)
    assert shares_of(rules, (0, 1, 1, 1, 1)) == shares
    thirds = [Fraction(1, 3), Fraction(1, 3), Fraction(1, 3), Fraction(0), Fraction(0)]
    assert weights_of(rules, thirds, 10**6) == (60, 3, 4, 0, 0)
    assert max(weights_of(rules, thirds, 30)) <= 30


def test_codes_of_lists_have_no_kinds() -> None:
    with pytest.raises(SearchFailed, match="listed"):
        find_value("words:primes2")


BAD = {"guess": "00", "replies": {"99": {"guess": "01", "replies": {}}}}


@cache
def known() -> Mixes:
    return find_value("mm2x3").mixes


@pytest.mark.parametrize("name", ["mixes.json", "mixes.json.gz"])
def test_a_file_says_what_was_found(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    write_mixes(path, known())
    read = read_mixes(path)
    assert replace(read, breaker=[]) == replace(known(), breaker=[])
    assert read.breaker == [(share, list(tree)) for share, tree in known().breaker]
    check_mixes(read)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"low": Fraction(30, 12)}, "a tree needs 29/12 guesses"),
        ({"high": Fraction(28, 12)}, "some secret takes 29/12 guesses"),
        ({"maker": {"00": Fraction(1), "01": Fraction(0)}}, "a tree needs"),
    ],
)
def test_what_does_not_hold_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidStrategies, match=says):
        check_mixes(replace(known(), **change))


@pytest.mark.parametrize("off", [Fraction(1, 10**20), Fraction(-1, 10**40)])
def test_chances_are_not_rounded_where_they_are_checked(off: Fraction) -> None:
    maker = {"00": Fraction(1, 2) + off, "01": Fraction(1, 2) - off}
    low = known().low - abs(off)
    with pytest.raises(InvalidStrategies, match="cannot be found exactly"):
        check_mixes(replace(known(), maker=maker, low=low))
    near = {"00": Fraction(1, 2) + Fraction(1, 10**12), "01": Fraction(1, 2) - Fraction(1, 10**12)}
    check_mixes(replace(known(), maker=near, low=known().low - Fraction(1, 10**11)))


def test_a_tree_that_guesses_what_is_ruled_out_is_not_consistent() -> None:
    with pytest.raises(InvalidStrategies, match="guesses that cannot be the secret"):
        check_mixes(replace(find_value("ab3x6").mixes, consistent=True))


def test_a_tree_that_loses_a_secret_is_refused() -> None:
    share, tree = known().breaker[0]
    cut = [(share, list(tree)[:-1]), *known().breaker[1:]]
    with pytest.raises(InvalidStrategies, match="tree 1 is not valid"):
        check_mixes(replace(known(), breaker=cut))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "x"}, "not a file of mixed strategies"),
        ({"version": 2}, "its version is 2"),
        ({"more": 1}, "its fields are not"),
        ({"rules": "mm0x3"}, "place"),
        ({"rules": "words:primes2"}, "listed"),
        ({"consistent": 1}, "'consistent' is not"),
        ({"maker": {"00": [1, 1]}}, "does not name the kinds 00, 01"),
        ({"maker": {"00": [1, 3], "01": [1, 3]}}, "the code-maker does do not add up"),
        ({"low": [1, 0]}, "not a fraction"),
        ({"low": [True, 1]}, "not a fraction"),
        ({"high": 2.5}, "not a fraction"),
        ({"breaker": []}, "the code-breaker does do not add up"),
        ({"breaker": {}}, "not a list of trees"),
        ({"breaker": [1]}, "not a share and a tree"),
        ({"breaker": [{"share": [1, 1], "tree": 1}]}, "a node of a tree"),
        ({"breaker": [{"share": [1, 1], "tree": BAD}]}, "impossible reply"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(
    change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "mixes.json"
    write_mixes(path, known())
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InvalidStrategies, match=says):
        read_mixes(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"[", b"[" * 10**5, b"\xff", b"\x1f\x8b", gzip.compress(b"{}")[:-3], b"9" * 10**5],
    ids=["nothing", "cut", "deep", "no text", "no archive", "cut archive", "a number"],
)
def test_a_file_that_is_not_json_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mixes.json"
    path.write_bytes(content)
    with pytest.raises(InvalidStrategies):
        read_mixes(path)


def test_the_command_line_finds_writes_and_checks(tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    line = moo("optimal", "-r", "mm2x3", "--objective", "game", "-o", str(path), "--json").stdout
    found = json.loads(line)
    assert (found["value"], found["decimal"], found["proven"]) == ([29, 12], 29 / 12, True)
    assert [(kind["first"], kind["share"]) for kind in found["maker"]] == [
        ("00", [1, 2]),
        ("01", [1, 2]),
    ]
    assert "mm2x3 takes 29/12 guesses on average" in moo("verify", str(path)).stdout
    path.write_text(path.read_text().replace('"low": [29, 12]', '"low": [30, 12]'))
    done = moo("verify", str(path), "--json")
    assert (done.returncode, json.loads(done.stdout)["valid"]) == (4, False)
    assert "a tree needs 29/12 guesses" in done.stderr


def test_options_of_one_tree_do_not_go_with_it() -> None:
    done = moo("optimal", "-r", "mm2x3", "--objective", "game", "--start", "00")
    assert done.returncode == 2
    assert "--objective game does not go with --start" in done.stderr


VALUES = re.compile(r"\| \[[^]]+\]\(\.\./(results/values/[^)]+)\) \| (\d+)/(\d+) \|")
CLAIMED = {
    file: Fraction(int(above), int(below))
    for file, above, below in VALUES.findall((PROJECT / "docs/results.md").read_text("utf-8"))
}


@pytest.mark.parametrize("file", CLAIMED)
def test_a_value_of_the_results_is_guaranteed_by_its_trees(file: str) -> None:
    mixes = read_mixes(PROJECT / file)
    drawn = [
        (share, totals_of(mixes.rules, tree, consistent=False)) for share, tree in mixes.breaker
    ]
    assert mixes.low == mixes.high == guarantee(mixes.rules, drawn) == CLAIMED[file]


@pytest.mark.slow
@pytest.mark.parametrize("file", CLAIMED)
def test_a_value_of_the_results_is_guaranteed_from_both_sides(file: str) -> None:
    check_mixes(read_mixes(PROJECT / file))


def test_every_file_of_a_value_is_claimed() -> None:
    there = {str(path.relative_to(PROJECT)) for path in (PROJECT / "results/values").iterdir()}
    assert there == {*CLAIMED}
