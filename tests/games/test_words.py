"""Duels with words: hints that have to be used, and lists that are named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.codes.listed import listed_rules
from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn
from moolab.deduction.letters import broken_hint, marks_of_letters
from moolab.errors import InvalidCode, InvalidMove, InvalidRules, InvalidSetup
from moolab.games.duel.duel import Setup, begin
from moolab.games.duel.game import GAME
from moolab.games.duel.hint import hint
from moolab.games.saves import Saved

ENGLISH = words("english")
WORDS = st.sampled_from(ENGLISH.secrets)


@given(st.lists(WORDS, min_size=1, max_size=3), WORDS)
def test_what_can_be_the_secret_may_be_guessed_in_hard_mode(
    guesses: list[str], secret: str
) -> None:
    history = tuple(Turn(guess, ENGLISH.score(guess, secret)) for guess in guesses)
    assert all(broken_hint(history, code) is None for code in candidates(ENGLISH, history))


@pytest.mark.parametrize(
    ("turn", "guess", "broken"),
    [
        (("crane", "-g---"), "slate", "hard mode: letter 2 has to be r"),
        (("crane", "y----"), "slate", "hard mode: the guess has to have the letter c"),
        (("geese", "-yy--"), "enter", None),
        (("geese", "-yy--"), "price", "hard mode: the guess has to have the letter e 2 times"),
        (("crane", "-----"), "crane", None),
    ],
)
def test_a_broken_hint_is_named(turn: tuple[str, str], guess: str, broken: str | None) -> None:
    rules = listed_rules(["crane", "geese", "slate", "enter", "price"])
    assert broken_hint((Turn(turn[0], rules.reply(turn[1])),), guess) == broken


def test_a_key_shows_the_best_mark_of_its_letter() -> None:
    rules = listed_rules(["geese", "crepe"])
    history = (Turn("geese", rules.score("geese", "crepe")),)
    assert marks_of_letters(history) == {"g": "-", "e": "g", "s": "-"}


def test_a_broken_hint_changes_nothing_and_the_computer_gives_no_such_hint() -> None:
    setup = Setup.new(ENGLISH, role="breaker", secret="crane", hard=True)
    game = GAME.apply(begin(setup), "player", "guess slate")
    with pytest.raises(InvalidMove, match="letter 3 has to be a"):
        GAME.apply(game, "player", "guess brick")
    assert broken_hint(game.yours, hint(game).guess) is None


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"rules": "ab4x10"}, "hard mode is for replies that mark each place"),
        ({"rules": "words:english:jotto"}, "hard mode is for replies that mark each place"),
        ({"rules": "words:english", "role": "maker"}, "in this role you make none"),
        ({"rules": "words:english", "mistakes": 1}, "no reply may be wrong"),
    ],
)
def test_hard_mode_is_refused_where_it_means_nothing(chosen: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidSetup, match=why):
        GAME.settle(hard=True, **chosen)


def test_a_saved_game_says_which_version_of_a_list_it_is_about() -> None:
    text = str(Saved.of("duel", begin(Setup.new("words:english:jotto", secret="crane"))))
    assert Saved.parse(text).replay().setup.rules is words("english", "jotto")
    changed = re.sub("jotto#.{8}", "jotto#01234567", text)
    with pytest.raises(Exception, match="words:english:jotto was another list then"):
        Saved.parse(changed).replay()


@pytest.mark.parametrize(
    "text", ["words:klingon", "words:english:luck", "words:english#", "words:"]
)
def test_lists_that_there_are_not(text: str) -> None:
    with pytest.raises(InvalidRules):
        Rules.parse(text)


def test_a_secret_has_to_be_in_the_list_of_secrets() -> None:
    with pytest.raises(InvalidCode, match="not in the list of secrets"):
        Setup.new(listed_rules(["crane"], ["slate"]), secret="slate")
