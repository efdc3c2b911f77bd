"""The specification of a strategy: all that is settled about who guesses, but the game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StrategySpec:
    """Who guesses, and how.

    Args:
        name: a key of ``STRATEGIES``, or that of an extension; where a tree file may play, its
            path.
        seed: decides what is left to chance; the same seed, the same guesses.
        start: the first guess, instead of the strategy's own.
        consistent: whether to guess only what may be the secret.
        hard: whether guesses use all that replies have shown: the hard mode of the word game.
    """

    name: str
    seed: int = 0
    start: str | None = None
    consistent: bool = False
    hard: bool = False
