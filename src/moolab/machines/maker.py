"""Machines as code-makers, and what is asked by those that look for a code."""

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from moolab.errors import ProgramFault
from moolab.machines.debugger import Talker, pauses

_NUMBER = re.compile(r"\d+")
_MOST_STEPS = 1_000_000
_MOST_PAUSES = 20


class CodeMaker(Protocol):
    """A machine that makes a code and answers guesses."""

    def begin(self) -> None:
        """Start the first game, or another one."""

    def answer(self, guess: str) -> str:
        """What it says to a guess, as a reply is written, or in words why it says nothing."""

    @property
    def over(self) -> bool:
        """Whether it takes no more guesses in this game."""

    @property
    def steps(self) -> int:
        """What it has executed until now: program lines, or statements."""


class Asked(NamedTuple):
    """A machine that waits for a reply.

    Attributes:
        shown: what is on its display, or was printed last.
        steps: what it has run until then: program lines of a calculator, statements of BASIC,
            and of the uLisp programs instructions of the routine in machine code.
    """

    guess: str
    shown: str
    steps: int


class TalkingMaker:
    """A program that asks for guesses, and prints bulls and cows as two numbers.

    What it prints between a guess and the next question is its reply; where it waits for ENTER
    alone, that is pressed. Every game is a run of its own.

    Args:
        begin: a machine with the program, which a seed decides.
        seed: decides the seeds of the games.
    """

    def __init__(self, begin: Callable[[int], Talker], seed: int = 0) -> None:
        self._new = begin
        self._random = Random(seed)
        self._machine = begin(0)
        self._before = 0
        self._won = False

    @property
    def steps(self) -> int:
        """The work that was done."""
        return self._before + self._machine.work

    @property
    def over(self) -> bool:
        """Whether the code was found, or the program has ended."""
        return self._won or (self._machine.stopped is not None and not self._machine.waits)

    def begin(self) -> None:
        """Run the program to its first question."""
        self._before = self.steps
        self._machine = self._new(self._random.randrange(1 << 32))
        self._won = False
        self._listen()

    def answer(self, guess: str) -> str:
        """The first two numbers in what it prints, or all of that if there are none."""
        try:
            self._machine.enter(guess)
            said = self._listen()
        except ProgramFault as fault:
            return str(fault)
        numbers = _NUMBER.findall(said)[:2]
        self._won = numbers == [str(len(guess)), "0"]
        return " ".join(numbers) if len(numbers) == 2 else said.strip() or "nothing"

    def _listen(self) -> str:
        """What is printed until a guess is asked for."""
        said = ""
        for _ in range(_MOST_PAUSES):
            run_to_question(self._machine, _MOST_STEPS)
            said += self._machine.read()
            if not pauses(self._machine):
                return said
            self._machine.enter("")
        raise ProgramFault("the program pauses again and again, and never asks for a guess")


def run_to_question(machine: Talker, most: int) -> None:
    """Run a program until it waits or has ended; raises ProgramFault if it takes more work."""
    begin = machine.work
    while machine.stopped is None:
        if machine.work - begin >= most:
            raise endless(machine, most)
        machine.step()


def endless(machine: Talker, steps: int) -> ProgramFault:
    """What is said of a program that did not end."""
    if hasattr(machine, "endless"):
        fault: ProgramFault = machine.endless(steps)
        return fault
    return ProgramFault(
        f"{machine.program_counter}: after {steps:,} steps the program has neither ended nor asked "
        "for anything"
    )
