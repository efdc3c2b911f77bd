"""What commands, pages and the library know of the TI-74."""

from dataclasses import replace

from moolab.machines.session import AT_HOME, Kind, Limits, Setup, TalkingSession
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.program import Program, listing_in
from moolab.machines.ti74.size import tokenised


class KIND(Kind):
    """The TI-74."""

    units = ("bytes", "statements", "statements", "")
    takes = ("seed",)
    # A step can be a line full of powers in decimal arithmetic.
    limits = replace(Kind.limits, steps=10_000, work=30_000)
    template = "machine/basic.html"

    def listing_in(self, text: str) -> str:
        return listing_in(text)

    def begin(self, setup: Setup, limits: Limits = AT_HOME) -> TalkingSession:
        machine = Basic(Program(setup.program), setup.seed, echo=setup.echo, kept=limits.printed)
        return TalkingSession(machine, limits, "answer INPUT, or go on after PAUSE")

    def size(self, program: str) -> int:
        return len(bytes(tokenised(Program(program))))
