"""``moo schema``: what the answers of the commands look like."""

import json

import click

from moolab.cli.terminal.status import waiting
from moolab.support.text import quote


@click.command("schema")
@click.argument("words", nargs=-1, metavar="[COMMAND]")
def command(words: tuple[str, ...]) -> None:
    """Print the JSON Schema of a command's answer.

    Describes what COMMAND prints with --json, for example moo schema tree verify (default: all
    commands).
    """
    try:
        with waiting("reading what answers look like"):
            from moolab.schemas import ANSWERS, schema_of, schemas
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"this needs the extra web ({error.name} is missing): pip install 'moolab[web]'. "
            "The schemas are in the documentation, too."
        ) from error
    name = "-".join(words)
    if name and name not in ANSWERS:
        raise click.UsageError(
            f"{quote(' '.join(words))} has no schema; there are {', '.join(ANSWERS)}."
        )
    with waiting("writing schemas"):
        schema = schema_of(ANSWERS[name]) if name else schemas()
    click.echo(json.dumps(schema, indent=2, ensure_ascii=False))
