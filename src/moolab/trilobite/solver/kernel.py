"""Alpha-beta on bitboards, compiled: the exact score of a position.

The search is a loop over frames, one for each position on the way from the root, and not a
recursion, so that it can stop after any number of positions and go on from there.

What cuts it down, beside null windows and the transposition table:

- Only moves are looked at that do not lose at once. Behind each, forced replies are played out
  before anything else is asked: many positions are decided that way.
- A move whose position is in the table with a good enough bound ends the search of a position
  before any other move is tried (enhanced transposition cut-off).
- Claimeven and the lines that are left bound the score (``claimeven.py``), of a position and, while
  many cells are empty, of what follows from it before any of that is searched.
- Moves are tried in the order of the threats they make, the safe replies they leave, how central
  they are, and how good the same ones were lately (``WEIGHTS``); while many cells are empty, also
  of what the engine of play thinks of them.

Threads that search one position share the table, and leave each other's positions for later
(``busy``): so each finds in the table what another has found.

docs/explanation/trilobite-solver.md tells why; docs/how-to/tuning.md how to try another weight.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.trilobite.board import Shape
from moolab.trilobite.solver.bits import kernel, of_bits, split
from moolab.trilobite.solver.cells import (
    WORD,
    Cells,
    bit,
    keep,
    load,
    part,
    popcount,
    prefetch,
    trailing_zeros,
    words_in,
)
from moolab.trilobite.solver.claimeven import claimeven_bounds
from moolab.trilobite.solver.evaluation import evaluate
from moolab.trilobite.solver.grid import Grid, in_words, legal_moves, win_at
from moolab.trilobite.solver.lines import threats
from moolab.trilobite.solver.table import (
    BUCKET,
    WORTH,
    Entries,
    bucket_of,
    new_table,
    probe,
    store,
    table_shift,
)

UNKNOWN = 127
"""More than any score; its negation is less."""

NO_GUESS = UNKNOWN
"""The guess for ``begin`` where no score is more likely than others."""

IMPOSSIBLE = -128
"""Instead of the score of a move that cannot be made."""

_ENDLESS = 1 << 60
"""More nodes than any search takes."""

_MOVES = 16
"""More than there are in a position. The rating of the n-th move is a multiple of this less n, so
that finding the best one takes no branch."""

_TRIED = -(1 << 20)
"""The rating of a move that is not to be tried again: less than any other."""


class Weights(NamedTuple):
    """What a move is rated by; those rated highest are tried first.

    ``python -m benchmarks.tuning NAME=VALUE`` shows what another weight does, and without
    arguments what each of them saves.

    Args:
        threat: for each cell that would complete a line.
        new_square: more for each that does not stand right above an opponent's threat, where
            the opponent would never have to play below it.
        safe_reply: for each move of the opponent that does not lose at once: few are good.
        centre: for each column between this one and the nearer edge.
        below_own_threat: for filling the cell below a threat of one's own, which gives it away.
        history: for a move that has lately been the right one with as many stones on the board;
            for one that was tried in vain, as much less.
        answer: the same for a move that has lately been the right one after the same other move.
        evaluation: for each point of the engine's evaluation, while many cells are empty.
    """

    threat: int
    new_square: int
    safe_reply: int
    centre: int
    below_own_threat: int
    history: int
    answer: int
    evaluation: int


WEIGHTS = Weights(
    threat=4,
    new_square=14,
    safe_reply=-5,
    centre=4,
    below_own_threat=-36,
    history=6,
    answer=4,
    evaluation=1,
)

# The kernel takes them as constants. Passed as arguments they would cost registers.
_THREAT, _NEW_SQUARE, _SAFE_REPLY, _CENTRE = WEIGHTS[:4]
_BELOW_OWN_THREAT, _HISTORY, _ANSWER, _EVALUATION = WEIGHTS[4:]

_WEIGHED = 34
"""Empty cells: with so many, moves are few enough to be evaluated. With the answers, that searches
37 of 100 positions less on 8x7 after 10 stones; from 30 on it searches more after 18 stones, and
from 22 on it takes longer everywhere."""

_LESSON, _LESSONS = 20, 10
"""What a move gains or loses in the history, times the binary length of the work that it was worth,
and the binary logarithm of what the history says at most: it soon forgets."""

_WORTH_LEARNING = 2
"""The binary length of the work that is worth a lesson: less makes hardly a difference."""

_TABLED = 6
"""Empty cells: with fewer, searching is faster than a probe."""

_ROOM, _NEAR = 13, 16
"""Positions with at most ``_NEAR`` empty cells share 2**_ROOM buckets: half a MiB, which fits the
cache of a core. Every two cells more double that, until the table ends. Most positions are late,
and are met again soon or never: on 8x7 after 18 stones 7 of 100 more are searched, in two thirds of
the time. Threads that search one position share twice as much: after 14 stones two of them then
search 8 of 100 positions fewer."""

_CLAIMED = 10
"""Empty cells: with fewer, searching a move is faster than asking for its bounds beforehand."""

_SHARED = 14
"""Empty cells: with fewer, searching is faster than telling other threads."""

_BUSY = 1 << 12
"""How many positions threads can say that they are searching; a power of 2."""

_COLUMN, _MADE, _ROWS = range(3)
"""Rows of sets, one for each column: its cells, and the threats that a stone in it makes; and how
many rows there are."""

_FOLDED = 16
"""Stones: with more, hardly any position meets its mirror image."""

# A payload of the table: lower bound, upper bound, and as worth the binary length of the work.
_UPPER = 8  # above eight bits for the lower bound
_BOUND = 255  # eight bits: scores lie within 72, half of the largest board
_OFFSET = 128  # makes them positive

STATE = np.dtype(
    [(name, "i8") for name in ("limit", "nodes", "lower", "upper", "guess", "middle", "depth")]
)
"""A search: at which number of nodes it stops, how many there were, the bounds of the score, a
score that is likely, the alpha of the null window at the root, and the depth of the lowest frame,
-1 between two windows."""

FRAME = np.dtype(
    [
        (name, "i8")
        for name in ("slot", "alpha", "beta", "best", "floor", "moves", "children", "start")
    ]
)
"""A position that is being searched: its slot, its window, the best score so far, alpha before its
moves were searched, the moves to be searched, those of them that are left, and the nodes when its
search began."""


def _slot(words: int) -> Any:
    """A position: its stones, window and place in the table.

    ``same``: whether its player to move is that of the position above, which forced replies in
    between can bring about. ``place``, ``answer``: those of the move that led to it in the history,
    by the number of stones and by the move before. ``claimed``: whether its bounds are also those
    of claimeven.
    """
    numbers = ("ply", "same", "place", "answer", "rating", "lower", "upper", "claimed", "bucket")
    sets = ("own", "filled", "opponent_threats", "key")
    return np.dtype([(name, "i8") for name in numbers] + [(name, "u8", (words,)) for name in sets])


class Shifts(NamedTuple):
    """What ``bucket_of`` needs.

    Args:
        table: for all buckets of the table.
        late: for those that the latest positions are kept in.
    """

    table: int
    late: int


def _shifts(memory: int, threads: int) -> Shifts:
    table = table_shift(memory)
    return Shifts(table, max(table, WORD - _ROOM - (threads > 1)))


class Workspace(NamedTuple):
    """What a search works on; the arguments of ``solve``.

    Args:
        grid: the board, its sets split into words.
        shifts: those of the table.
        thread: which one this is.
        states: one ``STATE`` for each thread.
        frames: for each thread, a ``FRAME`` for each ply.
        slots: for each thread, the root, and then the moves of each frame.
        rows: for each thread, rows of sets, one for each column; ``_row`` says where.
        history: for each ply and cell, how good a stone there has been lately; then the same for
            each move before, of either player. Threads that search one position share it, without
            locks: what is lost of it is lost for the order alone.
        busy: the buckets, from 1 on, of positions that threads are searching; 0 for none.
        entries: the transposition table.
    """

    grid: Grid
    shifts: Shifts
    thread: int
    states: NDArray[Any]
    frames: NDArray[Any]
    slots: NDArray[Any]
    rows: NDArray[np.uint64]
    history: NDArray[Any]
    busy: NDArray[Any]
    entries: Entries


def _first_rows(grid: Grid) -> NDArray[np.uint64]:
    """The rows of sets before any search."""
    rows = np.zeros(_row(grid, _ROWS, 0), np.uint64)
    for column in range(grid.width):
        cells = (1 << grid.height) - 1 << column * (grid.height + 1)
        start = _row(grid, _COLUMN, column)
        rows[start : start + grid.words] = split(cells, grid.words)
    return rows


def workspace(shape: Shape, memory: int, threads: int = 1) -> Workspace:
    """All that searches on a board of this shape need, with a table of ``memory`` bytes."""
    grid = Grid.of(shape)
    return Workspace(
        in_words(grid, split),
        _shifts(memory, threads),
        thread=0,
        states=np.zeros(threads, STATE),
        frames=np.zeros((threads, shape.cells + 1), FRAME),
        slots=np.zeros((threads, shape.cells * shape.width + 1), _slot(grid.words)),
        rows=np.tile(_first_rows(grid), (threads, 1)),
        history=np.zeros(_place(grid, shape.cells + 2 * WORD * grid.words, 1), np.int16),
        busy=np.zeros(_BUSY, np.int64),
        entries=new_table(memory),
    )


def beside(work: Workspace) -> Workspace:
    """All that one thread needs to search another position with the same table."""
    return work._replace(
        thread=0,
        states=np.zeros(1, STATE),
        frames=np.zeros((1, work.frames.shape[1]), FRAME),
        slots=np.zeros((1, work.slots.shape[1]), work.slots.dtype),
        rows=work.rows[:1].copy(),
        history=np.zeros_like(work.history),
    )


def begin(
    work: Workspace, own: int, filled: int, lower: int, upper: int, guess: int = NO_GUESS
) -> None:
    """Set a position whose score is to be found, for all threads.

    Args:
        own: the stones of the player to move.
        filled: those of both.
        lower, upper: bounds that the score is known to have.
        guess: a score that it may have.
    """
    own_words, filled_words = split(own, work.grid.words), split(filled, work.grid.words)
    for n in range(len(work.states)):
        root, state = work.slots[n, 0], work.states[n]
        root["own"], root["filled"], root["ply"] = own_words, filled_words, filled.bit_count()
        state["lower"], state["upper"], state["guess"] = lower, upper, guess
        state["depth"] = -1
    work.history.fill(0)
    if len(work.states) > 1:
        work.busy.fill(0)


@part
def _lanes(width: int) -> int:
    """The sets of a row: one for each column, and some to make vectors full."""
    return width + 3 & ~3


@part
def _row(grid: Grid, kind: int, column: int) -> int:
    """Where the set of a column is among the rows."""
    return (kind * _lanes(grid.width) + column) * words_in(grid.full, grid.words)


@part
def _place(grid: Grid, row: int, move: Cells) -> int:
    """Where the history has a move: a row for each number of stones, and for each move before."""
    return row * WORD * words_in(move, grid.words) + trailing_zeros(move)


@part
def _row_after(grid: Grid, place: int, ply: int) -> int:
    """The row of the answers to a move that has a place in another row."""
    return grid.cells + 2 * (place % (WORD * words_in(grid.full, grid.words))) + ply % 2


@part
def _middle(lower: int, upper: int, guess: int) -> int:
    """The alpha of the next null window: around the guess, then halfway between the bounds."""
    if lower < guess <= upper:
        return guess - 1
    if lower == guess:
        return guess
    return lower + (upper - lower) // 2


@part
def _not_losing(moves: Cells, opponent_threats: Cells) -> Cells:
    """The moves after which the opponent does not win at once."""
    forced = moves & opponent_threats
    if not forced:
        return moves & ~(opponent_threats >> 1)
    if forced & (forced - (forced & -forced)):
        return forced ^ forced  # two threats cannot be parried with one stone
    return forced & ~(opponent_threats >> 1)


@part
def _prepare(grid: Grid, shifts: Shifts, state: Any, root: Any, entries: Entries) -> bool:
    """Settle a root that is won or lost at once; make others ready, and return True."""
    own, filled = load(root.own, 0, grid.full), load(root.filled, 0, grid.full)
    moves, empty = legal_moves(grid, filled), grid.full & ~filled
    own_threats = opponent_threats = empty
    # A loop has the threats compiled once.
    for stones in (own, own ^ filled):
        own_threats, opponent_threats = opponent_threats, threats(grid, stones, empty)
    lower, upper = -win_at(grid, root.ply + 3), win_at(grid, root.ply + 2)
    if own_threats & moves:
        lower = upper = win_at(grid, root.ply)
    elif not moves:
        lower = upper = 0
    elif not _not_losing(moves, opponent_threats):
        lower = upper = -win_at(grid, root.ply + 1)
    state.lower, state.upper = max(state.lower, lower), min(state.upper, upper)
    key = _key(grid, own, filled, root.ply)
    root.bucket = _bucket(grid, shifts, key, root.ply)
    root.claimed = 0
    root.lower, root.upper = _known(entries, root.bucket, key, grid.words)
    keep(root.opponent_threats, 0, opponent_threats)
    keep(root.key, 0, key)
    return lower < upper


@part
def _key(grid: Grid, own: Cells, filled: Cells, ply: int) -> Cells:
    """A set that no other position has, but, while there are few stones, its mirror image.

    In each column, the player's stones and the cell above the highest stone, added up (Tromp).
    """
    key = own + filled + grid.bottom
    if ply > _FOLDED:
        return key
    stride = grid.height + 1
    column = bit(key, stride) - bit(key, 0)
    rest, mirrored = key, key ^ key
    for _ in range(grid.width):
        mirrored = mirrored << stride | rest & column
        rest = rest >> stride
    return mirrored if mirrored < key else key  # noqa: FURB136 - Bits know no min


@part
def _bucket(grid: Grid, shifts: Shifts, key: Cells, ply: int) -> int:
    """The bucket of a position: the later in the game, the fewer there are for all of them."""
    more = max(0, grid.cells - ply - _NEAR) // 2
    return bucket_of(key, grid.words, max(shifts.table, shifts.late - more))


@part
def _known(entries: Entries, bucket: int, key: Cells, words: int) -> tuple[int, int]:
    """The bounds in the table, beyond all scores if there are none."""
    payload = probe(entries, bucket, key, words)
    if payload == 0:
        return -UNKNOWN, UNKNOWN
    return (payload & _BOUND) - _OFFSET, (payload >> _UPPER & _BOUND) - _OFFSET


@part
def _store(grid: Grid, work: int, frame: Any, slot: Any, entries: Entries) -> None:
    """Keep what the search of a frame has found, unless it is too late in the game."""
    if grid.cells - slot.ply < _TABLED:
        return
    lower = frame.best if frame.best > frame.floor else slot.lower
    upper = frame.best if frame.best < frame.beta else slot.upper
    payload = lower + _OFFSET | upper + _OFFSET << _UPPER | work << WORTH
    store(entries, slot.bucket, load(slot.key, 0, grid.full), grid.words, payload, True)


@part
def _learn(frame: Any, first: int, settled: int, slots: Any, work: int, history: Any) -> None:
    """Have the move that has settled a frame tried earlier elsewhere, and those before it later."""
    lesson = _LESSON * (work + 1)
    for child in range(first, first + frame.moves):
        if slots[child].rating == _TRIED:
            for place in (slots[child].place, slots[child].answer):
                known = history[place]
                history[place] = (
                    known - (known * lesson >> _LESSONS) + (lesson if child == settled else -lesson)
                )


@part
def _work(nodes: int, frame: Any) -> int:
    """The binary length of the number of positions searched below a frame."""
    work = 0
    while nodes - frame.start >> work > 1:
        work += 1
    return work


@part
def _best_child(grid: Grid, frame: Any, slots: Any, depth: int) -> int:
    first = 1 + depth * grid.width
    best = _TRIED
    for child in range(first, first + frame.moves):
        best = max(best, slots[child].rating)
    return first + (-best & _MOVES - 1)


@part
def _free_child(grid: Grid, frame: Any, slots: Any, depth: int, busy: Any) -> int:
    """The best child that no other thread is searching, if there is one; the first is for all."""
    best = _best_child(grid, frame, slots, depth)
    if frame.children == frame.moves or not _is_busy(grid, slots[best], busy):
        return best
    first, chosen, rating = 1 + depth * grid.width, best, _TRIED
    for child in range(first, first + frame.moves):
        if slots[child].rating > rating and not _is_busy(grid, slots[child], busy):
            chosen, rating = child, slots[child].rating
    return chosen


@part
def _is_busy(grid: Grid, slot: Any, busy: Any) -> bool:
    if grid.cells - slot.ply < _SHARED:
        return False
    return busy[_mark(slot)] == slot.bucket + 1  # type: ignore[no-any-return] # a bool


@part
def _mark(slot: Any) -> int:
    """Where threads say that they are searching a position."""
    return slot.bucket // BUCKET & _BUSY - 1  # type: ignore[no-any-return] # an int


@part
def _forced_line(
    grid: Grid, own: Cells, filled: Cells, opponent_threats: Cells, own_threats: Cells, ply: int
) -> tuple[int, bool, int, Cells, Cells, Cells]:
    """Play on as long as there is only one move.

    Args:
        own: the stones of the player to move, who cannot win at once.

    Returns:
        The score for the player to move at the end, ``UNKNOWN`` if it is open; whether that is not
        the player who was to move first, but the other; and the position there: ply, stones of the
        player to move, all stones, threats of the opponent.
    """
    other = False
    while True:
        moves = legal_moves(grid, filled)
        forced = moves & opponent_threats
        if not moves:
            return 0, other, ply, own, filled, opponent_threats
        if not _not_losing(moves, opponent_threats):
            return -win_at(grid, ply + 1), other, ply, own, filled, opponent_threats
        if not forced:
            return UNKNOWN, other, ply, own, filled, opponent_threats
        own ^= filled
        filled |= forced
        ply += 1
        other = not other
        opponent_threats, own_threats = own_threats, opponent_threats & ~forced
        if own_threats & legal_moves(grid, filled):
            return win_at(grid, ply), other, ply, own, filled, opponent_threats
        opponent_threats = threats(grid, own ^ filled, grid.full & ~filled)


@part
def _value(grid: Grid, own: Cells, filled: Cells, opponent_threats: Cells, ply: int) -> int:
    """What the engine of play thinks of a position, for the player to move."""
    own_threats = threats(grid, own, grid.full & ~filled)
    return evaluate(grid, own, filled, own_threats, opponent_threats, ply % 2 == 0)


@part
def _expand(
    grid: Grid,
    shifts: Shifts,
    own: Cells,
    filled: Cells,
    opponent_threats: Cells,
    ply: int,
    before: int,
    beta: int,
    first: int,
    slots: Any,
    rows: Any,
    history: Any,
    entries: Entries,
) -> tuple[int, int, int]:
    """Write the moves to be searched into the slots from ``first`` on.

    Args:
        before: the place in the history of the move that led here.

    Returns:
        The best score among the moves that need no search, at least ``beta`` as soon as it is
        reached; an upper bound for those that need none because they come too late to reach it;
        and how many moves have to be searched.
    """
    empty = grid.full & ~filled
    moves = _not_losing(legal_moves(grid, filled), opponent_threats)
    own_threats = threats(grid, own, empty)
    # Without a branch, if sets are words: so LLVM has the processor do several columns at once.
    for column in range(_lanes(grid.width)):
        move = moves & load(rows, _row(grid, _COLUMN, column), grid.full)
        if words_in(move, grid.words) > 1 and not move:
            continue
        keep(rows, _row(grid, _MADE, column), threats(grid, own | move, empty) & ~move)
    best, late, children = -UNKNOWN, -UNKNOWN, 0
    rest, row = moves, _row_after(grid, before, ply)
    # Whether a column can be played cannot be foreseen, so this asks for no other.
    while rest:
        move = rest & -rest
        rest = rest ^ move
        column = popcount(grid.bottom & (move ^ ~-move)) - 1
        now = filled | move
        made = load(rows, _row(grid, _MADE, column), grid.full)
        safe = legal_moves(grid, now) & ~(made >> 1)
        rating = (
            _THREAT * popcount(made)
            + _NEW_SQUARE * popcount(made & ~(opponent_threats << 1))
            + _SAFE_REPLY * popcount(safe)
            + _CENTRE * min(column, grid.width - 1 - column)
        )
        if own_threats & move << 1:
            rating += _BELOW_OWN_THREAT
        place, answer = _place(grid, ply, move), _place(grid, row, move)
        rating += _HISTORY * history[place] + _ANSWER * history[answer] >> _LESSONS
        value, same, at, mover, now, made = _forced_line(
            grid, own ^ filled, now, made, opponent_threats & ~move, ply + 1
        )
        if value != UNKNOWN:
            best = max(best, value if same else -value)
            if best >= beta:
                return best, late, children
            continue
        # Whoever moves then wins with the second stone at best, and the other one no sooner.
        soon, later = win_at(grid, at + 2), win_at(grid, at + 3)
        least, most = (-later, soon) if same else (-soon, later)
        if least >= beta:
            return least, late, children
        if most < beta:
            late = max(late, most)
            continue
        child = slots[first + children]
        child.ply, child.same, child.place, child.answer = at, same, place, answer
        if grid.cells - at >= _WEIGHED:
            value = _value(grid, mover, now, made, at)
            rating += _EVALUATION * (value if same else -value)
        child.rating = _MOVES * rating - children
        keep(child.own, 0, mover)
        keep(child.filled, 0, now)
        keep(child.opponent_threats, 0, made)
        if grid.cells - at >= _TABLED:
            key = _key(grid, mover, now, at)
            keep(child.key, 0, key)
            child.bucket = _bucket(grid, shifts, key, at)
            prefetch(entries, child.bucket)
        children += 1
    return best, late, children


@part
def _open(
    grid: Grid,
    shifts: Shifts,
    nodes: int,
    frame: Any,
    depth: int,
    slots: Any,
    rows: Any,
    history: Any,
    entries: Entries,
) -> int:
    """Find what can be said of a position without searching, and its moves if it is not enough.

    Returns:
        A value as ``solve`` has it; ``UNKNOWN`` if moves have to be searched.
    """
    slot, alpha, beta = slots[frame.slot], frame.alpha, frame.beta
    # Neither player wins at once: the caller has made sure.
    lower = max(slot.lower, -win_at(grid, slot.ply + 3))
    upper = min(slot.upper, win_at(grid, slot.ply + 2))
    if lower >= beta or lower == upper:
        return lower  # type: ignore[no-any-return] # a record's field
    if upper <= alpha:
        return upper  # type: ignore[no-any-return] # a record's field

    own, filled = load(slot.own, 0, grid.full), load(slot.filled, 0, grid.full)
    opponent_threats = load(slot.opponent_threats, 0, grid.full)
    first, enough = 1 + depth * grid.width, min(beta, upper)
    best, late, children = _expand(
        grid,
        shifts,
        own,
        filled,
        opponent_threats,
        slot.ply,
        slot.place,
        enough,
        first,
        slots,
        rows,
        history,
        entries,
    )
    if best >= enough or children == 0:
        return max(best, late)

    lower = max(lower, best)
    if not slot.claimed:
        claimed = claimeven_bounds(grid, own, filled, opponent_threats, slot.ply)
        lower, upper = max(lower, claimed[0]), min(upper, claimed[1])
    if lower >= beta or lower == upper:
        return lower  # type: ignore[no-any-return] # a record's field
    if upper <= alpha:
        return upper  # type: ignore[no-any-return] # a record's field

    for n in range(first, first + children):
        child = slots[n]
        child.lower, child.upper, child.claimed = -UNKNOWN, UNKNOWN, 0
        if grid.cells - child.ply >= _TABLED:
            key = load(child.key, 0, grid.full)
            child.lower, child.upper = _known(entries, child.bucket, key, grid.words)
            best = max(best, child.lower if child.same else -child.upper)
            if best >= beta:
                return best  # type: ignore[no-any-return] # a record's field
    # No zugzwang is worth more than half a column.
    if grid.cells - slot.ply >= _CLAIMED and beta <= (grid.height + 1) // 2:
        for n in range(first, first + children):
            child = slots[n]
            claimed = claimeven_bounds(
                grid,
                load(child.own, 0, grid.full),
                load(child.filled, 0, grid.full),
                load(child.opponent_threats, 0, grid.full),
                child.ply,
            )
            child.lower, child.upper = max(child.lower, claimed[0]), min(child.upper, claimed[1])
            child.claimed = 1
            best = max(best, child.lower if child.same else -child.upper)
            if best >= beta:
                return best  # type: ignore[no-any-return] # a record's field
    slot.lower, slot.upper = max(lower, best), upper
    frame.alpha = frame.floor = max(alpha, slot.lower)
    frame.beta = min(beta, upper)
    frame.best, frame.start = max(best, late), nodes
    frame.moves = frame.children = children
    return UNKNOWN


@part
def _stop_others(states: Any, thread: int) -> bool:
    """Stop the other threads; whether one was searching."""
    searching = False
    for other in range(len(states)):
        if other != thread and states[other].limit:
            states[other].limit = 0
            searching = True
    return searching


@part
def _descend(above: Any, below: Any, child: int, slot: Any) -> None:
    """Make a move of one frame the next frame."""
    slot.rating = _TRIED
    above.children -= 1
    below.slot = child
    below.alpha = above.alpha if slot.same else -above.beta
    below.beta = above.beta if slot.same else -above.alpha


def _solve(
    grid: Grid,
    shifts: Shifts,
    thread: int,
    states: Any,
    all_frames: Any,
    all_slots: Any,
    all_rows: Any,
    history: Any,
    busy: Any,
    entries: Entries,
) -> None:
    """Narrow the bounds of the score of the position set by ``begin``.

    Until they meet, or the nodes reach the limit; then another call goes on. Of several threads,
    the first that has narrowed them stops the others.

    The value of a frame is its exact score if that is between alpha and beta; otherwise one up to
    alpha is an upper bound, one from beta on a lower bound.
    """
    grid, state = of_bits(grid), states[thread]
    frames, slots, rows = all_frames[thread], all_slots[thread], all_rows[thread]
    alone = len(states) == 1
    if state.depth < 0 and not _prepare(grid, shifts, state, slots[0], entries):
        return
    while state.lower < state.upper:
        if state.depth < 0:
            state.depth = 0
            state.middle = _middle(state.lower, state.upper, state.guess)
            frames[0].slot, frames[0].alpha, frames[0].beta = 0, state.middle, state.middle + 1
        depth, value = state.depth, UNKNOWN
        while depth >= 0:
            if state.nodes >= state.limit:
                state.depth = depth
                return
            state.nodes += 1
            value = _open(
                grid, shifts, state.nodes, frames[depth], depth, slots, rows, history, entries
            )
            while value != UNKNOWN:
                searched = frames[depth].slot
                slot = slots[searched]
                if not alone and _is_busy(grid, slot, busy):
                    busy[_mark(slot)] = 0
                depth -= 1
                if depth < 0:
                    break
                frame = frames[depth]
                frame.best = max(frame.best, value if slot.same else -value)
                if frame.best < frame.beta and frame.children:
                    frame.alpha = max(frame.alpha, frame.best)
                    value = UNKNOWN
                else:
                    work = _work(state.nodes, frame)
                    if frame.best >= frame.beta and work >= _WORTH_LEARNING:
                        _learn(frame, 1 + depth * grid.width, searched, slots, work, history)
                    _store(grid, work, frame, slots[frame.slot], entries)
                    value = frame.best
            if depth >= 0:
                if alone:
                    child = _best_child(grid, frames[depth], slots, depth)
                else:
                    child = _free_child(grid, frames[depth], slots, depth, busy)
                _descend(frames[depth], frames[depth + 1], child, slots[child])
                if not alone and grid.cells - slots[child].ply >= _SHARED:
                    busy[_mark(slots[child])] = slots[child].bucket + 1
                depth += 1
        state.depth = -1
        if value <= state.middle:
            state.upper = min(state.upper, value)
        else:
            state.lower = max(state.lower, value)
        if not alone and _stop_others(states, thread):
            return


solve = kernel(_solve)


def _score_moves(
    grid: Grid,
    shifts: Shifts,
    thread: int,
    states: Any,
    frames: Any,
    slots: Any,
    rows: Any,
    history: Any,
    busy: Any,
    entries: Entries,
    boards: Any,
    scores: Any,
) -> None:
    """Find the score of each move of some positions, for the player who makes it.

    Args:
        boards: the words of the stones of the player to move and of all stones, by turns.
        scores: a row for each position, a column for each column of the board; those that are full
            are left as they are.
    """
    inner, state, root = of_bits(grid), states[thread], slots[thread, 0]
    for n in range(len(scores)):
        own = load(boards, 2 * n * grid.words, inner.full)
        filled = load(boards, (2 * n + 1) * grid.words, inner.full)
        ply = popcount(filled)
        moves = legal_moves(inner, filled)
        wins = threats(inner, own, inner.full & ~filled) & moves
        history[:] = 0
        column_mask = bit(moves, grid.height) - bit(moves, 0)
        for column in range(grid.width):
            move = moves & column_mask << column * (grid.height + 1)
            if not move:
                continue
            if move & wins:
                scores[n, column] = win_at(inner, ply)
                continue
            keep(root.own, 0, own ^ filled)
            keep(root.filled, 0, filled | move)
            root.ply = ply + 1
            state.lower, state.upper = -win_at(inner, ply + 1), win_at(inner, ply + 1)
            state.guess, state.depth, state.limit = NO_GUESS, -1, state.nodes + _ENDLESS
            solve(grid, shifts, thread, states, frames, slots, rows, history, busy, entries)
            scores[n, column] = -state.lower


score_moves = kernel(_score_moves)
