"""``moo trilobite certificate``: a proof of who wins an empty board."""

from pathlib import Path

import click

from moolab.cli.options import check_free, output_options
from moolab.cli.terminal.output import echo_aside
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.support.text import count_noun
from moolab.trilobite.board import STONES, Shape
from moolab.trilobite.commands.options import memory_option, shape_options
from moolab.trilobite.kernels import LEARNING_RULES, PLAYING_RULES, SOLVING


@click.command("certificate")
@shape_options
@click.option("--player", type=click.Choice(STONES, case_sensitive=False),
              help="Whose win or draw to prove (default: who wins; if none does, O).")  # fmt: skip
@memory_option
@output_options("Where to write it (default: SIZE.cert.gz); FILE.gz is compressed.")
def command(
    shape: Shape, player: str | None, memory: int, output: Path | None, force: bool
) -> None:
    """Prove who wins an empty board, in a file that anyone can check.

    X moves first. The file has rules by which one player wins, or at least draws, whatever the
    other does; moo verify plays them against everything, and searches for nothing. Small boards
    take seconds, 7x6 some twenty minutes.
    """
    output = output or Path(f"{shape}.cert.gz")
    check_free(output, force=force)
    prepare_kernels("trilobite", SOLVING, PLAYING_RULES, LEARNING_RULES)
    from moolab.trilobite.proof.certificate import write
    from moolab.trilobite.proof.find import certified
    from moolab.trilobite.solver.exact import Solver

    with StatusLine() as status:
        header, lists = certified(Solver(shape, memory), player, status.watching(_found))
    write(output, header, lists)
    rules = count_noun(len({*lists.values()}), "list")
    echo_aside(
        f"{output}: {header} ({count_noun(len(lists), 'position')}, {rules} of rules); "
        "moo verify checks it"
    )


def _found(positions: int) -> str:
    return f"certificate: {count_noun(positions, 'position')} settled"
