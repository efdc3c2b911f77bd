"""How many guesses secrets need, and what that rests on, in print."""

from collections.abc import Mapping

from moolab.cli.terminal.output import echo_text, room
from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.support.text import count_noun, plural, printable
from moolab.views.turns import SourceView, TreeTotals

_BAR = 40
"""Columns of the longest bar."""


def echo_totals(rules: Rules, totals: TreeTotals, more: str = "") -> None:
    """Print how many guesses the secrets of a game need, each for itself, and all together.

    Args:
        more: what to add to the line about all of them.
    """
    guess = guess_noun(rules)
    echo_distribution(totals.distribution, "secrets", guess)
    echo_text(
        f"{count_noun(totals.total, guess)} for {count_noun(totals.secrets, 'secret')}: "
        f"{totals.mean:.4f} on average, at most {totals.max}{more}"
    )
    if isinstance(rules, ListedRules) and (rules.weights or rules.costs):
        reasons = ["secrets are as likely as given"] * bool(rules.weights)
        reasons += [f"{plural(guess)} cost what is given"] * bool(rules.costs)
        echo_text(f"Expected: {totals.expected:.4f}, where {' and '.join(reasons)}")


def guess_noun(rules: Rules) -> str:
    """What is asked in a game: guesses, or questions where none of them wins."""
    return "question" if rules.identifies else "guess"


def echo_distribution(distribution: Mapping[int, int], what: str, guess: str = "guess") -> None:
    """Print how many of something need each number of guesses, as figures and as bars."""
    most = max(distribution.values(), default=0)
    heading = plural(guess)
    longest = min(_BAR, room() - len(heading) - len(" 1,234,567  "))
    echo_text(f"{heading} {what:>11}")
    for guesses, count in distribution.items():
        bar = "#" * -(-longest * count // most)
        echo_text(f"{guesses:>{len(heading)}} {count:>11,}  {bar}".rstrip())


def provided(source: SourceView | None, but: str = "") -> str:
    """A condition, to be put behind what rests on a checkpoint.

    >>> provided(SourceView(file="x.ckpt", answers=13))
    ', if x.ckpt is right'
    """
    return "" if source is None else f",{but} if {printable(source.file)} is right"


def echo_source(source: SourceView | None, without: str = "") -> None:
    """Print what was taken from a checkpoint, if anything was.

    Args:
        without: how to do without it.
    """
    if source is not None:
        answers = count_noun(source.answers, "answer")
        verb = "is" if source.answers == 1 else "are"
        end = f"; {without}." if without else "."
        echo_text(f"{answers} {verb} taken from it{end}")
