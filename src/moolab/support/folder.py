"""Where moolab keeps what belongs to the user."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_file(name: str) -> Path:
    """The path of a file in the user's data folder for moolab; neither need exist."""
    return user_data_path("moolab", appauthor=False) / name


def make_folder(path: Path) -> None:
    """Make a folder into which only the user can look, unless there is one."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file that only the user can read.

    Raises:
        FileExistsError: if there is one.
        OSError: if it cannot be made.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
