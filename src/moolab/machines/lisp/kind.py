"""What commands, pages and the library know of a Lisp."""

from dataclasses import replace
from functools import partial

from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.session import AT_HOME, Command, Kind, Limits, Setup, TalkingSession


class KIND(Kind):
    """A Lisp."""

    takes = ("seed", "dialect")
    run = play = "moolab.machines.commands.run.ulisp"
    # A step takes a microsecond, and going back repeats all that was done.
    limits = replace(Kind.limits, steps=200_000, work=1_000_000, cells=100_000)
    moment = 1_000_000
    template = "machine/lisp.html"

    def begin(self, setup: Setup, limits: Limits = AT_HOME) -> TalkingSession:
        machine = Lisp(
            setup.program,
            dialect=DIALECTS[setup.dialect],
            seed=setup.seed or 0,
            echo=setup.echo,
            kept=limits.printed,
            cells=limits.cells,
        )
        session = TalkingSession(machine, limits, "give the line that read or read-line waits for")
        session.extras["eval"] = Command(
            lambda text: session.run_after(
                partial(session.debugger.act, partial(machine.evaluate, text))
            ),
            "FORM",
            "evaluate a form, and print its value",
        )
        return session
