"""The state of a duel, and the moves that lead from one state to the next.

Moves are texts: ``guess 1234``, ``reply 02``, ``correct 2 11`` (the reply to the computer's second
guess was 11 after all), ``undo``, ``resign``. Whatever shows the game, saves it or sends it
elsewhere needs nothing but the setup and these texts.

A player may seal a code as the computer does: ``seal HASH`` before the first reply, and after the
game ``reveal CODE NONCE``. Neither can be undone, and after the second the game stays as it is.

A duel is over as soon as it is decided: when a round ends in which a player has found the other's
code. The loser may keep guessing for practice; the outcome stays the same.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import zip_longest
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, TypedDict, Unpack, get_type_hints

from moolab.codes.listed import secret_of
from moolab.codes.numbering import code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import (
    MAX_TURNS,
    MOST_MISTAKES,
    AnyReply,
    History,
    Turn,
    parse_history,
)
from moolab.deduction.letters import broken_hint
from moolab.errors import InvalidMove, InvalidSetup, NotInTree
from moolab.games.drawing import commitment
from moolab.games.duel.maker import (
    ENTRY_POINTS,
    EVIL,
    HONEST,
    MAKERS,
    Maker,
    Mistake,
    check_countable,
    evil,
    honest,
    mistakes_in,
    own_maker,
    reply_by,
)
from moolab.games.game import Outcome, expect_nothing, not_a_move
from moolab.games.setup import SEED, Option, check
from moolab.games.tries import MOST_TRIES, usual_tries
from moolab.strategies import ENTRY_POINTS as STRATEGIES
from moolab.strategies import Strategy
from moolab.strategies.base import StrategySpec
from moolab.support.checks import check_options
from moolab.support.language import translate
from moolab.support.markup import table
from moolab.support.text import count_noun, join_words, quote
from moolab.support.typed import normal, verb_of
from moolab.trees.breaker import AnyStrategy, called, resolve

_USUAL = Rules.parse("ab4x10")

Role = Literal["both", "breaker", "maker"]
"""What the player does: each side guesses in turn, until one has found the other's code; or only
the player guesses; or only the computer."""

Phase = Literal["guess", "reply", "contradiction", "over"]
"""What is due from the player."""


class DuelOptions(TypedDict, total=False):
    """What can be settled before a duel besides its rules and the strategy: fields of ``Setup``.

    Args:
        role: who guesses: both sides, only you (``"breaker"``), or only the computer (``"maker"``).
        seed: repeats the same game.
        start: the computer's first guess.
        secret: the computer's code.
        nonce: a random text that goes into the seal of that code.
        consistent: whether the computer only guesses codes that can still be yours.
        rated: no hints and no undo of guesses; replies can still be corrected.
        maker: how the computer replies: ``"honest"``, ``"evil"``, or by the name of your own maker,
            such as ``"module:name"``.
        mistakes: how many replies can be wrong on either side, never one that wins.
        hard: whether your guesses have to use what replies have shown.
        tries: how many guesses you have; 0 for no limit.
    """

    role: Role
    seed: int | None
    start: AnyCode | None
    secret: AnyCode | None
    nonce: str
    consistent: bool
    rated: bool
    maker: str
    mistakes: int
    hard: bool
    tries: int


@dataclass(frozen=True, kw_only=True)
class Setup:
    """All that is settled before the first move.

    Raises:
        InvalidSetup: if a value is not possible, or what is settled does not go together.
        InvalidCode: if ``start`` or ``secret`` is not a code of these rules.
    """

    rules: Annotated[
        Rules, Option("The game, such as ab4x10, mm4x6, emms4x4 or words:english.")
    ] = _USUAL
    role: Annotated[
        Role, Option("Who guesses: both sides, only you (breaker), or only the computer (maker).")
    ] = "both"
    strategy: Annotated[str, Option("How the computer guesses.", extensions=STRATEGIES)] = (
        "consistent"
    )
    seed: Annotated[int, SEED]
    start: Annotated[str | None, Option("The computer's first guess.")] = None
    secret: Annotated[str | None, Option("The computer's code.", by="owner", hidden=True)] = field(
        default=None, repr=False
    )
    nonce: Annotated[
        str, Option("A random text that goes into the seal.", by="chance", hidden=True)
    ] = field(repr=False)
    consistent: Annotated[
        bool, Option("The computer only guesses codes that can still be yours.")
    ] = False
    rated: Annotated[
        bool, Option("No hints and no undo of guesses; replies can still be corrected.")
    ] = False
    maker: Annotated[
        str,
        Option(
            "How the computer replies: with a secret in mind (honest), or without one, so that "
            "you always have the most work left (evil).",
            names=MAKERS,
            extensions=ENTRY_POINTS,
        ),
    ] = HONEST
    mistakes: Annotated[
        int,
        Option(
            "How many replies may be wrong on either side; never the one that wins.",
            least=0,
            most=MOST_MISTAKES,
        ),
    ] = 0
    hard: Annotated[
        bool,
        Option(
            "Your guesses have to use what replies have shown: letters in place stay there, and "
            "letters elsewhere are guessed again (hard mode, for words)."
        ),
    ] = False
    tries: Annotated[
        int,
        Option(
            "How many guesses you have; 0 for no limit, which is usual where both guess.",
            least=0,
            most=MOST_TRIES,
            usual=True,
        ),
    ] = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.parse(self.rules))
        check(self)
        for name in ("start", "secret"):
            if (code := getattr(self, name)) is not None:
                object.__setattr__(self, name, self.rules.code(code))
        if self.secret is not None:
            secret_of(self.rules, self.secret)
        if self.hard and not self.rules.marked:
            raise InvalidSetup(
                translate(
                    "hard mode is for replies that mark each place, as those of words:english"
                )
            )
        if self.hard and self.role == "maker":
            raise InvalidSetup(
                translate("hard mode is for your guesses, and in this role you make none")
            )
        if self.hard and self.mistakes:
            raise InvalidSetup(
                translate("in hard mode no reply may be wrong: your guesses have to use them")
            )
        if self.tries and self.role == "maker":
            raise InvalidSetup(
                translate("a limit of tries is for your guesses, and in this role you make none")
            )
        if self.maker != HONEST and self.role == "maker":
            raise InvalidSetup(
                translate("an evil maker needs a player who guesses, and in this role you do not")
                if self.maker == EVIL
                else "a maker needs a player who guesses, and in this role you do not"
            )
        if self.maker != HONEST and self.mistakes:
            raise InvalidSetup(
                translate("an evil maker makes no mistakes, so there can be none in this game")
                if self.maker == EVIL
                else "only the honest maker makes mistakes, so there can be none in this game"
            )
        needed = _secret_needed(vars(self))
        if needed and self.secret is None:
            raise InvalidSetup("in this game the computer needs a secret")
        if self.secret is not None and not needed:
            raise InvalidSetup("in this game the computer keeps no secret, so it can be given none")

    @classmethod
    def new(
        cls, rules: "AnyRules" = _USUAL, *, strategy: "AnyStrategy | str | None" = None,
        **chosen: "Unpack[DuelOptions]",
    ) -> "Setup":  # fmt: skip
        """Settle what is left open: by the seed, or without one by the system's random source.

        Args:
            strategy: may also be an object, such as an ``Optimum``, which plays in this program
                alone.
            chosen: other fields; what is missing has its default, or is drawn; who guesses alone
                has the usual number of tries.

        Raises:
            InvalidRules: if there is no such game.
            InvalidSetup: if what is settled does not go together.
            InvalidCode: if ``start`` or ``secret`` is not a code of these rules.

        >>> Setup.new("ab4x10", seed=7).secret
        '1254'
        """
        check_options(DuelOptions.__annotations__, chosen)
        rules, seed = Rules.parse(rules), chosen.get("seed")
        chance = secrets.SystemRandom() if seed is None else Random(f"setup {seed}")
        drawn = code_at(rules, chance.randrange(rules.size))
        settled: dict[str, Any] = {
            "secret": drawn if _secret_needed(chosen) else None,
            "seed": chance.getrandbits(32) if seed is None else seed,
            "nonce": f"{chance.getrandbits(128):032x}",
        }
        settled |= {name: value for name, value in chosen.items() if value is not None}
        if settled.get("role") == "breaker" and "tries" not in settled:
            evil = settled.get("maker", HONEST) != HONEST
            settled["tries"] = usual_tries(rules, evil=evil, mistakes=settled.get("mistakes", 0))
        if strategy is not None:
            settled["strategy"] = called(strategy)
        setup = cls(rules=rules, **settled)
        if strategy is not None and not isinstance(strategy, str):
            # All that is not a name is looked up here alone.
            vars(setup)["breaker"] = resolve(strategy, rules, setup._spec)
        return setup

    @property
    def commitment(self) -> str | None:
        """What is shown of the computer's secret before the game; None if it has none."""
        return None if self.secret is None else commitment(self.secret, self.nonce)

    @cached_property
    def breaker(self) -> Strategy:
        """The computer as code-breaker, made once for all its guesses.

        Raises:
            UnknownStrategy: if there is no such strategy.
            InvalidTree: if it is a tree file that cannot be read, or is for something else.
        """
        return resolve(self.strategy, self.rules, self._spec)

    @property
    def _spec(self) -> StrategySpec:
        return StrategySpec(self.strategy, self.seed, self.start, self.consistent)

    @cached_property
    def _own_maker(self) -> Maker:
        return own_maker(self.maker)

    def reply(self, yours: History, guess: str) -> Reply:
        """The computer as code-maker: what it replies to your next guess.

        Args:
            yours: your guesses before, with the replies.
        """
        if self.maker == EVIL:
            return evil(self.possible(yours), guess)
        if self.secret is None:
            return reply_by(self._own_maker, self.possible(yours), guess)
        return honest(self.rules, self.secret, self.mistakes, self.nonce, yours, guess)

    def possible(self, history: History) -> Candidates:
        """The codes that can be the secret after a history, of either side."""
        return candidates(self.rules, history, self.mistakes)


