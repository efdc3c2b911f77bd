"""Alpha-beta on sets of cells, compiled: the exact score of a position.

The search is a loop over frames, one for each position on the way from the root, and not a
recursion, so that it can stop after any number of positions and go on from there.

What cuts it down, beside null windows and the transposition table:

- Only moves are looked at that do not lose at once. Behind each, forced replies are played out
  before anything else is asked: many positions are decided that way.
- A move whose position is in the table with a good enough bound ends the search of a position
  before any other move is tried.
- The lines that are left bound the score (``followup.py``).
- Moves are tried in the order of the threats they make, the safe replies they leave, and how
  central they are.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.support.jit import Value, compiled, inlined
from moolab.trilobite.board import Shape
from moolab.trilobite.solver.bits import (
    Words,
    bit,
    bits,
    keep,
    load,
    popcount,
    prefetch,
    split,
    word_count,
    words,
)
from moolab.trilobite.solver.followup import Grid, line_bounds, win_at
from moolab.trilobite.solver.lines import threats
from moolab.trilobite.solver.table import (
    UNKNOWN,
    Entries,
    look_up,
    new_table,
    place,
    store,
    table_shift,
)

Numbers = NDArray[np.int64]
Cells = NDArray[np.uint64]

# Numbers of a search: where it may stop, how far it has come, the bounds of the score, and the
# shift of its table.
LIMIT, NODES, LOWER, UPPER, GUESS, _MIDDLE, _DEPTH, _SHIFT = range(8)

# A frame: a position that is being searched. ``_FLOOR`` is alpha before its moves were searched.
_SLOT, _ALPHA, _BETA, _BEST, _FLOOR, _CHILDREN, _START = range(7)

# A slot: a position, as numbers and as sets. ``_SAME`` says whether its player to move is that of
# the position above, which forced replies in between can bring about.
_PLY, _SAME, _RATING, _LOWER, _UPPER, _PLACE = range(6)
_STONES, _FILLED, _DANGER, _KEY = range(4)
_SETS = 4

_TABLED = 6  # cells left: with fewer, searching is faster than looking up
_FOLDED = 16  # stones: with more, hardly any position meets its mirror image

NO_GUESS = UNKNOWN
"""What ``begin`` is told where no score is more likely than others."""

_SEARCHED = -(1 << 20)


class Workspace(NamedTuple):
    """What a search works on; the arguments of ``solve``.

    Args:
        sizes: width, height, stones in a row, and cells.
        bottom, full: the lowest cell of each column, and all cells.
        followed: the cells that following up gives to the waiting player.
        numbers: see above.
        frames: shape (depth, fields).
        slots: positions, the root and the moves of each frame: shape (slots, fields).
        sets: the sets of each slot, side by side.
        entries: the transposition table.
    """

    sizes: tuple[int, ...]
    bottom: Words
    full: Words
    followed: Words
    numbers: Numbers
    frames: Numbers
    slots: Numbers
    sets: Cells
    entries: Entries


def workspace(shape: Shape, memory: int) -> Workspace:
    """All that searches on a board of this shape need, with a table of ``memory`` bytes."""
    count = word_count(shape)
    entries = new_table(memory)
    followed = sum(shape.bottom << row for row in range(shape.height - 1, -1, -2))
    slots = shape.cells * shape.width + 1
    numbers = np.zeros(8, np.int64)
    numbers[_SHIFT] = table_shift(entries)
    return Workspace(
        sizes=(shape.width, shape.height, shape.win, shape.cells),
        bottom=split(shape.bottom, count),
        full=split(shape.full, count),
        followed=split(followed, count),
        numbers=numbers,
        frames=np.zeros((shape.cells + 1, 7), np.int64),
        slots=np.zeros((slots, 6), np.int64),
        sets=np.zeros(slots * _SETS * count, np.uint64),
        entries=entries,
    )


def begin(
    work: Workspace, stones: int, filled: int, lower: int, upper: int, guess: int = NO_GUESS
) -> None:
    """Set a position whose score is to be found.

    Args:
        stones: those of the player to move.
        filled: those of both.
        lower, upper: bounds that the score is known to have.
        guess: a score that it may have.
    """
    count = len(work.bottom)
    for n in range(count):
        work.sets[_STONES * count + n] = stones >> 64 * n & 2**64 - 1
        work.sets[_FILLED * count + n] = filled >> 64 * n & 2**64 - 1
    work.slots[0, _PLY] = filled.bit_count()
    numbers = work.numbers
    numbers[LOWER], numbers[UPPER], numbers[GUESS] = lower, upper, guess
    numbers[_DEPTH] = -1


@compiled
def solve(
    sizes: tuple[int, ...],
    bottom: Any,
    full: Any,
    followed: Any,
    numbers: Numbers,
    frames: Numbers,
    slots: Numbers,
    sets: Cells,
    entries: Entries,
) -> None:
    """Bring the bounds of the score of the position that was set nearer to each other.

    Until they are equal, or as many positions have been searched as ``LIMIT`` says; then another
    call goes on.
    """
    width, height, win, cells = sizes
    grid = Grid(width, height, win, cells, bits(bottom), bits(full), bits(followed))
    if numbers[_DEPTH] < 0 and not _prepared(grid, numbers, slots, sets, entries):
        return
    while numbers[LOWER] < numbers[UPPER]:
        if numbers[_DEPTH] < 0:
            numbers[_DEPTH] = 0
            numbers[_MIDDLE] = _middle(numbers[LOWER], numbers[UPPER], numbers[GUESS])
            frames[0, _SLOT] = 0
            frames[0, _ALPHA] = numbers[_MIDDLE]
            frames[0, _BETA] = numbers[_MIDDLE] + 1
        value = _search(grid, numbers, frames, slots, sets, entries)
        if value == UNKNOWN:
            return
        if value <= numbers[_MIDDLE]:
            numbers[UPPER] = min(numbers[UPPER], value)
        else:
            numbers[LOWER] = max(numbers[LOWER], value)


@inlined
def _middle(lower: int, upper: int, guess: int) -> Value:
    """The score to compare with next: around the guess, then between the bounds.

    Between them and rather near a draw (Pons), since scores far from it are found fast.
    """
    if lower < guess <= upper:
        return guess - 1
    if lower == guess:
        return guess
    middle = lower + (upper - lower) // 2
    return min(middle, -(-lower // 2)) if middle <= 0 else max(middle, upper // 2)


@inlined
def _prepared(grid: Any, numbers: Numbers, slots: Numbers, sets: Cells, entries: Entries) -> bool:
    """Settle a position that is won or lost at once; make others ready, and return True."""
    ply = slots[0, _PLY]
    stones = _taken(grid, sets, 0, _STONES)
    filled = _taken(grid, sets, 0, _FILLED)
    playable = filled + grid.bottom & grid.full
    danger = _threats(grid, stones ^ filled, filled)
    lower, upper = -win_at(grid, ply + 3), win_at(grid, ply + 2)
    if _threats(grid, stones, filled) & playable:
        lower = upper = win_at(grid, ply)
    elif not playable:
        lower = upper = 0
    elif not _not_losing(playable, danger):
        lower = upper = -win_at(grid, ply + 1)
    numbers[LOWER] = max(numbers[LOWER], lower)
    numbers[UPPER] = min(numbers[UPPER], upper)
    key = _key(grid, stones, filled, ply)
    slots[0, _PLACE] = place(numbers[_SHIFT], key)
    slots[0, _LOWER], slots[0, _UPPER] = look_up(entries, slots[0, _PLACE], key)
    _put(grid, sets, 0, _DANGER, danger)
    _put(grid, sets, 0, _KEY, key)
    return bool(lower < upper)


@inlined
def _taken(grid: Any, sets: Cells, slot: int, which: int) -> Any:
    """One of the sets of a slot."""
    return load(sets, (slot * _SETS + which) * len(words(grid.full)), grid.full)


@inlined
def _put(grid: Any, sets: Cells, slot: int, which: int, cells: Any) -> None:
    keep(sets, (slot * _SETS + which) * len(words(grid.full)), cells)


@inlined
def _threats(grid: Any, stones: Any, filled: Any) -> Any:
    """The empty cells where the owner of the stones would win."""
    return threats(stones, grid.width, grid.height, grid.win) & grid.full & ~filled


@inlined
def _not_losing(playable: Any, danger: Any) -> Any:
    """The moves after which the other side does not win at once.

    Args:
        danger: the threats of the other side.
    """
    forced = playable & danger
    if not forced:
        return playable & ~(danger >> 1)
    if _several(forced):
        return forced ^ forced
    return forced & ~(danger >> 1)


@inlined
def _several(cells: Any) -> bool:
    return bool(cells & (cells - (cells & -cells)))


@inlined
def _key(grid: Any, stones: Any, filled: Any, ply: int) -> Any:
    """A set that no other position has, but, while there are few stones, its mirror image.

    In each column, the player's stones and the cell above the highest stone, added up (Tromp).
    """
    key = stones + filled + grid.bottom
    if ply > _FOLDED:
        return key
    stride = grid.height + 1
    column = bit(key, stride) - bit(key, 0)
    rest, mirrored = key, key ^ key
    for _ in range(grid.width):
        mirrored = mirrored << stride | rest & column
        rest = rest >> stride
    return mirrored if mirrored < key else key  # noqa: FURB136 - Bits know no min


@inlined
def _search(
    grid: Any, numbers: Numbers, frames: Numbers, slots: Numbers, sets: Cells, entries: Entries
) -> Value:
    """The score of the lowest frame, or a bound where it is not between alpha and beta.

    A value up to alpha is an upper bound, one from beta on a lower bound. ``UNKNOWN`` if the limit
    came first.
    """
    depth = numbers[_DEPTH]
    while numbers[NODES] < numbers[LIMIT]:
        numbers[NODES] += 1
        value = _open(grid, numbers, frames, slots, sets, entries, depth)
        while value != UNKNOWN:
            if depth == 0:
                numbers[_DEPTH] = -1
                return value
            if not slots[frames[depth, _SLOT], _SAME]:
                value = -value
            depth -= 1
            best = max(frames[depth, _BEST], value)
            frames[depth, _BEST] = best
            if best < frames[depth, _BETA] and frames[depth, _CHILDREN]:
                frames[depth, _ALPHA] = max(frames[depth, _ALPHA], best)
                value = UNKNOWN
            else:
                _remember(grid, numbers[NODES], frames, slots, sets, entries, depth)
                value = best
        child = _best_child(grid, slots, depth)
        slots[child, _RATING] = _SEARCHED
        frames[depth, _CHILDREN] -= 1
        alpha, beta = frames[depth, _ALPHA], frames[depth, _BETA]
        depth += 1
        frames[depth, _SLOT] = child
        frames[depth, _ALPHA] = alpha if slots[child, _SAME] else -beta
        frames[depth, _BETA] = beta if slots[child, _SAME] else -alpha
    numbers[_DEPTH] = depth
    return UNKNOWN


@inlined
def _remember(
    grid: Any,
    nodes: int,
    frames: Numbers,
    slots: Numbers,
    sets: Cells,
    entries: Entries,
    depth: int,
) -> None:
    slot, best = frames[depth, _SLOT], frames[depth, _BEST]
    if grid.cells - slots[slot, _PLY] >= _TABLED:
        store(
            entries,
            slots[slot, _PLACE],
            _taken(grid, sets, slot, _KEY),
            best if best > frames[depth, _FLOOR] else slots[slot, _LOWER],
            best if best < frames[depth, _BETA] else slots[slot, _UPPER],
            nodes - frames[depth, _START],
        )


@inlined
def _best_child(grid: Any, slots: Numbers, depth: int) -> Value:
    first = 1 + depth * grid.width
    best = first
    for child in range(first + 1, first + grid.width):
        if slots[child, _RATING] > slots[best, _RATING]:
            best = child
    return best


@inlined
def _open(
    grid: Any,
    numbers: Numbers,
    frames: Numbers,
    slots: Numbers,
    sets: Cells,
    entries: Entries,
    depth: int,
) -> Value:
    """Find what can be said of a position without searching, and its moves if it is not enough.

    Returns:
        A value as ``_search`` does; ``UNKNOWN`` if moves have to be searched.
    """
    slot, alpha, beta = frames[depth, _SLOT], frames[depth, _ALPHA], frames[depth, _BETA]
    ply = slots[slot, _PLY]
    # Nobody wins at once: whoever made this position ready has seen to it.
    lower = max(slots[slot, _LOWER], -win_at(grid, ply + 3))
    upper = min(slots[slot, _UPPER], win_at(grid, ply + 2))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    stones = _taken(grid, sets, slot, _STONES)
    filled = _taken(grid, sets, slot, _FILLED)
    danger = _taken(grid, sets, slot, _DANGER)
    first = 1 + depth * grid.width
    best, children = _expand(
        grid, stones, filled, danger, ply, min(beta, upper), first, numbers, slots, sets, entries
    )
    if best >= min(beta, upper) or children == 0:
        return best

    by_lines = line_bounds(grid, stones, filled, danger, ply)
    lower, upper = max(lower, best, by_lines[0]), min(upper, by_lines[1])
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    for child in range(first, first + children):
        slots[child, _LOWER], slots[child, _UPPER] = -UNKNOWN, UNKNOWN
        if grid.cells - slots[child, _PLY] >= _TABLED:
            key = _taken(grid, sets, child, _KEY)
            slots[child, _LOWER], slots[child, _UPPER] = look_up(entries, slots[child, _PLACE], key)
            known = slots[child, _LOWER] if slots[child, _SAME] else -slots[child, _UPPER]
            best = max(best, known)
            if best >= beta:
                return best
    lower = max(lower, best)
    slots[slot, _LOWER], slots[slot, _UPPER] = lower, upper
    frames[depth, _ALPHA] = frames[depth, _FLOOR] = max(alpha, lower)
    frames[depth, _BETA] = min(beta, upper)
    frames[depth, _BEST] = best
    frames[depth, _CHILDREN] = children
    frames[depth, _START] = numbers[NODES]
    return UNKNOWN


@inlined
def _expand(
    grid: Any,
    stones: Any,
    filled: Any,
    danger: Any,
    ply: int,
    beta: int,
    first: int,
    numbers: Numbers,
    slots: Numbers,
    sets: Cells,
    entries: Entries,
) -> tuple[Value, Value]:
    """Write the moves to be searched into the slots from ``first`` on.

    Returns:
        The best score among the moves that need no search, at least ``beta`` as soon as it is
        reached; and how many moves have to be searched.
    """
    free = grid.full & ~filled
    moves = _not_losing(filled + grid.bottom & grid.full, danger)
    chances = _threats(grid, stones, filled)
    column_mask = bit(moves, grid.height) - bit(moves, 0)
    best, children = -UNKNOWN, 0
    for column in range(grid.width):
        slots[first + column, _RATING] = _SEARCHED
        move = moves & column_mask << column * (grid.height + 1)
        if not move:
            continue
        now = filled | move
        attack = threats(stones | move, grid.width, grid.height, grid.win) & free & ~move
        safe = now + grid.bottom & grid.full & ~(attack >> 1)
        rating = (
            4 * popcount(attack)
            + 14 * popcount(attack & ~(danger << 1))
            - 5 * popcount(safe)
            + 4 * min(column, grid.width - 1 - column)
        )
        if chances & move << 1:
            rating -= 36
        value, same, at, mover, now, attack = _forced_line(
            grid, stones ^ filled, now, attack, danger & ~move, ply + 1
        )
        if value != UNKNOWN:
            best = max(best, value if same else -value)
            if best >= beta:
                return best, children
            continue
        child = first + children
        slots[child, _PLY], slots[child, _SAME], slots[child, _RATING] = at, same, rating
        _put(grid, sets, child, _STONES, mover)
        _put(grid, sets, child, _FILLED, now)
        _put(grid, sets, child, _DANGER, attack)
        if grid.cells - at >= _TABLED:
            key = _key(grid, mover, now, at)
            _put(grid, sets, child, _KEY, key)
            slots[child, _PLACE] = place(numbers[_SHIFT], key)
            prefetch(entries, slots[child, _PLACE])
        children += 1
    return best, children


@inlined
def _forced_line(
    grid: Any, mover: Any, filled: Any, attack: Any, chances: Any, ply: int
) -> tuple[Value, bool, Value, Any, Any, Any]:
    """Play on as long as there is but one move.

    Args:
        mover: the stones of the player to move, who cannot win at once.
        attack: the threats of the other player.
        chances: those of the player to move.

    Returns:
        The score for the player to move at the end, ``UNKNOWN`` if it is open; whether that is not
        the player who was to move first, but the other; and the position there: ply, stones of the
        player to move, all stones, threats of the other.
    """
    other = False
    while True:
        playable = filled + grid.bottom & grid.full
        forced = playable & attack
        if not playable:
            return 0, other, ply, mover, filled, attack
        if not _not_losing(playable, attack):
            return -win_at(grid, ply + 1), other, ply, mover, filled, attack
        if not forced:
            return UNKNOWN, other, ply, mover, filled, attack
        mover ^= filled
        filled |= forced
        ply += 1
        other = not other
        attack, chances = chances, attack & ~forced
        if chances & (filled + grid.bottom & grid.full):
            return win_at(grid, ply), other, ply, mover, filled, attack
        attack = _threats(grid, mover ^ filled, filled)
