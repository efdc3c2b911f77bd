"""Games whose codes are listed, and reply rules by name: the oracle against everything fast."""

import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import count, islice, pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from moolab import Game
from moolab.codes import listed_table
from moolab.codes.listed import ListedRules, listed_as_written, listed_rules
from moolab.codes.listed_table import Table, _score_columns, replies_to_columns, reply_table
from moolab.codes.numbering import pack, unpack
from moolab.codes.reply_rules import named_rule, register_rule, rule_of
from moolab.codes.space import CodeSpace
from moolab.codes.word_lists import read_list, words
from moolab.deduction.candidates import candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import format_history, parse_history
from moolab.errors import InvalidCode, InvalidExtension, InvalidReply, InvalidRules
from moolab.strategies import strategy
from moolab.testing import check_rule
from moolab.trees.build import evaluate
from tests.helpers.cases import every

LETTERS = "abcde"
"""So few that letters occur twice, and elsewhere."""

BUILT_IN = ("bulls", "emms", "black", "jotto", "sum", "wordle")


def assert_is_scored(game: ListedRules) -> None:
    """See that the table of replies says what the oracle does."""
    for guess, row in zip(game.guesses, reply_table(game), strict=True):
        for secret, number in zip(game.secrets, row, strict=True):
            assert game.replies[number] == game.rule.score(guess, secret)


@st.composite
def games(draw: st.DrawFn, *rules: str) -> ListedRules:
    places = draw(st.integers(2, 5))
    code = st.text(LETTERS, min_size=places, max_size=places)
    codes = draw(st.lists(code, min_size=2, max_size=12, unique=True))
    secrets = draw(st.integers(1, len(codes)))
    return listed_rules(codes[:secrets], codes[secrets:], draw(st.sampled_from(rules or BUILT_IN)))


@given(games())
def test_rules_do_what_a_rule_has_to(game: ListedRules) -> None:
    check_rule(game.rule, game.secrets, game.guesses)


@given(games())
def test_tables_hold_what_the_oracle_says(game: ListedRules) -> None:
    for reply in game.replies:
        assert reply <= game.win
        assert unpack(game, pack(game, reply)) == reply
    some = np.array([game.size - 1], np.int32)
    assert (replies_to_columns(game, some) == reply_table(game)[:, some]).all()


@pytest.mark.parametrize("rule", BUILT_IN)
def test_lists_may_have_more_symbols_than_a_byte_can_number(rule: str) -> None:
    first = ord("一")
    codes = ["".join(chr(first + n) for n in (i, i + 1, 2 * i)) for i in range(0, 300, 2)]
    game = listed_rules(codes, rule=rule)
    assert game.symbols > 256
    assert_is_scored(game)


@pytest.mark.parametrize(
    ("guess", "secret", "reply"),
    [
        ("crane", "caper", "gyy-y"),
        ("speed", "abide", "--y-y"),
        ("allee", "apple", "gy--g"),
        ("eerie", "there", "y-y-g"),
        ("nanny", "annal", "yyg--"),
    ],
)
def test_a_letter_is_elsewhere_as_often_as_the_secret_still_has_it(
    guess: str, secret: str, reply: str
) -> None:
    assert str(named_rule("wordle").score(guess, secret)) == reply


@pytest.mark.parametrize(
    "typed", ["gyy-y", "GYY-Y", "21101", "gyy.y", "🟩🟨🟨⬛🟨", "🟩🟨🟨⬜🟨", "🟧🟦🟦⬛🟦"]
)
def test_tiles_as_people_write_them(typed: str) -> None:
    assert str(words("english").reply(typed)) == "gyy-y"


def test_replies_in_the_words_of_mastermind() -> None:
    game = listed_rules(["0123", "4567"], rule="bulls")
    assert {str(game.reply(text)) for text in ("12", "1B2W", "1 black 2 white")} == {"12"}


def test_in_jotto_an_anagram_does_not_win() -> None:
    game = listed_rules(["crane", "nacre"], rule="jotto")
    assert str(game.score("crane", "nacre")) == "5"
    assert str(game.win) == "5!"
    assert list(candidates(game, "crane=5")) == ["nacre"]


def test_codes_may_be_too_long_for_a_rule() -> None:
    assert len(listed_rules(["a" * 10, "b" * 10]).replies) == 3**10 - 10
    with pytest.raises(InvalidRules, match="at most 10 symbols, and 'aaaaaaaaaaa' has 11"):
        listed_rules(["a" * 11, "b" * 11])
    assert str(listed_rules(["a" * 11, "b" * 11], rule="jotto").win) == "11!"


