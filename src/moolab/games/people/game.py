"""A duel between two people: its state, its clock, what each sees of it, and the moves.

Each sets a secret (``secret 1234``), then they guess in turn (``guess 5678``), and the rules give
the replies. Both get the same number of guesses: where the first finds the code, the second still
has its last guess. A game keeps its moves with who made them, as in ``first guess 5678``, so the
setup and these texts are the whole game. Where there is a clock, its holder says who was
late, as in ``first late``; a player cannot say that.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, get_args

from moolab.codes.numbering import EveryCode, code_at
from moolab.codes.rules import Rules
from moolab.deduction.history import MAX_TURNS, History, Turn
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.drawing import commitment
from moolab.games.game import Game, GameView, Outcome, expect_nothing, not_a_move
from moolab.games.setup import Option, check
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.support.typed import verb_of
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views

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

        >>> match = GAME.apply(GAME.begin(Setup(nonces=("a1", "b2"))), "first", "secret 1234")
        >>> match.reveal("first", to="first"), match.reveal("first", to="second")
        (('1234', 'a1'), None)
        """
        secret = self.side(seat).secret
        if secret is None or (to != seat and self.phase != "over"):
            return None
        return secret, self._nonce(seat)

    def _nonce(self, seat: str) -> str:
        return self.setup.nonces[SEATS.index(seat)]


class Times(NamedTuple):
    """What the clock shows.

    Attributes:
        left: the seconds that each has, by seat.
        running: the seat whose time runs; None if neither's does.
    """

    left: dict[str, float]
    running: str | None

    @property
    def late(self) -> str | None:
        """The seat whose time has run out while it ran."""
        return self.running if self.running and self.left[self.running] <= 0 else None


def times(match: Match, made: Sequence[datetime], now: datetime) -> Times | None:
    """What the clock of a game shows; None if it has none.

    Time runs for the player to guess, from the moment when both secrets are set.

    Args:
        made: when each move was made.

    >>> from datetime import timedelta
    >>> moves = ("first secret 1234", "second secret 5678", "first guess 0123")
    >>> match = GAME.replay(Setup.new("ab4x10", clock="game", seconds=60), moves)
    >>> start = datetime(2026, 11, 23)
    >>> made = [start + timedelta(seconds=n) for n in (0, 100, 110)]
    >>> times(match, made, start + timedelta(seconds=130))
    Times(left={'first': 50.0, 'second': 40.0}, running='second')
    """
    setup = match.setup
    if setup.clock == "none":
        return None
    left = dict.fromkeys(SEATS, float(setup.seconds))
    secrets, since = 0, None
    for text, at in zip(match.moves, made, strict=True):
        seat, verb = text.split()[:2]
        if verb == "secret":
            secrets += 1
            since = at
        elif verb == LATE:
            left[seat] = 0.0
        elif verb == "guess" and since is not None:
            if setup.clock == "game":
                left[seat] -= (at - since).total_seconds()
            since = at
    running = match.turn
    if running and since is not None:
        left[running] -= (now - since).total_seconds()
    return Times(left, running)


class MatchTurns(View):
    """What both have guessed."""

    yours: tuple[TurnView, ...]
    """Your guesses with the replies."""
    other: tuple[TurnView, ...]
    """The other one's guesses with the replies."""


class Found(View):
    """Who has found the other one's secret."""

    yours: bool
    """Whether you have."""
    other: bool
    """Whether the other one has."""


class Commitments(View):
    """The seals of both secrets: SHA-256 of secret:nonce in hexadecimal digits."""

    yours: str | None
    """The seal of your secret; null until it is set."""
    other: str | None
    """The seal of the other one's secret; null until it is set."""


class Revealed(View):
    """What is in a seal."""

    secret: str
    """The code."""
    nonce: str
    """The random text."""

    @classmethod
    def of(cls, match: Match, seat: str, *, to: str) -> "Revealed | None":
        """The secret of a seat, as far as the one in another seat may see it."""
        known = match.reveal(seat, to=to)
        return None if known is None else cls(secret=known[0], nonce=known[1])


class RevealedSecrets(View):
    """The secrets that you may see."""

    yours: Revealed | None
    """Yours; null until it is set."""
    other: Revealed | None
    """The other one's; null until the game is over, and if it was never set."""


