"""Games whose replies are a table: what is read, and what is refused."""

import pickle
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab import Game
from moolab.codes.listed import ListedRules, whole_numbers
from moolab.codes.listed_table import reply_table
from moolab.codes.table_files import read_table
from moolab.codes.tables import table_rules
from moolab.deduction.candidates import candidates
from moolab.deduction.history import format_history, parse_history
from moolab.errors import InvalidReply, InvalidRules, InvalidTurn
from tests.helpers.tables import tables

ANIMALS = """\
question,cat,owl,cod,bat,cost
does it fly?,no,yes,no,yes,
does it swim?,no,no,yes,no,
does it lay eggs?,no,yes,yes,no,2
prior,0.5,0.2,0.2,0.1,
"""


@given(tables(), st.data())
def test_a_table_says_what_its_cells_do(game: ListedRules, data: st.DataObject) -> None:
    numbers = reply_table(game)
    for row, guess in enumerate(game.guesses):
        for column, secret in enumerate(game.secrets):
            reply = game.rule.score(guess, secret)
            assert game.replies[numbers[row, column]] == reply
            assert (reply == game.win) == (guess == secret)
            assert reply in game.replies_to(guess)
            assert game.reply_to(guess, str(reply)) == reply
    secret = data.draw(st.sampled_from(game.secrets))
    asked = data.draw(st.lists(st.sampled_from(game.guesses), max_size=4))
    turns = [(guess, game.rule.score(guess, secret)) for guess in asked]
    text = format_history(turns)
    assert format_history(parse_history(game, text)) == text
    assert list(parse_history(game, text)) == turns == list(parse_history(game, turns))
    fitting = [s for s in game.secrets if all(game.rule.score(g, s) == r for g, r in turns)]
    assert list(candidates(game, text)) == fitting
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - of this test
    assert again == game
    assert again.score(game.guesses[0], secret) == game.score(game.guesses[0], secret)


def test_a_table_of_animals(tmp_path: Path) -> None:
    file = tmp_path / "animals.csv"
    file.write_text(ANIMALS, "utf-8")
    game = read_table(file)
    assert repr(game) == "<table:animals.csv: 4 secrets, 3 questions, replies by table>"
    assert (game.weights, game.costs) == ((5, 2, 2, 1), (0, 0, 0, 0, 1, 1, 2))
    left = candidates(game, "Does it  fly?=NO does it lay eggs?=yes")
    assert list(left) == ["cod"]
    file.write_text(ANIMALS.replace(",", ";"), "utf-8-sig")
    assert read_table(file) == game
    with pytest.raises(InvalidReply, match="'maybe' is not a reply by the rule table: no, yes"):
        candidates(game, [("does it fly?", "maybe")])


def test_a_reply_that_wins_may_be_that_to_other_questions(tmp_path: Path) -> None:
    file = tmp_path / "animals.csv"
    file.write_text("x,cat,owl\nowl,no,yes\ndoes it purr?,yes,no\ncat,yes,no\n", "utf-8")
    game = read_table(file, win="yes")
    assert (game.guesses, game.identifies) == (("cat", "owl", "does it purr?"), False)
    assert list(candidates(game, "does it purr?=yes")) == ["cat"]
    assert [game.score(guess, "cat") == game.win for guess in game.guesses] == [True, False, False]
    (won,) = parse_history(game, "cat=yes")
    assert won.reply == game.win


