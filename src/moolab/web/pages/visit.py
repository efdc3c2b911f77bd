"""A player at the page of a game: what every request there comes with."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from moolab.errors import MoolabError
from moolab.support.language import speaking
from moolab.web.answers.identity import by_cookie
from moolab.web.pages.forms import Text
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row


class Visit(NamedTuple):
    """A player at a game."""

    request: Request
    server: Server
    game: str
    seat: str

    async def look(self) -> tuple[Row, Any]:
        """The game, and all that the player may see of it."""
        with speaking(drawn=True):
            return await self.server.games.look(self.game, self.seat)

    async def move(self, text: str, after: int | None) -> None:
        """Make a move.

        Args:
            after: how many moves of the game the player has seen; None if that is left open.

        Raises:
            MoolabError: if it is not possible.
        """
        await self.server.games.move(self.game, self.seat, text, after)

    async def ask(self, question: str) -> Any:
        """The answer to a question about the game.

        Raises:
            MoolabError: if there is none.
        """
        with speaking(drawn=True):
            return await self.server.games.ask(self.game, self.seat, question)


def visit_to(kind: str) -> Any:
    """For games of a kind: the visit of the player whose browser this is."""

    async def visit(
        request: Request, game: str, seat: Annotated[str, by_cookie(kind)], server: ServerHere
    ) -> Visit:
        return Visit(request, server, game, seat)

    return Depends(visit)


def show_game(router: APIRouter, kind: str, page: Callable[..., Awaitable[Response]]) -> None:
    """Show a game at ``/{game}``, with a hint where that is asked for.

    Args:
        page: shows the game, with an error, or with a hint as ``said``.
    """

    @router.get("/{game}")
    async def show(visit: Annotated[Visit, visit_to(kind)], hint: bool = False) -> Response:
        try:
            said = (await visit.ask("hint")).said if hint else ""
        except MoolabError as error:
            return await page(visit, error)
        return await page(visit, said=said)


def take_moves(
    router: APIRouter,
    kind: str,
    page: Callable[[Visit, MoolabError, str, str], Awaitable[Response]],
    make: Callable[[Visit, str, int | None], Awaitable[None]] = Visit.move,
) -> None:
    """Let moves be sent to the page of a game, at ``/{game}``: a verb, and what is behind it.

    Args:
        page: shows the game again where a move is not possible, with the error, the verb, and what
            was typed.
    """

    @router.post("/{game}")
    async def move(
        visit: Annotated[Visit, visit_to(kind)],
        verb: Text,
        text: Annotated[list[Text], Form(max_length=2)] = [],  # noqa: B006 - FastAPI copies it
        after: Annotated[int | None, Form()] = None,
    ) -> Response:
        words = " ".join(part.strip() for part in text)
        try:
            await make(visit, f"{verb} {words}", after)
        except MoolabError as error:
            return await page(visit, error, verb, words)
        return RedirectResponse(f"{router.prefix}/{visit.game}", 303)
