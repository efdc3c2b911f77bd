"""What requests and answers look like, for the description of the interface."""

from typing import Any

from pydantic import BaseModel, Field


class Repair(BaseModel):
    """One reply changed, so that codes fit again."""

    turn: int
    reply: str
    candidates: int | None


class ErrorFields(BaseModel):
    """What is wrong: a kind for programs, a sentence for people, and turns that clash."""

    kind: str
    message: str
    conflict: list[int] | None = None
    repairs: list[Repair] | None = None


class Error(BaseModel):
    """The answer to a request that cannot be granted."""

    error: ErrorFields


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
    503: "Too much is being computed, or this takes too long; or the database does not answer.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a request may be answered with, for its description.

    Too many requests, too long ones and malformed ones are always possible.
    """
    return {
        status: {"model": Error, "description": _MEANINGS[status]}
        for status in sorted({*statuses, 400, 413, 422, 429})
    }


class TurnFields(BaseModel):
    """A guess and its reply: bulls, then cows."""

    guess: str
    reply: str


class Turns(BaseModel):
    """What both sides have guessed."""

    yours: list[TurnFields]
    computer: list[TurnFields]


class DuelState(BaseModel):
    """A game, as far as its player may see it."""

    rules: str
    role: str = Field(description="both, breaker (you guess) or maker (the computer guesses)")
    strategy: str = Field(description="how the computer guesses")
    consistent: bool = Field(description="whether it guesses only what may be your secret")
    rated: bool = Field(description="whether there are no hints, and no undo of seen replies")
    phase: str = Field(description="what is due: guess, reply, contradiction, or over")
    outcome: str | None = Field(description="won, lost, drawn or resigned, once over")
    turns: Turns
    commitment: str | None = Field(description="SHA-256 of secret:nonce; null for a maker")
    version: int = Field(description="how many moves there were")
    pending: str | None = Field(None, description="the computer's guess that waits for a reply")
    conflict: list[int] | None = Field(None, description="turns of the computer that clash")
    repairs: list[Repair] | None = None
    seed: int | None = Field(None, description="once over")
    secret: str | None = Field(None, description="the computer's, once over")
    nonce: str | None = Field(None, description="once over")