# Without the descriptions, which make what ``help`` prints of it unreadable.
Setup.__init__.__annotations__.update(get_type_hints(Setup))


class Seal(NamedTuple):
    """What you have said of your code before your first reply.

    Args:
        commitment: SHA-256 of your code and a nonce.
        secret: your code, once you have revealed it.
        nonce: the random text that was sealed with it.
    """

    commitment: str
    secret: str | None = None
    nonce: str | None = None


class Earlier(NamedTuple):
    """An earlier state, as far as it is kept: all but the candidates, which take the memory.

    Args:
        yours: your guesses with the computer's replies.
        computer: the computer's guesses with your replies; its candidates follow from these.
        pending: the computer's guess that waits for your reply.
        last: the last move that counts.
        previous: the state before that move.
    """

    yours: History
    computer: History
    pending: str | None
    last: str
    previous: "Earlier | None"


@dataclass(frozen=True, repr=False)
class Duel:
    """A state of the game; made by ``begin`` and ``apply`` only.

    Args:
        moves: the texts of all moves so far, those undone and the undoing included.
        yours: your guesses with the computer's replies.
        known: what the computer knows: its guesses with your replies, and the codes that fit.
        pending: the computer's guess that waits for your reply.
        resigned: whether you gave up, be it after the game was lost.
        seal: that of your code, if you have sealed it.
        last: the last move that counts.
        previous: the state before that move.
    """

    setup: Setup
    moves: tuple[str, ...]
    yours: "History"
    known: "Candidates"
    pending: str | None
    resigned: bool = False
    seal: "Seal | None" = None
    last: str = ""
    previous: "Earlier | None" = field(default=None, repr=False, compare=False)

    def guess(self, code: "AnyCode") -> "Duel":
        """The state after your guess.

        Raises:
            InvalidMove: if it is not your turn, or a rule of the game is against it.
            InvalidCode: if it is not a code of the game.
            SpaceTooLarge: if the computer's strategy cannot go on.

        >>> duel = begin(Setup.new("ab4x10", secret="8217", start="0123")).guess("1234")
        >>> str(duel.yours[-1]), duel.pending
        ('1234=11', '0123')
        >>> duel.reply("02").undo().reply((1, 1)).computer
        (Turn(guess='0123', reply=Reply(bulls=1, cows=1)),)
        """
        return self.do(f"guess {self.setup.rules.code(code)}")

    def reply(self, reply: "AnyReply") -> "Duel":
        """The state after your reply to the computer's guess.

        Raises:
            InvalidMove: if no guess waits for one.
            InvalidReply: if it is impossible.
        """
        if self.pending is None:
            raise _untimely(self)
        ((_, known),) = parse_history(self.setup.rules, [(self.pending, reply)])
        return self.do(f"reply {known}")

    def undo(self) -> "Duel":
        """The state before the last move that counts.

        Raises:
            InvalidMove: if there is none, or it stays in a rated game.
        """
        return self.do("undo")

    def do(self, *moves: str) -> "Duel":
        """The state after moves in words, such as ``"correct 2 11"`` or ``"resign"``.

        Raises:
            InvalidMove: if one is malformed, or not possible then.
            MoolabError: as ``guess`` and ``reply`` do.
        """
        return reduce(apply, moves, self)

    def __repr__(self) -> str:
        turns = count_noun(len(self.yours), "guess")
        return f"<duel of {self.setup.rules}: {turns} of yours, {self.phase}>"

    def _repr_html_(self) -> str:
        rounds = zip_longest(self.yours, self.computer, fillvalue=("", ""))
        head = ("you guess", "reply", "I guess", "your reply")
        pending = f", I guess {self.pending}" * (self.pending is not None)
        caption = f"{self.setup.rules}, {self.phase}{pending}"
        return table(head, ((*yours, *mine) for yours, mine in rounds), caption)

    @property
    def computer(self) -> History:
        """The computer's guesses with your replies."""
        return self.known.history

    @property
    def left(self) -> Candidates:
        """The codes that the replies to your guesses leave possible."""
        return self.setup.possible(self.yours)

    @property
    def your_code(self) -> str | None:
        """Your code, once the computer has found it."""
        rules = self.setup.rules
        return next((turn.guess for turn in self.computer if turn.reply == rules.win), None)

    @property
    def wrong(self) -> dict[str, list[Mistake]]:
        """The wrong replies to your guesses (``yours``), and to the computer's (``computer``).

        Those of a side whose code is unknown are left out, so this is for the end of the game.
        """
        sides = {
            "yours": (self.setup.secret, self.yours),
            "computer": (self.your_code, self.computer),
        }
        return {
            side: mistakes_in(self.setup.rules, code, history)
            for side, (code, history) in sides.items()
            if code is not None
        }

    @property
    def your_guesses(self) -> int:
        """How many guesses you have made, or have needed to find the code."""
        return guesses_needed(self.setup.rules, self.yours)

    @property
    def computer_guesses(self) -> int:
        """How many guesses the computer has made, or has needed: corrections may come later."""
        return guesses_needed(self.setup.rules, self.computer)

    @property
    def you_are_done(self) -> bool:
        """Whether you have found the computer's code, or do not look for one."""
        return self.setup.role == "maker" or found(self.setup.rules, self.yours)

    @property
    def out_of_tries(self) -> bool:
        """Whether you have made all your guesses, and not found the computer's code."""
        return 0 < self.setup.tries <= len(self.yours) and not self.you_are_done

    @property
    def computer_is_done(self) -> bool:
        """Whether the computer has found your code, or does not look for one."""
        return self.setup.role == "breaker" or (
            not self.known.none_left and found(self.setup.rules, self.computer)
        )

    @property
    def decided(self) -> bool:
        """Whether a player has found the code or cannot, and the other has had as many guesses.

        You guess first, so where the computer finds your code, you have had yours.
        """
        through = self.you_are_done or self.out_of_tries
        if self.setup.role != "both":
            return through and self.computer_is_done
        round_is_whole = len(self.computer) >= self.your_guesses
        return self.computer_is_done or (through and round_is_whole and not self.known.none_left)

    @property
    def phase(self) -> Phase:
        """What is due: ``guess``, ``reply``, a correction (``contradiction``), or ``over``."""
        if self.resigned:
            return "over"
        if self.known.none_left:
            return "contradiction"
        if self.decided:
            return "over"
        return "guess" if self.pending is None else "reply"

    @property
    def finished(self) -> bool:
        """Whether it is over, and you have found the code, given up, or no try left.

        Now the code can be told.

        After a loss to the computer it is not told at once: you may guess on, or correct the reply
        that was one.
        """
        return self.phase == "over" and (self.resigned or self.you_are_done or self.out_of_tries)

    @property
    def may_guess(self) -> bool:
        """Whether you can guess: it is your turn, or you have lost and go on for practice."""
        return self.phase == "guess" or (self.phase == "over" and not self.finished)

    @property
    def may_correct(self) -> bool:
        """Whether there is a reply of yours that you can correct."""
        return bool(self.computer) and self.is_open

    @property
    def undoable(self) -> tuple[str, ...]:
        """The moves that ``undo turn`` takes back, in the order they were made; none if it cannot.

        They reach back to your last guess. Where replies clash, or are all there is to take back,
        it is the last reply or correction alone.
        """
        one = self.setup.rated or self.setup.role == "maker" or self.phase == "contradiction"
        moves: list[str] = []
        state: Duel | Earlier = self
        while self.is_open and state.previous is not None and not self._stays(state.last):
            moves.insert(0, state.last)
            if one or state.last.startswith("guess"):
                break
            state = state.previous
        return tuple(moves)

    @property
    def is_open(self) -> bool:
        """Whether a move is still possible: even a lost game can be gone on with."""
        revealed = self.seal is not None and self.seal.secret is not None
        through = self.you_are_done and self.computer_is_done
        return not (self.resigned or revealed or through or (self.finished and self.out_of_tries))

    def _stays(self, move: str) -> bool:
        """Whether a move is a guess that stays, as its reply has been seen."""
        return self.setup.rated and move.startswith("guess")

    @property
    def contradiction(self) -> ContradictoryReplies | None:
        """Which of your replies clash, and how to fix it, in the phase ``contradiction``."""
        if self.phase != "contradiction":
            return None
        return ContradictoryReplies(self.setup.rules, self.computer, self.setup.mistakes)

    @property
    def outcome(self) -> Outcome | None:
        """``won``, ``lost``, ``drawn`` or ``resigned`` once over; ``won`` alone counts for you.

        Without a try left you have lost. Otherwise a duel goes to the side that needed fewer
        guesses; a breaker who finds the code has won, and a maker whose code is found has lost.
        """
        if self.phase != "over":
            return None
        if not self.decided:
            return "resigned"
        if self.out_of_tries:
            return "lost"
        if self.setup.role == "breaker" or not self.computer_is_done:
            return "won"
        if self.setup.role == "maker" or not self.you_are_done:
            return "lost"
        ahead = self.computer_guesses - self.your_guesses
        return "won" if ahead > 0 else "lost" if ahead < 0 else "drawn"


