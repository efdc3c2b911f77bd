"""Pictures of games that fill the terminal: ``python -m benchmarks.screens``.

Each is what Textual draws in a terminal of 80 columns and 24 lines, as SVG. The games are seeded.
One picture moves: a duel as a dialogue.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from textual.app import App

from benchmarks.recordings import animate, dialogue
from moolab.cli.dialogues.keeper import Keeper
from moolab.games.duel.duel import Setup
from moolab.games.duel.game import GAME as DUEL
from moolab.trilobite.board import Shape
from moolab.trilobite.game import GAME as TRILOBITE
from moolab.trilobite.player.levels import Player
from moolab.trilobite.tui.match import TrilobiteApp
from moolab.tui.duel import DuelApp

_CODE = "8217"
_START = "2396"
_TYPED = ("1234", "11", "5671", "11", "8210", "02", "8217", "02")
"""What is typed in the recorded duel: guesses, and true replies from the code 5093."""


def screens() -> Iterator[tuple[str, App[Any], tuple[str, ...]]]:
    """For each picture its name, what it shows, and the keys that are pressed before."""
    setup = Setup.new("ab4x10", secret=_CODE, start=_START, seed=1)
    duel = DUEL.replay(setup, ("guess 1234", "reply 02", "guess 5678"))
    yield "terminal-duel", _duel(duel), ("right", "down")
    contradiction = DUEL.replay(setup, ("guess 1234", "reply 00", "guess 5678", "reply 00"))
    yield "terminal-repairs", _duel(contradiction), ()
    over = DUEL.replay(
        Setup.new("ab4x10", role="breaker", secret=_CODE, seed=1),
        ("guess 1234", "guess 5671", "guess 8210", "guess 8217"),
    )
    yield "terminal-analysis", _duel(over), ("f5",)
    match = TRILOBITE.replay(TRILOBITE.settle(seed=1, level="easy"), tuple("443354"))
    player = Player(Shape(), "easy", seed=1)
    keeper = Keeper(TRILOBITE, None, leave_traces=False)
    yield "terminal-trilobite", TrilobiteApp(match, keeper, player, player), ("right",)
    later = TRILOBITE.replay(match.setup, tuple("1333354444344633687458778728"))
    yield "terminal-threats", TrilobiteApp(later, keeper, player, player), ("t",)


def _duel(state: Any) -> DuelApp:
    return DuelApp(state, Keeper(DUEL, None, leave_traces=False), leave_traces=False)


async def pictures(app: App[Any], steps: Iterable[tuple[str, ...]]) -> list[str]:
    """What an app shows after the keys of each step, as SVG."""
    drawn = []
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in steps:
            for key in keys:
                await pilot.press(key)
                await app.workers.wait_for_complete()
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            drawn.append(app.export_screenshot(title="moo", simplify=True))
    return drawn


@click.command()
@click.option("--to", type=click.Path(path_type=Path), default=Path("docs/pictures"))
def main(to: Path) -> None:
    """Draw all pictures."""
    for name, app, keys in screens():
        _keep(to / f"{name}.svg", *asyncio.run(pictures(app, [keys])))
    chosen = ("--secret", _CODE, "--start", _START, "--seed", "1", "--no-stats")
    _keep(to / "recorded-dialogue.svg", animate(dialogue(("play", *chosen), _TYPED)))


def _keep(path: Path, drawn: str) -> None:
    # Pictures ask no server for a font.
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    path.write_text(drawn, encoding="utf-8")
    click.echo(path.stem)


if __name__ == "__main__":
    main()
