"""Programs in any language, with which lines are exchanged."""

import math
import os
import select
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

from moolab.errors import ProgramFault
from moolab.support.text import quote

_LINES_AT_ONCE = 1000
"""Lines of a feed that are put together to be sent."""

_LONGEST_LINE = 200
"""Characters after which a line answers nothing, whatever may follow."""

_LONGEST_WAIT = 3600.0
"""Seconds that the system is asked to wait; it knows no infinite time."""

_GRACE = 1.0
"""Seconds for a program to end that has no more to read, or no more to say."""


class Program:
    """A program that is running, sent lines, and heard; what it prints on stderr, the user sees.

    Args:
        command: starts the program, as one would type it; no shell is involved.
        patience: seconds to wait for an answer.
        feed: lines, with their ends, that it is sent as fast as it takes them; then its input ends.
            Without a feed it is sent what ``send`` is given, while the next answer is waited for.

    Raises:
        ProgramFault: if it cannot be started.
    """

    def __init__(self, command: str, patience: float, feed: Iterable[str] | None = None) -> None:
        if os.name != "posix":
            raise ProgramFault("programs of your own can be run on Linux and macOS only")
        self._patience = patience
        self._feed = None if feed is None else iter(feed)
        self._unsent = b""
        self._answers: deque[str] = deque()
        self._begun = b""
        self._moment_over = -math.inf
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("it names no program")
            # In a session of its own, so that whatever it starts can be stopped with it.
            self._process = subprocess.Popen(  # noqa: S603 - the user asked for this program
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProgramFault(f"cannot start {quote(command)}: {reason}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        self._take_from_feed()

    def send(self, line: str) -> None:
        """Add a line, with its end, to what the program is sent."""
        self._unsent += line.encode()

    def answer(self) -> str:
        """The next line that the program prints, without surrounding blanks; no blank line is one.

        Raises:
            ProgramFault: if there is none; the message says what there is instead.
        """
        end = time.monotonic() + self._patience
        while not self._answers:
            left = end - time.monotonic()
            if left < 0:
                seconds = "second" if self._patience == 1 else "seconds"
                raise ProgramFault(f"nothing within {self._patience:g} {seconds}")
            heard, free = self._wait(left)
            if heard and not self._hear():
                raise ProgramFault(self._last_words())
            if free:
                self._send()
        return self._answers.popleft()

    def finish(self) -> None:
        """End the program's input; from now on it has a moment to end by itself."""
        self._unsent = b""
        self._input.close()
        self._moment_over = time.monotonic() + _GRACE

    def close(self) -> None:
        """Stop the program, wherever it is, and what it has started, after its moment if any."""
        try:
            while (left := self._moment_over - time.monotonic()) > 0:
                heard, _ = self._wait(left)
                if heard and not os.read(self._output.fileno(), 1 << 16):
                    break
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._input.close()
            self._output.close()
            self._process.wait()

    def _wait(self, seconds: float) -> tuple[bool, bool]:
        """Wait until there is something to hear, or room for what is to be sent; say which."""
        poll = select.poll()  # which, unlike select, knows no highest number of a file
        poll.register(self._output, select.POLLIN)
        if self._unsent:
            poll.register(self._input, select.POLLOUT)
        ready = [file for file, _ in poll.poll(1000 * min(seconds, _LONGEST_WAIT))]
        heard = self._output.fileno() in ready
        return heard, len(ready) > heard

    def _take_from_feed(self) -> None:
        """Take lines to be sent; when there are none left, tell the program so."""
        if self._feed is not None:
            self._unsent = "".join(islice(self._feed, _LINES_AT_ONCE)).encode()
            if not self._unsent:
                self._input.close()

    def _send(self) -> None:
        """Send what the program has room for."""
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent) :]
        except BrokenPipeError:
            self._unsent = b""  # It reads no more; what it says to that is heard all the same.
            return
        if not self._unsent:
            self._take_from_feed()

    def _hear(self) -> bool:
        """Take what the program has printed; whether there was anything, before it has ended."""
        piece = os.read(self._output.fileno(), 1 << 16)
        lines = (self._begun + piece).split(b"\n")
        # The end of a line that answers nothing is not waited for.
        self._begun = lines.pop() if piece and len(lines[-1]) < _LONGEST_LINE else b""
        heard = (line.decode(errors="replace").strip() for line in lines)
        self._answers.extend(line[:_LONGEST_LINE] for line in heard if line)
        return bool(piece or self._answers)

    def _last_words(self) -> str:
        try:
            status = self._process.wait(min(self._patience, _GRACE))
        except subprocess.TimeoutExpired:
            return "nothing more; the program has closed its output"
        how = f"status {status}" if status >= 0 else f"signal {-status}"
        return f"nothing more; the program ended with {how}"
