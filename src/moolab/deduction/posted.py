"""Games as people post them: a turn a line, with headings, dates, numbers and comments around."""

import re
from contextlib import suppress

from moolab.codes.replies import SQUARES
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, parse_history
from moolab.errors import InvalidTurn, MoolabError
from moolab.support.typed import normal

MOST = 1 << 16
"""The most bytes, or signs, of a text with one game."""

_GAME = re.compile(r"\b(?:(?:ab|mm|emms)\d{1,2}x\d{1,2}(?::\w{2,36})?|words:\w{1,40})\b")
_LABEL = re.compile(
    r"\b(?:(?:my|your) )?(?:guess|score|reply|answer|turn|try)\b ?(?:#?\d{1,3})?[:.)]"
    r"|\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b|[-=]>|[→=|]|(?<!\S)[-+*•](?!\S)",
    re.IGNORECASE,
)
"""What stands around turns: what they are called, when that was, and how they are hidden."""

_DRAWN = re.compile(f"[{''.join(SQUARES)}●○·⚫]{{2,}}")
_MOST_WORDS = 24
"""Of a line that are looked at: a turn stands at its beginning."""

_SAID = {"best", "good", "mistake", "the", "reply", "was"}
"""Words between a guess and its reply, as ``moo analyze --plain`` has them."""


def read_posted(text: str, known: Rules | None = None) -> tuple[Rules, History]:
    r"""The game in a text, and its turns.

    Args:
        known: the game; without it, the one that the text names, or else ab4x10.

    Raises:
        InvalidTurn: if there is no turn, or a line between others has half of one.

    >>> rules, turns = read_posted("Game 7, 2026-11-29\n1. 1234 -> 0 bulls 2 cows\n2) 5612: 1,1")
    >>> print(*turns)
    1234=02 5612=11
    """
    if len(text) > MOST:
        raise InvalidTurn(f"a text with a game has at most {MOST:,} signs, not {len(text):,}")
    named = _GAME.search(text)
    rules = known or Rules.parse(named[0] if named else "ab4x10")
    with suppress(MoolabError):
        if turns := parse_history(rules, text):
            return rules, turns
    found, halves = dict[int, Turn](), dict[int, str]()
    for number, line in enumerate(text.splitlines(), start=1):
        turn = _turn(rules, line)
        if isinstance(turn, Turn):
            found[number] = turn
            if turn.reply == rules.win:
                break
        elif turn or _DRAWN.search(line):
            halves[number] = turn
    if not found:
        raise InvalidTurn(
            "this text shows replies, or figures, without the guesses, as texts to share do: only "
            "a game with its guesses can be analysed"
            if halves or "skill" in text
            else f"there is no turn of {rules} here: write a line for each, for example 1234=02"
        )
    for number, guess in halves.items():
        if min(found) < number < max(found):
            lacks = f"the reply to {guess}" if guess else "the guess before its reply"
            raise InvalidTurn(f"line {number} lacks {lacks}: write CODE=REPLY, for example 1234=02")
    return rules, parse_history(rules, list(found.values()))


def _turn(rules: Rules, line: str) -> Turn | str:
    """The turn in a line; or the guess that it begins with, if it has no reply; or nothing."""
    words = [word.strip("()[].,;:!") for word in _LABEL.sub(" ", normal(line[:400])).split()]
    words = [word for word in words if word and word.casefold() not in _SAID][:_MOST_WORDS]
    half = ""
    for place, word in enumerate(words):
        with suppress(MoolabError):
            guess = rules.code(word)
            # A number may stand before it.
            half = half or guess * (place < 2)
            # Two digits are a reply by themselves, and what is drawn may stand before the guess.
            most = 1 if re.match(r"\d\d$", " ".join(words[place + 1 : place + 2])) else 5
            ways = [words[place + 1 : end] for end in range(place + most + 1, place + 1, -1)]
            for said in (*ways, [each for each in words[:place][-1:] if not each.isascii()]):
                with suppress(MoolabError):
                    return Turn(guess, rules.reply(" ".join(said)))
    return half
