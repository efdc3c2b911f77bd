"""Lists that are worked out: primes, and equations."""

import math
from collections.abc import Callable, Iterator
from itertools import product


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
    """A fraction with one number more."""
    match sign:
        case "+":
            return top + number * bottom, bottom
        case "-":
            return top - number * bottom, bottom
        case "*":
            return top * number, bottom
    return top, bottom * number
