"""The best tree that a game's search has found, and what can be done with it."""

from dataclasses import dataclass
from pathlib import Path

from moolab.codes.spelling import AnyCode
from moolab.deduction.history import AnyHistory, History
from moolab.search.optimal import Optimum as Found


@dataclass(frozen=True, repr=False)
class Optimum(Found):
    """The best tree found, what is known of better ones, and what was asked for.

    It plays wherever a strategy is named, and answers what its ``tree`` does.
    """

    @property
    def size(self) -> int:
        """How many nodes the tree has."""
        return self.tree.size

    def next(self, history: "AnyHistory" = ()) -> str:
        """The guess after these turns; as ``next`` of the tree."""
        return self.tree.next(history)

    def find(self, secret: "AnyCode") -> History:
        """The guesses that find a secret, with their replies; as ``find`` of the tree."""
        return self.tree.find(secret)

    def save(self, path: Path | str) -> int:
        """Write the tree into a file, and say how many nodes it has; as ``save`` of the tree."""
        return self.tree.save(path, f"optimal {self.objective}" if self.proven else "search")

    def certificate(self, path: Path | str) -> int:
        """Write a proof that no strategy is better, which ``moolab.verify`` checks.

        Written at once after a search with ``keep=True``, it takes less time.

        Returns:
            How many claims it has.

        Raises:
            InvalidCertificate: if nothing is proved, or there are no certificates of such games.
            UnusableFile: if the file cannot be written.

        >>> from moolab import Game
        >>> best = Game("ab2x3").optimal()
        >>> best.size, " ".join(map(str, best.find("21")))
        (6, '01=10 02=01 21=20')
        """
        from moolab.certificates.write import header_of, write

        return write(Path(path), header_of(self))