@pytest.mark.parametrize("rule", ["bulls", "emms"])
def test_bulls_and_cows_are_read_as_they_are_written(rule: str) -> None:
    longest = "abcdefghij"
    check_rule(rule, [longest, longest[1:] + longest[0], longest[::-1], "a" * 10, "k" * 10])
    with pytest.raises(InvalidRules, match="at most 10 symbols, and 'abcdefghijk' has 11"):
        listed_rules(["abcdefghijk"], rule=rule)


@every("places", [15, 16, 17, 40])
@every("rule", ["black", "jotto", "sum"])
def test_codes_may_be_as_long_as_one_likes(rule: str, places: int) -> None:
    chance = random.Random(f"{rule} {places}")
    codes = {"".join(chance.choices(LETTERS, k=places)) for _ in range(20)}
    game = listed_rules([*codes, "a" * places, "a" * (places - 1) + "b"], rule=rule)
    check_rule(rule, game.secrets)
    assert_is_scored(game)


def test_a_rule_may_reply_to_each_secret_itself_otherwise() -> None:
    vowels = register_rule("vowels", lambda _, secret: sum(a in "aeiou" for a in secret))
    game = listed_rules(["crane", "caper", "slyly"], rule=vowels)
    assert evaluate(strategy("entropy", game)).proof.total == 5


def test_a_game_that_was_sent_is_the_same() -> None:
    game = words("english")
    sent = pickle.loads(pickle.dumps(game))  # noqa: S301 - it is ours
    assert sent == game
    assert sent.rule is game.rule  # for which there are kernels


def test_a_rule_of_ones_own() -> None:
    def letters_before(guess: str, secret: str) -> int:
        return sum(a < b for a, b in zip(guess, secret, strict=True))

    game = listed_rules(["abc", "bbc", "cab"], rule=register_rule("before", letters_before))
    assert [[str(game.replies[n]) for n in row] for row in reply_table(game)] == [
        ["!", "1", "1"],
        ["0", "!", "1"],
        ["2", "2", "!"],
    ]
    assert list(candidates(game, "cab=2")) == ["abc", "bbc"]
    with pytest.raises(InvalidRules, match="moolab's own"):
        register_rule("wordle", letters_before)


def test_a_rule_has_to_reply_the_same_when_it_is_asked_again() -> None:
    asked = count()
    game = listed_rules(["ab", "ac"], rule=register_rule("forgetful", lambda *_: next(asked)))
    with pytest.raises(InvalidExtension, match="forgetful does not always reply the same"):
        reply_table(game)


WORDS = ["crane", "caper", "slate", "stale", "trace"]


def _matches(letters: str) -> Callable[[str, str], object]:
    """How many of some letters are in place; all such functions have the same name."""

    def matches(guess: str, secret: str) -> int:
        return sum(a == b for a, b in zip(guess, secret, strict=True) if a in letters)

    return matches


def test_a_list_may_be_the_lines_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("crane\ncaper\n", encoding="utf-8")
    with path.open(encoding="utf-8") as lines:
        game = Game(secrets=lines)
    assert game == Game(secrets=["crane", "caper"])
    assert game.candidates([(game.next(), "gyy-y")]).count == 1


def test_functions_of_one_name_make_different_games() -> None:
    vowels, every = Game(secrets=WORDS, rule=_matches("ae")), Game(secrets=WORDS, rule=_matches(""))
    vowels.score_matrix()
    assert vowels != every
    assert every.score_matrix().tolist() == np.eye(5, dtype=int).tolist()
    assert [list(part) for part in every.partition("crane").values()] == [WORDS[1:], WORDS[:1]]
    again = Game(secrets=WORDS, rule=_matches("ea"))
    assert again == vowels
    assert hash(again) == hash(vowels)


@given(st.sets(st.sampled_from("craneplst")), st.sets(st.sampled_from("craneplst")))
def test_a_rule_of_ones_own_is_told_by_its_replies(one: set[str], other: set[str]) -> None:
    rules = [rule_of("matches", _matches("".join(letters))) for letters in (one, other)]
    games = [listed_rules(WORDS, rule=rule) for rule in rules]
    pairs = product(WORDS, repeat=2)
    same = all(rules[0].score(*pair) == rules[1].score(*pair) for pair in pairs)
    assert (games[0] == games[1]) == (games[0].digest == games[1].digest) == same


