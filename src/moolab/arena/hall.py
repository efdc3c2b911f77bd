"""The hall of the house: what the strategies of moolab need, known without playing."""

from typing import NamedTuple


class Standing(NamedTuple):
    """What a code-breaker needs for all secrets of a game.

    Attributes:
        secrets: how many there are.
        total: guesses for all of them together.
    """

    player: str
    secrets: int
    total: int
    max: int

    @property
    def mean(self) -> float:
        """Guesses needed on average."""
        return self.total / self.secrets


HALL = {
    rules: tuple(Standing(player, secrets, total, most) for player, total, most in found)
    for rules, secrets, found in (
        (
            "ab4x10",
            5040,
            (
                ("minotaur", 26274, 7),
                ("entropy", 26407, 8),
                ("expected", 26541, 7),
                ("parts", 26573, 8),
                ("minimax", 26926, 7),
                ("emms", 26931, 8),
            ),
        ),
        (
            "mm4x6",
            1296,
            (
                ("minotaur", 5625, 6),
                ("parts", 5667, 6),
                ("expected", 5686, 6),
                ("emms", 5700, 6),
                ("entropy", 5719, 6),
                ("minimax", 5776, 5),
            ),
        ),
    )
}
"""By game: ``moo evaluate -r GAME -s STRATEGY`` counts the strategies, and ``moo verify`` the
trees of the minotaur."""
