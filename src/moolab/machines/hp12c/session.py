"""The calculator, led by commands."""

from contextlib import suppress
from functools import partial

from moolab.errors import InvalidCommand, MoolabError
from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.keys import FACES, presses
from moolab.machines.hp12c.maker import said_of_keys, setup_keys
from moolab.machines.session import AT_HOME, Command, Limits, Result, Session


class CalculatorSession(Session):
    """The calculator, which is pressed keys."""

    machine: Calculator

    def __init__(self, machine: Calculator, limits: Limits = AT_HOME) -> None:
        super().__init__(machine, limits)
        self.extras = {
            "keys": Command(self._hold, "KEYS", "press keys; R/S starts the program"),
            "press": Command(self._press, "KEYS", "press keys, and run what they start"),
        }

    def details(self) -> dict[str, object]:
        machine = self.machine
        lit = tuple(name for name, on in machine.annunciators.items() if on)
        return {"display": machine.display, "pending": machine.pending, "annunciators": lit}

    def _hold(self, keys: str) -> Result:
        press = partial(self.machine.press, keys, max_work=self.limits.steps, hold=True)
        self.debugger.act(press)
        return Result()

    def _press(self, keys: str) -> Result:
        machine, end = self.machine, self.work_limit
        codes = list(presses(keys))
        if not codes:
            raise InvalidCommand("press is followed by the names of keys")
        for at, code in enumerate(codes, start=1):
            self.debugger.act(partial(machine.press, FACES[code], hold=True))
            result = Result() if machine.stopped else self.resume(end)
            if machine.stopped is None or self.debugger.work >= end:
                rest = " ".join(FACES[code] for code in codes[at:])
                why = "this takes too long" if machine.stopped else "the program has not stopped"
                return result._replace(fault=f"{why}, so {rest} was not pressed" if rest else None)
        return Result()


def calculator(
    program: str = "", limits: Limits = AT_HOME, seed: int | None = None
) -> CalculatorSession:
    r"""The calculator with a program.

    Args:
        program: its listing; without one, its memory is empty.
        limits: what the session may take.
        seed: begins the game of the program, if the comment ``setup:`` names the keys for that, and
            decides its code; without a seed, nothing has been pressed yet.

    Raises:
        InvalidProgram: if the listing cannot be read.

    >>> from moolab import Machine
    >>> Machine("hp12c").do("press 2 ENTER 3 y^x")
    '8.00'
    >>> calculator("; setup: 5 STO 0\nRCL 0", seed=1).machine.display
    '5.00'
    """
    machine = Calculator(program) if program else Calculator()
    if seed is not None and "setup" in said_of_keys(program):
        begun = Calculator(program)
        # What the comment says can be words, or lead to no end.
        with suppress(MoolabError):
            begun.press(setup_keys(program, seed), max_work=limits.steps)
            machine = begun
    return CalculatorSession(machine, limits)
