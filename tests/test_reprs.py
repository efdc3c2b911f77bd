"""The repr of objects, as in a notebook or a log."""

from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from moolab import Game, Machine, Reply, Rules, Trilobite
from moolab.deduction.candidates import candidates
from moolab.errors import SpaceTooLarge
from moolab.games.duel.duel import Setup, apply, begin
from moolab.games.people import game as people
from moolab.games.race import race_setup
from moolab.strategies import strategy
from moolab.support.lazy import LazySequence
from moolab.trees.node import tree
from moolab.trilobite.board import Board
from moolab.trilobite.tree import tree as game_tree
from tests.helpers.cases import every

AB4 = Rules.parse("ab4x10")


@cache
def played() -> Any:
    return Game("ab3x6").arena("entropy", "minimax", lambda _: "01")


def duel_setup() -> tuple[Setup, set[str]]:
    setup = Setup.new(AB4, secret="8217", start="0123")
    return setup, {setup.secret or "", setup.nonce}


def duel() -> tuple[Any, set[str]]:
    setup, hidden = duel_setup()
    return apply(begin(setup), "guess 1234"), hidden


def setup_of_a_race() -> tuple[Any, set[str]]:
    setup = race_setup(b"key", AB4, "moo")
    return setup, {setup.secret or "", setup.nonce}


def match() -> tuple[Any, set[str]]:
    setup = people.Setup.new(AB4)
    played = people.GAME.apply(people.GAME.begin(setup), "first", "secret 2396")
    return people.GAME.apply(played, "second", "secret 8217"), {"2396", "8217", *setup.nonces}


@pytest.mark.parametrize(
    "made", [duel_setup, duel, setup_of_a_race, match], ids=lambda made: made.__name__
)
def test_no_secret_and_no_nonce_is_shown(made: Any) -> None:
    shown, hidden = made()
    assert all(text not in repr(shown) for text in hidden), repr(shown)
    assert "ab4x10" in repr(shown)


def shown_in_a_notebook(thing: Any) -> str:
    """What a notebook shows, which has to be well-formed."""
    svg = getattr(thing, "_repr_svg_", None)
    markup: str = svg() if svg else thing._repr_html_()
    ElementTree.fromstring(markup)  # noqa: S314 - it is ours
    return markup


@every(
    "make, said",
    [
        (lambda: Game("ab3x4"), ["ab3x4", "24", "02 03 11 12 20 30"]),
        (lambda: Game(secrets=["<b>", "a&b"]), ["2 words"]),
        (lambda: candidates("ab3x4", "012=20"), ["012", "20", "3 candidates of ab3x4"]),
        (lambda: tree(strategy("consistent", "ab2x3")), ["guess 12", "02", "candidates"]),
        (lambda: Game("ab3x4").evaluate("consistent"), ["secrets", "at most "]),
        (lambda: Game("ab2x3").optimal(), ["tree of ab2x3: ", " guesses, at most 3; proved"]),
        (lambda: Game("ab3x5").analyse("012=02 134=20"), ["mistake", "012", "best guess"]),
        (lambda: Game("ab3x6").puzzle(7), ["450", "10", "difficulty 3"]),
        (lambda: Game("ab3x6").optimal().tree, ["tree of ab3x6: ", "guesses", "secrets"]),
        (lambda: Game("ab3x6").tree().find("012"), ["guess", "reply", "012", "30"]),
        (
            lambda: Game("ab3x6").tree(lambda turns: turns[5].guess),
            ["fails: test_reprs", "IndexError", "(shown no turn yet)"],
        ),
        (lambda: Game("ab3x4").partition("012"), ["candidates", "30", "012"]),
        (lambda: Game("mm4x6").measures(distinct=True)[1:3], ["0001", "0011"]),
        (lambda: Game("mm2x3").value(), ["value of mm2x3: 29/12", "<td>01</td><td>1/2</td>"]),
        (played, ["3.6", "100 games: &lt;lambda&gt; chooses what"]),
        (lambda: played()["entropy"], ["100 games", "at most 5"]),
        (lambda: played()["entropy"].games, ["guesses", "forfeit"]),
        (lambda: played()["minimax"].difference(played()["entropy"]), ["mean", "<td>0.1</td>"]),
        (lambda: Machine("ulisp"), ["ulisp"]),
        (lambda: Machine("hp12c"), ["hp12c", "X"]),
        (lambda: Board.parse("112233"), ["<title>112233</title>", ">8</text>"]),
        (lambda: Trilobite("5x5"), [">5</text>"]),
    ],
)
def test_a_notebook_shows_what_matters(make: Callable[[], Any], said: list[str]) -> None:
    markup = shown_in_a_notebook(make())
    for text in said:
        assert text in markup


