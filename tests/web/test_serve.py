"""``moo serve``: how it starts, what keeps it from starting, and how it ends."""

import os
import pty
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from moolab.support.extras import how_to_get
from moolab.web.serving import addresses_of
from tests.cli.test_cli import moo

import_module("moolab.web.serving")  # which the copies of this process need not import again

BIN = [sys.executable, "-m", "moolab", "serve"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["--port", "99999"],
            "moo: Invalid value for '--port': '99999' is too large; 65535 is the most",
        ),
        (["--processes", "0"], "moo: Invalid value for '--processes'"),
        (
            ["--host", "nowhere.invalid"],
            "moo: nothing can listen at 'nowhere.invalid', port 8000: ",
        ),
        (["--host", "é" * 200], f"moo: nothing can listen at '{'é' * 37}...', port 8000: this is "),
        (["--host", ""], "moo: MOOLAB_HOST is wrong: it is empty; "),
        (["--host", " "], "moo: MOOLAB_HOST is wrong: it is empty; "),
        (["--database", "games"], "moo: the database is not a URL that can be used, "),
        (["--database", "sqlite:////proc/no/x"], "moo: /proc/no: No such file or directory"),
        (["--database", "postgresql://x@/y?host=/nowhere"], "moo: the database "),
    ],
)
def test_what_keeps_a_server_from_starting_is_one_sentence(args: list[str], message: str) -> None:
    done = moo("serve", *args)
    assert (done.returncode, done.stdout) == (2, "")
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(said) == 1
    assert said[0].startswith(message)


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "many"), ("SECONDS", "0"), ("LOG_LEVEL", "loud"), ("WARM", "?")]
)
def test_wrong_settings_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"MOOLAB_{name}", value)
    done = moo("serve")
    assert done.returncode == 2
    assert done.stderr.startswith(f"moo: MOOLAB_{name} is wrong: ")


def test_what_the_environment_sets_goes_before_the_file_of_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text('processes = 8\n[serve]\nport = 9000\nhost = "::1"\n')
    monkeypatch.setenv("MOOLAB_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setattr("moolab.web.serving.serve", lambda given, *, show: print(given, show))

    def given(*args: str) -> str:
        return moo("serve", *args).stdout.strip()

    assert given() == "{'host': '::1', 'port': 9000, 'workers': 8} False"
    monkeypatch.setenv("MOOLAB_PORT", "9001")
    monkeypatch.setenv("MOOLAB_WORKERS", "2")
    assert given() == "{'host': '::1'} False"
    assert given("--port", "9002") == "{'host': '::1', 'port': 9002} False"
    monkeypatch.setenv("MOOLAB_SERVE_PORT", "9003")
    assert given() == "{'host': '::1', 'port': 9003} False"


def test_the_environment_says_which_database_is_copied_before_the_file_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text('database = "sqlite:////of/the/file"\n')
    monkeypatch.setenv("MOOLAB_DATABASE", "sqlite:////of/the/environment")
    assert "/of/the/environment" in moo("database", "backup", str(tmp_path / "copy")).stderr


def test_a_port_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setenv("MOOLAB_PORT", str(other.getsockname()[1]))
        done = moo("serve")
    assert done.returncode == 2
    assert "Address already in use; choose others with --host and --port" in done.stderr


def test_missing_extras_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import sys\n"
        "sys.modules['fastapi'] = None\n"
        "sys.argv = ['moo', 'serve']\n"
        "from moolab.cli.main import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    needed = f"moo: this needs the extra web (fastapi is missing): {how_to_get('web')}\n"
    assert (done.returncode, done.stderr) == (2, needed)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    done = moo("serve", "--database", "postgresql+psycopg://x@/y")
    assert done.returncode == 2
    assert "needs the Python module psycopg" in done.stderr
    assert "pip install 'moolab[postgresql]'" in done.stderr


ALL = "0.0.0.0"  # noqa: S104 - nothing listens


@pytest.mark.parametrize(
    ("host", "network", "addresses"),
    [
        (ALL, "192.168.1.20", ["http://127.0.0.1:8000", "http://192.168.1.20:8000"]),
        ("::", "fd00::20", ["http://[::1]:8000", "http://[fd00::20]:8000"]),
        (ALL, None, ["http://127.0.0.1:8000"]),
        ("127.0.0.1", "192.168.1.20", ["http://127.0.0.1:8000"]),
    ],
)
def test_whoever_serves_all_is_told_where_others_find_it(
    monkeypatch: pytest.MonkeyPatch, host: str, network: str | None, addresses: list[str]
) -> None:
    probe = MagicMock()
    probe.__exit__.return_value = False
    found = probe.__enter__.return_value
    found.connect.side_effect = None if network else OSError("no network")
    found.getsockname.return_value = (network, 1)
    monkeypatch.setattr(socket, "socket", lambda *_kind: probe)
    assert addresses_of(host, 8000) == addresses


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_on_a_terminal_it_says_where_it_is_and_ends_quietly(tmp_path: Path, workers: int) -> None:
    ours, theirs = pty.openpty()
    settings = {"MOOLAB_PORT": "0", "MOOLAB_WORKERS": str(workers), "MOOLAB_WARM": "0"}
    environment = os.environ | settings | {"MOOLAB_DATABASE": f"sqlite:///{tmp_path}/games"}
    with subprocess.Popen(BIN, stderr=theirs, env=environment, start_new_session=True) as serving:
        os.close(theirs)
        with os.fdopen(ours, encoding="utf-8") as terminal:
            said = terminal.readline()
            host, port = said.split()[3].removeprefix("http://").split(":")
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                assert b"200 OK" in connection.recv(100)
            os.killpg(serving.pid, signal.SIGINT)
            rest: list[str] = []
            # So a terminal ends that nobody writes to any more.
            with suppress(OSError):
                rest.extend(terminal)
        assert serving.wait(60) == 130
    assert said.endswith("\N{EM DASH} Ctrl-C stops it\n")
    assert not [line for line in rest if line.strip() not in ("", "Interrupted.")]
