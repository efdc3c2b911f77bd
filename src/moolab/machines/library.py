"""A small machine, and what can be done with it."""

from collections.abc import Sequence
from pathlib import Path

from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.article import only_program
from moolab.machines.session import Result, Setup, begin
from moolab.machines.source import read_source
from moolab.support.checks import check_list, check_whole
from moolab.support.markup import table
from moolab.support.text import quote


class Machine:
    r"""A pocket calculator, a BASIC, a Lisp or a microcontroller, simulated.

    Args:
        target: one of ``moolab.machines.targets.TARGETS``, such as ``"ti74"``, or one of your own,
            as ``"module:name"``.
        program: its text, its lines, or its file; an article or a saved page with it will do.
        dialect: ``"ulisp"`` or ``"common"``, which Lisp; else what the program uses tells.
        name: of the routine of a microcontroller, where the program has several.
        arguments: of the routine.
        seed: decides what the program leaves to chance.

    Raises:
        InvalidProgram: if there is no such machine, or the program cannot be read.
        InvalidCommand: if the arguments or the seed are not whole numbers.
        InvalidExtension: if a machine of your own cannot be loaded.

    Attributes:
        session: what leads the machine; its ``debugger`` also goes back.

    >>> Machine("ti74", "10 INPUT A:PRINT A*A").do("run", "answer 12")
    '? \n 144 \n'
    >>> Machine("ulisp").do("eval (mapcar '1+ '(1 2))")
    '(2 3)\n'
    """

    def __init__(
        self,
        target: str,
        program: str | Path | Sequence[str] = "",
        *,
        name: str | None = None,
        arguments: Sequence[int] = (),
        seed: int = 0,
        dialect: str | None = None,
    ) -> None:
        given = check_list("arguments", arguments)
        called_with = tuple(check_whole("an argument", each) for each in given)
        text = _text(program)
        if text.strip():
            found = only_program(target, text, dialect)
            text, dialect, target = found.text, found.dialect, target or found.target
        self.session = begin(
            Setup(
                target,
                text,
                name,
                called_with,
                check_whole("seed", seed),
                dialect=dialect or "ulisp",
            )
        )
        self._target = target

    @classmethod
    def from_text(cls, text: str | Path, *, seed: int = 0) -> "Machine":
        r"""The machine with the only program in a text, whatever machine that is for.

        Args:
            text: an article, a saved page, a paste or a program; or the file with one.
            seed: decides what the program leaves to chance.

        Raises:
            InvalidProgram: if there is no program, or there are several.

        >>> machine = Machine.from_text("Twice:\n(defun twice (n) (* 2 n))\nand so on")
        >>> machine.do("run", "eval (twice 4)")
        '8\n'
        """
        return cls("", text, seed=seed)

    def __repr__(self) -> str:
        groups = self.session.machine.groups().values()
        shown = ", ".join(f"{name} {value}" for group in groups for name, value in group.items())
        return f"<Machine {self._target}: {shown}>"

    def _repr_html_(self) -> str:
        groups = self.session.machine.groups()
        rows = [(group, *pair) for group, named in groups.items() for pair in named.items()]
        return table(("", "name", "value"), rows, self._target)

    def do(self, *commands: str) -> str:
        """Do what commands say, such as ``"press 7 R/S"``, ``"run"``, ``"step 5"``, ``"back"``.

        Returns:
            What the last one answers, or what has been printed, or the display.

        Raises:
            InvalidCommand: if there is no such command, or it cannot be done now.
            ProgramFault: if the program cannot go on.
        """
        result = Result()
        for command in commands:
            result = self.session.execute(command)
            if result.fault:
                raise ProgramFault(result.fault)
        return (
            result.answer or self.session.read() or str(self.session.details().get("display", ""))
        )


def _text(program: object) -> str:
    if isinstance(program, Path):
        return read_source(program)
    if isinstance(program, str):
        return program
    if isinstance(program, Sequence) and all(isinstance(line, str) for line in program):
        return "\n".join(program)
    raise InvalidProgram(f"{quote(program)} is not a program: give its text, or its lines")
