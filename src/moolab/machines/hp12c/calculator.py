"""The calculator: keys, programs, and what can be seen."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from moolab.errors import InvalidKey, InvalidProgram, ProgramFault
from moolab.machines.hp12c.actions import ACTIONS, EFFORT
from moolab.machines.hp12c.faults import ERRORS, ErrorShown
from moolab.machines.hp12c.keys import Instruction, faces, instruction, presses, restart
from moolab.machines.hp12c.listing import Listing, parse_listing, program_line, write_listing
from moolab.machines.hp12c.numbers import plain, shown
from moolab.machines.hp12c.state import FINANCIAL, MAX_LINES, State
from moolab.support.text import count_noun

MAX_STEPS = 1_000_000
"""Program lines after which a program counts as endless, by default."""

_ENTRY = frozenset("0123456789.") | {"EEX"}

_NO_LIFT = frozenset(("ENTER", "CLx", "S+", "S-", "12x", "12/", "REG", "S"))
"""After these the next number takes the place of the one in X."""

_NEUTRAL = frozenset(
    {"R/S", "PSE", "GTO", "GTO.", "x=0", "x<=y", "SST", "BST", "P/R", "FIX", "SCI", "PREFIX"}
    | {"FIN", "PRGM", "BEG", "END", "D.MY", "M.DY", "MEM", "STO EEX"}
)
"""These leave open whether the next number lifts the stack."""

_PAYMENT_MODES = frozenset(("BEG", "END"))
"""These leave open what the financial keys do."""

_SOLVES_NEXT = frozenset((*FINANCIAL, "12x", "12/"))
"""After these a financial key finds its number, instead of storing X."""


class Calculator:
    r"""An HP 12C.

    Args:
        program: a listing, or the instructions of a program, to be in program memory.

    Attributes:
        note: how the listing was read, if anything had to be decided.

    Raises:
        InvalidProgram: if the program cannot be read, or is too long.

    >>> calculator = Calculator("01 ENTER\n02 x\n03 GTO 00")
    >>> calculator.press("1.5 R/S")
    >>> calculator.display, calculator.x, calculator.steps
    ('2.25', Decimal('2.25'), 3)
    """

    def __init__(self, program: str | Sequence[Instruction] = ()) -> None:
        listing = parse_listing(program) if isinstance(program, str) else Listing(tuple(program))
        self._listing, lines, self.note = listing, listing.program, listing.note
        if len(lines) > MAX_LINES:
            raise InvalidProgram(f"a program has at most {MAX_LINES} lines, not {len(lines)}")
        self._state = State()
        self._state.load(lines)

    @property
    def display(self) -> str:
        """What the display shows."""
        state = self._state
        if state.error is not None:
            return f"Error {state.error}"
        if state.note is not None:
            return state.note
        if state.editing:
            line = state.line
            return program_line(line, state.program[line - 1] if line else None)
        if state.running:
            return "running"
        return state.entry.text if state.entry else shown(state.x, state.decimals)

    @property
    def x(self) -> Decimal:
        """The number in X."""
        return self._state.x

    @property
    def stack(self) -> dict[str, Decimal]:
        """The numbers in X, Y, Z, T and LSTx."""
        state = self._state
        return {"X": state.x, "Y": state.y, "Z": state.z, "T": state.t, "LSTx": state.last_x}

    @property
    def registers(self) -> dict[str, Decimal]:
        """The registers that program lines have left, R0 to R.9, then n to FV."""
        held = self._state.registers
        numbered = {f"R{name}": held[name] for name in self._state.numbered()}
        return numbered | {name: held[name] for name in FINANCIAL}

    @property
    def program(self) -> tuple[Instruction, ...]:
        """The lines of program memory; unwritten ones go to line 00."""
        return self._state.program

    @property
    def comments(self) -> Mapping[int, str]:
        """What the listing says of program lines, by their numbers, unless keys changed them."""
        lines, written = self.program, self._listing.program
        said = self._listing.comments.items()
        return {
            line: text for line, text in said if lines[line - 1 : line] == written[line - 1 : line]
        }

    @property
    def line(self) -> int:
        """The program line where the calculator is; 0 before the first."""
        return self._state.line

    @property
    def error(self) -> int | None:
        """The number after the word Error, while that is shown."""
        return self._state.error

    @property
    def pending(self) -> str:
        """The keys of an instruction that is not complete: ``f``, ``STO +``."""
        return faces(self._state.pending)

    @property
    def annunciators(self) -> dict[str, bool]:
        """The words below the number on the display, and whether each is lit."""
        state = self._state
        prefix = state.pending[-1:]
        return {
            "f": prefix == ("42",), "g": prefix == ("43",), "BEGIN": state.begin,
            "D.MY": state.day_first, "C": state.compound, "PRGM": state.editing,
        }  # fmt: skip

    @property
    def steps(self) -> int:
        """How many program lines have run so far."""
        return self._state.steps

    @property
    def work(self) -> int:
        """How much it has done so far, an ordinary key or program line being 1."""
        return self._state.work

    @property
    def program_counter(self) -> int:
        """The program line that comes next."""
        return self._state.line or 1

    @property
    def stopped(self) -> str | None:
        """Why ``step`` would do nothing, in words; None while a program runs."""
        state = self._state
        if state.error is not None:
            return f"Error {state.error} at line {state.line:02}: {ERRORS[state.error]}"
        return None if state.running else f"waiting for keys at line {state.line:02}"

    def snapshot(self) -> object:
        """The whole state; nothing that happens later changes it."""
        return self._state.copy()

    def restore(self, snapshot: object) -> None:
        """Go back to what ``snapshot`` returned."""
        assert isinstance(snapshot, State)
        self._state = snapshot.copy()

    def listing(self) -> list[tuple[int, str]]:
        """The number and the text of every program line."""
        return list(enumerate(write_listing(self.program).splitlines(), start=1))

    def groups(self) -> dict[str, dict[str, str]]:
        """What there is to see: the display, the stack, the registers."""
        return {
            "display": {"display": self.display},
            "stack": {name: plain(value) for name, value in self.stack.items()},
            "registers": {name: plain(value) for name, value in self.registers.items()},
        }

    def press(
        self,
        keys: str,
        *,
        max_steps: int = MAX_STEPS,
        max_work: int | None = None,
        hold: bool = False,
    ) -> None:
        """Press keys one after the other; R/S runs the program until it stops.

        A program that is running already, after ``start`` or ``hold``, is stopped by the first key,
        which does nothing more.

        Args:
            keys: the names of the keys, separated by blanks.
            max_steps: how many program lines may run.
            max_work: how much keys and lines may do together, as ``work`` counts it.
            hold: whether a program that the last key starts waits for ``step`` or ``run``.

        Raises:
            InvalidKey: if there is no such key, or it makes no sense here; the keys before it have
                been pressed.
            ProgramFault: if the program does not stop, the keys take too long, or something is not
                simulated.

        >>> calculator = Calculator()
        >>> calculator.press("2 SQRT f 9")
        >>> calculator.display
        '1.414213562'
        """
        codes = list(presses(keys))
        end = self.steps + max_steps
        begin = self.work
        for at, code in enumerate(codes, start=1):
            self._press(code)
            left = None if max_work is None else begin + max_work - self.work
            if self._state.running and not (hold and at == len(codes)):
                self.run(max_steps=end - self.steps, max_work=left)
            elif left is not None and left < 0:
                raise ProgramFault("these keys take too long; press fewer of them at once")

    def start(self) -> None:
        """Do as R/S does, but run no line yet: ``step`` and ``run`` do."""
        self._state.error = self._state.note = self._state.entry = None
        self._state.running = True

    def run(self, *, max_steps: int = MAX_STEPS, max_work: int | None = None) -> None:
        """Run the program until it stops.

        Raises:
            ProgramFault: if it has not stopped after so many lines, or does what is not simulated.
        """
        if not self._state.running:
            self.start()
        begin, work = self.steps, self.work
        while self._state.running:
            lines = self.steps - begin
            if lines >= max_steps or (max_work is not None and self.work - work >= max_work):
                self._state.running = False
                raise ProgramFault(
                    f"the program has not stopped after {count_noun(lines, 'line')}, "
                    f"and line {self.program_counter:02} is next"
                )
            self.step()

    def step(self) -> None:
        """Run one line of a running program."""
        state = self._state
        if not state.running:
            return
        line = self.program_counter
        if not self._perform_line():
            state.line, state.running = line, False
        elif not state.line:
            state.entry, state.running, state.solves = None, False, False

    def _perform_line(self) -> bool:
        """Do the next program line; False if it ends in an error or in an overflow."""
        state = self._state
        line = self.program_counter
        state.line = state.after(line)
        state.steps += 1
        try:
            return self._perform(state.program[line - 1])
        except ProgramFault as error:
            state.line, state.running = line, False
            raise ProgramFault(f"program line {line:02}: {error}") from error

    def _press(self, code: str) -> None:
        state = self._state
        state.note = None
        if state.running or state.error is not None:
            # Any key stops a program; the first one after an error clears it; neither does more.
            state.running, state.error = False, None
            return
        state.pending = restart((*state.pending, code))
        try:
            found = instruction(state.pending)
        except InvalidKey:
            state.pending = ()
            raise
        if found is None:
            return
        state.pending = ()
        if state.editing and found.programmable:
            self._write(found)
        elif found.name == "R/S":
            self.start()
        elif found.name == "SST" and not state.editing:
            # Unlike R/S, this goes on with a number, and past a line that fails.
            self._perform_line()
        else:
            self._perform(found)

    def _perform(self, found: Instruction) -> bool:
        """Do an instruction; False if it ends in an error or in an overflow."""
        state = self._state
        name = found.name
        state.work += EFFORT.get(name, 1)
        if name in _ENTRY or (name == "CHS" and state.entry):
            state.key_in(name)
            return True
        state.entry = None
        stores = name in FINANCIAL and not state.solves
        stores = stores or (name == "STO" and found.operand in FINANCIAL)
        try:
            ACTIONS[name](state, found.operand)
        except ErrorShown as error:
            state.error, state.solves = error.number, False
            return False
        if name not in _NEUTRAL:
            state.lifts = not stores and name not in _NO_LIFT
        if name not in _PAYMENT_MODES:
            state.solves = stores or name in _SOLVES_NEXT
        overflowed, state.overflowed = state.overflowed, False
        return not overflowed

    def _write(self, found: Instruction) -> None:
        """Write a program line after the one that is shown, over what was there."""
        state = self._state
        if state.line == MAX_LINES:
            state.error = 4
            return
        lines = list(state.program)
        lines[state.line : state.line + 1] = [found]
        state.load(tuple(lines))
        state.line += 1
