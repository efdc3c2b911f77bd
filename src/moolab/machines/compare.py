"""Our ports beside the published programs: how large they are, and how much they do."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.machines.assembler import assemble
from moolab.machines.maker import CodeMaker
from moolab.machines.ports import PORTS
from moolab.machines.session import kind
from moolab.machines.source import routine
from moolab.machines.targets import MICROCONTROLLERS, TARGETS, core, instruction_set

_GAME = Rules.parse("ab4x10")
_GAMES = 1_000
_GUESSES = 2
"""In each game; more games, rather than more guesses, because the games differ most."""

_CODES = Rules.parse("mm4x10")
_SIDE = 90
_SAMPLES = 20
"""Of so many guesses and secrets each, which are all paired."""


class Mean(NamedTuple):
    """A mean, and its standard error, which is 0 where nothing is left to chance."""

    value: float
    error: float = 0.0

    @classmethod
    def of(cls, samples: Sequence[float]) -> "Mean":
        """The mean of independent samples.

        >>> Mean.of([1.0, 2.0, 3.0, 4.0])
        Mean(value=2.5, error=0.6454972243679028)
        """
        return cls(fmean(samples), stdev(samples) / sqrt(len(samples)))

    def __str__(self) -> str:
        """With a decimal if that is known, and the standard error, rounded up.

        >>> print(Mean(164.0), Mean(263.71, 4.18), Mean(70.386, 0.0312))
        164.0 264 ±5 70.4 ±0.1
        """
        if not self.error:
            return f"{self.value:.1f}"
        if self.error >= 1:
            return f"{self.value:.0f} ±{ceil(self.error)}"
        return f"{self.value:.1f} ±{ceil(10 * self.error) / 10:.1f}"


class Comparison(NamedTuple):
    """A program, with its size and the mean work it does.

    Attributes:
        program: its file, or where it was published.
        size: how many lines of a calculator, or bytes, it has.
        start: lines or statements until it asks for the first guess; None for a routine.
        reply: lines, statements or instructions for a reply to a guess. Games are of four different
            digits, routines get four digits that may repeat; guesses and secrets are drawn evenly.
        cycles: for a reply, on a microcontroller.
    """

    target: str
    program: str
    size: int
    start: Mean | None
    reply: Mean
    cycles: Mean | None


PUBLISHED = (
    # Luxferre's article of 2025: 326 + 9 * bulls + 8 * cows lines a reply, and a guess has 0.4
    # bulls and 1.2 cows on average. The BASIC takes 108 + bulls + cows statements, and 445 bytes as
    # they are counted here; the article says 447.
    Comparison(TARGETS[0], "article", 99, Mean(164.0), Mean(326 + 9 * 0.4 + 8 * 1.2), None),
    Comparison("ti74", "article", 445, Mean(32.0), Mean(108 + 0.4 + 1.2), None),
    # The uLisp forum's routine, encoded as it is meant; all pairs of codes.
    Comparison("thumb", "article", 66, None, Mean(126.4), Mean(197.2)),
)
"""The programs of the articles; work that they do not state was counted on our simulators."""


def comparisons(target: str = "", text: str = "", file: str = "") -> Iterator[Comparison]:
    """The published programs and ours, machine by machine.

    Args:
        target: the machine of another program, before all others, if there is one.
    """
    if target:
        yield _measured(target, text, file)
    for each in dict.fromkeys(port.target for port in PORTS if port.target != "ulisp"):
        yield from (known for known in PUBLISHED if known.target == each)
        for port in PORTS:
            if port.target == each and not port.breaks:
                yield _measured(each, port.text, port.file)


def _measured(target: str, text: str, file: str) -> Comparison:
    if target in MICROCONTROLLERS:
        return _routine(target, text, file)
    machine = kind(target)
    return Comparison(target, file, machine.size(text), *_work(machine.maker(text)), None)


def _work(maker: CodeMaker) -> tuple[Mean, Mean]:
    """Mean steps until the first guess, and for a reply."""
    random = Random(0)
    starting, replying = [], []
    for _ in range(_GAMES):
        before = maker.steps
        maker.begin()
        starting.append(float(maker.steps - before))
        before = maker.steps
        replies = 0
        while replies < _GUESSES and not maker.over:
            maker.answer(code_at(_GAME, random.randrange(_GAME.size)))
            replies += 1
        replying.append((maker.steps - before) / replies)
    return Mean.of(starting), Mean.of(replying)


def _routine(target: str, text: str, file: str) -> Comparison:
    from moolab.machines.check.routines import check_routine

    assembly = assemble(routine(text), instruction_set(target))
    processor = core(target)
    random = Random(0)

    def codes() -> list[str]:
        return [code_at(_CODES, random.randrange(_CODES.size)) for _ in range(_SIDE)]

    work = [check_routine(processor, assembly, codes(), codes()).work for _ in range(_SAMPLES)]
    instructions, cycles = (
        Mean.of([each[unit] for each in work]) for unit in ("instructions", "cycles")
    )
    return Comparison(target, file, len(assembly.code), None, instructions, cycles)
