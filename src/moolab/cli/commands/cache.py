"""``moo cache``: compiled kernels, which are kept on disk."""

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.preparation import common
from moolab.support import kernel_cache
from moolab.support.text import count_noun
from moolab.views.kernels import CacheClearView, CacheView

_MB = 1_000_000


@click.group("cache")
def command() -> None:
    """Prepare, list and delete compiled kernels.

    Kernels, which compare many codes, are compiled at their first use, which takes some seconds,
    and kept in a folder; NUMBA_CACHE_DIR names another one.
    """


@command.command("build")
@click.option("--processes", type=IntegerType(1, 256), metavar="N",
              help="How many compile at a time; as many as there are processors unless "
              "given.")  # fmt: skip
@json_option
def build(processes: int | None, as_json: bool) -> None:
    """Compile the kernels of common games beforehand.

    This covers games of 3 to 6 places, best play, and what annexes need. It takes
    minutes, once for each machine: useful for a container image or a classroom.
    """
    prepare_kernels("common games", *common(), processes=processes)
    if missing := [job for job in common() if not job.is_done]:
        reason = "" if kernel_cache.folder_to_write() else f": {kernel_cache.why_none()}"
        raise OSError(f"kernels for {missing[0].subject} are not kept{reason}")
    _echo_cache(as_json=as_json)


@command.command("info")
@json_option
def info(as_json: bool) -> None:
    """Show where compiled kernels are, which they are, and their size."""
    _echo_cache(as_json=as_json)


@command.command("clear")
@json_option
def clear(as_json: bool) -> None:
    """Delete compiled kernels; they are compiled again when needed."""
    files, size = kernel_cache.clear()
    if as_json:
        echo_json(CacheClearView(files=files, bytes=size))
    else:
        echo_text(f"{count_noun(files, 'file')} deleted, {size / _MB:.1f} MB")


def _echo_cache(*, as_json: bool) -> None:
    view = CacheView.now()
    if as_json:
        echo_json(view)
        return
    echo_text(f"folder   {view.folder or f'none: {kernel_cache.why_none()}'}")
    echo_text(f"key      {view.key}")
    echo_text(f"kernels  {count_noun(view.files, 'file')}, {view.bytes / _MB:.1f} MB")
    for job in view.jobs:
        echo_text(f"{job.kept:>3} of {job.kernels:>2} for {job.subject}")
