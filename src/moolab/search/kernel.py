"""Branch and bound on a set of candidates, compiled.

The value of a set is the least cost of a decision tree for it: each guess that is still asked of
a code costs ``delta[depth]``, so that with all deltas 1 it is the total of guesses. Every function
that returns a value under a bound ``beta`` keeps the contract

    the exact value if it is below beta, otherwise some lower bound that is at least beta.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from moolab.codes.unrolled import ones
from moolab.search.bounds import FEW
from moolab.support.jit import compiled, inlined

SCANNED = 1024
"""How many guesses are scanned at a time: what is seen of them stays in the fastest cache."""

_LOCAL = 60
_QUICK = 4
"""Up to so many candidates a bound is found sooner than it is remembered."""

_COUNTED = 4
_WEIGHED = 8

Value = Any
"""A cost or a count: an ``int`` in Python, a 64-bit integer where it is compiled."""

SETS, GUESSES, SCANS, REMEMBERED, LOOKED = range(5)
"""What ``Table.work`` counts: sets solved, guesses tried, scans, answers found in memory, and, as a
measure of time, replies looked up one by one."""

_AT_ONCE = 32
"""Bytes that a scan looks up in the time that a single reply takes."""


class Table(NamedTuple):
    """All that a search reads, and the memory it writes to.

    Codes are numbered as columns of ``replies``, guesses as its rows; ``own`` tells the row of a
    code. Only ``memory_*``, ``work``, ``stop`` and the buffers from ``arena`` on are written.

    Args:
        replies: the number of the reply, shape (guesses, codes); the winning one comes last.
        bits: 1 << reply, shape (codes, guesses), in the narrowest word with a bit for each reply;
            here its bytes, shape (codes, guesses * bytes), so that one kernel serves all games.
        own: the row of each code, shape (codes,).
        names: two random words a code, shape (2, codes): a set is named by their exclusive ors.
        delta: the cost of one more guess by the number of guesses before, shape (depths + 3,).
        least: a lower bound by depth and number of candidates, shape (depths + 2, codes + 1).
        consistent: whether only candidates are guessed.
        width: how many guesses are looked at for each set, the most promising ones; where there
            are more, the search is a beam: its trees are real, its lower bounds are not.
        memory_names, memory_values: what is known of sets: shapes (2, slots), (slots,); a value
            is doubled, plus 1 if it is exact.
        stop: shape (1,); once it is not 0 the search returns at once, with a wrong result. A caller
            sets it from another thread, or the search does when it has looked up ``most`` replies.
        most: after looking up this many replies the search sets ``stop``.
        arena, starts, parts, order, keys, bounds, seen: buffers, a row for each depth.
        choice: the guess found at each depth.
    """

    replies: Any
    bits: Any
    own: Any
    names: Any
    delta: Any
    least: Any
    consistent: int
    width: int
    memory_names: Any
    memory_values: Any
    work: Any
    stop: Any
    most: int
    arena: Any
    starts: Any
    parts: Any
    order: Any
    keys: Any
    bounds: Any
    seen: Any
    choice: Any


@compiled
def _parts(row: NDArray[np.uint8], codes: NDArray[np.int32]) -> Value:
    """Into how many parts a guess splits the codes."""
    seen = np.uint64(0)
    for code in codes:
        seen |= np.uint64(1) << np.uint64(row[code])
    return np.int64(ones(seen))


@compiled
def _most_parts_of_candidates(table: Table, codes: NDArray[np.int32]) -> Value:
    """The most parts into which one of the codes splits them all, its own included."""
    most = np.int64(0)
    for guess in codes:
        most = max(most, _parts(table.replies[table.own[guess]], codes))
        if most == len(codes):
            break
    return most


@compiled
def _scan(table: Table, codes: NDArray[np.int32], depth: int, enough: int) -> Value:
    """The most parts into which any guess splits the codes.

    Fills in the number of parts of every guess, until one has enough; the rest is not touched.
    """
    bits, seen, parts = table.bits, table.seen[depth], table.parts[depth]
    width = bits.shape[1] // len(parts)
    if width == 2:
        most = _scan_words(bits.view(np.uint16), codes, seen.view(np.uint16), parts, enough)
    elif width == 4:
        most = _scan_words(bits.view(np.uint32), codes, seen.view(np.uint32), parts, enough)
    else:
        most = _scan_words(bits.view(np.uint64), codes, seen.view(np.uint64), parts, enough)
    return most


@inlined
def _scan_words(
    bits: NDArray[Any],
    codes: NDArray[np.int32],
    seen: NDArray[Any],
    parts: NDArray[np.uint8],
    enough: int,
) -> Value:
    most = np.int64(0)
    size = len(codes)
    for first in range(0, bits.shape[1], SCANNED):
        last = min(first + SCANNED, bits.shape[1])
        width = last - first
        some = bits[codes[0], first:last]
        other = bits[codes[(size - 1) & 1], first:last]
        for i in range(width):
            seen[i] = some[i] | other[i]
        # Two rows at a time: half the loads and stores of what was seen.
        for code in range(1 + ((size - 1) & 1), size, 2):
            some = bits[codes[code], first:last]
            other = bits[codes[code + 1], first:last]
            for i in range(width):
                seen[i] |= some[i] | other[i]
        here = parts[first:last]
        top = np.uint8(0)
        for i in range(width):
            here[i] = np.uint8(ones(seen[i]))
            top = max(top, here[i])
        most = max(most, np.int64(top))
        if most >= enough:
            break
    return most


@compiled
def _bound(table: Table, codes: NDArray[np.int32], depth: int) -> tuple[Value, bool]:
    """A lower bound from the number of parts that a guess can make, and whether it is exact.

    A tree on n codes asks a first guess of each, a second of all but a candidate that was guessed,
    and a third at least of those that are not alone, or first, in their part.
    """
    n = len(codes)
    first, second, third = table.delta[depth : depth + 3]
    if n == 1:
        return first, True
    if n == 2:
        return 2 * first + second, True
    by_candidate = _most_parts_of_candidates(table, codes)
    value = n * first + (n - 1) * second + (n - by_candidate) * third
    if by_candidate == n or (by_candidate == n - 1 and (second == third or table.consistent)):
        return value, True
    if not table.consistent:
        table.work[SCANS] += 1
        table.work[LOOKED] += n * table.bits.shape[1] // _AT_ONCE
        most = _scan(table, codes, depth, n)
        by_other = n * (first + second) + (n - most) * third
        if most == n or by_candidate == n - 1:
            return min(value, by_other), True
        value = min(value, by_other)
    return max(value, table.least[depth, n]), False


@compiled
def _split(
    row: NDArray[np.uint8],
    codes: NDArray[np.int32],
    out: NDArray[np.int32],
    starts: NDArray[np.int32],
) -> None:
    """Sort codes by reply into ``out``; part r is ``out[starts[r]:starts[r + 1]]``."""
    starts[:] = 0
    for code in codes:
        starts[row[code] + 1] += 1
    for reply in range(1, len(starts)):
        starts[reply] += starts[reply - 1]
    for code in codes:
        reply = row[code]
        out[starts[reply]] = code
        starts[reply] += 1
    for reply in range(len(starts) - 1, 0, -1):
        starts[reply] = starts[reply - 1]
    starts[0] = 0


@compiled
def _name(table: Table, codes: NDArray[np.int32], depth: int) -> tuple[np.uint64, np.uint64]:
    # The same set deeper down may cost something else.
    one = two = np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15)
    for code in codes:
        one ^= table.names[0, code]
        two ^= table.names[1, code]
    return one, two


@compiled
def _recall(table: Table, one: np.uint64, two: np.uint64) -> Value:
    """What is known of a set, as in ``memory_values``; 0 if nothing is."""
    slot = one & np.uint64(len(table.memory_values) - 1)
    if table.memory_names[0, slot] == one and table.memory_names[1, slot] == two:
        table.work[REMEMBERED] += 1
        return np.int64(table.memory_values[slot])
    return np.int64(0)


@compiled
def _remember(table: Table, one: np.uint64, two: np.uint64, known: Value) -> None:
    slot = one & np.uint64(len(table.memory_values) - 1)
    table.memory_names[0, slot] = one
    table.memory_names[1, slot] = two
    table.memory_values[slot] = known


@compiled
def _local(table: Table, codes: NDArray[np.int32]) -> Table:
    """The table of these codes alone, close together in memory: that is worth a copy."""
    n = len(codes)
    guesses = table.replies.shape[0]
    replies = np.empty((guesses, n), np.uint8)
    for guess in range(guesses):
        row = table.replies[guess]
        for i in range(n):
            replies[guess, i] = row[codes[i]]
    bits = np.empty((n, table.bits.shape[1]), np.uint8)
    own = np.empty(n, np.int32)
    names = np.empty((2, n), np.uint64)
    for i in range(n):
        bits[i] = table.bits[codes[i]]
        own[i] = table.own[codes[i]]
        names[:, i] = table.names[:, codes[i]]
    return Table(
        replies,
        bits,
        own,
        names,
        table.delta,
        table.least,
        table.consistent,
        table.width,
        table.memory_names,
        table.memory_values,
        table.work,
        table.stop,
        table.most,
        table.arena,
        table.starts,
        table.parts,
        table.order,
        table.keys,
        table.bounds,
        table.seen,
        table.choice,
    )


@compiled
def _order_by_parts(
    table: Table, codes: NDArray[np.int32], depth: int, beta: Value, listed: NDArray[np.int32]
) -> Value:
    """List the guesses that can stay below beta, those with most parts first, and their bounds.

    Works on the number of parts that the scan of these codes left; returns how many there are.
    """
    n = len(codes)
    first, second, third = table.delta[depth : depth + 3]
    parts = table.parts[depth]
    order, keys = table.order[depth], table.keys[depth]
    if table.consistent:
        for code in codes:
            parts[table.own[code]] = _parts(table.replies[table.own[code]], codes)
    candidate = np.uint8(128)
    for code in codes:
        parts[table.own[code]] |= candidate
    enough = n + 1
    while enough > 1 and n * first + (n - 1) * second + (n - enough + 1) * third < beta:
        enough -= 1
    # A candidate with one part less is as good as another guess, where its third guess costs
    # no more than the second.
    behind = 3 if second == third else 1
    counts = np.zeros(2 * FEW + 6, np.int32)
    table.work[LOOKED] += len(listed) or len(parts)
    found = 0
    if len(listed):
        for guess in listed:
            known = np.int64(parts[guess] & np.uint8(127))
            if known >= enough and (parts[guess] >= candidate or not table.consistent):
                order[found] = guess
                found += 1
    elif table.consistent:
        for code in codes:
            if np.int64(parts[table.own[code]] & np.uint8(127)) >= enough:
                order[found] = table.own[code]
                found += 1
    else:
        for guess in range(len(parts)):
            if np.int64(parts[guess] & np.uint8(127)) >= enough:
                order[found] = guess
                found += 1
    ranks = np.empty(found, np.int32)
    guesses = order[:found].copy()
    for i in range(found):
        known = np.int64(parts[guesses[i]] & np.uint8(127))
        other = behind if parts[guesses[i]] < candidate else 0
        ranks[i] = 2 * (n - known) + other
        counts[ranks[i] + 1] += 1
    for rank in range(1, len(counts)):
        counts[rank] += counts[rank - 1]
    for i in range(found):
        slot = counts[ranks[i]]
        counts[ranks[i]] += 1
        known = np.int64(parts[guesses[i]] & np.uint8(127))
        order[slot] = guesses[i]
        asked = n if parts[guesses[i]] < candidate else n - 1
        keys[slot] = n * first + asked * second + (n - known) * third
    for code in codes:
        parts[table.own[code]] &= np.uint8(127)
    if found > table.width:
        _prefer_even_parts(table, codes, order, keys, min(found, _WEIGHED * table.width))
    return found


@compiled
def _prefer_even_parts(
    table: Table,
    codes: NDArray[np.int32],
    order: NDArray[np.int32],
    keys: NDArray[np.int64],
    most: int,
) -> None:
    """Among the first guesses, order those with the same bound by the squares of their parts."""
    squares = np.zeros(most, np.int64)
    counts = np.empty(table.starts.shape[1], np.int32)
    for place in range(most):
        counts[:] = 0
        row = table.replies[order[place]]
        for code in codes:
            # One square more than the last is an odd number.
            squares[place] += 2 * counts[row[code]] + 1
            counts[row[code]] += 1
    _rank(order, keys, squares)


@compiled
def _rank(order: NDArray[np.int32], keys: NDArray[np.int64], squares: NDArray[np.int64]) -> None:
    """Sort the first guesses by their keys, and those with the same by their squares."""
    most = len(squares)
    ranked = np.argsort(squares, kind="mergesort")
    ranked = ranked[np.argsort(keys[:most][ranked], kind="mergesort")]
    order[:most] = order[:most][ranked]
    keys[:most] = keys[:most][ranked]


@compiled
def _order_by_sizes(
    table: Table, codes: NDArray[np.int32], depth: int, beta: Value, listed: NDArray[np.int32]
) -> Value:
    """As ``_order_by_parts``, for many codes: by the sizes of all parts."""
    n = len(codes)
    least = table.least[depth + 1]
    order, keys = table.order[depth], table.keys[depth]
    win = table.starts.shape[1] - 2
    counts = np.zeros((_COUNTED, win + 1), np.int32)
    total = len(listed) or (n if table.consistent else table.replies.shape[0])
    table.work[LOOKED] += n * total
    squares = np.empty(total, np.int64)
    found = 0
    for place in range(total):
        if len(listed):
            guess = listed[place]
        elif table.consistent:
            guess = table.own[codes[place]]
        else:
            guess = np.int32(place)
        row = table.replies[guess]
        counts[:] = 0
        # Several tables, so that one count need not wait for the one before.
        for i in range(n):
            counts[i % _COUNTED, row[codes[i]]] += 1
        if table.consistent and counts[:, win].sum() == 0:
            continue
        bound = n * table.delta[depth]
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
    _rank(order, keys, squares[:found])
    return found


@compiled
def _next(
    guess: int, listed: NDArray[np.int32], below: NDArray[np.int32], ends: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The only rows that need be guessed after a guess; all if there are none."""
    if len(ends) == 0:
        return below[:0]
    which = np.searchsorted(listed, guess)
    return below[ends[which - 1] if which else 0 : ends[which]]


