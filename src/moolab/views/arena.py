"""What came of a match in the arena."""

from collections.abc import Sequence
from typing import Literal

from moolab.arena.record import Record
from moolab.codes.rules import Rules
from moolab.views.base import Answer, OfRules, View
from moolab.views.turns import Totals


class ForfeitView(View):
    """A game that a player has forfeited."""

    game: int
    """The number of the game, from 1."""
    reason: str
    """Why, in a sentence."""


class DifferenceView(View):
    """How many more guesses a player needs than the first one, on the same secrets."""

    games: int
    """How many games both have finished."""
    mean: float
    """The mean of the differences; negative if this player needs fewer guesses."""
    low: float | None
    """Where the 95 % confidence interval of the mean begins; null if the games are too few."""
    high: float | None
    """Where the 95 % confidence interval of the mean ends; null if the games are too few."""


class PlayerView(Totals):
    """What a player has made of the secrets; the totals are of those that it found."""

    player: str
    """The name of the player."""
    forfeits: tuple[ForfeitView, ...]
    """The games that it forfeited."""
    difference: DifferenceView | None
    """The comparison with the first player; null for that player itself."""
    needed: tuple[int | None, ...]
    """How many guesses each game took; null for forfeited ones."""
    seconds_per_move: float | None
    """How long a move took on average; null if that was not wanted, or is not known."""

    @classmethod
    def of(cls, record: Record, first: Record, *, times: bool) -> "PlayerView":
        """A player's record, beside that of the first one."""
        compared = None if record is first else record.difference(first)
        return cls.showing(
            record,
            forfeits=tuple(ForfeitView(game=game, reason=why) for game, why in record.forfeits),
            total=sum(guesses * games for guesses, games in record.distribution.items()),
            difference=None if compared is None else DifferenceView.showing(compared),
            needed=tuple(game.guesses for game in record.games),
            seconds_per_move=record.seconds_per_move if times else None,
        )


class ArenaView(OfRules, Answer):
    """What players have made of the same secrets."""

    schema: Literal["moolab/arena/1"] = "moolab/arena/1"
    seed: int
    """The seed that has decided the secrets."""
    games: int
    """How many games each player has played."""
    interrupted: bool
    """Whether there should have been more games."""
    codes: tuple[str, ...]
    """The secrets, in the order of the games."""
    players: tuple[PlayerView, ...]
    """The players, in the order in which they were named."""

    @classmethod
    def of(
        cls,
        rules: Rules,
        seed: int,
        secrets: Sequence[str],
        records: Sequence[Record],
        *,
        interrupted: bool = False,
        times: bool = True,
    ) -> "ArenaView":
        """The secrets, and what each player has made of them, compared with the first player.

        Args:
            secrets: as many as the records have games.
            interrupted: whether there should have been more games.
            times: whether to say how long moves took, which no two runs agree on.

        >>> from moolab.arena.player import Game
        >>> records = [Record("Ann", (Game(5),)), Record("Bob", (Game(None, "no guess"),))]
        >>> view = ArenaView.of(Rules.parse("ab4x10"), 7, ["0123"], records, times=False)
        >>> view.players[1].forfeits, view.players[1].needed
        ((ForfeitView(game=1, reason='no guess'),), (None,))
        """
        return cls(
            rules=str(rules),
            seed=seed,
            games=len(secrets),
            interrupted=interrupted,
            codes=tuple(secrets),
            players=tuple(PlayerView.of(each, records[0], times=times) for each in records),
        )
