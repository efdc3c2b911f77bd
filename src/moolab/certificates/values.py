"""What sets of codes cost, by the search. It need not be trusted, because claims are checked."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from moolab.certificates.symmetries import Indices
from moolab.certificates.table import Key, Left, Table
from moolab.codes.listed import ListedRules
from moolab.search.bounds import DEPTHS
from moolab.search.kernel import solve
from moolab.search.limits import affordable
from moolab.search.moves import ANY, Moves
from moolab.search.tables import workspace
from moolab.search.task import ALL_GUESSES, Problem, forget, is_worthwhile, shared_entries
from moolab.search.workspace import VALUE

_LARGE = 256
"""Sets of more codes are searched in another thread, because that may take seconds: this one can be
told to stop meanwhile."""


class Values:
    """Lower bounds of what sets of codes cost, that are exact below a limit.

    Attributes:
        found: how many have been searched for.
    """

    def __init__(self, table: Table) -> None:
        rules, header = table.rules, table.header
        every = np.arange(len(table.guesses), dtype=np.int32)
        if isinstance(rules, ListedRules):
            every = np.array([rules.numbers[code] for code in table.guesses], np.int32)
        self._rows = every
        costs = (*header.costs, *[header.costs[-1]] * (DEPTHS + 3))[: DEPTHS + 3]
        space = workspace(
            rules,
            every[: len(table.weights)],
            costs,
            consistent=header.consistent,
            width=ALL_GUESSES,
            entries=1,
            hard=header.hard,
        )
        entries = affordable(rules, None, 1, endless=False)
        problem = Problem(
            rules, costs, header.consistent, not rules.listed, entries=entries, hard=header.hard
        )
        # The search before this one may have kept its table.
        self._space = space._replace(entries=shared_entries(problem))
        self._table = table
        self._known: dict[Key, tuple[int, bool]] = {}
        self._thread = ThreadPoolExecutor(1)
        self.found = 0

    def bound(self, left: Left, limit: int, guesses: Indices, path: tuple[str, ...]) -> int:
        """What a set costs if that is less than the limit; otherwise the limit.

        Args:
            guesses: those that are not alike.
            path: the guesses made before.
        """
        key = self._table.key(left)
        value, exact = self._known.get(key, (0, False))
        if not exact and value < limit:
            value = self._search(left, limit, guesses, path)
            self._known[key] = value, value < limit
            self.found += 1
        return min(value, limit)

    def _search(self, left: Left, limit: int, guesses: Indices, path: tuple[str, ...]) -> int:
        rules, moves = self._table.rules, ANY
        if self._table.header.hard or len(guesses) < len(left.guesses):
            moves = Moves.of(np.sort(self._rows[guesses]))
            if not rules.listed and is_worthwhile(rules, path, len(left.codes)):
                moves = moves.restrict_next(rules, path)
        search = partial(solve, self._space, left.codes, left.depth, limit, VALUE, moves)
        found = search() if len(left.codes) <= _LARGE else self._thread.submit(search).result()
        return int(found[0])

    def close(self) -> None:
        """End the search that is under way."""
        self._space.budget.stop[0] = 1
        self._thread.shutdown()
        forget()
