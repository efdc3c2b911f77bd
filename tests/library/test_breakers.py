"""Whatever names a code-breaker or is one works wherever someone guesses."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import moolab
from moolab import STRATEGIES, Game, History, Strategy
from moolab.deduction.candidates import Candidates
from moolab.errors import InvalidCode, InvalidRules, InvalidTree, NotInTree, UnknownStrategy
from moolab.search.optimal import Optimum
from moolab.trees.breaker import BREAKERS, OPPONENTS

GAME = Game("mm3x3")


class Last(Strategy):
    """Guesses the last candidate."""

    def choose(self, candidates: Candidates) -> str:
        return candidates[-1]


def last(turns: History) -> str:
    return GAME.candidates(turns)[-1]


@cache
def best() -> Optimum:
    return GAME.optimal()


OBJECTS: dict[str, Callable[[], Any]] = {
    "module:class": lambda: f"{__name__}:Last",
    "module:function": lambda: f"{__name__}:last",
    "class": lambda: Last,
    "function": lambda: last,
    "strategy": lambda: Last(GAME.rules),
    "optimum": best,
    "tree": lambda: best().tree,
    "root": lambda: GAME.tree(best()),
    "node": lambda: next(iter(GAME.tree(best()).replies.values())),
    "lazy": lambda: GAME.tree(Last),
}


@pytest.mark.parametrize("name", [*BREAKERS, *OBJECTS, "file"])
def test_whoever_guesses_does_so_in_every_method(name: str, tmp_path: Path) -> None:
    assert len(BREAKERS) == len({*STRATEGIES, *OPPONENTS}) == 13
    by: Any = OBJECTS.get(name, lambda: name)()
    if name == "file":
        by = str(tmp_path / "best.json")
        best().tree.save(by)
    first = GAME.next(by=by)
    assert GAME.tree(by).guess == GAME.strategy(by).guess(GAME.codes) == first
    assert GAME.play(by, role="maker", seed=0).pending == first
    assert GAME.rank(top=1, strategy=by).guesses == (first,)
    proof = GAME.evaluate(by)
    assert proof.secrets == GAME.size
    if name in {"optimum", "tree", "root", "node", "file"}:
        assert proof.total == best().total
    (record,) = GAME.arena(by, games=3).values()
    assert len(record.games) == 3
    assert record.forfeits == []


def test_a_tree_can_be_walked_and_looked_up(tmp_path: Path) -> None:
    tree, root = best().tree, GAME.tree(best())
    lazy = GAME.tree("entropy")
    for secret in GAME.codes:
        turns = tree.find(secret)
        assert turns == root.find(secret)
        assert turns[-1].guess == secret
        assert all(tree.next(turns[:n]) == turn.guess for n, turn in enumerate(turns))
        assert all(turn.fits(GAME.rules, secret) for turn in turns)
    assert [*root] == [*tree]
    assert (root.size, root.distribution) == (tree.size, best().distribution)
    assert (tree.size, tree.distribution) == (len([*tree]), best().distribution)
    assert lazy.distribution == GAME.evaluate("entropy").distribution
    parts = [node.distribution for node in root.replies.values()]
    assert sum(sum(part.values()) for part in parts) + 1 == GAME.size
    assert sum(node.size for node in root.replies.values()) + 1 == root.size
    assert tree.save(tmp_path / "tree.json.gz", "mine") == tree.size
    assert GAME.load_tree(tmp_path / "tree.json.gz") == tree
    assert GAME.evaluate(tmp_path / "tree.json.gz").total == best().total
    assert repr(tree) == f"<tree of mm3x3: {tree.size} nodes, first guess {root.guess}>"


def test_a_researcher_finds_the_best_tree_and_uses_it(tmp_path: Path) -> None:
    game = Game("ab3x5")
    best = game.optimal()
    # Walk it.
    root = game.tree(best)
    reply, node = next(iter(root.replies.items()))
    assert node.guess == best.next([(root.guess, reply)])
    # Look up a secret, and replay it.
    turns = best.find("432")
    assert game.candidates(turns[:-1]).after(turns[-1]).found
    assert [game.score(guess, "432") for guess, _ in turns] == [reply for _, reply in turns]
    # Evaluate it, and play against it.
    assert game.evaluate(best).total == best.total
    duel = game.play(best, role="maker")
    for turn in turns:
        assert duel.pending == turn.guess
        duel = duel.reply(turn.reply)
    assert (duel.outcome, duel.your_code) == ("lost", "432")
    # Hand it to the arena, keep it, and have it proved by others.
    match = game.arena(best, "minotaur", games=game.size)
    assert sum(each.guesses or 0 for each in match["Optimum"].games) == best.total
    best.save(tmp_path / "best.json.gz")
    assert game.load_tree(tmp_path / "best.json.gz") == best.tree
    best.certificate(tmp_path / "best.cert.gz")
    assert "fewer than" in moolab.verify(tmp_path / "best.cert.gz").claim


def test_what_a_tree_has_not_is_said(tmp_path: Path) -> None:
    tree = best().tree
    other = "222" if tree.next() != "222" else "111"
    with pytest.raises(NotInTree, match="leaves the tree"):
        tree.next([(other, "00")])
    with pytest.raises(NotInTree, match="the code is found"):
        tree.next([(tree.next(), "30")])
    with pytest.raises(InvalidCode):
        tree.find("333")
    with pytest.raises(InvalidTree, match="is a tree for mm3x3, not for mm3x4"):
        Game("mm3x4").next(by=best())
    with pytest.raises(InvalidTree, match="consistent or not"):
        GAME.strategy(best(), consistent=True)
    with pytest.raises(InvalidTree, match="opens with"):
        GAME.strategy(best(), start=other)
    with pytest.raises(InvalidRules, match="where it is made"):
        GAME.strategy(Last(GAME.rules), consistent=True)
    with pytest.raises(InvalidTree, match="every reply to be true"):
        GAME.play(best(), mistakes=1)
    tree.save(tmp_path / "tree.json")
    with pytest.raises(InvalidTree, match="not for mm3x4"):
        Game("mm3x4").load_tree(tmp_path / "tree.json")
    with pytest.raises(FileNotFoundError, match=r"none\.json: No such file"):
        GAME.load_tree(tmp_path / "none.json")
    with pytest.raises(UnknownStrategy, match="minotaur"):
        GAME.evaluate("mino")  # type: ignore[arg-type]


def test_a_tree_plays_in_hard_mode_if_it_keeps_to_it() -> None:
    secrets, others = ["laser", "layer", "paper", "eager", "maker"], ["floor", "moral"]
    hard = Game(secrets=secrets, guesses=others, hard=True)
    plain = Game(secrets=secrets, guesses=others)
    assert hard.evaluate(hard.optimal()).secrets == 5
    assert hard.next(by=hard.tree("entropy")) == "laser"
    free = plain.optimal(first="floor")
    if free.total < hard.optimal(first="floor").total:
        with pytest.raises(InvalidTree, match="does not keep to hard mode: after floor="):
            hard.evaluate(free)
