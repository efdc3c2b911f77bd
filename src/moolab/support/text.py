"""Numbers, quotations and rows of things in sentences."""

from collections.abc import Collection, Iterable


def count_noun(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count_noun(1, "code"), count_noun(5040, "code"), count_noun(2, "guess")
    ('1 code', '5,040 codes', '2 guesses')
    """
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"


def join_words(items: Iterable[object], last: str = "and") -> str:
    """Things in a row.

    >>> join_words([7]), join_words("59"), join_words([1, 3, 8], "or")
    ('7', '5 and 9', '1, 3 or 8')
    """
    *others, end = map(str, items)
    return f"{', '.join(others)} {last} {end}" if others else end


def number_words(noun: str, numbers: Collection[int]) -> str:
    """Things by their numbers.

    >>> number_words("turn", [2]), number_words("turn", [1, 2, 4])
    ('turn 2', 'turns 1, 2 and 4')
    """
    return f"{noun}{'s' * (len(numbers) > 1)} {join_words(numbers)}"


def wrong_replies(number: int) -> str:
    """How many replies are wrong, as a clause.

    >>> wrong_replies(0), wrong_replies(1), wrong_replies(2)
    ('no reply is wrong', '1 reply is wrong', '2 replies are wrong')
    """
    return f"{number} replies are wrong" if number > 1 else f"{number or 'no'} reply is wrong"


def quote(given: object) -> str:
    """A text from outside, in quotes, or the repr of another value; cut short where it is long.

    >>> quote("12x4"), quote(12), len(quote("1" * 10**6))
    ("'12x4'", '12', 42)
    """
    text = given if isinstance(given, str) else repr(given)
    short = text if len(text) <= 40 else f"{text[:37]}..."
    return repr(short) if isinstance(given, str) else short


def sentence(text: str) -> str:
    """A message as a sentence; a beginning that is not a word stays as it is.

    >>> sentence("the game is over"), sentence("ab6x10 has 151,200 codes.")
    ('The game is over.', 'ab6x10 has 151,200 codes.')
    """
    first = text.partition(" ")[0]
    return f"{first.capitalize() if first.isalpha() else first}{text[len(first) :].rstrip('.')}."


def clock(seconds: float) -> str:
    """A duration as clocks show it.

    >>> clock(5), clock(83.9), clock(3725)
    ('0:05', '1:23', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def ordinal(number: int) -> str:
    """A number as a place in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '112th']
    """
    teens = number // 10 % 10 == 1
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
