"""What a search has found so far, in a file that survives whatever happens to the search."""

import json
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO
from zlib import crc32

from moolab.codes.numbering import LISTABLE
from moolab.codes.rules import Rules
from moolab.errors import InvalidCheckpoint
from moolab.search.bounds import INFINITE
from moolab.search.tables import UNLIMITED, is_weighed
from moolab.search.task import ALGORITHM, Answer, Task
from moolab.search.workspace import Work
from moolab.support.atomic import claim, replace_file
from moolab.support.foreign import parsing

FORMAT = "moolab-checkpoint"
VERSION = 2
"""Version 1 had no checksums."""

CHEAP = 5.0
"""Seconds of processor time in which to find something again is better than to believe a file."""

_SAFE_EVERY = 1.0
"""Seconds after which answers are on the disk itself: in large lists thousands come a minute."""

_FREE = " costs 0x"
"""In the name of a task: its first guesses cost nothing, so that its value can be 0."""

_WEIGHTS = " weights "
"""In that of one about kinds of codes: some may weigh nothing, so that their value is 0."""

_LIMITED = " within "
"""In the name of a task that came to its limit."""

_MOST_WORK = (1 << 63) - 1
"""Work is counted in signed 64-bit integers."""


@dataclass(frozen=True)
class Source:
    """How many answers a search has believed, because a file says so."""

    path: Path
    answers: int


class Checkpoint:
    """Answers to tasks, one a line, each written as soon as it is known.

    Each line has a checksum of its own content and of the header. A line that is damaged is
    dropped, so that its task is done again. That does not help against a line that was forged, so
    ``source`` tells on what a result rests.

    Args:
        path: where; a file that is there is gone on with. None keeps answers in memory only.
        subject: what the search is about; a file about something else is refused.
        tell: called with a sentence if lines are damaged.
        rules: the game, where the subject has no notation of it.
        cheap: seconds of processor time; if all answers of the file took less, they are found again
            rather than believed.

    Raises:
        InvalidCheckpoint: if the file is not a checkpoint, or that of another search or version.
        OSError: if it cannot be read or written, or if another process is writing to it.
    """

    def __init__(
        self,
        path: Path | str | None,
        subject: dict[str, Any],
        tell: Callable[[str], None] | None = None,
        rules: Rules | None = None,
        cheap: float = 0.0,
    ) -> None:
        self._answers: dict[str, Answer] = {}
        self._path = path = None if path is None else Path(path)
        self._file: TextIO | None = None
        self._found = set[str]()
        self._taken = set[str]()
        if path is None:
            return
        header = {"format": FORMAT, "version": VERSION, "search": ALGORITHM, **subject}
        first = json.dumps(header).encode() + b"\n"
        self._seed = crc32(first)
        if path.exists() and not path.is_file():
            raise InvalidCheckpoint(f"{path} is not a file")
        # Before it is read: what others write until then is not lost.
        self._file = _claimed(path)
        try:
            content = path.read_bytes()
            sound, damaged = self._read(path, content, header, rules)
            if sum(answer.cpu for answer in self._answers.values()) < cheap:
                self._answers.clear()
                sound = b""
            if damaged and tell is not None:
                lines = "1 line is" if damaged == 1 else f"{damaged:,} lines are"
                tell(f"{path}: {lines} damaged, and will be searched again")
            if (sound := first + sound) != content:
                with replace_file(path) as file:
                    file.write(sound)
                self._file.close()
                # What has taken its place has to be claimed in turn.
                self._file = _claimed(path)
        except BaseException:
            self._file.close()
            raise
        self._safe = time.monotonic()

    @property
    def source(self) -> Source | None:
        """What was believed; None if all answers were found by this process."""
        if self._path is None or not self._taken:
            return None
        return Source(self._path, len(self._taken))

    def find(self, task: Task) -> Answer | None:
        """The answer to a task, if it is known; trees have to be written again."""
        if task.tree:
            return None
        for name in (_name(task._replace(limit=UNLIMITED)), _name(task)):
            if (answer := self._answers.get(name)) is not None:
                if name not in self._found:
                    self._taken.add(name)
                return answer
        return None

    def keep(self, task: Task, answer: Answer) -> None:
        """Write down an answer; trees are not kept, they follow from the values.

        That of a task which has not come to its limit holds without one.
        """
        if answer.tree is not None:
            return
        name = _name(task if answer.place is not None else task._replace(limit=UNLIMITED))
        self._answers[name] = answer
        self._found.add(name)
        if self._file is not None:
            record = {"task": name, **answer._asdict()}
            del record["tree"]
            if answer.place is None:
                del record["place"]
            text = json.dumps(record)
            self._file.write(f"{self._checksum(text.encode())} {text}\n")
            self._file.flush()
            # What was flushed outlives this process; that it outlives the machine, too, is dear.
            if time.monotonic() - self._safe > _SAFE_EVERY:
                os.fsync(self._file.fileno())
                self._safe = time.monotonic()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()

    def _checksum(self, text: bytes) -> str:
        return f"{crc32(text, self._seed):08x}"

    def _read(
        self, path: Path, content: bytes, header: dict[str, Any], rules: Rules | None
    ) -> tuple[bytes, int]:
        """Read what is there; return the lines that are as they were written, and how many not."""
        first, *lines = content.split(b"\n")
        if not lines and not json.dumps(header).encode().startswith(first):
            # The header can be cut off, but a file that begins otherwise is not a checkpoint.
            raise _foreign(path)
        if not lines:
            return b"", 0
        _check_header(path, first, header)
        rules = rules or Rules.parse(header["rules"])
        sound, damaged = [], 0
        # What was cut off in the middle of a line is not damage: the last task is done again.
        for line in lines[:-1]:
            checksum, _, text = line.partition(b" ")
            found = _record(rules, text) if checksum == self._checksum(text).encode() else None
            if found is None:
                damaged += 1
                continue
            name, self._answers[name] = found
            sound.append(line + b"\n")
        return b"".join(sound), damaged


