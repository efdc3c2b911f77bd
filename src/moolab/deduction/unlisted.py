"""Candidates of a game with too many codes to list: found one at a time, by a compiled search.

The search goes depth first, place by place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.numbering import check_listable, code_at, next_code
from moolab.codes.patterns import NOWHERE, patterns
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.space import Codes, CodeSpace
from moolab.deduction.base import Candidates
from moolab.deduction.history import History, Turn
from moolab.support.jit import compiled

_BUDGET = 1 << 20
"""Nodes between two returns to Python, where an interrupt is noticed."""


class SearchStopped(Exception):
    """The search was not allowed to go on long enough to tell."""


def first_consistent(
    rules: Rules, history: History, start: str, most_nodes: int | None = None
) -> str | None:
    """The first code in numeric order, from ``start`` on, that is consistent with a history.

    A branch is left when some turn has too many bulls or hits (bulls and cows together) or can no
    longer get enough. It is left, too, when all turns miss more bulls than the places ahead give.
    Symbols that occur in no guess are alike: where one leads nowhere, the others are not tried.

    Args:
        most_nodes: how many nodes can be tried; without it, as many as it takes.

    Returns:
        The code, or None if there is none.

    Raises:
        SearchStopped: if ``most_nodes`` were not enough to tell.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("mm4x10")
    >>> first_consistent(rules, parse_history(rules, "2396=02 3002=02 4123=04"), "4124")
    >>> first_consistent(rules, parse_history(rules, "2396=02 3002=02 4123=04"), "0000")
    '1234'
    """
    space = CodeSpace(rules)
    problem = _problem(space, history, start)
    state = _State(
        code=np.zeros(rules.places, np.int64),
        following=np.zeros(rules.places + 1, np.int64),
        on_edge=np.zeros(rules.places + 1, np.bool_),
        barren=np.zeros(rules.places + 1, np.bool_),
        progress=np.zeros((rules.places + 1, len(history), 2 + rules.places), np.int64),
    )
    state.following[0] = problem.lowest[0]
    state.on_edge[0] = True
    depth, tried = 0, 0
    while 0 <= depth < rules.places:
        if most_nodes is not None and tried >= most_nodes:
            raise SearchStopped
        budget = _BUDGET if most_nodes is None else min(_BUDGET, most_nodes - tried)
        depth = _search(rules.symbols, rules.repeats, problem, state, depth, budget)
        tried += budget
    return space.unpack(state.code.astype(np.uint8)[:, None])[0] if depth > 0 else None


class _Problem(NamedTuple):
    masks: NDArray[np.uint8]
    """Per turn and place of the guess: the symbol its pattern seeks at each place of the code."""
    thresholds: NDArray[np.uint8]
    """Per turn and place of the guess: how many of them make a hit."""
    wanted: NDArray[np.int64]
    """Per turn: bulls and hits of the reply."""
    most_hits: NDArray[np.int64]
    """Per turn: how many hits one more symbol of the code can make, at most."""
    bulls_ahead: NDArray[np.int64]
    """Per place: how many bulls all turns together can still get from there on, at most."""
    asked: NDArray[np.bool_]
    """Per symbol: whether it occurs in a guess."""
    lowest: NDArray[np.int64]
    """The code to start from."""


class _State(NamedTuple):
    code: NDArray[np.int64]
    following: NDArray[np.int64]
    """Per place: the symbol to try next."""
    on_edge: NDArray[np.bool_]
    """Per place: whether all before it agrees with the code to start from."""
    barren: NDArray[np.bool_]
    """Per place: whether a symbol of no guess was tried there and led nowhere."""
    progress: NDArray[np.int64]
    """Per place and turn: bulls and hits before it, then what each pattern has found."""


def _problem(space: CodeSpace, history: History, start: str) -> _Problem:
    rules, turns = space.rules, len(history)
    guesses = space.pack(turn.guess for turn in history)
    known = patterns(rules)
    masks, thresholds = known.match_masks(known.numbers(guesses).T.ravel())
    masks = np.ascontiguousarray(masks.T).reshape(turns, rules.places, rules.places)
    thresholds = thresholds.reshape(turns, rules.places)
    most_bulls = [np.bincount(row, minlength=1).max() for row in guesses]
    asked = np.zeros(rules.symbols, np.bool_)
    asked[guesses] = True
    return _Problem(
        masks=masks,
        thresholds=thresholds,
        wanted=np.array([(t.reply.bulls, sum(t.reply)) for t in history], np.int64).reshape(-1, 2),
        most_hits=np.array(
            [_most_hits(s, n) for s, n in zip(masks, thresholds, strict=True)], np.int64
        ),
        bulls_ahead=np.append(np.cumsum(most_bulls[::-1])[::-1], 0).astype(np.int64),
        asked=asked,
        lowest=space.pack([start])[:, 0].astype(np.int64),
    )


def _most_hits(masks: NDArray[np.uint8], thresholds: NDArray[np.uint8]) -> int:
    most = 0
    for column in masks.T.tolist():
        asked = [
            pair for pair in zip(column, thresholds.tolist(), strict=True) if pair[0] != NOWHERE
        ]
        most = max(most, *map(asked.count, asked))
    return most


@compiled
def _search(
    symbols: int, repeats: bool, problem: _Problem, state: _State, depth: int, budget: int
) -> int:
    """Go on from ``depth``; return the new depth: -1 at the end, the number of places if found."""
    places, turns = len(state.code), len(problem.wanted)
    for _ in range(budget):
        symbol = state.following[depth]
        if symbol == symbols:
            depth -= 1
            if depth < 0:
                return depth
            if not problem.asked[state.code[depth]] and not state.on_edge[depth + 1]:
                state.barren[depth] = True
            continue
        state.following[depth] += 1
        if not problem.asked[symbol] and state.barren[depth]:
            continue
        if not repeats and symbol in state.code[:depth]:
            continue
        state.code[depth] = symbol
        left = places - depth - 1
        fits = True
        missing_bulls = 0
        for turn in range(turns):
            before, after = state.progress[depth, turn], state.progress[depth + 1, turn]
            bulls = before[0] + (problem.masks[turn, depth, depth] == symbol)
            hits = before[1]
            for place in range(places):
                after[2 + place] = before[2 + place]
                if problem.masks[turn, place, depth] == symbol:
                    after[2 + place] += 1
                    hits += after[2 + place] == problem.thresholds[turn, place]
            after[0], after[1] = bulls, hits
            bulls_due = problem.wanted[turn, 0] - bulls
            hits_due = problem.wanted[turn, 1] - hits
            fits = 0 <= bulls_due <= left and 0 <= hits_due <= left * problem.most_hits[turn]
            if not fits:
                break
            missing_bulls += bulls_due
        if not fits or missing_bulls > problem.bulls_ahead[depth + 1]:
            state.barren[depth] |= not problem.asked[symbol]
            continue
        depth += 1
        if depth == places:
            return depth
        state.barren[depth] = False
        state.on_edge[depth] = state.on_edge[depth - 1] and symbol == problem.lowest[depth - 1]
        state.following[depth] = problem.lowest[depth] if state.on_edge[depth] else 0
    return depth


@dataclass(frozen=True, repr=False)
class UnlistedCandidates(Candidates):
    """Candidates known by their history alone; counting and indexing them is refused."""

    @property
    def count(self) -> int:
        if self.history:
            check_listable(self.rules)
        return self.rules.size

    def __iter__(self) -> Iterator[str]:
        check_listable(self.rules)
        return iter(())

    def _at(self, indices: range) -> Sequence[str]:  # noqa: ARG002 - cannot be listed
        check_listable(self.rules)
        return ()

    def _after(self, turn: Turn) -> "UnlistedCandidates":
        return replace(self, history=(*self.history, turn))

    def _next_after(self, code: str) -> str | None:
        if self.history and code == self.history[-1].guess:
            return self._next_guess
        return self._search_after(code)

    @property
    def none_left(self) -> bool:
        return bool(self.history) and self._next_guess is None

    def _split(self, guess: str) -> dict[Reply, int]:  # noqa: ARG002 - cannot be counted
        check_listable(self.rules)
        return {}

    def _parts(self, guess: str) -> Iterator[tuple[Reply, Candidates]]:
        for reply in self.rules.replies:
            left = self._after(Turn(guess, reply))
            # Only the search for a code can tell whether there is one.
            if not left.none_left:
                yield reply, left

    def pack(self) -> Codes:
        return CodeSpace(self.rules).codes

    @cached_property
    def _next_guess(self) -> str | None:
        return self._search_after(self.history[-1].guess)

    def _search_after(self, code: str) -> str | None:
        start = next_code(self.rules, code)
        return first_consistent(self.rules, self.history, start) or first_consistent(
            self.rules, self.history, code_at(self.rules, 0)
        )
