"""What a strategy has to do."""

from collections.abc import Iterable

from moolab.codes.numbering import all_codes
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import Turn, format_history
from moolab.errors import InvalidCode
from moolab.strategies import Strategy, strategy
from moolab.testing.demand import demand

SMALL = ("ab2x4", "mm2x3", "emms3x3", "ab1x2", "mm1x2", "ab3x3")
"""Games in which every secret is looked for, the degenerate ones included."""

_WRONG = (("ab2x4", 1), ("mm2x2", 1), ("mm1x2", 3))
"""Games in which every wrong reply is tried, and how many can be wrong."""


def check_strategy(
    kind: "type[Strategy] | str", games: "Iterable[Rules | str]" = SMALL, *, mistakes: bool = True
) -> None:
    """Make sure that a strategy finds every secret, and keeps to what it is told.

    Args:
        kind: its class, or its name.
        games: those in which every secret is looked for.
        mistakes: whether it has to find the secret where some replies are wrong, too.

    Raises:
        AssertionError: if it does not: it makes a guess that is not a code, or twice the same, or
            another one when it is asked again; it ignores ``start`` or ``consistent``; it goes on
            although no code fits; or it never finds a secret.

    >>> check_strategy("entropy", ["ab2x4"])
    >>> class Stubborn(Strategy):
    ...     def choose(self, candidates: Candidates) -> str:
    ...         return "0123"
    >>> check_strategy(Stubborn, ["ab4x5"])
    Traceback (most recent call last):
        ...
    AssertionError: in ab4x5 after 0123=30 it guesses 0123, which is not consistent
    """
    for game in map(Rules.parse, games):
        for secret in all_codes(game):
            _check_finds(kind, game, secret)
        _check_start(kind, game)
        _check_contradiction(kind, game)
    for text, wrong in _WRONG if mistakes else ():
        breaker, every = _made(kind, Rules.parse(text)), candidates(text, (), wrong)
        for secret in every:
            most_guesses(breaker, every, secret, wrong)


def check_guess(kind: type[Strategy] | str, known: Candidates, seed: int = 0) -> str:
    """Make sure of a strategy's guess at one position, and return it.

    Raises:
        AssertionError: if it is not a code of the game, or is another one when it is asked again,
            or cannot be the secret although it has to be consistent.
    """
    game, after = known.rules, format_history(known.history) or "no turn"
    guess = _made(kind, game, seed).guess(known)
    try:
        written = game.code(guess)
    except InvalidCode as error:
        raise AssertionError(f"in {game} after {after} it guesses {guess!r}: {error}") from error
    demand(written == guess, f"in {game} after {after} it guesses {guess!r}, not {written!r}")
    again = _made(kind, game, seed).guess(candidates(game, known.history))
    demand(again == guess, f"in {game} after {after} it guesses {guess}, and then {again}")
    safe = _made(kind, game, seed, consistent=True).guess(known)
    demand(safe in known, f"in {game} after {after} it guesses {safe}, which is not consistent")
    return guess


def most_guesses(breaker: Strategy, known: Candidates, secret: str, wrong: int) -> int:
    """The most guesses to come, whichever replies are wrong, and however.

    Args:
        known: what can be the secret by now.
        wrong: how many replies may still be wrong.

    Raises:
        AssertionError: if some game has no end.
    """
    guess, game = breaker.guess(known), breaker.rules
    if guess == secret:
        return 1
    told = format_history(known.history)
    demand(
        len(known.history) < 4 * game.size,
        f"in {game} with secret {secret} it does not end, although few replies are wrong: {told}",
    )
    true = game.score(guess, secret)
    said = [reply for reply in game.replies if reply == true or (wrong and reply != game.win)]
    return 1 + max(
        most_guesses(breaker, known.after(Turn(guess, reply)), secret, wrong - (reply != true))
        for reply in said
    )


def _made(
    kind: type[Strategy] | str,
    game: Rules,
    seed: int = 0,
    start: str | None = None,
    *,
    consistent: bool = False,
) -> Strategy:
    if isinstance(kind, str):
        return strategy(kind, game, seed=seed, start=start, consistent=consistent)
    return kind(game, seed, start, consistent)


def _check_finds(kind: type[Strategy] | str, game: Rules, secret: str) -> None:
    known, guessed = candidates(game), set[str]()
    where = f"in {game} with secret {secret}"
    while secret not in guessed:
        guess = check_guess(kind, known)
        told = format_history(known.history)
        demand(guess not in guessed, f"{where} it guesses {guess} again after {told}")
        guessed.add(guess)
        known = known.after(Turn(guess, game.score(guess, secret)))


def _check_start(kind: type[Strategy] | str, game: Rules) -> None:
    *_, last = all_codes(game)
    breaker = _made(kind, game, start=last)
    first = breaker.guess(candidates(game))
    demand(first == last, f"in {game} it has to start with {last}, and guesses {first}")
    for reply in game.replies:
        known = candidates(game, [(last, reply)])
        if known.none_left or reply == game.win:
            continue
        second, usual = breaker.guess(known), _made(kind, game).guess(known)
        demand(second == usual, f"in {game} after {last}={reply} the start makes it guess {second}")


def _check_contradiction(kind: type[Strategy] | str, game: Rules) -> None:
    first, second, *_ = all_codes(game)
    known = candidates(game, [(first, game.win), (second, game.win)])
    try:
        guess = _made(kind, game).guess(known)
    except ContradictoryReplies:
        return
    demand(fulfilled=False, sentence=f"in {game} no code fits {known!r}, and it guesses {guess}")
