"""What a player of the arena is, and one game of it."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS, History, Turn
from moolab.support.extensions import for_user


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
