"""A program at work, statement by statement, without a keyboard or a screen of its own."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from secrets import randbits
from typing import NamedTuple, TypeVar

from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.ti74 import images, syntax
from moolab.machines.ti74.elementary import Angle
from moolab.machines.ti74.functions import LONGEST_TEXT, Generator, Value
from moolab.machines.ti74.memory import Memory, number_of, text_of
from moolab.machines.ti74.numbers import add, as_text, parse, whole
from moolab.machines.ti74.program import Program, Statement
from moolab.machines.ti74.size import MEMORY, tokenised
from moolab.support.text import count_noun

V = TypeVar("V", str, Value)

_ZONE = 15
_MOST_RETURNS = 1000
_LONGEST_PAUSE = 32767
_FIELD = re.compile(r' *(?:"((?:[^"]|"")*)" *|([^,]*))(?:,|$)')
_UNPRINTABLE = re.compile("[^ -~]")


_ENTER = "\r"
"""What KEY$ is for the key ENTER."""


class _NoKey(ProgramFault):
    """KEY$ has no key yet."""


class Loop(NamedTuple):
    """A FOR that has begun: where its first statement is, and when it ends."""

    variable: str
    limit: Decimal
    step: Decimal
    body: int


class Frame(NamedTuple):
    """A GOSUB: where it goes back to, and how many loops were open."""

    back: int
    loops: int


@dataclass
class State:
    """All that changes while a program runs."""

    rnd: Generator
    entropy: Generator
    index: int = 0
    memory: Memory = field(default_factory=Memory)
    loops: list[Loop] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    next_datum: int = 0
    angle: Angle = Angle.RAD
    column: int = 0
    unread: str = ""
    waits: bool = False
    typed: str = ""
    wants_key: bool = False
    steps: int = 0


class Basic:
    r"""A machine that runs a program.

    Args:
        seed: what decides RND, and RANDOMIZE where the program names no seed; without one chance
            does.
        wait: what PAUSE does with a number of seconds; nothing by default.
        echo: whether an answer is printed behind its question, as nothing else shows it there.
        kept: how many characters wait to be read at most; the first ones are lost. None keeps all.

    Raises:
        InvalidProgram: if the machine has no room for the program.

    >>> basic = Basic(Program('10 INPUT "Side:";A\n20 PRINT "Area:";A*A'))
    >>> basic.run()
    >>> basic.read(), basic.stopped
    ('Side:', 'it waits for INPUT')
    >>> basic.enter("12")
    >>> basic.run()
    >>> basic.read(), basic.stopped
    ('\nArea: 144 \n', 'the program has ended')
    """

    def __init__(
        self,
        program: Program,
        seed: int | None = None,
        wait: Callable[[float], None] = lambda _: None,
        *,
        echo: bool = False,
        kept: int | None = None,
    ) -> None:
        self._program = program
        self.wait = wait
        self._echo = echo
        self._kept = kept
        entropy = Generator(randbits(64) if seed is None else seed)
        size = len(bytes(tokenised(program)))
        if size > MEMORY:
            raise InvalidProgram(
                f"the program has {size:,} bytes, and the machine has room for {MEMORY:,}"
            )
        self._state = State(rnd=Generator(seed or 0), entropy=entropy, memory=Memory(MEMORY - size))

    @property
    def program_counter(self) -> int:
        """The number of the line that comes next, 0 at the end."""
        statement = self._statement
        return statement.line if statement else 0

    @property
    def text(self) -> str:
        """The statement that comes next, empty at the end."""
        statement = self._statement
        return statement.text if statement else ""

    @property
    def steps(self) -> int:
        """How many statements were carried out."""
        return self._state.steps

    work = steps
    """The same: statements are alike enough."""

    @property
    def waits(self) -> bool:
        """Whether INPUT waits for an answer, PAUSE for ENTER, or KEY$ for a key."""
        return self._state.waits

    @property
    def pauses(self) -> bool:
        """Whether PAUSE waits for ENTER."""
        statement = self._statement
        is_pause = statement is not None and isinstance(statement.action, syntax.Pause)
        return self.waits and is_pause and not self._state.wants_key

    @property
    def stopped(self) -> str | None:
        """Why there is nothing to do now; None while there is."""
        statement = self._statement
        if statement is None:
            return "the program has ended"
        if not self._state.waits:
            return None
        key = "ENTER" if self.pauses else "INPUT"
        return f"it waits for {'a key' if self._state.wants_key else key}"

    def step(self) -> None:
        """Carry out one statement; nothing if the program has ended, or waits."""
        statement = self._statement
        if statement is None or self._state.waits:
            return
        state = self._state
        place = state.index
        before = self.snapshot() if "KEY$" in statement.text else None
        state.index += 1
        try:
            self._do(statement.action)
        except _NoKey:
            # The statement begins anew once there is a key.
            self.restore(before)
            self._state.waits = self._state.wants_key = True
            return
        except ProgramFault as fault:
            state.index = place
            raise ProgramFault(f"line {statement.line}, {statement.text}: {fault}") from None
        state.steps += 1
        self._pass_jumps()

    def run(self, max_steps: int | None = None) -> None:
        """Go on until the program has ended, or waits.

        Raises:
            ProgramFault: if a statement cannot be carried out, or there were too many.
        """
        begin = self._state.steps
        while self.stopped is None:
            if max_steps is not None and self._state.steps - begin >= max_steps:
                raise self.endless(max_steps)
            self.step()

    def endless(self, steps: int) -> ProgramFault:
        """What is said of a program that did not end."""
        return ProgramFault(
            f"line {self.program_counter}, {self.text}: after {count_noun(steps, 'statement')} "
            "the program has neither ended nor asked for anything"
        )

    def enter(self, text: str) -> None:
        """Answer INPUT, press ENTER for PAUSE, or press keys for KEY$.

        An answer that does not fit is explained, and asked for again.

        Raises:
            ProgramFault: if nothing is asked, or the answer cannot be kept.
        """
        statement = self._statement
        if statement is None or not self._state.waits:
            raise ProgramFault("the program is not waiting for an answer")
        if self._state.wants_key:
            self._state.typed += _UNPRINTABLE.sub("", text) or _ENTER
            self._state.waits = self._state.wants_key = False
            return
        if not isinstance(statement.action, syntax.Input):
            self._resume()
            return
        self._print(f"{_printable(text) if self._echo else ''}\n")
        try:
            values, problem = self._understood(statement.action, text)
            if not problem:
                for target, value in zip(statement.action.targets, values, strict=True):
                    self._set(target, value)
                self._resume()
                return
        except ProgramFault as fault:
            raise ProgramFault(f"line {statement.line}, {statement.text}: {fault}") from None
        self._print(f"{problem}\n{statement.action.prompt}")

    @property
    def printed(self) -> str:
        """What was printed and has not been read."""
        return self._state.unread

    def read(self) -> str:
        """What was printed since it was read last; a line that goes on has no end yet."""
        text, self._state.unread = self._state.unread, ""
        return text

    def snapshot(self) -> object:
        """All the state, unaffected by what follows."""
        return copy.deepcopy(self._state)

    def restore(self, snapshot: object) -> None:
        """Bring a state back."""
        assert isinstance(snapshot, State)
        self._state = copy.deepcopy(snapshot)

    def listing(self) -> list[tuple[int, str]]:
        """The lines of the program by number, with their text."""
        return [(line.number, str(line)) for line in self._program.lines.values()]

    def groups(self) -> dict[str, dict[str, str]]:
        """What there is to see."""
        state, statements = self._state, self._program.statements
        variables = {
            name: f'"{value}"' if isinstance(value, str) else _digits(value)
            for name, value in state.memory.shown().items()
        }
        loops = {
            loop.variable: f"to {_digits(loop.limit)} step {_digits(loop.step)}"
            for loop in state.loops
        }
        returns = {
            str(depth): f"line {next((each.line for each in statements[frame.back :]), 0)}"
            for depth, frame in enumerate(state.frames, start=1)
        }
        return {
            "statement": {"line": str(self.program_counter), "text": self.text},
            "variables": variables,
            "loops": loops,
            "returns": returns,
            "machine": {"angles": state.angle.name},
        }

    # The statements

    @property
    def _statement(self) -> Statement | None:
        place = self._state.index
        statements = self._program.statements
        return statements[place] if place < len(statements) else None

    def _resume(self) -> None:
        self._state.waits = False
        self._state.index += 1
        self._state.steps += 1
        self._pass_jumps()

    def _pass_jumps(self) -> None:
        while (statement := self._statement) and isinstance(statement.action, syntax.Jump):
            self._state.index = statement.action.to

    def _do(self, action: syntax.Action) -> None:
        state = self._state
        match action:
            case syntax.Let(targets, expression):
                value = self._value(expression)
                for target in targets:
                    self._set(target, value)
            case syntax.If(condition, otherwise):
                if not self._number(condition):
                    state.index = otherwise
            case syntax.Goto(line, returns):
                self._go_to(line, returns=returns)
            case syntax.On(selector, lines, returns):
                choice = whole(self._number(selector))
                if not 1 <= choice <= len(lines):
                    raise ProgramFault(f"the value is {choice}, and {_choices(len(lines))}")
                self._go_to(lines[choice - 1], returns=returns)
            case syntax.Return():
                if not state.frames:
                    raise ProgramFault("there was no GOSUB to return from")
                frame = state.frames.pop()
                state.index = frame.back
                del state.loops[frame.loops :]
            case syntax.For():
                self._begin_loop(action)
            case syntax.Next(variable):
                self._end_loop(variable)
            case syntax.Print(items):
                self._print_items(items)
            case syntax.PrintUsing():
                self._print_using(action)
            case syntax.Input():
                self._ask(action)
            case syntax.Pause(seconds):
                self._pause(seconds)
            case syntax.Read(targets):
                for target in targets:
                    self._read_datum(target)
            case syntax.Restore(line):
                state.next_datum = next(
                    (
                        place
                        for place, datum in enumerate(self._program.data)
                        if line is None or datum.line >= line
                    ),
                    len(self._program.data),
                )
            case syntax.Dim(arrays):
                for name, bounds in arrays:
                    state.memory.dimension(name, bounds)
            case syntax.Randomize(seed):
                word = state.entropy.word() if seed is None else _seed(self._number(seed))
                state.rnd = Generator(word)
            case syntax.SetAngle(unit):
                state.angle = unit
            case syntax.End():
                state.index = len(self._program.statements)
            case syntax.Image() | syntax.Jump() | syntax.Nothing():
                pass

    def _ask(self, request: syntax.Input) -> None:
        self._state.typed = ""
        if request.field.erases and self._state.column:
            self._print("\n")
        if request.field.column is not None:
            self._go_to_column(whole(self._number(request.field.column)))
        self._print(request.prompt)
        self._wait_here()

    def _wait_here(self) -> None:
        self._state.waits = True
        self._state.index -= 1
        self._state.steps -= 1

    def _go_to(self, line: int, *, returns: bool) -> None:
        state = self._state
        if returns:
            if len(state.frames) >= _MOST_RETURNS:
                raise ProgramFault(f"{_MOST_RETURNS:,} times GOSUB without RETURN")
            state.frames.append(Frame(state.index, len(state.loops)))
        state.index = self._program.lines[line].start

    def _begin_loop(self, loop: syntax.For) -> None:
        state = self._state
        name = loop.variable.name
        start, limit, step = map(self._number, (loop.start, loop.limit, loop.step))
        self._forget_loop(name)
        self._set(loop.variable, start)
        if _is_over(start, limit, step):
            state.index = self._behind_next(name)
        else:
            state.loops.append(Loop(name, limit, step, state.index))

    def _forget_loop(self, name: str) -> None:
        """A loop that begins anew ends the one with the same variable, and all inside that."""
        for depth, loop in enumerate(self._state.loops):
            if loop.variable == name:
                del self._state.loops[depth:]
                return

    def _behind_next(self, name: str) -> int:
        """Where it goes on if a loop is not to run at all."""
        inner = 0
        statements = self._program.statements
        for place in range(self._state.index, len(statements)):
            match statements[place].action:
                case syntax.For():
                    inner += 1
                case syntax.Next(variable) if variable is None and inner:
                    inner -= 1
                case syntax.Next(variable) if variable is None or variable.name == name:
                    return place + 1
                case syntax.Next():
                    inner -= 1
        raise ProgramFault(f"NEXT {name} is missing")

    def _end_loop(self, variable: syntax.Variable | None) -> None:
        state = self._state
        loops = state.loops
        while loops and variable is not None and loops[-1].variable != variable.name:
            loops.pop()
        if not loops:
            raise ProgramFault("this NEXT has no FOR")
        loop = loops[-1]
        value = add(number_of(state.memory.get(loop.variable)), loop.step)
        state.memory.set(loop.variable, (), value)
        if _is_over(value, loop.limit, loop.step):
            loops.pop()
        else:
            state.index = loop.body

    def _pause(self, seconds: syntax.Expression | None) -> None:
        if seconds is None:
            self._wait_here()
            return
        duration = self._number(seconds)
        if not 0 <= duration <= _LONGEST_PAUSE:
            raise ProgramFault(
                f"a pause is 0 to {_LONGEST_PAUSE:,} seconds, not {as_text(duration)}"
            )
        self.wait(float(duration))

    def _read_datum(self, target: syntax.Variable) -> None:
        state = self._state
        if state.next_datum == len(self._program.data):
            raise ProgramFault("all DATA have been read")
        datum = self._program.data[state.next_datum]
        value: Value | None = datum.text if target.kind == "s" else parse(datum.text)
        if value is None:
            raise ProgramFault(f'"{datum.text}", in the DATA of line {datum.line}, is not a number')
        state.next_datum += 1
        self._set(target, value)

    # Input and output

    def _understood(self, request: syntax.Input, text: str) -> tuple[list[Value], str]:
        """The values of an answer; or, in words, why it does not fit."""
        if _UNPRINTABLE.search(text) or len(text) > LONGEST_TEXT:
            return [], "This cannot be typed; try again."
        field = request.field
        if not text and field.null is not None:
            return [self._value(field.null)], ""
        if field.size is not None and len(text) > (most := abs(whole(self._number(field.size)))):
            return [], f"{count_noun(most, 'character').capitalize()} at most, please; try again."
        signs = {sign for each in field.signs for sign in text_of(self._value(each))}
        if field.signs and not signs.issuperset(text):
            return [], "Other characters, please; try again."
        fields = [text] if request.whole_line else _fields(text)
        if len(fields) != len(request.targets):
            wanted = count_noun(len(request.targets), "value").capitalize()
            return [], f"{wanted}, please; try again."
        values: list[Value] = []
        for target, typed in zip(request.targets, fields, strict=True):
            value: Value | None = typed
            if target.kind == "n":
                try:
                    value = parse(typed)
                except ProgramFault:
                    value = None
            if value is None:
                return [], "A number, please; try again."
            values.append(value)
        return values, ""

    def _print(self, text: str) -> None:
        state = self._state
        _, newline, last = text.rpartition("\n")
        state.column = len(last) if newline else state.column + len(last)
        state.unread += text
        if self._kept is not None:
            state.unread = state.unread[-self._kept :]

    def _print_items(self, items: tuple[syntax.Expression | syntax.Tab | str, ...]) -> None:
        for item in items:
            match item:
                case ",":
                    self._print(" " * (_ZONE - self._state.column % _ZONE))
                case str():
                    pass
                case syntax.Tab(column):
                    self._go_to_column(whole(self._number(column)))
                case expression:
                    self._print(_shown(self._value(expression)))
        if not items or not isinstance(items[-1], str):
            self._print("\n")

    def _go_to_column(self, column: int) -> None:
        if not 1 <= column <= LONGEST_TEXT:
            raise ProgramFault(f"there is no column {column}, they are 1 to {LONGEST_TEXT}")
        if self._state.column >= column:
            self._print("\n")
        self._print(" " * (column - 1 - self._state.column))

    def _print_using(self, action: syntax.PrintUsing) -> None:
        if isinstance(action.image, int):
            line = self._program.lines[action.image]
            statement = self._program.statements[line.start].action
            assert isinstance(statement, syntax.Image)
            image = statement.text
        else:
            image = text_of(self._value(action.image))
        image = _printable(image)
        values = [_printable(self._value(value)) for value in action.values]
        self._print("\n".join(images.filled(image, values)) + ("" if action.goes_on else "\n"))

    # Values

    def _value(self, expression: syntax.Expression) -> Value:
        match expression:
            case syntax.Constant(value):
                return value
            case syntax.Variable(name, subscripts):
                return self._state.memory.get(name, self._places(subscripts))
            case syntax.Call(function, arguments):
                values = [self._value(argument) for argument in arguments]
                units = [self._state.angle] if function.angle else []
                result: Value = function.compute(*values, *units)
                return result
            case syntax.Rnd():
                return self._state.rnd.fraction()
            case syntax.Key():
                if not self._state.typed:
                    raise _NoKey("KEY$ cannot stand here")
                key, self._state.typed = self._state.typed[0], self._state.typed[1:]
                return key

    def _number(self, expression: syntax.Expression) -> Decimal:
        return number_of(self._value(expression))

    def _places(self, subscripts: tuple[syntax.Expression, ...]) -> tuple[int, ...]:
        return tuple(whole(self._number(subscript)) for subscript in subscripts)

    def _set(self, target: syntax.Variable, value: Value) -> None:
        self._state.memory.set(target.name, self._places(target.subscripts), value)


def _is_over(value: Decimal, limit: Decimal, step: Decimal) -> bool:
    return value > limit if step >= 0 else value < limit


def _choices(count: int) -> str:
    return "there is one line" if count == 1 else f"the lines are 1 to {count}"


def _shown(value: Value) -> str:
    """A value as PRINT shows it: a number with a place for its sign, and a blank behind."""
    value = _printable(value)
    if isinstance(value, str):
        return value
    return f"{'' if value < 0 else ' '}{as_text(value)} "


def _printable(value: V) -> V:
    """A value with a question mark for what only the machine's screen can show."""
    return _UNPRINTABLE.sub("?", value) if isinstance(value, str) else value


def _digits(value: Decimal) -> str:
    return str(value.normalize()) if value else "0"


def _seed(value: Decimal) -> int:
    """A seed from a number: other digits, another seed."""
    sign, digits, exponent = value.normalize().as_tuple()
    assert isinstance(exponent, int)
    return (int("".join(map(str, digits))) * 1009 + exponent) * 2 + sign


def _fields(text: str) -> list[str]:
    """The values in an answer, which commas separate, without blanks around and without quotes."""
    found = []
    place = 0
    while match := _FIELD.match(text, place):
        found.append(match[2].rstrip(" ") if match[1] is None else match[1].replace('""', '"'))
        place = match.end()
        if not match[0].endswith(","):
            break
    return found
