"""Players in any language: programs that read lines and print guesses."""

import time

from moolab.arena.player import Player
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.errors import ProgramFault
from moolab.support.process import Program

MOST_FAULTS = 3
"""A program that fails in this many games in a row is not started again."""


class ByProgram(Player):
    """Guesses what a program says.

    The program reads ``new ab4x10`` at the beginning of a game, and then the reply to each of its
    guesses that is not the secret, such as ``02``; to each line it answers with a guess. When its
    input ends, all games are over.

    After a game in which it failed it is started anew.

    Args:
        command: starts it, as one would type it; no shell is involved.
        patience: seconds to wait for a guess.

    Raises:
        ProgramFault: if it cannot be started.
    """

    def __init__(self, name: str, command: str, rules: Rules, patience: float) -> None:
        super().__init__(name)
        self._command = command
        self._rules = rules
        self._patience = patience
        self._faults = 0
        self._program: Program | None = Program(command, patience)

    def begin(self) -> None:
        if self._faults >= MOST_FAULTS:
            raise ProgramFault(f"not started again: it failed in {MOST_FAULTS} games running")
        self._program = self._program or Program(self._command, self._patience)
        self._program.send(f"new {self._rules}\n")

    def guess(self, history: History) -> tuple[str, float]:
        assert self._program is not None, "the game has begun"
        began = time.perf_counter()
        if history:
            self._program.send(f"{history[-1].reply}\n")
        guess = self._program.answer()
        seconds = time.perf_counter() - began
        return self._rules.code(guess), seconds

    def end(self) -> None:
        self._faults = 0
        super().end()

    def fail(self) -> None:
        self.warm = False
        self._faults += 1
        self.close()

    def leave(self) -> None:
        if self._program is not None:
            self._program.finish()

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None
