"""Routines of microcontrollers, checked on pairs of packed decimal codes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from moolab.codes.rules import Rules
from moolab.codes.scorer import score
from moolab.codes.space import Codes, CodeSpace
from moolab.errors import ProgramFault
from moolab.machines.assembler import Assembly
from moolab.machines.calls import LIMIT, call_many
from moolab.machines.check.report import Counterexample, Passed, Watch, Wrong, unwatched
from moolab.machines.processor import Core, call
from moolab.support.text import count_noun


def check_routine(
    core: Core,
    assembly: Assembly,
    guesses: Sequence[str],
    secrets: Sequence[str],
    watch: Watch = unwatched,
) -> Passed:
    """Compare a routine's replies with the engine's.

    The routine is called with the number of digits, the guess and the secret, both in packed
    decimal, and has to return 16 * bulls + cows. After every call, its caller's registers, the
    stack and its own code have to be what they were. Guesses and secrets are
    codes of 1 to 8 decimal digits, all of the same length; each guess meets each secret.

    Raises:
        Wrong: at the first pair that goes wrong.
    """
    digits = len(guesses[0])
    rules = Rules.parse(f"mm{digits}x10")
    codes = CodeSpace(rules).pack(secrets)
    arguments = np.empty((len(secrets), 3), np.uint32)
    arguments[:, 0] = digits
    arguments[:, 2] = packed_decimal(codes)
    instructions = cycles = 0
    for done, guess in enumerate(guesses):
        watch(done, len(guesses))
        # Packed decimal reads the same in hexadecimal.
        arguments[:, 1] = int(guess, 16)
        expected = score(rules, guess, codes)
        calls = call_many(core, assembly, arguments)
        wrong = np.flatnonzero((calls.values != expected) | calls.flawed)
        if len(wrong):
            first = int(wrong[0])
            got = f"{calls.values[first]:02x}"
            if calls.flawed[first]:
                got = _flaw(core, assembly, tuple(map(int, arguments[first])))
            raise Wrong(Counterexample(guess, secrets[first], f"{expected[first]:02x}", got))
        instructions += int(calls.instructions.sum())
        cycles += int(calls.cycles.sum())
    count = len(guesses) * len(secrets)
    work = {"instructions": instructions / count, "cycles": cycles / count}
    return Passed(count_noun(digits, "digit"), count, work)


def packed_decimal(codes: Codes) -> NDArray[np.uint32]:
    """Codes of shape (places, codes) as the microcontrollers hold them, four bits a digit.

    >>> [hex(number) for number in packed_decimal(np.array([[1, 0], [2, 9]], np.uint8))]
    ['0x12', '0x9']
    """
    packed = np.zeros(codes.shape[1], np.uint32)
    for row in codes:
        packed = packed << 4 | row
    return packed


def _flaw(core: Core, assembly: Assembly, arguments: tuple[int, ...]) -> str:
    try:
        result = call(core, assembly, arguments, LIMIT)
    except ProgramFault as fault:
        return str(fault)
    found = "; ".join(result.warnings)
    return found or "a flaw that depends on what earlier calls have left on the stack"
