"""A session with a small machine as a game among others, though it has no end."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, get_args

from moolab.errors import InvalidCommand
from moolab.games.game import Game, Outcome
from moolab.machines.play import Phase, Play, Setup, begin_play
from moolab.machines.play_view import MachineView
from moolab.support.language import translate
from moolab.support.text import quote

NAMES = {
    "hp12c": "HP 12C",
    "ti74": "TI-74 BASIC",
    "thumb": "ARM Thumb",
    "riscv": "RISC-V",
    "riscv64": "RISC-V, 64 bits",
    "ulisp": "uLisp",
}
"""What the machines are called."""


DIGITS_AND_RUN = (*"0123456789", "R/S", "ENTER")
"""The keys of a calculator that a game takes."""


class Machine(Game[Setup, Play]):
    """A machine under a debugger."""

    name = "machine"
    setup = Setup
    phases = get_args(Phase)
    ends = False

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**chosen)

    def title(self, setup: Setup) -> str:
        program = setup.port or translate("a program of your own")
        return translate("{machine}: {program}", machine=NAMES[setup.target], program=program)

    def begin(self, setup: Setup) -> Play:
        return begin_play(setup)

    def apply(self, state: Play, _seat: str, move: str) -> Play:
        return state.after(move)

    def expected(self, state: Play, _seat: str) -> Mapping[str, Sequence[str]]:
        """What a seat may move now; of answers to a program, which may be any text, none."""
        with state.session() as session:
            due: dict[str, Sequence[str]] = {
                "break": tuple(session.format_address(place) for place, _ in session.listing)
            }
            if session.machine.stopped is None:
                due |= {"step": ("", "2", "10"), "run": ("",)}
            if session.debugger.time:
                due["back"] = ("",)
            if "press" in session.extras:
                due["press"] = DIGITS_AND_RUN
        return due

    def outcome(self, _state: Play, _seat: str) -> Outcome | None:
        return None

    def view(self, state: Play, _seat: str) -> MachineView:
        return MachineView.of(state)

    def ask(self, _state: Play, _seat: str, question: str) -> NoReturn:
        raise InvalidCommand(f"{quote(question)} is not a question that a machine answers")


GAME = Machine()
