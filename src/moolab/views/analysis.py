"""What a game teaches: each guess judged."""

from typing import Any, Literal, Self

from moolab.analysis.game import AnalysedTurn, Analysis, Label, Side
from moolab.analysis.judgement import Method
from moolab.analysis.reasons import comparison
from moolab.views.base import Answer, OfRules, View
from moolab.views.errors import ErrorView
from moolab.views.turns import TurnView


class OutlookView(View):
    """What a guess promises before its reply is known."""

    guess: str
    """The code that is guessed."""
    expected_after: float
    """How many codes will be left on average."""
    groups: int
    """How many different replies can come."""
    largest: int
    """How many codes the most frequent reply would leave."""
    expected_guesses: float
    """How many guesses the secret takes with best play, this one included."""


class AnalysedTurnView(OutlookView, TurnView):
    """A guess and its reply, judged."""

    turn: int
    """The number of the turn, from 1."""
    consistent: bool
    """Whether the guess could be the secret."""
    candidates_before: int | None
    """How many codes could be the secret before it."""
    candidates_after: int | None
    """How many codes its reply has left."""
    information: float
    """What the reply told, in bits."""
    expected_information: float
    """What the reply would tell on average, in bits."""
    skill: float
    """How good the guess was, from 0 to 100; 100 for a best guess only."""
    luck: float
    """How lucky the reply was, from 0 to 100."""
    label: Label
    """How good the guess was, in a word."""
    best: OutlookView
    """A best guess; the guess itself if it is one."""
    why: str | None
    """Why the best guess is better; null if this is one."""
    regret: float
    """How many guesses it costs on average not to guess better."""
    method: Method
    """How the guess was judged; only exact is exact."""

    @classmethod
    def of_turn(cls, analysed: AnalysedTurn) -> "AnalysedTurnView":
        """A turn that was judged."""
        judgement = analysed.judgement
        partition, best = judgement.partition, judgement.best
        return cls.showing(
            partition,
            turn=analysed.number,
            reply=str(analysed.turn.reply),
            candidates_before=analysed.before.count,
            candidates_after=analysed.after.count,
            expected_guesses=float(judgement.expected),
            information=analysed.information,
            skill=judgement.skill,
            luck=analysed.luck,
            label=analysed.label,
            best=OutlookView.showing(best, expected_guesses=float(judgement.best_expected)),
            why=comparison(partition, best) if judgement.regret else None,
            regret=float(judgement.regret),
            method=judgement.method,
        )


class AnalysedGameView(OfRules):
    """One side of a game, analysed."""

    side: Side | None
    """Whose guesses these are, in a saved game."""
    secret: str | None
    """The secret, if it is known."""
    turns: tuple[AnalysedTurnView, ...]
    """The guesses with their replies, judged."""
    skill: float
    """The mean skill of the guesses, from 0 to 100."""
    luck: float
    """The mean luck of the replies, from 0 to 100."""
    guesses: int
    """How many guesses there were."""
    spent: int
    """What they cost together: 1 each, unless costs are given."""
    found: bool
    """Whether the secret was found."""
    expected_guesses: float
    """How many guesses the best play needs on average, or what it costs."""
    regret: float
    """How many guesses were given away, or what was."""
    saved: float | None
    """How many guesses luck has saved; null if the secret was not found."""

    @classmethod
    def of_game(
        cls, analysis: Analysis, secret: str | None = None, side: Side | None = None, **others: Any
    ) -> Self:
        """One side of a game.

        Args:
            secret: the secret, if it is known although it was not found.
            others: what else is shown of it.
        """
        saved = analysis.saved
        return cls.showing(
            analysis,
            rules=str(analysis.rules),
            side=side,
            secret=secret or analysis.secret,
            turns=tuple(map(AnalysedTurnView.of_turn, analysis.turns)),
            guesses=len(analysis.turns),
            expected_guesses=float(analysis.expected),
            regret=float(analysis.regret),
            saved=None if saved is None else float(saved),
            **others,
        )


class AnalyzeView(AnalysedGameView, Answer):
    """A game, analysed."""

    schema: Literal["moolab/analyze/1"] = "moolab/analyze/1"
    opponent: AnalysedGameView | None
    """The computer's guesses, where both sides have guessed."""
    opponent_error: ErrorView | None
    """Why the computer's guesses cannot be analysed, if your replies contradict each other."""

    @classmethod
    def of(
        cls,
        analysis: Analysis,
        secret: str | None = None,
        side: Side | None = None,
        opponent: AnalysedGameView | None = None,
        opponent_error: ErrorView | None = None,
    ) -> "AnalyzeView":
        """A game, with its other side if there is one.

        >>> from moolab.analysis.game import analyse
        >>> game = AnalyzeView.of(analyse("ab3x5", "012=02 134=20 130=30"))
        >>> game.guesses, [turn.label for turn in game.turns]
        (3, ['best', 'mistake', 'best'])
        """
        return cls.of_game(analysis, secret, side, opponent=opponent, opponent_error=opponent_error)
