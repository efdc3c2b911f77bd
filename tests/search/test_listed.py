"""Exact search where codes are listed: brute force, known totals, and what the search proves."""

import pickle
from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, count
from operator import gt, lt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply
from moolab.codes.reply_rules import register_rule
from moolab.codes.rules import Rules
from moolab.codes.tables import table_rules
from moolab.codes.word_lists import words
from moolab.deduction.history import Turn
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidCode, InvalidRules, SearchFailed
from moolab.search.limits import portable
from moolab.search.objective import Objective
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.trees.build import evaluate
from moolab.trees.verify import verify
from tests.codes.test_listed import games
from tests.helpers.examples import examples

NUMBERS = count()

NINE = "abcdefghi"


def brute_force(game: ListedRules, *, consistent: bool = False, hard: bool = False) -> int:
    """The least cost, by trying everything."""
    weight = dict(zip(game.secrets, game.every_weight, strict=True))
    price = dict(zip(game.guesses, game.every_cost, strict=True))
    replies = {
        (guess, code): game.rule.score(guess, code) for guess in game.guesses for code in weight
    }

    @cache
    def least(left: frozenset[str], allowed: tuple[str, ...]) -> int:
        if game.identifies and len(left) == 1:
            return 0
        best = 1 << 60
        for guess in sorted(left) if consistent else allowed:
            parts: dict[Reply, set[str]] = {}
            for code in left:
                parts.setdefault(replies[guess, code], set()).add(code)
            parts.pop(game.win, None)
            if any(len(part) == len(left) for part in parts.values()):
                continue
            total = price[guess] * sum(weight[code] for code in left)
            for reply, part in parts.items():
                after = allowed
                if hard:
                    turn = Turn(guess, reply)
                    after = tuple(code for code in allowed if not broken_hint((turn,), code))
                total += least(frozenset(part), after)
            best = min(best, total)
        return best

    return least(frozenset(game.secrets), game.others if game.identifies else game.guesses)


@st.composite
def tables(draw: st.DrawFn) -> ListedRules:
    """Secrets that weigh, and questions that cost, with replies by chance."""
    secrets = [f"s{n}" for n in range(draw(st.integers(1, 7)))]
    identifies = draw(st.booleans())
    # Three binary digits tell all secrets apart.
    digits = ["b0", "b1", "b2"] if identifies else []
    questions = [f"q{n}" for n in range(draw(st.integers(0, 4)))] + digits
    chance, kinds = draw(st.randoms(use_true_random=False)), draw(st.integers(2, 4))
    table = {(q, code): chance.randrange(kinds) for q in (*secrets, *questions) for code in secrets}

    def score(guess: str, secret: str) -> int:
        return int(secret[1]) >> int(guess[1]) & 1 if guess in digits else table[guess, secret]

    numbers = st.integers(0, 9) | st.integers(0, 1 << 20)
    weights = draw(st.just([]) | st.lists(numbers, min_size=len(secrets), max_size=len(secrets)))
    costs = draw(st.just([]) | st.lists(st.integers(1, 9), min_size=20, max_size=20))
    named = [0] * len(secrets) if identifies else costs[: len(secrets)]
    return listed_rules(
        secrets,
        questions,
        # Tables are kept by the name of their rule.
        register_rule(f"chance-{next(NUMBERS)}", score),
        weights=weights if any(weights) else [],
        costs=[*named, *costs[len(secrets) : len(secrets) + len(questions)]] if costs else [],
        identifies=identifies,
    )


@settings(max_examples=examples(12))
@given(tables(), st.booleans())
def test_the_least_cost_is_that_of_brute_force(game: ListedRules, consistent: bool) -> None:
    consistent &= not game.identifies
    best = find(game, consistent=consistent)
    assert best.proven
    assert best.cost == best.bound == brute_force(game, consistent=consistent)
    assert verify(game, best.tree).cost == best.cost


def test_two_workers_find_what_one_finds() -> None:
    rule = register_rule("before", lambda guess, secret: sum(map(lt, guess, secret)))
    known = words("english").secrets
    game = listed_rules(known[:40], known[40:60], rule, weights=[len(set(w)) for w in known[:40]])
    one, two = (find(game, count=count) for count in (1, 2))
    assert (one.cost, list(one.tree)) == (two.cost, list(two.tree))


