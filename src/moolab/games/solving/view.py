"""What there is to see of a puzzle that somebody solves."""

from typing import Literal

from moolab.games.game import GameView, Outcome
from moolab.games.solving.solving import Answer, Phase, Solving
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views


class BrokenView(View):
    """A clue that an answer breaks."""

    clue: int
    """Its number, from 1."""
    reply: str
    """What the reply would have been."""


class AnswerView(View):
    """What somebody takes for the solution."""

    code: str
    """The secret."""
    liar: int | None
    """The number, from 1, of the clue that lies; null where none does."""
    broken: tuple[BrokenView, ...]
    """The clues that it breaks: that would be false, or true although it says that they lie."""


class SolvingView(OfRules, GameView):
    """A puzzle, as far as whoever solves it may see it."""

    schema: Literal["moolab/solving/1"] = "moolab/solving/1"
    turns: tuple[TurnView, ...]
    """The clues: guesses with their replies."""
    liar: bool
    """Whether exactly one of them lies."""
    phase: Phase
    """What is due; over at the end."""
    outcome: Outcome | None
    """How it has ended; null until then."""
    wrong: tuple[AnswerView, ...]
    """The answers that were wrong."""
    explained: tuple[str, ...]
    """The steps of the explanation that were asked for; all of them at the end."""
    more: bool
    """Whether there are more of them."""
    solution: AnswerView | None
    """The only code, and the liar if there is one; null until the end."""

    @classmethod
    def of(cls, solving: Solving) -> "SolvingView":
        """A puzzle as whoever solves it may see it."""
        setup, over = solving.setup, solving.phase == "over"
        steps = setup.explanation if over or solving.explained else ()
        explained = steps if over else steps[: solving.explained]
        return cls(
            version=len(solving.moves),
            rules=str(setup.rules),
            turns=turn_views(setup.clues),
            liar=setup.liar,
            phase=solving.phase,
            outcome=solving.outcome,
            wrong=tuple(_answer(solving, answer) for answer in solving.wrong),
            explained=explained,
            more=not over and (not steps or len(explained) < len(steps)),
            solution=_answer(solving, setup.solution) if over else None,
        )


def _answer(solving: Solving, answer: Answer) -> AnswerView:
    broken = tuple(
        BrokenView(clue=each.clue, reply=str(each.reply)) for each in solving.broken(answer)
    )
    return AnswerView(code=answer.code, liar=answer.liar, broken=broken)
