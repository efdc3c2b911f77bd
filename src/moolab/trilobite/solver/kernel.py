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

Threads that search one position share the table, but for late positions, and leave each other's
positions for later (``busy``): so each finds in the table what another has found. What lies below a
position that another one has settled is left at once.

docs/explanation/trilobite-solver.md tells why; docs/how-to/tuning.md how to try another weight.
"""

from typing import Any, NamedTuple

from moolab.trilobite.solver.bits import kernel, of_bits
from moolab.trilobite.solver.cells import (
    WORD,
    Cells,
    bit,
    keep,
    load,
    part,
    popcount,
    prefetch,
    subroutine,
    vector_loop,
    words_in,
)
from moolab.trilobite.solver.claimeven import claimeven_bounds
from moolab.trilobite.solver.evaluation import evaluate
from moolab.trilobite.solver.grid import Grid, legal_moves, played, threats, win_at
from moolab.trilobite.solver.table import BUCKET, WORTH, Entries, bucket_of, probe, store
from moolab.trilobite.solver.workspace import (
    BUSY,
    COLUMN,
    MADE,
    NEAR,
    NO_GUESS,
    ROOM,
    SHARED,
    UNKNOWN,
    Share,
    lanes,
    place_of,
    row_after,
    row_of,
)


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


IMPOSSIBLE = -128
"""Instead of the score of a move that cannot be made."""

REFUSED = -1
"""What ``solve`` returns instead of searching where there is no such position."""

_MOVES = 16
"""More than there are in a position. The rating of the n-th move is a multiple of this less n, so
that finding the best one takes no branch."""

_TRIED = -(1 << 20)
"""The rating of a move that is not to be tried again: less than any other."""


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

_CLAIMED = 10
"""Empty cells: with fewer, searching a move is faster than asking for its bounds beforehand."""

NEAR_WINS = 3
"""Stones in a row: so few are soon complete, so that the score is far from a draw. Asked first who
wins, 13x13 takes more than 100 seconds, and from outside one."""

_LOOK = 256
"""Positions that a thread searches until it looks whether others have settled one above: a few
hundredths of its time. On 8x7 after 14 stones two threads then search 7 of 100 positions more than
one, and not 13."""

_FOLDED = 16
"""Stones: with more, hardly any position meets its mirror image."""

# A payload of the table: lower bound, upper bound, and as worth the binary length of the work.
_UPPER = 8  # above eight bits for the lower bound
_BOUND = 255  # eight bits: scores lie within 85, half of the largest board
_OFFSET = 128  # makes them positive


@part
def _middle(grid: Grid, lower: int, upper: int, guess: int) -> int:
    """The alpha of the next null window: at the guess, then as far again from it, or halfway.

    Where wins are near, without a guess: at the bound that is farther from a draw.
    """
    if grid.win <= NEAR_WINS and guess == NO_GUESS:
        return upper - 1 if upper > -lower else lower
    halfway = lower + (upper - lower) // 2
    if guess <= lower:
        return min(lower + (lower - guess), halfway)
    if guess > upper:
        return max(upper - (guess - upper), halfway)
    return guess - 1


@part
def _not_losing(moves: Cells, opponent_threats: Cells) -> Cells:
    """The moves after which the opponent does not win at once."""
    forced = moves & opponent_threats
    if not forced:
        return moves & ~(opponent_threats >> 1)
    if forced & (forced - (forced & -forced)):
        return forced ^ forced  # two threats cannot be parried with one stone
    return forced & ~(opponent_threats >> 1)


@subroutine
def _prepare(grid: Grid, share: Share, state: Any, root: Any, entries: Entries) -> bool:
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
    root.bucket = _bucket(grid, share, key, root.ply)
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
def _bucket(grid: Grid, share: Share, key: Cells, ply: int) -> int:
    """The bucket of a position: the later in the game, the fewer there are for all of them."""
    empty = grid.cells - ply
    late = WORD - ROOM - max(0, empty - NEAR) // 2
    if empty < SHARED:
        return share.first + bucket_of(key, grid.words, max(share.part, late))
    return bucket_of(key, grid.words, max(share.whole, late))


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
def _next_child(grid: Grid, frame: Any, slots: Any, depth: int, busy: Any, alone: bool) -> int:
    """The best child that no other thread is searching, if there is one; the first is for all."""
    best = _best_child(grid, frame, slots, depth)
    if alone or frame.children == frame.moves or not _is_busy(grid, slots[best], busy):
        return best
    first, chosen, rating = 1 + depth * grid.width, best, _TRIED
    for child in range(first, first + frame.moves):
        if slots[child].rating > rating and not _is_busy(grid, slots[child], busy):
            chosen, rating = child, slots[child].rating
    return chosen


@part
def _is_busy(grid: Grid, slot: Any, busy: Any) -> bool:
    if grid.cells - slot.ply < SHARED:
        return False
    return busy[_mark_of(slot)] == slot.bucket + 1  # type: ignore[no-any-return] # a bool


@part
def _mark(grid: Grid, slot: Any, busy: Any) -> None:
    """Say that a position is being searched."""
    if grid.cells - slot.ply >= SHARED:
        busy[_mark_of(slot)] = slot.bucket + 1


@part
def _unmark(grid: Grid, slot: Any, busy: Any) -> None:
    """Say that a position is not being searched any more."""
    if _is_busy(grid, slot, busy):
        busy[_mark_of(slot)] = 0


@part
def _mark_of(slot: Any) -> int:
    """Where threads say that they are searching a position."""
    return slot.bucket // BUCKET & BUSY - 1  # type: ignore[no-any-return] # an int


@part
def _leave_settled(
    grid: Grid, frames: Any, depth: int, slots: Any, busy: Any, entries: Entries
) -> tuple[int, int]:
    """Leave what lies below the first position that another thread has settled meanwhile.

    Returns its depth and its value, or if there is none, the present depth and ``UNKNOWN``.
    """
    for above in range(1, depth):
        frame = frames[above]
        slot = slots[frame.slot]
        if grid.cells - slot.ply < SHARED:
            break
        lower, upper = _known(entries, slot.bucket, load(slot.key, 0, grid.full), grid.words)
        if lower >= frame.beta or upper <= frame.alpha:
            for below in range(above + 1, depth + 1):
                _unmark(grid, slots[frames[below].slot], busy)
            return above, lower if lower >= frame.beta else upper
    return depth, UNKNOWN


@part
def _forced_line(
    grid: Grid, own: Cells, filled: Cells, opponent_threats: Cells, own_threats: Cells, ply: int
) -> tuple[int, bool, int, Cells, Cells, Cells]:
    """Play on as long as there is only one move; the player to move cannot win at once.

    Returns the score for who moves at the end, ``UNKNOWN`` if it is open; whether that is the other
    player; and there the ply, stones of who moves, all stones, threats of the opponent.
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


