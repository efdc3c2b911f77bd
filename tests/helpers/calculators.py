"""A calculator on which keys were pressed."""

from moolab.machines.hp12c.calculator import Calculator


def after(keys: str, program: str = "GTO 00") -> Calculator:
    calculator = Calculator(program)
    calculator.press(keys)
    return calculator
