"""The sentences about a duel, in the terminal and in the browser.

A face has its own way to write a reply, ``12`` or ``1 bull, 2 cows``: it passes that as ``said``.
"""

from collections.abc import Callable, Iterator

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.games.duel.duel import found, guesses_needed
from moolab.games.duel.view import DuelView
from moolab.support.text import count_noun
from moolab.views.turns import history_of


def verdict(view: DuelView) -> str:
    """How a duel has ended.

    >>> from moolab.games.duel.duel import Setup
    >>> from moolab.games.duel.game import GAME
    >>> setup = Setup.new("ab4x10", role="breaker", secret="8217")
    >>> verdict(DuelView.of(GAME.replay(setup, ["guess 1234", "guess 8217"])))
    'You found my code in 2 guesses.'
    """
    rules = Rules.parse(view.rules)
    your_turns, my_turns = (
        history_of(rules, turns) for turns in (view.turns.yours, view.turns.computer)
    )
    yours, mine = guesses_needed(rules, your_turns), guesses_needed(rules, my_turns)
    if view.outcome == "resigned":
        return "You gave up."
    if view.role == "maker":
        return f"I found {my_turns[mine - 1].guess} in {count_noun(mine, 'guess')}."
    if view.role == "breaker":
        # Where no code was kept, none can be found.
        done = "cornered me" if view.maker == "evil" else "found my code"
        return f"You {done} in {count_noun(yours, 'guess')}."
    if not view.finished:
        return f"I win! I found your code with guess {mine}, so you lose this one."
    winner = {"won": "You win", "lost": "I win", "drawn": "A draw"}[view.outcome or ""]
    if not found(rules, my_turns):
        return f"{winner}: you needed {count_noun(yours, 'guess')}, and I have not found your code."
    if not found(rules, your_turns):
        return f"{winner}: I needed {count_noun(mine, 'guess')}, and you have not found mine."
    return f"{winner}: you needed {count_noun(yours, 'guess')}, I needed {mine}."


def confessions(view: DuelView, said: Callable[[Reply], str] = str) -> Iterator[str]:
    """What a computer that has kept no secret, or where replies may be wrong, says at the end."""
    if view.left is not None:
        example, count = view.left.example, view.left.candidates
        assert count is not None, "a maker without a secret counts what is left"
        if count == 1:
            yield f"I kept no secret; {example} was the only code left."
        else:
            possible = count_noun(count, "code")
            yield f"I kept no secret; {possible} were still possible, {example} for example."
    if view.wrong is not None:
        rules, turns, wrong = Rules.parse(view.rules), view.turns, view.wrong
        for who, whose, played, mistakes in (
            ("I", "my", turns.yours, wrong.yours),
            ("you", "your", turns.computer, wrong.computer),
        ):
            if mistakes == ():
                yield f"All {whose} replies were right."
            for mistake in mistakes or ():
                turn, right = played[mistake.turn - 1], said(rules.reply(mistake.right))
                reply = f"{who} said {said(rules.reply(turn.reply))} to {turn.guess}"
                yield f"In turn {mistake.turn} {reply}, but {right} was right."
