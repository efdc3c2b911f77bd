"""Machines that keep a secret, checked by playing whole games against them."""

from random import Random

from moolab.codes.numbering import code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import History, Turn, format_history
from moolab.errors import InvalidReply
from moolab.machines.check.report import Counterexample, Passed, Wrong
from moolab.machines.maker import CodeMaker
from moolab.support.text import count_noun

_AFTERWARDS = 12
"""Guesses in each game after its secret is known."""


def check_games(maker: CodeMaker, rules: Rules, replies: int, seed: int = 0) -> Passed:
    """Play games until enough replies were compared with the engine's.

    In each game the engine guesses until only one code can be the secret; so it finds codes that
    the rules do not allow, and replies that contradict each other. Then that code has to explain
    the replies to guesses of many kinds, to the first one once more, and to itself.

    Args:
        replies: how many to compare at least.
        seed: decides the guesses.

    Raises:
        Wrong: at the first reply that is wrong.
    """
    random = Random(seed)
    games = compared = starting = replying = 0
    while compared < replies:
        before = maker.steps
        maker.begin()
        games += 1
        starting += maker.steps - before
        before = maker.steps
        compared += _play(maker, rules, random)
        replying += maker.steps - before
    work = {"steps a game": starting / games, "steps a reply": replying / compared}
    return Passed(count_noun(games, "game"), compared, work)


def _play(maker: CodeMaker, rules: Rules, random: Random) -> int:
    """Play one game; how many replies there were."""
    history: History = ()
    left = candidates(rules)
    while left.count != 1:
        guess = left[random.randrange(left.count)]
        turn = Turn(guess, _reply(maker, guess, history))
        try:
            left = left.after(turn)
        except InvalidReply:
            expected = f"a reply that is possible in {rules}"
            raise Wrong(Counterexample(guess, None, expected, str(turn.reply))) from None
        history = (*history, turn)
        if left.none_left or (maker.over and left.count != 1):
            expected = (
                "a game that goes on" if maker.over else f"what some code of {rules} explains"
            )
            raise Wrong(Counterexample(guess, None, expected, format_history(history)))
    secret = left[0]
    others = [_guess(rules, secret, random) for _ in range(_AFTERWARDS)]
    for guess in [*others, history[0].guess, secret, *others]:
        if maker.over:
            break
        reply, expected_reply = _reply(maker, guess, history), rules.score(guess, secret)
        if reply != expected_reply:
            raise Wrong(Counterexample(guess, secret, str(expected_reply), str(reply)))
        history = (*history, Turn(guess, reply))
    return len(history)


def _reply(maker: CodeMaker, guess: str, history: History) -> Reply:
    answer = maker.answer(guess)
    try:
        return Reply.parse(answer)
    except InvalidReply:
        told = f", after {format_history(history)}" if history else ""
        raise Wrong(Counterexample(guess, None, "a reply", f"{answer}{told}")) from None


def _guess(rules: Rules, secret: str, random: Random) -> str:
    """A code of any kind, or the secret in another order."""
    if random.random() < 0.5:
        return code_at(rules, random.randrange(rules.size))
    return "".join(random.sample(secret, len(secret)))
