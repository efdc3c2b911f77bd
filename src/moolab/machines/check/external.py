"""Programs of any kind, which read lines of ``GUESS SECRET`` and print replies."""

import os
import select
import shlex
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import closing, suppress

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidReply, ProgramFault
from moolab.machines.check.pairs import codes_to_try
from moolab.machines.check.report import Counterexample, Passed, Wrong
from moolab.words import quoted


def check_program(
    command: str, rules: Rules, pairs: int | None, patience: float, *, one_by_one: bool = False
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

    Raises:
        Wrong: at the first reply that is wrong or missing.
        ProgramFault: if the program cannot be started.
    """
    codes = codes_to_try(rules, pairs)
    lines = (f"{guess} {secret}\n" for guess in codes for secret in codes)
    with closing(_Program(command, lines, patience, one_by_one=one_by_one)) as program:
        for guess in codes:
            for secret in codes:
                expected = rules.score(guess, secret)
                got = program.answer()
                if not _is(got, expected):
                    raise Wrong(Counterexample(guess, secret, str(expected), got))
    return Passed(str(rules), len(codes) ** 2, {})


def _is(text: str, expected: Reply) -> bool:
    try:
        return Reply.parse(text) == expected
    except InvalidReply:
        return False


class _Program:
    """A program that is running, fed with lines."""

    def __init__(
        self, command: str, lines: Iterable[str], patience: float, *, one_by_one: bool
    ) -> None:
        self._patience = patience
        self._one_by_one = one_by_one
        self._answers: deque[str] = deque()
        self._begun = ""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user asked for this program
                shlex.split(command) or [""], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramFault(f"cannot start {quoted(command)}: {reason}") from None
        self._may_send = threading.Semaphore(1 if one_by_one else sys.maxsize)
        self._feeder = threading.Thread(target=self._feed, args=[lines], daemon=True)
        self._feeder.start()

    def close(self) -> None:
        """Stop the program, wherever it is."""
        assert self._process.stdout is not None
        self._process.kill()
        self._may_send.release()
        self._feeder.join()
        self._process.stdout.close()
        self._process.wait()

    def _feed(self, lines: Iterable[str]) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stdin:
            for line in lines:
                self._may_send.acquire()
                stdin.write(line.encode())
                if self._one_by_one:
                    stdin.flush()

    def answer(self) -> str:
        """The next line the program prints, or words for why there is none."""
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        while not self._answers:
            if not select.select([output], [], [], self._patience)[0]:
                return f"nothing within {self._patience:g} seconds"
            piece = os.read(output, 1 << 16)
            if not piece and self._begun.strip():
                self._answers.append(self._begun.strip())
                break
            if not piece:
                return f"nothing more; the program ended with status {self._process.wait()}"
            *whole, self._begun = (self._begun + piece.decode(errors="replace")).split("\n")
            self._answers.extend(line.strip() for line in whole if line.strip())
        self._may_send.release()
        return self._answers.popleft()
