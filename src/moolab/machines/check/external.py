"""Programs of any kind, which read lines of ``GUESS SECRET`` and print replies."""

from contextlib import closing

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidReply, ProgramFault
from moolab.machines.check.pairs import codes_to_try
from moolab.machines.check.report import Counterexample, Passed, Watch, Wrong, unwatched
from moolab.support.process import Program


def check_program(
    command: str,
    rules: Rules,
    pairs: int | None,
    patience: float,
    *,
    one_by_one: bool = False,
    watch: Watch = unwatched,
) -> Passed:
    """Compare the replies of a program with the engine's.

    Args:
        command: starts the program, as one would type it; no shell is involved.
        rules: of the game.
        pairs: how many to try at least; None stands for all if that ends in seconds.
        patience: seconds to wait for a reply.
        one_by_one: whether to send a pair only when the one before was answered. A device on a slow
            line needs that; a program that keeps its output back until its input ends needs the
            contrary.
        watch: told how far it is.

    Raises:
        Wrong: at the first reply that is wrong or missing.
        ProgramFault: if the program cannot be started.
    """
    codes = codes_to_try(rules, pairs)
    lines = (_line(guess, secret) for guess in codes for secret in codes)
    with closing(Program(command, patience, None if one_by_one else lines)) as program:
        for done, guess in enumerate(codes):
            watch(done, len(codes))
            for secret in codes:
                if one_by_one:
                    program.send(_line(guess, secret))
                expected, got = rules.score(guess, secret), _answer(program)
                if not _is(got, expected):
                    raise Wrong(Counterexample(guess, secret, str(expected), got))
    return Passed(str(rules), len(codes) ** 2, {})


def _line(guess: str, secret: str) -> str:
    return f"{guess} {secret}\n"


def _answer(program: Program) -> str:
    try:
        return program.answer()
    except ProgramFault as fault:
        return str(fault)


def _is(text: str, expected: Reply) -> bool:
    try:
        return Reply.parse(text) == expected
    except InvalidReply:
        return False
