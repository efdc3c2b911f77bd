"""Alpha-beta on sets of cells, compiled: the exact score of a position.

The search is a loop over frames, one for each position on the way from the root, and not a
recursion, so that it can stop after any number of positions and go on from there.

What cuts it down, beside null windows and the transposition table:

- Only moves are looked at that do not lose at once. Behind each, forced replies are played out
  before anything else is asked: many positions are decided that way.
- A move whose position is in the table with a good enough bound ends the search of a position
  before any other move is tried.
- A player for whom no line is left cannot win.
- Where an even number of cells is left, the waiting player can *follow up* (Allis's claimeven,
  carried to any height): answer above each stone, or, where a column has an odd number of free
  cells, at the foot of another such column. If the player to move has no line among the cells that
  this leaves, it cannot win; if the other then gets a line for certain, it has lost.
- Moves are tried in the order of the threats they make, the safe replies they leave, and how
  central they are.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.compiled import Value, compiled, inlined
from moolab.trilobite.bits import (
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
from moolab.trilobite.board import Shape
from moolab.trilobite.lines import has_line, threats
from moolab.trilobite.table import UNKNOWN, Entries, look_up, new_table, place, store, table_shift

Numbers = NDArray[np.int64]
Cells = NDArray[np.uint64]

# What changes in a search: where it may stop, how far it has come, and the bounds of the score.
LIMIT, NODES, LOWER, UPPER, GUESS, _MIDDLE, _DEPTH = range(7)

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

_SEARCHED = -(1 << 20)


class Workspace(NamedTuple):
    """What a search works on; the arguments of ``solve``.

    Args:
        sizes: width, height, stones in a row, cells, and the shift of the table.
        bottom, full: the lowest cell of each column, and all cells.
        followed: the cells that following up gives to the waiting player.
        numbers: what changes in a search.
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
    return Workspace(
        sizes=(shape.width, shape.height, shape.win, shape.cells, table_shift(entries)),
        bottom=split(shape.bottom, count),
        full=split(shape.full, count),
        followed=split(followed, count),
        numbers=np.zeros(7, np.int64),
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
    width, height, win, cells, shift = sizes
    game = _Game(width, height, win, cells, shift, bits(bottom), bits(full), bits(followed))
    if numbers[_DEPTH] < 0 and not _prepared(game, numbers, slots, sets, entries):
        return
    while numbers[LOWER] < numbers[UPPER]:
        if numbers[_DEPTH] < 0:
            numbers[_DEPTH] = 0
            numbers[_MIDDLE] = _middle(numbers[LOWER], numbers[UPPER], numbers[GUESS])
            frames[0, _SLOT] = 0
            frames[0, _ALPHA] = numbers[_MIDDLE]
            frames[0, _BETA] = numbers[_MIDDLE] + 1
        value = _search(game, numbers, frames, slots, sets, entries)
        if value == UNKNOWN:
            return
        if value <= numbers[_MIDDLE]:
            numbers[UPPER] = min(numbers[UPPER], value)
        else:
            numbers[LOWER] = max(numbers[LOWER], value)


class _Game(NamedTuple):
    width: int
    height: int
    win: int
    cells: int
    shift: int
    bottom: Any
    full: Any
    followed: Any


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
def _win_at(game: Any, ply: int) -> Value:
    """The score of a player who wins with the stone after ``ply`` stones; 0 if there is no room."""
    return max(game.cells + 1 - ply, 0) >> 1


@inlined
def _prepared(game: Any, numbers: Numbers, slots: Numbers, sets: Cells, entries: Entries) -> bool:
    """Settle a position that is won or lost at once; make others ready, and return True."""
    count, ply = len(words(game.full)), slots[0, _PLY]
    stones = load(sets, _STONES * count, game.full)
    filled = load(sets, _FILLED * count, game.full)
    playable = filled + game.bottom & game.full
    danger = _threats(game, stones ^ filled, filled)
    lower, upper = -_win_at(game, ply + 3), _win_at(game, ply + 2)
    if _threats(game, stones, filled) & playable:
        lower = upper = _win_at(game, ply)
    elif not playable:
        lower = upper = 0
    elif not _not_losing(playable, danger):
        lower = upper = -_win_at(game, ply + 1)
    numbers[LOWER] = max(numbers[LOWER], lower)
    numbers[UPPER] = min(numbers[UPPER], upper)
    key = _key(game, stones, filled, ply)
    slots[0, _PLACE] = place(game.shift, key)
    slots[0, _LOWER], slots[0, _UPPER] = look_up(entries, slots[0, _PLACE], key)
    keep(sets, _DANGER * count, danger)
    keep(sets, _KEY * count, key)
    return bool(lower < upper)


@inlined
def _threats(game: Any, stones: Any, filled: Any) -> Any:
    """The empty cells where the owner of the stones would win."""
    return threats(stones, game.width, game.height, game.win) & game.full & ~filled


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
def _key(game: Any, stones: Any, filled: Any, ply: int) -> Any:
    """A set that no other position has, but, while there are few stones, its mirror image.

    In each column, the player's stones and the cell above the highest stone, added up (Tromp).
    """
    key = stones + filled + game.bottom
    if ply > _FOLDED:
        return key
    stride = game.height + 1
    column = bit(key, stride) - bit(key, 0)
    rest, mirrored = key, key ^ key
    for _ in range(game.width):
        mirrored = mirrored << stride | rest & column
        rest = rest >> stride
    return mirrored if mirrored < key else key  # noqa: FURB136 - Bits know no min


@inlined
def _search(
    game: Any, numbers: Numbers, frames: Numbers, slots: Numbers, sets: Cells, entries: Entries
) -> Value:
    """The score of the lowest frame, or a bound where it is not between alpha and beta.

    A value up to alpha is an upper bound, one from beta on a lower bound. ``UNKNOWN`` if the limit
    came first.
    """
    depth = numbers[_DEPTH]
    while numbers[NODES] < numbers[LIMIT]:
        numbers[NODES] += 1
        value = _open(game, numbers[NODES], frames, slots, sets, entries, depth)
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
                _remember(game, numbers[NODES], frames, slots, sets, entries, depth)
                value = best
        child = _best_child(game, slots, depth)
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
    game: Any,
    nodes: int,
    frames: Numbers,
    slots: Numbers,
    sets: Cells,
    entries: Entries,
    depth: int,
) -> None:
    slot, best = frames[depth, _SLOT], frames[depth, _BEST]
    if game.cells - slots[slot, _PLY] >= _TABLED:
        store(
            entries,
            slots[slot, _PLACE],
            load(sets, (slot * _SETS + _KEY) * len(words(game.full)), game.full),
            best if best > frames[depth, _FLOOR] else slots[slot, _LOWER],
            best if best < frames[depth, _BETA] else slots[slot, _UPPER],
            nodes - frames[depth, _START],
        )


