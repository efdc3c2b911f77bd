"""What the server refuses, each with its HTTP status."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import ClassVar

from moolab.errors import InvalidMove, MoolabError

# A name that the standard has changed; Python 3.13 has the new one.
UNPROCESSABLE = 422


class HttpError(MoolabError):
    """Anything that is refused for reasons outside the game.

    Attributes:
        status: of the answer.
        headers: of the answer.
    """

    status: ClassVar[int] = 400
    headers: ClassVar[Mapping[str, str]] = MappingProxyType({})


class NotSignedIn(HttpError):
    """A request says nothing of who makes it."""

    status = 401
    headers = MappingProxyType({"WWW-Authenticate": "Bearer"})


class NotYours(HttpError):
    """Whoever asks has no seat in this game."""

    status = 403


class CrossSite(HttpError):
    """A form was sent from another site."""

    status = 403


class NoSuchGame(HttpError):
    """No game has this name."""

    status = 404


class UnknownHost(HttpError):
    """A request is for a host that this server is not."""

    status = 421


class Overtaken(HttpError):
    """Another move of the same game came first."""

    status = 409


class TooManyRequests(HttpError):
    """A client asks for too much at once."""

    status = 429
    headers = MappingProxyType({"Retry-After": "5"})


class Gone(HttpError):
    """Whoever asked has not waited for the answer."""

    status = 499


class TooBusy(HttpError):
    """Too many slow computations wait already."""

    status = 503
    headers = MappingProxyType({"Retry-After": "60"})


class TooSlow(HttpError):
    """A computation has not ended in its time."""

    status = 503


class Lost(HttpError):
    """A computation has died."""

    status = 503


class Full(HttpError):
    """There is no room for more games."""

    status = 503
    headers = MappingProxyType({"Retry-After": "3600"})


class Unavailable(HttpError):
    """The database does not answer."""

    status = 503
    headers = MappingProxyType({"Retry-After": "5"})


class InvalidSettings(MoolabError):
    """A server cannot be set up as it was asked for."""


def status_of(error: MoolabError | None) -> int:
    """The HTTP status that says what kind of error it is, if there is one."""
    if error is None:
        return HTTPStatus.OK
    if isinstance(error, HttpError):
        return error.status
    return HTTPStatus.CONFLICT if isinstance(error, InvalidMove) else UNPROCESSABLE
