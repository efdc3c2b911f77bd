"""A function in Lisp that scores a guess, or one in machine code that a program in Lisp calls."""

from collections.abc import Sequence

from moolab.codes.rules import Rules
from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.check.report import Counterexample, Passed, Watch, Wrong, unwatched
from moolab.machines.lisp.machine import Lisp
from moolab.machines.lisp.reader import TOKEN
from moolab.support.text import count_noun, quote

_MOST_STEPS = 1_000_000
"""Of a call; ours takes some seventy."""


def check_function(
    lisp: Lisp, name: str, guesses: Sequence[str], secrets: Sequence[str], watch: Watch = unwatched
) -> Passed:
    """Compare a function's replies with the engine's.

    It is called with the number of digits, the guess and the secret, both in packed decimal, and
    has to return 16 * bulls + cows. Guesses and secrets are codes of decimal digits, all of one
    length; each guess meets each secret.

    Raises:
        Wrong: at the first pair that goes wrong.
        InvalidProgram: if there is no such function.
    """
    match = TOKEN.fullmatch(name)
    if match is None or match.lastgroup != "atom":
        raise InvalidProgram(f"{quote(name)} is not the name of a function")
    digits = len(guesses[0])
    rules = Rules.parse(f"mm{digits}x10")
    try:
        _value(lisp, f"#'{name}")
    except ProgramFault:
        raise InvalidProgram(
            f"the program defines no function {name}; --name says which one scores a guess"
        ) from None
    before = lisp.statistics
    for done, guess in enumerate(guesses):
        watch(done, len(guesses))
        for secret in secrets:
            reply = rules.score(guess, secret)
            try:
                got = _shown(_value(lisp, f"({name} {digits} #x{guess} #x{secret})"))
            except ProgramFault as fault:
                got = str(fault)
            if got != (expected := f"{16 * reply.bulls + reply.cows:02x}"):
                raise Wrong(Counterexample(guess, secret, expected, got))
    count = len(guesses) * len(secrets)
    spent = {
        unit: (after - earlier) / count
        for unit, earlier, after in zip(before._fields, before, lisp.statistics, strict=True)
        if unit in ("evaluations", "instructions", "cycles") and after > earlier
    }
    return Passed(count_noun(digits, "digit"), count, spent)


def _value(lisp: Lisp, form: str) -> str:
    lisp.evaluate(form, is_shown=False)
    lisp.run(_MOST_STEPS)
    lisp.read()
    if lisp.waits:
        raise ProgramFault(f"{form} waits for input")
    return lisp.value


def _shown(value: str) -> str:
    """A reply in hexadecimal, as it is read; anything else as it is."""
    return f"{int(value):02x}" if value.isdecimal() else value
