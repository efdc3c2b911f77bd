"""A value or a sequence that is computed on first look, and once."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Generic, TypeVar

from moolab.errors import Interrupted
from moolab.support.text import count_noun

T = TypeVar("T")
U = TypeVar("U")


class Lazy(Generic[T]):
    """A value computed on the first call and remembered.

    Args:
        compute: called once, without arguments; if it raises, the next look tries again.

    >>> answer = Lazy(lambda: print("thinking") or 42)
    >>> answer.known
    False
    >>> answer(), answer()
    thinking
    (42, 42)
    """

    __slots__ = ("_compute", "_value")

    def __init__(self, compute: Callable[[], T]) -> None:
        self._compute: Callable[[], T] | None = compute

    @property
    def known(self) -> bool:
        """Whether the value has been computed."""
        return self._compute is None

    def __call__(self) -> T:
        if self._compute is not None:
            self._value = self._compute()
            # Dropping the closure frees whatever it held on to.
            self._compute = None
        return self._value


class LazyItems(Iterable[T], Generic[T]):
    """What can be done with items that appear when they are looked at; a base class.

    ``take`` and ``find`` look only as far as they need; ``map`` and ``flat_map`` give sequences
    just as lazy. Nothing recurses, so length is bounded by memory alone.
    """

    __slots__ = ()

    def take(self, count: int) -> list[T]:
        """The first ``count`` items, or all of them if there are fewer."""
        return list(islice(self, count))

    def find(self, wanted: Callable[[T], bool]) -> T | None:
        """The first item for which ``wanted`` is true, or None."""
        return next(filter(wanted, self), None)

    def map(self, function: Callable[[T], U]) -> "LazySequence[U]":
        """The sequence of ``function(item)``."""
        return _Derived(lambda start: map(function, islice(self, start, None)))

    def flat_map(self, function: Callable[[T], Iterable[U]]) -> "LazySequence[U]":
        """The items of all the iterables ``function(item)``, one after another.

        >>> LazySequence("ab").flat_map(lambda letter: [letter, letter.upper()]).take(9)
        ['a', 'A', 'b', 'B']
        """
        return _Derived(lambda start: islice(chain.from_iterable(map(function, self)), start, None))


class LazySequence(LazyItems[T]):
    """The items of an iterable, each produced when first looked at, once, and kept.

    If an item cannot be produced, that error is raised again at each access to it. After Ctrl-C,
    ``items`` are begun again behind those that are kept; of an iterator, which cannot be begun
    again, no more are produced.

    Args:
        items: consumed from left to right, at most once.

    >>> squares = LazySequence(range(10**9)).map(lambda n: n * n)
    >>> squares[3], squares.produced
    (9, 4)
    >>> squares.find(lambda n: n > 50)
    64
    >>> squares.take(3)
    [0, 1, 4]
    >>> squares
    <lazy sequence, 9 produced: 0, 1, 4, ...>
    """

    __slots__ = ("_error", "_items", "_kept", "_rest")

    def __init__(self, items: Iterable[T]) -> None:
        self._kept: list[T] = []
        self._items = items
        self._rest: Iterator[T] | None = iter(items)
        self._error: Exception | None = None

    def __repr__(self) -> str:
        sample = ", ".join(map(repr, self._kept[:3]))
        return f"<lazy sequence, {self.produced} produced: {sample}{sample and ', '}...>"

    @property
    def produced(self) -> int:
        """How many items have been computed so far."""
        return len(self._kept)

    def __iter__(self) -> Iterator[T]:
        index = 0
        while self._reaches(index):
            yield self._kept[index]
            index += 1

    def __getitem__(self, index: int) -> T:
        """The item at ``index`` >= 0.

        Raises:
            IndexError: if the sequence ends before it, or ``index`` is negative.
        """
        if index < 0 or not self._reaches(index):
            raise IndexError(f"lazy sequence has no item {index}")
        return self._kept[index]

    def _reaches(self, index: int) -> bool:
        if index < len(self._kept):
            return True
        if self._error is not None:
            raise self._error
        rest = self._begin_again() if self._rest is None else self._rest
        # Ctrl-C may leave it past an item, and ends a generator too early.
        self._rest = None
        try:
            self._kept.extend(islice(rest, index + 1 - len(self._kept)))
        except Exception as error:
            # The source can be past the item that failed: going on would leave a gap.
            self._error = error
            raise
        self._rest = rest
        return index < len(self._kept)

    def _begin_again(self) -> Iterator[T]:
        """What follows the items that are kept."""
        if iter(self._items) is self._items:
            raise Interrupted(
                f"the sequence was interrupted after {count_noun(self.produced, 'item')}, and its "
                "iterator cannot be begun again: make a new one"
            )
        return islice(self._items, self.produced, None)


class _Derived(LazySequence[T]):
    """Items that follow from others, which can be begun anywhere."""

    __slots__ = ("_begin",)

    def __init__(self, begin: Callable[[int], Iterator[T]]) -> None:
        super().__init__(begin(0))
        self._begin = begin

    def _begin_again(self) -> Iterator[T]:
        return self._begin(self.produced)
