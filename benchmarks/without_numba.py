"""What kernels cost that are loaded without Numba: ``python -m benchmarks.without_numba``.

The kernel that scores codes is compiled by Numba as usual. Its object code is then loaded in a new
process in two ways: by Numba, and by llvmlite alone, called through ctypes. Last the same kernels
are compiled for the processors that a wheel would have to be made for, and measured.
"""

import argparse
import ctypes
import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

GAME = "ab4x10"
RUNTIME = ("NRT_Free", "NRT_MemInfo_call_dtor", "NRT_adapt_ndarray_from_python", "numba_do_raise",
           "numba_gil_ensure", "numba_gil_release", "numba_runtime_build_excinfo_struct",
           "numba_unpickle")  # fmt: skip
"""What the object asks of Numba; this kernel calls none of it when it is called as below."""

PROCESSORS = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", ""]
"""Generations of processors by their LLVM names; at last the one that this is."""

SECONDS = 0.5


def dump(folder: Path) -> None:
    """Compile the kernel, and write its object code and the name of its function."""
    from moolab.codes import kernels
    from moolab.codes.rules import Rules
    from moolab.codes.space import CodeSpace

    space = CodeSpace(Rules.parse(GAME))
    kernels.score_table(space.rules, space.codes[:, :1], space.codes)
    [compiled] = kernels._score.overloads.values()
    (folder / "score.o").write_bytes(compiled.library.serialize_using_object_code()[2][0])
    (folder / "score.txt").write_text(compiled.fndesc.llvm_func_name)


def by_numba() -> None:
    """Score all codes of the game against one guess, as moolab does."""
    from moolab.codes.kernels import score_table
    from moolab.codes.rules import Rules
    from moolab.codes.space import CodeSpace

    space = CodeSpace(Rules.parse(GAME))
    print(score_table(space.rules, space.codes[:, :1], space.codes).sum())


def by_llvmlite(folder: Path) -> None:
    """The same without Numba."""
    import llvmlite.binding as llvm
    import numpy as np

    from moolab.codes.patterns import patterns
    from moolab.codes.rules import Rules
    from moolab.codes.space import CodeSpace

    assert "numba" not in sys.modules
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    nothing = ctypes.cast(ctypes.CFUNCTYPE(None)(lambda: None), ctypes.c_void_p).value
    for name in RUNTIME:
        llvm.add_symbol(name, nothing)
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_path(str(folder / "score.o")))
    engine.finalize_object()
    address = engine.get_function_address((folder / "score.txt").read_text())

    space = CodeSpace(Rules.parse(GAME))
    rules, codes = space.rules, np.ascontiguousarray(space.codes)
    places = rules.places
    known = patterns(rules)
    masks, thresholds = known.match_masks(known.numbers(codes[:, :1]).ravel())
    squares = masks.reshape(places, places, -1).transpose(1, 0, 2).reshape(places**2, -1)
    arrays = [
        np.ascontiguousarray(squares),
        thresholds.reshape(places, -1),
        codes,
        np.empty((1, codes.shape[1]), np.uint8),
    ]
    # Numba passes a tuple as its elements, and an array as what it owns (nothing, here), its
    # number of elements, their size, the address, the shape and the strides.
    flat = [*range(places), *range(places**2)]
    for array in arrays:
        flat += [0, 0, array.size, 1, array.ctypes.data, *array.shape, *array.strides]
    result, error = ctypes.c_void_p(), ctypes.c_void_p()
    function = ctypes.CFUNCTYPE(
        ctypes.c_int32, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * len(flat)
    )
    failed = function(address)(ctypes.addressof(result), ctypes.addressof(error), *flat)
    assert not failed
    print(arrays[-1].sum())


def rate() -> None:
    """Million pairs that are counted in a second."""
    from moolab.codes.kernels import PreparedGuesses
    from moolab.codes.rules import Rules
    from moolab.codes.space import CodeSpace

    space = CodeSpace(Rules.parse(GAME))
    probes = PreparedGuesses.of(space.rules, space.codes)
    probes.count(space.codes)
    best, end = 0.0, time.process_time() + SECONDS
    while time.process_time() < end:
        start = time.process_time()
        probes.count(space.codes)
        best = max(best, space.codes.shape[1] ** 2 / (time.process_time() - start))
    print(f"{best / 1e6:,.0f}")


def child(what: str, folder: str, **environment: str) -> tuple[float, str]:
    """CPU seconds and output of a function of this module in a process of its own."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.without_numba", what, folder],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_CACHE_DIR": folder} | environment,
    )
    after = os.times()
    seconds = after.children_user - before.children_user
    return seconds + after.children_system - before.children_system, done.stdout.strip()


def compare() -> None:
    """Print both tables."""
    with TemporaryDirectory() as folder:
        child("dump", folder)
        print(f"object code: {Path(folder, 'score.o').stat().st_size:,} bytes")
        for what in ("by_numba", "by_llvmlite", "numpy"):
            results = [child(what, folder) for _ in range(5)]
            print(f"{what:<12} {min(results)[0]:.2f} s   {results[0][1]}")
    for processor in PROCESSORS:
        settings = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""} if processor else {}
        with TemporaryDirectory() as folder:
            print(
                f"{processor or 'this one':<12} {child('rate', folder, **settings)[1]:>8} M pairs/s"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", default="compare", help=argparse.SUPPRESS)
    parser.add_argument("folder", nargs="?", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    match arguments.what:
        case "dump":
            dump(arguments.folder)
        case "by_numba":
            by_numba()
        case "by_llvmlite":
            by_llvmlite(arguments.folder)
        case "numpy":
            import_module("numpy")
        case "rate":
            rate()
        case "compare":
            compare()
