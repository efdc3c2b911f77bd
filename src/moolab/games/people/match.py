"""A duel between two people: its state, and the moves that lead from one state to the next.

Each sets a secret (``secret 1234``), then they guess in turn (``guess 5678``), and the rules give
the replies. Both get the same number of guesses: where the first finds the code, the second still
has its last guess. A game keeps its moves with who made them, as in ``first guess 5678``, so the
setup and these texts are the whole game. Where there is a clock, whoever holds it says who was
late, as in ``first late``; nobody can say that of oneself or the other.
"""

import secrets
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Literal, get_args

from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS, History, Turn
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.duel.fairness import commitment
from moolab.games.game import Outcome, expect_nothing, not_a_move
from moolab.games.setup import Option, check
from moolab.support.language import translate
from moolab.support.text import quote

_USUAL = Rules.parse("ab4x10")

VERBS = ("secret", "guess", "resign")
"""The words that a move begins with."""

LATE = "late"
"""Instead of them, where a player's time has run out."""

Clock = Literal["none", "move", "game"]
"""What time is given for: nothing, each guess, or all guesses of a player together."""

_MINUTE, _WEEK = 60, 7 * 24 * 60 * 60

Seat = Literal["first", "second"]
SEATS: tuple[str, ...] = get_args(Seat)
"""Who plays: the first to guess, and the other."""

Phase = Literal["secret", "guess", "over"]
"""What is due."""


def opponent(seat: str) -> str:
    """The other seat.

    >>> opponent("first"), opponent("second")
    ('second', 'first')
    """
    return SEATS[1 - SEATS.index(seat)]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """All that is settled before the first move.

    Raises:
        InvalidRules: if there is no such game.
        InvalidSetup: if there is not a nonce for each seat, or no such clock.
    """

    rules: Annotated[Rules, Option("The game, such as ab4x10, mm4x6 or emms4x4.")] = _USUAL
    clock: Annotated[
        Clock, Option("What has a time limit: none, each move, or the whole game of a player.")
    ] = "none"
    seconds: Annotated[
        int, Option("How many seconds that limit is, if there is one.", least=5, most=_WEEK)
    ] = _MINUTE
    nonces: Annotated[
        tuple[str, ...],
        Option("A random text for each seat, which goes into its seal.", by="chance", hidden=True),
    ] = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.parse(self.rules))
        if len(self.nonces) != len(SEATS):
            raise InvalidSetup(f"there are {len(SEATS)} nonces, not {len(self.nonces)}")
        check(self)

    @classmethod
    def new(
        cls,
        rules: Rules | str = _USUAL,
        *,
        clock: Clock = "none",
        seconds: int = _MINUTE,
        seed: int | None = None,
    ) -> "Setup":
        """A setup with nonces drawn by the seed, or by the system's random source."""
        chance = secrets.SystemRandom() if seed is None else Random(f"people {seed}")
        nonces = tuple(f"{chance.getrandbits(128):032x}" for _ in SEATS)
        return cls(rules=Rules.parse(rules), clock=clock, seconds=seconds, nonces=nonces)


def choose_secret(rules: Rules, text: str) -> str:
    """The code that a text spells; where there is none, one that chance chooses.

    Raises:
        InvalidCode: if it is not a code of these rules.
    """
    if text.strip():
        return rules.code(text)
    return code_at(rules, secrets.SystemRandom().randrange(rules.size))


@dataclass(frozen=True)
class Side:
    """What one player has done.

    Args:
        secret: the code that the other one looks for; None until it is set.
        turns: the player's guesses, with the replies.
        resigned: whether the player gave up.
        late: whether the player's time has run out.
    """

    secret: str | None = field(default=None, repr=False)
    turns: History = ()
    resigned: bool = False
    late: bool = False

    @property
    def out(self) -> bool:
        """Whether the player has lost by that."""
        return self.resigned or self.late


