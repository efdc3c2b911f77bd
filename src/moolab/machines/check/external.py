"""Programs of any kind, which read lines of ``GUESS SECRET`` and print replies."""

import os
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable
from contextlib import closing, suppress
from itertools import islice

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidReply, ProgramFault
from moolab.machines.check.pairs import codes_to_try
from moolab.machines.check.report import Counterexample, Passed, Watch, Wrong, unwatched
from moolab.words import quoted

_AT_ONCE = 1000
"""Lines that are put together to be sent."""

_LONGEST_LINE = 200
"""Characters after which a line is no reply, whatever may follow."""

_LONGEST_WAIT = 3600.0
"""Seconds that the system is asked to wait; it knows no infinite time."""


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
    lines = (f"{guess} {secret}\n" for guess in codes for secret in codes)
    with closing(_Program(command, lines, patience, one_by_one=one_by_one)) as program:
        for done, guess in enumerate(codes):
            watch(done, len(codes))
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
    """A program that is running, sent lines, and heard."""

    def __init__(
        self, command: str, lines: Iterable[str], patience: float, *, one_by_one: bool
    ) -> None:
        self._patience = patience
        self._lines = iter(lines)
        self._one_by_one = one_by_one
        self._unsent = b""
        self._answers: deque[str] = deque()
        self._begun = ""
        try:
            # In a session of its own, so that whatever it starts can be stopped with it.
            self._process = subprocess.Popen(  # noqa: S603 - the user asked for this program
                shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramFault(f"cannot start {quoted(command)}: {reason}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        if not one_by_one:
            self._go_on(_AT_ONCE)

    def close(self) -> None:
        """Stop the program, wherever it is, and what it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._input.close()
        self._output.close()
        self._process.wait()

    def answer(self) -> str:
        """The next line the program prints, or words for why there is none."""
        if self._one_by_one:
            self._go_on(1)
        end = time.monotonic() + self._patience
        while not self._answers:
            left = end - time.monotonic()
            if left < 0:
                return f"nothing within {self._patience:g} seconds"
            to_send = [self._input] if self._unsent else []
            wait = min(left, _LONGEST_WAIT)
            heard, free, _ = select.select([self._output], to_send, [], wait)
            if heard and not self._hear():
                return self._last_words()
            if free:
                self._send()
        return self._answers.popleft()

    def _go_on(self, count: int) -> None:
        """Take so many lines to be sent; when there are none left, tell the program so."""
        lines = "".join(islice(self._lines, count))
        self._unsent += lines.encode()
        if not lines:
            self._input.close()

    def _send(self) -> None:
        """Send what the program has room for."""
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent) :]
        except BrokenPipeError:
            self._unsent = b""  # It reads no more; what it says to that is heard all the same.
            return
        if not self._unsent and not self._one_by_one:
            self._go_on(_AT_ONCE)

    def _hear(self) -> bool:
        """Take what the program has printed; whether there was anything, before it has ended."""
        piece = os.read(self._output.fileno(), 1 << 16)
        lines = (self._begun + piece.decode(errors="replace")).split("\n")
        # Nobody waits for the end of a line that is no reply.
        self._begun = lines.pop() if piece and len(lines[-1]) < _LONGEST_LINE else ""
        self._answers.extend(line.strip()[:_LONGEST_LINE] for line in lines if line.strip())
        return bool(piece or self._answers)

    def _last_words(self) -> str:
        try:
            status = self._process.wait(min(self._patience, _LONGEST_WAIT))
        except subprocess.TimeoutExpired:
            return "nothing more; the program has closed its output"
        return f"nothing more; the program ended with status {status}"
