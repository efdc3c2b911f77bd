"""What the financial keys do to the state: money over time, cash flows, bonds, assets, dates."""

from collections.abc import Callable
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from functools import partial

from moolab.machines.hp12c.arithmetic import OF_TWO
from moolab.machines.hp12c.bonds import Bond
from moolab.machines.hp12c.calendar import add_days, days_between, from_date, show_date, to_date
from moolab.machines.hp12c.cashflows import (
    effort_of_rate,
    effort_of_worth,
    net_present_value,
    rate_near,
    rate_of_return,
)
from moolab.machines.hp12c.depreciation import Asset, last_digits
from moolab.machines.hp12c.faults import ErrorShown, demand
from moolab.machines.hp12c.finance import SEARCH, Loan, amortise
from moolab.machines.hp12c.numbers import ZERO, from_fraction, integer_part, overflows, whole
from moolab.machines.hp12c.state import FINANCIAL, REGISTERS, Action, State, setting

_MAX_REPEATS = 99

_A_LINE = 8
"""How many payments are computed in the time of an ordinary program line."""

_SOLVING = 8
"""How many ordinary program lines take as long as n, PV, PMT or FV of a loan."""

# Loans.


def _loan(state: State) -> Loan:
    n, i, pv, pmt, fv = (state.registers[name] for name in FINANCIAL)
    return Loan(n, i, pv, pmt, fv, state.begin, state.compound)


def _financial(name: str) -> Action:
    def action(state: State, _: str) -> None:
        if not state.solves:
            state.store(name, state.x)
            return
        state.work += SEARCH if name == "i" else _SOLVING
        state.push(_loan(state).solve(name))
        state.store(name, state.x)

    return action


def _by_twelve(name: str, function: Callable[[Decimal, Decimal], Decimal]) -> Action:
    def action(state: State, _: str) -> None:
        result = function(state.x, Decimal(12))
        if overflows(result):
            state.lifts = False
            raise ErrorShown(1)
        state.x = state.fit(result)
        state.store(name, state.x)

    return action


def _simple_interest(state: State, _: str) -> None:
    n, i, present = (state.registers[name] for name in ("n", "i", "PV"))
    interest = -Fraction(n) * Fraction(i) * Fraction(present) / 100
    of_360, of_365 = (from_fraction(interest / days) for days in (360, 365))
    state.push(of_365, ZERO - present, of_360)


def _answer(state: State, *values: Decimal) -> None:
    """Results that always lift the stack, as those of functions with data in registers do."""
    state.lifts = True
    state.push(*values)


def _amortise(state: State, _: str) -> None:
    payments = state.x
    loan = _loan(state)
    interest, principal, rest = amortise(loan, payments, state.as_shown)
    state.work += int(payments) // _A_LINE
    state.store("PMT", state.as_shown(loan.pmt))
    state.store("PV", rest)
    state.store("n", loan.n + payments)
    _answer(state, principal, interest)


# Bonds, depreciation, dates.


def _bond(state: State) -> Bond:
    settlement, maturity = (to_date(each, day_first=state.day_first) for each in (state.y, state.x))
    return Bond.of(settlement, maturity, state.registers["PMT"])


def _price(state: State, _: str) -> None:
    bond = _bond(state)
    price = bond.price(state.registers["i"])
    _keep_bond(state, bond, price)
    _answer(state, bond.accrued, price)


def _yield(state: State, _: str) -> None:
    bond = _bond(state)
    state.work += SEARCH
    interest, price = bond.interest(state.registers["PV"])
    state.store("i", interest)
    _keep_bond(state, bond, price)
    if bond.periods < 1:
        state.x = state.registers["i"]
    else:
        _answer(state, state.registers["i"])


def _keep_bond(state: State, bond: Bond, price: Decimal) -> None:
    """What both leave in the registers."""
    state.store("PV", price)
    state.store("n", bond.part)
    state.store("FV", bond.redeemed)


def _depreciation(method: Callable[[Asset, Decimal], Decimal]) -> Action:
    def action(state: State, _: str) -> None:
        n, i, pv, fv = (state.registers[name] for name in ("n", "i", "PV", "FV"))
        asset = Asset(n, pv, fv, i)
        share, left = asset.year(state.x, partial(method, asset), state.as_shown)
        _answer(state, left, share)

    return action


