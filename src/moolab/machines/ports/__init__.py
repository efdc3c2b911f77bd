"""Our ports of the game; the README beside them explains each."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Port(NamedTuple):
    """A program of ours.

    Attributes:
        target: the machine.
        file: its name in ``FOLDER``.
        about: what there is to say of it.
    """

    target: str
    file: str
    about: str

    @property
    def path(self) -> Path:
        """Where it is."""
        return FOLDER / self.file


PORTS = (
    Port("hp12c", "moo58.12c", "The whole game in 58 program lines."),
    Port("ti74", "moo74.bas", "Counts your guesses, and says why it refuses one."),
    Port("ti74", "moo74-small.bas", "The game in half of the bytes."),
    Port("thumb", "bullcow-thumb.lisp", "Scores a guess in 54 bytes, with a table on the stack."),
    Port("thumb", "bullcow-thumb-small.lisp", "The smallest, 50 bytes, and the slowest."),
    Port("thumb", "bullcow-thumb-fast.lisp", "The fastest: every digit against all at once."),
    Port(
        "riscv",
        "bullcow-riscv.lisp",
        "Scores a guess in 70 bytes, with a table on the stack; on RV64 to seven digits.",
    ),
    Port("riscv", "bullcow-riscv-fast.lisp", "The fastest, all digits at once; on RV64 as well."),
)
"""Machine by machine."""
