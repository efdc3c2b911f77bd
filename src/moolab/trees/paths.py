"""Paths in a tree: described in words, and followed."""

from collections.abc import Iterable, Iterator, Sequence

from moolab.codes.rules import Rules
from moolab.deduction.history import History, Turn, brief
from moolab.errors import InvalidTree, NotInTree
from moolab.trees.step import Step


def describe_path(history: Sequence[Turn]) -> str:
    """The node to which a history leads, in words.

    >>> from moolab.codes.replies import Reply
    >>> describe_path([Turn("0123", Reply(0, 2)), Turn("1435", Reply(1, 1))]), describe_path([])
    ('after 0123=02 1435=11', 'at the root')
    """
    return f"after {' '.join(map(str, history))}" if history else "at the root"


def subtree(rules: Rules, steps: Iterable[Step], history: History) -> Iterator[Step]:
    """The part of a tree below a history, as a tree of its own.

    Reads no further than it has to.

    Raises:
        NotInTree: if the tree guesses otherwise, or has no branch for a reply.

    >>> from moolab.codes.replies import Reply
    >>> tree = [Step(0, None, "01"), Step(1, Reply(0, 1), "12"), Step(2, Reply(0, 1), "20")]
    >>> list(subtree(Rules.parse("ab2x3"), tree, (Turn("01", Reply(0, 1)),)))
    [Step(depth=0, reply=None, guess='12'), Step(depth=1, reply=Reply(bulls=0, cows=1), guess='20')]
    """
    rest = iter(steps)
    followed = 0
    for step in rest:
        if step.depth < followed:
            break
        if step.depth > followed or (followed and step.reply != history[followed - 1].reply):
            continue
        if followed == len(history):
            yield Step(0, None, step.guess)
            for lower in rest:
                if lower.depth <= followed:
                    return
                yield lower._replace(depth=lower.depth - followed)
            return
        check_guess(history[:followed], step.guess, history[followed])
        followed += 1
    raise no_branch(rules, history[:followed])


def check_guess(before: History, guess: str, turn: Turn) -> None:
    """Refuse a turn whose guess is not the tree's.

    Args:
        before: the turns that led here.
        guess: what the tree guesses here.

    Raises:
        NotInTree: if the turn has another guess.
    """
    if turn.guess != guess:
        raise NotInTree(
            f"turn {len(before) + 1} leaves the tree: {describe_path(before)} it guesses {guess}, "
            f"not {turn.guess}"
        )


def no_branch(rules: Rules, history: History) -> NotInTree:
    """The error for a history whose last reply leads nowhere."""
    if not history:
        return NotInTree("the tree is empty")
    if history[-1].reply == rules.win:
        return NotInTree(f"the tree ends {describe_path(history)}: the code is found")
    return NotInTree(
        f"turn {len(history)} leaves the tree: {describe_path(history[:-1])} it guesses "
        f"{history[-1].guess}, and has no branch for the reply {history[-1].reply}"
    )


def endless(history: History, called: str) -> InvalidTree:
    """The error for what has made as many guesses as a history has, and goes on."""
    return InvalidTree(f"{called} does not come to an end: shown {brief(history)}, it goes on")
