"""``moo schema``: what the answers of the commands look like."""

import json

import click

from moolab.cli.terminal.output import needs_extra
from moolab.cli.terminal.status import waiting
from moolab.support.text import quote


@click.command("schema")
@click.argument("words", nargs=-1, metavar="[COMMAND]")
def command(words: tuple[str, ...]) -> None:
    """Print the JSON Schema of a command's answer.

    Describes what COMMAND prints with --json, for example moo schema tree show (default: all
    commands). It needs the extra web: pip install 'moolab[web]'.
    """
    with needs_extra("web"), waiting("reading what answers look like"):
        from moolab.schemas import ANSWERS, schema_of, schemas
    name = "-".join(words)
    if name and name not in ANSWERS:
        raise click.UsageError(
            f"{quote(' '.join(words))} has no schema; there are {', '.join(ANSWERS)}."
        )
    with waiting("writing schemas"):
        schema = schema_of(ANSWERS[name]) if name else schemas()
    click.echo(json.dumps(schema, indent=2, ensure_ascii=False))
