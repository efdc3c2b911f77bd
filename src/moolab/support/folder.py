"""Where moolab keeps what belongs to the user."""

from pathlib import Path

from platformdirs import user_data_path


def data_file(name: str) -> Path:
    """The path of a file in the user's data folder for moolab; neither need exist."""
    return user_data_path("moolab", appauthor=False) / name