def test_a_game_whose_rule_stays_here_is_sent_to_clusters_as_a_table() -> None:
    rule = register_rule("behind", lambda guess, secret: sum(map(gt, guess, secret)))
    game = listed_rules(words("english").secrets[:20], (), rule)
    sent = pickle.loads(pickle.dumps(portable(game)))  # noqa: S301 - it was made here
    assert list(find(sent).tree) == list(find(game).tree)


def test_a_heavier_coin_among_nine_takes_two_weighings() -> None:
    weighings = {
        f"{left}-{right}": [
            "left" if c in left else "right" if c in right else "even" for c in NINE
        ]
        for size in (1, 2, 3, 4)
        for left in map("".join, combinations(NINE, size))
        for right in map("".join, combinations(sorted(set(NINE) - set(left)), size))
    }
    game = table_rules([*NINE], weighings)
    best = find(game, "worst")
    assert (best.distribution, best.proven) == ({2: 9}, True)
    with pytest.raises(SearchFailed, match="cannot be the secret"):
        find(game, consistent=True)
    with pytest.raises(InvalidCode, match="'a' is a secret"):
        find(game, first="a")


def test_what_cannot_be_the_secret_is_not_a_consistent_first_guess() -> None:
    game = listed_rules(["aa", "ab"], ["cc"], "bulls")
    assert find(game, first="cc").total == 5
    with pytest.raises(InvalidCode, match="'cc' cannot be the secret"):
        find(game, first="cc", consistent=True)
    with pytest.raises(InvalidCode, match="'cc' cannot be the secret"):
        strategy("minimax", game, start="cc", consistent=True)


@settings(max_examples=examples(6))
@given(st.lists(st.integers(1, 50), min_size=2, max_size=6))
def test_yes_and_no_questions_cost_what_huffman_says(weights: list[int]) -> None:
    names = [str(n) for n in range(len(weights))]
    sets = [set(some) for k in range(1, len(names)) for some in combinations(names, k)]
    asked = {"or".join(sorted(some)): [name in some for name in names] for some in sets}
    asked = {f"is it {question}": row for question, row in asked.items()}
    heap = sorted(weights)
    joined = 0
    while len(heap) > 1:
        joined += (both := heappop(heap) + heappop(heap))
        heappush(heap, both)
    assert find(table_rules(names, asked, priors=weights)).expected == joined / sum(weights)


def test_what_counts_guesses_does_not_go_with_priors() -> None:
    game = listed_rules(["crane", "caper"], weights=[1, 2])
    with pytest.raises(SearchFailed, match="priors of secrets"):
        find(game, "worst")


@settings(max_examples=examples(12))
@given(games(), st.booleans())
def test_the_least_total_is_that_of_brute_force(game: ListedRules, consistent: bool) -> None:
    best = find(game, consistent=consistent)
    assert best.proven
    assert best.total == best.bound == brute_force(game, consistent=consistent)
    assert verify(game, best.tree).total == best.total


@settings(max_examples=examples(10))
@given(games("wordle"))
def test_hard_mode_is_that_of_brute_force(game: ListedRules) -> None:
    best = find(game, hard=True)
    assert best.proven
    assert best.total == best.bound == brute_force(game, hard=True)


@pytest.mark.slow  # kernels are compiled for numbers of two bytes
@settings(max_examples=examples(12), deadline=None)
@given(
    st.lists(st.text("abc", min_size=6, max_size=6), min_size=2, max_size=9, unique=True),
    st.sampled_from(["free", "consistent", "hard", "weighed"]),
)
def test_six_letters_have_more_replies_than_a_byte_has_numbers(codes: list[str], way: str) -> None:
    weights = range(1, len(codes)) if way == "weighed" else ()
    game = listed_rules(codes[1:], codes[:1], weights=weights)
    assert len(game.replies) > 256
    best = find(game, consistent=way == "consistent", hard=way == "hard")
    least = brute_force(game, consistent=way == "consistent", hard=way == "hard")
    assert best.cost == best.bound == least == verify(game, best.tree).cost


