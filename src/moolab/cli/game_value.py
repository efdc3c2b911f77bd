"""``moo optimal --objective game``: what a game is worth where both sides mix."""

import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import click

from moolab.cli.terminal.output import answering, echo_aside
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.cli.totals import echo_source, provided
from moolab.codes.rules import Rules
from moolab.preparation import searching
from moolab.support.progress import Progress
from moolab.support.text import count_noun
from moolab.views.mixing import ValueView

GAME = "the average where code-maker and code-breaker both leave it to chance what they do"
"""What is found, in words."""


def show_value(
    rules: Rules, output: Path | None, status: StatusLine, *, as_json: bool, **options: Any
) -> None:
    """Find the value of a game, print it, and write what both sides do.

    Args:
        output: where to write it, if anywhere.
        options: as for ``moolab.mixing.value.find_value``.

    Raises:
        KeyboardInterrupt: on Ctrl-C, after what is known by then was printed and written.
    """
    from moolab.mixing.files import write_mixes
    from moolab.mixing.value import find_value

    last: Progress | None = None

    def watch(progress: Progress) -> None:
        nonlocal last
        last = progress
        if status.due:
            status.show(str(progress))

    try:
        found = find_value(
            rules,
            prepare=lambda: prepare_kernels("best play", searching()),
            watch=watch,
            tell=status.tell,
            **options,
        )
    except KeyboardInterrupt:
        status.clear()
        if last is not None:
            echo_aside(f"The value: {last.bounds}.")
        raise
    status.clear()
    view = ValueView.of(found)
    with answering(view, partial(_explain, view), as_json=as_json):
        if output is not None:
            write_mixes(output, found.mixes)
            if not as_json:
                echo_aside(f"{output}: {count_noun(len(found.mixes.breaker), 'tree')}")
    if found.interrupted:
        raise KeyboardInterrupt


def _explain(view: ValueView) -> None:
    width = max(5, *(len(kind.first) for kind in view.maker))
    click.echo(f"{'codes':<{width}} {'there are':>11} {'drawn':>9}")
    for kind in view.maker:
        share = float(Fraction(*kind.share))
        click.echo(f"{kind.first:<{width}} {kind.secrets:>11,} {share:>9.4%}")
    low, high = Fraction(*view.low), Fraction(*view.high)
    by_chance = "one of " if len(view.breaker) > 1 else ""
    trees = by_chance + count_noun(len(view.breaker), "tree")
    tried = f"{count_noun(view.tried, 'guess')} tried"
    held = ", if guesses have to be possible" if view.consistent else ""
    if view.proven:
        click.echo(f"The game takes {high} = {float(high):.6f} guesses on average{held}.")
    else:
        between = f"{float(low):.6f} to {float(high):.6f}"
        click.echo(f"The game takes {between} guesses on average{held}.")
    click.echo(f"The code-maker draws codes as shown, the code-breaker plays by {trees}.")
    if view.proven:
        click.echo(f"Proved{provided(view.source)}: neither side can do better ({tried}).")
    else:
        click.echo(f"Not proved: more time brings the two numbers together ({tried}).")
    echo_source(view.source, "-o FILE and moo verify FILE prove it without")
    if sys.stderr.isatty():
        echo_aside(f"{view.seconds:.1f} s, {view.cpu_seconds:.1f} s of processor time")
