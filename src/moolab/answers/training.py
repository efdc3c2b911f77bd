"""Turns that were tried again."""

from collections.abc import Sequence
from typing import Any

from moolab.analysis.training import Exercise, Results
from moolab.codes.rules import Rules


def training_fields(rules: Rules, done: Sequence[Exercise]) -> dict[str, Any]:
    """What was tried, and what has come of it; costs are in guesses, against a best guess."""
    results = Results.of(done)
    return {
        "rules": str(rules),
        "turns": [
            {
                "turn": exercise.turn.number,
                "guess": exercise.turn.turn.guess,
                "regret": float(exercise.regret),
                "best": exercise.turn.judgement.best.guess,
                "tries": [
                    {"guess": attempt.outlook.guess, "regret": float(attempt.regret)}
                    for attempt in exercise.tries
                ],
                "told": exercise.told,
            }
            for exercise in done
        ],
        "found": results.found,
        "at_once": results.at_once,
        "regret": float(results.regret),
        "gained": float(results.gained),
    }
