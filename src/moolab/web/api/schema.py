"""What requests and answers look like, for the description of the interface."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from moolab.views.errors import ErrorAnswer, RepairView
from moolab.views.turns import TurnView


class Body(BaseModel):
    """What is sent; a field that is misspelt, or of another type, is an error."""

    model_config = ConfigDict(strict=True, extra="forbid")


_MEANINGS = {
    400: "The body cannot be read.",
    401: "The header `Authorization: Bearer TOKEN` is missing.",
    403: "The token is that of another game.",
    404: "There is no such game.",
    409: "This is not possible now, or another move came first; nothing has changed.",
    413: "The body is longer than 64 KiB.",
    422: "The request is malformed, or cannot be granted; for contradictory replies with the "
    "turns that clash, and the changes of one reply that would mend it.",
    429: "Too many requests; the header `Retry-After` says how many seconds to wait.",
    503: "Too much is being computed, or this takes too long or too much memory; or there is no "
    "room for more games, or the database does not answer.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a request may be answered with, for its description.

    Too many requests, too long ones and malformed ones are always possible.
    """
    return {
        status: {"model": ErrorAnswer, "description": _MEANINGS[status]}
        for status in sorted({*statuses, 400, 413, 422, 429})
    }


class Health(BaseModel):
    """How the server is."""

    status: str = Field(description="ok, or what is wrong", examples=["ok"])


class Turns(BaseModel):
    """What both sides have guessed."""

    yours: list[TurnView]
    computer: list[TurnView]


class Left(BaseModel):
    """What the replies of a maker without a secret have left."""

    candidates: int = Field(description="how many codes were possible at last")
    example: str = Field(description="one of them")


class Mistake(BaseModel):
    """A wrong reply."""

    turn: int = Field(description="its number, from 1")
    right: str = Field(description="what it should have been")


class Wrong(BaseModel):
    """The wrong replies to the guesses of each side, if the code that it looked for is known."""

    yours: list[Mistake] | None = None
    computer: list[Mistake] | None = None


class DuelState(BaseModel):
    """A game, as far as its player may see it.

    What is not known or not due yet is left out.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "rules": "ab4x10",
                    "role": "both",
                    "strategy": "consistent",
                    "consistent": False,
                    "rated": False,
                    "maker": "honest",
                    "mistakes": 0,
                    "phase": "reply",
                    "outcome": None,
                    "finished": False,
                    "undoable": ["guess 1234"],
                    "pending": "5016",
                    "turns": {"yours": [{"guess": "1234", "reply": "30"}], "computer": []},
                    "commitment": "f0" * 32,
                    "version": 1,
                }
            ]
        }
    )

    rules: str = Field(description="family, places, x, symbols")
    role: Literal["both", "breaker", "maker"] = Field(
        description="both guess, or only you (breaker), or only the computer (maker)"
    )
    strategy: str = Field(description="how the computer guesses")
    consistent: bool = Field(description="whether it guesses only what may be your secret")
    rated: bool = Field(description="whether there are no hints, and no undo of seen replies")
    maker: Literal["honest", "evil"] = Field(
        description="whether the computer keeps a secret, or none (evil)"
    )
    mistakes: int = Field(description="how many replies may be wrong on either side")
    phase: Literal["guess", "reply", "contradiction", "over"] = Field(
        description="what you have to do: guess, reply to the computer's guess, correct one of "
        "your replies or undo; or nothing more"
    )
    outcome: Literal["won", "lost", "drawn", "resigned"] | None = Field(
        description="from your point of view, once over"
    )
    finished: bool = Field(
        description="whether the game is over and you have found the code or given up; after a "
        "loss you may first guess on for practice, or correct a reply, and `resign` shows the code"
    )
    undoable: list[str] = Field(
        description="the moves that `undo turn` would take back, in the order they were made"
    )
    turns: Turns
    commitment: str | None = Field(
        description="SHA-256 of secret:nonce in hexadecimal digits; null if there is no secret"
    )
    version: int = Field(description="how many moves there were")
    pending: str | None = Field(None, description="the computer's guess that waits for a reply")
    conflict: list[int] | None = Field(None, description="turns of the computer that clash")
    repairs: list[RepairView] | None = Field(
        None, description="every change of one reply that would mend it"
    )
    seed: int | None = Field(None, description="once finished")
    secret: str | None = Field(None, description="the computer's, once finished")
    nonce: str | None = Field(None, description="once finished")
    left: Left | None = Field(None, description="of an evil maker, once finished")
    wrong: Wrong | None = Field(None, description="where replies may be wrong, once finished")
