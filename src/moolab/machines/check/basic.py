"""The pocket BASIC as a code-maker."""

import re
from random import Random

from moolab.errors import ProgramFault
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program

_NUMBER = re.compile(r"\d+")
_MOST_STEPS = 1_000_000
_MOST_PAUSES = 20


class BasicMaker:
    """A BASIC program that asks for guesses, and prints bulls and cows as two numbers.

    What it prints between a guess and the next question is its reply; PAUSE is answered with
    ENTER. Every game is a run of its own.
    """

    def __init__(self, source: str, seed: int = 0) -> None:
        self._program = Program(source)
        self._random = Random(seed)
        self._basic = Basic(self._program, 0)
        self._before = 0
        self._won = False

    @property
    def steps(self) -> int:
        """Statements that were carried out."""
        return self._before + self._basic.steps

    @property
    def over(self) -> bool:
        """Whether the code was found, or the program has ended."""
        return self._won or (self._basic.stopped is not None and not self._basic.waits)

    def begin(self) -> None:
        """Run the program to its first question."""
        self._before = self.steps
        self._basic = Basic(self._program, self._random.randrange(1 << 32))
        self._won = False
        self._listen()

    def answer(self, guess: str) -> str:
        """The first two numbers in what it prints, or all of that if there are none."""
        try:
            self._basic.enter(guess)
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
            self._basic.run(_MOST_STEPS)
            said += self._basic.read()
            if not self._basic.pauses:
                return said
            self._basic.enter("")
        raise ProgramFault("the program pauses again and again, and never asks for a guess")
