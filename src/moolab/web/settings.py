"""What can be set, by environment variables named ``MOOLAB_...`` or by options of ``moo serve``."""

import os
from contextlib import suppress
from ipaddress import ip_address

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from moolab.support.folder import data_file

PREFIX = "MOOLAB_"

MOST_DAYS = 36_500
"""Hundred years, which calendars can count back."""

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""What every machine calls itself, and nobody else can have lead to it."""


class Settings(BaseSettings):
    """The settings of a server.

    Attributes:
        host: the address to listen at; 0.0.0.0 for all.
        hosts: the names that requests may be for, with commas between them; * for any. By default
            those of this machine if only this machine can reach it, else any.
        port: the port to listen at.
        workers: how many server processes share the work.
        database: a SQLAlchemy URL; by default a file in the user's data folder.
        processes: how many slow computations run at once, in processes of their own.
        seconds: how long one of them may take.
        memory: how many megabytes each of their processes may take; 0 for no limit.
        share: how many of them one client may have at once.
        requests_per_second: what a client may ask for in the long run; 0 for no limit.
        burst: how many requests more a client may make at once.
        streams: how many event streams and WebSockets a client may hold; 0 for no limit.
        games_per_day: how many games a client may begin; 0 for no limit.
        megabytes_per_day: how much a client may have kept of its games and moves; 0 for no limit.
        games: how many games are kept in all; 0 for no limit.
        megabytes: how large the database may be for another game to begin; 0 for no limit.
        days_unfinished: after how many days without a move a game is deleted; 0 for never.
        days_finished: how many days after its end a game is deleted; 0 for never.
        metrics: whether /metrics tells what is counted, for Prometheus.
        metrics_token: what whoever asks for that has to know, if anything.
        warm: whether to compile the kernels at the start, before somebody waits for them.
        log_level: what is logged: debug, info, warning or error.

    >>> Settings(port=9000).port
    9000
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX)

    host: str = "127.0.0.1"
    hosts: str = ""
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1)
    database: str = Field(default_factory=lambda: f"sqlite:///{data_file('web.sqlite3')}")
    processes: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)
    seconds: float = Field(default=30, gt=0)
    memory: int = Field(default=2048, ge=0)
    share: int = Field(default=2, ge=1)
    requests_per_second: float = Field(default=50, ge=0)
    burst: int = Field(default=200, ge=1)
    streams: int = Field(default=100, ge=0)
    games_per_day: int = Field(default=10_000, ge=0)
    megabytes_per_day: int = Field(default=100, ge=0)
    games: int = Field(default=1_000_000, ge=0)
    megabytes: int = Field(default=10_000, ge=0)
    days_unfinished: int = Field(default=0, ge=0, le=MOST_DAYS)
    days_finished: int = Field(default=0, ge=0, le=MOST_DAYS)
    metrics: bool = False
    metrics_token: str = ""
    warm: bool = True
    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$")

    @field_validator("host")
    @classmethod
    def _some_address(cls, host: str) -> str:
        if not host.strip():
            raise ValueError("it is empty; 127.0.0.1 is for this machine only, 0.0.0.0 for all")
        return host

    @property
    def names(self) -> frozenset[str] | None:
        """The host names that requests may be for; None for any.

        >>> sorted(Settings(hosts="moo.example").names)
        ['127.0.0.1', '::1', 'localhost', 'moo.example']
        >>> Settings(host="0.0.0.0", hosts="").names
        """
        given = self.hosts.replace(",", " ").lower().split()
        if "*" in given or not (given or self._local):
            return None
        return _OWN_NAMES.union(given or [self.host.lower()])

    @property
    def _local(self) -> bool:
        """Whether only this machine can reach the server."""
        with suppress(ValueError):
            return ip_address(self.host).is_loopback
        return self.host.lower() in _OWN_NAMES

    @property
    def shared(self) -> bool:
        """Whether other processes may change games as well."""
        return self.workers > 1 or not self.database.startswith("sqlite")
