from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Annotated, Literal

from moolab.errors import InvalidMove
from moolab.games.game import Game, GameView, Said
from moolab.games.setup import Option, check


@dataclass(frozen=True, kw_only=True)
class Setup:
    heaps: Annotated[int, Option("How many heaps: of 1, 2, 3 sticks.", least=2, most=9)] = 4

    def __post_init__(self):
        check(self)


@dataclass(frozen=True)
class State:
    setup: Setup
    heaps: tuple[int, ...]
    moves: tuple[str, ...] = ()

    @property
    def outcome(self):
        return None if any(self.heaps) else "won" if len(self.moves) % 2 else "lost"

    @property
    def phase(self):
        return "over" if self.outcome else "mine" if len(self.moves) % 2 else "yours"


class NimView(GameView):
    """A game of Nim."""

    schema: Literal["moolab/nim/1"] = "moolab/nim/1"
    heaps: tuple[int, ...]
    """How many sticks are left on each heap."""
    last: str | None
    """The last move; null if there is none."""
    outcome: Literal["won", "lost"] | None
    """How the game has ended; null until it is over."""


class Nim(Game[Setup, State]):
    name, command, setup, phases = "nim", "nim", Setup, ("yours", "mine", "over")

    def title(self, setup):
        return f"Nim, {setup.heaps} heaps"

    def begin(self, setup):
        return State(setup, tuple(range(1, setup.heaps + 1)))

    def expected(self, state, seat):
        return {
            str(number): [str(sticks) for sticks in range(1, size + 1)]
            for number, size in enumerate(state.heaps, 1)
        }

    def apply(self, state, seat, move):
        heap, _, sticks = move.strip().partition(" ")
        if sticks not in self.expected(state, seat).get(heap, ()):
            raise InvalidMove("type the number of a heap, and how many sticks you take of it")
        heaps = list(state.heaps)
        heaps[int(heap) - 1] -= int(sticks)
        return State(state.setup, tuple(heaps), (*state.moves, f"{heap} {sticks}"))

    def auto_move(self, state):
        return best(state.heaps) if state.phase == "mine" else None

    def outcome(self, state, seat):
        return state.outcome

    def view(self, state, seat):
        return NimView(
            version=len(state.moves),
            phase=state.phase,
            heaps=state.heaps,
            last=state.moves[-1] if state.moves else None,
            outcome=state.outcome,
        )

    def ask(self, state, seat, question):
        if question != "hint" or state.phase == "over":
            raise InvalidMove("there is no answer to that")
        return Said(said=f"I would play {best(state.heaps)}.")


def best(heaps):
    """The move that leaves a nim-sum of zero; where there is none, one stick of a largest heap."""
    total = reduce(xor, heaps)
    for number, size in enumerate(heaps, 1):
        if size ^ total < size:
            return f"{number} {size - (size ^ total)}"
    return f"{heaps.index(max(heaps)) + 1} 1"


GAME = Nim()
