"""Games as people post them: a turn a line, with headings, dates, numbers and comments around."""

import re
from contextlib import suppress

from moolab.codes.replies import SQUARES, Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, parse_history
from moolab.errors import InvalidTurn, MoolabError
from moolab.support.text import quote
from moolab.support.typed import joined, normal

MOST = 1 << 16
"""The most bytes, or signs, of a text with one game."""

_GAME = re.compile(r"\b(?:(?:ab|mm|emms)\d{1,2}x\d{1,2}(?::\w{2,36})?|words:\w{1,40})\b")
_LABEL = re.compile(
    r"\b(?:(?:my|your) )?(?:guess|score|reply|result|answer|turn|try)\b ?(?:#?\d{1,3})?[:.)]"
    r"|\b\d{4}-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b|[-=]>|[→=|]|(?<!\S)[-+*•](?!\S)",
    re.IGNORECASE,
)
"""What is around turns: what they are called, when that was, and how they are hidden."""

_DRAWN = re.compile(f"[{''.join(SQUARES)}●○·⚫]{{2,}}")
_MOST_WORDS = 24
"""Of a line that are looked at: a turn is at its beginning."""

_SAID = {"best", "good", "mistake", "the", "reply", "was"}
"""Words between a guess and its reply, as ``moo analyze --plain`` has them."""


_WON = {"win", "wins", "won", "correct", "yes", "solved", "right", "found"}
"""What people write behind the last guess."""

_DIGITS = {"no": "0", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
           "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"}  # fmt: skip

_LIKE = re.compile(
    rf"(?:\d\d?|{'|'.join(_DIGITS)}) ?(?:bull|cow|black|white|[abcw](?![a-z]))|{_DRAWN.pattern}"
    r"|\+?\d\d? ?[,;:/+-] ?\d\d?(?!\d)|\d\d(?!\S)|\d(?: \d)?$|[bgwyx.+_#-]{3,}$",
    re.IGNORECASE,
)
"""What begins like a reply, be it one or not."""

_APART = re.compile(r"[\s,;|]+")


def read_posted(text: str, known: Rules | None = None) -> tuple[Rules, History]:
    r"""The game in a text, and its turns.

    Args:
        known: the game; without it, the one that the text names, or else ab4x10.

    Raises:
        InvalidTurn: if there is no turn, or a line begins like one and is not.

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
    found, halves, faults = dict[int, Turn](), dict[int, str](), dict[int, str]()
    lines, before, last = text.splitlines(), 0, ""
    for number, line in enumerate(lines, start=1):
        if not (words := _words(line)):
            continue
        turn = _turn(rules, words) or _spaced(rules, line)
        if turn and _WON & {word.casefold() for word in words}:
            # A word ends the game only where no turn follows.
            turn = None if any(_turn(rules, _words(later)) for later in lines[number:]) else turn
        if not turn and last and (turn := _over_two_lines(rules, last, line)):
            halves.pop(before, None)
            faults.pop(before, None)
        if turn:
            found[number] = turn
            if why := _second(rules, words):
                faults[number] = why
        elif why := _fault(rules, words):
            faults[number] = why
        elif (half := _half(rules, words)) or _DRAWN.search(line):
            halves[number] = half
            begins = half and (half == words[0] or words[0].isdigit())
            if begins and {*map(str.casefold, words[words.index(half) + 1 :])} <= _WON:
                faults[number] = _lacking(half)
            if not half and last.isalnum() and len(last) == len(words[-1]):
                faults[before] = _refused(rules, last) or _lacking(last)
        before, last = number, "" if turn else words[-1]
        if turn and turn.reply == rules.win:
            break
    if not found and not faults and not any(halves.values()):
        raise InvalidTurn(
            "this text shows replies, or figures, without the guesses, as texts to share do: only "
            "a game with its guesses can be analysed"
            if halves or "skill" in text
            else f"there is no turn of {rules} here: write a line for each, for example 1234=02"
        )
    for number, guess in halves.items():
        if not found or min(found) < number < max(found):
            faults.setdefault(number, _lacking(guess))
    if faults:
        number = min(faults)
        why = faults[number]
        raise InvalidTurn(f"line {number}{'' if why.startswith('lacks') else ':'} {why}")
    return rules, parse_history(rules, list(found.values()))


def _lacking(guess: str) -> str:
    lacks = f"the reply to {guess}" if guess else "the guess before its reply"
    return f"lacks {lacks}: write CODE=REPLY, for example 1234=02"


def _words(line: str) -> list[str]:
    """The words of a line that can be a turn's."""
    words = [word.strip("()[].,;:!") for word in _LABEL.sub(" ", normal(line[:400])).split()]
    return [word for word in words if word and word.casefold() not in _SAID][:_MOST_WORDS]