def test_guesses_of_hard_mode_have_all_that_was_revealed() -> None:
    known = words("english").secrets[:500]
    game = listed_rules(known[::2], known[1::2])
    totals = []
    for hard in (False, True):
        path: list[Turn] = []
        kept = True
        best = find(game, first=known[1], hard=hard)
        totals.append(best.total)
        for depth, reply, guess in best.tree:
            del path[depth:]
            if reply is not None:
                path[-1] = Turn(path[-1].guess, reply)
            kept &= broken_hint(tuple(path), guess) is None
            path.append(Turn(guess, game.win))
        assert kept == hard
    assert totals[0] < totals[1]


def test_no_secret_needs_more_guesses_than_are_allowed() -> None:
    game = listed_rules(words("english").secrets[:80])
    free = find(game, hard=True)
    best = find(game, hard=True, most=free.max)
    assert (best.total, best.max) == (free.total, free.max)
    fewest = find(game, "worst", hard=True)
    assert find(game, hard=True, most=fewest.max).max == fewest.max
    with pytest.raises(SearchFailed, match=f"no tree .* at most {fewest.max - 1} guesses"):
        find(game, hard=True, most=fewest.max - 1)


def test_hard_mode_is_refused_where_replies_do_not_mark_letters() -> None:
    with pytest.raises(InvalidRules, match="mark letters"):
        find("ab2x3", hard=True)


@pytest.mark.parametrize("notation", ["ab3x5", "mm3x4", "emms3x4"])
def test_a_list_of_all_codes_is_the_game_itself(notation: str) -> None:
    rules = Rules.parse(notation)
    rule = "emms" if rules.family == "emms" else "bulls"
    listed = find(listed_rules(list(all_codes(rules)), rule=rule))
    assert (listed.total, listed.proven) == (find(rules).total, True)


def test_words() -> None:
    game = words("english")
    best = find(game, first="trace")
    assert (best.total, best.max, best.proven) == (2451, 5, True)
    assert evaluate(strategy("entropy", game)).proof.total == 2456
    beam = find(game, beam=3)
    assert (beam.total, beam.proven) == (2452, False)


def test_the_best_first_word_is_the_best_of_all() -> None:
    game = listed_rules(words("english").secrets[:30], words("english").secrets[30:50])
    best = find(game)
    assert (best.proven, best.total) == (True, min(find(game, first=w).total for w in game.guesses))


def test_a_search_of_a_list_goes_on_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moolab.search.optimal.CHEAP", 0)
    file = tmp_path / "words.checkpoint"
    known = words("english").secrets[:300]
    game = listed_rules(known)
    once = find(game, checkpoint=file)
    kept = file.read_bytes()
    again = find(game, checkpoint=file)
    assert (again.total, again.proven) == (once.total, True)
    assert file.read_bytes() == kept  # no answer was new


@pytest.mark.parametrize("objective", ["mean", "worst", "tail", "least-max"])
def test_the_only_name_needs_no_question(objective: Objective) -> None:
    found = find(table_rules(["cat"], {"barks?": ["no"]}), objective)
    assert (found.total, found.proven) == (0, True)


@pytest.mark.parametrize("weighs", [False, True])
def test_a_beam_for_a_list_finds_no_worse_tree_than_any_strategy(weighs: bool) -> None:
    chance = Random(1)
    names = [f"n{n}" for n in range(34)]
    questions = {f"q{q}": [chance.randrange(3) for _ in names] for q in range(12)}
    game = table_rules(names, questions)
    if weighs:
        game = replace(game, weights=tuple(chance.randint(1, 9) for _ in names))
    others = [
        evaluate(strategy(name, game)).proof.cost for name in ("entropy", "parts", "expected")
    ]
    assert find(game, beam=1).cost <= min(others)


@settings(max_examples=examples(8))
@given(seed=st.integers(0, 2**32))
def test_a_beam_finds_names_within_a_limit_that_it_can_keep(seed: int) -> None:
    chance = Random(seed)
    names = [f"n{n}" for n in range(chance.randint(4, 12))]
    questions = {f"q{q}": [chance.randrange(3) for _ in names] for q in range(6)}
    try:
        game = table_rules(names, questions)
    except InvalidRules:
        return  # two names that no question tells apart
    most = find(game, "worst", beam=1).max
    assert find(game, "mean", beam=1, most=most).max <= most
