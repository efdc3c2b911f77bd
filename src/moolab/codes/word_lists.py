"""Lists of codes: those that come with moolab, those that are worked out, and files."""

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from moolab.codes.listed import ListedRules, listed_rules, whole_numbers
from moolab.codes.reply_rules import NamedRule, named_rule
from moolab.codes.rules import LIST_PREFIX
from moolab.errors import InvalidRules
from moolab.support.atomic import name_errors
from moolab.support.checks import naming
from moolab.support.foreign import parsing
from moolab.support.language import translate
from moolab.support.shipped import near
from moolab.support.text import quote, suggest


def primes(places: int) -> tuple[str, ...]:
    """The primes of so many digits.

    >>> primes(2)[:4], len(primes(5))
    (('11', '13', '17', '19'), 8363)
    """
    most = 10**places
    sieve = bytearray([1]) * most
    sieve[:2] = bytes(2)
    for number in range(2, math.isqrt(most) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, most, number)))
    return tuple(str(number) for number in range(most // 10, most) if sieve[number])


def equations(places: int) -> tuple[str, ...]:
    """True equations of so many characters, such as ``12+35=47``.

    On the left are two or three whole numbers above 0 with ``+-*/`` between them, on the right is
    what comes out: a whole number, 0 or more. ``*`` and ``/`` go first. No number begins with 0.

    >>> equations(5)[:3], "6/3=2" in equations(5), "1+2*3=7" in equations(7)
    (('1*1=1', '1*2=2', '1*3=3'), True, True)
    """
    return tuple(sorted(_of_two(places)) + sorted(_of_three(places)))


GENERATED: dict[str, tuple[Callable[[int], tuple[str, ...]], int, int]] = {
    "primes": (primes, 1, 6),
    "equations": (equations, 5, 8),
}
"""What is generated: how, and the fewest and the most places."""


def _numbers(digits: int) -> range:
    return range(10 ** (digits - 1), 10**digits)


def _of_two(places: int) -> Iterator[str]:
    """Equations of two numbers: what is on the right, and one number, say the other one."""
    digits = places - 2
    for one, other in product(range(1, digits - 1), repeat=2):
        third = digits - one - other
        if third < 1:
            continue
        # Of a sum and a product both parts are known, of the others what is taken away, and the
        # result, which may be 0.
        for a, b in product(_numbers(one), _numbers(other)):
            if len(str(a + b)) == third:
                yield f"{a}+{b}={a + b}"
            if len(str(a * b)) == third:
                yield f"{a}*{b}={a * b}"
        for b in _numbers(other):
            for result in range(0 if third == 1 else 10 ** (third - 1), 10**third):
                if len(str(b + result)) == one:
                    yield f"{b + result}-{b}={result}"
                if result and len(str(b * result)) == one:
                    yield f"{b * result}/{b}={result}"


def _of_three(places: int) -> Iterator[str]:
    for digits in product(range(1, places - 5), repeat=3):
        length = places - 3 - sum(digits)
        if length < 1:
            continue
        for numbers in product(*map(_numbers, digits)):
            for first, second in product("+-*/", repeat=2):
                result = _result(first, second, *numbers)
                if result >= 0 and len(str(result)) == length:
                    a, b, c = numbers
                    yield f"{a}{first}{b}{second}{c}={result}"


def _result(first: str, second: str, a: int, b: int, c: int) -> int:
    """What comes out; -1 if that is not a whole number."""
    if first in "+-" and second in "*/":
        top, bottom = (b * c, 1) if second == "*" else (b, c)
        sign = 1 if first == "+" else -1
        top = a * bottom + sign * top
    else:
        top, bottom = _joined(first, a, 1, b)
        top, bottom = _joined(second, top, bottom, c)
    return -1 if top % bottom else top // bottom


def _joined(sign: str, top: int, bottom: int, number: int) -> tuple[int, int]:
    match sign:
        case "+":
            return top + number * bottom, bottom
        case "-":
            return top - number * bottom, bottom
        case "*":
            return top * number, bottom
    return top, bottom * number


USUAL_RULE = "wordle"
"""How replies are made where no rule is named."""

_GENERATED = re.compile(rf"({'|'.join(GENERATED)})(\d{{1,3}})", re.ASCII)

LISTS = Path(__file__).with_name("words")
"""The lists that come with moolab; ``tools/word_lists.py`` makes some of them."""

GUESSES = LISTS / "guesses"
"""Under the same names, what may be guessed beside the secrets, where that is more."""

LARGEST = 1 << 26
"""Bytes of the largest file of codes or replies that is read: 64 MiB."""


def word_lists() -> list[str]:
    """The names of the lists that come with moolab.

    >>> word_lists()
    ['english', 'english4', 'english5', 'english6']
    """
    return sorted(file.stem for file in LISTS.glob("*.txt"))


def all_lists() -> list[str]:
    """The names of all lists, of those that are worked out the first and the last.

    >>> all_lists()[-2:]
    ['primes1 to primes6', 'equations5 to equations8']
    """
    made = [
        translate("{first} to {last}", first=f"{kind}{fewest}", last=f"{kind}{most}")
        for kind, (_, fewest, most) in GENERATED.items()
    ]
    return [*word_lists(), *made]


def words(name: str, rule: NamedRule | str = USUAL_RULE) -> ListedRules:
    """The game with one of moolab's own lists, or with one that is worked out.

    Raises:
        InvalidRules: if there is no such list.

    >>> game = words("english")
    >>> str(game), game.places
    ('words:english', 5)
    """
    if name not in word_lists() and not _GENERATED.fullmatch(name):
        known = ", ".join(all_lists())
        raise InvalidRules(
            translate(
                "{name} is not a list of words; there are {known}", name=quote(name), known=known
            )
            + suggest(name, all_lists())
        )
    return _listed(name, named_rule(rule) if isinstance(rule, str) else rule)


@lru_cache(maxsize=16)
def _listed(name: str, rule: NamedRule) -> ListedRules:
    title = (
        f"{LIST_PREFIX}{name}" if rule.name == USUAL_RULE else f"{LIST_PREFIX}{name}:{rule.name}"
    )
    if made := _GENERATED.fullmatch(name):
        return listed_rules(_generate(made[1], int(made[2])), (), rule, name=title)
    guesses = GUESSES / f"{name}.txt"
    return list_game(
        LISTS / f"{name}.txt", guesses if guesses.exists() else None, rule=rule, name=title
    )


def _generate(kind: str, places: int) -> tuple[str, ...]:
    make, fewest, most = GENERATED[kind]
    if not fewest <= places <= most:
        raise InvalidRules(
            translate(
                "there are {first} to {last}, not {name}",
                first=f"{kind}{fewest}",
                last=f"{kind}{most}",
                name=f"{kind}{places}",
            )
        )
    return make(places)


def list_game(
    secrets: Path, guesses: Path | None = None, *, rule: NamedRule | str, name: str
) -> ListedRules:
    """The game of one or two files.

    Numbers in the list of guesses say nothing: what is likely is a secret.

    Raises:
        InvalidRules: if there is no such game.
        OSError: if a file cannot be read.
    """
    known = read_list(secrets)
    others = () if guesses is None else read_list(guesses, priors=False).codes
    by = named_rule(rule) if isinstance(rule, str) else rule
    with naming(" and ".join(str(file) for file in (secrets, guesses) if file is not None)):
        return listed_rules(known.codes, others, by, name=name, weights=known.weights)


def parse_words(text: str) -> ListedRules:
    """The game that ``words:NAME`` or ``words:NAME:RULE`` names.

    What follows a ``#`` tells versions of the list apart.

    Raises:
        InvalidRules: if there is no such list or rule, or the list is another one today.

    >>> parse_words("words:english:jotto")
    <words:english:jotto: 801 secrets, replies by jotto>
    """
    notation, version, digest = text.removeprefix(LIST_PREFIX).partition("#")
    name, _, rule = notation.partition(":")
    game = words(name, rule or USUAL_RULE)
    if version and f"{game}#{digest}" != game.stored:
        raise InvalidRules(f"{game} was another list then; this version of moolab does not have it")
    return game


def named_list(game: ListedRules) -> ListedRules:
    """The same game under the name of the list that comes with moolab, if it is that one.

    >>> own = words("english")
    >>> named_list(listed_rules(own.secrets))
    <words:english: 801 secrets, replies by wordle>
    """
    known = (words(name, game.rule) for name in word_lists())
    return next((each for each in known if each == game), game)


def with_rule(game: ListedRules, rule: NamedRule) -> ListedRules:
    """The same lists by another rule.

    Raises:
        InvalidRules: if the game is a table, or the rule cannot be for its codes.

    >>> with_rule(words("english"), named_rule("jotto"))
    <words:english:jotto: 801 secrets, replies by jotto>
    """
    # The rule of a table is its cells.
    if game.rule.identity:
        raise InvalidRules("a table has the replies themselves: leave out the rule")
    named = str(game).removesuffix(f":{game.rule.name}")
    name = named.removeprefix(LIST_PREFIX)
    if named != name and name in word_lists() and words(name, game.rule) == game:
        return words(name, rule)
    return listed_rules(
        game.secrets,
        game.others,
        rule,
        name=f"{named}:{rule.name}",
        weights=game.weights,
        costs=game.costs,
        identifies=game.identifies,
    )


class WordList(NamedTuple):
    """What a file says.

    Args:
        weights: how likely each code is, in whole numbers; empty if the file does not say.
    """

    codes: tuple[str, ...]
    weights: tuple[int, ...]


def read_list(path: Path, *, priors: bool = True) -> WordList:
    """The codes of a file, one a line; blank lines, and what follows a #, are left out.

    A number after each code, behind a blank or a comma, says how likely it is, or how frequent.

    Args:
        priors: whether these numbers are read; otherwise they say nothing.

    Raises:
        InvalidRules: if it is not such a file.
        OSError: if it cannot be read.
    """
    try:
        return parse_list(text_of(path, "list"), priors=priors)
    except InvalidRules as error:
        raise InvalidRules(f"{path}: {error}") from error


def text_of(path: Path, what: str) -> str:
    """The text of a file; raises InvalidRules if it is not one, or too large for ``what``."""
    with name_errors(path, near), path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InvalidRules(f"the {what} has more than {LARGEST >> 20} MiB")
    with parsing(InvalidRules("this is not a text in UTF-8")):
        return content.decode("utf-8-sig")


def parse_list(text: str, *, priors: bool = True) -> WordList:
    r"""As ``read_list``, of a text.

    Raises:
        InvalidRules: if it is not such a list.

    >>> parse_list("cat 70\nrat 10  # or two\n")
    WordList(codes=('cat', 'rat'), weights=(7, 1))
    """
    lines = list(_lines(text))
    codes = tuple(code for code, _ in lines)
    if not (weighed := [code for code, weight in lines if weight and priors]):
        return WordList(codes, ())
    if bare := [code for code, weight in lines if not weight]:
        raise InvalidRules(
            f"{quote(weighed[0])} has a prior, a number that says how likely it is, and "
            f"{quote(bare[0])} has none"
        )
    return WordList(codes, whole_numbers(weight for _, weight in lines))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each code with the number behind it, or with nothing."""
    for number, line in enumerate(text.splitlines(), 1):
        code = line.partition("#")[0].strip()
        words = code.replace(",", " ").replace(";", " ").split()
        if not words:
            continue
        if len(words) > 2 or (len(words) == 2 and not words[1][0].isdigit()):
            raise InvalidRules(
                f"line {number}: {quote(code)} is more than one code; write one a line, "
                "or a code and how likely it is"
            )
        yield words[0], "".join(words[1:])
