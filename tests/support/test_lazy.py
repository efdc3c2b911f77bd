from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import Interrupted
from moolab.support.lazy import Lazy, LazySequence


def test_a_lazy_value_is_computed_on_first_look_and_once() -> None:
    looks = iter([42])
    value = Lazy(lambda: next(looks))
    assert not value.known
    assert [value(), value()] == [42, 42]
    assert value.known


def test_a_lazy_value_that_failed_can_be_looked_at_again() -> None:
    attempts = iter([ZeroDivisionError(), None])

    def compute() -> str:
        if error := next(attempts):
            raise error
        return "done"

    value = Lazy(compute)
    with pytest.raises(ZeroDivisionError):
        value()
    assert value() == "done"


def test_a_lazy_sequence_produces_only_what_is_looked_at() -> None:
    numbers = LazySequence(count())
    assert numbers.produced == 0
    assert numbers[9] == 9
    assert numbers.take(3) == [0, 1, 2]
    assert numbers.produced == 10
    assert numbers.find(lambda n: n > 20) == 21
    assert numbers.produced == 22


def test_each_item_is_computed_once_however_often_it_is_looked_at() -> None:
    computed = []

    def squares() -> Iterator[int]:
        for n in range(4):
            computed.append(n)
            yield n * n

    sequence = LazySequence(squares())
    assert list(sequence) == list(sequence) == [0, 1, 4, 9]
    assert sequence[2] == 4
    assert computed == [0, 1, 2, 3]


def test_map_and_flat_map_look_no_further_than_they_are_looked_at() -> None:
    numbers = LazySequence(count())
    doubled = numbers.map(lambda n: 2 * n)
    spread = doubled.flat_map(lambda n: [n, -n])
    assert numbers.produced == 0
    assert spread.take(5) == [0, 0, 2, -2, 4]
    assert numbers.produced == 3


@pytest.mark.parametrize("index", [-1, 3])
def test_indexing_beyond_either_end_is_an_index_error(index: int) -> None:
    with pytest.raises(IndexError, match="no item"):
        LazySequence("abc")[index]


def test_an_item_that_cannot_be_produced_leaves_no_gap() -> None:
    inverses = LazySequence([1, 2, 0, 4]).map(lambda n: 4 // n)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            list(inverses)
    assert inverses.take(2) == [4, 2]


class PressedOnce:
    """A function during which Ctrl-C is pressed once."""

    def __init__(self, when: int) -> None:
        self.asked: list[int] = []
        self._when = when

    def __call__(self, item: int) -> int:
        self.asked.append(item)
        if item == self._when and self.asked.count(item) == 1:
            raise KeyboardInterrupt
        return item


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_a_sequence_goes_on_after_ctrl_c(first: int, second: int, third: int) -> None:
    mapped, again, spread = PressedOnce(first), PressedOnce(second), PressedOnce(third)
    twice = LazySequence(range(10)).map(mapped).flat_map(lambda n: [again(n), n])
    sequence = twice.map(spread)
    expected = [n for n in range(10) for _ in range(2)]
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            sequence.take(20)
        assert sequence.take(sequence.produced) == expected[: sequence.produced]
    assert list(sequence) == expected
    assert mapped.asked == sorted([*range(10), first])


def test_an_interrupted_generator_is_not_taken_for_a_short_one() -> None:
    press = PressedOnce(2)
    sequence = LazySequence(press(n) for n in range(5)).map(str)
    with pytest.raises(KeyboardInterrupt):
        list(sequence)
    for _ in range(2):
        with pytest.raises(Interrupted, match="interrupted after 2 items"):
            list(sequence)
    assert sequence.take(2) == ["0", "1"]


def test_nothing_found_is_none() -> None:
    assert LazySequence("abc").find(lambda letter: letter == "z") is None


def test_long_sequences_do_not_recurse() -> None:
    sequence = LazySequence(range(10**5))
    for _ in range(3):
        sequence = sequence.map(lambda n: n + 1)
    assert sequence[10**5 - 1] == 10**5 + 2
    nested = LazySequence(range(10**5)).flat_map(lambda n: [n] if n % 2 else [])
    assert nested.find(lambda n: n >= 10**5 - 1) == 10**5 - 1
    assert len(nested.take(10**5)) == nested.produced == 50_000


@given(st.lists(st.integers()), st.integers(0, 20))
def test_a_lazy_sequence_is_like_a_list(items: list[int], size: int) -> None:
    assert list(LazySequence(items)) == items
    assert LazySequence(items).take(size) == items[:size]
    assert list(LazySequence(items).map(str)) == [str(item) for item in items]
