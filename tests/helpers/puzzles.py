"""The proof of a puzzle: every code is compared with every clue, by the plain reply rule.

Nothing here comes from what makes and solves puzzles: a mistake there cannot hide.
"""

from moolab.codes.listed import secret_of
from moolab.codes.numbering import all_codes, check_listable
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.history import AnyHistory, History, parse_history


class InvalidPuzzle(ValueError):
    """Clues have no solution, or several, or there is one clue too many."""


def verify(rules: "AnyRules", clues: "AnyHistory", solution: "AnyCode") -> None:
    """Make sure that a puzzle is one.

    Its clues leave the solution and no other code; without any one of them they leave more; none
    of them guesses the solution.

    Raises:
        InvalidPuzzle: if it is none; the message says why.
        InvalidCode: if the solution cannot be the secret.
        SpaceTooLarge: if the codes are too many to list.

    >>> verify("ab2x4", "13=01 03=01", "32")
    >>> verify("ab2x4", "13=01", "32")
    Traceback (most recent call last):
    tests.helpers.puzzles.InvalidPuzzle: 01 fits all clues, too
    """
    rules, clues = Rules.parse(rules), parse_history(rules, clues)
    solution = secret_of(rules, solution)
    check_listable(rules)
    if any(clue.guess == solution for clue in clues):
        raise InvalidPuzzle(f"a clue guesses the solution, {solution}")
    if broken := _find_violated(rules, clues, solution):
        raise InvalidPuzzle(f"{solution} does not fit clue {broken[0] + 1}")
    needless = set(range(len(clues)))
    for code in all_codes(rules):
        violated = _find_violated(rules, clues, code)
        if not violated and code != solution:
            raise InvalidPuzzle(f"{code} fits all clues, too")
        if len(violated) == 1:
            needless.discard(violated[0])
    if needless:
        raise InvalidPuzzle(f"clue {min(needless) + 1} follows from the others")


def _find_violated(rules: Rules, clues: History, code: str) -> list[int]:
    """Which clues a code does not fit, from 0; two of them at most."""
    found = []
    for number, clue in enumerate(clues):
        if rules.reply_rule(clue.guess, code) != clue.reply:
            found.append(number)
            if len(found) == 2:
                break
    return found
