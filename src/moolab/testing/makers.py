"""What a maker that keeps no secret has to do."""

from collections.abc import Iterable
from random import Random

from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import Turn, format_history
from moolab.errors import InvalidExtension
from moolab.games.duel.maker import EVIL, Maker, evil, own_maker, reply_by
from moolab.testing.demand import demand

_GAMES = ("ab2x4", "mm2x3", "emms2x3", "ab1x2")

_TIMES = 20
"""Games with guesses drawn at random, for each set of rules."""


def check_maker(maker: "Maker | str", games: "Iterable[Rules | str]" = _GAMES) -> None:
    """Make sure that a maker never contradicts itself, and that its games end.

    Args:
        maker: the function of the codes that are left, and a guess; or its name.
        games: those in which it is tried.

    Raises:
        AssertionError: if it replies what no code that is left gives, or not always the same, or
            the game goes on when the only code that is left was guessed.

    >>> check_maker("evil")
    >>> try:
    ...     check_maker(lambda left, guess: left.rules.win)
    ... except AssertionError as error:
    ...     print(error)
    in ab2x4 after 02=20 the maker replies 20 to 03, which no code that is left gives
    """
    own = evil if maker == EVIL else own_maker(maker) if isinstance(maker, str) else maker
    for game in map(Rules.parse, games):
        codes = [*all_codes(game)]
        for seed in range(_TIMES):
            chance = Random(f"maker {seed}")
            left = candidates(game)
            for _ in range(4):
                left = left.after(_turn(own, left, chance.choice(codes)))
            while not left.history or left.history[-1].reply != game.win:
                left = left.after(_turn(own, left, left[0]))


def _turn(maker: Maker, left: Candidates, guess: str) -> Turn:
    where = f"in {left.rules} after {format_history(left.history) or 'no turn'}"
    try:
        reply = reply_by(maker, left, guess)
        again = reply_by(maker, candidates(left.rules, left.history), guess)
    except InvalidExtension as error:
        raise AssertionError(f"{where} {error}") from error
    demand(reply == again, f"{where} the maker replies {reply} to {guess}, and then {again}")
    return Turn(guess, reply)
