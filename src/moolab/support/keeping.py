"""Kernels that are kept, loaded and run without Numba.

What Numba compiles is machine code with an entry that Python calls as any function written in C. To
put it into memory takes LLVM; to run it, three libraries of Numba that are written in C and stand
alone; nothing that is written in Python. So what is kept is the machine code, with the names in it.
"""

import ctypes
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from moolab.support import kernel_cache
from moolab.support.interrupts import delay_interrupts
from moolab.support.kernel_news import (
    CHANGED,
    numba_differs,
    say_that_it_compiles,
    say_that_nothing_is_kept,
)
from moolab.support.parts import Part

_CHECKSUM = 16
"""Bytes."""

_TURN = 600
"""Seconds to wait while another process compiles the same kernel; the largest takes some 30."""

_one_at_a_time = RLock()
"""For the threads of this process."""


def _renew_lock() -> None:
    """In a process that was forked, the thread that holds it is lacking."""
    global _one_at_a_time  # noqa: PLW0603 - there is one for all
    _one_at_a_time = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


Kinds = tuple[Any, ...]
"""All on which a compiled form depends of some arguments."""

Entry = Callable[..., Any]
"""What is compiled, as Python calls it."""

Forms = dict[Kinds, Entry]


class Form(NamedTuple):
    """A kernel, compiled.

    Args:
        code: a file of machine code.
        entry: the name in it of what Python calls.
        own: the name in it of its own row of Python's objects.
        environments: what is in the rows of Python's objects that it uses, by their names in it.
        needs: the names of what it calls and does not have.
        makes_objects: whether what it returns is made by Python, and not numbers alone.
    """

    code: bytes
    entry: str
    own: str
    environments: dict[str, list[Any]]
    needs: list[str]
    makes_objects: bool


def kept_or_compiled(kernel: Part, kinds: Kinds, args: tuple[Any, ...], forms: Forms) -> Entry:
    """The form of a kernel for arguments of some kinds, which is then among its forms."""
    # LLVM, called back by a signal in the middle of its work, would lose it and fail.
    with delay_interrupts(), _one_at_a_time:
        if kinds not in forms:
            if kernel.__module__.startswith("moolab."):
                name = _file(kernel, kinds)
                forms[kinds] = _kept(kernel, name) or _compiled_and_kept(kernel, name, args)
            else:
                # Which files the kernels of others depend on is not known.
                forms[kinds], _ = _compiled(kernel, args)
        return forms[kinds]


def _compiled_and_kept(kernel: Part, name: str, args: tuple[Any, ...]) -> Entry:
    """Of several processes that lack a kernel one compiles."""
    with _turn(name) as has_waited:
        if has_waited and (entry := _kept(kernel, name)):
            return entry
        say_that_it_compiles()
        entry, form = _compiled(kernel, args)
        _keep(name, form)
        return entry


def _compiled(kernel: Part, args: tuple[Any, ...]) -> tuple[Entry, Form | None]:
    # Only now Numba is imported.
    from moolab.support.compiling import entry_and_form

    entry, form = entry_and_form(kernel, args)
    made = Form(*form) if form else None
    return (entry if made and not made.makes_objects else _undisturbed(entry)), made


def _undisturbed(entry: Entry) -> Entry:
    """An entry during which Ctrl-C and its like wait.

    They are heard when the code calls Python for what it returns, where an error is lost, and with
    it the result: the process would end at once.
    """

    def call(*args: Any) -> Any:
        with delay_interrupts():
            return entry(*args)

    return call


def _file(kernel: Part, kinds: Kinds) -> str:
    module = kernel.__module__.removeprefix("moolab.")
    sources, arguments = (
        kernel_cache.sources_key(module),
        kernel_cache.short_key(repr(kinds).encode()),
    )
    lengths = map(str, list(_lengths(kinds))[:1])
    return "-".join(
        [f"{module}.{kernel.py_func.__qualname__}", *lengths, sources, f"{arguments}.kernel"]
    )


def _lengths(kinds: Kinds) -> Iterator[int]:
    """The lengths of the tuples of one kind of values among arguments, and in records of them."""
    for kind in kinds:
        if isinstance(kind, tuple) and isinstance(kind[0], type):
            if kind[0] is tuple and len(set(kind[1:])) == 1:
                yield len(kind) - 1
            elif kind[0] is not tuple:
                yield from _lengths(kind[1:])


def _kept(kernel: Part, name: str) -> Entry | None:
    """What is in a file, ready to be called; None where it is lacking, damaged, or not for here."""
    for content in kernel_cache.contents(name):
        checksum, pickled = content[:_CHECKSUM], content[_CHECKSUM:]
        if _checksum(pickled) == checksum:
            try:
                what, form = pickle.loads(pickled)  # noqa: S301 - it is ours
                if what == _what_for(name):
                    return _loaded(kernel, Form(*form))
            except (OSError, *CHANGED):
                say_that_nothing_is_kept(numba_differs())
    return None


