"""One object answers every question about a game."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab import (
    Candidates,
    ContradictoryReplies,
    Game,
    History,
    MoolabError,
    Rules,
    Strategy,
    Turn,
    listed_rules,
    table_rules,
    verify,
)
from moolab.analysis.measures import Measures, measure
from moolab.analysis.partition import BETTER, Partition
from moolab.codes.numbering import all_codes
from moolab.deduction.candidates import candidates
from moolab.errors import (
    InvalidCode,
    InvalidCommand,
    InvalidExtension,
    InvalidReply,
    InvalidRules,
    InvalidTurn,
    SearchFailed,
    SpaceTooLarge,
    UnknownStrategy,
)
from moolab.strategies import strategy
from tests.helpers.cases import every
from tests.helpers.examples import examples
from tests.helpers.games import rules, told

WORDS = Game(secrets=["crane", "caper", "slate", "stare"], guesses=["trace", "adieu"])


@settings(max_examples=examples(15))
@given(position=told(rules(most_codes=300), most_turns=2), mistakes=st.integers(0, 1))
def test_measures_are_those_of_each_partition(position: Any, mistakes: int) -> None:
    game, _, history = position
    known = candidates(game, history, mistakes)
    guesses = list(all_codes(game))[:20]
    found = measure(known, guesses)
    assert found.guesses == tuple(guesses)
    for row, guess in zip(found, guesses, strict=True):
        plain = Partition.of(candidates(game, history) if not mistakes else known.likeliest, guess)
        counted = [*plain.split.values()]
        if mistakes:
            # A split says what each reply would leave, which is more where it may be wrong.
            replies = [game.reply_rule(guess, code) for code in known.likeliest]
            counted = [replies.count(reply) for reply in set(replies)]
        total = sum(counted)
        assert (row.parts, row.worst) == (len(counted), max(counted))
        assert row.expected == pytest.approx(sum(c * c for c in counted) / total)
        assert row.entropy == pytest.approx(-sum(c / total * np.log2(c / total) for c in counted))
        assert row.can_be_secret == (guess in known.likeliest)


def test_guesses_that_are_alike_are_measured_once() -> None:
    found = Game("mm4x6").measures(distinct=True)
    assert found.guesses == ("0000", "0001", "0011", "0012", "0123")
    every = Game("ab4x10").measures("0123=02")
    first = Game("ab4x10").measures("0123=02", distinct=True)
    assert {*first.guesses} < {*every.guesses}
    assert first.best(1)[0] == every.best(1)[0]


@pytest.mark.parametrize("history", ["", "012=01", "012=01 134=11"])
@pytest.mark.parametrize("name", ["ab3x6", "mm3x5", "emms3x5:01234"])
def test_all_guesses_are_measured_or_one_of_each_kind_with_their_number(
    name: str, history: str
) -> None:
    game = Game(name)
    every, kinds = game.measures(history), game.measures(history, distinct=True)
    assert every.guesses == tuple(game.codes)
    assert every.numbers is None
    assert every.guesses == game.measures(history, guesses=game.codes).guesses
    numbers = kinds.numbers
    assert numbers is not None
    assert numbers.sum() == game.size
    for one in BETTER:
        alone = np.sort(np.repeat(getattr(kinds, one), numbers))
        assert alone == pytest.approx(np.sort(getattr(every, one)))
    assert [*kinds.columns()] == [*every.columns(), "number"]
    best = kinds.best(3).numbers
    assert best is not None
    assert best.tolist() == [numbers[kinds.guesses.index(g)] for g in kinds.best(3).guesses]


def test_all_guesses_of_a_list_come_in_the_order_of_its_codes() -> None:
    assert WORDS.measures().guesses[: WORDS.size] == tuple(WORDS.codes)


@pytest.mark.parametrize("game", [Game("ab3x6"), Game("mm3x5"), WORDS], ids=str)
def test_the_strategy_entropy_compares_what_is_credited(game: Game) -> None:
    for reply, left in game.partition(game.next()).items():
        turns = [(game.next(), reply)]
        best = game.rank(turns, top=1, by="credited")
        # Where a guess leaves no two together, that comes first.
        if len(left) > 2 and best.worst[0] > 1:
            chosen = game.measures(turns, [game.next(turns)])
            assert chosen.credited[0] == pytest.approx(best.credited[0])
            credit = 2 / len(left) if chosen.can_be_secret[0] else 0
            assert chosen.credited[0] == pytest.approx(chosen.entropy[0] + credit)


@pytest.mark.parametrize("by", [*BETTER, ["worst", "entropy"], BETTER])
def test_the_best_come_first(by: Any) -> None:
    found = Game("mm4x6").measures("0012=11")
    names: list[Any] = [by] if isinstance(by, str) else list(by)
    ranked = found.best(None, by)
    keys = [tuple(BETTER[name] * round(getattr(row, name), 9) for name in names) for row in ranked]
    assert keys == sorted(keys)
    assert [*ranked[:7]] == [*found.best(7, by)]


def test_the_recommended_guess_is_ranked_first() -> None:
    # moral tells most, but laser may be the secret.
    game = Game(secrets=["laser", "layer", "paper", "eager", "maker"], guesses=["floor", "moral"])
    assert game.next() == game.rank(top=1)[0].guess == "laser"
    assert game.rank(top=1, by="entropy")[0].guess == "moral"
    assert "> laser" in repr(game.rank())


@pytest.mark.parametrize(
    "by", ["consistent", lambda _: "6789", strategy("parts", "ab4x10", start="6789")]
)
def test_a_guess_that_is_not_compared_is_ranked_first(by: Any) -> None:
    game = Game("ab4x10")
    for history in ("", "1234=02"):
        usual = game.rank(history, 3, strategy="parts" if isinstance(by, Strategy) else "entropy")
        guess, *others = game.rank(history, 3, strategy=by).guesses
        assert guess == game.next(history, by=by)
        assert others == [other for other in usual.guesses if other != guess][: len(others)]


def test_questions_are_ranked_as_they_are_asked_although_a_reply_may_be_wrong() -> None:
    rules = table_rules(["cat", "owl", "eel"], {"legs?": [4, 2, 0], "flies?": ["no", "yes", "no"]})
    known = candidates(rules, "flies?=yes", mistakes=1)
    assert [*known.likeliest] == ["owl"]
    breaker = strategy("entropy", rules)
    found = measure(known).ranked(breaker, breaker.guess(known))
    assert found.guesses == ("legs?", "flies?")


def test_likely_secrets_count_more() -> None:
    game = listed_rules(["ab", "ac", "bd"], ["cd"], "jotto", weights=[6, 1, 1])
    # ab gets 0, ac and bd get 1 each.
    found = measure(candidates(game), ["cd"])
    assert found.expected[0] == pytest.approx(6 / 8 * 1 + 2 / 8 * 2)
    assert found.entropy[0] == pytest.approx(-(6 / 8 * np.log2(6 / 8) + 2 / 8 * np.log2(2 / 8)))


def test_more_than_256_replies_take_two_bytes() -> None:
    game = Game(secrets=["planet", "banana", "napalm"])
    matrix = game.score_matrix()
    assert len(game.replies) == 723
    assert matrix.dtype == game.score_pairs(["banana"], ["napalm"]).dtype == np.uint16
    assert str(game.replies[matrix[1, 2]]) == str(game.score("banana", "napalm"))


@pytest.mark.parametrize("game", [Game("ab4x10"), Game("words:english")], ids=str)
def test_the_score_matrix_of_no_codes_is_empty(game: Game) -> None:
    some = [*game.codes[:2]]
    assert game.score_matrix([], some).shape == (0, 2)
    assert game.score_matrix(some, []).shape == (2, 0)
    assert game.score_matrix([], []).shape == (0, 0)


@pytest.mark.parametrize("game", [Game("ab3x5"), Game("emms3x3"), WORDS, Game("words:english")])
def test_the_score_matrix_has_the_reply_of_each_pair(game: Game) -> None:
    guesses, secrets = [game.codes[0], game.codes[2]], [*game.codes[:5]]
    matrix = game.score_matrix(guesses, secrets)
    assert matrix.shape == (2, len(secrets))
    for row, guess in zip(matrix, guesses, strict=True):
        for number, secret in zip(row, secrets, strict=True):
            assert game.replies[number] == game.score(guess, secret)
    whole = game.score_matrix(guesses)
    assert whole.shape == (2, game.size)
    assert (whole[:, : len(secrets)] == matrix).all()


@pytest.mark.parametrize("game", [Game("ab3x5"), Game("mm3x4"), Game("emms3x3"), WORDS])
def test_pairs_are_scored_as_the_matrix_says(game: Game) -> None:
    guesses = [*game.codes, *getattr(game.rules, "guesses", ())]
    secrets = [game.codes[number * 7 % game.size] for number in range(len(guesses))]
    found = game.score_pairs(guesses, secrets)
    assert (found == np.diag(game.score_matrix(guesses, secrets))).all()
    assert game.score_pairs(guesses[:0], []).shape == (0,)


def test_an_array_of_numbers_is_read_as_its_rows_are() -> None:
    game = Game("mm3x5:54321")
    numbers = np.array([[5, 4, 3], [1, 1, 2]])
    assert (
        game.score_pairs(numbers, numbers[::-1]) == game.score_pairs(["543", "112"], ["112", "543"])
    ).all()
    letters = Game("mm2x3:ABC").score_pairs([[0, 1], [2, 2]], np.array([[1, 0], [2, 2]]))
    assert letters.tolist() == Game("mm2x3:ABC").score_pairs(["AB", "CC"], ["BA", "CC"]).tolist()


def test_a_function_is_a_strategy_and_plays_in_a_match() -> None:
    game = Game("ab3x5")

    def next_that_fits(turns: History) -> str:
        return game.candidates(turns)[0]

    found = game.arena("consistent", next_that_fits, next_that_fits, Last, game.strategy(), games=9)
    assert [*found] == ["consistent", "next_that_fits", "next_that_fits (2)", "Last", "Entropy"]
    needed = [each.guesses for each in found["next_that_fits"].games]
    assert needed == [each.guesses for each in found["next_that_fits (2)"].games]
    assert game.evaluate(next_that_fits).distribution[1] == 1
    hard = Game(WORDS.rules, hard=True)
    forfeits = hard.arena(lambda _: "adieu", games=4)["<lambda>"].forfeits
    assert [number for number, _ in forfeits] == [1, 2, 3, 4]


def test_all_methods_answer_for_codes_and_for_words() -> None:
    for game, history in ((Game("ab3x5"), "012=02"), (WORDS, "slate=--g-g")):
        assert game.next(history) in game.candidates(history)
        assert game.evaluate("parts").secrets == game.size
        assert game.optimal().proven
        assert game.tree().guess == game.strategy().guess(game.codes)
        assert sum(len(part) for part in game.partition(game.codes[0]).values()) == game.size
        assert game.rank(history, top=1)[0].can_be_secret
    assert Game("ab3x5").analyse("012=02 134=20").turns[0].label == "best"
    assert Game("ab3x5").puzzle().solution in Game("ab3x5").codes
    assert Game("ab3x5").play(seed=1).phase == "guess"
    assert Game(Rules.parse("ab3x5")) == Game("ab3x5")
    assert len({Game("ab3x5"), Game("ab3x5"), Game("ab3x6")}) == 2
    assert repr(WORDS) == "<Game 4 words: 4 codes>"


def test_what_is_asked_may_be_asked_in_a_notebook() -> None:
    async def cell() -> int:
        return Game("ab3x5").optimal().total

    assert asyncio.run(cell()) == Game("ab3x5").optimal().total
    found = Game("mm4x6").rank(top=30)
    assert found._repr_html_().count("<tr>") == 1 + len(found)
    assert [*found.columns()] == [
        *("guess", "entropy", "credited", "expected", "worst", "parts", "can_be_secret", "number")
    ]
    assert repr(Game("mm4x6").measures("0012=11")).endswith("guesses)")


def test_a_missing_file_is_an_error_of_moolab_and_of_python() -> None:
    game = Game("ab2x3")
    for call in (verify, game.load_tree, game.tree, game.tree().save, game.optimal().certificate):
        with pytest.raises(MoolabError, match=r"^no/x\.json: No such file or directory$") as caught:
            call(Path("no/x.json"))
        assert isinstance(caught.value, FileNotFoundError)


@every(
    "ask, error",
    [
        (lambda: Game("ab4"), InvalidRules),
        (lambda: Game("words:klingon"), InvalidRules),
        (lambda: Game("ab4x10", secrets=["ab"]), InvalidRules),
        (lambda: Game("ab4x10", guesses=["ab"]), InvalidRules),
        (lambda: Game("ab4x10", hard=True), InvalidRules),
        (lambda: Game("words:english", hard=True).rank("crane=-gy-- slate=--y--"), InvalidCode),
        (lambda: Game("words:english", hard=True).measures("crane=-gy--", "slate"), InvalidCode),
        (lambda: Game("words:english", hard=True).tree(strategy("parts", "ab3x4")), InvalidRules),
        (lambda: Game(WORDS.rules, hard=True).tree(strategy("parts", WORDS.rules)), InvalidRules),
        (lambda: Game("ab4x10").evaluate(strategy("parts", "ab3x4")), InvalidRules),
        (lambda: Game("ab4x10").score((1, 2, 3, 10), "0123"), InvalidCode),
        (lambda: Game("ab4x10").score((1, 2, 3, True), "0123"), InvalidCode),
        (lambda: Game("ab4x10").score([1.0, 2.0, 3.0, 4.0], "0123"), InvalidCode),  # type: ignore[list-item]
        (lambda: Game("ab4x10").score(np.arange(8).reshape(2, 4), "0123"), InvalidCode),
        (lambda: Game("ab4x10").score(b"1234", "0123"), InvalidCode),
        (lambda: Game("ab4x10").codes.parts("12"), InvalidCode),
        (lambda: Game("ab4x10").measures(guesses=7), InvalidCode),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").tree().after("0123=02").find("4567"), InvalidCode),
        (lambda: WORDS.score((2, 17, 0, 13, 4), "crane"), InvalidCode),
        (lambda: Game("ab4x10", rule="jotto"), InvalidRules),
        (lambda: Game(secrets=[]), InvalidRules),
        (lambda: Game("ab4x10").candidates("1234=5"), InvalidReply),
        (lambda: Game("ab4x10").score("1234", "1123"), InvalidCode),
        (lambda: Game("ab4x10").rank(top=-1), InvalidCommand),
        (lambda: Game("ab4x10").partition(1234), InvalidCode),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").next(by=3), UnknownStrategy),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").candidates(mistakes="1"), InvalidCommand),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").candidates([("1389", 0)]), InvalidTurn),  # type: ignore[list-item]
        (lambda: Game("ab3x5").optimal("best"), SearchFailed),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").rank(by="luck"), InvalidCommand),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").rank("0123=40 4567=40"), ContradictoryReplies),
        (lambda: Game("ab4x10").measures(guesses=["12"]), InvalidCode),
        (lambda: Game("ab10x36").rank(), SpaceTooLarge),
        (lambda: Game("mm5x10").score_matrix(), SpaceTooLarge),
        (lambda: Game("ab4x10").next(by="luck"), UnknownStrategy),  # type: ignore[arg-type]
        (lambda: WORDS.score_matrix(secrets=["trace"]), InvalidCode),
        (lambda: WORDS.score_pairs(["crane"], ["trace"]), InvalidCode),
        (lambda: Game("ab4x10").score_pairs(["0123", "0124"], ["0123"]), InvalidCommand),
        (lambda: Game("ab4x10").score_pairs(np.zeros((2, 4), int), ["0123"] * 2), InvalidCode),
        (lambda: Game("ab4x10").score_pairs([[0, 1, 2, -1]], ["0123"]), InvalidCode),
        (lambda: Game("ab4x10").candidates({"guess": ["1389"]}), InvalidTurn),
        (lambda: Game("ab4x10").candidates({"guess": ["1389"], "reply": []}), InvalidTurn),
        (lambda: Game("ab4x10").next(by=lambda _: "12"), InvalidExtension),
        (lambda: Game("ab4x10").next(by=int), UnknownStrategy),  # type: ignore[arg-type]
        (lambda: Game("ab4x10").arena("luck"), UnknownStrategy),
        (lambda: Game("ab4x10").arena("random", games=0), InvalidCommand),
        (lambda: Game("words:english", hard=True).arena("exec:true"), InvalidRules),
        (lambda: Game(secrets=["a", "b"], table={"?": [0, 1]}).arena("parts"), InvalidRules),
    ],
)
def test_what_cannot_be_is_said(ask: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        ask()


def test_texts_tuples_and_arrays_say_the_same() -> None:
    game = Game("ab4x10")
    said: list[Any] = [
        "1389=00 1234=02",
        ["1389=00", "1234=02"],
        [("1389", "00"), ("1234", (0, 2))],
        [("1389", game.rules.reply("00")), "1234=02"],
        np.array(["1389=00", "1234=02"]),
        np.array([["1389", "00"], ["1234", "02"]]),
        [((1, 3, 8, 9), (0, 0)), (list("1234"), [0, 2])],
        {"guess": ["1389", "1234"], "reply": ["00", (0, 2)]},
        zip(
            np.array([[1, 3, 8, 9], [1, 2, 3, 4]], np.uint8),
            np.array([[0, 0], [0, 2]]),
            strict=True,
        ),
    ]
    assert {game.candidates(history).count for history in said} == {84}
    codes: list[Any] = [
        *("0123", ["0123"], ("0123",), np.array(["0123"]), iter(["0123"])),
        *((0, 1, 2, 3), list("0123"), np.arange(4), np.arange(4)[None], [(0, "1", 2, "3")]),
    ]
    assert {game.measures(guesses=some).guesses for some in codes} == {("0123",)}
    assert game.score_matrix("0123", "4567").tolist() == [[0]]
    pairs = game.score_matrix(np.array([[0, 1, 2, 3], [4, 5, 6, 7]]), ("0123", np.arange(2, 6)))
    assert pairs.shape == (2, 2)
    assert [str(game.replies[number]) for number in pairs.ravel()] == ["40", "02", "00", "02"]


def test_a_code_may_be_a_text_or_its_symbols_wherever_one_is_taken() -> None:
    game, code = Game("ab3x5"), np.array([2, 0, 1])
    assert game.score(code, "102") == game.score("201", [1, "0", 2])
    assert list(game.partition(code)) == list(game.partition("201"))
    assert game.strategy(start=code) == game.strategy(start="201")
    assert game.optimal(first=code).total == game.optimal(first="201").total
    assert game.play(secret=(2, 0, 1), seed=1) == game.play(secret="201", seed=1)
    assert code in game.codes
    assert game.codes.next_after(code) == game.codes.next_after("201") == "203"
    assert game.tree().find(code)[-1].guess == "201"
    turn: Any = Turn("012", "03")  # type: ignore[arg-type] # a text, where types are not checked
    assert turn.fits(game.rules, code)
    assert WORDS.score(tuple("crane"), list("caper")) == WORDS.score("crane", "caper")
    assert [*Game(secrets=np.array([[1, 2], [3, 4]]), guesses=[(1, 3)]).codes] == ["12", "34"]


@pytest.mark.parametrize(
    ("notation", "numbers", "code"),
    [
        ("mm4x6", (0, 5, 1, 1), "0511"),
        ("ab3x12", (11, 10, 0), "BA0"),
        ("mm3x3:ABC", (2, 0, 0), "CAA"),
        # A digit is that digit, wherever it stands.
        ("mm3x6:123456", (6, 1, 1), "611"),
        ("emms3x30", (0, 1, 0), "010"),
    ],
)
def test_a_number_is_a_digit_or_a_place_in_the_alphabet(
    notation: str, numbers: tuple[int, ...], code: str
) -> None:
    assert Rules.parse(notation).code(numbers) == code
    assert Rules.parse(notation).code(np.array(numbers)) == code


def test_hard_mode_is_a_property_of_the_game() -> None:
    plain, hard = Game("words:english"), Game("words:english", hard=True)
    assert plain != hard
    assert repr(hard) == "<Game words:english in hard mode: 801 codes>"
    told = "crane=-gy--"
    allowed = hard.measures(told).guesses
    assert set(allowed) < set(plain.measures(told).guesses)
    assert all("a" in guess and guess[1] == "r" for guess in allowed)
    assert hard.next(told) in allowed
    assert hard.next(told) == plain.next(told, by=plain.strategy(hard=True))
    assert hard.play(seed=1).setup.hard
    small = Game(WORDS.rules, hard=True)
    assert small.optimal().total == WORDS.optimal(hard=True).total
    assert small.evaluate().secrets == small.size


def test_a_strategy_may_be_a_name_or_an_object() -> None:
    by = strategy("minimax", "mm3x4")
    game = Game("mm3x4")
    assert game.next(by=by) == game.next(by="minimax")
    assert game.evaluate(by) == game.evaluate("minimax")
    assert isinstance(game.measures(), Measures)


class Last(Strategy):
    """Guesses the last candidate."""

    def choose(self, candidates: Candidates) -> str:
        return candidates[-1]


def test_a_class_and_a_function_may_be_given_as_they_are() -> None:
    game = Game("ab3x5")
    assert game.next(by=Last) == "432"
    assert game.evaluate(Last) == game.evaluate(Last(game.rules))
    same = Game(secrets=["abc", "abd", "bcd"], rule=lambda guess, secret: guess[0] == secret[0])
    assert str(same.score("abc", "abd")) == "True"
    assert repr(Game("mm2x3").value()) == "<value of mm2x3: 29/12, about 2.4167 guesses>"


def test_priors_costs_and_tables() -> None:
    likely = Game(secrets=["rat", "cat", "bat"], priors=[0.1, 0.7, 0.2])
    assert likely.next() == "cat"
    proof = likely.evaluate()
    assert (proof.cost, proof.weight) == (7 * 1 + 2 * 2 + 1 * 3, 10)
    dear = Game(secrets=["rat", "cat"], guesses=["tar"], costs={"rat": 9, "cat": 9})
    assert dear.next() == "tar"
    table: dict[str, list[object]] = {"does it fly?": ["no", "yes"], "legs?": [4, 2]}
    animals = Game(secrets=["cat", "owl"], table=table, costs={"does it fly?": 2})
    assert animals.next() == "legs?"
    assert animals.evaluate().distribution == {1: 2}
    wrong: dict[str, Any]
    for wrong in (
        {"priors": [1]}, {"secrets": ["a", "b"], "win": "yes"},
        {"secrets": ["cat", "owl"], "table": table, "rule": "jotto"},
        {"secrets": ["a", "b"], "costs": {"c": 2}},
    ):  # fmt: skip
        with pytest.raises(InvalidRules):
            Game(**wrong)
