"""What threads share because it takes long to make, and much memory to keep."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")


class Shared(Generic[T]):
    """Values by keys, each made once for all threads, and gone when nobody needs it any more.

    Each thread keeps the one that it asked for last. Of the others those stay that were asked for
    last, as far as there is room.

    Args:
        size: how much room a value takes.

    >>> words = Shared[list[str]](len)
    >>> words.get("ab", lambda: list("ab"), room=2) is words.get("ab", list, room=2)
    True
    """

    def __init__(self, size: Callable[[T], int]) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._alive: WeakValueDictionary[Hashable, Future[T]] = WeakValueDictionary()
        self._recent: OrderedDict[Hashable, Future[T]] = OrderedDict()
        self._taken = 0
        self._own: Any = threading.local()

    def get(self, key: Hashable, make: Callable[[], T], *, room: int) -> T:
        """The value of a key; a thread that asks for it while another makes it waits.

        Args:
            make: makes it.
            room: for all values that no thread asked for last.
        """
        with self._lock:
            value = self._alive.get(key)
            if is_new := value is None:
                value = self._alive[key] = Future()
            self._own.last = value
        if is_new:
            try:
                value.set_result(make())
            except BaseException as error:
                self._alive.pop(key, None)
                value.set_exception(error)
        made = value.result()
        with self._lock:
            if key not in self._recent:
                self._recent[key] = value
                self._taken += self._size(made)
            self._recent.move_to_end(key)
            while self._taken > room:
                _, oldest = self._recent.popitem(last=False)
                self._taken -= self._size(oldest.result())
        return made

    def clear(self) -> None:
        """Keep only what threads asked for last."""
        with self._lock:
            self._recent.clear()
            self._taken = 0
