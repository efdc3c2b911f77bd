"""Games as files."""

from pathlib import Path
from typing import Any

from moolab.games.game import Game, State
from moolab.games.saves import Saved, write_game


def save(game: Game[Any, Any], state: State, path: Path) -> None:
    """Write a game to a file."""
    write_game(str(Saved.of(game.name, state)), path)
