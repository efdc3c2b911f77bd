"""Our ports of the game; docs/reference/ports.md explains each."""

from pathlib import Path
from typing import NamedTuple

from moolab.machines.targets import target_of
from moolab.support.language import marked

FOLDER = Path(__file__).parent


class Port(NamedTuple):
    """A program of ours.

    Attributes:
        machine: the machine, where the name of the file does not tell.
        file: its name in ``FOLDER``; of a program of several files, the name of the program.
        about: what there is to say of it.
        invitation: what the button says that starts it.
        parts: the files of which it consists, if these are several.
        breaks: whether it looks for a code of yours, and has none of its own.
    """

    machine: str
    file: str
    about: str
    invitation: str
    parts: tuple[str, ...] = ()
    breaks: bool = False

    @property
    def target(self) -> str:
        """The machine."""
        return self.machine or target_of(self.file)

    @property
    def path(self) -> Path:
        """Where it is, or its first part."""
        return FOLDER / (self.parts or (self.file,))[0]

    @property
    def text(self) -> str:
        """The whole program."""
        files = self.parts or (self.file,)
        return "\n".join((FOLDER / file).read_text(encoding="utf-8") for file in files)


PORTS = (
    Port("", "moo58.12c", marked("The whole game in 58 program lines."),
         marked("Play on the HP 12C")),
    Port("", "breaker.12c", marked("Looks for your code, in 78 program lines."),
         marked("Let it find your code"), breaks=True),
    Port("", "moo74.bas", marked("Counts your guesses, and says why it refuses one."),
         marked("Play on the TI-74")),
    Port("", "moo74-small.bas", marked("The game in half of the bytes."),
         marked("Play the short one")),
    Port("", "breaker.bas", marked("Looks for your code, in 12 lines."),
         marked("Let it find your code"), breaks=True),
    Port("thumb", "bullcow-thumb.lisp",
         marked("Scores a guess in 54 bytes, with a table on the stack."),
         marked("Score a guess")),
    Port("thumb", "bullcow-thumb-small.lisp", marked("The smallest, 42 bytes, and the slowest."),
         marked("The smallest")),
    Port("thumb", "bullcow-thumb-fast.lisp",
         marked("The fastest: every digit against all at once."),
         marked("The fastest")),
    Port("riscv", "bullcow-riscv.lisp", marked(
         "Scores a guess in 70 bytes, with a table on the stack. "
         "On a 64-bit processor, codes may have up to seven digits."),
         marked("Score a guess")),
    Port("riscv", "bullcow-riscv-fast.lisp",
         marked("The fastest, all digits at once; on RV64 as well."),
         marked("The fastest")),
    Port("ulisp", "duel.lisp", marked("You guess, it guesses: the whole duel in Lisp."),
         marked("Play a duel")),
    Port("ulisp", "duel-thumb", marked("The same, its replies in machine code for Thumb."),
         marked("Duel with Thumb"), ("duel.lisp", "bullcow-thumb.lisp")),
    Port("ulisp", "duel-riscv", marked("The same, its replies in machine code for RISC-V."),
         marked("Duel with RISC-V"), ("duel.lisp", "bullcow-riscv.lisp")),
    Port("ulisp", "trilobite.lisp", marked("Three in a row on a lazy game tree."),
         marked("Play three in a row")),
)  # fmt: skip
"""Machine by machine."""