def begin(setup: Setup) -> Duel:
    """The state before the first move.

    Raises:
        InvalidSetup: if it is not a setup.
        UnknownStrategy: if there is no such strategy.
        InvalidTree: if the strategy is a tree file that cannot be read, or is for another game,
            or for games in which no reply is wrong.
        InvalidExtension: if there is no such maker, or it cannot be loaded.
        SpaceTooLarge: if the computer cannot play such a large game to its end.

    >>> begin(Setup.new("ab4x10", seed=7)).phase
    'guess'
    """
    if not isinstance(setup, Setup):
        raise InvalidSetup(
            f"{quote(setup)} does not settle a duel: make a setup with Setup.new({quote(setup)})"
        )
    setup.breaker.check_playable(setup.mistakes)
    if setup.maker != HONEST:
        check_countable(setup.rules)
    if setup.maker not in MAKERS:
        own_maker(setup.maker)  # that there is none is said now
    duel = Duel(setup, (), (), setup.possible(()), None)
    return _with_computer_guess(duel) if setup.role == "maker" else duel


def apply(duel: Duel, move: str) -> Duel:
    """The state after a move.

    Raises:
        InvalidMove: if it is malformed, or not possible in this phase.
        InvalidCode: if a guess is not a code of the game.
        InvalidReply: if a reply is impossible.
        SpaceTooLarge: if the computer's strategy cannot go on.

    >>> duel = begin(Setup.new("mm4x10", secret="8217", start="2396"))
    >>> duel = apply(duel, "guess 1234")
    >>> str(duel.yours[-1]), duel.pending, duel.phase
    ('1234=11', '2396', 'reply')
    """
    verb, rest = verb_of(move)
    if verb not in MOVES:
        raise not_a_move(move, MOVES)
    if not duel.is_open and verb != "reveal":
        raise InvalidMove(translate("the game is over"))
    return MOVES[verb](duel, rest)


