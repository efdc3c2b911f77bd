"""Numbers, quotations and rows of things in sentences."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from moolab.support.language import translate


def count_noun(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count_noun(1, "code"), count_noun(5040, "code"), count_noun(2, "guess")
    ('1 code', '5,040 codes', '2 guesses')
    """
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Several of something.

    >>> plural("question"), plural("guess")
    ('questions', 'guesses')
    """
    return f"{noun}{'es' if noun.endswith('s') else 's'}"


_UNITS = [("second", 1.0), ("minute", 60.0), ("hour", 3600.0), ("day", 86400.0)]
_UNITS += [("year", 365 * 86400.0)]

_ENDLESS = 100
"""Years that no one waits."""


def roughly(seconds: float, least: float = 1) -> str:
    """A long time in words, to one digit.

    Args:
        least: the seconds of the smallest unit.

    >>> roughly(70), roughly(3840), roughly(30720), roughly(1e30)
    ('about 70 seconds', 'about 60 minutes', 'about 9 hours', 'longer than anyone can wait')
    """
    units = [each for each in _UNITS if each[1] >= least]
    unit, length = next((each for each in reversed(units) if seconds >= 1.5 * each[1]), units[0])
    number = max(1, round(seconds / length))
    if unit == "year" and number > _ENDLESS:
        return "longer than anyone can wait"
    return f"about {count_noun(number if number < 10 else round(number, -1), unit)}"


def join_words(items: Iterable[object]) -> str:
    """Things in a row.

    >>> join_words([7]), join_words("59"), join_words([1, 3, 8])
    ('7', '5 and 9', '1, 3 and 8')
    """
    *others, end = map(str, items)
    if not others:
        return end
    return translate("{others} and {last}", others=translate(", ").join(others), last=end)


def choose_words(items: Iterable[object]) -> str:
    """Things of which one counts.

    >>> choose_words([7]), choose_words([1, 3, 8])
    ('7', '1, 3 or 8')
    """
    *others, end = map(str, items)
    if not others:
        return end
    return translate("{others} or {last}", others=translate(", ").join(others), last=end)


def quote(given: object) -> str:
    """A text from outside, in quotes, or the repr of another value; cut short where it is long.

    >>> quote("12x4"), quote(12), len(quote("1" * 10**6))
    ("'12x4'", '12', 42)
    """
    text = given if isinstance(given, str) else repr(given)
    short = text if len(text) <= 40 else f"{text[:37]}..."
    return repr(short) if isinstance(given, str) else short


_OBEYED = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal obeys instead of showing it, but for tabs and new lines, and what turns the order
of signs around."""


def printable(text: str, instead: str | None = None) -> str:
    r"""A text in which a terminal finds nothing to obey.

    Args:
        instead: what stands for each sign that it would obey (default: its escape sequence).

    >>> print(printable("\033[31mX\a.json"), printable("\033[31mX", "?"))
    \x1b[31mX\x07.json ?[31mX
    """
    return _OBEYED.sub(lambda found: repr(found[0])[1:-1] if instead is None else instead, text)


def suggest(word: object, words: Iterable[str], said: Mapping[str, str] | None = None) -> str:
    """What can be meant, as the end of a sentence; nothing if no word is alike.

    Args:
        said: what is said for each word (default: the word).

    >>> suggest("entrop", ["parts", "entropy"]), suggest("x", ["parts"])
    ("; did you mean 'entropy'?", '')
    """
    # A user of the library may have passed anything.
    close = get_close_matches(word, list(words), n=1) if isinstance(word, str) else []
    meant = (said or {}).get(*close, *close) if close else ""
    return translate("; did you mean {word}?", word=repr(meant)) if close else ""


def sentence(text: str) -> str:
    """A message as a sentence; a beginning that is not a word stays as it is.

    >>> sentence("the game is over"), sentence("ab6x10 has 151,200 codes.")
    ('The game is over.', 'ab6x10 has 151,200 codes.')
    """
    first = text.partition(" ")[0]
    begun = f"{first.capitalize() if first.isalpha() else first}{text[len(first) :]}"
    return translate("{sentence}.", sentence=begun.rstrip(".\u3002"))


def clock(seconds: float) -> str:
    """A duration as clocks show it.

    >>> clock(5), clock(83.9), clock(3725)
    ('0:05', '1:23', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
