"""What threads share: made once, and kept as long as somebody needs it or there is room."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from moolab.search.task import Shared


class Block:
    """Takes some room."""

    def __init__(self, size: int) -> None:
        self.size = size


def shared() -> Shared[Block]:
    return Shared(lambda block: block.size)


def test_a_value_is_made_once() -> None:
    blocks = shared()
    first = blocks.get("a", lambda: Block(1), room=1)
    assert blocks.get("a", lambda: Block(1), room=1) is first


def test_a_thread_waits_for_what_another_makes() -> None:
    blocks, begun, go_on = shared(), threading.Event(), threading.Event()

    def make() -> Block:
        begun.set()
        assert go_on.wait(60)
        return Block(1)

    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(blocks.get, "a", make, room=9)
        assert begun.wait(60)
        other = threads.submit(blocks.get, "a", lambda: Block(1), room=9)
        go_on.set()
        assert one.result() is other.result()


def test_what_came_last_stays_while_there_is_room() -> None:
    blocks = shared()
    made = {key: id(blocks.get(key, lambda: Block(2), room=4)) for key in "abc"}
    kept = [blocks.get(key, lambda: Block(2), room=4) for key in "bc"]
    assert [id(block) for block in kept] == [made["b"], made["c"]]
    assert blocks.get("a", lambda: Block(7), room=4).size == 7


def test_each_thread_keeps_its_last_even_without_room() -> None:
    blocks = shared()
    with ThreadPoolExecutor(1) as other:
        theirs = other.submit(blocks.get, "theirs", lambda: Block(5), room=0).result()
        own = blocks.get("own", lambda: Block(5), room=0)
        assert other.submit(blocks.get, "theirs", lambda: Block(6), room=0).result() is theirs
        assert blocks.get("own", lambda: Block(6), room=0) is own
        del own
        blocks.get("next", lambda: Block(5), room=0)
        assert blocks.get("own", lambda: Block(6), room=0).size == 6


def test_what_cannot_be_made_is_tried_again() -> None:
    blocks = shared()

    def fail() -> Block:
        raise MemoryError

    with pytest.raises(MemoryError):
        blocks.get("a", fail, room=9)
    assert blocks.get("a", lambda: Block(3), room=9).size == 3


def test_all_but_the_last_can_be_forgotten() -> None:
    blocks = shared()
    for key in "ab":
        blocks.get(key, lambda: Block(1), room=9)
    blocks.clear()
    assert blocks.get("b", lambda: Block(2), room=9).size == 1
    assert blocks.get("a", lambda: Block(2), room=9).size == 2
