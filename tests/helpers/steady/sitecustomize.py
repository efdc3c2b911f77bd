"""What a game draws is the same in every run, in all processes that tests start.

A code that a test guesses would otherwise be the secret once in a few thousand runs. In races and
on days it follows from a key, which is drawn in the same way. Python imports this file by its
name; ``conftest.py`` puts the folder on the path.
"""

import random
import secrets


class Steady(random.Random):
    """Stands for the system's random source."""

    def __init__(self) -> None:
        super().__init__("moolab")


secrets.SystemRandom = Steady  # type: ignore[assignment,misc]
