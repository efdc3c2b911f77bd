"""Players of the house: strategies, and trees that were written out."""

import time
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import NamedTuple

from moolab.arena.player import Player
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import History
from moolab.strategies import Strategy
from moolab.trees.paths import no_branch
from moolab.trees.steps import Step


class _Position(NamedTuple):
    """What is known after a history, what is guessed there, and how long that took to find."""

    known: Candidates
    guess: str
    seconds: float


class ByStrategy(Player):
    """Guesses by a strategy.

    Where it comes to a position again, the guess is not worked out again, but takes as long as it
    took: so the time of a game is that of a player who remembers no other game.

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


class ByTree(Player):
    """Guesses what a tree says, which is read once.

    Args:
        steps: the tree.

    Raises:
        InvalidTree: if its file is broken.
    """

    def __init__(self, name: str, rules: Rules, steps: Iterable[Step]) -> None:
        super().__init__(name)
        self._rules = rules
        self._guesses: dict[tuple[Reply, ...], str] = {}
        path: list[Reply] = []
        for step in steps:
            if step.reply is not None:
                path[step.depth - 1 :] = [step.reply]
            self._guesses[tuple(path)] = step.guess

    def guess(self, history: History) -> tuple[str, float]:
        began = time.perf_counter()
        guess = self._guesses.get(tuple(turn.reply for turn in history))
        if guess is None:
            raise no_branch(self._rules, history)
        return guess, time.perf_counter() - began
