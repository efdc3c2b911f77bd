"""What each instruction does to the state."""

from collections.abc import Callable
from decimal import Decimal

from moolab.machines.hp12c import statistics
from moolab.machines.hp12c.arithmetic import OF_ONE, OF_TWO, PERCENTAGES
from moolab.machines.hp12c.business import BUSINESS
from moolab.machines.hp12c.faults import demand
from moolab.machines.hp12c.keys import ARITHMETIC_REGISTERS
from moolab.machines.hp12c.numbers import DIGITS, ZERO, first_digits, fit, overflows
from moolab.machines.hp12c.state import FINANCIAL, REGISTERS, Action, State, setting
from moolab.machines.hp12c.working import Working

Function = Callable[..., Decimal]

# The stack.


def _enter(state: State, _: str) -> None:
    state.y, state.z, state.t = state.x, state.y, state.z


def _exchange(state: State, _: str) -> None:
    state.x, state.y = state.y, state.x


def _roll(state: State, _: str) -> None:
    state.x, state.y, state.z, state.t = state.y, state.z, state.t, state.x


# Functions of numbers.


def _of(names: str, put: Callable[[State, Decimal], None], function: Function) -> Action:
    return lambda state, _: put(state, function(*(getattr(state, name) for name in names)))


# Registers.


def _storage_arithmetic(function: Function) -> Action:
    def action(state: State, name: str) -> None:
        demand(name in ARITHMETIC_REGISTERS, 4)
        result = function(state.register(name), state.x)
        demand(not overflows(result), 1)
        state.store(name, result)

    return action


def _clear_registers(state: State, _: str) -> None:
    if state.editing:
        return
    state.clear(*REGISTERS, *FINANCIAL)
    state.clear_repeats()
    state.clear_stack()
    state.last_x = ZERO
    state.line = 0


def _clear_sums(state: State, _: str) -> None:
    state.clear(*statistics.REGISTERS)
    state.clear_stack()


# Statistics.


def _sums(state: State) -> statistics.Sums:
    return statistics.Sums(*(Working.of(state.registers[name]) for name in statistics.REGISTERS))


def _accumulate(sign: int) -> Action:
    def action(state: State, _: str) -> None:
        before = tuple(state.registers[name] for name in statistics.REGISTERS)
        after = statistics.moved(before, state.x, state.y, sign)
        # A sum that is too large stops no program.
        state.registers |= zip(statistics.REGISTERS, map(fit, after), strict=True)
        state.replace_x(state.registers[statistics.REGISTERS[0]])

    return action


def _estimate(function: Callable[[statistics.Sums, Decimal], tuple[Decimal, Decimal]]) -> Action:
    def action(state: State, _: str) -> None:
        estimate, fit = function(_sums(state), state.x)
        state.replace_x(fit)
        state.lifts = True
        state.push(estimate)

    return action


# Programs.


def _go_to(state: State, line: str) -> None:
    after_last = len(state.program) + 1
    # A running program may go to the line after the last, which is to run off its end.
    demand(int(line) < after_last + state.running, 4)
    state.line = int(line) % after_last


def _skip_unless(condition: Callable[[State], bool]) -> Action:
    def action(state: State, _: str) -> None:
        if not condition(state):
            state.line = state.after(state.line)

    return action


def _program_mode(state: State, _: str) -> None:
    state.editing = not state.editing
    if not state.editing:
        state.line = 0


def _off_and_on(state: State, _: str) -> None:
    state.editing = False
    state.line = 0


def _clear_program(state: State, _: str) -> None:
    if state.editing:
        state.load(())
    state.line = 0


ACTIONS: dict[str, Action] = {
    "ENTER": _enter, "x<>y": _exchange, "ROLL": _roll,
    "CLx": setting("x", lambda *_: ZERO),
    "CHS": setting("x", lambda state, _: ZERO - state.x),
    "LSTx": lambda state, _: state.push(state.last_x),
    **{name: _of("x", State.replace_x, function) for name, function in OF_ONE.items()},
    **{name: _of("yx", State.drop, function) for name, function in OF_TWO.items()},
    **{name: _of("yx", State.replace_x, function) for name, function in PERCENTAGES.items()},
    "RND": lambda state, _: state.replace_x(state.as_shown(state.x)),
    "STO": lambda state, name: state.store(name, state.x),
    "RCL": lambda state, name: state.push(state.register(name)),
    **{f"STO{name}": _storage_arithmetic(OF_TWO[name]) for name in "+-x/"},
    "REG": _clear_registers, "FIN": lambda state, _: state.clear(*FINANCIAL), "S": _clear_sums,
    "S+": _accumulate(1), "S-": _accumulate(-1),
    "xm": lambda state, _: state.push(*_sums(state).means()[::-1]),
    "s": lambda state, _: state.push(*_sums(state).deviations()[::-1]),
    "xw": lambda state, _: state.push(_sums(state).weighted_mean()),
    "x,r": _estimate(statistics.Sums.estimate_x), "y,r": _estimate(statistics.Sums.estimate_y),
    "R/S": setting("running", lambda *_: False),
    "GTO": _go_to, "GTO.": _go_to, "PSE": lambda *_: None,
    "x=0": _skip_unless(lambda state: not state.x),
    "x<=y": _skip_unless(lambda state: state.x <= state.y),
    "SST": setting("line", lambda state, _: state.after(state.line)),
    "BST": setting("line", lambda state, _: (state.line or len(state.program) + 1) - 1),
    "ON": _off_and_on, "P/R": _program_mode, "PRGM": _clear_program,
    "MEM": setting("note", lambda s, _: f"P-{len(s.program):02} r-{len(s.numbered()):02}"),
    "FIX": setting("decimals", lambda _, decimals: int(decimals)),
    "SCI": setting("decimals", lambda *_: None),
    "PREFIX": setting("note", lambda state, _: first_digits(state.x, DIGITS)),
    **BUSINESS,
}  # fmt: skip
"""By the name of the instruction; digits, the point and EEX are the calculator's own affair."""

EFFORT = {
    "e^x": 6, "LN": 6, "y^x": 6, "S+": 10, "S-": 10, "xm": 6, "xw": 6, "s": 10,
    "x,r": 25, "y,r": 25,
}  # fmt: skip
"""How many ordinary program lines take as long, by the name; as measured, to one digit or two."""
