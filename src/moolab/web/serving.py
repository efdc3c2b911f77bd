"""The server process, or several of them."""

import gc
import json
import os
import socket
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError
from uvicorn.supervisors import Multiprocess

from moolab.support.text import quote
from moolab.web.app import create_app, describe
from moolab.web.http import logs
from moolab.web.http.connections import LimitedConnection, allow_files
from moolab.web.http.errors import InvalidSettings
from moolab.web.limits import IDLE_SECONDS, MOST_BODY_BYTES
from moolab.web.metrics import SHARED
from moolab.web.settings import PREFIX, Settings
from moolab.web.store.store import Store

_BACKLOG = 2048

_ALLOCATIONS = 20_000
"""After how many new objects Python looks for cycles among them."""

_OF_ALL = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared
"""What stands for all addresses of a machine, and the one of them that it has for itself."""

_PATIENCE = 3
"""Seconds that listeners to events have when the server stops."""


def application() -> FastAPI:
    """The application of one server process, with its settings from the environment."""
    settings = read_settings()
    _configure_logs(settings)
    app = create_app(settings)
    # What is there by now stays, and the states of games hold no cycles: looking through all of
    # them again and again would only make moves wait.
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, 50, 50)
    return app


def description() -> str:
    """What the application answers to programs, in OpenAPI's terms."""
    described = describe(create_app(Settings(database="sqlite://")))
    return json.dumps(described, indent=2, ensure_ascii=False)


def serve(given: dict[str, Any], *, show: bool) -> None:
    """Serve until it is stopped.

    Args:
        given: settings that count more than those of the environment.
        show: whether to open a browser.

    Raises:
        InvalidSettings: if a setting is wrong, or nothing can listen at the address.
        InvalidDatabase: if the database cannot be used.
        KeyboardInterrupt: if that was Ctrl-C.
    """
    settings = read_settings(given)
    _configure_logs(settings)
    # What is wrong with the database is said here, once, and not by every process.
    store = Store(settings.database)
    store.migrate()
    store.close()
    allow_files()
    listening = _listen(settings)
    addresses = addresses_of(settings.host, listening.getsockname()[1])
    address = addresses[0]
    if sys.stderr.isatty():
        found = ", for other machines at ".join(addresses)
        print(f"moolab is at {found} \N{EM DASH} Ctrl-C stops it", file=sys.stderr, flush=True)
    logs.LOGGER.info("serving", extra={"address": address})
    if show:
        Timer(1, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        "moolab.web.serving:application",
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
        http=LimitedConnection,
        forwarded_allow_ips=settings.proxies.replace(" ", ""),
        timeout_keep_alive=IDLE_SECONDS,
        ws_max_size=MOST_BODY_BYTES,
    )
    if settings.workers > 1:
        with TemporaryDirectory(prefix="moolab-") as folder:
            if settings.metrics:
                os.environ[SHARED] = folder
            _Several(config, [listening]).run()
        return
    server = uvicorn.Server(config)
    server.run([listening])
    if not server.started:
        raise InvalidSettings("the server could not start; the line above says why")


class _Several(Multiprocess):
    """Several processes, which Ctrl-C ends as it ends one."""

    interrupted = False

    def run(self) -> None:
        super().run()
        if self.interrupted:
            raise KeyboardInterrupt

    def handle_int(self) -> None:
        self.interrupted = True
        super().handle_int()


def _configure_logs(settings: Settings) -> None:
    # At a terminal, what is wrong is told, and whatever else was asked for.
    quiet = sys.stderr.isatty() and "log_level" not in settings.model_fields_set
    logs.configure("warning" if quiet else settings.log_level)


def read_settings(given: Mapping[str, Any] | None = None) -> Settings:
    """The settings of the environment.

    Args:
        given: those that count more; they are put there, where further processes find them as well.

    Raises:
        InvalidSettings: if one is wrong.
    """
    values = {f"{PREFIX}{name}".upper(): str(value) for name, value in (given or {}).items()}
    os.environ.update(values)
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"{PREFIX}{'_'.join(map(str, first['loc']))}".upper()
        reason = first["msg"].removeprefix("Value error, ")
        raise InvalidSettings(f"{name} is wrong: {reason}") from error


def addresses_of(host: str, port: int) -> list[str]:
    """Where browsers find a server: on this machine and, if all may ask it, in the network.

    >>> addresses_of("::1", 8000)
    ['http://[::1]:8000']
    """
    hosts = [_OF_ALL.get(host, host)]
    if host in _OF_ALL:
        hosts += _in_network(host)
    return [f"http://[{each}]:{port}" if ":" in each else f"http://{each}:{port}" for each in hosts]


def _in_network(host: str) -> list[str]:
    """This machine's address in its network, if it is in one."""
    family, other = (
        (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    )
    with socket.socket(family, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # To an address for documentation (RFC 5737, 3849): that chooses a way, and sends nothing.
        probe.connect((other, 9))
        return [probe.getsockname()[0]]
    return []


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections inherit it. Without it, the end of an answer would wait some 40 ms for the other
    # side to acknowledge its beginning; the server sets it for sockets only that it opened itself.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(_BACKLOG)
    # A text that no name can be is refused in several ways, before the system is asked.
    except (OSError, TypeError, ValueError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else "this is not an address"
        raise InvalidSettings(
            f"nothing can listen at {quote(settings.host)}, port {settings.port}: {reason}; "
            "choose others with --host and --port"
        ) from error
    return listening
