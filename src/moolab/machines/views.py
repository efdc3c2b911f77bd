"""Programs for small machines: how large they are, what they do, and whether they are right."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from moolab.machines.annex import TABLE
from moolab.views.base import Answer, View

if TYPE_CHECKING:
    # A command for one machine need not import the others.
    from moolab.machines.assembler import Assembly
    from moolab.machines.check.report import Counterexample, Passed
    from moolab.machines.compare import Comparison
    from moolab.machines.lisp.machine import Lisp
    from moolab.machines.processor import Result


class LineView(View):
    """A line of a routine."""

    address: int
    """The address in bytes, from the beginning of the routine."""
    words: tuple[str, ...]
    """The words in hexadecimal digits."""
    source: str
    """The form that was assembled."""


class AsmView(Answer):
    """A routine, assembled."""

    schema: Literal["moolab/machine-asm/1"] = "moolab/machine-asm/1"
    name: str
    """The name of the routine."""
    bytes: int
    """How many bytes it takes."""
    hex: str
    """These bytes in hexadecimal digits."""
    listing: tuple[LineView, ...]
    """What is at each address."""

    @classmethod
    def of(cls, assembly: "Assembly") -> "AsmView":
        """A routine that was assembled."""
        return cls(
            name=assembly.name,
            bytes=len(assembly.code),
            hex=assembly.code.hex(),
            listing=tuple(
                LineView.showing(line, words=tuple(f"{word:04x}" for word in line.words))
                for line in assembly.lines
            ),
        )


class CallView(Answer):
    """A routine, executed."""

    schema: Literal["moolab/machine-call/1"] = "moolab/machine-call/1"
    result: int
    """What it returned, from 0 to 2^32 - 1; of riscv64, to 2^64 - 1."""
    instructions: int
    """How many instructions were executed."""
    cycles: int
    """How many cycles these take, by the model of the processor."""
    bytes: int
    """How many bytes the routine takes."""
    warnings: tuple[str, ...]
    """What the routine has left otherwise than it found it."""

    @classmethod
    def of(cls, result: "Result", size: int) -> "CallView":
        """What a call of a routine of so many bytes came to."""
        values: dict[str, Any] = result._asdict()
        return cls(result=values.pop("value"), bytes=size, **values)


class FoundView(View):
    """A program that was found in texts."""

    target: str
    """The machine, or apl."""
    dialect: str | None
    """Which Lisp; null for other machines."""
    files: tuple[str, ...]
    """What it was put together of, in this order."""
    brought: tuple[str, ...]
    """The files of ours among them, which have what the others lack."""
    lines: int
    """How many lines it has, without blank ones and comments."""
    defines: tuple[str, ...]
    """In Lisp and APL, the names that it defines."""
    machine_code: dict[str, str]
    """In Lisp, the functions that are machine code, each with the microcontroller."""
    lacks: dict[str, str | None]
    """What it uses and nothing defines, each with the file of ours that has it, if one has."""
    damaged: dict[str, int]
    """Definitions that could not be taken, as their parentheses do not match, with their lines."""
    examples: dict[str, int]
    """Forms that were not taken, as they are between sentences, with their lines."""
    begin_with: str | None
    """What is to be evaluated to play; null if that is not known."""
    actions: tuple[str, ...]
    """What can be done with it."""


class ArticleView(Answer):
    """The programs in texts."""

    schema: Literal["moolab/article/1"] = "moolab/article/1"
    files: tuple[str, ...]
    """The texts."""
    programs: tuple[FoundView, ...]
    """What was found."""


class ComparisonView(View):
    """A program, with its size and the mean work that it does."""

    target: str
    """The machine."""
    program: str
    """Its file, or where it was published."""
    size: int
    """How many lines of a calculator, or bytes, it has."""
    start: float | None
    """Lines or statements until it asks for the first guess; null for a routine."""
    start_error: float | None
    """The standard error of that mean, 0 where it is exact."""
    reply: float
    """Lines, statements or instructions for a reply to a guess."""
    reply_error: float
    """The standard error of that mean, 0 where it is exact."""
    cycles: float | None
    """Cycles for a reply to a guess; null where there is no processor."""
    cycles_error: float | None
    """The standard error of that mean, 0 where it is exact."""

    @classmethod
    def of(cls, measured: "Comparison") -> "ComparisonView":
        """A program that was measured."""
        values: dict[str, Any] = measured._asdict()
        for name in ("start", "reply", "cycles"):
            values[name], values[f"{name}_error"] = values[name] or (None, None)
        return cls(**values)


class CompareView(Answer):
    """Our programs and the published ones."""

    schema: Literal["moolab/machine-compare/1"] = "moolab/machine-compare/1"
    programs: tuple[ComparisonView, ...]
    """The programs, machine by machine."""

    @classmethod
    def of(cls, comparisons: "Iterable[Comparison]") -> "CompareView":
        """Programs that were measured."""
        return cls(programs=tuple(ComparisonView.of(each) for each in comparisons))


class PassedView(View):
    """Replies that were right."""

    what: str
    """The kind of replies, such as 4 digits."""
    replies: int
    """How many there were."""
    work: dict[str, float]
    """The mean work for a reply, by its unit: lines, instructions, cycles."""


class CounterexampleView(View):
    """A reply that is wrong."""

    guess: str
    """The code that was scored."""
    secret: str | None
    """The code that it was scored against; null if the program keeps it to itself."""
    expected: str
    """What would have been right."""
    got: str
    """What the program has answered, or how it failed."""


class CheckView(Answer):
    """Whether a program is right."""

    schema: Literal["moolab/machine-check/1"] = "moolab/machine-check/1"
    target: str | None
    """The machine; null for a program of this one."""
    file: str | None
    """The file of the program, or its files, with blanks between; null for a program of this
    machine."""
    exec: str | None
    """The command that starts the program; null if it is for another machine."""
    right: bool
    """Whether all replies were right."""
    passed: tuple[PassedView, ...]
    """What was right."""
    counterexample: CounterexampleView | None
    """The first reply that was wrong; null if none was."""

    @classmethod
    def of(
        cls,
        target: str | None,
        file: str | None,
        command_line: str | None,
        passed: "Sequence[Passed]",
        wrong: "Counterexample | None",
    ) -> "CheckView":
        """A check that has ended, in the first wrong reply if there was one."""
        return cls(
            target=target,
            file=file,
            exec=command_line,
            right=wrong is None,
            passed=tuple(PassedView(**each._asdict()) for each in passed),
            counterexample=None if wrong is None else CounterexampleView(**wrong._asdict()),
        )


class LispView(Answer):
    """A program in Lisp that has run."""

    schema: Literal["moolab/machine-run-ulisp/1"] = "moolab/machine-run-ulisp/1"
    values: tuple[str, ...]
    """The values of the expressions that were asked for, as Lisp prints them."""
    printed: str
    """What the program has printed."""
    evaluations: int
    """How many forms were evaluated."""
    steps: int
    """How many steps the machine has done."""
    calls: int
    """How often machine code was called."""
    instructions: int
    """How many instructions that has executed."""
    cycles: int
    """How many cycles these take, by the model of the processor."""

    @classmethod
    def of(cls, lisp: "Lisp", values: Iterable[str], printed: str) -> "LispView":
        """A program after its run."""
        return cls(values=tuple(values), printed=printed, **lisp.statistics._asdict())


for _room in {each.module.rpartition(".")[0] for each in TABLE.values()} - {""}:
    if find_spec(f"moolab.machines.{_room}.views"):
        import_module(f"moolab.machines.{_room}.views")
