"""Puzzles, and how they are solved."""

from typing import Any

from moolab.puzzles.puzzle import Puzzle
from moolab.puzzles.sentences import sentences
from moolab.puzzles.solution import Solution


def puzzle_fields(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle with its solution.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab2x4")
    >>> puzzle_fields(Puzzle(rules, parse_history(rules, "13=01 03=01"), "32", 2, 4))["clues"]
    ['13=01', '03=01']
    """
    return {
        "rules": str(puzzle.rules),
        "clues": [str(clue) for clue in puzzle.clues],
        "solution": puzzle.solution,
        "difficulty": puzzle.difficulty,
        "seed": puzzle.seed,
    }


def solution_fields(solution: Solution) -> dict[str, Any]:
    """Which codes fit some clues, and how one gets there; ``ways`` is None but in cases.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.history import parse_history
    >>> rules = Rules.parse("ab2x3")
    >>> fields = solution_fields(Solution.of(rules, parse_history(rules, "01=01")))
    >>> fields["count"], fields["solution"], fields["examples"], fields["steps"][0]["text"]
    (2, None, ['12', '20'], 'Clue 1: place 1 holds 1 or 2; place 2 holds 0 or 2.')
    """
    told = zip(
        solution.steps, sentences(solution.rules, solution.clues, solution.steps), strict=True
    )
    return {
        "rules": str(solution.rules),
        "clues": [str(clue) for clue in solution.clues],
        "count": solution.count,
        "solution": solution.code,
        "examples": list(solution.examples),
        "difficulty": solution.difficulty,
        "superfluous": list(solution.superfluous),
        "steps": [
            {
                "clues": list(step.clues),
                "ways": list(step.ways) or None,
                "lines": step.lines,
                "facts": [{"symbol": fact.symbol, fact.kind: fact.number} for fact in step.facts],
                "text": text,
            }
            for step, text in told
        ],
    }