def test_a_notebook_shows_no_secret() -> None:
    thing, hidden = duel()
    markup = shown_in_a_notebook(thing)
    assert "1234" in markup
    assert "ab4x10, reply, I guess 0123" in markup
    assert all(text not in markup for text in hidden)


def test_a_puzzle_does_not_tell_its_solution() -> None:
    puzzle = Game("ab3x6").puzzle(7)
    assert puzzle.solution == "120"
    assert repr(puzzle) == "<puzzle of ab3x6: 450=10 124=20; difficulty 3>"
    assert "120" not in shown_in_a_notebook(puzzle)


def test_a_search_tells_how_far_it_has_come_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert Game("ab3x5").optimal(progress=True).total == 196
    told = capsys.readouterr().err
    assert "% settled" in told
    assert "\n" not in told
    assert told.endswith("\r")


@pytest.mark.parametrize(
    ("rules", "history", "mistakes", "shown"),
    [
        ("ab4x10", "", 0, "<5,040 candidates of ab4x10: 0123, 0124, 0125, ...>"),
        ("ab3x4", "012=20 103=12", 0, "<1 candidate of ab3x4 after 012=20 103=12: 013>"),
        ("ab3x4", "012=30 013=30", 0, "<0 candidates of ab3x4 after 012=30 013=30>"),
        (
            *("ab2x3", "01=01", 1),
            "<5 candidates of ab2x3 after 01=01 with up to 1 mistake: 02, 10, 12, ...>",
        ),
        ("mm6x10", "", 0, "<1,000,000 candidates of mm6x10: 000000, 000001, 000002, ...>"),
        ("mm6x10", "000000=50", 0, "<54 candidates of mm6x10 after 000000=50: 000001, 0000"),
        ("ab10x36", "", 0, "<922,393,263,052,800 candidates of ab10x36>"),
        ("mm9x10", "000000000=00", 0, "<too many candidates of mm9x10 after 000000000=00 to c"),
    ],
)
def test_candidates_are_shown_by_their_number_and_a_few_of_them(
    rules: str, history: str, mistakes: int, shown: str
) -> None:
    assert repr(candidates(rules, history, mistakes)).startswith(shown)


@pytest.mark.parametrize(
    ("rules", "history"), [("ab3x4", ""), ("ab3x4", "012=11"), ("mm5x8", ""), ("mm5x8", "00123=11")]
)
def test_candidates_are_counted_and_sliced_like_any_sequence(rules: str, history: str) -> None:
    left = candidates(rules, history)
    listed = list(left)
    assert len(left) == left.count == len(listed)
    for part in (slice(3), slice(-3, None), slice(None, None, -7), slice(5, 2), slice(2, 10**9, 3)):
        assert list(left[part]) == listed[part]
    assert (left[-1], left[1]) == (listed[-1], listed[1])
    for beyond in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match=f"no candidate {beyond} of"):
            left[beyond]


def test_candidates_too_many_to_count_have_no_length() -> None:
    left = candidates("mm9x10", "000000000=00")
    assert left
    with pytest.raises(SpaceTooLarge, match="too many to list"):
        len(left)


def test_a_lazy_thing_shows_what_is_known_and_computes_nothing() -> None:
    squares = LazySequence(n * n for n in range(9))
    assert repr(squares) == "<lazy sequence, 0 produced: ...>"
    root = tree(strategy("consistent", "ab2x3", start="01"))
    assert repr(root) == "<node at the root>"
    assert root.guess == "01"
    assert repr(root) == "<node at the root: guess 01>"
    assert repr(root.replies) == "<replies to 01: 01 02 10>"
    assert repr(root.replies[Reply(0, 2)].replies) == "<replies to 10: none>"
    assert root.built == 2
    board = Board.parse("112233")
    assert repr(game_tree(board).moves) == "<moves 1, 2, 3, 4, 5, 6, 7, 8 at <node 112233>>"
    assert repr(game_tree(board.play(4)).moves) == "<no moves at <node 1122334>>"
