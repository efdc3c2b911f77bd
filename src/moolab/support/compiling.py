"""How Numba compiles kernels; nothing else imports Numba.

What moolab needs of Numba beside what that promises to keep kernels and to compile their parts in
half the time, it does without where that has changed: then it takes longer, at every start.
"""

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

_PART: dict[str, Any] = {"no_cpython_wrapper": True}
"""How parts of kernels are compiled that Python itself never calls."""

try:
    from moolab.support.part_compiler import PartCompiler

    _PART["pipeline_class"] = PartCompiler
except CHANGED:
    # They are compiled as if Python called them.
    kernel_news.say_that_parts_are_whole()


def entry_and_form(kernel: Part, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...] | None]:
    """Compile a kernel for some arguments.

    Returns:
        What can be called; and the fields of a ``keeping.Form``, None if Numba does not tell them.
    """
    kernel.prepare()
    dispatcher = kernel.made = kernel.made or njit(**kernel.options | _COMMON)(kernel.py_func)
    signature = tuple(dispatcher.typeof_pyval(each) for each in args)
    entry = dispatcher.compile(signature)
    try:
        return entry, _form_of(dispatcher.overloads[signature])
    except CHANGED:
        return entry, None


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
    )


@typeof_impl.register(Part)
def _typeof_part(part: Part, _context: Any) -> Any:
    return types.Dispatcher(_part_of(part))


@cache
def _part_of(part: Part) -> Any:
    """What kernels call; also where Python calls it, too, for which it is compiled by itself."""
    return njit(**part.options | _COMMON | _PART)(part.py_func)


@typeof_impl.register(Intrinsic)
@cache
def _typeof_intrinsic(part: Intrinsic, _context: Any) -> Any:
    return types.Function(make_intrinsic_template(part, part.py_func, part.py_func.__name__))
