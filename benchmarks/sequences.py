"""The least totals of families of games, term by term: ``python -m benchmarks.sequences``.

Each term is proved, and its tree replayed. A family goes on as long as a game has at most so many
codes (``python -m benchmarks.sequences 5040`` goes as far as ab4x10); larger games that were proved
are in ``moo results``.
"""

import sys

from moolab.codes.rules import MAX_SYMBOLS, Rules
from moolab.search.optimal import find

FAMILIES = {"ab3": 3, "ab4": 4, "ab5": 5, "mm3": 2, "mm4": 2, "mm5": 2, "mm6": 2, "mm7": 2}
"""By family and places, the fewest symbols. Formulas are known for two places."""


def games(most: int) -> dict[str, list[Rules]]:
    """The games of each family with at most so many codes."""
    found = {}
    for family, fewest in FAMILIES.items():
        every = [Rules.parse(f"{family}x{symbols}") for symbols in range(fewest, MAX_SYMBOLS + 1)]
        found[family] = [rules for rules in every if rules.size <= most]
    return found


def main() -> None:
    """Print a line for each family."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for family, some in games(most).items():
        print(f"{family}x{some[0].symbols}..{some[-1].symbols}", end=":", flush=True)
        for rules in some:
            best = find(rules)
            assert best.proven, "nothing stops the search"
            print(f" {best.total}", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
