"""What lists of secrets and guesses, their weights and their costs have to be."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from moolab.errors import InvalidRules
from moolab.support.checks import check_list
from moolab.support.text import quote

MOST_CODES = 1 << 20
"""The most codes in a list: a table of replies has a byte for each pair of guess and secret."""

MOST_WEIGHT = 1 << 40
"""The most that all weights add up to: with costs, and as many guesses as there can be, the sums
of a search are exact."""

MOST_COST = 1 << 12
"""The most that a guess can cost."""


_PRIOR = re.compile(
    r"\d{1,18}(\.\d{0,18})?(e[+-]?\d{1,2})?|\d{1,18}/0*[1-9]\d{0,17}", re.ASCII | re.IGNORECASE
)


def check_codes(secrets: Sequence[str], others: Sequence[str]) -> None:
    """Refuse codes that cannot be those of a list.

    Raises:
        InvalidRules: if there are none, too many, of different lengths, or with a symbol that
            cannot be.
    """
    if not secrets:
        raise InvalidRules("the list of secrets is empty")
    if len(secrets) + len(others) > MOST_CODES:
        raise InvalidRules(
            f"a list has at most {MOST_CODES:,} codes, not {len(secrets) + len(others):,}"
        )
    first = secrets[0]
    if odd := next((code for code in (*secrets, *others) if len(code) != len(first)), None):
        raise InvalidRules(
            f"all codes of a list have the same length, but {quote(first)} has {len(first)} "
            f"letters and {quote(odd)} has {len(odd)}"
        )
    if not first:
        raise InvalidRules("a code of a list has at least one symbol")
    for code in (*secrets, *others):
        if not code.isprintable() or " " in code or "?" in code:
            raise InvalidRules(
                f"{quote(code)} cannot be a code: it has a blank, ? or a character unseen"
            )


def check_once(codes: Sequence[str], given: Sequence[str], what: str) -> None:
    """Refuse a list that has a code twice.

    Args:
        given: how each code was written.
        what: what it is a list of.

    Raises:
        InvalidRules: if it does.

    >>> check_once(["crane", "crane"], ["crane", "Crane"], "secrets")
    Traceback (most recent call last):
    moolab.errors.InvalidRules: 'crane' and 'Crane' in the list of secrets differ in capitals \
alone: leave one of them out
    """
    if len(set(codes)) == len(codes):
        return
    met: dict[str, str] = {}
    for code, written in zip(codes, given, strict=True):
        if met.setdefault(code, written) != written:
            raise InvalidRules(
                f"{quote(met[code])} and {quote(written)} in the list of {what} differ in capitals "
                "alone: leave one of them out"
            )
    raise InvalidRules(f"{quote(first_twice(codes))} is twice in the list of {what}")


def in_one_case(
    secrets: tuple[str, ...], guesses: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both lists in small letters, if they have some letter both small and as a capital.

    Rules compare letters, and would take the two for different ones. Lists in which each letter
    occurs in one case alone, such as those all in capitals, stay as they are.

    Raises:
        InvalidRules: if two codes of a list become one, or it cannot be told which capital is that
            of a letter.

    >>> in_one_case(("crane", "slate"), ("TRACE",))
    (('crane', 'slate'), ('trace',))
    """
    symbols = set("".join((*secrets, *guesses)))
    capitals = sorted(symbol for symbol in symbols if symbol.lower() != symbol)
    small: defaultdict[str, set[str]] = defaultdict(set)
    for symbol in symbols:
        small[symbol.upper()].add(symbol)
    # What Python takes for the small letter of a capital may be another in some language.
    pairs = [
        (capital, letter)
        for capital in capitals
        for letter in sorted(({capital.lower()[0]} & symbols | small[capital]) - {capital})
    ]
    if not pairs:
        return secrets, guesses
    for capital, letter in pairs:
        if not _are_cases(capital, letter):
            raise InvalidRules(
                f"{quote(capital)} and {quote(letter)} may be the same letter or not: write all "
                "codes in small letters, or all in capitals"
            )
    folded = str.maketrans({c: c.lower() for c in capitals if _are_cases(c, c.lower())})
    known, others = (
        tuple(code.translate(folded) for code in codes) for codes in (secrets, guesses)
    )
    check_once(known, secrets, "secrets")
    check_once(others, guesses, "guesses")
    return known, others


