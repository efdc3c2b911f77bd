"""Trees in the ways in which others publish them, each read to the same tree, and proved."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from moolab.codes.listed import listed_rules
from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidTree
from moolab.strategies import strategy
from moolab.trees.build import build
from moolab.trees.published import read_published
from moolab.trees.step import Step
from moolab.trees.text import count_codes, dot_lines, text_lines
from moolab.trees.verify import verify
from tests.helpers.cases import every

WORDS = listed_rules(
    ["crane", "slate", "trace", "brake", "drake", "flake", "shale", "stale"],
    ["nymph", "whiff"],
    rule="wordle",
)
GAMES = {
    "digits": Rules.parse("ab2x3"),
    "more digits": Rules.parse("ab3x5"),
    "pegs": Rules.parse("mm2x3:ABC"),
    "letters": Rules.parse("emms3x3"),
    "words": WORDS,
}


@cache
def tree(game: str) -> list[Step]:
    return list(build(strategy("entropy", GAMES[game])))


Game = list[tuple[str, Reply]]


@cache
def games(game: str) -> list[Game]:
    """How each secret is found, in the order of the tree."""
    rules, steps = GAMES[game], tree(game)
    found = []
    for secret in all_codes(rules):
        played, came_by, depth = Game(), None, 0
        for step in steps:
            if (step.depth, step.reply) == (depth, came_by) and step.depth == len(played):
                played.append((step.guess, rules.reply_rule(step.guess, secret)))
                came_by, depth = played[-1][1], depth + 1
        found.append(played)
    return sorted(found, key=lambda played: [reply for _, reply in played])


def tiles(reply: Reply) -> str:
    """As many print them: B for grey, or the digits as they are."""
    return str(reply).replace("-", "B").upper()


def whole(game: str) -> str:
    return "\n".join(
        " ".join(f"{guess} {tiles(reply)}{n}" for n, (guess, reply) in enumerate(played, 1))
        for played in games(game)
    )


def wide(game: str) -> str:
    """As ``whole``, with blanks for what is as in the line above."""
    lines, before = list[str](), ""
    for line in whole(game).splitlines():
        words, same, column = re.findall(r"\S+ ?", line), re.findall(r"\S+ ?", before), 0
        for word, known in zip(words, same, strict=False):
            if word != known:
                break
            column += len(word)
        # A line begins with a reply.
        while column and not line[column:].split()[0][-1].isdigit():
            column -= 1
        lines.append(" " * column + line[column:])
        before = line
    return "\n".join(lines)


def guesses(game: str) -> str:
    return "\n".join(",".join(guess for guess, _ in played) for played in games(game))


def table(game: str) -> str:
    return "\n".join(
        ";".join(f"{guess};{tiles(reply)}" for guess, reply in played) for played in games(game)
    )


def shown(game: str) -> str:
    return "\n".join(text_lines(count_codes(GAMES[game], tree(game))))


def drawn(game: str) -> str:
    return "\n".join(
        f"{'│   ' * (step.depth - 1)}├── {tiles(step.reply)} → {step.guess}"
        if step.reply
        else step.guess
        for step in tree(game)
    )


def apart(game: str) -> str:
    """A line for each reply, and one for each guess."""
    lines = []
    for step in tree(game):
        if step.reply is not None:
            lines.append("\t" * (2 * step.depth - 1) + tiles(step.reply))
        lines.append("\t" * (2 * step.depth) + step.guess)
    return "\n".join(lines)


def graph(game: str) -> str:
    return "\n".join(dot_lines(f"{GAMES[game]}, mine", count_codes(GAMES[game], tree(game))))


def nested(game: str, write: Callable[[str, dict[str, str], int], str]) -> str:
    """The tree by a function that writes a node: its guess, and the texts behind its replies."""
    steps: Iterator[Step] = iter([*tree(game), Step(0, None, "")])

    def node(step: Step) -> tuple[str, Step]:
        behind, after = dict[str, str](), next(steps)
        while after.depth > step.depth:
            text, below = node(after)
            behind[tiles(after.reply or Reply(0, 0))] = text
            after = below
        return write(step.guess, behind, step.depth), after

    return node(next(steps))[0]


def golfed(guess: str, behind: dict[str, str], _depth: int) -> str:
    inside = ",".join(f"{reply}:{text}" for reply, text in behind.items())
    return f"{{{guess}:{{{inside}}}}}" if behind else guess


def mapped(guess: str, behind: dict[str, str], _depth: int) -> str:
    inside = ",\n".join(f"{json.dumps(reply)}: {text}" for reply, text in behind.items())
    return f'{{"guess": {json.dumps(guess)}, "map": {{{inside}}}}}' if behind else f'"{guess}"'


def children(guess: str, behind: dict[str, str], depth: int) -> str:
    inside = ",".join(f'{{"reply": "{reply}", {text[1:]}' for reply, text in behind.items())
    return f'{{"word": "{guess}", "depth": {depth}, "children": [{inside}]}}'


def paired(guess: str, behind: dict[str, str], _depth: int) -> str:
    inside = ", ".join(f"'{reply}': {text}" for reply, text in behind.items())
    return f"['{guess}', {{{inside}}}]"


LAYOUTS: dict[str, Callable[[str], str]] = {
    "games": whole,
    "games, blanks for what is above": wide,
    "guesses that end with the secret": guesses,
    "a table": table,
    "as moo tree show has it": shown,
    "branches drawn": drawn,
    "a line each": apart,
    "a graph": graph,
    "nested": lambda game: nested(game, golfed),
    "nested, spread": lambda game: re.sub(r"([{:,])", "\\1\n ", nested(game, golfed)),
    "JSON with maps": lambda game: nested(game, mapped),
    "JSON with children": lambda game: nested(game, children),
    "lists of Python": lambda game: nested(game, paired),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@every("game", GAMES)
def test_each_layout_is_read_to_the_same_tree(game: str, layout: str) -> None:
    text = LAYOUTS[layout](game)
    if game == "digits" and layout.startswith("guesses"):
        return  # 01 is a guess and a reply there
    for around in (text, f"\ufeffThe tree of X.\n# codes\n\n{text}\n\nThat is all.\n"):
        found = read_published(around.lstrip("\ufeff"), GAMES[game])
        assert found.steps == tree(game)
    assert verify(GAMES[game], found.steps).secrets == GAMES[game].size


NESTED = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"
PEGS = GAMES["pegs"]


@every(
    "text, wrong",
    [
        ("Score: 21\n{}", ""),
        ("Total 21, average 2.33, max 3\n{}", ""),
        ("total = 21/1, mean 21/9\n{}\n3 guesses at most", ""),
        ('{{"average_guesses": 2.3333, "tree": {}}}', ""),
        ("Total of 20.\n{}", "line 1 claims a total of 20, but it is 21"),
        ("{}\naverage: 2.32", "line 2 claims a mean of 2.32, but it is 2.3333"),
        ("x\n2 guesses at most\n{}", "line 2 claims a max of 2, but it is 3"),
        ('{{"total": 22, "root": {}}}', "line 1 claims a total of 22, but it is 21"),
    ],
)
def test_what_a_text_claims_is_compared(text: str, wrong: str) -> None:
    found = read_published(text.format(NESTED), PEGS)
    said = found.wrong_claims(verify(PEGS, found.steps))
    assert (said[: len(wrong)], bool(said)) == (wrong, bool(wrong))


@every(
    "game, text, fault",
    [
        ("pegs", "", "no tree of mm2x3:ABC in another form"),
        ("pegs", "dear diary\nit rained", "this is not a tree file of moolab, and no tree of"),
        ("words", "crane BBBBB1 slate\ncrane BZBBB1 trace\ncrane GGGGG1", "line 2: 'BZBBB1' is"),
        ("words", "crane BBBBB1 slate\ncrane BBBBB1 trace", "is trace, but in line 1 it is slate"),
        ("words", "crane BBBBB1 slate\ntrace BBBBB1 slate", "line 2: at first the guess is trace"),
        ("words", "crane GGGGG1 slate BBBBB2 trace", "slate is guessed after crane=ggggg"),
        ("words", "BBBBB1 crane", "line 1: there is no guess 1 to which this"),
        ("words", "crane BBBBB BBBBB", "line 1: a guess of"),
        ("words", "crane\n  BBBBB slate\n BBBBY trace", "line 3: this line begins below no other"),
        ("words", "crane BBBBB " * 65, "line 1: the tree is more than 64 guesses deep"),
        ("pegs", "{AB:{10:AD}}", "line 1: a guess of mm2x3:ABC is wanted, not 'AD'"),
        ("pegs", "{AB:\n{9:AA}}", "line 2: a reply such as 00 is wanted, not '9'"),
        ("pegs", "{AB:{10:AA,\n10:BB}}", "line 2: after AB=10 the guess is BB, but in line 1"),
        ("pegs", "{AB:{10:AA", "line 1: the text ends before the tree; 2 brackets are open"),
        ("pegs", "{AB:{10 AA CC}}", "line 1: a reply such as 00 is wanted, not 'CC'"),
        ("pegs", "{AB:" * 300, "line 1: a reply such as 00 is wanted, not 'AB'"),
        ("pegs", 'digraph x {\n0 [label="AB"]\n0 -> 1 [label="10"]\n}', "line 3: an arrow leads"),
        ("pegs", 'digraph x {\n0 [label="AB"]\n1 [label="AA"]\n}', "this graph has 2"),
        ("pegs", "digraph x {\n}", "this graph has 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(game: str, text: str, fault: str) -> None:
    with pytest.raises(InvalidTree, match=re.escape(fault)):
        read_published(text, GAMES[game])


def test_the_game_has_to_be_known() -> None:
    assert read_published(graph("pegs")).rules == PEGS
    with pytest.raises(InvalidTree, match="say which game it is for, for example -r mm4x6"):
        read_published(NESTED)
