"""What can be searched for in which game, and games as they are sent to other processes."""

import pickle
from array import array
from dataclasses import replace

from moolab.codes.listed import ListedRules
from moolab.codes.listed_table import reply_table
from moolab.codes.numbering import check_first
from moolab.codes.rules import Rules
from moolab.codes.tables import Cells
from moolab.deduction.letters import check_marks
from moolab.errors import SearchFailed, SpaceTooLarge
from moolab.search.bounds import INFINITE
from moolab.search.objective import OBJECTIVES, Objective, tail_weight
from moolab.support.checks import check_count
from moolab.support.text import quote

LONGEST = 16
"""More guesses than any secret of a game needs in which the bounds of costs come near."""

_MOST_PRICED = 1 << 17
"""More codes than this might cost as much, priced by ``hardest_costs``, as is forbidden."""


def check_goal(
    rules: Rules,
    objective: Objective,
    *,
    first: str | None,
    consistent: bool,
    hard: bool,
    most: int | None,
) -> None:
    """Refuse what does not go together; the arguments are those of ``find``.

    Raises:
        InvalidCommand: if the limit is not a number above 0.
        InvalidCode: if the first guess is a name, or cannot be the secret though it has to be.
        InvalidRules: if hard mode is asked for where replies do not mark letters.
        SearchFailed: if there is no such objective, or it does not go with the game, or a limit.
        SpaceTooLarge: if costs would not be exact.
    """
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise SearchFailed(
            f"{quote(objective)} is not an objective; there are {', '.join(OBJECTIVES)}"
        )
    if most is not None:
        check_count("most", most)
    if hard:
        check_marks(rules)
    if isinstance(rules, ListedRules):
        _check_listed(rules, objective, first, consistent=consistent, most=most)
    if objective == "tail" and tail_weight(rules) * rules.size * LONGEST >= INFINITE:
        raise SpaceTooLarge(f"{rules} has too many codes for 'tail': its costs would not be exact")
    if objective == "least-max" and rules.size > _MOST_PRICED:
        raise SpaceTooLarge(
            f"{rules} has too many codes for 'least-max': its costs would not be exact"
        )
    if objective in ("tail", "least-max") and most is not None:
        raise SearchFailed(
            f"a limit of guesses does not go with '{objective}': 'mean' and 'worst' have it"
        )


def _check_listed(
    rules: ListedRules,
    objective: Objective,
    first: str | None,
    *,
    consistent: bool,
    most: int | None,
) -> None:
    if (rules.weights or rules.costs) and (objective != "mean" or most is not None):
        raise SearchFailed(
            "limits and other objectives than 'mean' count guesses: they do not go with priors of "
            "secrets and costs of guesses"
        )
    if rules.identifies and consistent:
        raise SearchFailed(f"the questions of {rules} cannot be the secret: none is consistent")
    if first is not None:
        check_first(rules, first, consistent=consistent)


def portable(rules: Rules) -> Rules:
    """The same game, with its replies as a table if its rule is a function that stays here."""
    if not isinstance(rules, ListedRules):
        return rules
    try:
        pickle.dumps(rules.rule)
    except (AttributeError, TypeError, pickle.PicklingError):
        rows = [array("H", row.tolist()) for row in reply_table(rules)]
        secrets = {code: number for number, code in enumerate(rules.secrets)}
        cells = Cells(rules.replies, rules.numbers, secrets, rows)
        return replace(rules, rule=replace(rules.rule, score=cells, replies=cells.every))
    return rules
