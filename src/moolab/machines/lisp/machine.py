"""A Lisp with a program, run step by step, without a keyboard or a screen of its own."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.lisp.builtins.arrays import Arrays
from moolab.machines.lisp.builtins.control import Control
from moolab.machines.lisp.builtins.lists import Lists
from moolab.machines.lisp.builtins.numbers import Numbers
from moolab.machines.lisp.builtins.output import Output
from moolab.machines.lisp.builtins.sequences import Sequences
from moolab.machines.lisp.builtins.strings import Strings
from moolab.machines.lisp.builtins.tools import Tools
from moolab.machines.lisp.code import Code
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.forms import COMMON_ONLY, SPECIAL, ULISP_ONLY
from moolab.machines.lisp.forms.definitions import refuse_beyond
from moolab.machines.lisp.inspection import (
    count_cells,
    cut,
    global_variables,
    local_variables,
    short,
    waiting_calls,
)
from moolab.machines.lisp.vm import NOWHERE, RETURN, Node, Pause, Site, Vm
from moolab.machines.notation.data import Fault, Form, Value
from moolab.machines.notation.dialect import ULISP, Dialect
from moolab.machines.notation.printer import Printer
from moolab.machines.notation.reader import Symbols, on_one_line, read
from moolab.support.text import count_noun

MAX_CHARACTERS = 1 << 18
"""Many times as long as a program for such a machine."""


class Statistics(NamedTuple):
    """What a program has done so far.

    Attributes:
        steps: of the machine; several forms can be one.
        calls: of functions in machine code.
        cycles: that these have taken, by the model of the processor.
    """

    evaluations: int
    steps: int
    calls: int
    instructions: int
    cycles: int


class Lisp:
    r"""A machine that runs a program.

    Args:
        program: forms of Lisp, which are evaluated one after another.
        arch: the microcontroller that ``defcode`` is for; None is the one whose assembler takes
            it.
        seed: decides what ``random`` gives.
        echo: whether what is typed is printed, as nothing else shows it.
        kept: how many characters wait to be read at most; the first ones are lost. None keeps all.
        cells: how much it may hold in memory, as ``count_cells`` counts.

    Raises:
        InvalidProgram: if the program cannot be read.

    >>> lisp = Lisp('(princ "Side: ") (defvar *side* (read)) (princ (* *side* *side*))')
    >>> lisp.run()
    >>> lisp.read(), lisp.stopped
    ('Side: ', 'it waits for input')
    >>> lisp.enter("12")
    >>> lisp.run()
    >>> lisp.read(), lisp.stopped
    ('144', 'the program has ended')
    """

    compiler: type[Compiler] = Compiler

    def __init__(
        self,
        program: str,
        *,
        dialect: Dialect = ULISP,
        arch: str | None = None,
        seed: int = 0,
        echo: bool = False,
        kept: int | None = None,
        cells: int = 2_000_000,
    ) -> None:
        _check_length(program)
        self._program = program
        self._dialect = dialect
        self._arch = arch
        self._seed = seed
        self._echo = echo
        self._kept = kept
        self._cells = cells
        self._called: dict[str, str] = {}
        self._begin()

    def _begin(self) -> None:
        self._log: list[tuple[int, Callable[[], None]]] = []
        self._fault: str | None = None
        self._census = _CENSUS
        self._begun = NOWHERE
        self._unread, self._taken, self._skipped, self._column = "", 0, 0, 0
        self._top = Node(self._next_form, 0, NOWHERE)
        self._shown = Node(self._show_value, 0, NOWHERE)
        self._vm = vm = Vm(self._top)
        self._code = Code(self._arch, write=self._write)
        self._symbols = Symbols()
        intern = self._symbols.__getitem__
        self._compiler = compiler = self.compiler(vm, self._dialect, intern, self._code)
        vm.make_lambda, vm.cells = compiler.closure, self._cells
        _equip(compiler, self._symbols, self._seed, self._write, lambda: self._column)
        self._forms = deque((form, False) for form in self._read(self._program))

    def _read(self, text: str) -> list[Value]:
        """The forms of a text, of which the Lisp has all words, as far as it knows others."""
        forms = list(read(text, self._symbols.__getitem__, self._dialect.take))
        refuse_beyond(self._dialect, forms)
        return forms

    # What it does

    def add(self, form: Value) -> None:
        """Have a form evaluated next; of a program with a fault, no others."""
        self._leave_fault()
        self._forms.append((form, False))

    def _leave_fault(self) -> None:
        if self._fault is not None or self._vm.node is not self._top:
            self._vm.unwind(0)
            self._vm.node = self._top
            self._forms.clear()
            self._fault = None

    def _next_form(self, vm: Vm) -> Node:
        if not self._forms:
            raise Pause
        form, is_shown = self._forms.popleft()
        self._begun = Site(form, _line(form), None)
        vm.env, vm.stack = None, [(self._shown if is_shown else self._top, None)]
        return vm.apply(self._compiler.program(form, _line(form)), [], RETURN)

    def _show_value(self, vm: Vm) -> Node:
        text = Printer(self._dialect).show(vm.value)
        self._write("\n" * bool(self._column) + f"{text}\n")
        return self._top

    @property
    def program_counter(self) -> int:
        """The number of the line that comes next, 0 at the end."""
        if self._vm.node is self._top:
            return _line(self._forms[0][0]) or 0 if self._forms else 0
        return self._site.line or 0

    @property
    def _site(self) -> Site:
        """Where the program is: in the next node's form, or in one that waits for its value."""
        site: Site = self._vm.node.site
        for entry in reversed(self._vm.stack):
            if site.line is not None:
                break
            if entry.__class__ is tuple and isinstance(entry[0], Node):
                site = entry[0].site
        return self._begun if site.line is None else site

    @property
    def stopped(self) -> str | None:
        """Why there is nothing to do now; None while there is."""
        if self._fault is not None:
            return self._fault
        if self._vm.waits:
            return "it waits for input"
        return "the program has ended" if self._has_ended else None

    @property
    def _has_ended(self) -> bool:
        return self._vm.node is self._top and not self._forms

    @property
    def waits(self) -> bool:
        """Whether it waits for input."""
        return self._vm.waits

    pauses = False
    """Nothing waits for ENTER alone, as PAUSE of BASIC does."""

    @property
    def work(self) -> int:
        """How many steps were done; functions that look at many values are worth several."""
        return self._vm.work

    @property
    def statistics(self) -> Statistics:
        """What the program has done so far."""
        code = self._code
        return Statistics(
            self._vm.evaluations, self._vm.work, code.calls, code.instructions, code.cycles
        )

    @property
    def value(self) -> str:
        """The value of the last form, as it is printed."""
        return Printer(self._dialect).show(self._vm.value)

    def step(self) -> None:
        """Do one step."""
        self.advance(1)

    def run(self, max_steps: int | None = None) -> None:
        """Go on until the program has ended, or waits.

        Raises:
            ProgramFault: if something is wrong, or there were too many steps.
        """
        end = None if max_steps is None else self.work + max_steps
        while self.stopped is None:
            if end is not None and self.work >= end:
                raise self.endless(max_steps or 0)
            self.advance(_SLICE if end is None else min(_SLICE, end - self.work))

    def interrupt(self) -> None:
        """Leave the form that is evaluated, and all that should follow."""
        self._fault = "interrupted"

    def advance(self, limit: int) -> None:
        """Do some steps, or as many as there are before it stops."""
        if self._fault is not None:
            raise ProgramFault(self._fault)
        vm = self._vm
        end = vm.work + limit
        try:
            while vm.work < end and self.stopped is None:
                # Always at the same moments, so that what is repeated comes out the same.
                vm.run(min(end, self._census) - vm.work)
                if vm.work >= self._census:
                    # As a whole, counting takes no longer than what is done between.
                    self._census = vm.work + max(_CENSUS, 2 * self._count_cells())
        except Fault as fault:
            self._fault = self._described(fault)
            raise ProgramFault(self._fault) from None

    def _count_cells(self) -> int:
        vm = self._vm
        roots = [vm.env, vm.value, vm.stack, *self._symbols.values(), self._unread]
        if (cells := count_cells(roots, self._cells)) > self._cells:
            site = self._site
            fault = Fault(f"the program holds more than {self._cells:,} pairs in memory")
            raise fault.at(site.form, site.line)
        return cells

    def endless(self, steps: int) -> ProgramFault:
        """What is said of a program that did not end."""
        where = f"line {self.program_counter}: " if self.program_counter else ""
        done = count_noun(steps, "step")
        return ProgramFault(f"{where}after {done} the program has neither ended nor asked anything")

    def _described(self, fault: Fault) -> str:
        said = str(fault)
        if fault.form is None:
            fault.at(self._site.form, self._site.line)
        line = fault.line or self._site.line
        if said.startswith("line ") or fault.form is None:
            return said
        read = (each for each in (fault.form, self._site.form, self._begun.form))
        text = next((each.text for each in read if isinstance(each, Form)), "")
        where = f"{called}: " if (called := self._called.get(text)) else ""
        where += f"line {line}, " if line else ""
        return f"{where}{self._written(fault.form)}: {said}"

    def _written(self, form: Value) -> str:
        """A form as it is in the program, or as it is printed; cut where it is long."""
        if isinstance(form, Form):
            return cut(on_one_line(form.text[form.begin : form.end]))
        return short(self._dialect, form)

    # What comes from outside

    def enter(self, text: str) -> None:
        """Give a line of input; raises ProgramFault if none is wanted."""
        if not self._vm.waits:
            raise ProgramFault("the program is not waiting for input")
        self._log.append((self.work, lambda: self._take(text)))
        self._take(text)

    def _take(self, text: str) -> None:
        self._vm.input.append(text)
        # What is typed ends with a new line on the screen; uLisp goes on in the same one.
        ending = "\n" * self._dialect.is_common
        if self._echo:
            self._write(text + ending)
        else:
            self._column = 0 if ending else self._column + len(text)

    def evaluate(self, text: str, *, is_shown: bool = True, called: str = "") -> None:
        """Have more forms evaluated when the program has ended.

        That is possible after an error, too: the form it is in is left.

        Args:
            is_shown: whether their values are printed.
            called: what errors call the text, if it is a file.

        Raises:
            InvalidProgram: if the text cannot be read.
            ProgramFault: if the program has not ended.
        """
        if self._fault is None and not self._has_ended:
            raise ProgramFault("the program has not ended, so nothing else can be evaluated")
        try:
            _check_length(text)
            if not self._read(text) and not text.strip():
                raise InvalidProgram("there is no form to evaluate")
        except InvalidProgram as error:
            raise InvalidProgram(f"{called}: {error}" if called else str(error)) from None
        self._called[text] = called
        self._log.append((self.work, lambda: self._add(text, is_shown)))
        self._add(text, is_shown)

    def _add(self, text: str, is_shown: bool) -> None:
        self._leave_fault()
        if self._echo and is_shown:
            self._write("\n" * bool(self._column) + f"> {text}\n")
        self._forms += ((form, is_shown) for form in self._read(text))

    # What it prints

    def _write(self, text: str) -> None:
        if not text:
            return
        lost = min(self._skipped, len(text))
        self._skipped -= lost
        self._unread += text[lost:]
        if self._kept is not None:
            self._taken += max(len(self._unread) - self._kept, 0)
            self._unread = self._unread[-self._kept :]
        newline = text.rfind("\n")
        self._column = self._column + len(text) if newline < 0 else len(text) - newline - 1

    @property
    def printed(self) -> str:
        """What was printed and has not been read."""
        return self._unread

    def read(self) -> str:
        """What was printed since it was read last; a line that goes on has no end yet."""
        text, self._unread = self._unread, ""
        self._taken += len(text)
        return text

    # What a debugger asks

    def snapshot(self) -> object:
        """How to come to this state again: what was done, and what was entered meanwhile."""
        return self.work, tuple(self._log), self._taken

    def restore(self, snapshot: Any) -> int:
        """Go back to a snapshot, by doing all that again; return how much that was."""
        work, log, taken = snapshot
        self._begin()
        self._skipped = self._taken = taken
        for at, action in log:
            self._catch_up(at)
            action()
            self._log.append((at, action))
        self._catch_up(work)
        return int(work)

    def _catch_up(self, work: int) -> None:
        while self.work < work:
            with suppress(ProgramFault):
                self.advance(min(_SLICE, work - self.work))

    def listing(self) -> list[tuple[int, str]]:
        """The lines of the program, by number; of blank ones, the first of those in a row."""
        lines = ["", *self._program.splitlines()]
        return [
            (at, f"{at:3}  {lines[at]}".rstrip())
            for at in range(1, len(lines))
            if lines[at] or lines[at - 1]
        ]

    def groups(self) -> dict[str, dict[str, str]]:
        """The next form, the last value, variables, calls, and counters."""
        form = self._vm.node.site.form
        counters = self.statistics._asdict()
        return {
            "form": {
                "line": str(self.program_counter),
                "form": "" if form is None else self._written(form),
            },
            "value": {"value": short(self._dialect, self._vm.value)},
            "local": local_variables(self._vm, self._dialect),
            "variables": global_variables(self._symbols, self._dialect),
            "calls": waiting_calls(self._vm),
            "counters": {name: f"{count:,}" for name, count in counters.items()},
        }


_SLICE = 100_000
_CENSUS = 50_000
"""Steps between two looks at how much is in memory, at least."""


def _check_length(program: str) -> None:
    if len(program) > MAX_CHARACTERS:
        raise InvalidProgram(f"a program has at most {MAX_CHARACTERS:,} characters")


def _line(form: Value) -> int | None:
    return form.line if isinstance(form, Form) else None


def _equip(
    compiler: Compiler,
    symbols: Symbols,
    seed: int,
    write: Callable[[str], None],
    column: Callable[[], int],
) -> None:
    """Give names to all functions and special forms."""
    vm, dialect = compiler.vm, compiler.dialect
    output = Output(vm, dialect, write, column)
    subjects = (
        *(kind(vm, dialect) for kind in (Lists, Sequences, Strings, Arrays)),
        Numbers(vm, dialect, seed),
        output,
        Control(vm, dialect, compiler),
        *([] if dialect.is_common else [Tools(vm, dialect, compiler, output, symbols)]),
    )
    for subject in subjects:
        for function in subject.functions():
            compiler.builtins[function.name] = symbols[function.name].function = function
    for name, special in {**SPECIAL, **(COMMON_ONLY if dialect.is_common else ULISP_ONLY)}.items():
        symbols[name].special = special
