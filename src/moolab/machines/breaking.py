"""Machines that look for a code: each runs its program, and is told the replies to its guesses."""

import re
from collections.abc import Generator
from importlib import import_module
from typing import Any, NamedTuple

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn
from moolab.deduction.plain import list_codes, sieve
from moolab.errors import ProgramFault
from moolab.machines.maker import Asked
from moolab.machines.ports import PORTS, Port
from moolab.machines.session import Setup, kind

HIDDEN = Rules.parse("ab4x10")
"""What is looked for: four different digits."""

RULES = Rules.parse("mm4x10")
"""What is guessed: the program in Lisp does not know that they are different."""

_MOST_STEPS = 20_000_000
"""Until a guess: none looks at more than 10,000 codes, with some hundred steps for each of them."""

_MOST_GUESSES = 100

_GUESS = re.compile(r"guess: (\d{4})")


class Step(NamedTuple):
    """A guess of a machine, and what came of it.

    Attributes:
        asked: the machine when it made the guess.
        turn: the guess with its reply.
        left: how many codes of four different digits fit all that it has been told.
    """

    asked: Asked
    turn: Turn
    left: int


def break_code(machine: str, secret: str, seed: int) -> tuple[Step, ...]:
    """Have a machine look for a code, until it has found it.

    Args:
        machine: a key of ``BREAKERS``.
        secret: four different digits.
        seed: decides what the machine begins with.

    Raises:
        InvalidCode: if that is not such a code.
        ProgramFault: if the program goes wrong.

    >>> steps = break_code("ti74", "8217", 2)
    >>> [str(step.turn) for step in steps], steps[-1].asked.steps
    (['5916=10', '8907=20', '8217=40'], 4949)
    """
    wanted = HIDDEN.code(secret)
    port = next(each for each in PORTS if each.file == BREAKERS[machine])
    playing, left, steps = _playing(port, seed), list_codes(HIDDEN), list[Step]()
    asked = next(playing)
    while len(steps) < _MOST_GUESSES:
        turn = Turn(asked.guess, RULES.score(asked.guess, wanted))
        left = tuple(filter(sieve(RULES, turn), left))
        steps.append(Step(asked, turn, len(left)))
        if asked.guess == wanted:
            return tuple(steps)
        asked = playing.send(turn.reply)
    raise ProgramFault(f"{machine} has not found {secret} with {_MOST_GUESSES} guesses")


def _playing(port: Port, seed: int) -> Generator[Asked, Reply]:
    """A program of ours that looks for a code."""
    machine, is_lisp = kind(port.target), port.target == "ulisp"
    if machine.breaks:
        breaking = import_module(machine.breaks).breaking
        yield from breaking(port.text, seed, _MOST_STEPS)
    program = f"{port.text}\n(play 4)" if is_lisp else port.text
    player: Any = machine.begin(Setup(port.target, program, seed=seed)).machine
    while True:
        player.run(_MOST_STEPS)
        printed = player.read().strip()
        if is_lisp and _GUESS.search(printed) is None:
            player.enter("0000")  # its own code is not looked for
        elif is_lisp:
            shown = printed[printed.rindex("My guess") :].partition(" Bulls")[0]
            reply = yield Asked(_guess_in(printed), shown, player.statistics.instructions)
            player.enter(f"{reply.bulls}{reply.cows}")
        else:
            reply = yield Asked(_guess_in(printed), printed.splitlines()[-1], player.steps)
            player.enter("")  # goes on after PAUSE
            player.run(_MOST_STEPS)
            player.enter(f"{reply.bulls},{reply.cows}")


BREAKERS = {port.target: port.file for port in PORTS if port.breaks} | {
    "thumb": "duel-thumb",
    "riscv": "duel-riscv",
}
"""The programs of those that take part; the last two are uLisp with a routine in machine code."""


def _guess_in(printed: str) -> str:
    found = _GUESS.search(printed)
    if found is None:
        raise ProgramFault(f"the program should guess, and says {printed!r}")
    return found[1]
