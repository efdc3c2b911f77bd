"""Our ports beside the published programs: how large they are, and how much they do."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.machines.assembler import assemble
from moolab.machines.check.basic import BasicMaker
from moolab.machines.check.calculator import CalculatorMaker, Keys
from moolab.machines.check.games import CodeMaker
from moolab.machines.hp12c.listing import read_listing
from moolab.machines.ports import PORTS, Port
from moolab.machines.source import read_routine, read_source
from moolab.machines.targets import core, instruction_set
from moolab.machines.ti74.program import Program
from moolab.machines.ti74.size import tokenised

_GAME = Rules.parse("ab4x10")
_GAMES = 40
_GUESSES = 25

_CODES = Rules.parse("mm4x10")
_SIDE = 400


class Comparison(NamedTuple):
    """A program, with its size and the mean work it does.

    Attributes:
        target: the machine.
        program: its file, or where it was published.
        size: how many lines (hp12c) or bytes it has.
        start: lines or statements until it asks for the first guess; None for a routine.
        reply: lines, statements or instructions for a reply to a guess. Games are of four different
            digits, routines get four digits that may repeat; guesses and secrets are drawn evenly.
        cycles: for a reply, on a microcontroller.
    """

    target: str
    program: str
    size: int
    start: float | None
    reply: float
    cycles: float | None


PUBLISHED = (
    # Luxferre's article of 2025: 326 + 9 * bulls + 8 * cows lines a reply, and a guess has 0.4
    # bulls and 1.2 cows on average. The BASIC takes 445 bytes by our model, 447 as it says.
    Comparison("hp12c", "article", 99, 164.0, 326 + 9 * 0.4 + 8 * 1.2, None),
    Comparison("ti74", "article", 447, 32.0, 109.6, None),
    # The uLisp forum's routine, encoded as it is meant.
    Comparison("thumb", "article", 66, None, 126.4, 197.2),
)
"""The programs of the articles; work that they do not state was counted on our simulators."""


def comparisons() -> Iterator[Comparison]:
    """The published programs and ours, machine by machine."""
    for target in dict.fromkeys(port.target for port in PORTS):
        yield from (each for each in PUBLISHED if each.target == target)
        yield from (_measured(port) for port in PORTS if port.target == target)


def _measured(port: Port) -> Comparison:
    if port.target == "hp12c":
        listing = read_source(port.path)
        maker = CalculatorMaker(listing, Keys.of(listing))
        return Comparison(port.target, port.file, len(read_listing(listing)), *_work(maker), None)
    if port.target == "ti74":
        source = read_source(port.path)
        size = len(bytes(tokenised(Program(source))))
        return Comparison(port.target, port.file, size, *_work(BasicMaker(source)), None)
    return _routine(port)


def _work(maker: CodeMaker) -> tuple[float, float]:
    """Mean steps until the first guess, and for a reply."""
    random = Random(0)
    starting = replying = replies = 0
    for _ in range(_GAMES):
        before = maker.steps
        maker.begin()
        starting += maker.steps - before
        before = maker.steps
        for _ in range(_GUESSES):
            if not maker.over:
                maker.answer(code_at(_GAME, random.randrange(_GAME.size)))
                replies += 1
        replying += maker.steps - before
    return starting / _GAMES, replying / replies


def _routine(port: Port) -> Comparison:
    from moolab.machines.check.routines import check_routine

    assembly = assemble(read_routine(port.path), instruction_set(port.target))
    random = Random(0)
    guesses, secrets = (
        [code_at(_CODES, random.randrange(_CODES.size)) for _ in range(_SIDE)] for _ in range(2)
    )
    work = check_routine(core(port.target), assembly, guesses, secrets).work
    size = len(assembly.code)
    return Comparison(port.target, port.file, size, None, work["instructions"], work["cycles"])
