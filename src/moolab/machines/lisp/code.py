"""``defcode``: functions in machine code, which run on the simulated processor."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from moolab.errors import MoolabError, ProgramFault
from moolab.machines.assembler import Assembly, Line, assemble
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, call_value, constant
from moolab.machines.lisp.vm import ELEMENTS_A_STEP, Site
from moolab.machines.notation import ulisp
from moolab.machines.notation.data import Builtin, Cons, Fault, Symbol, Value, elements
from moolab.machines.notation.scope import Lambda, Scope
from moolab.machines.notation.ulisp import Label, Routine
from moolab.machines.targets import MICROCONTROLLERS, core, instruction_set

_LONGEST_CALL = 10_000_000
"""Instructions after which a call is taken for an endless loop; they are simulated in 0.1 s."""

_INSTRUCTIONS_A_STEP = 100
"""How many instructions are simulated in the time of a step."""

_STEPS_A_CALL = 20
"""Steps in the time that it takes to begin and to end a call."""

_MOST_WORDS = 1 << 14


@dataclass
class Code:
    """The machine code of a program; without a target, for the one that has its instructions."""

    target: str | None = None
    calls: int = 0
    instructions: int = 0
    cycles: int = 0
    assemblies: dict[str, Assembly] = field(default_factory=dict)
    forms: dict[str, Value] = field(default_factory=dict)
    write: Callable[[str], None] = print
    _warned: set[str] = field(default_factory=set)

    def target_of(self, routine: Routine) -> str:
        """The microcontroller that a routine is for: the first that has most of its instructions.

        Whether their operands fit is not asked: what is too large for one of 32 bits is a mistake,
        and no reason to take one of 64.
        """
        written = [each.mnemonic for each in routine.body if not isinstance(each, Label)]
        return self.target or max(
            MICROCONTROLLERS,
            key=lambda name: sum(map(instruction_set(name).mnemonics.__contains__, written)),
        )

    def _warn(self, name: str, warnings: Iterable[str]) -> None:
        """Say once what a routine does not leave as it was, as ``moo machine call`` does."""
        if name not in self._warned:
            self._warned.add(name)
            self.write("".join(f"\nwarning: {name}: {each}" for each in warnings) + "\n")

    def install(self, c: Compiler, assembly: Assembly, target: str) -> Builtin:
        """The function that a routine is."""
        count, charge = len(assembly.parameters), c.vm.charge

        @cache
        def ready() -> tuple[Any, Any]:
            """The processor, and what calls the routine, loaded when that happens first."""
            from moolab.machines.processor import Processor

            try:
                processor = Processor(core(target), assembly, (0,) * count)
            except ProgramFault as error:
                raise Fault(str(error)) from None
            return processor, processor.calling(_LONGEST_CALL, partial(self._warn, assembly.name))

        def call(*values: Value) -> Value:
            for value in values:
                if value.__class__ is not int:
                    raise Fault(f"{assembly.name} is machine code and takes whole numbers")
            processor, execute = ready()
            try:
                # The value is an int of C, which has 32 bits on 64, too.
                found, instructions, cycles = execute(*values)
            except ProgramFault as error:
                charge(processor.work // _INSTRUCTIONS_A_STEP * ELEMENTS_A_STEP)
                raise Fault(f"{assembly.name}: {error}") from None
            self.calls += 1
            self.instructions += instructions
            self.cycles += cycles
            charge((_STEPS_A_CALL + instructions // _INSTRUCTIONS_A_STEP) * ELEMENTS_A_STEP)
            return found

        return Builtin(assembly.name, count, count, call)


def defcode(c: Compiler, site: Site) -> Expr:
    """``(defcode name (parameter ...) instruction ...)``.

    Where a program brings its own assembler, functions such as ``$mov``, these are called, as
    uLisp does it. Otherwise moolab's assembler is taken.
    """
    name, _, *items = c.parts(site, 2, None)
    if not isinstance(name, Symbol) or name.value is name:
        raise Fault("defcode begins with a name")

    def process() -> Generator[Any, Value, Value]:
        try:
            routine = ulisp.routine_of(site.form)
            target = c.code.target_of(routine)
            heads = [item.car for item in items if isinstance(item, Cons)]
            if heads and all(isinstance(head.function, Lambda) for head in heads):
                assembly = yield from _assemble(c, site, routine, target, items)
            else:
                assembly = assemble(routine, instruction_set(target))
            function = c.code.install(c, assembly, target)
        except MoolabError as error:
            raise error if isinstance(error, Fault) else Fault(str(error)) from None
        c.define(name, function)
        c.code.assemblies[assembly.name] = assembly
        c.code.forms[assembly.name] = site.form
        return name

    builtin = Builtin("defcode", 0, 0, process=process)
    return call_value(site, constant(site, builtin), [])


def _assemble(
    c: Compiler, site: Site, routine: Routine, target: str, items: list[Value]
) -> Generator[Any, Value, Assembly]:
    """A routine, assembled by the functions of the program in two passes."""
    labels = [item for item in items if isinstance(item, Symbol)]
    parameters = elements(site.form.cdr.cdr.car)
    registers = [c.intern(each) for each in instruction_set(target).parameters]
    if len(parameters) > len(registers):
        raise Fault(f"{routine.name} has more parameters than {len(registers)}")
    scope = Scope([*parameters, *labels], None)
    env: list[Value] = [None, *registers[: len(parameters)], *[0] * len(labels)]
    counter = c.intern("*pc*")
    before = counter.value
    functions = [c.function(item, scope, env) for item in items]
    lines: list[Line] = []
    try:
        for _ in range(2):
            lines.clear()
            address = 0
            for item, function, part in zip(items, functions, routine.body, strict=True):
                counter.value = address
                if isinstance(item, Symbol):
                    env[1 + len(parameters) + labels.index(item)] = address
                    continue
                value = yield function, []
                words = _words(value)
                source = "" if isinstance(part, Label) else part.text
                lines.append(Line(address, words, part.line, source))
                address += 2 * len(words)
                if address > _MOST_WORDS:
                    raise Fault(f"{routine.name} is too long")
    finally:
        counter.value = before
    addresses = env[1 + len(parameters) :]
    found = {label.name: address for label, address in zip(labels, addresses, strict=True)}
    return Assembly(routine.name, routine.parameters, tuple(lines), found)


def _words(value: Value) -> tuple[int, ...]:
    """The 16-bit words that an instruction of the program's assembler gives."""
    words = elements(value) if isinstance(value, Cons) else [value]
    if not all(word.__class__ is int for word in words):
        raise Fault("an instruction has to give numbers")
    return tuple(word & 0xFFFF for word in words)
