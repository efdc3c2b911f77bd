"""Servers started as a user starts them: ``moo serve``."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2
import pytest

from moolab.web.settings import Settings
from tests.helpers.patience import PATIENCE, children, wait_until

LIMITS: dict[str, object] = {
    name: Settings.model_fields[name].default for name in ("requests_per_second", "seconds")
}
"""What servers have as a rule, where tests have them otherwise; for measurements."""


class ServerProcess:
    """A server in processes of its own, ready for requests.

    Args:
        folder: where it keeps its games and its log.
        settings: those of ``Settings`` that are to be other than in most tests.

    Attributes:
        address: where it answers, such as ``http://127.0.0.1:8000``.
        log: the file that it logs to.
    """

    def __init__(self, folder: Path, **settings: object) -> None:
        folder.mkdir(exist_ok=True)
        self.log = folder / "log"
        self._settings = {
            "port": 0,  # any that is free
            "database": f"sqlite:///{folder}/games.sqlite3",
            "requests_per_second": 0,
            "warm": False,
            "seconds": 600,  # for kernels that have to be compiled first
            **settings,
        }
        self.start()

    def start(self) -> None:
        """Start it; after it was killed, again at the same address."""
        given = {f"MOOLAB_{name.upper()}": str(value) for name, value in self._settings.items()}
        with self.log.open("ab") as log:
            before = log.tell()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "moolab", "serve"],
                env=os.environ | given,
                stderr=log,
                start_new_session=True,
            )
        self.address = self._wait_for_address(before)
        self._settings["port"] = self.address.rpartition(":")[2]
        # A server that has said its address answers as soon as it is ready.
        assert httpx2.get(f"{self.address}/readyz", timeout=PATIENCE).status_code == 200

    def kill(self) -> None:
        """End all its processes at once, as ``kill -9`` does."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._process.pid

    def children(self) -> set[int]:
        """The processes that it has started, to compute in them."""
        return children(self._process.pid)

    def _wait_for_address(self, before: int) -> str:
        def said() -> str:
            return self.log.read_text(encoding="utf-8")[before:]

        wait_until(
            lambda: '"address"' in said().rpartition("\n")[0],
            said,
            alive=lambda: self._process.poll() is None,
            seconds=PATIENCE,
        )
        line = next(line for line in said().splitlines() if '"address"' in line)
        return str(json.loads(line)["address"])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that tests share; it logs all it can, in which no secret may be."""
    shared = ServerProcess(tmp_path_factory.mktemp("server"), log_level="debug")
    yield shared
    shared.kill()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts a server that a test has for itself, with the settings that it wants."""
    with ExitStack() as stack:

        def start(name: str = "server", **settings: object) -> ServerProcess:
            started = ServerProcess(tmp_path / name, **settings)
            stack.callback(started.kill)
            return started

        yield start
