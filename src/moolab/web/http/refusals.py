"""What the server refuses, each with its HTTP status."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from moolab.errors import MoolabError


class Refusal(MoolabError):
    """Anything that is refused for reasons outside the game.

    Attributes:
        status: of the answer.
        headers: of the answer.
    """

    status: ClassVar[int] = 400
    headers: ClassVar[Mapping[str, str]] = MappingProxyType({})


class NotSignedIn(Refusal):
    """A request says nothing of who makes it."""

    status = 401
    headers = MappingProxyType({"WWW-Authenticate": "Bearer"})


class NotYours(Refusal):
    """Whoever asks has no seat in this game."""

    status = 403


class CrossSite(Refusal):
    """A form was sent from another site."""

    status = 403


class NoSuchGame(Refusal):
    """No game has this name."""

    status = 404


class UnknownHost(Refusal):
    """A request is for a host that this server is not."""

    status = 421


class Overtaken(Refusal):
    """Another move of the same game came first."""

    status = 409


class TooManyRequests(Refusal):
    """A client asks for too much at once."""

    status = 429
    headers = MappingProxyType({"Retry-After": "5"})


class Gone(Refusal):
    """Whoever asked has not waited for the answer."""

    status = 499


class TooBusy(Refusal):
    """Too many slow computations wait already."""

    status = 503
    headers = MappingProxyType({"Retry-After": "60"})


class TooSlow(Refusal):
    """A computation has not ended in its time."""

    status = 503


class Lost(Refusal):
    """A computation has died."""

    status = 503


class Full(Refusal):
    """There is no room for more games."""

    status = 503
    headers = MappingProxyType({"Retry-After": "3600"})


class Unavailable(Refusal):
    """The database does not answer."""

    status = 503
    headers = MappingProxyType({"Retry-After": "5"})


class InvalidSettings(MoolabError):
    """A server cannot be set up as it was asked for."""
