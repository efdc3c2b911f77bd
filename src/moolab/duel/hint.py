"""A hint for whoever is to guess."""

from dataclasses import replace
from typing import NamedTuple

from moolab.duel.game import Duel
from moolab.errors import InvalidMove, NotInTree
from moolab.strategies import strategy


class Hint(NamedTuple):
    """A guess that makes sense, and how many codes are possible; None if nobody has counted."""

    guess: str
    candidates: int | None


def hint(duel: Duel) -> Hint:
    """What the computer's strategy would guess in your place.

    Raises:
        InvalidMove: if the game is rated, or it is not your turn to guess.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.duel.game import Setup, apply, begin
    >>> duel = begin(Setup.new(Rules.parse("ab4x10"), role="breaker", secret="8217"))
    >>> hint(apply(duel, "guess 1234"))
    Hint(guess='1305', candidates=720)
    """
    setup = duel.setup
    if setup.rated:
        raise InvalidMove("there are no hints in a rated game")
    if duel.phase != "guess":
        raise InvalidMove("there are hints only where it is your turn to guess")
    left = duel.left
    try:
        # The strategy's own choice: the start is the computer's.
        guess = replace(setup.breaker(), start=None).guess(left)
    except NotInTree:
        # You guess as you like, and a tree knows only its own guesses.
        guess = strategy("consistent", setup.rules).guess(left)
    return Hint(guess, left.count)