def _turn(rules: Rules, words: list[str]) -> Turn | None:
    """The turn in a line."""
    for place, word in enumerate(words):
        with suppress(MoolabError):
            guess = rules.code(word)
            # What is drawn can come before the guess.
            drawn = [each for each in words[:place][-1:] if not each.isascii()]
            for said in (*_ways(words[place + 1 :]), drawn):
                with suppress(MoolabError):
                    return Turn(guess, _reply(rules, said))
            rest = {each.casefold() for each in words[place + 1 :] if each.isascii()}
            if rest and rest <= _WON:
                return Turn(guess, rules.win)
    return None


def _ways(words: list[str]) -> list[list[str]]:
    """The words that a reply may have, the most first: two digits are one by themselves."""
    most = 1 if re.match(r"\d\d$", " ".join(words[:1])) else 5
    return [words[:end] for end in range(min(most, len(words)), 0, -1)]


def _reply(rules: Rules, words: list[str]) -> Reply:
    """The reply in words, whose numbers can be words, too."""
    with suppress(MoolabError):
        return rules.reply(" ".join(words))
    return rules.reply(_in_digits(words))


def _in_digits(words: list[str]) -> str:
    said = " ".join(_DIGITS.get(word.casefold().strip(","), word) for word in words)
    return re.sub(r"^\+(\d+)-(\d+)$", r"\1,\2", said)


def _spaced(rules: Rules, line: str) -> Turn | None:
    """The turn that is a whole line, with blanks, commas or bars also between its symbols."""
    words = [word for word in _APART.split(normal(line[:400])) if word][:_MOST_WORDS]
    for start in range(2 if words and words[0].strip(".:)#").isdigit() else 1):
        for size in (1, rules.places):
            guess, said = words[start : start + size], words[start + size :]
            if said and (size == 1 or all(len(symbol) == 1 for symbol in guess)):
                with suppress(MoolabError):
                    return Turn(rules.code("".join(guess)), _reply(rules, said))
    return None


def _over_two_lines(rules: Rules, last: str, line: str) -> Turn | None:
    """The turn of a guess that ends a line, and the reply that is the next one."""
    words = _words(line)
    named = line.split(maxsplit=1)[0].endswith(":") and len(words) > 1
    for said in (words, words[1:] if named else []):
        with suppress(MoolabError):
            return Turn(rules.code(last), _reply(rules, said))
    return None


def _half(rules: Rules, words: list[str]) -> str:
    """The guess that a line begins with, as it is written; a number can come before it."""
    return next(
        (
            word
            for place, word in enumerate(words[:2])
            if (not place or word.isalnum()) and not _refused(rules, word)
        ),
        "",
    )


def _second(rules: Rules, words: list[str]) -> str:
    """What is wrong with a line in which another guess follows a turn."""
    for place, word in enumerate(words[:2]):
        for said in [] if _refused(rules, word) else _ways(words[place + 1 :]):
            with suppress(MoolabError):
                _reply(rules, said)
                rest = words[place + 1 + len(said) :]
                is_turn = len(rest) == 1 or _LIKE.match(" ".join(rest[1:6]))
                if rest and is_turn and not _refused(rules, rest[0]):
                    return f"{quote(rest[0])} begins a second turn: write a line for each"
                return ""
    return ""


def _fault(rules: Rules, words: list[str]) -> str:
    """What is wrong with a line that begins like a turn; empty if it does not."""
    for place, word in enumerate(words[:2]):
        rest = words[place + 1 :]
        if not rest and not (place and _DRAWN.fullmatch(words[0])):
            continue
        counts = not place or words[0].isdigit()
        why = _refused(rules, word)
        if not why and (counts or word.isalnum()):
            # Replies are counted also where there are too many of them.
            for said in _ways(rest) if _LIKE.match(" ".join(rest[:5])) else ():
                with suppress(MoolabError):
                    Reply.parse(_in_digits(said))
                    return _refused(rules, said)
            if rest and ((counts and not rest[0].isalpha()) or _LIKE.match(" ".join(rest[:5]))):
                return _refused(rules, rest[:1])
        elif why and _DRAWN.fullmatch(beside := (rest[:1] or words[:place] or [""])[0]):
            if word.isalnum() and len(word) == len(beside):
                return why
        elif why and rest and _is_about(rules, word):
            # Of a word, or behind one, only a reply that ends the line is not chance.
            whole = not counts or not any(map(str.isdigit, word))
            for said in [rest] if whole else _ways(rest):
                follows = " ".join(rest[len(said) :])[:1]
                if not follows.isdigit() and _LIKE.match(" ".join(said)):
                    return why
    return ""


def _is_about(rules: Rules, word: str) -> bool:
    """Whether a word looks like a code: of about its length, and half of its symbols at least."""
    more = any(map(str.isdigit, word))
    known = sum(symbol in rules.alphabet for symbol in rules.in_colours(joined(word)))
    return word.isalnum() and abs(len(word) - rules.places) <= more and 2 * known >= len(word) >= 2


def _refused(rules: Rules, said: str | list[str]) -> str:
    """Why a word is not a code, or words are not a reply; empty if they are."""
    try:
        rules.code(said) if isinstance(said, str) else _reply(rules, said)
    except MoolabError as error:
        return str(error)
    return ""