def apply_stored(duel: Duel, move: str) -> Duel:
    """The state after a move of a game that was kept.

    In such games the computer may have gone on after you had won, until it had found your code.

    Raises:
        MoolabError: as ``apply`` does.
    """
    if duel.outcome == "won" and duel.pending is None and move.startswith("reply"):
        duel = _with_computer_guess(duel)
    return apply(duel, move)


def without_undone(moves: Iterable[str]) -> list[str]:
    """The moves of a game that were not undone: alone, they lead to the same state.

    >>> without_undone(["guess 1234", "reply 02", "undo", "reply 03"])
    ['guess 1234', 'reply 03']
    """
    left: list[str] = []
    for move in moves:
        last = next(
            (n for n in reversed(range(len(left))) if not left[n].startswith(("seal ", "reveal "))),
            None,
        )
        # What has nothing to undo stays, and is refused where the moves are made again.
        if move == "undo" and last is not None and left[last] != "undo":
            del left[last]
        else:
            left.append(move)
    return left


def found(rules: Rules, history: History) -> bool:
    """Whether a side has found the code."""
    return any(turn.reply == rules.win for turn in history)


def guesses_needed(rules: Rules, history: History) -> int:
    """How many guesses a side has made, or has needed to find the code."""
    return next((n for n, turn in enumerate(history, 1) if turn.reply == rules.win), len(history))


