"""Renamed symbols and rearranged places: what a certificate says of them is checked here."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moolab.errors import InvalidCertificate

Indices = NDArray[np.int32]

_KEPT = 256
"""Images of all codes that are remembered, and sets of them: claims share theirs, ab4x10 has 94 and
32. A file that had more, to fill the memory, would only take longer."""


class Symmetries:
    """What can be made of all codes of a game without changing a reply.

    Args:
        symbols: the numbers of those in each code, in numeric order, shape (codes, places).
        count: how many symbols there are.
        replies: the number of the reply to each guess from each code, shape (codes, codes).
    """

    def __init__(
        self,
        symbols: NDArray[np.int64],
        count: int,
        replies: NDArray[np.unsignedinteger[Any]],
    ) -> None:
        self._symbols, self._replies = symbols, replies
        self._every = [*range(symbols.shape[1])], [*range(count)]
        self._checked = False
        self._images: dict[str, Indices] = {}
        self._kinds: dict[str, Indices] = {}

    def kinds(self, codes: Indices, symmetries: Sequence[Any]) -> Indices:
        """The first guess of the kind of each guess, when these codes are left.

        Symmetries of the set do not tell guesses of one kind apart.

        Args:
            symmetries: pairs of lists: where each place comes from, and what each symbol becomes.

        Raises:
            InvalidCertificate: if one is not a symmetry of the game, or of the set.
        """
        images = [self._image(*symmetry) for symmetry in symmetries]
        for image in images:
            if not np.array_equal(np.sort(image[codes]), codes):
                raise InvalidCertificate("a symmetry does not keep the codes that are left")
        # Of names, which a file makes as long as it likes, the digests are kept.
        name = sha256(str(symmetries).encode()).hexdigest()
        return _remember(self._kinds, name, lambda: self._joined(images))

    def _joined(self, images: list[Indices]) -> Indices:
        """The first guess of the kind of each guess, if a guess and its images are of one kind."""
        kind = np.arange(len(self._symbols), dtype=np.int32)
        changed = bool(images)
        while changed:
            before = kind.copy()
            for image in images:
                least = np.minimum(kind, kind[image])
                np.minimum.at(least, image, least.copy())
                kind = least[least]
            changed = not np.array_equal(before, kind)
        return kind

    def _image(self, places: list[int], symbols: list[int]) -> Indices:
        """The code that a symmetry makes of each code."""
        if (sorted(places), sorted(symbols)) != self._every:
            raise InvalidCertificate("a symmetry is not a permutation of places and symbols")
        if not self._checked:
            self._check_replies()
            self._checked = True
        name = f"{places} {symbols}"
        return _remember(self._images, name, lambda: self._permuted(places, symbols))

    def _check_replies(self) -> None:
        """A swap and a rotation of places, or of symbols, keep all replies; so do all others."""
        places, symbols = self._every
        moved = [(order, symbols) for order in _generators(places)]
        moved += [(places, order) for order in _generators(symbols)]
        for each in moved:
            image = self._permuted(*each)
            for guess, row in enumerate(self._replies):
                if not np.array_equal(self._replies[image[guess], image], row):
                    raise InvalidCertificate("places or symbols of the game are not alike")

    def _permuted(self, places: list[int], symbols: list[int]) -> Indices:
        made = np.array(symbols)[self._symbols[:, places]]
        weights = len(symbols) ** np.arange(len(places))[::-1]
        # Codes in numeric order have rising numbers.
        found: Indices = np.searchsorted(self._symbols @ weights, made @ weights).astype(np.int32)
        return found


def _remember(known: dict[str, Indices], name: str, make: Callable[[], Indices]) -> Indices:
    """What is known by a name, or is made now."""
    if name not in known:
        if len(known) == _KEPT:
            known.clear()
        known[name] = make()
    return known[name]


def _generators(numbers: list[int]) -> list[list[int]]:
    """Two permutations that all others are made of: a swap and a rotation."""
    return [numbers[1:2] + numbers[:1] + numbers[2:], numbers[1:] + numbers[:1]]
