"""``moo cache``: compiled kernels, which are kept on disk."""

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.options import is_given, json_option
from moolab.cli.terminal.output import echo_json, echo_text
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.preparation import common
from moolab.support import kernel_cache
from moolab.support.text import count_noun
from moolab.views.kernels import CacheClearView, CacheView

_MB = 1_000_000


@click.command("cache")
@click.argument("what", type=click.Choice(["build", "info", "clear"]))
@click.option("--processes", type=IntegerType(1, 256), metavar="N",
              help="How many compile at a time (default: as many as there are "
              "processors).")  # fmt: skip
@json_option
def command(what: str, processes: int | None, as_json: bool) -> None:
    """Prepare, list and delete compiled kernels.

    Kernels, which compare many codes, are compiled at their first use, which takes some seconds,
    and kept in a folder; NUMBA_CACHE_DIR names another one.

    build compiles those of games of 3 to 6 places, of best play, and what annexes need. It takes
    minutes, once for each machine: useful for a container image or a classroom. info shows where
    they are, which they are, and their size. clear deletes them; they are compiled again when
    needed.
    """
    if what != "build" and is_given("processes"):
        raise click.UsageError("--processes goes with moo cache build.")
    if what == "clear":
        files, size = kernel_cache.clear()
        if as_json:
            echo_json(CacheClearView(files=files, bytes=size))
        else:
            echo_text(f"{count_noun(files, 'file')} deleted, {size / _MB:.1f} MB")
        return
    if what == "build":
        prepare_kernels("common games", *common(), processes=processes)
        if missing := [job for job in common() if not job.is_done]:
            reason = "" if kernel_cache.folder_to_write() else f": {kernel_cache.why_none()}"
            raise OSError(f"kernels for {missing[0].subject} are not kept{reason}")
    view = CacheView.now()
    if as_json:
        echo_json(view)
        return
    echo_text(f"folder   {view.folder or f'none: {kernel_cache.why_none()}'}")
    echo_text(f"key      {view.key}")
    echo_text(f"kernels  {count_noun(view.files, 'file')}, {view.bytes / _MB:.1f} MB")
    for job in view.jobs:
        echo_text(f"{job.kept:>3} of {job.kernels:>2} for {job.subject}")
