"""Replies, candidates, and the next guess."""

from itertools import islice
from typing import Any

from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import format_history
from moolab.strategies import Strategy


def score_fields(rules: Rules, guess: str, secret: str) -> dict[str, Any]:
    """The reply to a guess.

    Raises:
        InvalidCode: if one of the two is not a code of these rules.

    >>> score_fields(Rules.parse("ab4x10"), "1234", "1423")["reply"]
    '13'
    """
    reply = rules.score(guess, secret)
    return {
        "rules": str(rules),
        "guess": rules.code(guess),
        "secret": rules.code(secret),
        "reply": str(reply),
        "bulls": reply.bulls,
        "cows": reply.cows,
    }


def known_fields(known: Candidates) -> dict[str, Any]:
    """What is known, and how many codes fit it; the codes themselves may be millions."""
    return {
        "rules": str(known.rules),
        **_mistakes_fields(known),
        "history": format_history(known.history),
        "count": known.count,
    }


def candidates_fields(known: Candidates, limit: int | None = None) -> dict[str, Any]:
    """What can still be the secret.

    Args:
        limit: how many codes to list at most.

    >>> from moolab.deduction.candidates import candidates
    >>> candidates_fields(candidates(Rules.parse("ab2x3")), 2)
    {'rules': 'ab2x3', 'history': '', 'count': 6, 'candidates': ['01', '02']}
    """
    return {**known_fields(known), "candidates": list(islice(known, limit))}


def next_fields(name: str, strategy: Strategy, known: Candidates) -> dict[str, Any]:
    """What a strategy guesses, and how many codes each reply would leave.

    Args:
        name: what the strategy is called.

    Raises:
        ContradictoryReplies: if no code is left.
        SpaceTooLarge: if the strategy would have to compare too many codes.
        NotInTree: if a tree file does not know what was guessed.

    >>> from moolab.deduction.candidates import candidates
    >>> from moolab.strategies import strategy
    >>> rules = Rules.parse("ab2x3")
    >>> fields = next_fields("consistent", strategy("consistent", rules), candidates(rules))
    >>> fields["guess"], fields["consistent"], fields["replies"]
    ('12', True, {'01': 2, '02': 1, '10': 2, '20': 1})
    """
    guess = strategy.guess(known)
    return {
        "rules": str(known.rules),
        **_mistakes_fields(known),
        "strategy": name,
        "guess": guess,
        "consistent": guess in known,
        "candidates": known.count,
        "replies": split_fields(known, guess),
    }


def _mistakes_fields(known: Candidates) -> dict[str, Any]:
    """How many replies may be wrong, where some may, and how many codes make the fewest so."""
    if not known.mistakes:
        return {}
    likeliest = known.likeliest
    fewest = {"mistakes": likeliest.mistakes, "count": likeliest.count}
    return {"mistakes": known.mistakes, "likeliest": fewest}


def split_fields(known: Candidates, guess: str) -> dict[str, int] | None:
    """How many codes each reply to a guess would leave; None if there are too many to count."""
    if not known.countable:
        return None
    return {str(reply): count for reply, count in known.split(guess).items()}