@dataclass(frozen=True)
class Match:
    """A state of the game; made by ``begin`` and ``apply`` only.

    Args:
        moves: the texts of all moves so far, each with the seat that made it.
        sides: what each has done, in the order of ``SEATS``.
    """

    setup: Setup
    # Secrets are set by moves.
    moves: tuple[str, ...] = field(default=(), repr=False)
    sides: tuple[Side, Side] = (Side(), Side())

    def side(self, seat: str) -> Side:
        """What the player in this seat has done."""
        return self.sides[SEATS.index(seat)]

    @property
    def phase(self) -> Phase:
        """What is due: ``secret``, ``guess``, or nothing: ``over``."""
        first, second = self.sides
        if first.out or second.out:
            return "over"
        if first.secret is None or second.secret is None:
            return "secret"
        # Nothing ends between the guess of the first and that of the second.
        even = len(first.turns) == len(second.turns)
        found = any(map(self.found, SEATS))
        return "over" if even and (found or len(first.turns) == MAX_TURNS) else "guess"

    @property
    def turn(self) -> str | None:
        """Whose guess is due, in the phase ``guess``."""
        if self.phase != "guess":
            return None
        first, second = self.sides
        return SEATS[len(first.turns) > len(second.turns)]

    def found(self, seat: str) -> bool:
        """Whether the player has found the other's secret."""
        turns = self.side(seat).turns
        return bool(turns) and turns[-1].reply == self.setup.rules.win

    @property
    def winner(self) -> str | None:
        """Who alone has found the other's secret, or is not out; None until it is over."""
        if self.phase != "over":
            return None
        out = [seat for seat in SEATS if self.side(seat).out]
        ahead = [opponent(seat) for seat in out] or [s for s in SEATS if self.found(s)]
        return ahead[0] if len(ahead) == 1 else None

    def outcome(self, seat: str) -> Outcome | None:
        """``won``, ``lost``, ``drawn`` or ``resigned`` for this seat once over."""
        if self.phase != "over":
            return None
        if self.side(seat).resigned:
            return "resigned"
        if self.winner is None:
            return "drawn"
        return "won" if self.winner == seat else "lost"

    def commitment(self, seat: str) -> str | None:
        """What both are shown of a secret as soon as it is set."""
        secret = self.side(seat).secret
        return None if secret is None else commitment(secret, self._nonce(seat))

    def reveal(self, seat: str, *, to: str) -> tuple[str, str] | None:
        """The secret of a seat and its nonce: to its owner once it is set, to both at the end.

        >>> match = apply(begin(Setup(nonces=("a1", "b2"))), "first", "secret 1234")
        >>> match.reveal("first", to="first"), match.reveal("first", to="second")
        (('1234', 'a1'), None)
        """
        secret = self.side(seat).secret
        if secret is None or (to != seat and self.phase != "over"):
            return None
        return secret, self._nonce(seat)

    def _nonce(self, seat: str) -> str:
        return self.setup.nonces[SEATS.index(seat)]


def begin(setup: Setup) -> Match:
    """The state before the first move.

    >>> begin(Setup.new(Rules.parse("ab4x10"), seed=1)).phase
    'secret'
    """
    return Match(setup)


def apply(match: Match, seat: str, move: str) -> Match:
    """The state after a move of the player in a seat.

    Args:
        move: ``secret CODE``, ``guess CODE`` or ``resign``.

    Raises:
        InvalidMove: if it is malformed, or not possible now.
        InvalidCode: if it has no code of the game.

    >>> match = begin(Setup.new(Rules.parse("mm4x10"), seed=1))
    >>> match = apply(apply(match, "first", "secret 2396"), "second", "secret 8217")
    >>> match = apply(match, "first", "guess 1234")
    >>> str(match.side("first").turns[-1]), match.turn, match.moves[-1]
    ('1234=11', 'second', 'first guess 1234')
    """
    if seat not in SEATS:
        raise InvalidMove(f"{quote(seat)} is not a seat; there are {', '.join(SEATS)}")
    verb, _, rest = move.strip().partition(" ")
    if verb not in VERBS:
        raise not_a_move(move, VERBS)
    if match.phase == "over":
        raise InvalidMove(translate("the game is over"))
    mine = match.side(seat)
    if verb == "resign":
        expect_nothing(rest.strip())
        return _after(match, seat, replace(mine, resigned=True), "resign")
    _expect(match, seat, verb)
    code = match.setup.rules.code(rest)
    if verb == "secret":
        return _after(match, seat, replace(mine, secret=code), f"secret {code}")
    sought = match.side(opponent(seat)).secret
    assert sought is not None, "the phase says so"
    turn = Turn(code, match.setup.rules.reply_rule(code, sought))
    return _after(match, seat, replace(mine, turns=(*mine.turns, turn)), f"guess {code}")


def apply_stored(match: Match, text: str) -> Match:
    """The state after a move as it is kept, with the seat that made it.

    Raises:
        MoolabError: as ``apply`` does.

    >>> match = apply_stored(begin(Setup.new(clock="move")), "first late")
    >>> match.outcome("first"), match.outcome("second")
    ('lost', 'won')
    """
    seat, _, move = text.partition(" ")
    if move == LATE and seat in SEATS and match.phase != "over":
        return _after(match, seat, replace(match.side(seat), late=True), LATE)
    return apply(match, seat, move)


def _expect(match: Match, seat: str, verb: str) -> None:
    """Refuse what is not due.

    Raises:
        InvalidMove: with what is due instead.
    """
    if verb == "secret":
        if match.side(seat).secret is not None:
            raise InvalidMove(translate("your secret is set, and sealed: it cannot be changed"))
    elif match.side(seat).secret is None:
        raise InvalidMove(translate("first set your secret"))
    elif match.phase == "secret":
        raise InvalidMove(translate("the other player has not set a secret yet"))
    elif match.turn != seat:
        raise InvalidMove(translate("it is the other player's turn"))


def _after(match: Match, seat: str, mine: Side, move: str) -> Match:
    other = match.side(opponent(seat))
    sides = (mine, other) if seat == SEATS[0] else (other, mine)
    return replace(match, moves=(*match.moves, f"{seat} {move}"), sides=sides)
