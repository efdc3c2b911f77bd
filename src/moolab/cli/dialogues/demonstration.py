"""A game that the computer plays against itself, explained move by move."""

from dataclasses import replace

from moolab.cli.terminal.terminal import Terminal
from moolab.deduction.candidates import Candidates
from moolab.games.duel.duel import Duel, Setup, apply
from moolab.games.duel.maker import EVIL, HONEST
from moolab.games.setup import SEED
from moolab.support.language import translate, translate_plural


def demonstrate(duel: Duel, terminal: Terminal, *, alone: bool = False) -> Duel:
    """Play a game to its end through the same moves that a person would make.

    Args:
        duel: the state before the first move.
        alone: whether that is because nothing is typed.

    Returns:
        The last state.
    """
    # It shows how a code is found, however long that takes.
    setup = replace(duel.setup, tries=0)
    duel = replace(duel, setup=setup)
    # The player's side needs chance of its own, but the same for the same seed.
    other = Setup.new(
        setup.rules,
        strategy=setup.strategy,
        seed=setup.seed + (1 if setup.seed != SEED.most else -1),
        # What fits all replies uses all that they have shown.
        consistent=setup.consistent or setup.hard,
        mistakes=setup.mistakes,
    )
    guesser = other.breaker
    known = duel.left
    terminal.say_apart(
        translate("There is no input, so I play both sides, Left and Right, and explain the moves.")
        if alone
        else translate("I play both sides, Left and Right, and explain the moves.")
    )
    terminal.say_apart(
        translate_plural(
            "The game is {rules} with {number} [code|codes].", setup.rules.size, rules=setup.rules
        )
    )
    if setup.secret is not None:
        terminal.say_apart(
            translate("Right has chosen {code}, which Left has to find.", code=setup.secret)
        )
    elif setup.maker != HONEST:
        terminal.say_apart(
            translate("Right keeps no secret, and always leaves Left as many codes as possible.")
            if setup.maker == EVIL
            else translate(
                "Right keeps no secret: {maker} says what it replies.", maker=setup.maker
            )
        )
    if setup.role != "breaker":
        terminal.say_apart(
            translate("Left has chosen {code}, which Right has to find.", code=other.secret)
        )
    while duel.phase != "over":
        if duel.phase == "guess":
            duel = apply(duel, f"guess {guesser.guess(known)}")
            before, known = known, known.after(duel.yours[-1])
            terminal.say_apart(_explanation(translate("Left"), setup.secret, before, known))
        else:
            assert duel.pending is not None, "the phase says so"
            before = duel.known
            duel = apply(duel, f"reply {other.reply(duel.computer, duel.pending)}")
            terminal.say_apart(_explanation(translate("Right"), other.secret, before, duel.known))
    if setup.role == "both":
        verdict = {
            "won": translate("Left wins."),
            "lost": translate("Right wins."),
            "drawn": translate("It is a draw."),
        }
        terminal.say_apart(verdict[duel.outcome or ""])
    # After a loss there could be practice; Left leaves it at that.
    return duel if duel.finished else apply(duel, "resign")


def _explanation(side: str, secret: str | None, before: Candidates, after: Candidates) -> str:
    """What the last guess of a side was for, and what it has brought; the secret can be unknown."""
    rules, turn = after.rules, after.history[-1]
    if not before.history:
        why = translate("as good as any")
    elif before.known_count == 1:
        why = translate("the only code that fits")
    elif turn.guess not in before:
        why = translate("which cannot be the code, but tells more")
    elif before.mistakes:
        why = translate("which may be the code")
    else:
        why = translate("which fits all replies so far")
    told = {"side": side, "code": turn.guess, "why": why, "reply": turn.reply.words}
    if secret is None or turn.fits(rules, secret):
        says = translate("{side} guesses {code}, {why}: {reply}.", **told)
    else:
        says = translate("{side} guesses {code}, {why}: {reply}, which is wrong.", **told)
    says = f"[{len(after.history)}] {says}"
    if turn.reply == rules.win:
        found = translate("{side} has found the code.", side=side)
        return f"{says}\n    {found}"
    if before.known_count is None or after.known_count is None:
        return says
    left = translate_plural(
        "That leaves {number} of {count} [codes.|codes.]", after.count, count=before.count
    )
    return f"{says}\n    {left}"
