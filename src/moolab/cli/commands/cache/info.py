"""``moo cache info``: where compiled kernels are, how large, and which."""

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json
from moolab.support import kernel_cache
from moolab.support.text import count_noun
from moolab.views.kernels import CacheView

_MB = 1_000_000


@click.command("info")
@json_option
def command(as_json: bool) -> None:
    """Show where compiled kernels are, which they are, and their size."""
    echo_cache(as_json=as_json)


def echo_cache(*, as_json: bool) -> None:
    """Print what is kept."""
    view = CacheView.now()
    if as_json:
        echo_json(view)
        return
    click.echo(f"folder   {view.folder or f'none: {kernel_cache.why_none()}'}")
    click.echo(f"key      {view.key}")
    click.echo(f"kernels  {count_noun(view.files, 'file')}, {view.bytes / _MB:.1f} MB")
    for job in view.jobs:
        click.echo(f"{job.kept:>3} of {job.kernels:>2} for {job.subject}")