def _guess(duel: Duel, text: str) -> Duel:
    if not duel.may_guess:
        raise _untimely(duel)
    code = duel.setup.rules.code(text)
    if len(duel.yours) == MAX_TURNS:
        raise InvalidMove(
            translate("a game has at most {most} guesses; you can only resign", most=MAX_TURNS)
        )
    if duel.setup.hard and (broken := broken_hint(duel.yours, code)) is not None:
        raise InvalidMove(broken)
    turn = Turn(code, duel.setup.reply(duel.yours, code))
    after = replace(duel, yours=(*duel.yours, turn))
    return _accept(after, duel, f"guess {code}")


def _reply(duel: Duel, text: str) -> Duel:
    if duel.pending is None:
        raise _untimely(duel)
    turn = Turn(duel.pending, duel.setup.rules.reply(text))
    after = replace(duel, known=duel.known.after(turn), pending=None)
    return _accept(after, duel, f"reply {turn.reply}")


def _correct(duel: Duel, text: str) -> Duel:
    number, _, reply = normal(text).partition(" ")
    turns = list(duel.computer)
    if not turns:
        raise InvalidMove(translate("there is no reply of yours to correct"))
    if not reply or number not in map(str, range(1, len(turns) + 1)):
        # Where only a correction helps, the word itself need not be typed.
        asked = duel.phase == "contradiction"
        right = example_of_reply(duel.setup.rules, "02")
        raise InvalidMove(
            translate(
                "type the number of one of my {count} guesses, then the right reply, as in "
                "{example}",
                count=len(turns),
                example=f"1 {right}" if asked else f"correct 1 {right}",
            )
        )
    index = int(number) - 1
    turns[index] = Turn(turns[index].guess, duel.setup.rules.reply(reply))
    known = duel.setup.possible(tuple(turns))
    after = replace(duel, known=known, pending=None)
    move = f"correct {number} {turns[index].reply}"
    if not after.known.none_left and not after.computer_is_done:
        try:
            guessed = _with_computer_guess(after)
        except NotInTree as error:
            # Refused now, and not when the computer has to guess: then it would be too late.
            raise InvalidMove(
                translate("{error}; undo as far as that reply instead", error=error)
            ) from error
        if duel.pending is not None:
            # It was the computer's turn and still is, with a guess that fits what it knows now.
            after = guessed
    return _accept(after, duel, move)


