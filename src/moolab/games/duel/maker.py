"""How the computer replies, as code-maker."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from moolab.codes.numbering import LISTABLE, code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.candidates import Candidates
from moolab.deduction.history import History
from moolab.errors import InvalidExtension, InvalidReply, SpaceTooLarge
from moolab.support.extensions import load
from moolab.support.language import translate, translate_plural
from moolab.support.text import count_noun, quote

HONEST, EVIL = MAKERS = ("honest", "evil")
"""How the computer makes a code: it keeps a secret from the beginning; or it keeps none, and gives
each time the reply that leaves the most codes."""

ENTRY_POINTS = "moolab.makers"
"""The group of entry points in which packages offer makers of their own."""

Maker = Callable[[Candidates, str], Reply | str]
"""A maker of one's own, which keeps no secret: its reply to a guess, from the codes that its
replies have left. It has to be one that some of these codes give, and always the same."""

_ODDS = 4
"""One reply in this many is wrong, while wrong replies are left."""

_TRIES = 64


def manner(maker: str, mistakes: int, *, rated: bool = False, hard: bool = False) -> list[str]:
    """How a game differs from the usual one with the same rules and role.

    >>> manner("evil", 0, rated=True), manner("honest", 1), manner("mine:kind", 0)
    (['evil maker', 'rated'], ['up to 1 mistake'], ['maker mine:kind'])
    """
    told = {
        translate("evil maker"): maker == EVIL,
        translate("maker {name}", name=maker): maker not in MAKERS,
        translate_plural("up to {number} [mistake|mistakes]", mistakes): bool(mistakes),
        translate("hard mode"): hard,
        translate("rated"): rated,
    }
    return [words for words, apply in told.items() if apply]


def evil(left: Candidates, guess: str) -> Reply:
    """The reply that leaves the most codes; of equals the first in numeric order.

    The winning reply sorts last, so it is given only when one code is left.

    Args:
        left: the codes that are possible after all replies so far, at least one.

    >>> from moolab.deduction.candidates import candidates
    >>> left = candidates("ab4x10")
    >>> str(evil(left, "1234")), left.split("1234")[Reply(0, 1)]
    ('01', 1440)
    """
    sizes = left.split(guess)
    return max(sizes, key=sizes.__getitem__)


def own_maker(name: str) -> Maker:
    """The maker of an installed package, or a function in Python.

    Args:
        name: an entry point, or ``"module:function"``.

    Raises:
        InvalidExtension: if it cannot be loaded.
    """
    found: Any = load(ENTRY_POINTS, name)
    if not callable(found):
        raise InvalidExtension(f"{quote(name)} is not a function of candidates and guess")
    maker: Maker = found
    return maker


def reply_by(maker: Maker, left: Candidates, guess: str) -> Reply:
    """What a maker of one's own replies.

    Raises:
        InvalidExtension: if it is not a reply, or no code that is left gives it.

    >>> from moolab.deduction.candidates import candidates
    >>> left = candidates("ab4x10", "0123=00")
    >>> str(reply_by(lambda left, guess: left.rules.score(guess, left[0]), left, "4578"))
    '21'
    """
    found = maker(left, guess)
    try:
        reply = found if isinstance(found, Reply) else left.rules.reply(str(found))
    except InvalidReply as error:
        raise InvalidExtension(f"the maker replies to {guess} what is not a reply: {error}") from (
            error
        )
    if reply not in left.split(guess):
        raise InvalidExtension(
            f"the maker replies {reply} to {guess}, which no code that is left gives"
        )
    return reply


def check_countable(rules: Rules) -> None:
    """Refuse a game with too many codes to count what a reply leaves.

    Raises:
        SpaceTooLarge: if it is such a game.
    """
    if rules.size > LISTABLE:
        raise SpaceTooLarge(
            f"{rules} has {count_noun(rules.size, 'code')}; a maker that keeps no secret "
            f"has to count those that are left, and can do so for up to {LISTABLE:,}"
        )


def honest(
    rules: Rules, secret: str, mistakes: int, nonce: str, history: History, guess: str
) -> Reply:
    """The reply for a secret; sometimes a wrong one, if allowed, but never about a win.

    Whether it errs in a turn follows from the nonce and the number of the turn alone, so that
    taking a guess back and repeating it gives the same reply. A wrong reply is the
    one that some other code would have got, drawn from all.

    Args:
        mistakes: how many replies can be wrong in the whole game.
        nonce: decides what is left to chance.

    >>> rules = Rules.parse("ab4x10")
    >>> [str(honest(rules, "8217", 1, nonce, (), "1234")) for nonce in "abcdef"]
    ['11', '11', '11', '03', '00', '11']
    """
    right = rules.reply_rule(guess, secret)
    if right == rules.win or len(mistakes_in(rules, secret, history)) >= mistakes:
        return right
    chance = Random(f"mistake {nonce} {len(history) + 1}")
    if chance.randrange(_ODDS):
        return right
    for _ in range(_TRIES):
        wrong = rules.reply_rule(guess, code_at(rules, chance.randrange(rules.size)))
        if wrong not in (right, rules.win):
            return wrong
    return right


class Mistake(NamedTuple):
    """A wrong reply: the number of its turn, from 1, and what would have been right."""

    turn: int
    right: Reply


def mistakes_in(rules: Rules, secret: str, history: History) -> list[Mistake]:
    """The mistakes in a history, if this is the secret.

    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab4x10")
    >>> mistakes_in(rules, "8217", parse_history(rules, "1234=11 5678=11 8217=40"))
    [Mistake(turn=2, right=Reply(bulls=0, cows=2))]
    """
    return [
        Mistake(number, rules.reply_rule(turn.guess, secret))
        for number, turn in enumerate(history, 1)
        if not turn.fits(rules, secret)
    ]
