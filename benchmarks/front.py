"""Total against secrets at the maximum: ``python -m benchmarks.front GAME ...``.

Of all trees with the least maximum, or with ``--at-most N`` another one, some need fewer guesses in
all, others leave fewer secrets that need the maximum. Printed are the corners of what can be had:
the trees that are best if a secret at the maximum counts as much as so many guesses more. That
there are no others follows from the searches between each two of them, which find nothing better.

With ``--checkpoint FILE`` the front of one game goes on where it was stopped.
"""

import argparse
import asyncio
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from moolab.cli.terminal.status import StatusLine
from moolab.codes.rules import Rules
from moolab.search.bounds import FORBIDDEN
from moolab.search.branches import Pass
from moolab.search.checkpoint import Checkpoint
from moolab.search.objective import plain_costs
from moolab.search.optimal import find
from moolab.search.task import Problem
from moolab.search.workers import Runner, workers


class Corner(NamedTuple):
    """Secrets at the maximum, and the total."""

    hardest: int
    total: int


class Front:
    """The corners of a game, where no tree needs more than ``most`` guesses."""

    def __init__(self, rules: Rules, most: int, run: Runner) -> None:
        self._problem = Problem(rules, tuple(plain_costs().tolist()))
        self._most = most
        self._run = run
        self._status = StatusLine()
        self._weight = 1 << (rules.size * most).bit_length()

    async def corners(self) -> list[Corner]:
        """All of them, by the number of secrets at the maximum."""
        least = await self._best(self._weight, 1)
        assert least is not None, "there is a tree"
        limit = least.total + self._weight * least.hardest + 1
        fewest = await self._best(1, self._weight, limit)
        assert fewest is not None, "there is this tree"
        if fewest == least:
            return [least]
        return [fewest, *await self._between(fewest, least), least]

    async def _between(self, some: Corner, other: Corner) -> list[Corner]:
        guess, hardest = other.hardest - some.hardest, some.total - other.total
        limit = guess * some.total + hardest * some.hardest
        found = await self._best(guess, hardest, limit)
        if found is None:
            return []
        return [*await self._between(some, found), found, *await self._between(found, other)]

    async def _best(self, guess: int, hardest: int, limit: int = FORBIDDEN) -> Corner | None:
        """The best tree where a guess and a secret at the maximum cost so much.

        None if none costs less than the limit.
        """
        costs = guess * plain_costs()
        costs[self._most - 1] += hardest
        costs[self._most :] = FORBIDDEN
        search = Pass(self._problem._replace(costs=tuple(costs.tolist())), self._run, limit, None)

        def watch() -> None:
            if self._status.due:
                self._status.show(
                    f"{guess} for a guess, {hardest} more at the maximum: "
                    f"{search.share:.0%} settled, {self._run.cpu:.0f} s of processor time"
                )

        self._run.watch = watch
        with self._status:
            await search.settle()
            tree = await search.tree()
        if tree is None:
            return None
        total = sum(guesses * secrets for guesses, secrets in tree.distribution.items())
        return Corner(tree.distribution.get(self._most, 0), total)


async def show(rules: Rules, most: int, checkpoint: Path | None) -> None:
    """Print the corners of one game."""
    subject = {"rules": str(rules), "objective": "front", "at_most": most}
    with closing(Checkpoint(checkpoint, subject)) as kept, workers(1, None) as ready:
        run = Runner(ready, kept)
        async with run.begun():
            for corner in await Front(rules, most, run).corners():
                print(f"{rules!s:<8} {most:>4} {corner.hardest:>9,} {corner.total:>9,}", flush=True)
            print(f"{rules!s:<8} {run.tried:,} guesses tried, {run.cpu:.1f} s of processor time")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--at-most", type=int)
    parser.add_argument("--checkpoint", type=Path)
    given = parser.parse_args()
    if given.checkpoint is not None and len(given.games) > 1:
        parser.error("a checkpoint is of one game")
    print("game     most there are     total")
    for name in given.games:
        game = Rules.parse(name)
        asyncio.run(show(game, given.at_most or find(game, "worst").max, given.checkpoint))
