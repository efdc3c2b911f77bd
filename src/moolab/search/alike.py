"""Sets of codes that are alike, and guesses, compiled: keys, and symbols that can be exchanged.

A symmetry arranges the places and renames the symbols, of which no reply rule takes notice: it
turns a set of codes into one that costs as much. To find such sets again, places and symbols get
labels that tell their part in the set, whatever they are called. Round by round, the labels of its
places and symbols tell what a code is, and the codes in which they are tell what places and
symbols are. Those that still have the same label then can mostly be exchanged: one of them gets a
label of its own, and the rounds go on (McKay and Piperno, "Practical graph isomorphism, II",
Journal of Symbolic Computation 60, 2014).

When all labels differ, the key is a sum over the codes, as the labels have them. Two sets with the
same key are alike, but for a chance as small as with Zobrist keys: that each label is in both of
them is the symmetry. Two sets that are alike may have different keys, where what had the same label
could not be exchanged; that costs no more than the time to search both.
"""

import numpy as np

from moolab.search.workspace import Bytes, Game, Indices, Words, Workspace
from moolab.support.jit import Value
from moolab.support.room import Room, cut, cut_zeros, inlined, inner, unsigned


@inlined
def _mix(word: np.uint64) -> np.uint64:
    """Another word, each bit of which depends on all bits; 0 for 0."""
    # The last steps of SplitMix (Steele, Lea and Flood, "Fast splittable pseudorandom number
    # generators", OOPSLA 2014).
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def has_kinds(space: Workspace) -> bool:
    """Whether sets that are alike share what is known of them.

    Not in a beam: what it finds in one set it need not find in another.
    """
    return len(space.game.symbols) > 0 and space.width >= len(space.game.replies)


@inner
def key_of_kind(space: Workspace, codes: Indices, depth: int) -> tuple[np.uint64, np.uint64]:
    """A key that two sets at a depth have in common only if they are alike, and then mostly do."""
    symbols, own = space.game.symbols, unsigned(space.game.own)
    places, count = symbols.shape[1], space.game.symbol_count
    # The label of a symbol that is in no code stays 0.
    room, mark = space.scratch.room, space.scratch.room.used[0]
    of_places, of_symbols = cut(room, places, np.uint64), cut_zeros(room, count, np.uint64)
    for place in range(places):
        of_places[place] = 1
    for code in unsigned(codes):
        for place in range(places):
            of_symbols[symbols[own[code], place]] = 1
    words, sums = cut(room, (places, count), np.uint64), cut(room, (places, count), np.uint64)
    before = np.int64(0)
    while True:
        for place in range(places):
            for symbol in range(count):
                words[place, symbol] = _mix(of_places[place] * of_symbols[symbol])
                sums[place, symbol] = 0
        key, check = np.uint64(depth), np.uint64(0)
        for code in unsigned(codes):
            word, row = np.uint64(0), own[code]
            for place in range(places):
                word += words[place, symbols[row, place]]
            word = _mix(word)
            key += word
            check += _mix(word)
            for place in range(places):
                sums[place, symbols[row, place]] += word
        distinct, place = _look_at(of_places)
        more, symbol = _look_at(of_symbols)
        if place < 0 and symbol < 0:
            room.used[0] = mark
            return _mix(key), check
        if distinct + more > before:
            before = distinct + more
            _relabel(of_places, of_symbols, words, sums)
        elif symbol >= 0:
            of_symbols[symbol] = _mix(of_symbols[symbol])
        else:
            of_places[place] = _mix(of_places[place])


@inner
def _look_at(labels: Words) -> tuple[Value, Value]:
    """How many labels there are, and the first place that has the least one which is not alone."""
    distinct, tied = np.int64(0), np.int64(-1)
    for i in range(len(labels)):
        if labels[i] == 0:
            continue
        distinct += 1
        for j in range(i):
            if labels[j] == labels[i]:
                distinct -= 1
                if tied < 0 or labels[j] < labels[tied]:
                    tied = np.int64(j)
                break
    return distinct, tied


@inner
def _relabel(of_places: Words, of_symbols: Words, words: Words, sums: Words) -> None:
    """New labels of places and symbols, from the codes in which they are."""
    for symbol in range(len(of_symbols)):
        of_symbols[symbol] = 0
    for place in range(len(of_places)):
        of_places[place] = 0
        for symbol in range(len(of_symbols)):
            word = _mix(words[place, symbol] + sums[place, symbol])
            of_places[place] += word
            of_symbols[symbol] += word


@inner
def find_exchangeable(game: Game, codes: Indices, room: Room, previous: Bytes) -> None:
    """For each symbol the last one before it that can be exchanged for it; itself if there is none.

    If two symbols can be exchanged, doing so leaves the set of codes as it is, but for a chance as
    small as with Zobrist keys. Symbols that no guess has had are of that kind.
    """
    symbols, own, count = game.symbols, unsigned(game.own), game.symbol_count
    places = symbols.shape[1]
    for symbol in range(count):
        previous[symbol] = symbol
    mark = room.used[0]
    often, words = cut_zeros(room, (count, places), np.int64), cut(room, (count, places), np.uint64)
    for symbol in range(count):
        for place in range(places):
            words[symbol, place] = _mix(np.uint64(symbol * places + place + 1))
    for code in unsigned(codes):
        for place in range(places):
            often[symbols[own[code], place], place] += 1
    for symbol in range(1, count):
        for other in range(symbol - 1, -1, -1):
            same = True
            for place in range(places):
                same &= often[symbol, place] == often[other, place]
            if same and _can_exchange(game, codes, words, symbol, other):
                previous[symbol] = other
                break
    room.used[0] = mark


@inner
def _can_exchange(game: Game, codes: Indices, words: Words, one: Value, other: Value) -> Value:
    """Whether a set of codes stays as it is if two symbols are exchanged."""
    symbols, own, change = game.symbols, unsigned(game.own), np.uint64(0)
    for code in unsigned(codes):
        row, word, image = own[code], np.uint64(0), np.uint64(0)
        for place in range(symbols.shape[1]):
            symbol = np.int64(symbols[row, place])
            word += words[symbol, place]
            if symbol == one:
                symbol = np.int64(other)
            elif symbol == other:
                symbol = np.int64(one)
            image += words[symbol, place]
        change += _mix(word) - _mix(image)
    return change == np.uint64(0)


@inlined
def comes_first(code: Bytes, previous: Bytes) -> Value:
    """Whether no exchange of symbols turns a code into one that comes before it in numeric order.

    So it is if each symbol is behind the one that is previous to it.
    """
    for place in range(len(code)):
        met = previous[code[place]] == code[place]
        for before in range(place):
            met |= code[before] == previous[code[place]]
        if not met:
            return False
    return True
