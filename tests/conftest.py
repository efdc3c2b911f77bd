"""Settings for all tests."""

import gc
import importlib
import os
import random
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings

from moolab.codes.reply_rules import RULES
from tests.helpers.examples import examples
from tests.helpers.steady import sitecustomize

pytest_plugins = ["tests.helpers.browser", "tests.helpers.databases", "tests.helpers.servers"]

# Kernels are compiled in the middle of a test, which is not a fault of the test.
settings.register_profile("moolab", deadline=None, max_examples=examples(15))
settings.load_profile("moolab")


def pytest_configure(config: pytest.Config) -> None:
    """Let the surroundings of a test run make no difference."""
    # Compiled modules are kept elsewhere if not beside their sources; else every process that tests
    # start would compile them anew: a tenth of the processor's time.
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ["PYTHONPYCACHEPREFIX"] = str(config.rootpath / ".pytest_cache/bytecode")
    # Processes of pytest-xdist are told of the terminal, to which no command of a test writes.
    os.environ.pop("COLUMNS", None)
    # Under this name Starlette's test client asks.
    os.environ.setdefault("MOOLAB_HOSTS", "testserver")
    # Transcripts are in English, whatever the locale says.
    os.environ.setdefault("MOOLAB_LANGUAGE", "en")
    # Other processes draw the same secrets, too; in this one, the import above has seen to that.
    paths = [str(Path(sitecustomize.__file__).parent), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    # Started in the background of a shell, or by nohup, tests and all that they start would ignore
    # Ctrl-C, or a closed window.
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, usual)


def pytest_xdist_auto_num_workers() -> int:
    """Processes for tests: as many as processors.

    One more takes a seventh off the time on two, as some wait for servers and browsers, and costs
    a start, a browser and a server more.
    """
    return os.cpu_count() or 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let processes of pytest-xdist import tests from different places on.

    All have to import all of them. If they began alike, they would compile the same at the same
    time, for 10 seconds each; so each finds compiled what the others have begun with.
    """
    gc.disable()  # until all is imported: hardly anything of it is garbage
    process = getattr(session.config, "workerinput", None)
    if process is None:
        return
    files = [file for arg in session.config.args for file in sorted(Path(arg).rglob("test_*.py"))]
    first = len(files) * int(process["workerid"].removeprefix("gw")) // process["workercount"]
    for file in files[first:] + files[:first]:
        with suppress(Exception):  # which will be told where it is collected
            name = file.resolve().relative_to(session.config.rootpath).with_suffix("")
            importlib.import_module(".".join(name.parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow, unless it was asked for by name or with -m."""
    if config.option.markexpr or config.option.keyword or any("::" in arg for arg in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in slow]


def pytest_collection_finish() -> None:
    """Let no search for garbage look at tests and modules, which stay, nor processes copy them.

    Commands run in copies of this process: a sixth of their processor time.
    """
    gc.enable()
    gc.collect()
    gc.freeze()


_numbers = count()


@pytest.fixture(autouse=True)
def _own_data_folder(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keep the games that tests play out of the user's statistics, and the user's settings out.

    They are in the test's own folder, ``tmp_path``, if it has one. To make one for every test takes
    3 ms each; this one is made by whoever writes there.
    """
    folder = tmp_path_factory.getbasetemp() / "own" / str(next(_numbers))
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")
    monkeypatch.setenv("XDG_DATA_HOME", f"{folder}/data")
    monkeypatch.setenv("MOOLAB_CONFIG", os.devnull)


@pytest.fixture(autouse=True)
def _own_rules() -> Iterator[None]:
    """Forget the reply rules that a test registers."""
    with patch.dict(RULES):
        yield


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games draw from the system's random source, as they do for users."""
    monkeypatch.setattr("secrets.SystemRandom", random.SystemRandom)
