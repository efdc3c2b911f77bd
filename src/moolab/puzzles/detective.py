"""Cases for detectives: one of the clues lies, and only one code and one liar fit.

The liar's reply is not that of the code; all others are. So the codes that fit a case are those
with exactly one wrong clue, as ``Candidates`` count them: a case has one of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
from random import Random

from moolab.codes.numbering import code_at
from moolab.codes.rules import AnyRules, Rules
from moolab.deduction.history import AnyHistory, History, Turn, parse_history
from moolab.errors import PuzzleNotFound
from moolab.puzzles.sets import Sets, code_sets
from moolab.support.language import translate, translate_plural
from moolab.support.text import join_words

_ATTEMPTS = 200
"""Cases that are begun in search of one; of ab4x10 and mm4x6, one in three is finished."""

_MOST_CLUES = 10
"""So many clues are enough for the games of people; with more, no person would begin."""

_DRAWN = 3
"""Guesses of which the one is taken that leaves the fewest codes: with 3, most cases of ab4x10 have
5 or 6 clues, with 12 only 4 or 5."""


@dataclass(frozen=True)
class Case:
    """Clues of which one is false.

    Args:
        clues: guesses with their replies; none can be left out.
        solution: the only code for which exactly one of them is false.
        liar: the number of that one, from 1.
        seed: what makes the same case again.
    """

    rules: Rules
    clues: History
    solution: str
    liar: int
    seed: int


@dataclass(frozen=True)
class Suspicion:
    """What follows if one of the clues is the liar.

    Args:
        clue: its number, from 1.
        clash: the numbers of a smallest set of others that cannot all be true; empty if they can.
        codes: the codes that make all others true, and it false.
    """

    clue: int
    clash: tuple[int, ...]
    codes: tuple[str, ...]


def make_case(rules: "AnyRules", seed: int) -> Case:
    """Make a case; the same arguments make the same one on every machine.

    Raises:
        PuzzleNotFound: if there seems to be none.
        SpaceTooLarge: if the game has too many codes.

    >>> case = make_case("ab3x6", 1)
    >>> [suspicion.codes for suspicion in suspect(case.rules, case.clues) if suspicion.codes]
    [('052',)]
    """
    rules = Rules.parse(rules)
    sets, chance = code_sets(rules), Random(f"case {seed}")
    for _ in range(_ATTEMPTS):
        solution = code_at(rules, chance.randrange(rules.size))
        if (clues := _draft(sets, chance, solution)) is not None:
            liar = next(
                number
                for number, clue in enumerate(clues, start=1)
                if rules.reply_rule(clue.guess, solution) != clue.reply
            )
            return Case(rules, clues, solution, liar, seed)
    raise PuzzleNotFound(f"no case of {rules} was found in {_ATTEMPTS} attempts")


def suspect(rules: "AnyRules", clues: "AnyHistory") -> tuple[Suspicion, ...]:
    """What follows from each clue's being the liar, and the only one.

    Raises:
        SpaceTooLarge: if the game has too many codes.

    >>> for suspicion in suspect("ab2x3", "01=20 02=20 10=02"):
    ...     print(suspicion.clue, suspicion.clash, suspicion.codes)
    1 (2, 3) ()
    2 () ('01',)
    3 (1, 2) ()
    """
    rules = Rules.parse(rules)
    turns = parse_history(rules, clues)
    sets = code_sets(rules)
    fits = [sets.fits(turn) for turn in turns]
    found = []
    for index, own in enumerate(fits):
        others = [number for number in range(len(fits)) if number != index]
        left = reduce(and_, (fits[number] for number in others), sets.every)
        clash = () if left else _smallest_clash(fits, others)
        codes = tuple(sets.list_codes(left & ~own))
        found.append(Suspicion(index + 1, tuple(number + 1 for number in clash), codes))
    return tuple(found)


def explain(suspicions: Sequence[Suspicion]) -> Iterator[str]:
    """Suspicions as sentences, one for each.

    >>> for line in explain(suspect("ab2x3", "01=20 02=20 10=02")):
    ...     print(line)
    Suppose that clue 1 lies. Then clues 2 and 3 are true, which cannot be.
    Suppose that clue 2 lies. Then only 01 is left: the case is solved.
    Suppose that clue 3 lies. Then clues 1 and 2 are true, which cannot be.
    """
    solved = sum(len(suspicion.codes) for suspicion in suspicions) == 1
    for suspicion in suspicions:
        clue, clash, codes = suspicion.clue, suspicion.clash, suspicion.codes
        if clash:
            yield translate_plural(
                "Suppose that clue {clue} lies. Then [clue|clues] {clues} [is|are] true, "
                "which cannot be.",
                len(clash),
                clue=clue,
                clues=join_words(clash),
            )
        elif solved and codes:
            yield translate(
                "Suppose that clue {clue} lies. Then only {code} is left: the case is solved.",
                clue=clue,
                code=codes[0],
            )
        elif len(codes) == 1:
            yield translate(
                "Suppose that clue {clue} lies. Then only {code} is left.", clue=clue, code=codes[0]
            )
        elif codes:
            yield translate(
                "Suppose that clue {clue} lies. Then {count} codes are left.",
                clue=clue,
                count=len(codes),
            )
        else:
            yield translate(
                "Suppose that clue {clue} lies. Then the others leave only codes for which it "
                "says the truth.",
                clue=clue,
            )


def _smallest_clash(fits: Sequence[int], among: Sequence[int]) -> tuple[int, ...]:
    """A smallest choice of clues that no code fits, of clues that no code fits together."""
    for size in range(1, len(among) + 1):
        for chosen in combinations(among, size):
            if not reduce(and_, (fits[number] for number in chosen)):
                return chosen
    raise AssertionError("all of them clash")


def _draft(sets: Sets, chance: Random, solution: str) -> History | None:
    """A case about a code, or None if chance has not led to one."""
    clues: list[Turn] = []
    fits: list[int] = []
    while len(clues) < _MOST_CLUES:
        drawn = [sets.draw(chance) for _ in range(_DRAWN)]
        lies = not clues  # the first is the liar; the order is drawn in the end
        said = [_turn(sets, guess, solution, chance, lies=lies) for guess in drawn]
        asked = {solution, *(clue.guess for clue in clues)}
        turns = [turn for turn in said if turn and turn.guess not in asked]
        if not turns:
            return None
        trials = [
            (_one_false(sets.every, [*fits, sets.fits(turn)]).bit_count(), turn) for turn in turns
        ]
        _, best = min(trials, key=lambda trial: trial[0])
        clues.append(best)
        fits.append(sets.fits(best))
        if _one_false(sets.every, fits).bit_count() == 1:
            kept = _without_needless(sets.every, fits)
            if 0 not in kept:
                return None
            order = chance.sample(kept, len(kept))
            return tuple(clues[number] for number in order)
    return None


def _turn(sets: Sets, guess: str, solution: str, chance: Random, *, lies: bool) -> Turn | None:
    """A clue; None if it should lie, and there is no other reply."""
    rules = sets.rules
    right = rules.reply_rule(guess, solution)
    if not lies:
        return Turn(guess, right)
    # Any other reply that the guess could have got; never that it was right.
    others = [reply for reply in sets.replies_to(guess) if reply not in (right, rules.win)]
    while others:
        lie = Turn(guess, chance.choice(others))
        if sets.fits(lie):
            return lie
        others.remove(lie.reply)
    return None


def _one_false(every: int, fits: Sequence[int]) -> int:
    """The codes for which exactly one clue is false, of all, by those that fit each clue."""
    none_false, one_false = every, 0
    for codes in fits:
        one_false = (one_false & codes) | (none_false & ~codes)
        none_false &= codes
    return one_false


def _without_needless(every: int, fits: Sequence[int]) -> list[int]:
    """Clues without which still one code has one false clue, left out one after the other."""
    kept = list(range(len(fits)))
    for number in reversed(range(len(fits))):
        fewer = [other for other in kept if other != number]
        if _one_false(every, [fits[other] for other in fewer]).bit_count() == 1:
            kept = fewer
    return kept
