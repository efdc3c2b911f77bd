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
        ("1389 20\n1587 win", None, "ab4x10 1389=20 1587=40"),
        ("1389 20\n1. 1587 correct!\nGame over", None, "ab4x10 1389=20 1587=40"),
        ("1389,2,0\n1409,1,0", None, "ab4x10 1389=20 1409=10"),
        ("1 3 8 9 | 2 0\n2. 1 4 0 9 | 1 0", None, "ab4x10 1389=20 1409=10"),
        ("1389 +2-0\nGuess: 1409  Result: 1A0B\n1582 -> no bulls, two cows", None,
         "ab4x10 1389=20 1409=10 1582=02"),
        ("bob: 1389\nalice: 2 bulls\n\nbob: 1409\nalice: 1 bull", None,
         "ab4x10 1389=20 1409=10"),
        ("CRANE\n⬛🟨⬛⬛🟩\nslate\n🟨🟨⬛⬛⬛", "words",
         "words:english5 crane=-y--g slate=yy---"),
        ("Sunday 29 Nov 2026 20:15\nGame 12\nabout 20 people\n1586 three bulls\n2026 good", None,
         "ab4x10 1586=30"),
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
        ("1388 20\n1409 10", "line 1: '1388' has a symbol twice"),
        ("14O9 10\n1389 20", "line 1: '14O9' has the symbol 'O'"),
        ("1389 20\n14099 10", "line 2: '14099' has 5 symbols"),
        ("1389 20\n1409 5B0C", "line 2: 5 bulls, 0 cows is an impossible reply"),
        ("1389 20\nsloth ⬛⬛🟩⬛⬛", "line 2: 'sloth' has the symbol 's'"),
        ("CRANE\n⬛🟨⬛⬛🟩", "line 1: 'CRANE' has the symbol 'C'"),
        ("1389 20\n1409 - 1x", "line 2: '1x' is not a reply"),
        ("1389 20\n1409 five bulls", "line 2: 5 bulls, 0 cows is an impossible reply"),
        ("1389 20\n1409", "line 2 lacks the reply to 1409"),
        ("1389 hello", "line 1 lacks the reply to 1389"),
        ("1389=20 1409", "line 1: '1409' begins a second turn: write a line for each"),
        ("1389 correct\n1409 10", "line 1 lacks the reply to 1389"),
        ("mm4x6\n1212 20\nRGBY\n0011 10", "line 3 lacks the reply to RGBY"),
        ("1234 00\n" * 65, "a history has at most 64 turns"),
    ],
)
def test_half_a_game_is_refused(text: str, fault: str) -> None:
    with pytest.raises(InvalidTurn, match=re.escape(fault)):
        read_posted(text)
