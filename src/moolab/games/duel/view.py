"""What the player may see of a duel."""

from collections.abc import Iterable
from typing import Literal

from moolab.deduction.candidates import Candidates
from moolab.games.duel.duel import Duel, Phase, Role
from moolab.games.duel.hint import hint
from moolab.games.duel.maker import HONEST, Mistake
from moolab.games.game import GameView, Outcome
from moolab.views.base import Answer, OfRules, View
from moolab.views.errors import RepairView, repair_views
from moolab.views.turns import TurnView, turn_views


class DuelTurns(View):
    """What both sides have guessed."""

    yours: tuple[TurnView, ...]
    """Your guesses with the computer's replies."""
    computer: tuple[TurnView, ...]
    """The computer's guesses with your replies."""


class LeftView(View):
    """What the replies of a maker without a secret have left."""

    candidates: int | None
    """How many codes were possible at last; null if there are too many to count."""
    example: str
    """One of them."""

    @classmethod
    def of(cls, left: Candidates) -> "LeftView":
        """The codes that are left as they are shown."""
        return cls(candidates=left.count, example=left[0])


class MistakeView(View):
    """A wrong reply."""

    turn: int
    """The number of the turn, from 1."""
    right: str
    """What the reply should have been."""


class WrongView(View):
    """The wrong replies of both sides."""

    yours: tuple[MistakeView, ...] | None
    """Those to your guesses; null if the computer has no code."""
    computer: tuple[MistakeView, ...] | None
    """Those to the computer's guesses; null if your code is unknown."""

    @classmethod
    def of(cls, duel: Duel) -> "WrongView":
        """The wrong replies as they are shown."""
        wrong = duel.wrong
        return cls(yours=_mistakes(wrong.get("yours")), computer=_mistakes(wrong.get("computer")))


class SealView(View):
    """What the player has sealed."""

    commitment: str
    """SHA-256 of your code:nonce in hexadecimal digits, as you gave it before your first reply."""
    secret: str | None
    """Your code, which fits the seal; null until you reveal it."""
    nonce: str | None
    """The random text that was sealed with it; null until you reveal it."""


class DuelView(OfRules, GameView):
    """A duel, as far as its player may see it."""

    schema: Literal["moolab/duel/1"] = "moolab/duel/1"
    role: Role
    """Who guesses: both, only you (breaker), or only the computer (maker)."""
    strategy: str
    """How the computer guesses."""
    consistent: bool
    """Whether the computer guesses only what can be your code."""
    seed: int | None
    """What chance was decided by; null until the game is finished."""
    rated: bool
    """Whether there are no hints, and no undo of replies that were seen."""
    maker: str
    """Whether the computer keeps a secret (honest), or none (evil, or a maker of your own)."""
    mistakes: int
    """How many replies can be wrong on either side."""
    hard: bool
    """Whether your guesses have to use what replies have shown (hard mode, for words)."""
    tries: int
    """How many guesses you have; 0 if there is no limit."""
    phase: Phase
    """What you have to do: guess, reply to the computer's guess, correct one of your replies or
    undo (contradiction); or nothing more (over)."""
    outcome: Outcome | None
    """How the game has ended for you; null until it is over."""
    finished: bool
    """Whether the game is over and you have found the code, given up, or no try left. After the
    computer has won you may first guess on for practice, or correct a reply, and resign shows the
    code."""
    undoable: tuple[str, ...]
    """The moves that undo turn would take back, in the order they were made."""
    pending: str | None
    """The computer's guess that waits for your reply; null if none does."""
    conflict: tuple[int, ...] | None
    """In a contradiction, the numbers of the computer's turns that clash; null if there is none, or
    finding them takes too long."""
    repairs: tuple[RepairView, ...] | None
    """In a contradiction, every change of one reply that would fix it; null if there is none, or
    finding them takes too long."""
    turns: DuelTurns
    """What both sides have guessed."""
    commitment: str | None
    """SHA-256 of secret:nonce in hexadecimal digits; null if the computer has no secret."""
    secret: str | None
    """The computer's code; null until the game is finished, and if there is none."""
    nonce: str | None
    """The random text in the commitment; null until the game is finished."""
    seal: SealView | None
    """The seal of your code; null if you have not sealed it."""
    left: LeftView | None
    """What the replies of a maker without a secret have left; null until the game is finished, and
    for an honest maker."""
    wrong: WrongView | None
    """The wrong replies; null until the game is finished, and if none can be wrong."""

    @classmethod
    def of(cls, duel: Duel, *, explained: bool = True) -> "DuelView":
        """A duel as its player may see it.

        Secret and nonce, and the seed, from which both may follow, are told when it is finished.

        Args:
            explained: whether to say what clashes in a contradiction, and what would fix it: to
                find out takes a moment.

        >>> from moolab.games.duel.duel import Setup, apply, begin
        >>> duel = begin(Setup.new("ab4x10", role="breaker", secret="8217"))
        >>> DuelView.of(duel).secret, DuelView.of(apply(duel, "resign")).secret
        (None, '8217')
        """
        setup, finished = duel.setup, duel.finished
        contradiction = duel.contradiction if explained else None
        return cls(
            version=len(duel.moves),
            rules=str(setup.rules),
            role=setup.role,
            strategy=setup.strategy,
            consistent=setup.consistent,
            seed=setup.seed if finished else None,
            rated=setup.rated,
            maker=setup.maker,
            mistakes=setup.mistakes,
            hard=setup.hard,
            tries=setup.tries,
            phase=duel.phase,
            outcome=duel.outcome,
            finished=finished,
            undoable=duel.undoable,
            pending=duel.pending if duel.phase == "reply" else None,
            conflict=None if contradiction is None else contradiction.conflict,
            repairs=None if contradiction is None else repair_views(contradiction),
            turns=DuelTurns(yours=turn_views(duel.yours), computer=turn_views(duel.computer)),
            commitment=setup.commitment,
            secret=setup.secret if finished else None,
            nonce=setup.nonce if finished else None,
            seal=None if duel.seal is None else SealView(**duel.seal._asdict()),
            left=LeftView.of(duel.left) if finished and setup.maker != HONEST else None,
            wrong=WrongView.of(duel) if finished and setup.mistakes else None,
        )


class HintView(Answer):
    """What the computer would guess in your place."""

    schema: Literal["moolab/duel-hint/1"] = "moolab/duel-hint/1"
    guess: str
    """A guess that makes sense."""
    candidates: int | None
    """How many codes are possible; null if there are too many to count."""

    @classmethod
    def of(cls, duel: Duel) -> "HintView":
        """A hint for the player.

        Raises:
            InvalidMove: if the game is rated, or it is not the player's turn to guess.
        """
        return cls(**hint(duel)._asdict())


def _mistakes(mistakes: Iterable[Mistake] | None) -> tuple[MistakeView, ...] | None:
    if mistakes is None:
        return None
    return tuple(MistakeView(turn=each.turn, right=str(each.right)) for each in mistakes)
