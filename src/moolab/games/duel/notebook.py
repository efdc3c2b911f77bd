"""What a player could note down: what the replies have left, and what they have ruled out."""

from math import log
from typing import NamedTuple

from moolab.codes.rules import Rules
from moolab.codes.tables import is_table
from moolab.errors import InvalidMove
from moolab.games.duel.duel import Duel
from moolab.support.language import translate

MOST = 50_000
"""So many codes are looked at for the symbols that they have."""


class Notebook(NamedTuple):
    """What follows from the replies to your guesses.

    Attributes:
        left: how many codes can be the secret; None if they are not counted.
        places: the symbols that can be at each place; None if there are too many codes to look at,
            or codes are names, as in a table.
    """

    rules: Rules
    left: int | None
    places: tuple[frozenset[str], ...] | None

    @classmethod
    def of(cls, duel: Duel) -> "Notebook":
        """The notebook of a duel.

        Raises:
            InvalidMove: if the game is rated, or you guess nothing.

        >>> from moolab.games.duel.duel import Setup
        >>> from moolab.games.duel.game import GAME
        >>> setup = Setup.new("ab4x10", role="breaker", secret="8217")
        >>> notebook = Notebook.of(GAME.replay(setup, ["guess 3456", "guess 1278"]))
        >>> notebook.left, "".join(notebook.excluded), "".join(sorted(notebook.places[1]))
        (8, '034569', '1278')
        """
        if duel.setup.rated:
            raise InvalidMove(translate("there are no hints in a rated game"))
        if duel.setup.role == "maker":
            raise InvalidMove(translate("there are hints only where it is your turn to guess"))
        rules, known = duel.setup.rules, duel.left
        places = None
        if not is_table(rules) and known.countable and known.count <= MOST:
            places = tuple(map(frozenset, zip(*known, strict=True)))
        return cls(rules, known.known_count, places)

    @property
    def excluded(self) -> tuple[str, ...]:
        """The symbols that no code has that is left."""
        if self.places is None:
            return ()
        possible = frozenset[str]().union(*self.places)
        return tuple(symbol for symbol in self.rules.alphabet if symbol not in possible)

    @property
    def unknown(self) -> float:
        """What is still to be found out: 1 at the beginning, 0 when one code is left.

        >>> Notebook(Rules.parse("mm4x10"), 100, None).unknown
        0.5
        """
        if self.left is None or self.rules.size == 1:
            return 1.0
        return log(max(self.left, 1)) / log(self.rules.size)
