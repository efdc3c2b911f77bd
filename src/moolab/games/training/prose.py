"""A training in words, as all say them who lead a person through one."""

from moolab.analysis.judgement import Judgement
from moolab.analysis.reasons import comparison
from moolab.analysis.training import Exercise, Results, cost, praise
from moolab.games.training.game import Training
from moolab.support.language import decimal_in_words, marked, translate, translate_plural

HELP = marked("""\
Type a guess: it is judged at once, and you may try as often as you like.
?       a hint, and more if you ask again
? CODE  whether CODE can be the secret, and what it would tell
show    a best guess, and why
next    leave this turn
quit    stop here
help    this text
If a code looks like a command, put a slash before the command: /next""")
"""What can be typed."""


def greeting(training: Training) -> str:
    """How many turns are tried again; if none is, which cost most.

    >>> from moolab.games.training.game import GAME, Setup
    >>> turns = ("012=02", "134=20", "130=30")
    >>> training = GAME.begin(Setup(rules="ab3x5", turns=turns, threshold=1))
    >>> print(greeting(training))
    None of your guesses cost more than 1 guess: there is nothing to try again.
    Turn 2 cost most, 0.28 guesses.
    """
    turns, exercises = training.turns, training.exercises
    threshold = training.setup.threshold
    limit = translate_plural(
        "{limit} [guess|guesses]",
        1 if threshold == 1 else 2,
        limit=decimal_in_words(threshold, None),
    )
    if exercises:
        return translate_plural(
            "{some} of your {number} [guess|guesses] cost more than {limit}: try again. Type "
            "? for a hint, help for more.",
            len(turns),
            some=len(exercises),
            limit=limit,
        )
    said = translate(
        "None of your guesses cost more than {limit}: there is nothing to try again.", limit=limit
    )
    worst = max(turns, key=lambda turn: turn.judgement.regret)
    if not worst.judgement.regret:
        return said
    most = translate(
        "Turn {turn} cost most, {cost}.", turn=worst.number, cost=cost(worst.judgement)
    )
    return f"{said}\n{most}"


def task(training: Training, exercise: Exercise) -> str:
    """What was guessed in a turn, and what it cost."""
    turn = exercise.turn
    return translate_plural(
        "Turn {turn} of {count}: {number} [code|codes] [was|were] possible. You guessed "
        "{code}, which cost {cost}.",
        turn.judgement.partition.candidates,
        turn=turn.number,
        count=len(training.turns),
        code=turn.turn.guess,
        cost=cost(turn.judgement),
    )


def judged(exercise: Exercise, attempt: Judgement) -> str:
    """What a guess is worth that was tried in a turn."""
    then = exercise.turn.judgement
    guess, verdict = attempt.partition.guess, exercise.verdict(attempt)
    if verdict == "best":
        return why(exercise, attempt)
    values = {
        "code": guess,
        "cost": cost(attempt),
        "before": then.partition.guess,
        "old": cost(then),
        "more": exercise.what_if(guess).in_words,
    }
    if verdict == "better":
        return translate("Better: {code} costs {cost}, {before} {old}. {more}", **values)
    if verdict == "equal":
        return translate("No better: {code} costs {cost}, as your guess did. {more}", **values)
    return translate("Worse: {code} costs {cost}, {before} {old}. {more}", **values)


def hint(exercise: Exercise) -> str:
    """The last hint that was given, and what can be asked next."""
    if exercise.revealed:
        return translate("{hint} Type show to see why.", hint=exercise.hint)
    return translate("{hint} ? again names it.", hint=exercise.hint)


def why(exercise: Exercise, best: Judgement) -> str:
    """Why a best guess is one, beside that of the game."""
    played = exercise.turn.judgement.partition
    reason = comparison(played, best.best, whose=played.guess)
    return translate(
        "{code} is {praise}: it {why}.", code=best.best.guess, praise=praise(best), why=reason
    )


def summary(training: Training) -> str:
    """What was found, and how much it wins back."""
    results = Results.of(training.exercises)
    won_back = translate(
        "Your tries win back {gained} of the {regret} guesses that were given away.",
        gained=decimal_in_words(results.gained),
        regret=decimal_in_words(results.regret),
    )
    return f"{_found_in_words(results)}\n{won_back}"


def _found_in_words(results: Results) -> str:
    if not results.found:
        return translate_plural(
            "You found a best guess in none of {number} [turn|turns].", results.turns
        )
    if not results.at_once:
        return translate_plural(
            "You found a best guess in {found} of {number} [turn|turns].",
            results.turns,
            found=results.found,
        )
    return translate_plural(
        "You found a best guess in {found} of {number} [turn|turns], in {once} of them at the "
        "first try.",
        results.turns,
        found=results.found,
        once=results.at_once,
    )
