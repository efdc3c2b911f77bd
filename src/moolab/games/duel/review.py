"""A played game, as those look at it who judge guesses: what each side has guessed."""

from moolab.analysis.game import Side
from moolab.deduction.history import History
from moolab.errors import InvalidTurn
from moolab.games.duel.duel import Duel


def sides(duel: Duel) -> dict[Side, History]:
    """The guesses of both sides, ``yours`` and ``computer``, each until it found the code.

    A side that has not guessed, or does not guess at all, is left out.

    Raises:
        InvalidTurn: if replies can be wrong: the value of a guess is not defined then.

    >>> from moolab.games.duel.duel import Setup, apply, begin
    >>> duel = begin(Setup.new("ab4x10", secret="8217", start="0123"))
    >>> {side: list(map(str, turns)) for side, turns in sides(apply(duel, "guess 1234")).items()}
    {'yours': ['1234=11']}
    """
    if duel.setup.mistakes:
        raise InvalidTurn("replies may be wrong in this game, so its guesses cannot be judged")
    # A correction may say that an earlier guess of the computer had found the code.
    turns: dict[Side, History] = {
        "yours": duel.yours[: duel.your_guesses],
        "computer": duel.computer[: duel.computer_guesses],
    }
    return {side: history for side, history in turns.items() if history}


def your_turns(duel: Duel) -> History:
    """Your guesses with their replies.

    Raises:
        InvalidTurn: if there is none, or replies can be wrong.
    """
    if duel.setup.role == "maker":
        raise InvalidTurn("in this game only the computer guessed: there is no guess of yours")
    if not duel.yours:
        raise InvalidTurn("in this game you have not guessed yet")
    return sides(duel)["yours"]