def test_arrays_have_names_or_numbers(tmp_path: Path) -> None:
    file = tmp_path / "array.npy"
    np.save(file, np.array([[0, 1, 1], [1, 0, 1]]))
    game = read_table(file)
    assert (game.secrets, game.others) == (("1", "2", "3"), ("q1", "q2"))
    assert list(candidates(game, "q1=1 q2=1")) == ["3"]
    named = read_table(file, secrets=["a", "b", "c"], guesses=["x", "y"])
    assert list(candidates(named, "x=0")) == ["a"]
    np.save(file, np.array([["!", "2"], ["3", "!"], ["4", "5"]]))
    assert read_table(file, win="!").guesses == ("1", "2", "q3")
    with pytest.raises(InvalidRules, match="3 names of secrets are given for 2"):
        read_table(file, secrets=["a", "b", "c"])
    for bad in (np.zeros(3), np.zeros((2, 2)), np.array([[None]])):
        np.save(file, bad)
        with pytest.raises(InvalidRules, match="array"):
            read_table(file)


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2 }", "not an array of numbers"),
        ("{'descr': '<U1', 'fortran_order': False, 'shape': (1, 2)}", "not an array of numbers"),
        (
            "{'descr': '|u1', 'fortran_order': False, 'shape': (3000000000, 3000000000)}",
            "not an array of numbers",
        ),
        ("{'descr': '<U0', 'fortran_order': False, 'shape': (9000, 9000)}", "more than 64 MiB"),
    ],
    ids=["brackets", "no such characters", "too large for a file", "no characters"],
)
def test_a_damaged_array_is_refused_in_a_sentence(header: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "array.npy"
    begin = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    file.write_bytes(begin + header.encode() + b"\xff" * 64)
    with pytest.raises(InvalidRules, match=rf"^{file}: .*{why}"):
        read_table(file)


def test_an_array_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "array.npy"
    with file.open("wb") as empty:
        empty.truncate(1 << 30)
    with pytest.raises(InvalidRules, match="more than 64 MiB"):
        read_table(file)


def test_a_parquet_file_is_the_same_table(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    lines = [line.split(",") for line in ANIMALS.splitlines()]
    columns = {head: list(cells) for head, *cells in zip(*lines, strict=True)}
    columns["cost"] = [None, None, 2.0, None]
    file = tmp_path / "animals.parquet"
    parquet.write_table(pyarrow.table(columns), file)
    (tmp_path / "animals.csv").write_text(ANIMALS, "utf-8")
    assert read_table(file) == read_table(tmp_path / "animals.csv")
    file.write_bytes(b"no such thing")
    with pytest.raises(InvalidRules, match="not a Parquet file"):
        read_table(file)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the table is empty"),
        ("a\nq\n", "the table has no secrets"),
        ("a,x,y\nq,1,2\nq,1,2\n", "two questions 'q'"),
        ("a,x,x\nq,1,2\n", "two secrets 'x'"),
        ("a,x,y\n\nq,1\n", "line 3 has 2 cells, and the first one 3"),
        ("a,x,y,z\nq,1,1,2\nr,1,1,1\n", "no question tells 'x' and 'y' apart"),
        ("a,x,\nq,1,1\n", "has no name"),
        ("a,x=1,y\nq,1,1\n", "'x=1' cannot be a name"),
        ("a,x,y\nx,1,2\n", "'x' is a question and a secret: say which reply wins"),
        ("a,x,y\nq,1,\n", "no reply to 'q' from 'y'"),
        ("a,x,y\nq,1,2\nprior,a,1\n", "'a' is not a prior"),
        ("a,x,y\nq,1,2\nprior,0,0\n", "all priors are 0"),
        ("a,x,y\nq,1,2\nprior,1,2\nprior,1,2\n", "two rows prior"),
        ("a,x,y,cost,cost\nq,1,2,1,1\n", "two columns cost"),
        ("a,x,y,cost\nq,1,2,1.5\n", "the cost of 'q' is '1.5'"),
        ("a,x,y,cost\nq,1,2,0\n", "0 is not a cost"),
        ('a,x,y\nq,1,"2\n', "is not CSV"),
    ],
)
def test_tables_that_cannot_be(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidRules, match=f"table.csv: .*{why}"):
        read_table(file)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"q": ["!", "2"]}, "no question has the name of the secret 'x'"),
        ({"x": ["1", "2"], "y": ["1", "!"]}, "'!' wins, but to 'x' it is not the reply from"),
        ({"x": ["!", "!"], "y": ["1", "!"]}, "'!' wins, but 'y' gives it to 'x', too"),
        ({"x": ["!"], "y": ["1", "!"]}, "'x' has replies from 1 secret, not from 2"),
    ],
)
def test_wins_that_cannot_be(table: Mapping[str, Sequence[str]], why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        table_rules(["x", "y"], table, win="!")


@given(st.lists(st.fractions(0, 100, max_denominator=9), min_size=1, max_size=6).filter(any))
def test_priors_keep_their_proportions(priors: list[Fraction]) -> None:
    weights = whole_numbers(priors)
    assert [w * sum(priors) for w in weights] == [p * sum(weights) for p in priors]


def test_priors_of_too_many_digits_are_refused() -> None:
    assert whole_numbers([0.1, "2e-1", 3]) == (1, 2, 30)
    for bad in ("1e999999999", "-1", "nan", "1/0", ""):
        with pytest.raises(InvalidRules, match="is not a prior"):
            whole_numbers([bad])
    with pytest.raises(InvalidRules, match="too many digits"):
        whole_numbers(["0.000000000000001", "1"])


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("q;a,b;c\nfly;x,y;z\nswim;x,z;z\n", ".csv"),
        ('"q, of all"\ta,b\tc\nfly\tx,y\tz\nswim\tx,z\tz\n', ".csv"),
        ('"q, of all";a,b;c\nfly;x,y;z\nswim;x,z;z\n', ".txt"),
        ("\n\nq;a,b;c\nfly;x,y;z\nswim;x,z;z\n", ".csv"),
        ("q,1,2\ta,b\tc\nfly,1,2\tx,y\tz\nswim,1,2\tx,z\tz\n", ".tsv"),
    ],
)
def test_cells_are_divided_by_what_all_lines_have_as_often(
    text: str, ending: str, tmp_path: Path
) -> None:
    file = tmp_path / f"table{ending}"
    file.write_text(text)
    game = read_table(file)
    assert game.secrets == ("a,b", "c")
    assert str(game.score(game.others[0], "a,b")) == "x,y"


def test_replies_that_differ_in_case_alone_are_told_apart() -> None:
    game = table_rules(["x", "y", "z"], {"q": ["yes", "Yes", "No"], "r": ["No", "No", "yes"]})
    assert str(game.reply("yes")) == "yes"
    assert str(game.reply("NO")) == "No"
    with pytest.raises(InvalidReply):
        game.reply("YES")


def test_names_of_one_letter_are_several_codes() -> None:
    game = Game(table_rules(["a", "b"], {"is it a?": ["y", "n"]}))
    assert game.score_matrix(["is it a?"], ["a", "b"]).shape == (1, 2)
    assert game.measures(guesses=["is it a?"]).parts == [2]


def test_names_make_no_array() -> None:
    game = table_rules(["cat", "horse"], {"legs": [4, "four"]})
    with pytest.raises(InvalidRules, match="different lengths"):
        candidates(game).pack()


def test_turns_that_can_be_read_in_two_ways_are_refused() -> None:
    table = {"it": ["no", "no it"], "it it": ["no", "no it"]}
    game = table_rules(["a", "b"], table)
    turns = parse_history(game, [("it", "no"), ("it it", "no")])
    assert [turn.guess for turn in turns] == ["it", "it it"]
    with pytest.raises(InvalidTurn, match="in several ways"):
        parse_history(game, format_history(turns))
    assert parse_history(game, map(str, turns)) == turns
