"""Games as files: the setup and the move texts, written so that a crash loses nothing."""

from pathlib import Path
from typing import Any

from moolab.errors import InvalidGame, MoolabError
from moolab.support.gamefile import GameFormat, read_game, write_game
from moolab.trilobite.board import Shape
from moolab.trilobite.game import Match, Setup, replay

FORMAT = GameFormat(
    "moolab-trilobite",
    1,
    {
        "size": (str,),
        "win": (int,),
        "first": (str,),
        "level": (str,),
        "seconds": (int, float),
        "seed": (int,),
        "moves": (list,),
    },
)


def to_json(match: Match) -> str:
    """The text of a saved game; ``from_json`` and this are a pair.

    >>> from moolab.trilobite.game import begin
    >>> match = begin(Setup(Shape(), first="human", level="perfect", seconds=5, seed=1))
    >>> from_json(to_json(match)) == match
    True
    """
    return FORMAT.text({**setup_fields(match.setup), "moves": match.moves})


def setup_fields(setup: Setup) -> dict[str, Any]:
    """What was settled before the first move, by name."""
    return {
        "size": str(setup.shape),
        "win": setup.shape.win,
        "first": setup.first,
        "level": setup.level,
        "seconds": setup.seconds,
        "seed": setup.seed,
    }


def from_json(text: str) -> Match:
    """The game that a text holds, replayed move by move.

    Raises:
        InvalidGame: if it is no saved game, is damaged, or holds a move that is not possible.
    """
    fields = FORMAT.parse(text)
    if not all(isinstance(move, str) for move in fields["moves"]):
        raise InvalidGame("the saved game is damaged: its moves are malformed")
    try:
        setup = Setup(
            Shape.parse(fields["size"], fields["win"]),
            first=fields["first"],
            level=fields["level"],
            seconds=fields["seconds"],
            seed=fields["seed"],
        )
        return replay(setup, tuple(fields["moves"]))
    except MoolabError as error:
        raise InvalidGame(f"the saved game is damaged: {error}") from error


def save(match: Match, path: Path) -> None:
    """Write a game to a file, completely or not at all.

    Raises:
        OSError: if the file cannot be written.
    """
    write_game(to_json(match), path)


def load(path: Path) -> Match:
    """Read a game from a file.

    Raises:
        InvalidGame: if it holds no saved game, or a damaged one.
        OSError: if it cannot be read.
    """
    return read_game(path, from_json)
