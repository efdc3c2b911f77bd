"""What players have done in the arena, added up and compared."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from moolab.arena.player import Game
from moolab.support.markup import Records, histogram
from moolab.support.text import count_noun

FEWEST_GAMES = 30
"""So many games have to be compared before an interval is given."""

_NORMAL = 1.959963984540054
"""The 0.975 quantile of the standard normal distribution."""


class Difference(NamedTuple):
    """How many more guesses a player needs than another, on the same secrets.

    Args:
        games: how many games both have finished.
        mean: of the differences; negative if the player needs fewer.
        low: where the 95 % confidence interval of the mean begins; None for fewer games than
            ``FEWEST_GAMES``.
    """

    games: int
    mean: float
    low: float | None
    high: float | None

    def __repr__(self) -> str:
        sure = "" if self.low is None else f", 95 % interval {self.low:.3f} to {self.high:.3f}"
        return f"<difference over {count_noun(self.games, 'game')}: {self.mean:.3f}{sure}>"

    def _repr_html_(self) -> str:
        return Records([self])._repr_html_()


@dataclass(frozen=True, repr=False)
class Record:
    """All games of a player, in their order; forfeited ones count in ``forfeits`` only.

    >>> Record("Ann", (Game(5), Game(6), Game(None, "no guess for 10 seconds")))
    <Record of Ann: 3 games, 5.500 guesses on average, at most 6, 1 forfeited: no guess ...>
    """

    player: str
    games: tuple[Game, ...]

    def __repr__(self) -> str:
        said = [count_noun(len(self.games), "game")]
        if self.mean is not None:
            said += [f"{self.mean:.3f} guesses on average", f"at most {self.max}"]
        if self.forfeits:
            said.append(f"{len(self.forfeits):,} forfeited: {self.forfeits[0][1]}")
        return f"<Record of {self.player}: {', '.join(said)}>"

    def _repr_html_(self) -> str:
        return histogram(self.distribution, repr(self).strip("<>"), "games")

    def _row(self) -> dict[str, object]:
        """What a notebook shows of it in a line."""
        forfeits = len(self.forfeits), *(reason for _, reason in self.forfeits[:1])
        said = len(self.games), self.mean, self.max, " games: ".join(map(str, forfeits))
        return dict(zip(("games", "guesses", "at most", "forfeited"), said, strict=True))

    @property
    def forfeits(self) -> list[tuple[int, str]]:
        """The numbers of the games that were forfeited, from 1 on, and why."""
        return [(n, game.forfeit) for n, game in enumerate(self.games, 1) if game.forfeit]

    @property
    def distribution(self) -> dict[int, int]:
        """For each number of guesses, in how many games they were needed."""
        return dict(sorted(Counter(self._guesses()).items()))

    @property
    def mean(self) -> float | None:
        """Guesses on average; None if there are no finished games."""
        needed = list(self._guesses())
        return sum(needed) / len(needed) if needed else None

    @property
    def max(self) -> int | None:
        """The most guesses that a game took."""
        return max(self._guesses(), default=None)

    @property
    def seconds_per_move(self) -> float | None:
        """What a guess took on average; None if no game tells that."""
        timed = [(g.seconds, g.guesses) for g in self.games if g.seconds is not None and g.guesses]
        moves = sum(guesses for _, guesses in timed)
        return sum(seconds for seconds, _ in timed) / moves if moves else None

    def difference(self, first: "Record") -> Difference | None:
        """How this player compares with another; None if they have finished no game both.

        With n differences d, their mean m and their variance s² = sum (d - m)² / (n - 1), the
        interval is m ± 1.96 s / sqrt n, as for any mean by the central limit theorem.

        >>> games = [Record(name, tuple(map(Game, guesses * 10)))
        ...          for name, guesses in [("Ann", [5, 6, 5]), ("Bob", [5, 5, 6])]]
        >>> games[1].difference(games[0])
        <difference over 30 games: 0.000, 95 % interval -0.297 to 0.297>
        """
        pairs = zip(self.games, first.games, strict=True)
        differences = [
            own.guesses - other.guesses for own, other in pairs if own.guesses and other.guesses
        ]
        n, total = len(differences), sum(differences)
        if not n:
            return None
        mean = total / n
        if n < FEWEST_GAMES:
            return Difference(n, mean, None, None)
        # n (n - 1) s², without rounding.
        spread = n * sum(d * d for d in differences) - total * total
        half = _NORMAL * math.sqrt(spread / (n - 1)) / n
        return Difference(n, mean, mean - half, mean + half)

    def _guesses(self) -> Iterator[int]:
        return (game.guesses for game in self.games if game.guesses is not None)
