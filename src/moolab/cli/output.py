"""Results go to stdout, messages to stderr."""

import json
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

import click

_BATCH = 1 << 12


def echo_json(value: object) -> None:
    """Print a result as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def echo_pieces(pieces: Iterable[str]) -> None:
    """Print a long text that comes in pieces, some thousands at a time."""
    rest = iter(pieces)
    while batch := list(islice(rest, _BATCH)):
        click.echo("".join(batch), nl=False)


def echo_aside(message: str) -> None:
    """Print a message for a person on stderr; where nobody can read it, that is no error."""
    with suppress(OSError):
        click.echo(message, err=True)