def _are_cases(capital: str, letter: str) -> bool:
    """Whether each of two letters is what Python makes of the other one."""
    return capital.lower() == letter and letter.upper() == capital


def check_numbers(
    weights: Sequence[int], costs: Sequence[int], secrets: int, others: int, *, names: bool
) -> None:
    """Refuse weights of secrets, and costs of guesses, that cannot be.

    Args:
        secrets, others: how many there are of both.
        names: whether secrets are only named, which costs nothing.

    Raises:
        InvalidRules: if there are not as many as codes, or one is not allowed.
    """
    if weights:
        if len(weights) != secrets:
            raise InvalidRules(f"there are {len(weights):,} weights for {secrets:,} secrets")
        if (bad := _first_outside(weights, 0, MOST_WEIGHT)) is not None:
            raise InvalidRules(
                f"{quote(bad)} is not a weight of a secret: write a whole number, 0 or more"
            )
        if not 0 < sum(weights) <= MOST_WEIGHT:
            raise InvalidRules(
                "all weights of secrets are 0"
                if not sum(weights)
                else f"the weights of all secrets together are more than {MOST_WEIGHT:,}"
            )
    if costs:
        if len(costs) != secrets + others:
            raise InvalidRules(f"there are {len(costs):,} costs for {secrets + others:,} guesses")
        if names and (bad := _first_outside(costs[:secrets], 0, 0)) is not None:
            raise InvalidRules(f"the cost of a name is 0, not {quote(bad)}: questions alone cost")
        if (bad := _first_outside(costs[secrets if names else 0 :], 1, MOST_COST)) is not None:
            raise InvalidRules(
                f"{quote(bad)} is not a cost: write a whole number from 1 to {MOST_COST:,}"
            )


def check_told_apart(
    score: Callable[[str, str], object], questions: Sequence[str], secrets: Sequence[str]
) -> None:
    """Refuse questions that do not tell all secrets apart.

    Raises:
        InvalidRules: if there are two secrets with the same reply to every question.

    >>> check_told_apart(lambda question, secret: question in secret, "lp", ["lamp", "pail"])
    Traceback (most recent call last):
    moolab.errors.InvalidRules: no question tells 'lamp' and 'pail' apart
    """
    together = [list(secrets)] if len(secrets) > 1 else []
    for question in questions:
        if not together:
            return
        split: list[list[str]] = []
        for group in together:
            parts: defaultdict[object, list[str]] = defaultdict(list)
            for secret in group:
                parts[score(question, secret)].append(secret)
            split += (part for part in parts.values() if len(part) > 1)
        together = split
    if together:
        one, other = map(quote, together[0][:2])
        raise InvalidRules(f"no question tells {one} and {other} apart")


def whole_numbers(priors: Iterable[int | float | str | Fraction]) -> tuple[int, ...]:
    """Whole numbers in the proportions of others, as small as they can be.

    Raises:
        InvalidRules: if one is not a number, or is less than 0, all are 0, or they take too many
            digits.

    >>> whole_numbers(["0.5", "0.25", "1/4"]), whole_numbers([0.1, 0.2])
    ((2, 1, 1), (1, 2))
    """
    exact = []
    for prior in check_list("priors", priors, InvalidRules):
        # The decimals that are written, not those of the float.
        if not _PRIOR.fullmatch(text := str(prior).strip()):
            raise InvalidRules(f"{quote(text)} is not a prior: write a number such as 3 or 0.25")
        exact.append(Fraction(text))
    if not exact:
        return ()
    if not any(exact):
        raise InvalidRules("all priors are 0: which secrets are likely?")
    scale = math.lcm(*(each.denominator for each in exact))
    found = [int(each * scale) for each in exact]
    shared = math.gcd(*found)
    weights = tuple(number // shared for number in found)
    if sum(weights) > MOST_WEIGHT:
        raise InvalidRules("the priors have too many digits: twelve together can be told apart")
    return weights


def first_twice(codes: Sequence[str]) -> str:
    """The first code that a list has twice."""
    times = Counter(codes)
    return next(code for code in codes if times[code] > 1)


def _first_outside(numbers: Sequence[int], least: int, most: int) -> object:
    return next((n for n in numbers if type(n) is not int or not least <= n <= most), None)
