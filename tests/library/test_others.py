"""Boards and machines have doors of their own."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from moolab import Game, Machine, Trilobite, listed_rules
from moolab.errors import (
    InvalidBoard,
    InvalidCommand,
    InvalidMove,
    InvalidPosition,
    InvalidProgram,
    InvalidRules,
    MoolabError,
    ProgramFault,
    SearchFailed,
    UnknownLevel,
    UnknownStrategy,
)
from moolab.search.optimal import find
from moolab.strategies import strategy
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.solver.table import LEAST_MEMORY
from moolab.trilobite.tree import tree
from tests.helpers.cases import every
from tests.helpers.minimax import Minimax


def test_a_board_is_text_or_a_position() -> None:
    game = Trilobite("3x3", win=3)
    assert game.board("12") == Board.parse("12", Shape(3, 3, 3)) == game.board(game.board("12"))
    for moves in ("", "1", "22"):
        score = Minimax().score(tree(game.board(moves)))
        assert game.score(moves) == (score, score)
        assert game.solve(moves).score == (score, score)
        assert game.best_move(moves) in game.solve(moves).best
    assert game.board([1, 2]) == game.board(np.array([1, 2])) == game.board("12")
    assert game.board(range(1, 4)) == game.board("123")
    wrong: Any
    for wrong in (12, [[1, 2], [0, 0], [0, 0]], None):
        with pytest.raises(InvalidPosition):
            game.board(wrong)
    columns: Any
    for columns in ([4], [1, True], [1, 2.0], ["1"], [None]):
        with pytest.raises(InvalidMove, match="column"):
            game.board(columns)
    assert game.tree("1").board == game.board("1")
    assert repr(game) == "<Trilobite 3x3, 3 in a row>"
    with pytest.raises(InvalidPosition, match="for 5x5, 4 in a row; the game is for 5x5, 3"):
        Trilobite("5x5", 3).score(Trilobite("5x5").board("1"))
    root = game.scored_tree("1")
    assert game.score(root).lower == root.score


# Whoever uses the library may pass anything.
game: Any = Game
board: Any = Trilobite
named: Any = strategy
machine: Any = Machine
lists: Any = listed_rules

TWICE = "(defcode twice (n) ($add 'r0 'r0 'r0) ($bx 'lr))"


@every(
    "error, wrong, reason",
    [
        (InvalidBoard, lambda: board("0x7"), "both sides are 1 to 13"),
        (InvalidBoard, lambda: board((5, 4)), "not the size of a board"),
        (InvalidBoard, lambda: board("5x4", win=3.0), "whole numbers"),
        (InvalidCommand, lambda: board("5x5", memory=64), "in bytes, .* 1,024 or"),
        (InvalidCommand, lambda: board("5x5", memory="1"), "in bytes, .* not '1'"),
        (InvalidCommand, lambda: board("5x5", memory=10**15).score(), "bytes is more than there"),
        (InvalidCommand, lambda: board("5x5", memory=10**30).score(), "bytes is more than there"),
        (InvalidCommand, lambda: board("5x5").score("33", seconds="a"), "0 or more, not 'a'"),
        (InvalidCommand, lambda: board("5x5").solve("33", seconds=-1), "0 or more, not -1"),
        (InvalidCommand, lambda: board("5x5").best_move("33", seconds="a"), "0 or more, not 'a'"),
        (InvalidCommand, lambda: board("5x5").best_move(seconds=None), "0 or more, not None"),
        (InvalidPosition, lambda: board("5x5").score_moves("33"), r"'33' .* list .* \['33'\]"),
        (InvalidPosition, lambda: board("5x5").score_moves(Board.empty()), "not a list of"),
        (InvalidPosition, lambda: board("5x5").score_moves(3), "3 is not a list of positions"),
        (InvalidPosition, lambda: board("5x5").score_moves(["3", 3]), "position 2 of 2: 3 is not"),
        (InvalidMove, lambda: board("5x5").score_moves(["3", "9"]), "position 2 of 2: move 1 of"),
        (InvalidMove, lambda: board("5x5").score_moves(["3", "1212121"]), "position 2 of 2: the"),
        (UnknownLevel, lambda: board("5x5").match(3, "easy"), "3 is neither a level nor a"),
        (InvalidCommand, lambda: board("5x5").score_moves(["33"], 0), "workers has to be"),
        (InvalidMove, lambda: board("5x4").match(lambda _: "3", "easy"), "not the text '3'"),
        (InvalidCommand, lambda: find("ab2x3", count=0), "count has to be a whole number, 1 or"),
        (InvalidCommand, lambda: find("ab2x3", count=True), "count has to be .*, not True"),
        (InvalidCommand, lambda: find("ab2x3", beam=0), "beam has to be"),
        (InvalidCommand, lambda: find("ab2x3", seconds=-1), "a number above 0, not -1"),
        (SearchFailed, lambda: game("ab2x3").optimal([]), r"\[\] is not an objective"),
        (InvalidCommand, lambda: game("ab2x3").evaluate(workers=-3), "workers has to be"),
        (InvalidCommand, lambda: game("ab2x3").rank(by=0), "0 is not a measure"),
        (InvalidRules, lambda: game(secrets=0), "0 is not a list of secrets"),
        (InvalidRules, lambda: game(secrets="abc"), r"'abc' is not .*: write \['abc'\]"),
        (InvalidRules, lambda: game(secrets="ab", table={"?": [0, 1]}), "'ab' is not a list of"),
        (InvalidRules, lambda: game(secrets=["a"], guesses="bc"), "'bc' is not a list of guesses"),
        (InvalidRules, lambda: game(secrets=["a"], guesses=None), "None is not a list of guesses"),
        (InvalidRules, lambda: game(secrets=["a"], priors=3), "3 is not a list of priors"),
        (InvalidRules, lambda: game(secrets=["a"], costs=[3]), r"\[3\] is not a dict of costs"),
        (InvalidRules, lambda: game(secrets=["a"], costs={"b": 1}), "'b' has a cost, but is not"),
        (InvalidRules, lambda: game(secrets=["a"], table=5), "5 is not a dict of questions"),
        (InvalidRules, lambda: lists(["ab"], weights=3), "3 is not a list of weights"),
        (InvalidCommand, lambda: game("ab2x3").candidates(mistakes=9), "from 0 to 3, not 9"),
        (InvalidCommand, lambda: game("ab2x3").arena(), "a match needs players, such as 'entropy'"),
        (InvalidCommand, lambda: game("ab2x3").arena("parts", seed="a"), "seed .* not 'a'"),
        (InvalidCommand, lambda: game("ab2x3").arena("parts", timeout=0), "timeout .* above 0"),
        (InvalidCommand, lambda: game("ab2x3").puzzle("a"), "seed has to be a whole number, not"),
        (InvalidCommand, lambda: game("ab2x3").puzzle(1, difficulty=6), "from 1 to 5, not 6"),
        (InvalidCommand, lambda: named("random", "ab2x3", seed=0.5), "seed .* not 0.5"),
        (InvalidCommand, lambda: board("5x5").best_move(seed="a"), "seed .* not 'a'"),
        (InvalidCommand, lambda: machine("ti74", seed="a"), "seed .* not 'a'"),
        (InvalidCommand, lambda: machine("thumb", TWICE, arguments=3), "3 is not a list of argu"),
        (InvalidCommand, lambda: machine("thumb", TWICE, arguments=["3"]), "whole number, not '3'"),
        (InvalidRules, lambda: game(secrets=["abc", "abd"], rule=5), "5 is not a rule"),
        (UnknownStrategy, lambda: named({}, "ab2x3"), "{} is not a strategy"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_sentence(
    error: type[MoolabError], wrong: Callable[[], Any], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        wrong()


@pytest.mark.parametrize("workers", [1, 2])
def test_where_no_thread_can_be_started_positions_are_scored_all_the_same(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", start)
    scores = Trilobite("5x5").score_moves(["33", "33333"], workers)
    assert scores.tolist() == [[-1, -1, 0, -1, -1], [0, 1, -128, 1, 0]]


def test_the_least_memory_is_that_of_the_table() -> None:
    Trilobite("5x5", memory=LEAST_MEMORY)
    with pytest.raises(InvalidCommand):
        Trilobite("5x5", memory=LEAST_MEMORY - 1)


def test_a_program_is_a_text_its_lines_or_its_file(tmp_path: Path) -> None:
    lines = ["01 ENTER", "02 x", "03 GTO 00"]
    file = tmp_path / "square.12c"
    file.write_text("\n".join(lines), encoding="utf-8")
    given: Any
    for given in ("\n".join(lines), lines, tuple(lines), file):
        assert Machine("hp12c", given).do("press 3 R/S") == "9.00"
    for given in (7, [1, 2], b"01 ENTER"):
        with pytest.raises(InvalidProgram):
            Machine("hp12c", given)


def test_a_machine_says_what_its_last_command_shows() -> None:
    calculator = Machine("hp12c", "01 ENTER\n02 x\n03 GTO 00")
    assert calculator.do("press 1.5 R/S") == "2.25"
    assert calculator.do("back 99") == "0.00"
    assert "X 0" in repr(calculator)
    assert Machine("ulisp", "(defun twice (x) (* 2 x))").do("run", "eval (twice 21)") == "42\n"
    with pytest.raises(InvalidCommand):
        calculator.do("dance")
    with pytest.raises(ProgramFault):
        Machine("ti74", "10 PRINT 1/0").do("run", "run")