def _undo(duel: Duel, text: str) -> Duel:
    moves = len(duel.undoable) if text == "turn" else 1
    if text != "turn":
        expect_nothing(text)
    before = duel.previous
    if before is None:
        raise InvalidMove(translate("there is nothing to undo"))
    if duel._stays(duel.last):
        raise InvalidMove(
            translate("this game is rated: a guess stays once you have seen its reply")
        )
    for _ in range(moves - 1):
        assert before.previous is not None, "there are as many as can be undone"
        before = before.previous
    same = before.computer == duel.computer
    return replace(
        duel,
        moves=(*duel.moves, *["undo"] * moves),
        yours=before.yours,
        known=duel.known if same else duel.setup.possible(before.computer),
        pending=before.pending,
        last=before.last,
        previous=before.previous,
    )


def _resign(duel: Duel, text: str) -> Duel:
    expect_nothing(text)
    return _accept(replace(duel, resigned=True, pending=None), duel, "resign")


def _seal(duel: Duel, text: str) -> Duel:
    if duel.setup.role == "breaker":
        raise InvalidMove("in this game you have no code to seal")
    if duel.seal or duel.computer:
        raise InvalidMove(translate("a code is sealed once, before the first reply"))
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise InvalidMove(
            translate("a seal is the SHA-256 of CODE:NONCE, as 64 hexadecimal digits")
        )
    return replace(duel, moves=(*duel.moves, f"seal {text}"), seal=Seal(text))


