"""What can be set, by environment variables named ``MOOLAB_...`` or by options of ``moo serve``."""

import os
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from moolab.support.folder import data_file
from moolab.web.http.names import read_words

PREFIX = "MOOLAB_"

MOST_DAYS = 36_500
"""Hundred years, which calendars can count back."""

_LOCALHOST = "127.0.0.1"

_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
"""What every machine calls itself, and no one else can have lead to it."""


class Settings(BaseSettings):
    """The settings of a server.

    Attributes:
        host: the address to listen at; 0.0.0.0 for all.
        hosts: the names that requests can be for, with commas between them; * for any. By default
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
        megabytes: how large the database can be for another game to begin; 0 for no limit.
        days_unfinished: after how many days without a move a game is deleted; 0 for never.
        days_finished: how many days after its end a game is deleted; 0 for never.
        metrics: whether /metrics tells what is counted, for Prometheus.
        metrics_token: what a client of that has to know, if anything.
        operator: who runs the server, as its privacy page says.
        contact: where people reach them: an address of mail, or of a page.
        imprint: the address of a page that says more about them.
        names: where names of players are shown: all; friends, which leaves out the tables that
            all read; or off.
        refused: a file of words that no name may have, one on each line.
        robots: whether search engines may list the site.
        proxies: the addresses or networks of proxies, with commas between them, that are believed
            for whom they ask.
        warm: whether to compile the kernels at the start, before a player waits for them.
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
    operator: str = Field(default="", max_length=200)
    contact: str = Field(default="", max_length=200)
    imprint: str = Field(default="", max_length=200, pattern="^(https?://|/|$)")
    names: Literal["all", "friends", "off"] = "all"
    refused: str = ""
    robots: bool = True
    proxies: str = Field(default_factory=lambda: os.environ.get("FORWARDED_ALLOW_IPS", _LOCALHOST))
    warm: bool = True
    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$")

    @field_validator("host")
    @classmethod
    def _some_address(cls, host: str) -> str:
        if not host.strip():
            raise ValueError("it is empty; 127.0.0.1 is for this machine only, 0.0.0.0 for all")
        return host

    @field_validator("proxies")
    @classmethod
    def _some_networks(cls, proxies: str) -> str:
        for each in proxies.split(","):
            if each.strip() not in ("", "*"):
                ip_network(each.strip())
        return proxies

    @field_validator("refused")
    @classmethod
    def _some_words(cls, refused: str) -> str:
        try:
            read_words(refused)
        except (OSError, UnicodeError) as error:
            raise ValueError(f"it cannot be read: {error}") from None
        return refused

    @property
    def contact_address(self) -> str:
        """The contact as the address of a link.

        >>> [Settings(contact=text).contact_address for text in ("a@b.example", "https://b.example")]
        ['mailto:a@b.example', 'https://b.example']
        """
        mail = "@" in self.contact and "/" not in self.contact
        is_page = self.contact.startswith(("https://", "http://"))
        return f"mailto:{self.contact}" if mail else self.contact if is_page else ""

    @property
    def known_hosts(self) -> frozenset[str] | None:
        """The host names that requests can be for; None for any.

        >>> sorted(Settings(hosts="moo.example").known_hosts)
        ['127.0.0.1', '::1', 'localhost', 'moo.example']
        >>> Settings(host="0.0.0.0", hosts="").known_hosts
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
