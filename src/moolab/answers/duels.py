"""Duels."""

from typing import Any

from moolab.answers.errors import contradiction_fields
from moolab.deduction.history import History
from moolab.duel.game import Duel
from moolab.duel.hint import hint


def duel_fields(duel: Duel) -> dict[str, Any]:
    """A duel, as far as the player may see it.

    Secret and nonce, and the seed, from which both may follow, are told when the game is over.
    Before that there may be a guess that waits for a reply (``pending``), or a contradiction.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.duel.game import Setup, apply, begin
    >>> duel = begin(Setup.new(Rules.parse("ab4x10"), role="breaker", secret="8217"))
    >>> "secret" in duel_fields(duel), duel_fields(apply(duel, "resign"))["secret"]
    (False, '8217')
    """
    setup, over = duel.setup, duel.phase == "over"
    contradiction = duel.contradiction
    return {
        "rules": str(setup.rules),
        "role": setup.role,
        "strategy": setup.strategy,
        "consistent": setup.consistent,
        **({"seed": setup.seed} if over else {}),
        "rated": setup.rated,
        "phase": duel.phase,
        "outcome": duel.outcome,
        **({"pending": duel.pending} if duel.phase == "reply" else {}),
        **(contradiction_fields(contradiction) if contradiction else {}),
        "turns": {"yours": _turns(duel.yours), "computer": _turns(duel.computer)},
        "commitment": setup.commitment,
        **({"secret": setup.secret, "nonce": setup.nonce} if over else {}),
    }


def hint_fields(duel: Duel) -> dict[str, Any]:
    """A hint for the player.

    Raises:
        InvalidMove: if the game is rated, or it is not the player's turn to guess.
    """
    return hint(duel)._asdict()


def _turns(history: History) -> list[dict[str, str]]:
    return [{"guess": turn.guess, "reply": str(turn.reply)} for turn in history]