def _years_digits(state: State, operand: str) -> None:
    _depreciation(Asset.years_digits)(state, operand)
    life = state.registers["n"]
    if state.z <= life.to_integral_value(ROUND_CEILING):
        state.store("PMT", last_digits(life))


def _add_days(state: State, _: str) -> None:
    day = add_days(to_date(state.y, day_first=state.day_first), state.x)
    state.drop(from_date(day, day_first=state.day_first))
    state.note = show_date(day, day_first=state.day_first)


def _days_between(state: State, _: str) -> None:
    start, end = (to_date(each, day_first=state.day_first) for each in (state.y, state.x))
    actual, of_months = map(Decimal, days_between(start, end))
    state.replace_x(actual)
    state.y = of_months


# Cash flows: the first in R0, the others in R1 and on, n says which is the last.


def _flow_register(state: State, number: Decimal) -> str:
    return _flow_registers_to(state, number)[-1]


def _flow_registers_to(state: State, last: Decimal) -> tuple[str, ...]:
    # FV holds the one for which no other register is left.
    names = (*state.numbered(), "FV")
    demand(whole(last) and 0 <= last < len(names), 6)
    return names[: int(last) + 1]


def _first_flow(state: State, _: str) -> None:
    state.store(REGISTERS[0], state.x)
    state.repeats[REGISTERS[0]] = 1
    state.registers["n"] = ZERO


def _next_flow(state: State, _: str) -> None:
    number = state.registers["n"] + 1
    name = _flow_register(state, number)
    state.store(name, state.x)
    state.repeats[name] = 1
    state.registers["n"] = number


def _repeat_flow(state: State, _: str) -> None:
    demand(whole(state.x) and 0 <= state.x <= _MAX_REPEATS, 6)
    state.repeats[_flow_register(state, state.registers["n"])] = int(state.x)


def _recall_flow(state: State, _: str) -> None:
    number = state.registers["n"]
    state.push(state.register(_flow_register(state, number)))
    state.registers["n"] = number - 1


def _flows(state: State, last: Decimal) -> list[tuple[Decimal, int]]:
    names = _flow_registers_to(state, last)
    return [(state.registers[name], state.repeats[name]) for name in names]


def _net_present_value(state: State, _: str) -> None:
    flows = _flows(state, state.registers["n"])
    state.work += effort_of_worth(flows)
    state.push(net_present_value(flows, state.registers["i"]))
    state.store("PV", state.x)


def _rate_of_return(state: State, _: str) -> None:
    # Here a fraction of n does not matter.
    flows = _flows(state, integer_part(state.registers["n"]))
    state.work += effort_of_rate(flows)
    if not any(flow and times for flow, times in flows):
        state.x = ZERO
    state.push(rate_of_return(flows))
    state.store("i", state.x)


def _rate_near(state: State, _: str) -> None:
    state.store("i", state.x)
    flows = _flows(state, integer_part(state.registers["n"]))
    state.work += effort_of_rate(flows)
    state.push(rate_near(flows, state.x))
    state.store("i", state.x)


BUSINESS: dict[str, Action] = {
    **{name: _financial(name) for name in FINANCIAL},
    "12x": _by_twelve("n", OF_TWO["x"]), "12/": _by_twelve("i", OF_TWO["/"]),
    "RCL 12x": lambda state, _: state.push(OF_TWO["/"](state.registers["n"], Decimal(12))),
    "RCL 12/": lambda state, _: state.push(OF_TWO["x"](state.registers["i"], Decimal(12))),
    "INT": _simple_interest,
    "BEG": setting("begin", lambda *_: True),
    "END": setting("begin", lambda *_: False),
    "STO EEX": setting("compound", lambda state, _: not state.compound),
    "CFo": _first_flow, "CFj": _next_flow, "Nj": _repeat_flow,
    "RCL CFj": _recall_flow,
    "RCL Nj": lambda state, _: state.push(
        Decimal(state.repeats[_flow_register(state, state.registers["n"])])
    ),
    "NPV": _net_present_value, "IRR": _rate_of_return, "RCL PSE": _rate_near,
    "AMORT": _amortise, "PRICE": _price, "YTM": _yield,
    "SL": _depreciation(Asset.straight_line), "SOYD": _years_digits,
    "DB": _depreciation(Asset.declining_balance),
    "DATE": _add_days, "DDYS": _days_between,
    "D.MY": setting("day_first", lambda *_: True),
    "M.DY": setting("day_first", lambda *_: False),
}  # fmt: skip
"""By the name of the instruction."""
