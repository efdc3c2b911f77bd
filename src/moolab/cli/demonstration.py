"""A game that the computer plays against itself, explained move by move."""

from moolab.cli.terminal import Terminal
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import Turn
from moolab.duel.game import Duel, Setup, apply
from moolab.words import counted


def demonstrate(duel: Duel, terminal: Terminal) -> Duel:
    """Play a game to its end through the same moves that a person would make.

    Args:
        duel: the state before the first move.

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
    )
    guesser = other.breaker()
    known = candidates(setup.rules)
    terminal.say_apart(
        "Nobody is typing, so I play both sides, Left and Right, and explain the moves."
    )
    terminal.say(f"The game is {setup.rules} with {counted(setup.rules.size, 'code')}.")
    if setup.role != "maker":
        terminal.say(f"Right has chosen {setup.secret}, which Left has to find.")
    if setup.role != "breaker":
        terminal.say(f"Left has chosen {other.secret}, which Right has to find.")
    while duel.phase != "over":
        if duel.phase == "guess":
            duel = apply(duel, f"guess {guesser.guess(known)}")
            before, known = known, known.after(duel.yours[-1])
            terminal.say(_explanation(len(duel.yours), "Left", duel.yours[-1], before, known))
        else:
            assert duel.pending is not None, "the phase says so"
            assert other.secret is not None, "only a maker has none"
            before = duel.known
            duel = apply(duel, f"reply {setup.rules.reply_rule(duel.pending, other.secret)}")
            number = len(duel.computer)
            terminal.say(_explanation(number, "Right", duel.computer[-1], before, duel.known))
    return duel


def _explanation(number: int, side: str, turn: Turn, before: Candidates, after: Candidates) -> str:
    if not before.history:
        why = "as good as any"
    elif before.count == 1:
        why = "the only code that fits"
    elif turn.guess in before:
        why = "which fits all replies so far"
    else:
        why = "which cannot be the code, but tells more"
    says = f"[{number}] {side} guesses {turn.guess}, {why}: {turn.reply.words}."
    if turn.reply == before.rules.win:
        return f"{says}\n    {side} has found the code."
    if before.count is None or after.count is None:
        return says
    return f"{says}\n    That leaves {after.count:,} of {counted(before.count, 'code')}."
