"""A puzzle as a game among others."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args, overload

from moolab.codes.numbering import EveryCode
from moolab.games.game import Game, Outcome
from moolab.games.solving.solving import Phase, Setup, Solving, apply, begin
from moolab.games.solving.view import SolvingView
from moolab.support.language import translate_number


class SolvingGame(Game[Setup, Solving]):
    """A puzzle that somebody solves."""

    name = "solving"
    travels = True
    setup = Setup
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup(**{name: value for name, value in chosen.items() if value is not None})

    def title(self, setup: Setup) -> str:
        if setup.liar:
            return translate_number(
                "A case of {number} clue, {rules}",
                "A case of {number} clues, {rules}",
                len(setup.turns),
                rules=setup.rules,
            )
        return translate_number(
            "A puzzle of {number} clue, {rules}",
            "A puzzle of {number} clues, {rules}",
            len(setup.turns),
            rules=setup.rules,
        )

    def begin(self, setup: Setup) -> Solving:
        return begin(setup)

    def apply(self, state: Solving, _seat: str, move: str) -> Solving:
        return apply(state, move)

    def expected(self, state: Solving, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        setup = state.setup
        codes: Sequence[str] = EveryCode(setup.rules)
        answers = _Accusations(codes, len(setup.turns)) if setup.liar else codes
        explained = state.explained and state.explained >= len(setup.explanation)
        return {"answer": answers, "resign": ("",)} | ({} if explained else {"explain": ("",)})

    def outcome(self, state: Solving, _seat: str) -> Outcome | None:
        return state.outcome

    def view(self, state: Solving, _seat: str) -> SolvingView:
        return SolvingView.of(state)


class _Accusations(Sequence[str]):
    """Every code with the number of each clue."""

    def __init__(self, codes: Sequence[str], clues: int) -> None:
        self._codes = codes
        self._clues = clues

    def __len__(self) -> int:
        return len(self._codes) * self._clues

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        code, liar = divmod(index, self._clues)
        return f"{self._codes[code]} {liar + 1}"


GAME = SolvingGame()