def _keep(name: str, form: Form | None) -> None:
    """Keep a compiled form, instead of those of older sources; where that fails, go on."""
    folder = kernel_cache.folder_to_write()
    if form is None or folder is None:
        say_that_nothing_is_kept(kernel_cache.why_none() if form else numba_differs())
        return
    try:
        content = pickle.dumps((_what_for(name), tuple(form)))
        kernel_cache.keep(folder, name, _checksum(content) + content)
    except CHANGED:
        say_that_nothing_is_kept(numba_differs())
    except OSError as error:
        say_that_nothing_is_kept(f"{folder}: {error.strerror}")


@contextmanager
def _turn(name: str) -> Iterator[bool]:
    """Wait until no other process compiles a kernel; never fail. It says whether one might have."""
    folder = kernel_cache.folder_to_write()
    if kernel_cache.has_file(name) or folder is None:
        yield False
        return
    from filelock import FileLock, Timeout

    lock = folder / f"{name}.lock"
    with ExitStack() as afterwards:
        # Where no file can be locked, everyone compiles; so does who finds a lock just gone.
        with suppress(OSError, Timeout, NotImplementedError):
            afterwards.enter_context(FileLock(lock, timeout=_TURN))
        yield True
    with suppress(OSError):
        lock.unlink()


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=_CHECKSUM).digest()


def _what_for(name: str) -> tuple[str, ...]:
    """For which kernel, machine and processor machine code is."""
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    processor = binding.get_process_triple(), binding.get_host_cpu_name(), features
    return name, kernel_cache.machine_key(), *processor


def _loaded(kernel: Part, form: Form) -> Entry:
    """The entry of a form that has been put into memory, as a function of Python."""
    from llvmlite import binding

    functions = _know_names()
    target = binding.Target.from_triple(binding.get_process_triple())
    engine = binding.create_mcjit_compiler(
        binding.parse_assembly(""), target.create_target_machine()
    )
    # Now that there is an engine, the names of this process are known, too.
    if lacking := [name for name in form.needs if not binding.address_of_symbol(name)]:
        # LLVM would end the process.
        raise AttributeError(f"nothing is called {lacking[0]}")
    engine.add_object_file(binding.ObjectFileRef.from_data(form.code))
    engine.finalize_object()
    module = sys.modules[kernel.__module__]
    environments = {name: functions.Environment(vars(module)) for name in form.environments}
    for name, environment in environments.items():
        environment.consts.extend(form.environments[name])
        # The code has a word for the address of each.
        ctypes.c_void_p.from_address(engine.get_global_value_address(name)).value = id(environment)
    entry, keep_alive = engine.get_function_address(form.entry), (engine, environments)
    own = environments[form.own]
    made: Entry = functions.make_function(
        module, kernel.py_func.__name__, "", entry, own, keep_alive
    )
    return _undisturbed(made) if form.makes_objects else made


@cache
def _know_names() -> Any:
    """Let LLVM find what kernels call of Numba; returns the library that makes functions."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    libraries = {_library(name): "numba_" for name in ("_helperlib", "_dynfunc")}
    libraries[_library("core.runtime._nrt_python")] = "NRT_"
    for library, prefix in libraries.items():
        for name, address in library.c_helpers.items():
            binding.add_symbol(name if name.startswith("_") else f"{prefix}{name}", address)
    binding.add_symbol("_Py_NoneStruct", id(None))
    # Numba's own one is written in Python.
    binding.add_symbol("numba_unpickle", ctypes.cast(_unpickle, ctypes.c_void_p).value)
    return _library("_dynfunc")


@cache
def _library(name: str) -> Any:
    """A library of Numba, loaded without Numba, and under the name by which Numba would find it."""
    [*folders, file] = name.split(".")
    package = find_spec("numba")
    if package is None or package.origin is None:
        raise ImportError(name)
    folder = Path(package.origin).parent.joinpath(*folders)
    paths = [path for each in EXTENSION_SUFFIXES if (path := folder / f"{file}{each}").is_file()]
    if not paths:
        raise ImportError(name)
    loader = ExtensionFileLoader(f"numba.{name}", str(paths[0]))
    spec = spec_from_loader(loader.name, loader)
    assert spec, "there is a loader"
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@cache
def _unpickled(content: bytes) -> Any:
    """What a kernel has of Python: exceptions, and the classes of what it returns."""
    return pickle.loads(content)  # noqa: S301 - it is part of a kernel


# Of an address, a length, and a checksum. It returns an object of Python, with the lock held.
_unpickle = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(
    lambda address, length, _: _unpickled(ctypes.string_at(address, length))
)
