"""The server process, or several of them."""

import os
import socket
import webbrowser
from threading import Timer
from typing import Any

import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError

from moolab.web import logs
from moolab.web.app import create_app
from moolab.web.guard import MOST_BYTES
from moolab.web.refusals import InvalidSettings
from moolab.web.settings import PREFIX, Settings

_BACKLOG = 2048

_PATIENCE = 3
"""Seconds that whoever listens to events is waited for when the server stops."""


def application() -> FastAPI:
    """The application of one server process, with its settings from the environment."""
    settings = _settings()
    logs.configure(settings.log_level)
    return create_app(settings)


def serve(given: dict[str, Any], *, show: bool) -> None:
    """Serve until somebody stops it.

    Args:
        given: settings that count more than those of the environment.
        show: whether to open a browser.

    Raises:
        InvalidSettings: if a setting is wrong.
        InvalidDatabase: if the database cannot be used.
        OSError: if nothing can listen at the address.
    """
    # Further processes find them there as well.
    os.environ.update({f"{PREFIX}{name}".upper(): str(value) for name, value in given.items()})
    settings = _settings()
    logs.configure(settings.log_level)
    # What is wrong with the database is said here, once, and not by every process.
    store = create_app(settings).state.server.store
    store.migrate()
    store.close()
    listening = _listen(settings)
    address = f"http://{_host(settings)}:{listening.getsockname()[1]}"
    logs.LOGGER.info("serving", extra={"address": address})
    if show:
        Timer(1, webbrowser.open, [address]).start()
    uvicorn.run(
        "moolab.web.serving:application",
        factory=True,
        fd=listening.fileno(),
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
        ws_max_size=MOST_BYTES,
    )


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"{PREFIX}{'_'.join(map(str, first['loc']))}".upper()
        raise InvalidSettings(f"{name} is wrong: {first['msg']}") from error


def _host(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host == "0.0.0.0" else settings.host  # noqa: S104 - compared
    return f"[{host}]" if ":" in host else host


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
    except OSError as error:
        listening.close()
        address = f"{settings.host}:{settings.port}"
        raise OSError(error.errno, error.strerror, address) from error
    listening.set_inheritable(True)
    return listening