@compiled
def solve(  # noqa: PLR0915 - Numba recurses into itself only, so the loop cannot be cut up
    table: Table,
    codes: NDArray[np.int32],
    depth: int,
    beta: Value,
    target: Value,
    listed: NDArray[np.int32],
    below: NDArray[np.int32],
    ends: NDArray[np.int64],
) -> Value:
    """The least cost of a tree for a set of codes.

    The guess that reaches it is left in ``table.choice[depth]``, if a guess had to be compared.

    Args:
        codes: columns of the table, shape (n,).
        depth: the number of guesses before.
        beta: where to give up.
        target: stop at the first guess that is not above it; if it is not 0, guesses are always
            compared. Made for finding a guess whose value is known.
        listed: the only rows that need be guessed here, in rising order; all if it is empty.
        below, ends: for each of ``listed`` in turn, the only rows that need be guessed next, one
            list after another, and where they end.

    Returns:
        The exact value if it is below beta, otherwise some lower bound that is at least beta.
    """
    n = len(codes)
    if table.stop[0]:
        return np.int64(beta)
    table.work[SETS] += 1
    one, two = _name(table, codes, depth)
    floor: Value = np.int64(0)
    if target == 0:
        known = _recall(table, one, two)
        if known & 1 or (known >> 1) >= beta:
            return known >> 1
        floor = known >> 1
    if n > _LOCAL and table.replies.shape[1] > n + n // 2:
        closer = _local(table, codes)
        everything = np.arange(n).astype(np.int32)
        return solve(closer, everything, depth, beta, target, listed, below, ends)
    if n <= FEW:
        value, exact = _bound(table, codes, depth)
        floor = max(floor, value)
        if target == 0 and (exact or floor >= beta):
            _remember(table, one, two, 2 * floor + exact)
            return floor
        if exact and not table.consistent and n > 2:
            # The scan may have stopped early, or never begun.
            _scan(table, codes, depth, n + 1)
        found = _order_by_parts(table, codes, depth, beta, listed)
    else:
        found = _order_by_sizes(table, codes, depth, beta, listed)
    win = table.starts.shape[1] - 2
    out, starts, bounds = table.arena[depth], table.starts[depth], table.bounds[depth]
    order, keys = table.order[depth], table.keys[depth]
    least = table.least[depth + 1]
    best: Value = np.int64(beta)
    for place in range(found):
        if keys[place] >= best or place >= table.width or best <= max(target, floor):
            break
        guess = order[place]
        table.work[GUESSES] += 1
        table.work[LOOKED] += n
        if table.work[LOOKED] > table.most:
            table.stop[0] = 1
            break
        _split(table.replies[guess], codes, out, starts)
        total = n * table.delta[depth]
        for reply in range(win):
            bounds[reply] = 2 * least[starts[reply + 1] - starts[reply]]
            total += bounds[reply] >> 1
        for reply in range(win):
            if total >= best:
                break
            part = out[starts[reply] : starts[reply + 1]]
            size = len(part)
            if size == 0 or size > FEW:
                bounds[reply] += size == 0
                continue
            known = np.int64(0)
            if size > _QUICK:
                one_part, two_part = _name(table, part, depth + 1)
                known = _recall(table, one_part, two_part)
            if known == 0:
                value, exact = _bound(table, part, depth + 1)
                known = 2 * value + exact
                if size > _QUICK:
                    _remember(table, one_part, two_part, known)
            total += (known >> 1) - (bounds[reply] >> 1)
            bounds[reply] = known
        if total < best:
            inner = _next(guess, listed, below, ends)
            while total < best:
                # Small parts first: they cost little, and narrow the bound of the large ones.
                smallest, chosen = n + 1, -1
                for reply in range(win):
                    size = starts[reply + 1] - starts[reply]
                    if size < smallest and not bounds[reply] & 1:
                        smallest, chosen = size, reply
                if chosen < 0:
                    break
                part = out[starts[chosen] : starts[chosen + 1]]
                others = total - (bounds[chosen] >> 1)
                # A literal 0 would make a second compiled version; loading two that call each
                # other from Numba's cache crashes.
                no_target = np.int64(0)
                value = solve(
                    table, part, depth + 1, best - others, no_target, inner, below[:0], ends[:0]
                )
                total = others + value
                bounds[chosen] = 2 * value + 1
        if total < best:
            best = total
            table.choice[depth] = guess
    if table.stop[0]:
        return np.int64(beta)
    if best < beta:
        _remember(table, one, two, 2 * best + 1)
        return best
    # In a beam this bound holds for the beam only, as does all that its table remembers.
    _remember(table, one, two, 2 * np.int64(beta))
    return np.int64(beta)


