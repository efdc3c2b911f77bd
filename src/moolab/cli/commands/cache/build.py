"""``moo cache build``: kernels compiled before they are needed."""

import click

from moolab.cli.commands.cache.info import echo_cache
from moolab.cli.numbers import IntegerType
from moolab.cli.options import json_option
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.preparation import common
from moolab.support import kernel_cache


@click.command("build")
@click.option("--processes", type=IntegerType(1, 256), metavar="N",
              help="How many compile at a time; as many as there are processors unless "
              "given.")  # fmt: skip
@json_option
def command(processes: int | None, as_json: bool) -> None:
    """Compile the kernels of common games beforehand.

    This covers games of 3 to 6 places, best play, and what annexes need. It takes minutes, once
    for each machine: useful for a container image or a classroom.
    """
    prepare_kernels("common games", *common(), processes=processes)
    if missing := [job for job in common() if not job.is_done]:
        reason = "" if kernel_cache.folder_to_write() else f": {kernel_cache.why_none()}"
        raise OSError(f"kernels for {missing[0].subject} are not kept{reason}")
    echo_cache(as_json=as_json)
