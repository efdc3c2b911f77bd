"""The lists of words that come with moolab."""

import string

import pytest
from tools.word_lists import LENGTHS, SOURCE, is_form, make_lists

from moolab.codes.word_lists import GUESSES, LISTS, read_list, word_lists, words

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