@vector_loop
def _make_threats(grid: Grid, own: Cells, moves: Cells, empty: Cells, rows: Any) -> None:
    """Write down for each column which threats a stone there makes."""
    # Without a branch, if sets are words: so the processor does several columns at once.
    for column in range(lanes(grid.width)):
        move = moves & load(rows, row_of(grid, COLUMN, column), grid.full)
        if words_in(move, grid.words) > 1 and not move:
            continue
        keep(rows, row_of(grid, MADE, column), threats(grid, own | move, empty) & ~move)


@part
def _expand(
    grid: Grid,
    share: Share,
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

    Returns the best score of moves that need no search, at least ``beta`` once that is reached; an
    upper bound for those that come too late to reach it; and how many moves are to be searched.
    """
    empty = grid.full & ~filled
    moves = _not_losing(legal_moves(grid, filled), opponent_threats)
    own_threats = threats(grid, own, empty)
    _make_threats(grid, own, moves, empty, rows)
    best, late, children = -UNKNOWN, -UNKNOWN, 0
    rest, row = moves, row_after(grid, before, ply)
    # Whether a column can be played cannot be foreseen, so this asks for no other.
    while rest:
        move = rest & -rest
        rest = rest ^ move
        column = popcount(grid.bottom & (move ^ ~-move)) - 1
        now = filled | move
        made = load(rows, row_of(grid, MADE, column), grid.full)
        safe = legal_moves(grid, now) & ~(made >> 1)
        rating = (
            _THREAT * popcount(made)
            + _NEW_SQUARE * popcount(made & ~(opponent_threats << 1))
            + _SAFE_REPLY * popcount(safe)
            + _CENTRE * min(column, grid.width - 1 - column)
        )
        if own_threats & move << 1:
            rating += _BELOW_OWN_THREAT
        place, answer = place_of(grid, ply, move), place_of(grid, row, move)
        rating += _HISTORY * history[place] + _ANSWER * history[answer] >> _LESSONS
        value, same, at, mover, now, made = _forced_line(
            grid, own ^ filled, now, made, opponent_threats & ~move, ply + 1
        )
        if value != UNKNOWN:
            best = max(best, value if same else -value)
            if best >= beta:
                return best, late, children
            continue
        # The player to move then wins with the second stone at best, the other one no sooner.
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
            child.bucket = _bucket(grid, share, key, at)
            prefetch(entries, child.bucket)
        children += 1
    return best, late, children


@part
def _open(
    grid: Grid,
    share: Share,
    nodes: int,
    frame: Any,
    depth: int,
    slots: Any,
    rows: Any,
    history: Any,
    entries: Entries,
) -> int:
    """Find what can be said without searching: a value, or ``UNKNOWN`` and the moves to search."""
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
        share,
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


@subroutine
def _narrow(
    grid: Grid,
    share: Share,
    thread: int,
    states: Any,
    frames: Any,
    slots: Any,
    rows: Any,
    history: Any,
    busy: Any,
    entries: Entries,
) -> None:
    """Narrow the bounds of the score of the root.

    Until they meet, or the nodes reach the limit; then another call goes on. Of several threads,
    the first that has narrowed them stops the others.

    The value of a frame is its exact score if that is between alpha and beta; otherwise one up to
    alpha is an upper bound, one from beta on a lower bound.
    """
    state, alone = states[thread], len(states) == 1
    if state.depth < 0 and not _prepare(grid, share, state, slots[0], entries):
        return
    while state.lower < state.upper:
        if state.depth < 0:
            state.depth = 0
            state.middle = _middle(grid, state.lower, state.upper, state.guess)
            frames[0].slot, frames[0].alpha, frames[0].beta = 0, state.middle, state.middle + 1
        depth, value = state.depth, UNKNOWN
        while depth >= 0:
            if state.nodes >= state.limit:
                state.depth = depth
                return
            state.nodes += 1
            if not alone and state.nodes % _LOOK == 0:
                depth, value = _leave_settled(grid, frames, depth, slots, busy, entries)
            if value == UNKNOWN:
                value = _open(
                    grid, share, state.nodes, frames[depth], depth, slots, rows, history, entries
                )
            while value != UNKNOWN:
                searched = frames[depth].slot
                slot = slots[searched]
                if not alone:
                    _unmark(grid, slot, busy)
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
                child = _next_child(grid, frames[depth], slots, depth, busy, alone)
                _descend(frames[depth], frames[depth + 1], child, slots[child])
                if not alone:
                    _mark(grid, slots[child], busy)
                depth += 1
        state.depth = -1
        if value <= state.middle:
            state.upper = min(state.upper, value)
        else:
            state.lower = max(state.lower, value)
        if not alone and _stop_others(states, thread):
            return


@part
def _begin(grid: Grid, state: Any, root: Any, own: Cells, filled: Cells) -> None:
    """Make a position the root, whose score can be any."""
    ply = popcount(filled)
    keep(root.own, 0, own)
    keep(root.filled, 0, filled)
    root.ply = ply
    state.lower, state.upper = -win_at(grid, ply), win_at(grid, ply)
    state.guess, state.depth = NO_GUESS, -1


@part
def _forget(history: Any) -> None:
    for place in range(len(history)):
        history[place] = 0


def _solve(
    grid: Grid,
    share: Share,
    thread: int,
    states: Any,
    all_frames: Any,
    all_slots: Any,
    all_rows: Any,
    history: Any,
    busy: Any,
    entries: Entries,
    moves: bytes,
    scores: Any,
) -> int:
    """Find the score of a position, or of each move of many, unless the limit of nodes comes first.

    Args:
        moves: those of the positions, as ``played`` reads them; without any, the search of a
            position goes on, or that of the one set by ``workspace.begin`` begins.
        scores: a row for each of many positions, all ``IMPOSSIBLE``, for what the player who makes
            a move gets; without rows, the score of a single position is found.

    Returns:
        How many rows are done, or 1 if the score of the single position is; ``REFUSED``, before any
        search, if moves are not possible, a game is over, or there are other lines than rows.
    """
    inner, state = of_bits(grid), states[thread]
    frames, slots, rows = all_frames[thread], all_slots[thread], all_rows[thread]
    root, at, asked = slots[0], 0, len(scores)
    own = filled = inner.full
    if len(moves) or asked:
        # Hours of searching are not to end in an error.
        for _ in range(max(asked, 1)):
            at, own, filled = played(inner, moves, at)
            if at < 0:
                return REFUSED
        if at <= len(moves):
            return REFUSED
    if asked == 0:
        if len(moves):
            _forget(history)
            _begin(inner, state, root, own, filled)
        _narrow(inner, share, thread, states, frames, slots, rows, history, busy, entries)
        return 1 if state.lower >= state.upper else 0
    at = 0
    for n in range(asked):
        at, own, filled = played(inner, moves, at)
        _forget(history)
        ply, legal = popcount(filled), legal_moves(inner, filled)
        wins = threats(inner, own, inner.full & ~filled) & legal
        column_mask = bit(legal, grid.height) - bit(legal, 0)
        for column in range(grid.width):
            move = legal & column_mask << column * (grid.height + 1)
            if not move:
                continue
            if move & wins:
                scores[n, column] = win_at(inner, ply)
                continue
            _begin(inner, state, root, own ^ filled, filled | move)
            _narrow(inner, share, thread, states, frames, slots, rows, history, busy, entries)
            if state.lower < state.upper:
                return n
            scores[n, column] = -state.lower
    return asked


solve = kernel(_solve)
