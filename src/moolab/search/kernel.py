"""Branch and bound on a set of candidates, compiled; docs/explanation/search.md tells the idea.

The value of a set is the least cost of a decision tree for it: each guess that is still asked of
a code costs ``delta[depth]``, so that with all deltas 1 it is the total of guesses. A guess splits
the set by reply into parts, and what a guess costs beyond its parts is known. So a lower bound of
each part gives a lower bound of the guess; guesses with low bounds are tried first, and a guess is
left as soon as its bound is not below the best value so far. Every function that returns a value
under a bound ``beta`` keeps the contract

    the exact value if it is below beta, otherwise some lower bound that is at least beta.

The strongest bound is the number of parts that a guess makes; ``_scan`` finds it for all guesses
at once. Node counts below are guesses tried, by ``python -m benchmarks.constants``.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.unrolled import ones
from moolab.search.bounds import FEW
from moolab.search.moves import Moves, moves_after
from moolab.support.jit import Value, compiled, inner

SCANNED = 512
"""Words that are scanned at a time: 4 KiB, which the first cache holds beside the rows."""

_LOCAL = 60
"""Above this size, the rows of a set are copied together before it is searched. The guesses are the
same; without it, ab4x9 took 1.41 s instead of 1.31 s."""

_QUICK = 4
"""Up to this size, recomputing the bound is cheaper than a table probe. With 2 or 8 the guesses
are nearly the same, and ab4x9 took 1.38 s or 1.41 s instead of 1.31 s."""

_COUNTED = 4
"""Tables of counts that are filled in turn, as a processor waits some cycles for a word that it has
just written."""

_RANKED = 8
"""A beam of width w chooses among the w * _RANKED guesses with the lowest bounds. It hardly
matters: with 1, ab4x9 takes 132,512 guesses instead of 132,544."""

_IS_CANDIDATE = np.uint8(128)
"""Bit 7 of a number of parts marks a guess that is a candidate, while guesses are ordered."""

_PARTS = np.uint8(127)
"""The other bits: the number itself."""

_BYTES_PER_LOOKUP = 32
"""Bytes that a scan looks up in the time that a single reply takes: a register of AVX2."""

NO_GUESS = -1
"""Stands for a row where there is none."""

VALUE, GUESS = np.False_, np.True_
"""What ``solve`` shall find. These are not the literals False and True: of a literal Numba would
compile a second version, and to load two that call each other from its cache crashes."""

ENTRY = np.dtype([("key", "u8"), ("check", "u8"), ("value", "i8"), ("exact", "i8")], align=True)
"""An entry of the transposition table: the Zobrist key of a set in two words, and its value, or a
lower bound of it. A value of 0 says that nothing is known; 32 bytes."""


class Work(NamedTuple):
    """What a search has done.

    Args:
        sets: sets solved.
        guesses: guesses tried; these are the nodes that are reported.
        scans: scans over all guesses.
        hits: probes of the transposition table that found something.
        lookups: replies looked up one by one, as a measure of time.
    """

    sets: int
    guesses: int
    scans: int
    hits: int
    lookups: int


WORK = np.dtype([(field, "i8") for field in Work._fields], align=True)


class Game(NamedTuple):
    """What a search knows of a game: codes are columns, guesses are rows.

    Args:
        replies: the number of the reply, uint8, shape (guesses, codes); the winning one comes last.
        bits: for each code and guess a mask, 1 << reply, of 2, 4 or 8 bytes, or of more than 64
            replies the number, a byte; packed into words, so that one kernel serves all games:
            uint64, shape (codes, words).
        own: the row of each code, int32, shape (codes,).
        zobrist: two random words for each code, uint64, shape (2, codes). The key of a set is the
            exclusive or of those of its codes.
        reply_count: how many replies there are.
        mask_bytes: the size of a mask.
    """

    replies: NDArray[np.uint8]
    bits: NDArray[np.uint64]
    own: NDArray[np.int32]
    zobrist: NDArray[np.uint64]
    reply_count: int
    mask_bytes: int


class Costs(NamedTuple):
    """What guesses cost.

    Args:
        delta: one more guess, by the number of guesses before; int64, shape (depths + 3,).
        least: a lower bound by depth and number of candidates, int64, shape
            (depths + 2, codes + 1).
    """

    delta: NDArray[np.int64]
    least: NDArray[np.int64]


class Budget(NamedTuple):
    """How much a search has done, and how much it may do.

    Args:
        work: one record of type ``WORK``, shape (1,).
        limit: work limit: after this many lookups the search sets ``stop``.
        stop: int64, shape (1,). Once it is not 0 the search returns at once, with a wrong result.
            A caller may set it from another thread.
    """

    work: NDArray[Any]
    limit: int
    stop: NDArray[np.int64]


class Scratch(NamedTuple):
    """Buffers whose content matters only until another set is looked at.

    Args:
        parts: the number of parts that each guess makes, uint8; as long as there are masks in a row
            of ``Game.bits``.
        seen: masks of the replies that a block of guesses gets, uint64, shape (SCANNED,).
    """

    parts: NDArray[np.uint8]
    seen: NDArray[np.uint64]


class Workspace(NamedTuple):
    """All that a search reads and writes; it writes to ``entries``, ``budget`` and ``scratch``.

    Args:
        entries: the transposition table, records of type ``ENTRY``, a power of two of them. What
            comes last stays. In a beam its bounds hold for that beam only.
        consistent: whether only candidates are guessed.
        width: how many guesses are tried for each set, the most promising ones; where there are
            more, the search is a beam: its trees are real, its lower bounds are not.
    """

    game: Game
    costs: Costs
    entries: NDArray[Any]
    budget: Budget
    scratch: Scratch
    consistent: bool
    width: int


_moves_after = inner(moves_after)


@inner
def _count_parts(game: Game, guess: Value, codes: NDArray[np.int32]) -> Value:
    """Into how many parts a guess splits the codes."""
    row = game.replies[guess]
    if game.mask_bytes == 1:
        return _count_parts_of_many(row, codes)
    seen = np.uint64(0)
    for code in codes:
        seen |= np.uint64(1) << np.uint64(row[code])
    return np.int64(ones(seen))


@inner
def _count_parts_of_many(row: NDArray[np.uint8], codes: NDArray[np.int32]) -> Value:
    """The same for up to 256 replies: a bit of four words for each."""
    first, second, third, fourth = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for code in codes:
        reply = row[code]
        bit, word = np.uint64(1) << np.uint64(reply & 63), reply >> 6
        if word == 0:
            first |= bit
        elif word == 1:
            second |= bit
        elif word == 2:
            third |= bit
        else:
            fourth |= bit
    return np.int64(ones(first) + ones(second) + ones(third) + ones(fourth))


@inner
def _scan(game: Game, scratch: Scratch, codes: NDArray[np.int32], enough: int) -> Value:
    """The most parts into which any guess splits the codes.

    The rows of the codes, ored together, have a bit for each reply that a guess can get. Fills in
    ``scratch.parts`` for all guesses, until one has enough; the rest is not touched.
    """
    bits, seen, parts = game.bits, scratch.seen, scratch.parts
    size = len(codes)
    odd = (size - 1) & 1
    per_word = 8 // game.mask_bytes
    most = np.int64(0)
    for first in range(0, bits.shape[1], SCANNED):
        last = min(first + SCANNED, bits.shape[1])
        if game.mask_bytes == 1:
            top = _count_distinct(bits, codes, first, last, scratch, parts[first * 8 : last * 8])
            most = max(most, top)
            if most >= enough:
                break
            continue
        # Of an odd number of codes the first is counted alone, so that the others are pairs.
        some, other = bits[codes[0], first:last], bits[codes[odd], first:last]
        for i in range(len(some)):
            seen[i] = some[i] | other[i]
        # Two rows at a time: half the loads and stores of what was seen.
        for code in range(1 + odd, size, 2):
            some, other = bits[codes[code], first:last], bits[codes[code + 1], first:last]
            for i in range(len(some)):
                seen[i] |= some[i] | other[i]
        here = parts[first * per_word : last * per_word]
        if game.mask_bytes == 2:
            top = _count_bits(seen.view(np.uint16), here)
        elif game.mask_bytes == 4:
            top = _count_bits(seen.view(np.uint32), here)
        else:
            top = _count_bits(seen, here)
        most = max(most, top)
        if most >= enough:
            break
    return most


@inner
def _count_distinct(
    replies: NDArray[np.uint64],
    codes: NDArray[np.int32],
    first: Value,
    last: Value,
    scratch: Scratch,
    counts: NDArray[np.uint8],
) -> Value:
    """As ``_count_bits``, where there are more replies than bits: each is compared with all others.

    With AVX2, 32 guesses at a time.
    """
    again = scratch.seen[: last - first].view(np.uint8)
    for i in range(len(counts)):
        counts[i] = 1
    for code in range(1, len(codes)):
        one = replies[codes[code], first:last].view(np.uint8)
        for i in range(len(again)):
            again[i] = 0
        for before in range(code):
            other = replies[codes[before], first:last].view(np.uint8)
            for i in range(len(again)):
                again[i] |= np.uint8(one[i] == other[i])
        for i in range(len(counts)):
            counts[i] += np.uint8(1) - again[i]
    most = np.uint8(0)
    for i in range(len(counts)):
        most = max(most, counts[i])
    return np.int64(most)


@inner
def _count_bits(masks: NDArray[Any], counts: NDArray[np.uint8]) -> Value:
    """How many bits of each mask are set, and the most."""
    most = np.uint8(0)
    for i in range(len(counts)):
        counts[i] = np.uint8(ones(masks[i]))
        most = max(most, counts[i])
    return np.int64(most)


@inner
def _bound(space: Workspace, codes: NDArray[np.int32], depth: int) -> tuple[Value, bool]:
    """A lower bound from the number of parts that a guess can make, and whether it is exact.

    A tree on n codes asks a first guess of each, a second of all but a candidate that was guessed,
    and a third at least of those that are not alone, or first, in their part.
    """
    game = space.game
    n = len(codes)
    delta = space.costs.delta
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    if n == 1:
        return first, True
    if n == 2:
        return 2 * first + second, True
    by_candidate = np.int64(0)
    for code in codes:
        by_candidate = max(by_candidate, _count_parts(game, game.own[code], codes))
        if by_candidate == n:
            break
    value = n * first + (n - 1) * second + (n - by_candidate) * third
    # A candidate that leaves every other code alone ends the set with 2n - 1 guesses, which nothing
    # can beat. With one part less, one code needs a third guess; a guess that is not a candidate
    # cannot do better, if a third guess costs no more than a second.
    if by_candidate == n or (by_candidate == n - 1 and (second == third or space.consistent)):
        return value, True
    if not space.consistent:
        work = space.budget.work[0]
        work.scans += 1
        work.lookups += n * game.replies.shape[0] * game.mask_bytes // _BYTES_PER_LOOKUP
        most = _scan(game, space.scratch, codes, n)
        by_other = n * (first + second) + (n - most) * third
        if most == n or by_candidate == n - 1:
            return min(value, by_other), True
        value = min(value, by_other)
    return max(value, space.costs.least[depth, n]), False


@inner
def _split(
    row: NDArray[np.uint8],
    codes: NDArray[np.int32],
    out: NDArray[np.int32],
    starts: NDArray[np.int32],
    slots: NDArray[np.int32],
) -> Value:
    """Sort codes by reply into ``out``; part p is ``out[starts[p]:starts[p + 1]]``.

    Returns how many parts there are without that of the winning reply. Few replies have a part
    each, empty or not; of many, only those that occur.
    """
    if len(slots):
        return _split_sparsely(row, codes, out, starts, slots)
    for reply in range(len(starts)):
        starts[reply] = 0
    for code in codes:
        starts[row[code] + 1] += 1
    for reply in range(1, len(starts)):
        starts[reply] += starts[reply - 1]
    for code in codes:
        reply = row[code]
        out[starts[reply]] = code
        starts[reply] += 1
    # Each part has moved its start to its end, which is the start of the next.
    for reply in range(len(starts) - 1, 0, -1):
        starts[reply] = starts[reply - 1]
    starts[0] = 0
    return len(starts) - 2


@inner
def _split_sparsely(
    row: NDArray[np.uint8],
    codes: NDArray[np.int32],
    out: NDArray[np.int32],
    starts: NDArray[np.int32],
    slots: NDArray[np.int32],
) -> Value:
    """As ``_split``, with parts in the order in which they occur.

    ``slots`` is -1 for each reply, before and after.
    """
    win = len(slots) - 1
    parts = 0
    starts[0] = 0
    for code in codes:
        reply = row[code]
        if reply != win:
            if slots[reply] < 0:
                slots[reply] = parts
                parts += 1
                starts[parts] = 0
            starts[slots[reply] + 1] += 1
    for part in range(1, parts + 1):
        starts[part] += starts[part - 1]
    for code in codes:
        if row[code] != win:
            part = slots[row[code]]
            out[starts[part]] = code
            starts[part] += 1
    for part in range(parts, 0, -1):
        starts[part] = starts[part - 1]
    starts[0] = 0
    for code in codes:
        slots[row[code]] = -1
    return parts


@inner
def _key(
    zobrist: NDArray[np.uint64], codes: NDArray[np.int32], depth: int
) -> tuple[np.uint64, np.uint64]:
    """The Zobrist key of a set; the depth is part of it, since costs may depend on it."""
    key = check = np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15)
    for code in codes:
        key ^= zobrist[0, code]
        check ^= zobrist[1, code]
    return key, check


@inner
def _probe(entries: NDArray[Any], key: tuple[np.uint64, np.uint64]) -> tuple[Value, bool]:
    """What the transposition table knows of a set: a lower bound, 0 if nothing; if it is exact."""
    entry = entries[key[0] & np.uint64(len(entries) - 1)]
    if entry.key == key[0] and entry.check == key[1]:
        return entry.value, entry.exact != 0
    return np.int64(0), False


@inner
def _store(
    entries: NDArray[Any], key: tuple[np.uint64, np.uint64], value: Value, exact: bool
) -> None:
    """Write what is known of a set over whatever has its entry."""
    entry = entries[key[0] & np.uint64(len(entries) - 1)]
    entry.key, entry.check = key
    entry.value = value
    entry.exact = exact


@inner
def _gather(game: Game, codes: NDArray[np.int32]) -> Game:
    """The game with these codes alone, close together in memory: that is worth a copy."""
    n = len(codes)
    guesses, width = game.replies.shape[0], game.bits.shape[1]
    replies = np.empty((guesses, n), np.uint8)
    for guess in range(guesses):
        for i in range(n):
            replies[guess, i] = game.replies[guess, codes[i]]
    bits = np.empty((n, width), np.uint64)
    own = np.empty(n, np.int32)
    zobrist = np.empty((2, n), np.uint64)
    for i in range(n):
        for word in range(width):
            bits[i, word] = game.bits[codes[i], word]
        own[i] = game.own[codes[i]]
        zobrist[0, i] = game.zobrist[0, codes[i]]
        zobrist[1, i] = game.zobrist[1, codes[i]]
    return Game(replies, bits, own, zobrist, game.reply_count, game.mask_bytes)


@inner
def _rank(
    keys: NDArray[np.int64], squares: NDArray[np.int64], order: NDArray[np.int32], most: int
) -> None:
    """Sort the first guesses by their keys, then by their squares, then as they are.

    A merge sort: NumPy's takes ten times as long to compile.
    """
    source, other = np.empty(most, np.int32), np.empty(most, np.int32)
    for i in range(most):
        source[i] = i
    width = 1
    while width < most:
        for start in range(0, most, 2 * width):
            left, right = start, min(start + width, most)
            middle, end = right, min(start + 2 * width, most)
            for slot in range(start, end):
                from_right = left == middle
                if left < middle and right < end:
                    some, later = source[left], source[right]
                    from_right = keys[later] < keys[some] or (
                        keys[later] == keys[some] and squares[later] < squares[some]
                    )
                if from_right:
                    other[slot] = source[right]
                    right += 1
                else:
                    other[slot] = source[left]
                    left += 1
        source, other = other, source
        width *= 2
    sorted_keys = np.empty(most, np.int64)
    for i in range(most):
        sorted_keys[i] = keys[source[i]]
        other[i] = order[source[i]]
    for i in range(most):
        keys[i], order[i] = sorted_keys[i], other[i]


@inner
def _order_by_parts(
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The guesses that can stay below beta, those with most parts first, and their bounds.

    Works on the number of parts that the scan of these codes left.
    """
    game, parts, consistent = space.game, space.scratch.parts, space.consistent
    n = len(codes)
    delta = space.costs.delta
    first, second, third = delta[depth], delta[depth + 1], delta[depth + 2]
    for code in codes:
        own = game.own[code]
        if consistent:
            parts[own] = _count_parts(game, own, codes)
        parts[own] |= _IS_CANDIDATE
    # With fewer parts than this, more codes need a third guess than beta allows.
    enough = n + 1
    while enough > 1 and n * first + (n - 1) * second + (n - enough + 1) * third < beta:
        enough -= 1
    space.budget.work[0].lookups += len(listed) or game.replies.shape[0]
    total = len(listed) or (n if consistent else game.replies.shape[0])
    found = 0
    some = np.empty(total, np.int32)
    for i in range(total):
        guess = np.int32(i)
        if len(listed):
            guess = listed[i]
        elif consistent:
            guess = game.own[codes[i]]
        if (parts[guess] & _PARTS) >= enough and (parts[guess] >= _IS_CANDIDATE or not consistent):
            some[found] = guess
            found += 1
    # A candidate with one part less is as good as another guess, where its third guess costs
    # no more than the second. A counting sort on that: the number of ranks is small.
    behind = 3 if second == third else 1
    counts = np.zeros(2 * FEW + 6, np.int32)
    ranks = np.empty(found, np.int32)
    order, keys = np.empty(found, np.int32), np.empty(found, np.int64)
    for i in range(found):
        known = np.int64(parts[some[i]] & _PARTS)
        ranks[i] = 2 * (n - known) + (behind if parts[some[i]] < _IS_CANDIDATE else 0)
        counts[ranks[i] + 1] += 1
    for rank in range(1, len(counts)):
        counts[rank] += counts[rank - 1]
    for i in range(found):
        guess = some[i]
        slot = counts[ranks[i]]
        counts[ranks[i]] += 1
        known = np.int64(parts[guess] & _PARTS)
        asked = n if parts[guess] < _IS_CANDIDATE else n - 1
        order[slot] = guess
        keys[slot] = n * first + asked * second + (n - known) * third
    for code in codes:
        parts[game.own[code]] &= _PARTS
    if found > space.width:
        # A beam does not try them all: of those with the same bound it prefers even parts.
        most = min(found, _RANKED * space.width)
        squares = np.zeros(most, np.int64)
        sizes = np.empty(game.reply_count, np.int64)
        for i in range(most):
            for reply in range(len(sizes)):
                sizes[reply] = 0
            for code in codes:
                reply = game.replies[order[i], code]
                # One square more than the last is an odd number.
                squares[i] += 2 * sizes[reply] + 1
                sizes[reply] += 1
        _rank(keys, squares, order, most)
    return order, keys


