"""``moo cache``: compiled kernels, which are kept on disk."""

import click

from moolab.cli.groups import Commands

COMMANDS = {
    "build": "Compile what common games need, before it is needed.",
    "info": "Say where compiled kernels are, how large, and which.",
    "clear": "Delete them; what is needed is compiled again.",
}
"""Each command lives in the module of its name, with its first line of help."""


@click.command("cache", cls=Commands, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Prepare, list and delete compiled kernels.

    Kernels, which compare many codes, are compiled at their first use, which takes some seconds,
    and kept in a folder; NUMBA_CACHE_DIR names another one.
    """
