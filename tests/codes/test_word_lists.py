"""The lists of words that come with moolab."""

import string
from pathlib import Path

import pytest
from tools.word_lists import LENGTHS, SOURCE, is_form, make_lists

from moolab.codes.listed import listed_rules
from moolab.codes.reply_rules import named_rule, rule_of
from moolab.codes.tables import table_rules
from moolab.codes.word_lists import (
    GUESSES,
    LISTS,
    list_game,
    read_list,
    with_rule,
    word_lists,
    words,
)
from moolab.errors import InvalidRules

FORMS = ("cats", "acted", "baked", "cried", "hopped")


@pytest.mark.parametrize("length", LENGTHS)
def test_lists_have_what_players_expect(length: int) -> None:
    game = words(f"english{length}")
    assert game.places == length
    assert 1500 < len(game.secrets) < len(game.others)
    assert list(game.secrets) == sorted(game.secrets)
    assert set("".join(game.guesses)) == set(string.ascii_lowercase)
    known = set(words("english").secrets)
    assert length != 5 or known <= set(game.guesses)
    assert not set(FORMS) & set(game.secrets)
    assert {form for form in FORMS if len(form) == length} <= set(game.others)


def test_forms_are_known_by_their_words() -> None:
    known = {"cat", "act", "bake", "cry", "hop", "glas", "wolf"}
    assert all(is_form(form, known) for form in (*FORMS, "wolves"))
    assert not any(is_form(word, known) for word in ("glass", "sheep", "bread"))


def test_each_list_has_its_notice() -> None:
    assert "Permission to use, copy, modify, distribute and sell" in (LISTS / "NOTICE").read_text()
    assert {file.stem for file in GUESSES.iterdir()} < set(word_lists())


@pytest.mark.skipif(not SOURCE.exists(), reason="SCOWL is not installed")
@pytest.mark.parametrize("length", LENGTHS)
def test_lists_are_what_their_source_gives(length: int) -> None:
    made = make_lists(SOURCE, length)
    kept = [list(read_list(folder / f"english{length}.txt").codes) for folder in (LISTS, GUESSES)]
    assert list(made) == kept


def test_another_rule_is_given_to_the_lists_that_are_there() -> None:
    jotto = named_rule("jotto")
    own = listed_rules(
        ["crane", "caper"], ["trace"], name="english", weights=[2, 1], costs=[1, 2, 3]
    )
    found = with_rule(own, jotto)
    assert str(found) == "english:jotto"
    assert (found.secrets, found.others) == (own.secrets, own.others)
    assert (found.weights, found.costs) == (own.weights, own.costs)
    asked = listed_rules(["ab", "ac"], ["cd", "bd"], identifies=True)
    assert with_rule(asked, jotto).identifies
    assert with_rule(with_rule(words("english4"), jotto), named_rule("black")) is words(
        "english4", named_rule("black")
    )
    other = listed_rules(["crane", "caper"], name="words:english")
    assert with_rule(other, jotto).secrets == other.secrets


def test_a_table_has_no_other_rule() -> None:
    game = table_rules(["cat", "owl"], {"flies?": ["no", "yes"]})
    with pytest.raises(InvalidRules, match="a table has the replies themselves"):
        with_rule(game, named_rule("jotto"))


def test_two_files_and_words_of_one_may_differ_in_case(tmp_path: Path) -> None:
    secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("crane\ncaper\n")
    guesses.write_text("TRACE\n")
    game = list_game(secrets, guesses, rule="wordle", name="own")
    assert str(game.score("TRACE", "crane")) == "-ggyg"
    guesses.write_text("Polish\npolish\n")
    secrets.write_text("crayon\n")
    assert list_game(secrets, guesses, rule="wordle", name="own").guesses == ("crayon", "polish")
    secrets.write_text("Polish\npolish\n")
    own = rule_of("own", lambda guess, secret: guess < secret)
    assert list_game(secrets, rule=own, name="own").guesses == ("Polish", "polish")


@pytest.mark.parametrize(
    "text",
    [
        "crane\n\ncaper  # or cape\ncrane\r\nslate",
        "crane caper\tslate",
        "crane, caper\nslate,",
        "word\ncrane\ncaper\nslate",
        "'crane'\n\u201ccaper\u201d\n\u201eslate\u201c",
        "1. crane\n2. caper\n3. slate",
        '["crane", "caper", "slate"]',
        '[["crane"], ["caper", "slate"]]',
    ],
)
def test_lists_are_read_as_they_come(text: str) -> None:
    assert read_list(text) == (("crane", "caper", "slate"), ())


@pytest.mark.parametrize(
    "text",
    [
        "cr\u00e8me 3\ncaper,1",
        "cre\u0300me;3\ncaper: 1\ncaper\t1",
        "3 cr\u00e8me\n1 caper",
        'word,count\n"cr\u00e8me",3\n"caper",1',
        "Mot;Anzahl\ncr\u00e8me;0.75\ncaper;1/4",
        '{"cr\u00e8me": 3, "caper": 1}',
        '[["cr\u00e8me", 3], [1, "caper"]]',
    ],
)
def test_numbers_beside_codes_say_how_likely_they_are(text: str) -> None:
    assert read_list(text) == (("cr\u00e8me", "caper"), (3, 1))


@pytest.mark.parametrize(
    ("text", "message", "left"),
    [
        ("crane\ncat\nslate\ndog", "line 2: 'cat' has 3 letters, and others have 5 .2 lines", 2),
        ("crane 1\ncaper\nslate 3", "line 2: 'caper' has no number that says how likely", 2),
        ("crane 1\ncaper 2\ncrane 3", "line 3: 'crane' is in line 1 with another number", 2),
        ("crane\ncaper 12,5\nslate", "line 2: 'caper 12 5' is more than one code", 2),
        ("two words\ncrane\nslate\n", "line 1: 'two words' is more than one code", 2),
    ],
)
def test_lines_that_have_no_meaning_are_named_or_left_out(
    text: str, message: str, left: int, tmp_path: Path
) -> None:
    file, said = tmp_path / "list.txt", list[str]()
    file.write_text(text)
    with pytest.raises(InvalidRules, match=rf"list.txt: {message}.*; --skip-bad"):
        read_list(file)
    assert len(read_list(file, skip=said.append).codes) == left
    assert message.partition("'")[2].partition("'")[0] in said[0]


def test_numbers_in_front_that_may_count_lines_are_refused() -> None:
    with pytest.raises(InvalidRules, match="1, 2, 3 in front may count lines or codes"):
        read_list("1 crane\n2 caper\n3 slate")
    assert read_list("2 crane\n1 caper").weights == (2, 1)


def test_guesses_have_the_length_of_the_secrets(tmp_path: Path) -> None:
    secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("crane\ncaper\n")
    guesses.write_text("trace\ncat\ndog\n")
    with pytest.raises(InvalidRules, match=r"guesses.txt: line 2: 'cat' has 3 letters"):
        list_game(secrets, guesses, rule="wordle", name="own")
    game = list_game(secrets, guesses, rule="wordle", name="own", skip=lambda _: None)
    assert game.others == ("trace",)


@pytest.mark.parametrize("guesses", ["trace 0\n", "trace 3\nslate\n", "trace 1e99\n"])
def test_numbers_in_the_list_of_guesses_say_nothing(guesses: str, tmp_path: Path) -> None:
    secrets, others = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("crane 2\ncaper 1\n")
    others.write_text(guesses)
    game = list_game(secrets, others, rule="wordle", name="own")
    assert (game.weights, game.others[0]) == ((2, 1), "trace")
