"""``moo cache clear``: compiled kernels deleted."""

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json
from moolab.support import kernel_cache
from moolab.support.text import count_noun
from moolab.views.kernels import CacheClearView

_MB = 1_000_000


@click.command("clear")
@json_option
def command(as_json: bool) -> None:
    """Delete compiled kernels; they are compiled again when needed."""
    files, size = kernel_cache.clear()
    if as_json:
        echo_json(CacheClearView(files=files, bytes=size))
    else:
        click.echo(f"{count_noun(files, 'file')} deleted, {size / _MB:.1f} MB")
