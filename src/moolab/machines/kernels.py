"""The kernels of the microcontrollers, compiled before they are needed."""

from functools import partial

from moolab.machines.targets import room
from moolab.preparation import Job, full_names


def executing(target: str) -> Job:
    """To execute routines on a microcontroller."""
    kernels = full_names(f"machines.{room(target)}.kernel", "run")
    return Job(f"routines on {target}", partial(_execute, target), kernels, 4)


def _execute(target: str) -> None:
    from moolab.machines.assembler import assemble
    from moolab.machines.ports import FOLDER
    from moolab.machines.processor import call
    from moolab.machines.source import read_source, routine
    from moolab.machines.targets import core, instruction_set

    known = routine(read_source(FOLDER / f"bullcow-{room(target)}.lisp"))
    call(core(target), assemble(known, instruction_set(target)), (4, 0x1234, 0x1234))


JOBS = tuple(map(executing, ("thumb", "riscv")))
"""What is prepared for a machine on which anything can be tried."""
