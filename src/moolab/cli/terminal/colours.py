"""Whether what is printed has colours."""

import os
from typing import IO

import click

CHOICES = {"auto": None, "always": True, "never": False}
"""What --color takes."""


def chosen(color: str = "auto") -> bool | None:
    """What the user wants: an option, or else NO_COLOR or FORCE_COLOR; None if nothing is said.

    See https://no-color.org and https://force-color.org.
    """
    if CHOICES[color] is not None:
        return CHOICES[color]
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def may_colour(stream: IO[str]) -> bool:
    """Whether a stream takes colours."""
    context = click.get_current_context(silent=True)
    wanted = chosen() if context is None or context.color is None else context.color
    return (
        stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" if wanted is None else wanted
    )
