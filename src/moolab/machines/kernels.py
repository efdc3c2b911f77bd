"""The kernels of the microcontrollers, compiled before they are needed."""

from functools import partial
from typing import TYPE_CHECKING

from moolab.machines.targets import room
from moolab.preparation import Job, full_names

if TYPE_CHECKING:
    from moolab.machines.assembler import Assembly


def executing(target: str) -> Job:
    """To execute routines on a microcontroller."""
    kernels = full_names(f"machines.{room(target)}.kernel", "run")
    return Job(f"routines on {target}", partial(_execute, target), kernels, 4)


def checking(target: str) -> Job:
    """To call routines over and over on a microcontroller."""
    kernels = full_names("machines.calls", f"_call_{room(target)}")
    return Job(f"checking routines on {target}", partial(_check, target), kernels, 5)


def _execute(target: str) -> None:
    from moolab.machines.processor import call
    from moolab.machines.targets import core

    call(core(target), _routine(target), (4, 0x1234, 0x1234))


def _check(target: str) -> None:
    import numpy as np

    from moolab.machines.calls import call_many
    from moolab.machines.targets import core

    call_many(core(target), _routine(target), np.array([[4, 0x1234, 0x1234]], np.uint32))


def _routine(target: str) -> "Assembly":
    from moolab.machines.assembler import assemble
    from moolab.machines.ports import FOLDER
    from moolab.machines.source import read_source, routine
    from moolab.machines.targets import instruction_set

    source = FOLDER / f"bullcow-{room(target)}.lisp"
    return assemble(routine(read_source(source)), instruction_set(target))


JOBS = tuple(job(target) for job in (executing, checking) for target in ("thumb", "riscv"))
"""What is prepared for a machine on which anything can be tried."""
