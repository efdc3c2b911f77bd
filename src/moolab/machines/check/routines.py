"""Routines of microcontrollers, checked on pairs of packed decimal codes."""

from collections.abc import Sequence

from moolab.codes.rules import Rules
from moolab.codes.scorer import score
from moolab.codes.space import CodeSpace
from moolab.errors import ProgramFault
from moolab.machines.assembler import Assembly
from moolab.machines.check.report import Counterexample, Passed, Watch, Wrong, unwatched
from moolab.machines.processor import Core, Processor, signed
from moolab.support.text import count_noun

LIMIT = 1_000_000
"""Instructions after which one of many calls is taken for an endless loop."""


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
    stack and its own code have to be what they were; what it leaves below the stack pointer, the
    next call finds there. Guesses and secrets are codes of 1 to 8 decimal digits, all of the same
    length; each guess meets each secret.

    Raises:
        Wrong: at the first pair that goes wrong.
    """
    digits = len(guesses[0])
    rules = Rules.parse(f"mm{digits}x10")
    codes = CodeSpace(rules).pack(secrets)
    flaws: list[str] = []
    routine = Processor(core, assembly, (0, 0, 0)).calling(LIMIT, flaws.extend)
    # Packed decimal reads the same in hexadecimal.
    numbers = [signed(int(secret, 16)) for secret in secrets]
    instructions = cycles = 0
    for done, guess in enumerate(guesses):
        watch(done, len(guesses))
        asked, replies = signed(int(guess, 16)), score(rules, guess, codes).tolist()
        for secret, number, expected in zip(secrets, numbers, replies, strict=True):
            try:
                value, executed, taken = routine(digits, asked, number)
            except ProgramFault as fault:
                flaws.append(str(fault))
            if flaws or value != expected:
                got = "; ".join(flaws) or f"{value & 0xFFFF_FFFF:02x}"
                raise Wrong(Counterexample(guess, secret, f"{expected:02x}", got))
            instructions += executed
            cycles += taken
    count = len(guesses) * len(secrets)
    work = {"instructions": instructions / count, "cycles": cycles / count}
    return Passed(count_noun(digits, "digit"), count, work)
