"""What the HP 12C answers."""

from typing import TYPE_CHECKING, Literal

from moolab.views.base import Answer

if TYPE_CHECKING:
    from moolab.machines.hp12c.calculator import Calculator


class CalculatorView(Answer):
    """The HP 12C after some keys."""

    schema: Literal["moolab/machine-run-hp12c/1"] = "moolab/machine-run-hp12c/1"
    display: str
    """What the display shows."""
    stack: dict[str, str]
    """The numbers in X, Y, Z, T and LSTx."""
    registers: dict[str, str]
    """The numbers in the registers that program lines have left."""
    line: int
    """The program line where it is; 0 before the first."""
    error: int | None
    """The number behind the word Error; null if that is not shown."""
    steps: int
    """How many program lines have run."""

    @classmethod
    def of(cls, calculator: "Calculator") -> "CalculatorView":
        """A calculator as it stands."""
        groups = calculator.groups()
        return cls.showing(calculator, stack=groups["stack"], registers=groups["registers"])


class ListingView(Answer):
    """The program of an HP 12C."""

    schema: Literal["moolab/machine-list-hp12c/1"] = "moolab/machine-list-hp12c/1"
    lines: int
    """How many lines of program memory it takes."""
    listing: tuple[str, ...]
    """The lines as text."""
