"""The small machines as the house finds them."""

from typing import NamedTuple

from moolab.annexes import Annex
from moolab.support.language import marked


class Entry(NamedTuple):
    """A machine of ours, before any of it is imported.

    Attributes:
        module: of ``moolab.machines``, the one that has its ``KIND``.
        suffix: of files with its programs; empty where they share it.
        about: what the command does that runs its programs; empty if it has none.
        choice: what there is to say of it without a program; empty if it needs one.
    """

    title: str
    module: str
    suffix: str = ""
    about: str = ""
    choice: str = ""


TABLE = {
    "hp12c": Entry("HP 12C", "hp12c.kind", ".12c", "Run a program of the HP 12C.",
                   marked("The HP 12C calculator")),
    "ti74": Entry("TI-74 BASIC", "ti74.kind", ".bas", "Run a program in TI-74 BASIC."),
    "thumb": Entry("ARM Thumb", "microcontrollers"),
    "riscv": Entry("RISC-V", "microcontrollers"),
    "riscv64": Entry("RISC-V, 64 bits", "microcontrollers"),
    "ulisp": Entry("uLisp", "lisp.kind", "",
                   "Run a program in Lisp, parts of it in machine code."),
}  # fmt: skip
"""All machines of ours: nothing outside a machine's own folder knows more of it."""

ANNEX = Annex(
    "machine",
    "moolab.machines",
    {
        "machine": "Run, study and check programs for small machines.",
        "article": "Find the programs in an article, and run them.",
    },
    games={"machine": "game"},
    names={"Machine": "library"},
    choices={f"machine play {name}": each.choice for name, each in TABLE.items() if each.choice},
    files=("ports",),
)
