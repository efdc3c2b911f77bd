"""Games as people post them."""

import re

import pytest

from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.deduction.history import format_history
from moolab.deduction.posted import read_posted
from moolab.errors import InvalidTurn
from tests.helpers.cases import every

ANALYSED = """ab4x10

   guess      reply                     codes  skill          luck
 1 1389       20                 5,040 -> 180  100 ██████████   95  best
 2 1409       10                    180 -> 48   94 █████████▍   13  good
    Better by 0.06: 1802 splits 180 codes into 12 groups, largest 37; yours: 11
      groups, largest 48, and it can be the secret.
 3 1582       30                      48 -> 4   95 █████████▌   79  good
"""
PLAIN = """mm4x6

Guess 1, 0123: good. The reply was 0 bulls, 3 cows. 1,296 codes before, 136 after. Skill 96, luck \
48. Better by 0.04: 0012 splits 1,296 codes into 14 groups, largest 276; yours: 14 groups.
Guess 2, 4510: best. The reply was 1 bull, 1 cow. 136 codes before, 26 after. Skill 100, luck 33.

The secret was 3502.
"""


@every(
    "text, game, turns",
    [
        ("1234=02 5678=11", None, "ab4x10 1234=02 5678=11"),
        (ANALYSED, None, "ab4x10 1389=20 1409=10 1582=30"),
        (PLAIN, None, "mm4x6 0123=03 4510=11"),
        ("[1] 1234 Score: 02   1,896 codes left\n[2] 3012 Score: 02   209 codes left\n", None,
         "ab4x10 1234=02 3012=02"),
        ("[1] My guess: AABC Score: 30\n[2] My guess: ABDB Score: 03\n", "emms4x4",
         "emms4x4 AABC=30 ABDB=03"),
        ("29.11.2026 20:15:00\nGame 3\n\n1) 1234 1B 2C\n2) 5612 0b1c nice\n3) 7890 -> 0A1B\n", None,
         "ab4x10 1234=12 5612=01 7890=01"),
        ("| Guess | Bulls | Cows |\n|---|---|---|\n| 1234 | 0 | 2 |\n| 5612 | 1 | 1 |\n", None,
         "ab4x10 1234=02 5612=11"),
        ("1. 1389 \u2013 2B0C\n2. 1409 - 1 bull\n3. 1587 !! 4 bulls\nagain: 1234 00", None,
         "ab4x10 1389=20 1409=10 1587=40"),
        ("Wordle 1,234 3/6*\n\n⬛🟨⬛⬛🟩 CRANE\n🟨🟨⬛⬛⬛ ||SLATE||\n🟩🟩🟩🟩🟩 trace", "words",
         "words:english5 crane=-y--g slate=yy--- trace=ggggg"),
        ("1. guess: crane score: BYBBG\n2. slate ⬜🟨⬜⬜⬜", "words",
         "words:english5 crane=-y--g slate=-y---"),
    ],
)  # fmt: skip
def test_a_game_is_found_in_a_text(text: str, game: str | None, turns: str) -> None:
    known = words("english5") if game == "words" else game and Rules.parse(game)
    rules, history = read_posted(text, known or None)
    assert f"{rules} {format_history(history)}" == turns


@every(
    "text, fault",
    [
        (
            "Wordle 1,234 4/6*\n\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩\n",
            "only a game with its guesses can be analysed",
        ),
        (
            "ab4x10, found in 5 guesses: skill 98, luck 55.\nGuesses: best, good.",
            "only a game with",
        ),
        ("1234 ⚫⚪\n●○··\n5612 00", "line 2 lacks the guess before its reply"),
        ("1234 = 0 2\n5678: one\n9876 - 1B", "line 2 lacks the reply to 5678"),
        ("hello\n", "there is no turn of ab4x10 here: write a line for each, for example 1234=02"),
        ("1234 00\n" * 65, "a history has at most 64 turns"),
    ],
)
def test_half_a_game_is_refused(text: str, fault: str) -> None:
    with pytest.raises(InvalidTurn, match=re.escape(fault)):
        read_posted(text)
