"""The steps to a solution in words."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from moolab.codes.listed import ListedRules
from moolab.codes.replies import standard
from moolab.codes.rules import Rules
from moolab.deduction.history import History
from moolab.puzzles.reasoning import UNNAMED, Fact, Step
from moolab.support.language import drawn, translate, translate_plural
from moolab.support.text import choose_words, join_words

_MOST_WAYS = 6
"""How many ways are listed."""
_FEW_SYMBOLS = 3
"""Where so few are left for a place, these are named, not those that are not."""

_Grid = list[list[str]]
"""For each place, the symbols that the notes allow there."""


def sentences(rules: Rules, clues: History, steps: Iterable[Step]) -> Iterator[str]:
    r"""Say for each step what is looked at, and what is new.

    What follows from the rest is left out: a symbol that is not in the code is at no place, and
    where one is known, no other can be.

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
    if isinstance(rules, ListedRules):
        yield from _describe_list(rules, clues, steps)
        return
    grid = [list(rules.alphabet) for _ in range(rules.places)]
    for step in steps:
        before, grid = grid, _cross_out(grid, step.facts)
        told = _describe_facts(rules, before, grid, step.facts)
        yield translate(
            "{clues}: {news}.",
            clues=_describe_clues(rules, clues, step),
            news=translate("; ").join(told),
        )


def _names(rules: Rules) -> dict[str, str]:
    """What each symbol is called: where codes are drawn, pegs by their colours."""
    names = [*map(translate, rules.colours)] if drawn() and rules.colours else rules.alphabet
    return dict(zip(rules.alphabet, names, strict=True)) | {UNNAMED: UNNAMED}


def _describe_list(rules: ListedRules, clues: History, steps: Iterable[Step]) -> Iterator[str]:
    """What each clue leaves of a list."""
    left = list(rules.secrets)
    for step in steps:
        (number,) = step.clues
        left = [code for code in left if clues[number - 1].fits(rules, code)]
        if step.ways:
            yield translate("Clue {clue} leaves {codes}.", clue=number, codes=join_words(left))
        else:
            yield translate("Clue {clue} leaves {count} codes.", clue=number, count=len(left))


def _describe_clues(rules: Rules, clues: History, step: Step) -> str:
    several, named = len(step.clues), join_words(step.clues)
    if step.ways:
        said = _describe_ways(several, named, len(step.ways))
        if len(step.ways) > _MOST_WAYS:
            return said
        # Where codes are drawn, what is not one has to be said.
        between = "-" if drawn() and rules.colours and UNNAMED in "".join(step.ways) else ""
        names = _names(rules) if between else {}
        ways = (between.join(names.get(sign, sign) for sign in way) for way in step.ways)
        return translate("{said} ({ways})", said=said, ways=translate(", ").join(ways))
    if step.lines:
        replies = [clues[number - 1].reply for number in step.clues]
        if rules.reply_rule is standard:
            return _describe_symbols(several, named, [sum(reply) for reply in replies])
        return _describe_cows(several, named, [reply.cows for reply in replies])
    return translate_plural("[Clue|Clues] {clues}", several, clues=named)


def _describe_ways(several: int, named: str, ways: int) -> str:
    if several == 1:
        return translate_plural(
            "Clue {clues} can be true in {number} [way|ways]", ways, clues=named
        )
    if several == 2:
        return translate_plural(
            "Clues {clues} can both be true in {number} [way|ways]", ways, clues=named
        )
    return translate_plural(
        "Clues {clues} can all be true in {number} [way|ways]", ways, clues=named
    )


def _describe_symbols(several: int, named: str, numbers: Sequence[int]) -> str:
    if several == 1:
        return translate_plural(
            "Clue {clues} has {number} right [symbol|symbols]", numbers[0], clues=named
        )
    return translate(
        "Clues {clues} have {numbers} right symbols", clues=named, numbers=join_words(numbers)
    )


def _describe_cows(several: int, named: str, numbers: Sequence[int]) -> str:
    if several == 1:
        return translate_plural("Clue {clues} has {number} [cow|cows]", numbers[0], clues=named)
    return translate("Clues {clues} have {numbers} cows", clues=named, numbers=join_words(numbers))


def _cross_out(grid: _Grid, facts: Iterable[Fact]) -> _Grid:
    gone = {(fact.symbol, fact.number) for fact in facts if fact.kind == "not_at"}
    return [
        [symbol for symbol in symbols if (symbol, place) not in gone]
        for place, symbols in enumerate(grid, start=1)
    ]


def _describe_facts(
    rules: Rules, before: _Grid, after: _Grid, facts: Iterable[Fact]
) -> Iterator[str]:
    names = _names(rules)

    def listed(symbols: Iterable[str]) -> str:
        return join_words(names[symbol] for symbol in symbols)

    settled = [symbols[0] if len(symbols) == 1 else "" for symbols in after]
    if all(settled):
        yield translate("the code is {code}", code="".join(settled))
        return
    places = defaultdict(list)
    for place, symbol in enumerate(settled, start=1):
        if symbol and len(before[place - 1]) > 1:
            places[symbol].append(place)
    for symbol, found in places.items():
        yield translate("{symbol} is at {places}", symbol=names[symbol], places=_places(found))
    out = sorted(_somewhere(before) - _somewhere(after), key=rules.alphabet.index)
    if out:
        yield translate_plural("{symbols} [is|are] not in the code", len(out), symbols=listed(out))
    least = {fact.symbol: fact.number for fact in facts if fact.kind == "at_least"}
    for times in range(1, rules.places + 1):
        if held := [s for s, number in least.items() if number == times > settled.count(s)]:
            yield _describe_held(listed(held), len(held), times)
    # Without repeats a symbol that is at one place is at no other.
    evident = {*out, *([] if rules.repeats else settled)}
    crossed = defaultdict(list)
    for place, (were, are) in enumerate(zip(before, after, strict=True), start=1):
        gone = tuple(symbol for symbol in were if symbol not in evident and symbol not in are)
        if gone and len(are) > 1:
            few = len(are) <= _FEW_SYMBOLS
            crossed[tuple(are) if few else gone, few].append(place)
    for (symbols, few), found in crossed.items():
        if few:
            yield translate_plural(
                "[place|places] {places} [holds|hold] {symbols}",
                len(found),
                places=join_words(found),
                symbols=choose_words(names[symbol] for symbol in symbols),
            )
        else:
            yield translate_plural(
                "{symbols} [is|are] not at {places}",
                len(symbols),
                symbols=listed(symbols),
                places=_places(found),
            )


def _describe_held(symbols: str, number: int, times: int) -> str:
    told = {"symbols": symbols}
    if times == 1:
        return translate_plural("{symbols} [is|are] in the code", number, **told)
    if times == 2:
        return translate_plural("{symbols} [is|are] in the code at least twice", number, **told)
    return translate_plural(
        "{symbols} [is|are] in the code at least {times} times", number, times=times, **told
    )


def _places(numbers: Sequence[int]) -> str:
    return translate_plural("[place|places] {places}", len(numbers), places=join_words(numbers))


def _somewhere(grid: _Grid) -> set[str]:
    return {symbol for symbols in grid for symbol in symbols}