def _claimed(path: Path) -> TextIO:
    """A file opened to write on, for this process alone."""
    file = path.open("a", encoding="utf-8")
    try:
        claim(file, path)
    except OSError:
        file.close()
        raise
    return file


def _foreign(path: Path) -> InvalidCheckpoint:
    return InvalidCheckpoint(
        f"{path} is not a checkpoint of a search, or its first line is damaged"
    )


def _check_header(path: Path, line: bytes, wanted: dict[str, Any]) -> None:
    with parsing(_foreign(path)):
        found = json.loads(line)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise _foreign(path)
    for field, what in (("version", "the format"), ("search", "the search")):
        if found.get(field) != wanted[field]:
            raise InvalidCheckpoint(
                f"{path} was written by another version of moolab ({what} has version "
                f"{found.get(field, 'unknown')}, not {wanted[field]}): go on with that "
                "version, or name another file to begin anew"
            )
    # Some fields are there only where their option was given.
    for field in {**wanted, **found}:
        if found.get(field) != wanted.get(field):
            raise InvalidCheckpoint(
                f"{path} is a checkpoint with {field} {found.get(field)}, not {wanted.get(field)}"
            )


def _record(rules: Rules, text: bytes) -> tuple[str, Answer] | None:
    """The name of a task and its answer, as a line has them; None if no search writes such a line.

    Types are compared, as JSON tells them apart: true is not a number.
    """
    try:
        found = json.loads(text.decode())
        name, value, guess, work, cpu = (
            found.pop(field) for field in ("task", "value", "guess", "work", "cpu")
        )
        place = found.pop("place", None)
        sound = (
            not found
            and (place is not None) == (_LIMITED in name)
            and (place is None or _is_count(place, LISTABLE))
            and type(name) is str
            and _is_count(value, INFINITE)
            and (value > 0 or is_weighed(rules) or _FREE in name or _WEIGHTS in name)
            and (guess is None or rules.code(guess) == guess)
            and type(work) is list
            and len(work) == len(Work._fields)
            and all(_is_count(count, _MOST_WORK) for count in work)
            and type(cpu) is float
            and math.isfinite(cpu)
            and cpu >= 0
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return (name, Answer(value, guess, Work(*work), cpu, place=place)) if sound else None


def _is_count(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _name(task: Task) -> str:
    costs = task.problem.costs
    kinds = sorted(set(costs))
    # Costs begin alike and rise in steps: where each step is says them all.
    steps = ",".join(f"{kind}x{costs.count(kind)}" for kind in kinds)
    weights = _WEIGHTS + ",".join(map(str, task.problem.weights))
    return f"{task} costs {steps}{weights if task.problem.weights else ''}"