@inlined
def _best_child(game: Any, slots: Numbers, depth: int) -> Value:
    first = 1 + depth * game.width
    best = first
    for child in range(first + 1, first + game.width):
        if slots[child, _RATING] > slots[best, _RATING]:
            best = child
    return best


@inlined
def _open(
    game: Any,
    nodes: int,
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
    lower = max(slots[slot, _LOWER], -_win_at(game, ply + 3))
    upper = min(slots[slot, _UPPER], _win_at(game, ply + 2))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    at = slot * _SETS * len(words(game.full))
    stones = load(sets, at + _STONES * len(words(game.full)), game.full)
    filled = load(sets, at + _FILLED * len(words(game.full)), game.full)
    danger = load(sets, at + _DANGER * len(words(game.full)), game.full)
    first = 1 + depth * game.width
    best, children = _expand(
        game, stones, filled, danger, ply, min(beta, upper), first, slots, sets, entries
    )
    if best >= min(beta, upper) or children == 0:
        return best

    by_lines = _line_bounds(game, stones, filled, danger, ply)
    lower, upper = max(lower, best, by_lines[0]), min(upper, by_lines[1])
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper

    for child in range(first, first + children):
        slots[child, _LOWER], slots[child, _UPPER] = -UNKNOWN, UNKNOWN
        if game.cells - slots[child, _PLY] >= _TABLED:
            key = load(sets, (child * _SETS + _KEY) * len(words(game.full)), game.full)
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
    frames[depth, _START] = nodes
    return UNKNOWN


@inlined
def _line_bounds(game: Any, stones: Any, filled: Any, danger: Any, ply: int) -> tuple[Value, Value]:
    """Bounds of a score, from the lines that are still possible."""
    lower, upper = -_win_at(game, ply), _win_at(game, ply)
    width, height, win = game.width, game.height, game.win
    free, playable = game.full & ~filled, filled + game.bottom & game.full
    if not has_line(stones | free, width, height, win):
        upper = 0
    if not has_line(stones ^ filled | free, width, height, win):
        lower = 0
    followed = game.followed & free & ~playable
    # Whoever plays below a threat that the other side is sure to answer on has lost.
    certain = danger & followed
    own = free & ~followed & _up_to_lowest(game, certain)
    if (game.cells - ply) % 2 == 0:
        if not has_line(stones | own, width, height, win):
            if certain:
                upper = -_followed_win(game, certain)
            elif has_line(stones ^ filled | followed, width, height, win):
                upper = -1
            else:
                upper = min(upper, 0)
        return lower, upper
    # One column is left over when the others with an odd number of free cells are paired.
    others = danger & free & ~game.followed
    column = bit(free, height) - bit(free, 0)
    while others:
        while not others & column:
            column = column << (height + 1)
        if playable & game.followed & column:
            reached = _up_to_lowest(game, others & column) & column
            if not has_line(
                stones | own & ~column | reached & free & game.followed, width, height, win
            ):
                upper = min(upper, -_followed_win(game, others & column))
        others = others & ~column
    return lower, upper


@inlined
def _followed_win(game: Any, threats: Any) -> Value:
    """The score of a player who is sure to get the lowest of the threats when all else is filled.

    If there are threats in several columns, the best one.
    """
    row = game.bottom
    above = game.height - 1
    while not threats & row:
        row = row << 1
        above -= 1
    return above // 2 + 1


@inlined
def _up_to_lowest(game: Any, marked: Any) -> Any:
    """The cells up to the lowest marked one in each column, all where none is marked."""
    # The spare cells above the columns keep a column from borrowing from the next.
    ends = marked | game.bottom << game.height
    return ends ^ ends - game.bottom


@inlined
def _expand(
    game: Any,
    stones: Any,
    filled: Any,
    danger: Any,
    ply: int,
    beta: int,
    first: int,
    slots: Numbers,
    sets: Cells,
    entries: Entries,
) -> tuple[Value, Value]:
    """Write the moves to be searched into the slots from ``first`` on.

    Returns:
        The best score among the moves that need no search, at least ``beta`` as soon as it is
        reached; and how many moves have to be searched.
    """
    count = len(words(game.full))
    free = game.full & ~filled
    moves = _not_losing(filled + game.bottom & game.full, danger)
    chances = _threats(game, stones, filled)
    column_mask = bit(moves, game.height) - bit(moves, 0)
    best, children = -UNKNOWN, 0
    for column in range(game.width):
        slots[first + column, _RATING] = _SEARCHED
        move = moves & column_mask << column * (game.height + 1)
        if not move:
            continue
        now = filled | move
        attack = threats(stones | move, game.width, game.height, game.win) & free & ~move
        safe = now + game.bottom & game.full & ~(attack >> 1)
        rating = (
            4 * popcount(attack)
            + 14 * popcount(attack & ~(danger << 1))
            - 5 * popcount(safe)
            + 4 * min(column, game.width - 1 - column)
        )
        if chances & move << 1:
            rating -= 36
        value, same, at, mover, now, attack = _forced_line(
            game, stones ^ filled, now, attack, danger & ~move, ply + 1
        )
        if value != UNKNOWN:
            best = max(best, value if same else -value)
            if best >= beta:
                return best, children
            continue
        child = first + children
        slots[child, _PLY], slots[child, _SAME], slots[child, _RATING] = at, same, rating
        keep(sets, (child * _SETS + _STONES) * count, mover)
        keep(sets, (child * _SETS + _FILLED) * count, now)
        keep(sets, (child * _SETS + _DANGER) * count, attack)
        if game.cells - at >= _TABLED:
            key = _key(game, mover, now, at)
            keep(sets, (child * _SETS + _KEY) * count, key)
            slots[child, _PLACE] = place(game.shift, key)
            prefetch(entries, slots[child, _PLACE])
        children += 1
    return best, children


@inlined
def _forced_line(
    game: Any, mover: Any, filled: Any, attack: Any, chances: Any, ply: int
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
        playable = filled + game.bottom & game.full
        forced = playable & attack
        if not playable:
            return 0, other, ply, mover, filled, attack
        if not _not_losing(playable, attack):
            return -_win_at(game, ply + 1), other, ply, mover, filled, attack
        if not forced:
            return UNKNOWN, other, ply, mover, filled, attack
        mover ^= filled
        filled |= forced
        ply += 1
        other = not other
        attack, chances = chances, attack & ~forced
        if chances & (filled + game.bottom & game.full):
            return _win_at(game, ply), other, ply, mover, filled, attack
        attack = _threats(game, mover ^ filled, filled)
