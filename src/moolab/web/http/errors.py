"""What the server refuses, each with its HTTP status."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import ClassVar

from moolab.errors import InvalidMove, MoolabError

# A name that the standard has changed; Python 3.13 has the new one.
UNPROCESSABLE = 422


class HttpError(MoolabError):
    """Anything that is refused for reasons outside the game."""

    status: ClassVar[int]
    headers: ClassVar[Mapping[str, str]]

    def __init_subclass__(cls, *, status: int, headers: Mapping[str, str] | None = None) -> None:
        cls.status, cls.headers = status, headers or {}


class NotSignedIn(HttpError, status=401, headers={"WWW-Authenticate": "Bearer"}):
    """A request says nothing of who makes it."""


class NotYours(HttpError, status=403):
    """The client has no seat in this game."""


class Blocked(HttpError, status=403):
    """The operator has decided not to serve this client."""


class CrossSite(HttpError, status=403):
    """A form was sent from another site."""


class NoSuchGame(HttpError, status=404):
    """No game has this name."""


class Deleted(HttpError, status=410):
    """You have deleted this game, which can be played only once."""


class NoSuchTransfer(HttpError, status=404):
    """A phrase leads to no player, or does so no more."""


class UnknownHost(HttpError, status=421):
    """A request is for a host that this server is not."""


class Overtaken(HttpError, status=409):
    """Another move of the same game came first."""


class TooManyRequests(HttpError, status=429, headers={"Retry-After": "5"}):
    """A client asks for too much at once."""


class Gone(HttpError, status=499):
    """The client has not waited for the answer."""


class TooBusy(HttpError, status=503, headers={"Retry-After": "60"}):
    """Too many slow computations wait already."""


class TooSlow(HttpError, status=503):
    """A computation has not ended in its time."""


class Lost(HttpError, status=503):
    """A computation has died."""


class Full(HttpError, status=503, headers={"Retry-After": "3600"}):
    """There is no room for more games."""


class Unavailable(HttpError, status=503, headers={"Retry-After": "5"}):
    """The database does not answer."""


class InvalidSettings(MoolabError):
    """A server cannot be set up as it was asked for."""


def status_of(error: MoolabError | None) -> int:
    """The HTTP status that says what kind of error it is, if there is one."""
    if error is None:
        return HTTPStatus.OK
    if isinstance(error, HttpError):
        return error.status
    return HTTPStatus.CONFLICT if isinstance(error, InvalidMove) else UNPROCESSABLE