@inner
def _order_by_sizes(
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    listed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """As ``_order_by_parts``, for many codes: by the sizes of all parts."""
    game, consistent = space.game, space.consistent
    n = len(codes)
    least = space.costs.least[depth + 1]
    win = game.reply_count - 1
    counts = np.empty((_COUNTED, win + 1), np.int32)
    total = len(listed) or (n if consistent else game.replies.shape[0])
    space.budget.work[0].lookups += n * total
    order, keys = np.empty(total, np.int32), np.empty(total, np.int64)
    squares = np.empty(total, np.int64)
    found = 0
    for i in range(total):
        guess = np.int32(i)
        if len(listed):
            guess = listed[i]
        elif consistent:
            guess = game.own[codes[i]]
        row = game.replies[guess]
        for reply in range(win + 1):
            for which in range(_COUNTED):
                counts[which, reply] = 0
        for code in range(n):
            counts[code % _COUNTED, row[codes[code]]] += 1
        wins = 0
        for which in range(_COUNTED):
            wins += counts[which, win]
        if consistent and wins == 0:
            continue
        bound = n * space.costs.delta[depth]
        square = 0
        for reply in range(win):
            size = 0
            for which in range(_COUNTED):
                size += counts[which, reply]
            bound += least[size]
            square += size * size
        if bound < beta:
            order[found] = guess
            keys[found] = bound
            squares[found] = square
            found += 1
    _rank(keys, squares, order, np.int64(found))
    return order[:found], keys[:found]


@compiled
def solve(  # noqa: PLR0915 - Numba recurses into itself only, so the loop cannot be cut up
    space: Workspace,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    find: Any,
    moves: Moves,
) -> tuple[Value, Value]:
    """The least cost of a tree for a set of codes, and the guess that it begins with.

    Args:
        codes: columns of the game, int32, shape (n,).
        depth: the number of guesses before.
        beta: where to give up.
        find: ``VALUE``, or ``GUESS`` to find a guess though the value, beta - 1, is known: guesses
            are compared until one reaches it.
        moves: the guesses worth trying.

    Returns:
        The exact value if it is below beta, otherwise some lower bound that is at least beta; and
        the row of the guess that reaches it, or ``NO_GUESS`` if none was compared or is below beta.
    """
    game, entries, listed = space.game, space.entries, moves.listed
    stop, work = space.budget.stop, space.budget.work[0]
    n = len(codes)
    if stop[0]:
        return np.int64(beta), np.int64(NO_GUESS)
    work.sets += 1
    key = _key(game.zobrist, codes, depth)
    floor: Value = np.int64(0)
    if not find:
        floor, exact = _probe(entries, key)
        work.hits += floor > 0
        if exact or floor >= beta:
            return floor, np.int64(NO_GUESS)
    if n > _LOCAL and game.replies.shape[1] > n + n // 2:
        closer = Workspace(
            _gather(game, codes),
            space.costs,
            entries,
            space.budget,
            space.scratch,
            space.consistent,
            space.width,
        )
        everything = np.empty(n, np.int32)
        for i in range(n):
            everything[i] = i
        found: tuple[Value, Value] = solve(closer, everything, depth, beta, find, moves)
        return found
    if n <= FEW:
        value, exact = _bound(space, codes, depth)
        floor = max(floor, value)
        if not find and (exact or floor >= beta):
            _store(entries, key, floor, exact)
            return floor, np.int64(NO_GUESS)
        if exact and not space.consistent and n > 2:
            # The scan may have stopped early, or never begun.
            _scan(game, space.scratch, codes, n + 1)
        order, keys = _order_by_parts(space, codes, depth, beta, listed)
    else:
        order, keys = _order_by_sizes(space, codes, depth, beta, listed)
    win = game.reply_count - 1
    out, starts = np.empty(n, np.int32), np.empty(win + 2, np.int32)
    bounds, settled = np.empty(win, np.int64), np.empty(win, np.bool_)
    slots = np.full(win + 1 if game.mask_bytes == 1 else 0, -1, np.int32)
    least = space.costs.least[depth + 1]
    best: Value = np.int64(beta)
    chosen = np.int64(NO_GUESS)
    for place in range(min(len(order), space.width)):
        # Guesses come by rising bounds: if this one cannot be better, none after it can. Nor can
        # any be better than the lower bound of the set.
        if keys[place] >= best or best <= floor or (find and best < beta):
            break
        guess = order[place]
        work.guesses += 1
        work.lookups += n
        if work.lookups > space.budget.limit:
            stop[0] = 1
            break
        parts = _split(game.replies[guess], codes, out, starts, slots)
        # First the bound by sizes alone, then that by numbers of parts, one reply after another:
        # most guesses are left before all of these are made.
        total = n * space.costs.delta[depth]
        for reply in range(parts):
            size = starts[reply + 1] - starts[reply]
            bounds[reply] = least[size]
            settled[reply] = size == 0
            total += bounds[reply]
        for reply in range(parts):
            if total >= best:
                break
            part = out[starts[reply] : starts[reply + 1]]
            size = len(part)
            if size == 0 or size > FEW:
                continue
            value, exact = np.int64(0), False
            if size > _QUICK:
                part_key = _key(game.zobrist, part, depth + 1)
                value, exact = _probe(entries, part_key)
                work.hits += value > 0
            if value == 0:
                value, exact = _bound(space, part, depth + 1)
                if size > _QUICK:
                    _store(entries, part_key, value, exact)
            total += value - bounds[reply]
            bounds[reply] = value
            settled[reply] = exact
        if total >= best:
            continue
        next_moves = _moves_after(moves, guess)
        while total < best:
            # Small parts first: they cost little, and narrow the window of the large ones.
            smallest, next_reply = n + 1, -1
            for reply in range(parts):
                size = starts[reply + 1] - starts[reply]
                if size < smallest and not settled[reply]:
                    smallest, next_reply = size, reply
            if next_reply < 0:
                break
            part = out[starts[next_reply] : starts[next_reply + 1]]
            others = total - bounds[next_reply]
            value, _ = solve(space, part, depth + 1, best - others, VALUE, next_moves)
            total = others + value
            bounds[next_reply] = value
            settled[next_reply] = True
        if total < best:
            best = total
            chosen = np.int64(guess)
    if stop[0]:
        return np.int64(beta), np.int64(NO_GUESS)
    # In a beam a bound that is stored here holds for the beam only.
    _store(entries, key, best, best < beta)
    return best, chosen
