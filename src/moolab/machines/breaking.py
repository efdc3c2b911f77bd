"""Machines that look for a code: each runs its program, and is told the replies to its guesses."""

import re
from collections.abc import Callable, Generator
from typing import NamedTuple

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn
from moolab.deduction.plain import list_codes, sieve
from moolab.errors import ProgramFault
from moolab.machines.check.calculator import said_of_keys, setup_keys
from moolab.machines.ports import PORTS

HIDDEN = Rules.parse("ab4x10")
"""What is looked for: four different digits."""

RULES = Rules.parse("mm4x10")
"""What is guessed: the program in Lisp does not know that they are different."""

_KEPT = 5
"""Replies that the calculator has room for."""

_MOST_STEPS = 20_000_000
"""Until a guess: none looks at more than 10,000 codes, with some hundred steps for each of them."""

_MOST_GUESSES = 100

_GUESS = re.compile(r"guess: (\d{4})")


class Asked(NamedTuple):
    """A machine that waits for a reply.

    Attributes:
        guess: its guess.
        shown: what is on its display, or was printed last.
        steps: what it has run until then: program lines of the calculator, statements of BASIC,
            and of the uLisp programs instructions of the routine in machine code.
    """

    guess: str
    shown: str
    steps: int


_Machine = Generator[Asked, Reply]


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
    playing, left, steps = BREAKERS[machine](seed), list_codes(HIDDEN), list[Step]()
    asked = next(playing)
    while len(steps) < _MOST_GUESSES:
        turn = Turn(asked.guess, RULES.score(asked.guess, wanted))
        left = tuple(filter(sieve(RULES, turn), left))
        steps.append(Step(asked, turn, len(left)))
        if asked.guess == wanted:
            return tuple(steps)
        asked = playing.send(turn.reply)
    raise ProgramFault(f"{machine} has not found {secret} with {_MOST_GUESSES} guesses")


def _calculator(seed: int) -> _Machine:
    from moolab.machines.hp12c.calculator import Calculator

    listing = _text("breaker.12c")
    keys, calculator, replies = said_of_keys(listing), Calculator(listing), 0
    pressed = setup_keys(listing, seed)
    while True:
        calculator.press(pressed, max_steps=_MOST_STEPS, max_work=_MOST_STEPS)
        reply = yield Asked(f"{int(calculator.x):04}", calculator.display, calculator.steps)
        replies += 1
        told = keys["reply"].replace("REPLY", f"{reply.bulls}{reply.cows}")
        pressed = told if replies <= _KEPT else keys["later"]


def _basic(seed: int) -> _Machine:
    from moolab.machines.ti74.interpreter import Basic
    from moolab.machines.ti74.program import Program

    basic = Basic(Program(_text("breaker.bas")), seed)
    while True:
        basic.run(_MOST_STEPS)
        printed = basic.read().strip()
        reply = yield Asked(_guess_in(printed), printed.splitlines()[-1], basic.steps)
        basic.enter("")  # goes on after PAUSE
        basic.run(_MOST_STEPS)
        basic.enter(f"{reply.bulls},{reply.cows}")


def _lisp(program: str, seed: int) -> _Machine:
    from moolab.machines.lisp.machine import Lisp

    lisp = Lisp(f"{_text(program)}\n(play 4)", seed=seed)
    while True:
        lisp.run(_MOST_STEPS)
        printed = lisp.read()
        if _GUESS.search(printed) is None:
            lisp.enter("0000")  # nobody looks for the code of its own
            continue
        shown = printed[printed.rindex("My guess") :].partition(" Bulls")[0]
        reply = yield Asked(_guess_in(printed), shown, lisp.statistics.instructions)
        lisp.enter(f"{reply.bulls}{reply.cows}")


BREAKERS: dict[str, Callable[[int], _Machine]] = {
    "hp12c": _calculator,
    "ti74": _basic,
    "thumb": lambda seed: _lisp("duel-thumb", seed),
    "riscv": lambda seed: _lisp("duel-riscv", seed),
}
"""Those that take part, by their names; the last two are uLisp with a routine in machine code."""


def _text(file: str) -> str:
    return next(port.text for port in PORTS if port.file == file)


def _guess_in(printed: str) -> str:
    found = _GUESS.search(printed)
    if found is None:
        raise ProgramFault(f"the program should guess, and says {printed!r}")
    return found[1]
