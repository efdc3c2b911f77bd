"""What there is to see of a game of trilobite."""

from typing import Literal

from moolab.games.game import GameView, Outcome
from moolab.games.trilobite.match import Match, Phase, Side
from moolab.trilobite.board import COLUMNS, Board
from moolab.trilobite.player.levels import Advice, LevelName, hint_in_words
from moolab.views.base import Answer
from moolab.views.trilobite import MoveScoreView, OfPosition


class TrilobiteView(OfPosition, GameView):
    """A game of trilobite against the computer."""

    schema: Literal["moolab/trilobite/1"] = "moolab/trilobite/1"
    first: Side
    """Who moves first."""
    level: LevelName
    """How well the computer plays."""
    seconds: float
    """How long the computer may think about a move."""
    seed: int | None
    """What chance is decided by; null until the game is over."""
    you: str
    """Your stone: X if you move first, else O."""
    phase: Phase
    """Whose move is due; over at the end."""
    outcome: Outcome | None
    """How the game has ended for you; null until it is over."""
    last: str | None
    """The last move, be it a column, undo or resign; null before the first."""

    @classmethod
    def of(cls, match: Match) -> "TrilobiteView":
        """A game as its player may see it.

        >>> from moolab.games.trilobite.match import Setup, apply, begin
        >>> match = begin(Setup(first="human", level="easy", seconds=5, seed=1))
        >>> view = TrilobiteView.of(apply(match, "4"))
        >>> view.moves, view.phase, view.seed
        ('4', 'computer', None)
        """
        setup = match.setup
        return cls(
            version=len(match.moves),
            size=setup.size,
            win=setup.win,
            moves=str(match.board),
            first=setup.first,
            level=setup.level,
            seconds=setup.seconds,
            seed=setup.seed if match.phase == "over" else None,
            you=setup.human,
            phase=match.phase,
            outcome=match.outcome,
            last=match.moves[-1] if match.moves else None,
        )


class HintView(Answer):
    """What a perfect player would do in your place."""

    schema: Literal["moolab/trilobite-hint/1"] = "moolab/trilobite-hint/1"
    column: str
    """The name of the column to play."""
    bounds: MoveScoreView | None
    """What is known of the score that it reaches; null if nothing is."""
    said: str
    """The same as a sentence or two."""

    @classmethod
    def of(cls, board: Board, advice: Advice) -> "HintView":
        """Advice as it is shown."""
        return cls(
            column=COLUMNS[advice.column - 1],
            bounds=None if advice.bounds is None else MoveScoreView.of(advice.bounds),
            said=hint_in_words(board, advice),
        )
