"""The steps to a solution in words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from moolab.codes.replies import standard
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.puzzles.reasoning import Fact, Step
from moolab.support.text import count_noun, join_words, number_words

_MOST_WAYS = 6
"""How many ways are listed."""
_FEW_SYMBOLS = 3
"""Where so few are left for a place, these are named, not those that are not."""

_AT_LEAST = {1: "", 2: " at least twice"}

_Grid = list[list[str]]
"""For each place, the symbols that the notes allow there."""


def sentences(rules: Rules, clues: History, steps: Iterable[Step]) -> Iterator[str]:
    r"""Say for each step what is looked at, and what is new.

    Left out is what follows from the rest: that a symbol which is not in the code is at no place,
    or that no other symbol is where one is known to be.

    >>> from moolab.deduction.history import parse_history
    >>> from moolab.puzzles.reasoning import solve
    >>> from moolab.puzzles.sets import code_sets
    >>> rules = Rules.parse("ab2x4")
    >>> clues = parse_history(rules, "13=01 03=01")
    >>> print(*sentences(rules, clues, solve(code_sets(rules), clues)), sep="\n")
    Clue 1: place 1 holds 0, 2 or 3; place 2 holds 0, 1 or 2.
    Clue 2: place 1 holds 2 or 3.
    Clues 1 and 2 have 1 and 1 right symbols: the code is 32.
    """
    grid = [list(rules.alphabet) for _ in range(rules.places)]
    for step in steps:
        before, grid = grid, _cross_out(grid, step.facts)
        told = _describe_facts(rules, before, grid, step.facts)
        yield f"{_describe_clues(rules, clues, step)}: {'; '.join(told)}."


def _describe_clues(rules: Rules, clues: History, step: Step) -> str:
    named = number_words("Clue", step.clues)
    if step.ways:
        together = {1: "", 2: "both "}.get(len(step.clues), "all ")
        listed = f" ({', '.join(step.ways)})" if len(step.ways) <= _MOST_WAYS else ""
        return f"{named} can {together}be true in {count_noun(len(step.ways), 'way')}{listed}"
    if step.lines:
        replies = [clues[number - 1].reply for number in step.clues]
        right = rules.reply_rule is standard
        numbers = join_words(sum(reply) if right else reply.cows for reply in replies)
        noun = f"{'right symbol' if right else 'cow'}{'s' * (numbers != '1')}"
        return f"{named} {'has' if len(step.clues) == 1 else 'have'} {numbers} {noun}"
    return named


def _cross_out(grid: _Grid, facts: Iterable[Fact]) -> _Grid:
    gone = {(fact.symbol, fact.number) for fact in facts if fact.kind == "not_at"}
    return [
        [symbol for symbol in symbols if (symbol, place) not in gone]
        for place, symbols in enumerate(grid, start=1)
    ]


def _describe_facts(
    rules: Rules, before: _Grid, after: _Grid, facts: Iterable[Fact]
) -> Iterator[str]:
    """What is new in a step."""
    settled = [symbols[0] if len(symbols) == 1 else "" for symbols in after]
    if all(settled):
        yield f"the code is {''.join(settled)}"
        return
    places = defaultdict(list)
    for place, symbol in enumerate(settled, start=1):
        if symbol and len(before[place - 1]) > 1:
            places[symbol].append(place)
    for symbol, found in places.items():
        yield f"{symbol} is at {number_words('place', found)}"
    out = sorted(_somewhere(before) - _somewhere(after), key=rules.alphabet.index)
    if out:
        yield f"{_are(out)} not in the code"
    least = {fact.symbol: fact.number for fact in facts if fact.kind == "at_least"}
    for times in range(1, rules.places + 1):
        if held := [s for s, number in least.items() if number == times > settled.count(s)]:
            yield f"{_are(held)} in the code{_AT_LEAST.get(times, f' at least {times} times')}"
    # Without repeats a symbol that is at one place is at no other.
    evident = {*out, *([] if rules.repeats else settled)}
    crossed = defaultdict(list)
    for place, (were, are) in enumerate(zip(before, after, strict=True), start=1):
        gone = tuple(symbol for symbol in were if symbol not in evident and symbol not in are)
        if gone and len(are) > 1:
            few = len(are) <= _FEW_SYMBOLS
            crossed[tuple(are) if few else gone, few].append(place)
    for (symbols, few), found in crossed.items():
        where = number_words("place", found)
        if few:
            yield f"{where} hold{'s' * (len(found) == 1)} {join_words(symbols, 'or')}"
        else:
            yield f"{_are(symbols)} not at {where}"


def _somewhere(grid: _Grid) -> set[str]:
    return {symbol for symbols in grid for symbol in symbols}


def _are(symbols: Sequence[str]) -> str:
    return f"{join_words(symbols)} {'is' if len(symbols) == 1 else 'are'}"
