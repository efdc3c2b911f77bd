"""What games, strategies and pegs are called on pages, and what their scripts say."""

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup

from moolab.codes.rules import CIRCLES, Rules
from moolab.deduction.history import Turn
from moolab.deduction.letters import marks_in_words, marks_of_letters, squares
from moolab.support.language import catalogues, file_of_language, language, translate
from moolab.views.turns import TurnView, history_of


def script_words() -> Markup:
    """The sentences of scripts by their English originals, as JSON; empty in English."""
    return _script_words(language())


@cache
def _script_words(code: str) -> Markup:
    paths = [file_of_language(code, "json", folder) for folder in catalogues()]
    said: dict[str, Any] = {}
    for path in paths:
        if path.is_file():
            said |= json.loads(path.read_text("utf-8"))
    text = json.dumps(said, ensure_ascii=False) if said else ""
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - no tag can end it


def reply_in_words(rules: Rules, reply: str, guess: str) -> str:
    """A reply as people say it: letter by letter, or in black and white where there are pegs.

    >>> from moolab.codes.word_lists import words
    >>> reply_in_words(words("english"), "gyy--", "crane")
    'C right, R elsewhere, A elsewhere, N absent, E absent'
    >>> reply_in_words(Rules.parse("mm4x6"), "12", "0011")
    '1 black, 2 white'
    """
    found = rules.reply(reply)
    if rules.marked:
        return marks_in_words(Turn(guess, found))
    if has_pegs(rules):
        return found.sayings[1]
    return found.words


def letter_marks(rules: Rules, *boards: Iterable[TurnView]) -> str:
    """Each letter that was tried, with its best mark on each board, or a dot; empty if unmarked."""
    if not rules.marked:
        return ""
    best = [marks_of_letters(history_of(rules, turns)) for turns in boards]
    tried = dict.fromkeys(letter for marks in best for letter in marks)
    return "".join(letter + "".join(marks.get(letter, ".") for marks in best) for letter in tried)


def usual_games() -> dict[str, str]:
    """The games that are offered by name."""
    return {
        "ab4x10": translate("Bulls & Cows: 4 different digits"),
        "ab5x10": translate("Longer: 5 different digits"),
        "mm4x6": translate("Mastermind: 4 of 6, repeats allowed"),
        "mm4x10": translate("4 digits, repeats allowed"),
        "mm5x8": translate("Super Mastermind: 5 of 8, repeats allowed"),
        "emms4x4": translate("Emms' letters: 4 of ABCD, repeats allowed, cows counted generously"),
        "words:english5": translate("Words: 5 letters of English"),
        "words:english4": translate("Words: 4 letters of English"),
        "words:english6": translate("Words: 6 letters of English"),
    }


class Steps(NamedTuple):
    """A game of one's own, as three fields of a form say it."""

    places: int
    symbols: int
    repeats: bool


def steps_of(notation: str) -> Steps:
    """The fields for a game, even if there can be none; those of the usual one for other texts.

    >>> steps_of("mm8x20"), steps_of("ab5x4").symbols
    (Steps(places=8, symbols=20, repeats=True), 4)
    >>> steps_of("words:english5")
    Steps(places=4, symbols=10, repeats=False)
    """
    said = re.fullmatch(r"(ab|mm)(\d{1,3})x(\d{1,3})", notation)
    if said is None:
        return Steps(4, 10, repeats=False)
    return Steps(int(said[2]), int(said[3]), repeats=said[1] == "mm")


def line_of(rules: Rules, number: int, turn: Turn) -> str:
    """A turn as a line of a result that is sent to others: without its word, if it is one."""
    if rules.marked:
        return squares(turn.reply)
    if has_pegs(rules):
        return f"{number}. {in_circles(rules, turn)}"
    return f"{number}. {turn.guess}: {turn.reply.words}"


def strengths() -> dict[str, str]:
    """The strategies that are offered, and what they are called there."""
    return {
        "random": translate("Random"),
        "consistent": translate("Steady (consistent)"),
        "entropy": translate("Strong (entropy)"),
        "minimax": translate("Cautious (minimax)"),
        "expected": translate("Even (expected)"),
        "parts": translate("Curious (parts)"),
        "emms": translate("Emms' own (emms)"),
    }


def player_name(name: str) -> str:
    """What a strategy or an opponent is called."""
    return strengths().get(name) or translate(name)


def has_pegs(rules: Rules) -> bool:
    """Whether a game is played with pegs, each of its own colour and shape.

    >>> has_pegs(Rules.parse("mm4x6")), has_pegs(Rules.parse("ab4x10"))
    (True, False)
    """
    return bool(rules.colours)


_BLACK, _WHITE, _NEITHER = "⚫", "⚪", "\N{HEAVY MINUS SIGN}"


def in_circles(rules: Rules, turn: Turn) -> str:
    """A turn of a game with pegs, as texts for others show it.

    >>> in_circles(Rules.parse("mm4x6"), Turn.parse(Rules.parse("mm4x6"), "0113=12"))
    '🔴🔵🔵🟢 ⚫⚪⚪'
    """
    guess = "".join(CIRCLES[rules.alphabet.index(symbol)] for symbol in turn.guess)
    reply = _BLACK * turn.reply.bulls + _WHITE * turn.reply.cows
    return f"{guess} {reply or _NEITHER}"


def colours(rules: Rules) -> list[str]:
    """What the colours of a game with pegs are called."""
    return [translate(colour) for colour in rules.colours]


def spoken(rules: Rules, code: str) -> str:
    """A code as it is read out.

    >>> spoken(Rules.parse("mm4x6"), "0113"), spoken(Rules.parse("ab4x10"), "0123")
    ('red, blue, blue, green', '0123')
    """
    if not has_pegs(rules):
        return code
    return ", ".join(translate(rules.colours[rules.alphabet.index(symbol)]) for symbol in code)


def peg_words() -> list[str]:
    """What the pegs of Mastermind are called, each of its own colour and shape."""
    return [
        translate("red circle"),
        translate("blue triangle"),
        translate("yellow square"),
        translate("green diamond"),
        translate("purple cross"),
        translate("orange star"),
        translate("brown heart"),
        translate("white ring"),
    ]
