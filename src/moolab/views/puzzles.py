"""Puzzles, and how they are solved."""

from typing import Literal

from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.puzzles.detective import Case, explain, suspect
from moolab.puzzles.maker import Puzzle
from moolab.puzzles.reasoning import Fact, Step
from moolab.puzzles.sentences import sentences
from moolab.puzzles.solution import Solution
from moolab.views.base import Answer, OfRules, View
from moolab.views.turns import TurnView, turn_views


class OfClues(OfRules):
    """A view of a puzzle."""

    turns: tuple[TurnView, ...]
    """The clues: guesses with their replies."""


class PuzzleView(OfClues, Answer):
    """A puzzle with its solution."""

    schema: Literal["moolab/puzzle/1"] = "moolab/puzzle/1"
    solution: str
    """The only code that fits all clues, or all but the liar."""
    difficulty: int | None
    """How hard it is, from 1, very easy, to 5, very hard; null if one of the clues lies."""
    seed: int
    """The seed that makes the same puzzle again."""
    liar: int | None
    """The number, from 1, of the clue that lies; null if none does."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> "PuzzleView":
        """A puzzle as it is shown."""
        turns = turn_views(puzzle.clues)
        return cls.showing(puzzle, rules=str(puzzle.rules), turns=turns, liar=None)

    @classmethod
    def of_case(cls, case: Case) -> "PuzzleView":
        """A case as it is shown."""
        turns = turn_views(case.clues)
        return cls.showing(case, rules=str(case.rules), turns=turns, difficulty=None)


class SuspicionView(View):
    """What follows if a clue is the only one that lies."""

    clue: int
    """Its number, from 1."""
    clash: tuple[int, ...]
    """The fewest of the other clues that cannot all be true; empty if they can."""
    codes: tuple[str, ...]
    """The codes that are left."""
    text: str
    """The same in words."""


class PuzzleCaseView(OfClues, Answer):
    """Which of some clues lies, where exactly one does, and about which code."""

    schema: Literal["moolab/puzzle-case/1"] = "moolab/puzzle-case/1"
    solution: str | None
    """The only code for which exactly one clue is false; null if there are several or none."""
    liar: int | None
    """The number, from 1, of that clue; null as well."""
    suspicions: tuple[SuspicionView, ...]
    """What follows from each clue's being the liar."""

    @classmethod
    def of(cls, rules: Rules, clues: History) -> "PuzzleCaseView":
        """The case that some clues are.

        >>> from moolab.deduction.history import parse_history
        >>> rules = Rules.parse("ab2x3")
        >>> view = PuzzleCaseView.of(rules, parse_history(rules, "01=20 02=20 10=02"))
        >>> view.solution, view.liar
        ('01', 2)
        """
        found = suspect(rules, clues)
        left = [(code, each.clue) for each in found for code in each.codes]
        code, liar = left[0] if len(left) == 1 else (None, None)
        return cls(
            rules=str(rules),
            turns=turn_views(clues),
            solution=code,
            liar=liar,
            suspicions=tuple(
                SuspicionView.showing(each, text=text)
                for each, text in zip(found, explain(found), strict=True)
            ),
        )


class FactView(View):
    """Something about a symbol that a step finds out."""

    symbol: str
    """The symbol."""
    not_at: int | None
    """The place, from 1, where it is not; null if the fact is another one."""
    at_least: int | None
    """How often the code holds it at least; null if the fact is another one."""

    @classmethod
    def of(cls, fact: Fact) -> "FactView":
        """A fact as it is shown."""
        return cls(
            symbol=fact.symbol,
            not_at=fact.number if fact.kind == "not_at" else None,
            at_least=fact.number if fact.kind == "at_least" else None,
        )


class ReasonView(View):
    """A step of the solution."""

    clues: tuple[int, ...]
    """The numbers, from 1, of the clues that are looked at."""
    ways: tuple[str, ...] | None
    """The ways in which these can all be true, where cases are told apart; otherwise null."""
    lines: int
    """How many lines a person would write for it."""
    facts: tuple[FactView, ...]
    """What is new."""
    text: str
    """The step in words."""

    @classmethod
    def of(cls, step: Step, text: str) -> "ReasonView":
        """A step, and how it is told."""
        facts = tuple(map(FactView.of, step.facts))
        return cls.showing(step, ways=step.ways or None, facts=facts, text=text)


class PuzzleSolveView(OfClues, Answer):
    """Which codes fit some clues, and how a person finds out."""

    schema: Literal["moolab/puzzle-solve/1"] = "moolab/puzzle-solve/1"
    candidates: int
    """How many codes fit."""
    codes: tuple[str, ...]
    """The first of these codes, in numeric order."""
    solution: str | None
    """The only code that fits; null if there are several."""
    difficulty: int | None
    """How hard it is to find that code, from 1 to 5; null if there are several."""
    superfluous: tuple[int, ...]
    """The numbers, from 1, of clues that can all be left out at once."""
    steps: tuple[ReasonView, ...]
    """How a person gets there; if several codes fit, as far as the clues lead."""

    @classmethod
    def of(cls, solution: Solution) -> "PuzzleSolveView":
        """A puzzle that was solved, with its steps in words.

        >>> from moolab.deduction.history import parse_history
        >>> rules = Rules.parse("ab2x3")
        >>> view = PuzzleSolveView.of(Solution.of(rules, parse_history(rules, "01=01")))
        >>> view.candidates, view.solution, view.codes, view.steps[0].text
        (2, None, ('12', '20'), 'Clue 1: place 1 holds 1 or 2; place 2 holds 0 or 2.')
        """
        texts = sentences(solution.rules, solution.clues, solution.steps)
        return cls.showing(
            solution,
            rules=str(solution.rules),
            turns=turn_views(solution.clues),
            candidates=solution.count,
            codes=solution.examples,
            solution=solution.code,
            steps=tuple(map(ReasonView.of, solution.steps, texts)),
        )
