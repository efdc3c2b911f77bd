"""A proved tree that comes with moolab, replayed where a search would only find it again."""

from typing import NamedTuple

from moolab.codes.rules import Rules
from moolab.errors import InvalidTree
from moolab.results.known import Result, known_results
from moolab.support.shipped import shipped
from moolab.trees.reading import open_tree
from moolab.trees.step import Step
from moolab.trees.verify import Proof, verify


class Replayed(NamedTuple):
    """A tree with the least total, as its certificate proves, and what it was seen to achieve."""

    result: Result
    steps: list[Step]
    proof: Proof


def shipped_result(rules: Rules) -> Result | None:
    """What is known of a game whose proved tree is here; None if there is none."""
    # A certificate is always that no total is less, and hence about a tree with the least one.
    of_game = (each for each in known_results() if each.rules == rules and each.certificate)
    known = next(of_game, None)
    return None if known is None or known.tree in (None, *known.missing) else known


def replay(rules: Rules) -> Replayed | None:
    """Play every secret of a game through its proved tree with the least total.

    Returns:
        None if there is no such tree here, or no certificate for it.

    Raises:
        InvalidTree: if the tree is not the one that is known.
        OSError: if it cannot be read.

    >>> found = replay(Rules.parse("emms4x4"))
    >>> found.proof.total, found.steps[0].guess
    (895, 'AABC')
    """
    known = shipped_result(rules)
    if known is None or known.tree is None:
        return None
    path = shipped("results").parent / known.tree
    try:
        with open_tree(path) as file:
            steps = list(file.steps)
        proof = verify(rules, steps)
    except InvalidTree as error:
        raise InvalidTree(f"{path}: {str(error).removeprefix(f'{path}: ')}") from error
    if file.rules != rules or proof.total != known.total:
        raise InvalidTree(f"{path}: this is not the tree of {rules} with {known.total:,} guesses")
    return Replayed(known, steps, proof)
