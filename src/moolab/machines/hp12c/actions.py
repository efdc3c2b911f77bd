"""What each instruction does to the state."""

from collections.abc import Callable
from decimal import Decimal

from moolab.machines.hp12c import statistics
from moolab.machines.hp12c.arithmetic import OF_ONE, OF_TWO, PERCENTAGES
from moolab.machines.hp12c.business import BUSINESS
from moolab.machines.hp12c.faults import ErrorShown
from moolab.machines.hp12c.keys import ARITHMETIC_REGISTERS
from moolab.machines.hp12c.memory import FINANCIAL, REGISTERS
from moolab.machines.hp12c.numbers import DIGITS, ZERO, fit, overflows
from moolab.machines.hp12c.state import Action, State
from moolab.machines.hp12c.working import Working

# The stack.


def _enter(state: State, _: str) -> None:
    state.y, state.z, state.t = state.x, state.y, state.z


def _clear_x(state: State, _: str) -> None:
    state.x = ZERO


def _change_sign(state: State, _: str) -> None:
    state.x = ZERO - state.x


def _exchange(state: State, _: str) -> None:
    state.x, state.y = state.y, state.x


def _roll(state: State, _: str) -> None:
    state.x, state.y, state.z, state.t = state.y, state.z, state.t, state.x


def _last_x(state: State, _: str) -> None:
    state.push(state.last_x)


# Functions of numbers.


def _of_one(function: Callable[[Decimal], Decimal]) -> Action:
    def action(state: State, _: str) -> None:
        state.replace_x(function(state.x))

    return action


def _of_two(function: Callable[[Decimal, Decimal], Decimal]) -> Action:
    def action(state: State, _: str) -> None:
        state.drop(function(state.y, state.x))

    return action


def _percentage(function: Callable[[Decimal, Decimal], Decimal]) -> Action:
    def action(state: State, _: str) -> None:
        state.replace_x(function(state.y, state.x))

    return action


def _round(state: State, _: str) -> None:
    state.replace_x(state.as_shown(state.x))


# Registers.


def _store(state: State, name: str) -> None:
    state.store(name, state.x)


def _recall(state: State, name: str) -> None:
    state.push(state.register(name))


def _storage_arithmetic(function: Callable[[Decimal, Decimal], Decimal]) -> Action:
    def action(state: State, name: str) -> None:
        if name not in ARITHMETIC_REGISTERS:
            raise ErrorShown(4)
        result = function(state.register(name), state.x)
        if overflows(result):
            raise ErrorShown(1)
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


def _clear_financial(state: State, _: str) -> None:
    state.clear(*FINANCIAL)


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


def _means(state: State, _: str) -> None:
    of_x, of_y = _sums(state).means()
    state.push(of_y, of_x)


def _deviations(state: State, _: str) -> None:
    of_x, of_y = _sums(state).deviations()
    state.push(of_y, of_x)


def _weighted_mean(state: State, _: str) -> None:
    state.push(_sums(state).weighted_mean())


def _estimate(function: Callable[[statistics.Sums, Decimal], tuple[Decimal, Decimal]]) -> Action:
    def action(state: State, _: str) -> None:
        estimate, fit = function(_sums(state), state.x)
        state.replace_x(fit)
        state.lifts = True
        state.push(estimate)

    return action


# Programs.


def _stop(state: State, _: str) -> None:
    state.running = False


def _go_to(state: State, line: str) -> None:
    after_last = len(state.program) + 1
    # A running program may go to the line after the last, which is to run off its end.
    if int(line) > after_last or (int(line) == after_last and not state.running):
        raise ErrorShown(4)
    state.line = int(line) % after_last


def _skip_unless(condition: Callable[[State], bool]) -> Action:
    def action(state: State, _: str) -> None:
        if not condition(state):
            state.line = state.after(state.line)

    return action


def _step(state: State, _: str) -> None:
    state.line = state.after(state.line)


def _back(state: State, _: str) -> None:
    state.line = state.line - 1 if state.line else len(state.program)


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


def _show_memory(state: State, _: str) -> None:
    state.note = f"P-{len(state.program):02} r-{len(state.numbered()):02}"


# The display.


def _fix(state: State, decimals: str) -> None:
    state.decimals = int(decimals)


def _scientific(state: State, _: str) -> None:
    state.decimals = None


def _show_digits(state: State, _: str) -> None:
    state.note = "".join(map(str, state.x.as_tuple().digits))[:DIGITS].ljust(DIGITS, "0")


def _nothing(_state: State, _: str) -> None:
    """For what just pauses."""


ACTIONS: dict[str, Action] = {
    "ENTER": _enter, "CLx": _clear_x, "CHS": _change_sign,
    "x<>y": _exchange, "ROLL": _roll, "LSTx": _last_x,
    **{name: _of_one(function) for name, function in OF_ONE.items()},
    **{name: _of_two(function) for name, function in OF_TWO.items()},
    **{name: _percentage(function) for name, function in PERCENTAGES.items()},
    "RND": _round,
    "STO": _store, "RCL": _recall,
    **{f"STO{name}": _storage_arithmetic(OF_TWO[name]) for name in "+-x/"},
    "REG": _clear_registers, "FIN": _clear_financial, "S": _clear_sums,
    "S+": _accumulate(1), "S-": _accumulate(-1),
    "xm": _means, "s": _deviations, "xw": _weighted_mean,
    "x,r": _estimate(statistics.Sums.estimate_x), "y,r": _estimate(statistics.Sums.estimate_y),
    "R/S": _stop, "GTO": _go_to, "GTO.": _go_to, "PSE": _nothing,
    "x=0": _skip_unless(lambda state: not state.x),
    "x<=y": _skip_unless(lambda state: state.x <= state.y),
    "SST": _step, "BST": _back, "ON": _off_and_on,
    "P/R": _program_mode, "PRGM": _clear_program, "MEM": _show_memory,
    "FIX": _fix, "SCI": _scientific, "PREFIX": _show_digits,
    **BUSINESS,
}  # fmt: skip
"""By the name of the instruction; digits, the point and EEX are the calculator's own affair."""

EFFORT = {
    "e^x": 6, "LN": 6, "y^x": 6, "S+": 10, "S-": 10, "xm": 6, "xw": 6, "s": 10,
    "x,r": 25, "y,r": 25,
}  # fmt: skip
"""How many ordinary program lines take as long, by the name; as measured, to one digit or two."""
