"""A player at the page of a game: what every request there comes with."""

from typing import Annotated, Any, NamedTuple

from fastapi import Depends
from starlette.requests import Request

from moolab.web.answers.identity import by_cookie
from moolab.web.server import Server, ServerHere
from moolab.web.store.store import Row


class Visit(NamedTuple):
    """A player at a game.

    Attributes:
        game: its id.
        seat: where the player sits.
    """

    request: Request
    server: Server
    game: str
    seat: str

    async def look(self) -> tuple[Row, Any]:
        """The game, and all that the player may see of it."""
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
        return await self.server.games.ask(self.game, self.seat, question)


def visit_to(kind: str) -> Any:
    """For games of a kind: the visit of the player whose browser this is."""

    async def visit(
        request: Request, game: str, seat: Annotated[str, by_cookie(kind)], server: ServerHere
    ) -> Visit:
        return Visit(request, server, game, seat)

    return Depends(visit)