def test_a_reply_of_ones_own_may_look_like_that_of_the_secret() -> None:
    def warmth(guess: str, secret: str) -> str:
        return "hot!" if len({*guess} & {*secret}) > 2 else "cold"

    game = Game(secrets=WORDS, rule=warmth)
    assert list(game.candidates([("crane", game.score("crane", "caper"))])) == ["caper", "trace"]
    assert list(game.candidates("crane=!")) == ["crane"]


REPLIES = st.text("ab!=🟩 \n\u00a0\0", max_size=4)


@given(REPLIES, REPLIES)
def test_replies_of_ones_own_are_read_as_they_are_written_or_refused(one: str, other: str) -> None:
    rule = rule_of("any", lambda guess, secret: one if guess < secret else other)
    game = listed_rules(WORDS, rule=rule)
    try:
        told = [(guess, game.score(guess, "slate")) for guess in WORDS]
    except InvalidRules:
        return
    history = format_history(told)
    assert parse_history(game, history) == tuple(told)
    assert parse_history(game, told) == tuple(told)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("n=4", "'n=4' cannot be a reply: it has ="),
        ("\0", "a character unseen"),
        (" !", "! cannot be a reply of a rule: it says that the secret is found"),
    ],
)
def test_replies_that_could_not_be_read_are_refused(reply: str, why: str) -> None:
    game = Game(secrets=WORDS, rule=lambda *_: reply)
    with pytest.raises(InvalidRules, match=why):
        game.score("crane", "slate")
    assert str(game.score("crane", "crane")) == "!"


def test_a_rule_of_ones_own_is_told_in_every_process() -> None:
    code = (
        "from moolab import *\n"
        "rule = register_rule('later', lambda guess, secret: guess > secret)\n"
        "print(listed_rules(['ab', 'ac', 'bc'], rule=rule).stored)"
    )
    texts = {
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout
        for _ in range(2)
    }
    assert len(texts) == 1
    later = register_rule("later", lambda guess, secret: guess > secret)
    assert texts == {f"{listed_rules(['ab', 'ac', 'bc'], rule=later).stored}\n".encode()}


