"""The sentences about a duel, in the terminal and in the browser.

A face has its own way to write a reply, ``12`` or ``1 bull, 2 cows``: it passes that as ``said``.
"""

from collections.abc import Callable, Iterator

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.games.duel.duel import found, guesses_needed
from moolab.games.duel.maker import HONEST
from moolab.games.duel.view import DuelView
from moolab.games.tries import out_of_tries
from moolab.support.language import translate, translate_plural
from moolab.views.turns import history_of


def verdict(view: DuelView, rules: Rules) -> str:
    """How a duel has ended.

    Args:
        rules: of the duel; a view names them only, and lists of one's own have no name to be found
            by.

    >>> from moolab.games.duel.duel import Setup
    >>> from moolab.games.duel.game import GAME
    >>> setup = Setup.new("ab4x10", role="breaker", secret="8217")
    >>> verdict(DuelView.of(GAME.replay(setup, ["guess 1234", "guess 8217"])), setup.rules)
    'You found my code in 2 guesses.'
    """
    your_turns, my_turns = (
        history_of(rules, turns) for turns in (view.turns.yours, view.turns.computer)
    )
    yours, mine = guesses_needed(rules, your_turns), guesses_needed(rules, my_turns)
    if view.outcome == "resigned":
        return translate("You gave up.")
    if view.role == "maker":
        code = my_turns[mine - 1].guess
        return translate_plural("I found {code} in {number} [guess|guesses].", mine, code=code)
    none_left = 0 < view.tries <= len(your_turns) and not found(rules, your_turns)
    if none_left and not found(rules, my_turns):
        return out_of_tries(view.tries)
    if view.role == "breaker":
        # Where no code was kept, none can be found.
        if view.maker != HONEST:
            return translate_plural("You cornered me in {number} [guess|guesses].", yours)
        return translate_plural("You found my code in {number} [guess|guesses].", yours)
    if not view.finished:
        return translate(
            "I win! I found your code with guess {number}, so you lose this one.", number=mine
        )
    if not found(rules, my_turns):
        return translate_plural(
            "You win: you needed {number} [guess|guesses], and I have not found your code.", yours
        )
    if not found(rules, your_turns):
        return translate_plural(
            "I win: I needed {number} [guess|guesses], and you have not found mine.", mine
        )
    if view.outcome == "won":
        return translate_plural(
            "You win: you needed {number} [guess|guesses], I needed {mine}.", yours, mine=mine
        )
    if view.outcome == "lost":
        return translate_plural(
            "I win: you needed {number} [guess|guesses], I needed {mine}.", yours, mine=mine
        )
    return translate_plural(
        "A draw: you needed {number} [guess|guesses], I needed {mine}.", yours, mine=mine
    )


def ending(view: DuelView, rules: Rules) -> Iterator[str]:
    """All that is said at the end of a duel: how it has ended, and what is told only now."""
    yield verdict(view, rules)
    yield from confessions(view, rules)
    if view.secret is not None:
        yield code_told(view.secret, view.nonce)


def code_told(secret: str, nonce: str | None) -> str:
    """What has been sealed, once it can be told."""
    return translate("My code was {code}, the nonce {nonce}.", code=secret, nonce=nonce)


def confessions(view: DuelView, rules: Rules, said: Callable[[Reply], str] = str) -> Iterator[str]:
    """What a computer that has kept no secret, or where replies can be wrong, says at the end."""
    if view.left is not None:
        example, count = view.left.example, view.left.candidates
        assert count is not None, "a maker without a secret counts what is left"
        if count == 1:
            yield translate("I kept no secret; {code} was the only code left.", code=example)
        else:
            yield translate(
                "I kept no secret; {count} codes were still possible, {code} for example.",
                count=count,
                code=example,
            )
    if view.wrong is not None:
        turns, wrong = view.turns, view.wrong
        mine = (
            translate("All my replies were right."),
            translate("In turn {turn} I said {reply} to {code}, but {right} was right."),
        )
        yours = (
            translate("All your replies were right."),
            translate("In turn {turn} you said {reply} to {code}, but {right} was right."),
        )
        for (none, one), played, mistakes in (
            (mine, turns.yours, wrong.yours),
            (yours, turns.computer, wrong.computer),
        ):
            if mistakes == ():
                yield none
            for mistake in mistakes or ():
                turn, right = played[mistake.turn - 1], said(rules.reply(mistake.right))
                reply = said(rules.reply(turn.reply))
                yield one.format(turn=mistake.turn, reply=reply, code=turn.guess, right=right)