def _reveal(duel: Duel, text: str) -> Duel:
    seal = duel.seal
    if seal is None or seal.secret or not duel.finished:
        raise InvalidMove(
            translate("what you have sealed is revealed once, when the game is finished")
        )
    code, _, nonce = text.partition(" ")
    code = duel.setup.rules.code(code)
    if commitment(code, nonce) != seal.commitment:
        raise InvalidMove(translate("this code and this nonce are not what you have sealed"))
    moves = (*duel.moves, f"reveal {code} {nonce}")
    return replace(duel, moves=moves, seal=Seal(seal.commitment, code, nonce))


MOVES: dict[str, Callable[[Duel, str], Duel]] = {
    "guess": _guess,
    "reply": _reply,
    "correct": _correct,
    "undo": _undo,
    "resign": _resign,
    "seal": _seal,
    "reveal": _reveal,
}
"""What each kind of move does, by the word that it begins with."""


def example_of_reply(rules: Rules, usual: str) -> str:
    """The usual example of a reply, or if it is not possible in this game, another one.

    >>> example_of_reply(Rules.parse("ab4x10"), "12"), example_of_reply(Rules.parse("mm1x6"), "12")
    ('12', '10')
    """
    replies = [str(reply) for reply in rules.replies]
    return usual if usual in replies else replies[len(replies) // 2]


def moves_in_words(moves: Iterable[str]) -> str:
    """Moves that are taken back, in a row.

    >>> moves_in_words(["guess 5678", "reply 02", "correct 1 11"])
    'guess 5678, reply 02 and the correction of turn 1'
    """
    return join_words(map(_move_in_words, moves))


def _move_in_words(move: str) -> str:
    verb, _, rest = move.partition(" ")
    if verb == "correct":
        return translate("the correction of turn {turn}", turn=rest.partition(" ")[0])
    if verb == "guess":
        return translate("guess {code}", code=rest)
    if verb == "reply":
        return translate("reply {reply}", reply=rest)
    return move


def _accept(after: Duel, before: Duel, move: str) -> Duel:
    """Pass the turn on: after your guess, and whenever you need no more, the computer guesses."""
    earlier = Earlier(before.yours, before.computer, before.pending, before.last, before.previous)
    after = replace(after, moves=(*before.moves, move), last=move, previous=earlier)
    yours_came_last = len(after.yours) > len(before.yours)
    idle = after.phase == "guess" and not after.computer_is_done
    if idle and (yours_came_last or after.you_are_done):
        after = _with_computer_guess(after)
    return after


def _secret_needed(chosen: Mapping[str, Any]) -> bool:
    return chosen.get("role") != "maker" and chosen.get("maker", HONEST) == HONEST


def _with_computer_guess(duel: Duel) -> Duel:
    return replace(duel, pending=duel.setup.breaker.guess(duel.known))


def _untimely(duel: Duel) -> InvalidMove:
    due = {
        "guess": translate("this is not the time for that: it is your turn to guess"),
        "reply": translate(
            "this is not the time for that: first reply to my guess {code}", code=duel.pending
        ),
        "contradiction": translate("this is not the time for that: first correct a reply, or undo"),
        "over": translate("this is not the time for that: the game is over"),
    }
    return InvalidMove(due[duel.phase])
