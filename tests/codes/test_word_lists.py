"""The lists of words that come with moolab."""

import string
from pathlib import Path

import pytest
from tools.word_lists import LENGTHS, SOURCE, is_form, make_lists

from moolab.codes.listed import listed_rules
from moolab.codes.reply_rules import named_rule
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


def test_two_files_may_differ_in_case_but_not_two_words_of_one(tmp_path: Path) -> None:
    secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("crane\ncaper\n")
    guesses.write_text("TRACE\n")
    game = list_game(secrets, guesses, rule="wordle", name="own")
    assert str(game.score("TRACE", "crane")) == "-ggyg"
    guesses.write_text("Polish\npolish\n")
    secrets.write_text("crayon\n")
    message = "secrets.txt and .*guesses.txt: 'Polish' and 'polish' in the list of guesses differ"
    with pytest.raises(InvalidRules, match=message):
        list_game(secrets, guesses, rule="wordle", name="own")


@pytest.mark.parametrize("guesses", ["trace 0\n", "trace 3\nslate\n", "trace 1e99\n"])
def test_numbers_in_the_list_of_guesses_say_nothing(guesses: str, tmp_path: Path) -> None:
    secrets, others = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("crane 2\ncaper 1\n")
    others.write_text(guesses)
    game = list_game(secrets, others, rule="wordle", name="own")
    assert (game.weights, game.others[0]) == ((2, 1), "trace")
