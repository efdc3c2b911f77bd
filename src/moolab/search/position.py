"""One position of a game: the values of what a guess leaves, and the best guess.

The value of a set of candidates is the least total of guesses, over all of them, that a tree needs.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.listed import ListedRules
from moolab.codes.numbering import guess_count, pack
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.representatives import WORTH_ARRANGING, representatives
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer, score
from moolab.codes.space import Codes, CodeSpace, every_code
from moolab.deduction.candidates import Candidates
from moolab.search.best import Best, Exhausted
from moolab.search.bounds import FEW, INFINITE, MOST_REPLIES
from moolab.search.kernel import solve
from moolab.search.narrowing import ANY, Moves
from moolab.search.objective import plain_costs
from moolab.search.tables import every_weight, is_weighed, row_size, score_all, workspace
from moolab.search.task import ALL_GUESSES, candidates_after, guesses_left, heaviest_first
from moolab.search.workspace import GUESS, NO_GUESS, VALUE, Bytes, Indices, Numbers, Words
from moolab.support.jit import compiled

_COMPARED = 5 * 10**8
"""Pairs of a guess and a candidate that are compared at most; about two seconds."""

_PER_GUESS = 30
"""The fixed cost of scoring a guess, in candidates."""

_REPLY_BYTES = 1 << 26
"""Replies that are held at once, a byte each."""


class Classes(NamedTuple):
    """Some guesses, no two of which split the candidates alike.

    Args:
        guesses: in numeric order, shape (places, guesses); all candidates are among them.
        own: the columns of the candidates.
        complete: whether these are all classes.
    """

    guesses: Codes
    own: Indices
    complete: bool


class _Found(NamedTuple):
    """Guesses, the names of their classes, how unevenly they split, and whether they can win."""

    guesses: Codes
    names: Words
    squares: Numbers
    wins: NDArray[np.bool_]

    def join(self, others: "_Found") -> "_Found":
        pairs: Iterator[tuple[NDArray[Any], NDArray[Any]]] = zip(self, others, strict=True)
        return _Found._make(np.concatenate(pair, axis=-1) for pair in pairs)

    def at(self, columns: Numbers) -> "_Found":
        return _Found._make(np.ascontiguousarray(each[..., columns]) for each in self)


def classify(rules: Rules, codes: Codes, most: int) -> Classes:
    """The classes of guesses, by the parts into which they split some candidates.

    Of more than ``most`` classes, those that can be the secret are kept, and others by the sum of
    the squares of their parts, the least first. Where not all codes can be
    looked at in good time, it is every second, every third, and so on.

    Args:
        codes: the candidates in numeric order, shape (places, n).
        most: how many guesses are kept, n at least.

    >>> from moolab.deduction.candidates import candidates
    >>> rules = Rules.parse("ab4x10")
    >>> known = candidates("ab4x10", "0123=13 1456=01")
    >>> found = classify(rules, known.pack(), 5000)
    >>> known.count, found.guesses.shape[1], found.complete
    (6, 81, True)
    """
    if codes.shape[1] <= 2:
        # No guess is better than the first of them.
        return Classes(codes, np.arange(codes.shape[1], dtype=np.int32), complete=True)
    step = -(-rules.size * (codes.shape[1] + _PER_GUESS) // _COMPARED)
    found = _classes_of(rules, codes, codes)
    complete = step == 1
    for guesses in _chunks(rules, codes.shape[1], step):
        found = found.join(_classes_of(rules, guesses, codes))
        # Of guesses that are alike the first is kept, so candidates stay themselves.
        found = found.at(np.sort(np.unique(found.names, return_index=True)[1]))
        if found.guesses.shape[1] > most:
            complete = False
            ranked = np.lexsort((found.squares, ~found.wins))
            found = found.at(np.sort(ranked[:most]))
    order = np.lexsort(found.guesses[::-1])
    return Classes(
        np.ascontiguousarray(found.guesses[:, order]),
        np.flatnonzero(found.wins[order]).astype(np.int32),
        complete,
    )


def _chunks(rules: Rules, candidates: int, step: int) -> Iterator[Codes]:
    width = max(1, _REPLY_BYTES // candidates)
    for block in CodeSpace(rules).blocks():
        some = block[:, ::step]
        for first in range(0, some.shape[1], width):
            yield np.ascontiguousarray(some[:, first : first + width])


def _classes_of(rules: Rules, guesses: Codes, codes: Codes) -> _Found:
    replies = Scorer.of(rules, guesses).table(codes)
    names = np.empty(len(replies), np.uint64)
    squares = np.empty(len(replies), np.int64)
    wins = np.empty(len(replies), np.bool_)
    _name_classes(replies, pack_reply(rules.win), names, squares, wins)
    return _Found(guesses, names, squares, wins)


@compiled
def _name_classes(
    replies: Bytes, win: int, names: Words, squares: Numbers, wins: NDArray[np.bool_]
) -> None:
    """Name each row by which candidates get the same reply, whatever that is, and which wins."""
    first = np.empty(256, np.int32)
    sizes = np.empty(256, np.int64)
    for guess in range(len(replies)):
        sizes[:] = 0
        name = np.uint64(0)
        square = np.int64(0)
        for code in range(replies.shape[1]):
            reply = replies[guess, code]
            if sizes[reply] == 0:
                first[reply] = code
            # One square more than the last is an odd number.
            square += 2 * sizes[reply] + 1
            sizes[reply] += 1
            # The winning reply leaves nothing to search, so its part is not compared.
            part = (np.uint64(first[reply]) << np.uint64(1)) | np.uint64(reply == win)
            name = (name ^ part) * np.uint64(0x9E3779B97F4A7C15)
            name ^= name >> np.uint64(29)
        names[guess] = name
        squares[guess] = square
        wins[guess] = sizes[win] > 0


_ENTRIES = 1 << 18
"""Of the transposition table, 8 MiB: a search of ab4x10 after one turn scans all guesses for some
160,000 sets before its budget ends."""

_MOST_BYTES = 256 << 20
"""Of the tables of guesses and candidates: a server searches several positions at a time."""

_MOST_WORK = 10**9
"""Replies that can be looked up in one search; one or two seconds."""

_SOLVABLE = 2 * 10**7
"""Pairs of a guess and a candidate; with more of them a search to the end would be given up."""

_FEW_ALIKE = 1 << 22
"""Pairs of a guess and a code for which it is soon found out what is alike after that guess."""


class Position:
    """What is known at some point of a game, and the guesses that are tried.

    These are all codes, or one of each class where all would take too much memory; where those
    would, too, they are some classes only.

    Args:
        known: at least one candidate, of a game whose codes can be counted.

    Attributes:
        solvable: whether all classes of guesses are tried, and a search to the end may succeed.

    Raises:
        Exhausted: if the candidates alone do not fit into memory, or a code has too many replies.
    """

    def __init__(self, known: Candidates) -> None:
        rules, count = known.rules, known.count
        assert count is not None, "nothing is searched where codes cannot be counted"
        self.guesses = tuple(turn.guess for turn in known.history)
        self.only: Codes | None = None
        self.rules = rules
        self.rows: Indices | None = None
        if isinstance(rules, ListedRules):
            if guess_count(rules) * row_size(rules, count) > _MOST_BYTES:
                raise Exhausted
            self.rows = guesses_left(rules)
            codes = candidates_after(rules, known.history)
            if not every_weight(rules, ())[codes].any():
                # Where nothing left should have come, all count alike, as in ``weights_of``.
                self.rules = rules = replace(rules, weights=())
            self.codes = heaviest_first(rules, codes)
            self.solvable = guess_count(rules) * count <= _SOLVABLE
            return
        if len(rules.replies) > MOST_REPLIES:
            raise Exhausted
        complete = True
        room = _MOST_BYTES // row_size(rules, count)
        if rules.size <= room:
            self.codes = candidates_after(rules, known.history)
        elif count <= room:
            self.only, self.codes, complete = classify(rules, known.pack(), room)
        else:
            raise Exhausted
        tried = rules.size if self.only is None else self.only.shape[1]
        self.solvable = complete and tried * count <= _SOLVABLE

    def search(self, width: int | None = None) -> "Search":
        """A search of this position, with a budget of its own.

        Args:
            width: how many guesses are looked at for each set. Unless given, all are, and values
                are exact if the position is solvable; otherwise a value is the total of a real
                tree, and there can be better ones.
        """
        return Search(self, width or ALL_GUESSES)


class Search:
    """A search of a position, which remembers what it has found out; see ``Position.search``.

    Its methods raise ``Exhausted`` if that takes too long.
    """

    def __init__(self, position: Position, width: int) -> None:
        self._position = position
        space = workspace(
            position.rules,
            position.codes,
            tuple(plain_costs().tolist()),
            consistent=False,
            width=width,
            entries=_ENTRIES,
            only=position.only,
            rows=position.rows,
        )
        self._space = replace(space, budget=replace(space.budget, limit=_MOST_WORK))
        if not isinstance(position.rules, ListedRules):
            rows = every_code(position.rules) if position.only is None else position.only
            self._rows, self._codes = rows, np.ascontiguousarray(rows[:, position.codes])

    def parts(self, guess: str) -> dict[Reply, int]:
        """The value of what each reply to a guess would leave; the winning one leaves nothing.

        >>> from moolab.deduction.candidates import candidates
        >>> search = Position(candidates("ab3x5")).search()
        >>> {str(reply): value for reply, value in search.parts("012").items()}
        {'01': 29, '02': 45, '03': 3, '10': 13, '11': 28, '12': 6, '20': 12, '30': 0}
        """
        rules = self._position.rules
        if isinstance(rules, ListedRules):
            replies = score_all(rules, guess)[self._position.codes]
        else:
            replies = score(rules, guess, self._codes)
        values = {}
        for reply in rules.replies:
            part = np.flatnonzero(replies == pack(rules, reply)).astype(np.int32)
            if reply == rules.win and len(part):
                values[reply] = 0
            elif len(part) == len(replies):
                # The guess tells nothing: all is as it was.
                values[reply], _ = self._solve(part)
            elif len(part):
                values[reply], _ = self._solve(part, guess)
        return values

    def better(self, than: int) -> Best | None:
        """The best guess, if its value is less; None if there is no better one.

        >>> from moolab.deduction.candidates import candidates
        >>> Position(candidates("mm4x6")).search().better(than=5626)
        Best(value=5625, guess='0012')
        """
        rules = self._position.rules
        every = np.arange(len(self._position.codes), dtype=np.int32)
        value, row = self._solve(every, beta=than)
        if value >= than:
            return None
        if len(every) <= 2 and not is_weighed(rules):
            row = self._space.game.own[0]
        elif row == NO_GUESS:
            # A bound told the value, and no guess was compared.
            _, row = self._solve(every, beta=value + 1, find=GUESS)
        if isinstance(rules, ListedRules):
            rows = self._position.rows
            return Best(value, rules.guesses[row if rows is None else rows[row]])
        return Best(value, CodeSpace(rules).unpack(self._rows[:, [row]])[0])

    def _solve(
        self, codes: Indices, *guess: str, beta: int = INFINITE, find: np.bool_ = VALUE
    ) -> tuple[int, int]:
        """The value of candidates, of all or of those that a guess may leave; see ``solve``."""
        moves = self._moves((*self._position.guesses, *guess), len(codes))
        # A guess costs the same however many came before, and games can be longer than tables.
        found: tuple[int, int] = solve(self._space, codes, len(guess), beta, find, moves)
        budget = self._space.budget
        if budget.work[0]["lookups"] > budget.limit:
            raise Exhausted
        return found

    def _moves(self, guesses: tuple[str, ...], candidates: int) -> Moves:
        rules = self._position.rules
        listed = isinstance(rules, ListedRules) or self._position.only is not None
        if listed or rules.places > WORTH_ARRANGING:
            return ANY
        moves = Moves.of(representatives(rules, guesses))
        if candidates > FEW and len(moves.listed) * rules.size <= _FEW_ALIKE:
            return moves.restrict_next(rules, guesses)
        return moves