class MatchView(OfRules, GameView):
    """A duel between two people, as far as one of them may see it."""

    schema: Literal["moolab/two/1"] = "moolab/two/1"
    seat: Seat
    """Who sees this: first, who guesses first, or second."""
    phase: Phase
    """What is due: both secrets are set, then both guess in turn; over at the end."""
    turn: Literal["yours", "other"] | None
    """Whose guess is due; null in other phases."""
    outcome: Outcome | None
    """How the game has ended for you; null until it is over."""
    late: Literal["yours", "other"] | None = None
    """Whose time has run out; null if neither's has."""
    found: Found
    """Who has found the other one's secret."""
    turns: MatchTurns
    """What both have guessed."""
    commitments: Commitments
    """The seals of both secrets."""
    revealed: RevealedSecrets
    """The secrets that you may see."""

    @classmethod
    def of(cls, match: Match, seat: str) -> "MatchView":
        """A duel between two people, as far as the one in this seat may see it.

        >>> match = GAME.replay(Setup.new("ab4x10", seed=1), ["first secret 1234"])
        >>> [MatchView.of(match, to).revealed.yours is None for to in SEATS]
        [False, True]
        """
        other = opponent(seat)
        late = next((s for s in SEATS if match.side(s).late), None)
        whose: dict[str | None, Literal["yours", "other"]] = {seat: "yours", other: "other"}
        return cls(
            version=len(match.moves),
            rules=str(match.setup.rules),
            seat="first" if seat == SEATS[0] else "second",
            phase=match.phase,
            turn=whose.get(match.turn),
            outcome=match.outcome(seat),
            late=whose.get(late),
            found=Found(yours=match.found(seat), other=match.found(other)),
            turns=MatchTurns(
                yours=turn_views(match.side(seat).turns), other=turn_views(match.side(other).turns)
            ),
            commitments=Commitments(yours=match.commitment(seat), other=match.commitment(other)),
            revealed=RevealedSecrets(
                yours=Revealed.of(match, seat, to=seat), other=Revealed.of(match, other, to=seat)
            ),
        )


def _moved(match: Match, seat: str, move: str) -> Match:
    if seat not in SEATS:
        raise InvalidMove(f"{quote(seat)} is not a seat; there are {', '.join(SEATS)}")
    verb, rest = verb_of(move)
    if verb not in VERBS:
        raise not_a_move(move, VERBS)
    if match.phase == "over":
        raise InvalidMove(translate("the game is over"))
    mine = match.side(seat)
    if verb == "resign":
        expect_nothing(rest)
        return _after(match, seat, replace(mine, resigned=True), "resign")
    _expect(match, seat, verb)
    code = match.setup.rules.code(rest)
    if verb == "secret":
        return _after(match, seat, replace(mine, secret=code), f"secret {code}")
    sought = match.side(opponent(seat)).secret
    assert sought is not None, "the phase says so"
    turn = Turn(code, match.setup.rules.reply_rule(code, sought))
    return _after(match, seat, replace(mine, turns=(*mine.turns, turn)), f"guess {code}")


def _expect(match: Match, seat: str, verb: str) -> None:
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


class People(Game[Setup, Match]):
    """A duel between two people, who have no secret yet."""

    name = "two"
    travels = True
    setup = Setup
    seats = SEATS
    phases = get_args(Phase)

    def settle(self, **chosen: Any) -> Setup:
        return Setup.new(**chosen)

    def title(self, setup: Setup) -> str:
        return translate("{rules}, two people", rules=setup.rules)

    def begin(self, setup: Setup) -> Match:
        return Match(setup)

    def apply(self, state: Match, seat: str, move: str) -> Match:
        """The state after a move of the player in a seat.

        Args:
            move: ``secret CODE``, ``guess CODE`` or ``resign``; ``secret`` leaves it to chance.

        Raises:
            InvalidMove: if it is malformed, or not possible now.
            InvalidCode: if it has no code of the game.

        >>> moves = ("first secret 2396", "second secret 8217")
        >>> state = GAME.replay(Setup.new("mm4x10", seed=1), moves)
        >>> state = GAME.apply(state, "first", "guess 1234")
        >>> str(state.side("first").turns[-1]), state.turn, state.moves[-1]
        ('1234=11', 'second', 'first guess 1234')
        """
        if move.strip() == "secret":
            move = f"secret {choose_secret(state.setup.rules, '')}"
        return _moved(state, seat, move)

    def apply_stored(self, state: Match, text: str) -> Match:
        """The state after a move as it is kept, with the seat that made it.

        Raises:
            MoolabError: as ``apply`` does.

        >>> state = GAME.replay(Setup.new(clock="move"), ["first late"])
        >>> state.outcome("first"), state.outcome("second")
        ('lost', 'won')
        """
        seat, _, move = text.partition(" ")
        if move == LATE and seat in SEATS and state.phase != "over":
            return _after(state, seat, replace(state.side(seat), late=True), LATE)
        return _moved(state, seat, move)

    def expected(self, state: Match, seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        codes = EveryCode(state.setup.rules)
        due: dict[str, Sequence[str]] = {}
        if state.side(seat).secret is None:
            due["secret"] = codes
        if state.turn == seat:
            due["guess"] = codes
        return due | {"resign": ("",)}

    def outcome(self, state: Match, seat: str) -> Outcome | None:
        return state.outcome(seat)

    def is_timed(self, setup: Setup) -> bool:
        return setup.clock != "none"

    def overdue(self, state: Match, made: Sequence[datetime], now: datetime) -> str | None:
        shown = times(state, made, now)
        return f"{shown.late} {LATE}" if shown and shown.late else None

    def view(self, state: Match, seat: str) -> MatchView:
        return MatchView.of(state, seat)


GAME = People()
