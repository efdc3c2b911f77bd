"""What the player may see of a game on several boards."""

from typing import Literal

from moolab.games.boards.boards import Boards, Phase
from moolab.games.game import GameView, Outcome
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views


class BoardView(View):
    """One of the boards."""

    turns: tuple[TurnView, ...]
    """Your guesses with their replies, up to the one that found the secret."""
    found: bool
    """Whether its secret is found."""
    candidates: int | None
    """How many codes can be its secret; null if there are too many to count."""
    secret: str | None
    """Its secret; null until it is found, or the game is over."""


class BoardsView(OfRules, GameView):
    """A game on several boards, as far as its player may see it."""

    schema: Literal["moolab/boards/1"] = "moolab/boards/1"
    phase: Phase
    """What is due; over at the end."""
    outcome: Outcome | None
    """How the game has ended; null until it is over."""
    seed: int | None
    """What chance was decided by; null until the game is over."""
    hard: bool
    """Whether each guess has to use what the replies of some board have shown."""
    guesses: int
    """How many guesses were made."""
    boards: tuple[BoardView, ...]
    """The boards, in order."""

    @classmethod
    def of(cls, state: Boards) -> "BoardsView":
        """A game as its player may see it."""
        over = state.phase == "over"
        rows = zip(state.histories, state.found, state.known, state.setup.secrets, strict=True)
        return cls(
            version=len(state.moves),
            rules=str(state.setup.rules),
            phase=state.phase,
            outcome=state.outcome,
            seed=state.setup.seed if over else None,
            hard=state.setup.hard,
            guesses=len(state.guesses),
            boards=tuple(
                BoardView(
                    turns=turn_views(history),
                    found=found,
                    candidates=known.count,
                    secret=secret if found or over else None,
                )
                for history, found, known, secret in rows
            ),
        )
