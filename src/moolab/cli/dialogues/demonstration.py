"""A game that the computer plays against itself, explained move by move."""

from moolab.cli.terminal.terminal import Terminal
from moolab.deduction.candidates import Candidates
from moolab.games.duel.duel import Duel, Setup, apply
from moolab.support.text import count_noun


def demonstrate(duel: Duel, terminal: Terminal, why: str = "") -> Duel:
    """Play a game to its end through the same moves that a person would make.

    Args:
        duel: the state before the first move.
        why: why the computer plays alone, as the beginning of a sentence.

    Returns:
        The last state.
    """
    setup = duel.setup
    # The player's side needs chance of its own, but the same for the same seed.
    other = Setup.new(
        setup.rules,
        strategy=setup.strategy,
        seed=setup.seed + 1,
        consistent=setup.consistent,
        mistakes=setup.mistakes,
    )
    guesser = other.breaker
    known = duel.left
    terminal.say_apart(f"{why}I play both sides, Left and Right, and explain the moves.")
    terminal.say_apart(f"The game is {setup.rules} with {count_noun(setup.rules.size, 'code')}.")
    if setup.secret is not None:
        terminal.say_apart(f"Right has chosen {setup.secret}, which Left has to find.")
    elif setup.maker == "evil":
        terminal.say_apart(
            "Right keeps no secret, and always leaves Left as many codes as possible."
        )
    if setup.role != "breaker":
        terminal.say_apart(f"Left has chosen {other.secret}, which Right has to find.")
    while duel.phase != "over":
        if duel.phase == "guess":
            duel = apply(duel, f"guess {guesser.guess(known)}")
            before, known = known, known.after(duel.yours[-1])
            terminal.say_apart(_explanation("Left", setup.secret, before, known))
        else:
            assert duel.pending is not None, "the phase says so"
            before = duel.known
            duel = apply(duel, f"reply {other.reply(duel.computer, duel.pending)}")
            terminal.say_apart(_explanation("Right", other.secret, before, duel.known))
    if setup.role == "both":
        verdict = {"won": "Left wins", "lost": "Right wins", "drawn": "It is a draw"}
        terminal.say_apart(f"{verdict[duel.outcome or '']}.")
    # After a loss there could be practice; Left leaves it at that.
    return duel if duel.finished else apply(duel, "resign")


def _explanation(side: str, secret: str | None, before: Candidates, after: Candidates) -> str:
    """What the last guess of a side was for, and what it has brought.

    Args:
        secret: what the side looks for; None if it is unknown.
    """
    rules, turn = after.rules, after.history[-1]
    if not before.history:
        why = "as good as any"
    elif before.count == 1:
        why = "the only code that fits"
    elif turn.guess in before:
        why = "which may be the code" if before.mistakes else "which fits all replies so far"
    else:
        why = "which cannot be the code, but tells more"
    slip = "" if secret is None or turn.fits(rules, secret) else ", which is wrong"
    number = len(after.history)
    says = f"[{number}] {side} guesses {turn.guess}, {why}: {turn.reply.words}{slip}."
    if turn.reply == rules.win:
        return f"{says}\n    {side} has found the code."
    if before.count is None or after.count is None:
        return says
    return f"{says}\n    That leaves {after.count:,} of {count_noun(before.count, 'code')}."