@compiled
def write_tree(
    table: Table,
    codes: NDArray[np.int32],
    depth: int,
    value: Value,
    listed: NDArray[np.int32],
    below: NDArray[np.int32],
    ends: NDArray[np.int64],
    depths: NDArray[np.uint8],
    replies: NDArray[np.uint8],
    guesses: NDArray[np.int32],
    wins: NDArray[np.bool_],
) -> Value:
    """Write a tree that reaches the value of a set, in preorder.

    Args:
        value: the set's exact value; the other arguments are those of ``solve``.
        depths, replies, guesses, wins: one entry a node: the number of guesses before it, the
            number of the reply that leads to it (left as it is for the first), the row of its
            guess, and whether that is a candidate.

    Returns:
        How many nodes were written; the tree has holes if the search was stopped.
    """
    n = len(codes)
    depths[0] = depth
    if n <= 2:
        guesses[0] = table.own[codes[0]]
    else:
        solve(table, codes, depth, value + 1, value, listed, below, ends)
        if table.stop[0]:
            # No guess was found, and to go on with any other might never end.
            return 0
        guesses[0] = table.choice[depth]
    guess = guesses[0]
    out = np.empty(n, np.int32)
    starts = np.empty(table.starts.shape[1], np.int32)
    _split(table.replies[guess], codes, out, starts)
    wins[0] = starts[-1] > starts[-2]
    inner = _next(guess, listed, below, ends)
    nodes = 1
    for reply in range(len(starts) - 2):
        part = out[starts[reply] : starts[reply + 1]]
        if len(part) == 0:
            continue
        infinite = np.int64(1) << 60
        no_target = np.int64(0)
        known = solve(table, part, depth + 1, infinite, no_target, inner, below[:0], ends[:0])
        replies[nodes] = reply
        nodes += write_tree(
            table,
            part,
            depth + 1,
            known,
            inner,
            below[:0],
            ends[:0],
            depths[nodes:],
            replies[nodes:],
            guesses[nodes:],
            wins[nodes:],
        )
    return nodes
