"""``moo evaluate``: how good a strategy is."""

import sys
import time
from contextlib import suppress

import click

from moolab.cli.options import breaker, breaker_options, json_option, rules_option
from moolab.cli.output import echo_json
from moolab.codes.rules import Rules
from moolab.words import counted

_PATIENCE = 1.0
"""Seconds without a word."""

_BAR = 40


@click.command("evaluate")
@rules_option
@breaker_options("entropy")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many threads share the work; the result is the same.",
)
@json_option
def command(
    rules: Rules,
    strategy_name: str,
    consistent: bool,
    start: str | None,
    seed: int | None,
    workers: int,
    as_json: bool,
) -> None:
    """Play a strategy against every secret.

    Prints how many secrets need how many guesses, the last one counted. Without --seed, the seed
    is 0: the same command, the same result.
    """
    strategy = breaker(rules, strategy_name, seed or 0, start, consistent)
    strategy.check_playable()
    # NumPy and Numba, which this imports, need not be waited for to hear of a mistake.
    from moolab.trees.whole import histogram, whole_tree

    began = time.perf_counter()
    progress = _Progress(rules.size)
    try:
        tree = whole_tree(strategy, workers, progress.show)
    finally:
        progress.clear()
    seconds = time.perf_counter() - began
    secrets = histogram(tree)
    total = sum(turns * count for turns, count in secrets.items())
    if as_json:
        echo_json(
            {
                "rules": str(rules),
                "strategy": strategy_name,
                "secrets": rules.size,
                "total": total,
                "mean": total / rules.size,
                "max": max(secrets),
                "histogram": {str(turns): count for turns, count in secrets.items()},
                "seconds": round(seconds, 3),
            }
        )
        return
    most = max(secrets.values())
    click.echo("guesses     secrets")
    for turns, count in secrets.items():
        bar = "#" * -(-_BAR * count // most)
        click.echo(f"{turns:>7} {count:>11,}  {bar}".rstrip())
    click.echo(
        f"{counted(total, 'guess')} for {counted(rules.size, 'secret')}: "
        f"{total / rules.size:.4f} on average, at most {max(secrets)}; {seconds:.2f} s"
    )


class _Progress:
    """A line on stderr for whoever waits at a terminal, gone when the result comes."""

    def __init__(self, secrets: int) -> None:
        self._secrets = secrets
        self._next = time.perf_counter() + _PATIENCE
        self._shown = False

    def show(self, settled: int) -> None:
        """Say for how many secrets the work is done, unless that was said just now."""
        if sys.stderr.isatty() and time.perf_counter() >= self._next:
            self._next = time.perf_counter() + _PATIENCE
            self._shown = True
            self._write(f"\r{settled:,} of {counted(self._secrets, 'secret')}\033[K")

    def clear(self) -> None:
        """Leave no trace."""
        if self._shown:
            self._write("\r\033[K")

    @staticmethod
    def _write(text: str) -> None:
        with suppress(OSError):
            click.echo(text, err=True, nl=False)
