"""Our ports of the game; the README beside them explains each."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Port(NamedTuple):
    """A program of ours.

    Attributes:
        target: the machine.
        file: its name in ``FOLDER``.
    """

    target: str
    file: str

    @property
    def path(self) -> Path:
        """Where it is."""
        return FOLDER / self.file


PORTS = (
    Port("hp12c", "moo58.12c"),
    Port("ti74", "moo74.bas"),
    Port("ti74", "moo74-small.bas"),
    Port("thumb", "bullcow-thumb.lisp"),
    Port("thumb", "bullcow-thumb-small.lisp"),
    Port("thumb", "bullcow-thumb-fast.lisp"),
    Port("riscv", "bullcow-riscv.lisp"),
    Port("riscv", "bullcow-riscv-fast.lisp"),
)
"""Machine by machine."""
