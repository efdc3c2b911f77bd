"""Codes that are alike: those that a symmetry of the game turns into one another.

A symmetry arranges the places and renames the symbols of guess and secret alike, of which no reply
rule takes notice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import permutations
from math import factorial, perm, prod
from typing import NamedTuple

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import code_at, index_of
from moolab.codes.rules import Rules


def openings(rules: Rules) -> list[str]:
    """The first code of each kind, in numeric order; all others only rename symbols or places.

    Where codes are listed, each is of a kind of its own.

    Before the first reply nothing tells apart two codes in which symbols occur equally often, so
    the best of these is the best of all.

    >>> openings(Rules.parse("mm4x6"))
    ['0000', '0001', '0011', '0012', '0123']
    """
    if isinstance(rules, ListedRules):
        return list(rules.guesses)
    if openings_alike(rules):
        return [code_at(rules, 0)]
    shapes = _partitions(rules.places, rules.places, rules.symbols)
    return sorted(
        (
            "".join(symbol * n for symbol, n in zip(rules.alphabet, shape, strict=False))
            for shape in shapes
        ),
        key=lambda code: index_of(rules, code),
    )


def number_alike(rules: Rules, code: str, used: Collection[str] = ()) -> int:
    """How many codes a code stands for that is the first of its kind, itself included.

    Args:
        used: the symbols that some guess has held. All others can be renamed, and before the first
            guess places arranged.

    >>> rules = Rules.parse("mm4x6")
    >>> [number_alike(rules, code) for code in openings(rules)]
    [6, 120, 90, 720, 360]
    >>> number_alike(rules, "0023", used="01")
    12
    """
    names = perm(rules.symbols - len(used), len({*code} - {*used}))
    if used or isinstance(rules, ListedRules):
        return names if used else 1
    often = Counter(Counter(code).values())
    repeated: int = prod(factorial(n) ** many for n, many in often.items())
    swapped: int = prod(factorial(many) for many in often.values())
    return factorial(rules.places) // repeated * (names // swapped)


def openings_alike(rules: Rules) -> bool:
    """Whether all first guesses are equally good, so that ``openings`` has only one.

    >>> openings_alike(Rules.parse("ab4x10")), openings_alike(Rules.parse("mm4x6"))
    (True, False)
    """
    return not rules.repeats and not isinstance(rules, ListedRules)


class Image(NamedTuple):
    """Guesses after a symmetry of their game, and the symmetry.

    Args:
        places: for each place of an image, from which one its symbol comes.
        names: the new name of every symbol.
    """

    guesses: tuple[str, ...]
    places: tuple[int, ...]
    names: dict[str, str]

    def original(self, code: str) -> str:
        """The code of which another is the image."""
        symbols = {name: symbol for symbol, name in self.names.items()}
        found = dict(zip(self.places, code, strict=True))
        return "".join(symbols[found[place]] for place in range(len(code)))


def first_image(rules: Rules, guesses: Iterable[str]) -> Image:
    """The image of some guesses that comes first in numeric order, written with digits.

    >>> image = first_image(Rules.parse("ab4x10"), ["9753", "9501"])
    >>> image.guesses, image.original("4567")
    (('0123', '0245'), '0124')
    """
    turns = list(guesses)
    digits = Rules(rules.family, rules.places, rules.symbols).alphabet

    def image(places: tuple[int, ...]) -> Image:
        arranged = ["".join(map(guess.__getitem__, places)) for guess in turns]
        symbols = dict.fromkeys("".join([*arranged, rules.alphabet]))
        names = dict(zip(symbols, digits, strict=True))
        images = ("".join(map(names.__getitem__, guess)) for guess in arranged)
        return Image(tuple(images), places, names)

    return min(map(image, permutations(range(rules.places))), key=lambda found: found.guesses)


def find_renaming(guesses: list[list[int]], places: tuple[int, ...]) -> dict[int, int] | None:
    """New names of symbols that undo an arrangement of places for every guess, if there are any.

    Args:
        guesses: the numbers of their symbols.
        places: for each place, from which one its symbol comes.

    >>> find_renaming([[0, 0, 1, 1]], (2, 3, 0, 1)), find_renaming([[0, 0, 0, 1]], (2, 3, 0, 1))
    ({1: 0, 0: 1}, None)
    """
    names: dict[int, int] = {}
    for guess in guesses:
        for symbol, place in zip(guess, places, strict=True):
            if names.setdefault(guess[place], symbol) != symbol:
                return None
    return names if len(set(names.values())) == len(names) else None


def used_symbols(rules: Rules, guesses: Iterable[str]) -> int:
    """A bit for each symbol that some guess holds."""
    return sum(1 << rules.alphabet.index(symbol) for symbol in set("".join(guesses)))


def _partitions(total: int, largest: int, parts: int) -> Iterator[list[int]]:
    if total == 0:
        yield []
    elif parts:
        for first in range(min(total, largest), 0, -1):
            for rest in _partitions(total - first, first, parts - 1):
                yield [first, *rest]
