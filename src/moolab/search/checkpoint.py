"""What a search has found so far, in a file that survives whatever happens to the search."""

import json
import os
from pathlib import Path
from typing import Any, TextIO

from moolab.errors import InvalidCheckpoint
from moolab.search.task import Answer, Task

FORMAT = "moolab-checkpoint"
VERSION = 1


class Checkpoint:
    """Answers to tasks, one a line, each written as soon as it is known.

    Args:
        path: where; a file that is there is gone on with. None keeps answers in memory only.
        subject: what the search is about; a file about something else is refused.

    Raises:
        InvalidCheckpoint: if the file is none, or of another search or version.
        OSError: if it cannot be read or written.
    """

    def __init__(self, path: Path | None, subject: dict[str, Any]) -> None:
        self._answers: dict[str, Answer] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        header = {"format": FORMAT, "version": VERSION, **subject}
        whole = self._read(path, header) if path.exists() else 0
        self._file = path.open("a", encoding="utf-8")
        # What was cut off in the middle of a line is done again.
        self._file.truncate(whole)
        if not whole:
            self._write(header)

    def find(self, task: Task) -> Answer | None:
        """The answer to a task, if it is known."""
        return self._answers.get(_name(task))

    def keep(self, task: Task, answer: Answer) -> None:
        """Write down an answer; trees are not kept, they follow from the values."""
        if answer.tree is not None:
            return
        self._answers[_name(task)] = answer
        self._write({"task": _name(task), **answer._asdict()})

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, record: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def _read(self, path: Path, header: dict[str, Any]) -> int:
        """Read what is there; return how many bytes of it are whole lines."""
        if not path.is_file():
            raise InvalidCheckpoint(f"{path} is no file")
        content = path.read_bytes()
        if b"\n" not in content and not (json.dumps(header) + "\n").encode().startswith(content):
            # The header may be cut off as well, but what is not its beginning is somebody else's.
            raise InvalidCheckpoint(f"{path} is no checkpoint of a search")
        whole = content.rfind(b"\n") + 1
        for number, line in enumerate(content[:whole].split(b"\n")[:-1], start=1):
            try:
                record = json.loads(line)
                if number == 1:
                    _check_header(path, record, header)
                    continue
                answer = Answer(**{k: v for k, v in record.items() if k != "task"})
                self._answers[record["task"]] = answer._replace(work=tuple(answer.work))
            except InvalidCheckpoint:
                raise
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                raise InvalidCheckpoint(
                    f"{path} is no checkpoint of a search: line {number} cannot be read"
                ) from None
        return whole


def _check_header(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    if found.get("format") != FORMAT:
        raise InvalidCheckpoint(f"{path} is no checkpoint of a search")
    for field, value in wanted.items():
        if found.get(field) != value:
            raise InvalidCheckpoint(
                f"{path} is a checkpoint with {field} {found.get(field)}, not {value}"
            )


def _name(task: Task) -> str:
    costs = task.problem.costs
    kinds = sorted(set(costs))
    # Costs begin alike and rise in steps: where each step is says them all.
    steps = ",".join(f"{kind}x{costs.count(kind)}" for kind in kinds)
    return f"{task} costs {steps}"
