"""All that programs have from the beginning."""

from collections.abc import Callable

from moolab.machines.lisp.builtins.arrays import Arrays
from moolab.machines.lisp.builtins.control import Control
from moolab.machines.lisp.builtins.lists import Lists
from moolab.machines.lisp.builtins.numbers import Numbers
from moolab.machines.lisp.builtins.output import Output
from moolab.machines.lisp.builtins.reals import Reals
from moolab.machines.lisp.builtins.sequences import Sequences
from moolab.machines.lisp.builtins.strings import Strings
from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.forms import SPECIAL
from moolab.machines.lisp.reader import Symbols


def equip(
    compiler: Compiler,
    symbols: Symbols,
    seed: int,
    write: Callable[[str], None],
    column: Callable[[], int],
) -> None:
    """Give names to all functions and special forms."""
    vm, dialect = compiler.vm, compiler.dialect
    subjects = (
        *(kind(vm, dialect) for kind in (Numbers, Lists, Sequences, Strings, Arrays)),
        Reals(vm, dialect, seed),
        Output(vm, dialect, write, column),
        Control(vm, dialect, compiler),
    )
    for subject in subjects:
        for function in subject.functions():
            compiler.builtins[function.name] = symbols[function.name].function = function
    for name, special in SPECIAL.items():
        symbols[name].special = special
    if not dialect.is_common:
        symbols["nothing"].value = symbols["nothing"]
