"""Sets of cells in kernels, one source for all widths: what they compute is what integers do."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.errors import TypingError

from moolab.trilobite.board import Shape
from moolab.trilobite.solver.bits import bits, kernel, split, words
from moolab.trilobite.solver.cells import bit, popcount, prefetch, trailing_zeros
from moolab.trilobite.solver.grid import word_count
from tests.helpers.boards import join


@kernel
def combined(some: Any, other: Any) -> Any:
    x, y = bits(some), bits(other)
    return words(x & y), words(x | y), words(x ^ y), words(~x), words(x + y), words(x - y)


@kernel
def compared(some: Any, other: Any) -> Any:
    x, y = bits(some), bits(other)
    return x == y, x != y, x < y


@kernel
def shifted(some: Any, by: Any) -> Any:
    x = bits(some)
    return words(x << by), words(x >> by), words(bit(x, by))


@kernel
def in_place(some: Any, other: Any, by: int) -> Any:
    x, y = bits(some), bits(other)
    x |= y
    x <<= by
    x ^= y
    x += y
    x >>= 1
    x -= y
    x &= bits(some)
    return words(x)


@kernel
def counted(some: Any) -> Any:
    x = bits(some)
    return popcount(x), trailing_zeros(x) if x else -1, words(x & -x), not x


@kernel
def cells_one_by_one(some: Any, found: Any) -> int:
    rest = bits(some)
    count = 0
    while rest:
        found[count] = trailing_zeros(rest)
        rest &= rest - (rest & -rest)
        count += 1
    return count


@kernel
def fetched(array: Any, index: int) -> Any:
    prefetch(array, index)
    return array[index]


@st.composite
def sets_of_cells(draw: st.DrawFn, many: int) -> tuple[int, list[int]]:
    """How many words, and some sets that fit into them."""
    count = draw(st.sampled_from([1, 2, 3]))
    numbers = st.integers(0, 2 ** (64 * count) - 1)
    return count, [draw(numbers) for _ in range(many)]


def joined(results: Any) -> list[int]:
    return [join(result) for result in results]


@given(sets_of_cells(2))
def test_operators_are_those_of_integers(drawn: tuple[int, list[int]]) -> None:
    count, (x, y) = drawn
    mask = 2 ** (64 * count) - 1
    pair = split(x, count), split(y, count)
    expected = [x & y, x | y, x ^ y, ~x & mask, x + y & mask, x - y & mask]
    assert joined(combined(*pair)) == expected
    assert compared(*pair) == (x == y, x != y, x < y)
    assert compared(pair[0], pair[0]) == (True, False, False)


@given(sets_of_cells(1), st.integers(0, 191), st.booleans())
def test_shifts(drawn: tuple[int, list[int]], by: int, signed: bool) -> None:
    count, (x,) = drawn
    by %= 64 * count
    mask = 2 ** (64 * count) - 1
    amount = np.int64(by) if signed else np.uint64(by)
    assert joined(shifted(split(x, count), amount)) == [x << by & mask, x >> by, 1 << by]


@given(sets_of_cells(2), st.integers(0, 63))
def test_operators_in_place(drawn: tuple[int, list[int]], by: int) -> None:
    count, (x, y) = drawn
    mask = 2 ** (64 * count) - 1
    expected = (((((x | y) << by & mask) ^ y) + y & mask) >> 1) - y & x
    assert join(in_place(split(x, count), split(y, count), by)) == expected


@given(sets_of_cells(1))
def test_counting_cells(drawn: tuple[int, list[int]]) -> None:
    count, (x,) = drawn
    ones, lowest, lowest_cell, empty = counted(split(x, count))
    assert (ones, empty) == (x.bit_count(), x == 0)
    assert (lowest, join(lowest_cell)) == ((x & -x).bit_length() - 1, x & -x)


@given(sets_of_cells(1))
def test_a_loop_over_the_cells(drawn: tuple[int, list[int]]) -> None:
    count, (x,) = drawn
    found = np.zeros(192, np.int64)
    many = cells_one_by_one(split(x, count), found)
    assert found[:many].tolist() == [cell for cell in range(192) if x >> cell & 1]


def test_the_empty_set() -> None:
    assert counted(split(0, 3)) == (0, -1, split(0, 3), True)


def test_fetching_ahead_changes_nothing() -> None:
    assert fetched(np.arange(5, dtype=np.uint64), 3) == 3


def test_widths_do_not_mix() -> None:
    with pytest.raises(TypingError):
        combined(split(1, 1), split(1, 3))
    with pytest.raises(TypingError):
        combined((1.0,), (1.0,))


def test_the_words_a_board_needs() -> None:
    assert word_count(Shape(8, 7)) == word_count(Shape(1, 12)) == 1
    assert word_count(Shape(9, 7)) == word_count(Shape(9, 13)) == 2
    assert word_count(Shape(10, 12)) == word_count(Shape(13, 13)) == 3


PROGRAM = """
import sys
from moolab.trilobite.solver.bits import bits, kernel, split
from moolab.trilobite.solver.cells import bit, popcount

__name__ = "moolab.trilobite.solver.bits"  # kernels of scripts are not kept

@kernel
def paths(cells, depth):
    if depth == 0:
        return popcount(cells)
    return paths(cells, depth - 1) + paths(cells ^ bit(cells, depth), depth - 1)

@kernel
def root(words, depth):
    return paths(bits(words), depth)

print(root(split(5, 1), 5), root(split(5 | 1 << 190, 3), 5))
print(int("numba" in sys.modules))
"""


def test_a_recursive_kernel_is_compiled_once_and_loaded_from_then_on(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    file = tmp_path / "paths.py"
    file.write_text(PROGRAM, encoding="utf-8")
    expected = sum((5 ^ flips << 1).bit_count() for flips in range(32))

    def compilers(processes: int) -> int:
        """How many of some processes that start at the same time compile."""
        started = [
            subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, text=True)
            for _ in range(processes)
        ]
        said = [list(map(int, process.communicate()[0].split())) for process in started]
        assert [line[:2] for line in said] == [[expected, expected + 32]] * processes
        return sum(line[2] for line in said)

    assert compilers(2) in {1, 2}, "there are two kernels, one for each width"
    assert compilers(1) == 0
