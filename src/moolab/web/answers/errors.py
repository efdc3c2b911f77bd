"""How errors are answered: as JSON to programs, as a page to people."""

from http import HTTPStatus

from fastapi import FastAPI, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import Message, Receive, Scope, Send

from moolab.errors import MoolabError
from moolab.support.language import translate
from moolab.views.errors import ErrorAnswer, ErrorView
from moolab.web.http.errors import UNPROCESSABLE, HttpError, Unavailable, status_of
from moolab.web.http.logs import LOGGER
from moolab.web.http.middleware import Layer
from moolab.web.rendering import render

# A name that the standard has changed; Python 3.13 has the new one.
_TOO_LARGE = 413


def add_error_handlers(app: FastAPI) -> None:
    """Let an application answer all errors in one way."""
    app.add_exception_handler(MoolabError, _domain_error)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    for kind in (OperationalError, InterfaceError, PoolTimeout):
        app.add_exception_handler(kind, _unavailable)


class CatchAll(Layer):
    """Answers what is refused before the application is asked, and what was not foreseen.

    Of the latter the log has all, the answer only says where.
    """

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except HttpError as error:
            await _domain_error(HTTPConnection(scope), error)(scope, receive, send)
        except Exception as error:
            LOGGER.error("mistake", exc_info=error)
            # An answer that has begun can only be broken off, and so can a WebSocket.
            if begun or scope["type"] != "http":
                raise
            request = Request(scope)
            message = translate(
                "a mistake of ours; the log has it as request {number}",
                number=request.state.request_id,
            )
            found = ErrorView(kind="mistake", message=message)
            answer = _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, found)
            await answer(scope, receive, send)


def _domain_error(request: HTTPConnection, error: Exception) -> Response:
    assert isinstance(error, MoolabError)
    answer = _answer(request, status_of(error), ErrorView.of(error))
    if isinstance(error, HttpError):
        answer.headers.update(error.headers)
    return answer


def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if not _is_for_programs(request):
        message = translate(
            "something in the address, or in what was sent, is missing, too long or wrong"
        )
        return _answer(request, UNPROCESSABLE, ErrorView(kind="usage", message=message))
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    if first["type"] == "json_invalid":
        message = "the body of the request is not JSON"
    else:
        message = f"{where}: {first['msg']}" if where else str(first["msg"])
    return _answer(request, UNPROCESSABLE, ErrorView(kind="usage", message=message))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    asked = error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET"
    if asked and not _is_for_programs(request):
        # Forms are sent to addresses without a page of their own; the form is on the page above.
        return RedirectResponse(request.url.path.rpartition("/")[0] or "/", HTTPStatus.SEE_OTHER)
    messages: dict[int, str] = {
        HTTPStatus.BAD_REQUEST: translate("the body of the request cannot be read"),
        HTTPStatus.NOT_FOUND: "there is nothing here",
        HTTPStatus.METHOD_NOT_ALLOWED: translate("this cannot be done here"),
        _TOO_LARGE: translate("this is too long"),
    }
    message = messages.get(error.status_code, str(error.detail).rstrip("."))
    answer = _answer(request, error.status_code, ErrorView(kind="http", message=message))
    answer.headers.update(error.headers or {})
    return answer


def _unavailable(request: Request, error: Exception) -> Response:
    LOGGER.error("database", exc_info=error)
    return _domain_error(
        request, Unavailable(translate("the database does not answer; try again in a moment"))
    )


def _is_for_programs(request: HTTPConnection) -> bool:
    return request.url.path.startswith("/api/") or request.scope["type"] == "websocket"


def _answer(request: HTTPConnection, status: int, error: ErrorView) -> Response:
    if _is_for_programs(request):
        return JSONResponse(ErrorAnswer(error=error).fields(), status)
    return render(
        request,
        "error.html",
        {"status": status, "kind": error.kind, "message": error.message},
        status=status,
    )
