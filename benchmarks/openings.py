"""The proved values of a game's first positions: ``python -m benchmarks.openings GAME TURNS``.

It prints the files of ``src/moolab/analysis/proved``: ab4x10 after 2 turns (a minute), mm4x6 after
1 (a second). Guesses that a symmetry turns into earlier ones are left out.
"""

import sys
from collections.abc import Iterator

from moolab.codes.numbering import code_at
from moolab.codes.representatives import representatives
from moolab.codes.symmetry import openings_alike
from moolab.deduction.candidates import Candidates, candidates
from moolab.search import position
from moolab.search.best import Best
from moolab.search.bounds import INFINITE


def best_of(known: Candidates) -> Best:
    """The best guess in a position, however long it takes."""
    position._MOST_WORK = INFINITE
    best = position.Position(known).search().better(INFINITE)
    assert best is not None, "all values are less"
    return best


def lines(known: Candidates, turns: int, best: Best | None = None) -> Iterator[str]:
    """The lines of the file from a position on."""
    rules, history = known.rules, known.history
    if history or not openings_alike(rules):
        best = best or best_of(known)
        yield f"{' '.join(map(str, history)) or '-'} {best.value} {best.guess}"
    if len(history) == turns:
        return
    asked = tuple(turn.guess for turn in history)
    for row in representatives(rules, asked):
        guess = code_at(rules, int(row))
        for reply, part in known.parts(guess):
            if reply != rules.win and guess not in asked:
                # A guess that tells nothing leaves everything as it was.
                same = best if part.count == known.count else None
                yield from lines(part, turns, same)


if __name__ == "__main__":
    for line in lines(candidates(sys.argv[1]), int(sys.argv[2])):
        print(line, flush=True)
