"""Results go to stdout, messages to stderr."""

import json
from contextlib import suppress

import click


def echo_json(value: object) -> None:
    """Print a result as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def echo_aside(message: str) -> None:
    """Print a message for a person on stderr; where nobody can read it, that is no error."""
    with suppress(OSError):
        click.echo(message, err=True)
