"""What a reply rule has to do."""

from collections.abc import Callable, Iterable, Sequence

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.reply_rules import NamedRule, own_rule, rule_of
from moolab.deduction.candidates import candidates
from moolab.deduction.history import Turn, format_history, parse_history
from moolab.errors import MoolabError
from moolab.testing.demand import demand

WORDS = ("abca", "aabb", "abba", "cabc", "bbbb", "ccab", "dcba", "abcd", "baab")
"""Codes with letters that occur twice, in their places and elsewhere."""


def check_rule(
    rule: "NamedRule | str | Callable[[str, str], object]",
    secrets: Sequence[str] = WORDS,
    guesses: Iterable[str] = (),
) -> ListedRules:
    """Make sure that a reply rule gives replies that can be written, read and reckoned with.

    Args:
        rule: the function of guess and secret; or a rule, or its name.
        secrets: codes that it is tried with, all of the same length.
        guesses: codes that can be guessed, too.

    Returns:
        The game of these codes.

    Raises:
        AssertionError: if a reply is not the same each time, is not read again as it was written,
            wins with another code than the secret, or leaves other candidates than it should.

    >>> check_rule(lambda guess, secret: sum(a == b for a, b in zip(guess, secret)))
    <9 words: 9 secrets, replies by tested>
    >>> check_rule(lambda guess, secret: "" if guess[0] == secret[0] else "far")
    Traceback (most recent call last):
        ...
    AssertionError: the reply '' to abca from aabb is empty
    """
    known = own_rule(rule) if isinstance(rule, str) else rule
    if not isinstance(known, NamedRule):
        known = rule_of("tested", known)
    game = listed_rules(secrets, guesses, known)
    for guess in game.guesses:
        for secret in game.secrets:
            _check_reply(game, guess, secret)
        _check_parts(game, guess)
    _check_table(game)
    return game


def _check_reply(game: ListedRules, guess: str, secret: str) -> None:
    reply = game.rule.score(guess, secret)
    where = f"the reply {str(reply)!r} to {guess} from {secret}"
    demand(str(reply).strip(), f"{where} is empty")
    again = game.rule.score(guess, secret)
    demand((reply, str(reply)) == (again, str(again)), f"{where} is {str(again)!r} the second time")
    demand(
        (reply == game.win) == (guess == secret),
        f"{where} {'does not win' if guess == secret else 'wins'}",
    )
    turns = (Turn(guess, reply), Turn(secret, game.win))
    try:
        read = game.reply(str(reply)), parse_history(game, format_history(turns))
    except MoolabError as error:
        raise AssertionError(f"{where} cannot be read again: {error}") from error
    demand(read == (reply, turns), f"{where} is read as {read[0]}")


def _check_parts(game: ListedRules, guess: str) -> None:
    for reply in game.replies:
        fitting = [code for code in game.secrets if game.rule.score(guess, code) == reply]
        left = [*candidates(game, [(guess, reply)])]
        demand(left == fitting, f"{guess}={reply} leaves {left}, not {fitting}")


def _check_table(game: ListedRules) -> None:
    from moolab.codes.listed_table import reply_table

    table = reply_table(game)
    for row, guess in enumerate(game.guesses):
        for column, secret in enumerate(game.secrets):
            reply = game.replies[table[row, column]]
            demand(
                reply == game.rule.score(guess, secret),
                f"the table says {reply} to {guess} from {secret}",
            )
