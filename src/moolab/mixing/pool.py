"""Trees whose branches can be exchanged, and the best that can be put together of them."""

from collections.abc import Iterable, Iterator, Sequence

from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply
from moolab.codes.representatives import kinds
from moolab.codes.rules import Rules
from moolab.search.improve import Branch
from moolab.trees.steps import Step

_Set = frozenset[str]


class Pool:
    """What some trees guess for each set of candidates that they come to.

    Trees that begin alike can be taken apart at any set that they share: so ten trees with ten
    branches each make not ten trees but as many as there are ways to choose branches.

    >>> from moolab.strategies import strategy
    >>> from moolab.trees.build import build
    >>> rules = Rules.parse("mm2x3")
    >>> pool = Pool(rules)
    >>> for name in ("parts", "minimax"):
    ...     pool.add(build(strategy(name, rules)))
    >>> pool.best([2, 1])[0]
    29
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._kind = dict(zip(all_codes(rules), kinds(rules).tolist(), strict=True))
        self._guesses: dict[_Set, dict[str, dict[Reply, _Set]]] = {}

    def add(self, tree: Iterable[Step]) -> None:
        """Take in a tree."""
        self._add(Branch.of(self._rules, tree))

    def _add(self, branch: Branch) -> _Set:
        parts = {reply: self._add(part) for reply, part in branch.parts.items()}
        found = [branch.guess] if branch.wins else []
        codes = frozenset(found).union(*parts.values())
        self._guesses.setdefault(codes, {})[branch.guess] = parts
        return codes

    def best(self, weights: Sequence[int]) -> tuple[int, list[Step]]:
        """The least cost where codes of each kind weigh so much, and the steps of its tree."""
        weight = {code: weights[kind] for code, kind in self._kind.items()}
        costs: dict[_Set, int] = {}
        chosen: dict[_Set, str] = {}
        # What a guess leaves is smaller, and comes before.
        for codes in sorted(self._guesses, key=len):
            cost, chosen[codes] = min(
                (sum(costs[part] for part in parts.values()), guess)
                for guess, parts in self._guesses[codes].items()
            )
            costs[codes] = cost + sum(weight[code] for code in codes)

        def steps(codes: _Set, depth: int, reply: Reply | None) -> Iterator[Step]:
            guess = chosen[codes]
            yield Step(depth, reply, guess)
            for answer, part in self._guesses[codes][guess].items():
                yield from steps(part, depth + 1, answer)

        everything = frozenset(self._kind)
        return costs[everything], list(steps(everything, 0, None))
