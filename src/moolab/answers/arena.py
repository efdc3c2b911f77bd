"""What came of a match in the arena."""

from collections.abc import Sequence
from typing import Any

from moolab.arena.record import Record
from moolab.codes.rules import Rules


def arena_fields(
    rules: Rules,
    seed: int,
    secrets: Sequence[str],
    records: Sequence[Record],
    *,
    interrupted: bool = False,
    times: bool = True,
) -> dict[str, Any]:
    """The secrets, and what each player has made of them, compared with the first player.

    Args:
        secrets: as many as the records have games.
        interrupted: whether there should have been more games.
        times: whether to say how long moves took, which no two runs agree on.

    >>> from moolab.arena.player import Game
    >>> records = [Record("Ann", (Game(5),)), Record("Bob", (Game(None, "no guess"),))]
    >>> fields = arena_fields(Rules.parse("ab4x10"), 7, ["0123"], records, times=False)
    >>> fields["players"][1]["forfeits"], fields["players"][1]["guesses"]
    ([{'game': 1, 'reason': 'no guess'}], [None])
    """
    return {
        "rules": str(rules),
        "seed": seed,
        "games": len(secrets),
        "interrupted": interrupted,
        "secrets": list(secrets),
        "players": [_player_fields(record, records[0], times=times) for record in records],
    }


def _player_fields(record: Record, first: Record, *, times: bool) -> dict[str, Any]:
    compared = None if record is first else record.difference(first)
    fields = {
        "player": record.player,
        "forfeits": [{"game": game, "reason": reason} for game, reason in record.forfeits],
        "mean": record.mean,
        "max": record.max,
        "histogram": record.histogram,
        "difference": compared and compared._asdict(),
        "guesses": [game.guesses for game in record.games],
    }
    return {**fields, "seconds_per_move": record.seconds_per_move} if times else fields
