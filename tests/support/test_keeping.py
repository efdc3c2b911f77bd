"""Kernels that were compiled by another process: they compute the same, without Numba."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import Any

import pytest

from moolab.support.keeping import _CHECKSUM, _checksum
from moolab.support.kernel_cache import HOUSE

KERNELS = '''
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any, NamedTuple

import numpy as np

from moolab.support.jit import borrow, compiled, exposed, inlined, inner
from moolab.support.structs import Struct

class Pair(NamedTuple):
    array: Any
    number: Any

@dataclass(eq=False)
class Inside(Struct):
    table: Any
    weight: Any
    never: Any

@dataclass(eq=False)
class Outside(Struct):
    inside: Any
    row: Any

@inner
def part(n):
    return n + 1

@inlined
def other_part(n):
    return part(n) * 2

@inner
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

@compiled
def element(array, index, more):
    return array[index] + more

@compiled
def total(array):
    total = 0.0
    for number in array.ravel():
        total += number
    return total, len(array), total > 7

@compiled
def of_structs(outside, pair, flag, nothing):
    inside = outside.inside
    more = 5 if inside.never else 7
    if nothing is None and flag:
        more += pair.array[0] * pair.number
    outside.row[0] += 1
    return inside.table[1, 2] * inside.weight + outside.row[0] + more

@compiled
def of_tuples(words, pair):
    total = pair[0]
    for word in words:
        total += word
    return total, pair[1], words

@compiled
def of_records(records):
    first = records[0]
    first["count"] += 1
    return first["count"] + records[1]["size"]

@compiled
def with_room_of_its_own(n):
    room = np.zeros(n, np.int64)
    for i in range(n):
        room[i] = fibonacci(i)
    return other_part(room.sum()), np.sqrt(2.0 * n) // 1

@compiled
def arrays(pair):
    return Pair(pair.array[1:] * 2, pair.number), pair.array

@compiled
def late_array(array, rounds):
    word = np.uint64(1)
    for _ in range(rounds):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
    array[0] = word
    return array

@compiled
def quotient(n, m):
    if m == 7:
        raise ValueError("seven")
    return n // m

@exposed
def multiplied(n, factor=2):
    return factor * n

@compiled
def of_any_number(*numbers):
    return element(*numbers)

pair = Pair(np.arange(3) + 4, 2)
grid = np.arange(12).reshape(3, 4)
fixed = grid.copy()
fixed.flags.writeable = False
records = np.array([(1, 2.5), (3, 4.5)], [("count", np.int32), ("size", np.float64)])
CALLS = [
    *((element, (np.arange(5, dtype=kind), 2, 3)) for kind in (np.int64, np.uint8, np.float32)),
    *((element, (np.arange(5), index, 1)) for index in (1, np.int32(1), np.uint64(1))),
    (element, (np.arange(5), 1, 2.5)),
    (element, (np.arange(5, dtype=np.uint64), 1, 2**63 + 1)),
    *((total, (each,)) for each in (grid, fixed, grid.T, grid[:1], grid[:, 1:], np.zeros((0, 3)))),
    (of_structs, (Outside(Inside(grid, 3, None), np.arange(2)), pair, True, None)),
    (of_structs, (Outside(Inside(grid, 3, True), np.arange(2)), pair, False, None)),
    (of_tuples, ((np.uint64(1), np.uint64(2**64 - 1)), (np.uint64(5), False))),
    (of_tuples, ((1, 2, 3), (4, 1.5))),
    (of_records, (records,)),
    (with_room_of_its_own, (9,)),
    (arrays, (Pair(np.arange(4), 1.5),)),
    (quotient, (7, 2)),
    (quotient, (7, 0)),
    (quotient, (7, 7)),
    (multiplied, (21,)),
    (multiplied, (21, 3)),
    (of_any_number, (np.arange(5), 2, 3)),
]

def said(function, arguments):
    try:
        found = function(*arguments)
    except (ZeroDivisionError, ValueError) as error:
        return repr(error).replace(" or modulo", "")
    return plain(found)

def plain(found):
    """Numbers without the types of NumPy."""
    if isinstance(found, tuple):
        return [type(found).__name__, *map(plain, found)]
    return np.asarray(found).tolist()

def at_once(count):
    """What threads compute that all call a kernel for the first time."""
    barrier = Barrier(count)
    def call(n):
        barrier.wait()
        return element(np.arange(n + 3, dtype=np.int16), 2, n)
    with ThreadPoolExecutor(count) as pool:
        return [int(each) for each in pool.map(call, range(count))]
'''

CALL = """
import json, sys
from moolab.here import CALLS, at_once, said
threads = at_once(8)
results = [said(function, arguments) for function, arguments in CALLS]
print(json.dumps([threads, results, "numba" in sys.modules]))
"""

IN_PYTHON = """
import json
from moolab import here
calls = [(function.py_func, arguments) for function, arguments in here.CALLS]
for name in ("part", "other_part", "fibonacci", "element"):
    setattr(here, name, getattr(here, name).py_func)
