"""What commands, pages and the library know of the HP 12C."""

from collections.abc import Mapping
from typing import Any

from moolab.machines.hp12c.keyboard import faces
from moolab.machines.hp12c.listing import listing_in, read_listing
from moolab.machines.hp12c.maker import CalculatorMaker, Keys, game, with_keys
from moolab.machines.hp12c.session import CalculatorSession, calculator
from moolab.machines.session import AT_HOME, Kind, Limits, Setup


class KIND(Kind):
    """The HP 12C."""

    units = ("lines", "lines", "lines", "")
    keys = True
    run = "moolab.machines.hp12c.run"
    play = "moolab.machines.hp12c.table"
    breaks = "moolab.machines.hp12c.maker"
    moment = 4_000
    template = "machine/calculator.html"

    def listing_in(self, text: str) -> str:
        return with_keys(listing_in(text), text)

    def begin(self, setup: Setup, limits: Limits = AT_HOME) -> CalculatorSession:
        return calculator(setup.program, limits, setup.seed)

    def maker(self, program: str, **keys: str) -> CalculatorMaker:
        return CalculatorMaker(program, Keys.of(program, **keys))

    def size(self, program: str) -> int:
        return len(read_listing(program))

    def shown(self, setup: Mapping[str, Any], pending: str) -> dict[str, Any]:
        return {"keys": faces(pending), "game": game(setup["program"], setup["seed"])}
