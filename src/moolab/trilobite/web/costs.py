"""What games of trilobite cost on a server."""

from moolab.errors import InvalidSetup
from moolab.support.language import translate
from moolab.trilobite.game import Match, Setup
from moolab.trilobite.player.levels import LEVELS
from moolab.web.costs import Cost, Use

MOST_THINKING = 5
"""Seconds that the computer may think about a stone."""

_STONE, _REFERENCE = 1_000, 8
"""More bytes than the state after each stone takes, beside references to the moves until then."""


class _TrilobiteCost(Cost):
    def accept(self, setup: Setup) -> None:
        if setup.seconds > MOST_THINKING:
            raise InvalidSetup(
                translate("the computer thinks for at most {most} seconds here", most=MOST_THINKING)
            )

    def is_expensive(self, setup: Setup, use: Use) -> bool:
        return use == "ask" or (use == "move" and LEVELS[setup.level].searches)

    def size(self, state: Match) -> int:
        # The state after each stone has the moves until then.
        stone = _STONE + _REFERENCE * len(state.moves)
        return super().size(state) + len(state.board.moves) * stone


COSTS: dict[str, Cost] = {"trilobite": _TrilobiteCost()}
"""The cost of each game of this annex."""
