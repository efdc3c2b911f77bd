"""Many small cases in one test."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest


def every(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test try all cases, and tell of all that fail.

    It is used as ``pytest.mark.parametrize``, which makes a test of each case: that takes some 3 ms
    of processor time, however little the case does. The cases share the fixtures of the test.

    Args:
        names: the parameters that are given, separated by commas.
        cases: their values; a tuple for each case if there are several parameters.

    >>> every("number", [1, 2, 3])(lambda number: print(6 / number))()
    6.0
    3.0
    2.0
    >>> every("number, name", [(0, "none"), (2, "two")])(lambda number, name: print(6 / number))()
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    number=0, name='none'
    """
    parameters = names.replace(",", " ").split()
    cases = [*cases]
    assert cases, "there is no case"
    assert not any(isinstance(case, type(pytest.param())) for case in cases), "a case has marks"
    given = [
        dict(zip(parameters, case if len(parameters) > 1 else [case], strict=True))
        for case in cases
    ]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def try_all(**fixtures: Any) -> None:
            failures = []
            for case in given:
                try:
                    test(**case, **fixtures)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(", ".join(f"{name}={value!r}" for name, value in case.items()))
                    failures.append(failure)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(given)} cases fail", failures)

        asked = signature(test)
        others = [each for name, each in asked.parameters.items() if name not in parameters]
        try_all.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return try_all

    return decorate
