"""How Numba compiles kernels; nothing else imports Numba.

What moolab needs of Numba beside what that promises to keep kernels and to compile their parts in
half the time, it does without where that has changed: then it takes longer, at every start.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from numba import njit, types
from numba.core.typing.templates import make_intrinsic_template
from numba.extending import typeof_impl

from moolab.support import kernel_news, struct_types  # noqa: F401 - Numba gets to know structs
from moolab.support.kernel_news import CHANGED
from moolab.support.parts import Intrinsic, Part

_COMMON = {"nogil": True, "no_cfunc_wrapper": True}
"""Nothing is called from C, by a wrapper that would have to be compiled, too."""

_AS_PARTS = {"no_cpython_wrapper": True}
"""How parts of kernels are compiled that Python itself never calls."""

_COMPILERS: dict[tuple[bool, bool], dict[str, Any]] = {}
"""Which compiler makes a kernel or a part, counted or not."""

with suppress(*CHANGED):
    from moolab.support.part_compiler import COMPILERS

    _COMPILERS = {kind: {"pipeline_class": compiler} for kind, compiler in COMPILERS.items()}

if not _COMPILERS:
    # They are compiled as if Python called them.
    kernel_news.say_that_parts_are_whole()


_under_way: dict[Part, Any] = {}
"""Kernels that are compiled at the moment."""


def entry_and_form(kernel: Part, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...] | None]:
    """Compile a kernel for some arguments.

    Returns:
        What can be called; and the fields of a ``keeping.Form``, None if Numba does not tell them.
    """
    kernel.prepare()
    dispatcher = kernel.made = kernel.made or _made_of(kernel, is_part=False)
    signature = tuple(dispatcher.typeof_pyval(each) for each in args)
    _under_way[kernel] = dispatcher
    try:
        with _uncollected():
            entry = _call_in_large_frame(dispatcher.compile, signature)
    finally:
        del _under_way[kernel]
    try:
        return entry, _form_of(dispatcher.overloads[signature])
    except CHANGED:
        return entry, None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Numba makes millions of objects and few circles: to look for those takes a sixth of all."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _call_in_large_frame(function: Callable[[Any], Any], argument: Any) -> Any:
    """Call a function where the stack of Python is in one piece for all that it calls.

    Python cuts it into pieces of 16 KiB. Where a loop calls functions just beyond the end of one,
    each call has the system provide a piece and take it back: a sixth of the time of a compilation.
    What is left of the piece for a large frame is large, too.
    """
    return function(argument)


_call_in_large_frame.__code__ = _call_in_large_frame.__code__.replace(co_stacksize=1 << 17)


def _form_of(result: Any) -> tuple[Any, ...]:
    library, module = result.library, result.library._final_module
    assert not library.has_dynamic_globals, "addresses are not the same tomorrow"
    others = [each for each in result._find_referenced_environments() if each.consts]
    environments = {each.env_name: each.consts for each in (*others, result.environment)}
    return (
        library._get_compiled_object(),
        result.fndesc.llvm_cpython_wrapper_name,
        result.environment.env_name,
        environments,
        [
            each.name
            for each in (*module.functions, *module.global_variables)
            if each.is_declaration and not each.name.startswith("llvm.")
        ],
        not _is_plain(result.signature.return_type),
    )


def _is_plain(kind: Any) -> bool:
    """Whether a result has numbers alone."""
    if isinstance(kind, types.Tuple | types.UniTuple):
        return all(map(_is_plain, kind))
    return isinstance(kind, types.Number | types.Boolean | types.NoneType)


@typeof_impl.register(Part)
def _typeof_part(part: Part, _context: Any) -> Any:
    # A kernel that calls itself calls what is compiled at the moment.
    return types.Dispatcher(_under_way.get(part) or _part_of(part))


@cache
def _part_of(part: Part) -> Any:
    """What kernels call; also where Python calls it, too, for which it is compiled by itself."""
    return _made_of(part, is_part=True)


def _made_of(part: Part, *, is_part: bool) -> Any:
    options = _COMMON | _COMPILERS.get((is_part, part.counted), {})
    return njit(**part.options | options | (_AS_PARTS if is_part else {}))(part.py_func)


def part_options(*, is_copied: bool) -> dict[str, Any]:
    """How Numba shall compile a function that kernels call.

    Args:
        is_copied: whether it is optimized only where it is copied to.
    """
    return _COMMON | _AS_PARTS | (_COMPILERS.get((True, True), {}) if is_copied else {})


@typeof_impl.register(Intrinsic)
@cache
def _typeof_intrinsic(part: Intrinsic, _context: Any) -> Any:
    return types.Function(make_intrinsic_template(part, part.py_func, part.py_func.__name__))
