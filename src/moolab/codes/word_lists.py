"""Lists of codes: those that come with moolab, those that are worked out, and files."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from moolab.codes.listed import ListedRules, listed_rules, whole_numbers
from moolab.codes.reply_rules import NamedRule, named_rule
from moolab.codes.rules import LIST_PREFIX
from moolab.errors import InvalidRules
from moolab.support.checks import naming
from moolab.support.foreign import text_of
from moolab.support.language import translate
from moolab.support.text import count_noun, quote, suggest
from moolab.support.typed import composed


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
        # result, which can be 0.
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
"""Under the same names, what can be guessed beside the secrets, where that is more."""

LARGEST = 1 << 26
"""Bytes of the largest file of codes or replies that is read: 64 MiB."""

Skip = Callable[[str], None]
"""Is told what was left out of a list."""


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
    secrets: Path,
    guesses: Path | None = None,
    *,
    rule: NamedRule | str,
    name: str,
    skip: Skip | None = None,
) -> ListedRules:
    """The game of one or two files.

    Numbers in the list of guesses say nothing: what is likely is a secret.

    Args:
        skip: is told which lines were left out; without it they are an error.

    Raises:
        InvalidRules: if there is no such game.
        OSError: if a file cannot be read.
    """
    by = named_rule(rule) if isinstance(rule, str) else rule
    fold, others = by.is_moolabs_own, tuple[str, ...]()
    known = read_list(secrets, fold=fold, skip=skip)
    if guesses is not None:
        places = len(known.codes[0]) if known.codes else 0
        others = read_list(guesses, priors=False, places=places, fold=fold, skip=skip).codes
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


def read_list(
    given: Path | str,
    *,
    priors: bool = True,
    places: int = 0,
    fold: bool = True,
    names: bool = False,
    skip: Skip | None = None,
) -> WordList:
    r"""The codes of a file or a text, one or several a line; what follows a # is left out.

    A number beside each code says how likely it is, or how frequent. Quotes, a header and codes
    that are there twice are passed over; a JSON array is read, too.

    Args:
        priors: whether these numbers are read; otherwise they say nothing.
        places: those of every code; 0: those of most.
        fold: whether codes that differ in capitals alone are the same.
        names: whether they are names, of any length, and as often as they are there.
        skip: is told which lines are left out; without it they are an error.

    Raises:
        InvalidRules: if it is not such a list.
        OSError: if it cannot be read.

    >>> read_list("cat 70\nrat 10  # or two\n")
    WordList(codes=('cat', 'rat'), weights=(7, 1))
    >>> read_list('word,count\n"cat",70\n10,rat\ncat;70'), read_list('["cat", "rat"]').codes
    (WordList(codes=('cat', 'rat'), weights=(7, 1)), ('cat', 'rat'))
    """
    file = given if isinstance(given, Path) else None
    with nullcontext() if file is None else naming(str(file)):
        text = str(given) if file is None else text_of(file, LARGEST, InvalidRules)
        lines, bad = _lines(text)
        sizes = Counter(len(code) for _, code, _ in lines).most_common(1)
        usual = places or (sizes[0][0] if sizes else 0)
        weighed = priors and any(weight for _, _, weight in lines)
        kept: dict[str, _Line] = {}
        for number, code, weight in lines:
            key, why = f"{len(kept)}" if names else code.lower() if fold else code, ""
            if len(code) != usual and not names:
                why = f"has {count_noun(len(code), 'letter')}, and others have {usual}"
            elif weighed and not weight:
                why = "has no number that says how likely it is"
            elif (first := kept.setdefault(key, (number, code, weight)))[1] != code:
                kept[key] = first[0], key, first[2]
            if weighed and not why and first[2] != weight:
                why = f"is in line {first[0]} with another number"
            if why:
                bad.append((number, code, why))
        if bad:
            _leave_out(sorted(bad), skip, file)
        weights = whole_numbers(weight for _, _, weight in kept.values()) if weighed else ()
        return WordList(tuple(code for _, code, _ in kept.values()), weights)


_Line = tuple[int, str, str]
"""The number of a line, a code, and the number beside it, or what is wrong."""

_MOST_NAMED = 10
"""Lines that were left out, by name."""


def _leave_out(bad: list[_Line], skip: Skip | None, file: Path | None) -> None:
    number, code, why = bad[0]
    if skip is None:
        many = f" ({len(bad):,} lines cannot be read)" if len(bad) > 1 else ""
        how = "" if file is None else "; --skip-bad leaves out such lines"
        raise InvalidRules(f"line {number}: {quote(code)} {why}{many}{how}")
    named = [f"line {number} {quote(code)}" for number, code, _ in bad[:_MOST_NAMED]]
    more = ["..."] * (len(bad) > _MOST_NAMED)
    skip(f"{file}: {count_noun(len(bad), 'line')} left out: {', '.join(named + more)}")


def _lines(text: str) -> tuple[list[_Line], list[_Line]]:
    """The codes of a text, and the lines that have several meanings."""
    lines, bad = list[_Line](), list[_Line]()
    for number, cells in _without_names(list(_rows(composed(text)))):
        numbers = len(cells) > 1 and sum(map(_is_number, cells))
        if len(cells) == 1:
            lines.append((number, cells[0], ""))
        elif len(cells) == 2 and numbers:
            code, weight = cells if _is_number(cells[1]) else cells[::-1]
            lines.append((number, code.removesuffix(":") or code, weight))
        elif numbers in (0, len(cells)) and len({*map(len, cells)}) == 1:
            lines += ((number, code, "") for code in cells)
        else:
            why = "is more than one code; write one a line, or a code and how likely it is"
            bad.append((number, " ".join(cells), why))
    return lines, bad


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line that has some; an element of a JSON array is a line."""
    if text.lstrip()[:1] in ("[", "{"):
        with suppress(ValueError, RecursionError):
            known = json.loads(text)
            for number, each in enumerate(known.items() if isinstance(known, dict) else known, 1):
                yield number, [*map(str, each if isinstance(each, list | tuple) else [each])]
            return
    for number, line in enumerate(text.replace(",", " ").replace(";", " ").splitlines(), 1):
        if cells := line.partition("#")[0].split():
            yield number, cells if line.isalnum() else [_QUOTED.sub(r"\1", each) for each in cells]


_QUOTED = re.compile("[\"'\u2018\u201c\u201e\u00ab](.+)[\"'\u2019\u201d\u201c\u00bb]")
_HEADS = frozenset({"word", "words", "code", "codes", "guess", "guesses", "secret", "secrets"})


def _without_names(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The lines without names of columns, and without numbers that only count lines."""
    heads, cells = (rows[0][1], rows[1][1]) if len(rows) > 1 else ([""], [])
    if len(heads) == len(cells) and not any(map(_is_number, heads)):
        is_head = heads[0].lower() in _HEADS and len(heads[0]) != len(cells[0])
        rows = rows[1:] if is_head or any(map(_is_number, cells)) else rows
    if len(rows) < 2 or any(
        len(cells) != 2 or cells[0].rstrip(".)") != str(place) or _is_number(cells[1])
        for place, (_, cells) in enumerate(rows, 1)
    ):
        return rows
    if rows[0][1][0] == "1":
        raise InvalidRules("1, 2, 3 in front may count lines or codes: write 1. or put it behind")
    return [(number, cells[1:]) for number, cells in rows]


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit()
