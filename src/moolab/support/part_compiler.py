"""How Numba compiles the parts of kernels, which nothing but kernels call.

Numba optimizes each function and makes machine code of it, then copies it into those that call it,
where that is done again. Of these parts it makes only what is copied: kernels compile in less than
two thirds of the time, and are as fast (``python -m benchmarks.startup --cold``).

Numba promises little of what is used here. Where a part of it has changed, a part of a kernel is
compiled as Numba compiles all.
"""

from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined] # it is written in C
from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.ir_utils import get_definition, guard
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import IRProcessing

from moolab.support.kernel_news import CHANGED, say_that_parts_are_whole
from moolab.support.struct_types import NEVER, StructType


class KernelCompiler(CompilerBase):
    """Numba's own compiler, which leaves out what depends on fields that are never true."""

    lowering: type[NativeLowering] = NativeLowering
    skipped: frozenset[str] = frozenset()

    def define_pipelines(self) -> list[PassManager]:
        """The steps, for Numba."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_NeverTrue, IRProcessing)
        steps.passes = [
            (self.lowering if step is NativeLowering else step, name) for step, name in steps.passes
        ]
        steps.passes = [each for each in steps.passes if each[0]._name not in self.skipped]
        steps.finalize()
        return [steps]


class _Part(JITCodeLibrary):
    """What a part is translated to, for others to copy."""

    def _optimize_final_module(self) -> None:
        """It is optimized where it is copied to."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=False)
class _NeverTrue(FunctionPass):
    """Makes ``False`` of what is never true in a struct; Numba leaves out what depends on it."""

    _name = "moolab_never_true"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Replace those fields, for Numba."""
        changed = False
        for block in state.func_ir.blocks.values():
            for step in block.find_insts(ir.Assign):
                if _type_of(state, step.value) == NEVER:
                    step.value = ir.Const(False, step.value.loc)
                    state.func_ir._definitions[step.target.name] = [step.value]
                    changed = True
        return changed


def _type_of(state: Any, value: Any) -> Any:
    """The type of an argument, or of a field of a struct that came with one; None for all else."""
    if isinstance(value, ir.Var):
        value = guard(get_definition, state.func_ir, value)
    if isinstance(value, ir.Arg):
        return state.args[value.index]
    operation = getattr(value, "op", None)
    if operation == "getattr":
        struct = _type_of(state, value.value)
        return struct.kinds.get(value.attr) if isinstance(struct, StructType) else None
    if operation == "static_getitem":
        # One of several that are assigned together.
        together = guard(get_definition, state.func_ir, value.value)
        if getattr(together, "op", None) == "exhaust_iter":
            together = guard(get_definition, state.func_ir, together.value)
        if getattr(together, "op", None) == "build_tuple":
            return _type_of(state, together.items[value.index])
    return None


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """Translates a part, and lets kernels call it, without machine code of its own."""

    _name = "moolab_part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate, for Numba."""
        before = state.library, state.flags.no_compile
        try:
            return self._run_on_part(state)
        except CHANGED:
            say_that_parts_are_whole()
            state.library, state.flags.no_compile = before
            return bool(super().run_pass(state))

    def _run_on_part(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        done: bool = super().run_pass(state)
        # Numba knows what it calls by a function of Python; nothing is behind this one.
        name = state.func_id.func_qualname
        module = state.cr.fndesc.lookup_module()
        known_by = _dynfunc.make_function(module, name, "", 0, state.cr.env, (state.library,))
        state.targetctx.insert_user_function(known_by, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=known_by)
        return done


def _uncounted(lowering: type[NativeLowering]) -> type[NativeLowering]:
    """As another last step, for what counts no references: it cuts arrays from a ``Room``.

    Types are inferred as if references were counted; else, arrays could not be returned.
    """

    class Uncounted(lowering):  # type: ignore[valid-type, misc] # which one is told
        _name = f"{lowering._name}_uncounted"

        def run_pass(self, state: Any) -> bool:
            before = state.targetctx
            state.targetctx = before.subtarget(enable_nrt=False)
            try:
                return bool(super().run_pass(state))
            finally:
                state.targetctx = before

    register_pass(mutates_CFG=True, analysis_only=False)(Uncounted)
    return Uncounted


_NOT_OURS = frozenset(
    {
        *("with_lifting", "inline_closure_likes", "make_function_op_code_to_jit_function"),
        *("inline_inlinables", "find_literally", "literal_unroll", "LiteralPropagation"),
        *("nopython_rewrites", "inline_overloads"),
    }
)
"""Steps for what kernels that cut their arrays from a room do not have: functions within functions,
and operations on whole arrays. Without them they compile in 14 parts of 15 of the time."""


def _compiler(
    lowering: type[NativeLowering], skipped: frozenset[str] = frozenset()
) -> type[KernelCompiler]:
    """The compiler with this last step, and without some."""
    fields = {"lowering": lowering, "skipped": skipped}
    return type(f"Compiler{lowering._name}", (KernelCompiler,), fields)


COMPILERS = {
    (False, True): _compiler(NativeLowering),
    (False, False): _compiler(_uncounted(NativeLowering), _NOT_OURS),
    (True, True): _compiler(_PartLowering),
    (True, False): _compiler(_uncounted(_PartLowering), _NOT_OURS),
}
"""For kernels and for parts, counted and not."""
