"""Every claim of docs/results.md that comes with a tree is replayed on every secret."""

import re

import pytest

from moolab.trees.reading import open_tree
from moolab.trees.verify import verify
from tests.helpers.paths import PROJECT

ROW = re.compile(
    r"\| \[[^]]+\]\(\.\./(results/[^)]+)\) \| `moo optimal -r ([a-z0-9]+)[^|]*"
    r"\| (\d+) \| (\d+) \| (\d+) \|"
)


def claims() -> list[tuple[str, str, int, int, int]]:
    text = (PROJECT / "docs" / "results.md").read_text(encoding="utf-8")
    return [(file, rules, int(a), int(b), int(c)) for file, rules, a, b, c in ROW.findall(text)]


@pytest.mark.parametrize(("file", "rules", "total", "most", "at_most"), claims())
def test_a_tree_is_what_the_docs_say(
    file: str, rules: str, total: int, most: int, at_most: int
) -> None:
    with open_tree(PROJECT / file) as tree:
        assert str(tree.rules) == rules
        proof = verify(tree.rules, tree.steps)
    assert (proof.total, proof.max, proof.distribution[proof.max]) == (total, most, at_most)


def test_every_tree_is_claimed() -> None:
    there = {f"results/{path.name}" for path in (PROJECT / "results").glob("*.json*")}
    assert there == {file for file, *_ in claims()}
