"""Empty databases: files of SQLite, and a real PostgreSQL server for as long as the tests run."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.patience import PATIENCE

HASTE = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
"""The data of the server is deleted at the end anyway."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Path]:
    """The folder with the socket of a server that hears no network."""
    places = [os.environ["PATH"], *map(str, Path("/usr/lib/postgresql").glob("*/bin"))]
    path = os.pathsep.join(places)
    initdb, control = (shutil.which(name, path=path) for name in ("initdb", "pg_ctl"))
    if not (initdb and control):
        pytest.skip("PostgreSQL is not installed")
    # The names of sockets are short, so the folder is not among those of pytest.
    with tempfile.TemporaryDirectory(prefix="pg-") as name:
        folder = Path(name)
        owner: dict[str, Any] = {}
        if os.geteuid() == 0:  # for whom PostgreSQL does not run
            owner = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(folder, "postgres", "postgres")

        def run(*command: str) -> None:
            settings = {"cwd": folder, "stdout": subprocess.DEVNULL, "timeout": PATIENCE, **owner}
            subprocess.run(command, check=True, **settings)

        quick = ["--no-sync", "--encoding=UTF8", "--locale=C"]
        run(initdb, "--pgdata=data", "--username=moolab", "--auth=trust", *quick)
        options = f"-k {folder} -c listen_addresses= {HASTE}"
        run(control, "--pgdata=data", "--wait", "--log=log", "--options", options, "start")
        yield folder
        run(control, "--pgdata=data", "--wait", "--mode=immediate", "stop")


@pytest.fixture(scope="session")
def new_database(postgres: Path) -> Callable[[], str]:
    """Makes an empty database and gives its address, as for SQLAlchemy."""
    import psycopg

    numbers = count(1)

    def new() -> str:
        name = f"moolab{next(numbers)}"
        address = f"host={postgres} user=moolab dbname=postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://moolab@/{name}?host={postgres}"

    return new


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/moolab.sqlite"
    new: Callable[[], str] = request.getfixturevalue("new_database")
    return new()
