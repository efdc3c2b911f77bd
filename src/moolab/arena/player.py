"""What a player of the arena is, one game of it, and all that play: strategies, trees, programs."""

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from random import Random
from typing import NamedTuple

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import MAX_TURNS, History, Turn
from moolab.errors import ProgramFault
from moolab.strategies import Strategy
from moolab.support.extensions import for_user
from moolab.support.process import Program


class Game(NamedTuple):
    """How a game ended.

    Args:
        guesses: how many the player needed, the right one included; None if it forfeited the game.
        forfeit: why it did; None if it did not.
        seconds: what all its guesses took; None where that would tell nothing of the next game.
    """

    guesses: int | None
    forfeit: str | None = None
    seconds: float | None = None


class Player(ABC):
    """A code-breaker, game after game.

    Args:
        name: what the player is called, unlike all others.
    """

    warm = False
    """Whether it has played to the end before: in a first game programs start, kernels are loaded,
    and tables made."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self) -> None:  # noqa: B027 - some are always ready
        """Get ready for the next game.

        Raises:
            MoolabError: if the player cannot.
        """

    @abstractmethod
    def guess(self, history: History) -> tuple[str, float]:
        """The next guess of this game, and the seconds that it takes to find.

        Raises:
            MoolabError: if the player has none.
        """

    def end(self) -> None:
        """Leave a game that has come to its end."""
        self.warm = True

    def fail(self) -> None:  # noqa: B027 - most go on as if nothing had happened
        """Leave a game in which the player had no guess."""

    def leave(self) -> None:  # noqa: B027 - most have nothing to do after the last game
        """Leave the arena: all games are played; ``close`` follows when all players were told."""

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Give back at once whatever the player holds."""

    def play(self, rules: Rules, secret: str) -> Game:
        """Look for a secret; whatever goes wrong costs this game, and no other."""
        seconds = 0.0
        history: History = ()
        try:
            self.begin()
            while not history or (history[-1].guess != secret and len(history) < MAX_TURNS):
                guess, spent = self.guess(history)
                seconds += spent
                history = (*history, Turn(guess, rules.reply_rule(guess, secret)))
        except Exception as error:
            if (reason := for_user(error)) is None:
                raise
            self.fail()
            return Game(None, str(reason))
        was_warm, found = self.warm, history[-1].guess == secret
        self.end()
        if not found:
            return Game(None, f"not found with {MAX_TURNS} guesses")
        return Game(len(history), None, seconds if was_warm else None)


class _Position(NamedTuple):
    """What is known after a history, what is guessed there, and how long that took to find."""

    known: Candidates
    guess: str
    seconds: float


class ByStrategy(Player):
    """Guesses by a strategy.

    Where it comes to a position again, the guess is remembered, but counts with the time that it
    took. So the time of a game is that of a player who remembers no other game.

    Args:
        seed: decides, with the player's name, what is left to chance in each game.
    """

    def __init__(self, name: str, strategy: Strategy, seed: int) -> None:
        super().__init__(name)
        self._strategy = strategy
        self._chance = Random(f"arena {seed} {name}")
        self._positions: dict[History, _Position] = {}

    def begin(self) -> None:
        if self._strategy.chance:
            self._strategy = replace(self._strategy, seed=self._chance.getrandbits(32))
            self._positions.clear()

    def guess(self, history: History) -> tuple[str, float]:
        if history not in self._positions:
            self._positions[history] = self._work_out(history)
        position = self._positions[history]
        return position.guess, position.seconds

    def end(self) -> None:
        if not self.warm:
            # What took long because kernels were loaded must not be counted again.
            self._positions.clear()
        super().end()

    def _work_out(self, history: History) -> _Position:
        began = time.perf_counter()
        if history:
            known = self._positions[history[:-1]].known.after(history[-1])
        else:
            known = candidates(self._strategy.rules)
        guess = self._strategy.guess(known)
        return _Position(known, guess, time.perf_counter() - began)


MOST_FAULTS = 3
"""A program that fails in this many games in a row is not started again."""


class ByProgram(Player):
    """Guesses what a program says.

    The program reads ``new ab4x10`` at the beginning of a game, and then the reply to each wrong
    guess, such as ``02``. It answers each line with a guess. The end of its input ends all games.

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