@every(
    "secrets, guesses, why",
    [
        ([], [], "empty"),
        (["crane", "cap"], [], "'crane' has 5 letters and 'cap' has 3"),
        (["crane", "crane"], [], "'crane' is twice in the list of secrets"),
        (["crane"], ["caper", "caper"], "'caper' is twice in the list of guesses"),
        (["crane", "CRANE"], [], "'crane' is twice in the list of secrets"),
        (["crane"], ["Caper", "caper"], "'caper' is twice in the list of guesses"),
        (["\u0131ş\u0131k"], ["IŞIK"], "'I' and '\u0131' may be the same letter or not"),
        (["İyi"], [], "'İ' and 'i' may be"),
        (["maß"], ["MAẞ"], "'ẞ' and 'ß' may be"),
        ([""], [], "at least one symbol"),
        *(([f"a{bad}b"], [], "cannot be a code: it has") for bad in "? \t\n\r\0\u00a0\u2028\u3000"),
        (["crane"], ["cr\nne"], "'cr\\\\nne' cannot be a code"),
    ],
)
def test_lists_that_cannot_be(secrets: list[str], guesses: list[str], why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        listed_rules(secrets, guesses)


def test_weights_costs_and_what_has_only_to_be_known() -> None:
    plain = listed_rules(["ab", "ac"], ["bc"])
    assert (plain.every_weight, plain.every_cost) == ((1, 1), (1, 1, 1))
    weighed = listed_rules(["ab", "ac"], ["bc"], weights=[3, 0], costs=[1, 2, 5])
    assert (weighed.every_weight, weighed.every_cost) == ((3, 0), (1, 2, 5))
    known = listed_rules(["ab", "ac"], ["bc"], identifies=True)
    assert known.every_cost == (0, 0, 1)
    assert repr(known) == "<2 words: 2 secrets, 1 question, replies by wordle>"
    assert len({plain, weighed, known, listed_rules(["ab", "ac"], ["bc"], weights=[3, 1])}) == 4
    assert plain == listed_rules(["ab", "ac"], ["bc"])


@pytest.mark.parametrize(
    ("weights", "costs", "identifies", "why"),
    [
        ([1], [], False, "1 weights for 2 secrets"),
        ([1, -1], [], False, "-1 is not a weight of a secret"),
        ([1, True], [], False, "True is not a weight"),
        ([0, 0], [], False, "all weights of secrets are 0"),
        ([1 << 40, 1], [], False, "together are more than 1,099,511,627,776"),
        ([], [1, 1], False, "2 costs for 3 guesses"),
        ([], [1, 1, 0], False, "0 is not a cost: write a whole number from 1 to 4,096"),
        ([], [1, 0, 1], True, "cost of a name is 0, not 1"),
        ([], [0, 0, 0], True, "0 is not a cost"),
    ],
)
def test_weights_and_costs_that_cannot_be(
    weights: list[int], costs: list[int], identifies: bool, why: str
) -> None:
    with pytest.raises(InvalidRules, match=why):
        listed_rules(["ab", "ac"], ["bc"], weights=weights, costs=costs, identifies=identifies)


def test_questions_have_to_tell_secrets_apart() -> None:
    with pytest.raises(InvalidRules, match="no question tells 'ab' and 'ac' apart"):
        listed_rules(["ab", "ac"], ["xy"], identifies=True)


@pytest.mark.parametrize(
    ("secrets", "guesses", "played"),
    [
        ("crane caper", "TRACE", "crane caper trace"),
        ("CRANE Caper slate", "", "crane caper slate"),
        ("CRANE", "crane Trace", "crane trace"),
        ("Spaß KRAN", "spaß krah", "spaß kran krah"),
        ("ΝΌΜΟΙ", "νόμοι", "νόμοι"),
        # Each letter is there in one case alone.
        ("CRANE CAPER", "TRACE", "CRANE CAPER TRACE"),
        ("Äpfel Birne", "", "Äpfel Birne"),
        ("\u0131ş\u0131k iyi.", "", "\u0131ş\u0131k iyi."),
        ("ẞA İA", "", "ẞA İA"),
    ],
)
def test_lists_in_which_the_case_differs_are_in_small_letters(
    secrets: str, guesses: str, played: str
) -> None:
    game = Game(secrets=secrets.split(), guesses=guesses.split()).rules
    assert isinstance(game, ListedRules)
    assert game.guesses == tuple(played.split())
    assert game.code(secrets.split(maxsplit=1)[0]) == game.guesses[0]


@pytest.mark.parametrize(
    ("rule", "reply"),
    [("wordle", "-ggyg"), ("bulls", "31"), ("black", "3"), ("jotto", "4"), ("emms", "31")],
)
def test_a_guess_in_capitals_gets_the_reply_of_its_letters(rule: str, reply: str) -> None:
    game = Game(secrets=["crane", "slate"], guesses=["TRACE"], rule=rule, costs={"TRACE": 2})
    assert str(game.score("TRACE", "crane")) == reply
    assert list(game.candidates([("Trace", reply)])) == ["crane"]
    assert list(game.rules.costs) == [1, 1, 2]  # type: ignore[attr-defined]


def test_a_rule_of_ones_own_gets_codes_as_they_are_written() -> None:
    game = Game(secrets=["aA", "Aa"], guesses=["AA"], rule=lambda *codes: codes[0] < codes[1])
    assert game.rules.guesses == ("aA", "Aa", "AA")  # type: ignore[attr-defined]
    assert str(game.score("Aa", "aA")) == "True"
    assert str(listed_as_written(["ab"], ["Ab"], named_rule("black")).score("Ab", "ab")) == "1"


def test_what_is_not_in_the_list_is_refused_by_name() -> None:
    game = listed_rules(["crane", "caper"], ["trace"])
    with pytest.raises(InvalidCode, match="'xyzzy' is not in the list"):
        game.code("xyzzy")
    with pytest.raises(InvalidCode, match="'trace' can be guessed, but is not"):
        game.score("crane", "trace")
    with pytest.raises(InvalidReply, match="g right, y elsewhere"):
        game.reply("12")
    with pytest.raises(InvalidReply):
        game.reply(["g"] * 5)  # type: ignore[arg-type]
    assert "trace" not in candidates(game)


def test_lists_of_files(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("# mine\nÄpfel\n\nBirne  # sweet\n", "utf-8")
    assert read_list(file) == (("Äpfel", "Birne"), ())
    file.write_text("crane 12.5\nslate,5 # or\ttrace\ntrace;0\n", "utf-8")
    assert read_list(file) == (("crane", "slate", "trace"), (5, 2, 0))
    file.write_text("crane 3\nslate\n", "utf-8")
    with pytest.raises(
        InvalidRules, match="line 2: 'slate' has no number that says how likely it is"
    ):
        read_list(file)
    file.write_text("several words\n", "utf-8")
    with pytest.raises(InvalidRules, match="line 1: 'several words' is more than one code"):
        read_list(file)
    file.write_bytes(b"\xff\xff")
    with pytest.raises(InvalidRules, match="not a text in UTF-8"):
        read_list(file)


def test_large_tables_hold_what_the_oracle_says() -> None:
    known = words("english")
    chance = random.Random(22)
    for name in BUILT_IN:
        game = listed_rules(known.secrets, rule=name)
        table = reply_table(game)
        for _ in range(500):
            row, column = chance.randrange(game.size), chance.randrange(game.size)
            reply = game.rule.score(game.guesses[row], game.secrets[column])
            assert game.replies[table[row, column]] == reply


def test_some_columns_are_all_that_is_worked_out_whatever_was_played_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reply_table(listed_rules(["crane", "caper", "slate"]))
    scored = []

    def score_columns(rules: ListedRules, secrets: NDArray[np.int32]) -> Table:
        scored.append(len(secrets))
        return _score_columns(rules, secrets)

    monkeypatch.setattr(listed_table, "_score_columns", score_columns)
    game = listed_rules([f"{number:03}" for number in range(100)])
    some = np.arange(3, dtype=np.int32)
    columns = replies_to_columns(game, some)
    assert (columns == reply_table(game)[:, some]).all()
    assert (columns == replies_to_columns(game, some)).all()
    assert scored == [3, 100], "the whole table is kept"


def test_contradictory_replies_in_a_list_longer_than_small_games() -> None:
    codes = ["".join(code) for code in islice(product("abcdefghij", repeat=5), 20_001)]
    wrong = candidates(listed_rules(codes), "aaaaa=ggggg aaaab=ggggg")
    assert not wrong
    error = ContradictoryReplies(wrong.rules, wrong.history)
    assert error.conflict == (1, 2)
    assert [(each.turn, str(each.reply)) for each in error.repairs] == [(1, "gggg-"), (2, "gggg-")]


def test_equations_have_more_replies_than_a_byte_numbers() -> None:
    game = listed_rules(words("equations6").secrets[::3], rule="wordle")
    table = reply_table(game)
    assert len(game.replies) == 3**6 - 6
    assert table.dtype == np.uint16
    for row, guess in enumerate(game.guesses):
        for column, secret in enumerate(game.secrets):
            assert game.replies[table[row, column]] == game.rule.score(guess, secret)
    assert list(candidates(game, f"{game.secrets[5]}=gggggg")) == [game.secrets[5]]


@pytest.mark.parametrize(("places", "count"), [(5, 127), (6, 206), (8, 17_723)])
def test_equations_are_true(places: int, count: int) -> None:
    found = words(f"equations{places}").secrets
    assert len(found) == count == len(set(found))
    for equation in found[:: max(1, count // 200)]:
        left, right = equation.split("=")
        value, product = Fraction(0), Fraction(1)
        for sign, number in re.findall(r"([-+*/]?)(\d+)", left):
            assert number[0] != "0"
            if sign == "*":
                product *= int(number)
            elif sign == "/":
                product /= int(number)
            else:
                value, product = value + product, Fraction(int(number)) * (-1 if sign == "-" else 1)
        assert len(equation) == places
        assert value + product - 1 == int(right)


def test_installed_packages_offer_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[moolab.rules]\nsame-first = mine_rules:same_first\nbroken = mine_rules:nothing\n"
    )
    (tmp_path / "mine_rules.py").write_text("def same_first(a, b):\n    return a[0] == b[0]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = listed_rules(["crane", "caper", "slate"], rule="same-first")
    assert list(candidates(game, "slate=False")) == ["crane", "caper"]
    with pytest.raises(InvalidExtension, match="'broken' cannot be loaded: "):
        named_rule("broken")
    with pytest.raises(InvalidRules, match="'none' is not a reply rule; there are black, broken, "):
        named_rule("none")


def test_codes_of_many_symbols_are_packed() -> None:
    symbols = [chr(0x4E00 + number) for number in range(60)]
    game = listed_rules(["".join(pair) for pair in pairwise(symbols)])
    assert CodeSpace(game).unpack(candidates(game).pack()) == list(game.secrets)
    symbols = [chr(0x4E00 + number) for number in range(300)]
    game = listed_rules(["".join(pair) for pair in pairwise(symbols)])
    with pytest.raises(InvalidRules, match="more than 255 symbols"):
        candidates(game).pack()


def test_a_function_does_not_pass_for_a_rule_of_moolab() -> None:
    def wordle(guess: str, secret: str) -> bool:
        return guess < secret

    with pytest.raises(InvalidRules, match="wordle is a rule of moolab's own"):
        Game(secrets=["crane", "caper"], rule=wordle)