print(json.dumps([here.said(*call) for call in calls]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A moolab that has little else than kernels."""
    folder = tmp_path_factory.mktemp("library")
    copytree(
        HOUSE / "support", folder / "moolab" / "support", ignore=ignore_patterns("__pycache__")
    )
    copyfile(HOUSE / "errors.py", folder / "moolab" / "errors.py")
    (folder / "moolab" / "__init__.py").touch()
    (folder / "moolab" / "here.py").write_text(KERNELS)
    return folder


def run(folder: Path, program: str) -> Any:
    """What a fresh process prints."""
    environment = os.environ | {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "kept")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_kept_kernels_compute_the_same_without_numba(folder: Path) -> None:
    threads, compiled, had_numba = run(folder, CALL)
    assert threads == [2 + n for n in range(8)]
    assert had_numba
    assert run(folder, CALL) == [threads, compiled, False]
    in_python = run(folder, IN_PYTHON)
    for one, other in zip(compiled, in_python, strict=True):
        assert one == other


FOUR = """
import json
import numpy as np
from moolab.here import element
for kind in (np.int64, np.int32, np.int16, np.int8):
    assert element(np.arange(5, dtype=kind), 2, 1) == 3
print(json.dumps(0 if element.made is None else len(element.made.signatures)))
"""
"""Calls one kernel with four kinds of numbers, and says how many of them were compiled."""


INTERRUPTED = """
import json, os, signal, threading
import numpy as np
from moolab.here import late_array
late_array(np.zeros(2, np.uint64), 1)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    late_array(np.zeros(2, np.uint64), 200_000_000)
except KeyboardInterrupt:
    print(json.dumps("interrupted"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of its own ends a process there")
def test_ctrl_c_while_a_kernel_makes_an_array_is_heard_afterwards(folder: Path) -> None:
    assert run(folder, INTERRUPTED) == run(folder, INTERRUPTED) == "interrupted"


def spoiled(spoil: Callable[[tuple[str, ...], list[Any]], tuple[Any, Any]], file: Path) -> None:
    what, form = pickle.loads(file.read_bytes()[_CHECKSUM:])  # noqa: S301 - it is ours
    content = pickle.dumps(spoil(what, list(form)))
    file.write_bytes(_checksum(content) + content)


SPOILT: dict[str, Callable[[tuple[str, ...], list[Any]], tuple[Any, Any]]] = {
    "of another processor": lambda what, form: ((*what[:3], "another", *what[4:]), form),
    "of another kernel": lambda what, form: (("another", *what[1:]), form),
    "lacking a name": lambda what, form: (
        what,
        [*form[:-2], [*form[-2], "what_is_not_there"], form[-1]],
    ),
    "in another form": lambda what, form: (what, form[:-1]),
}


def test_what_cannot_run_here_is_compiled_and_kept_again(folder: Path) -> None:
    for file in folder.rglob("*.kernel"):
        file.unlink()
    assert run(folder, FOUR) == 4
    for file, spoil in zip(folder.rglob("*.kernel"), SPOILT.values(), strict=True):
        spoiled(spoil, file)
    assert run(folder, FOUR) == len(SPOILT)
    assert run(folder, FOUR) == 0
