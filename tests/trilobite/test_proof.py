"""Certificates of boards prove who wins them, and nothing else."""

import gzip
import json
import random
from functools import cache
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moolab
from moolab.annexes import AnnexProof
from moolab.errors import InvalidCertificate, InvalidCommand, MoolabError
from moolab.trilobite.board import COLUMNS, STONES, Board, Shape
from moolab.trilobite.proof.certificate import (
    MOST_POSITIONS,
    Header,
    Proved,
    check,
    read_rules,
    rules_in_text,
    write,
)
from moolab.trilobite.proof.find import certified
from moolab.trilobite.proof.learn import decision_list, example
from moolab.trilobite.proof.play import MOST_MET, Field, Rule
from moolab.trilobite.solver.exact import Solver
from tests.cli.test_cli import moo
from tests.helpers.examples import examples
from tests.helpers.paths import PROJECT

other = SimpleNamespace(**run_path(str(PROJECT / "results" / "check_board.py")))
"""The verifier that shares nothing with moolab."""

BOARDS = [
    Shape(3, 3, 3),
    Shape(4, 3, 3),
    Shape(4, 4, 3),
    Shape(4, 1, 3),
    Shape(4, 4, 4),
    Shape(5, 4, 4),
]
"""The first player wins three of these, the others are drawn."""


@cache
def proof(shape: Shape, player: str | None = None) -> tuple[Header, dict[Board, tuple[Rule, ...]]]:
    return certified(Solver(shape, memory=1 << 20, book=False), player)


def lines_of(shape: Shape, player: str | None, folder: Path) -> list[Any]:
    write(folder / "whole.cert", *proof(shape, player))
    return [json.loads(line) for line in (folder / "whole.cert").read_text().splitlines()]


def verdict(lines: list[Any], folder: Path) -> Proved | None:
    """What both verifiers say of a file with these lines; None if it is refused."""
    path = folder / "changed.cert"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    return verdict_of(path)


def verdict_of(path: Path) -> Proved | None:
    try:
        found = check(path)
    except InvalidCertificate:
        found = None
    try:
        said = other.check(str(path))
    except Exception:
        said = None
    assert (said is None) == (found is None)
    return found


def is_true(header: Header) -> bool:
    """Whether a claim is true, by the exact score of the empty board."""
    score = Solver(header.shape, memory=1 << 20, book=False).score(Board.empty(header.shape)).lower
    own = score if header.player == "X" else -score
    return own > 0 or (own == 0 and header.claim == "draw")


LARGE = pytest.param(Shape(9, 7, 2), marks=pytest.mark.slow)
"""A set of its cells takes several words."""


@pytest.mark.parametrize("shape", [*BOARDS, LARGE], ids=str)
def test_what_is_true_of_a_board_is_proved_and_what_is_not_is_refused(
    shape: Shape, tmp_path: Path
) -> None:
    header, rules = proof(shape)
    assert is_true(header)
    lines = lines_of(shape, None, tmp_path)
    found = verdict(lines, tmp_path)
    assert found is not None
    assert (found.header, found.positions, found.lists) == (header, len(rules), len(lines) - 1)
    for player in STONES:
        for claim in ("win", "draw"):
            changed = verdict([lines[0] | {"player": player, "claim": claim}, *lines[1:]], tmp_path)
            assert changed is None or is_true(Header(shape, player, claim))


def test_who_loses_has_no_certificate_and_both_have_one_of_a_draw() -> None:
    with pytest.raises(InvalidCommand, match="O loses on 4x4"):
        proof(Shape(4, 4, 3), "O")
    assert (
        str(proof(Shape(3, 3, 3), "X")[0]) == "the first player at least draws on 3x3, 3 in a row"
    )
    assert str(proof(Shape(3, 3, 3))[0]) == "the second player at least draws on 3x3, 3 in a row"


@settings(max_examples=examples(30))
@given(st.sampled_from(BOARDS), st.sampled_from(["X", "O"]), st.randoms(use_true_random=False))
def test_damaged_files_are_refused_by_both_verifiers_or_prove_what_is_true(
    tmp_path_factory: pytest.TempPathFactory, shape: Shape, player: str, chance: random.Random
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    try:
        lines = lines_of(shape, player, folder)
    except InvalidCommand:
        lines = lines_of(shape, None, folder)
    whole = list(lines)
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(lines))
        line = lines[at]
        match chance.randrange(7) if line in whole else 6:
            case 0:
                del lines[at]
            case 1:
                lines.insert(chance.randrange(len(lines)), line)
            case 2 if "rules" in line:
                words = line["rules"].split()
                chance.shuffle(words)
                lines[at] = line | {"rules": " ".join(words[chance.randrange(2) :])}
            case 3 if "rules" in line:
                swapped = line["rules"].translate(str.maketrans("abcd123-+.", "bdca213+.-"))
                lines[at] = line | {"rules": swapped}
            case 4 if "rules" in line:
                moves = line["after"].split()
                moves[-1] += chance.choice(COLUMNS)
                lines[at] = line | {"after": " ".join(moves[chance.randrange(2) :])}
            case 5 if "format" in line:
                size, win = str(chance.choice(BOARDS)), chance.choice([2, 3, 4, True, 3.0])
                who, claim = chance.choice("XO"), chance.choice(["win", "draw", "loss"])
                lines[at] = line | {"size": size, "win": win, "player": who, "claim": claim}
            case _:
                lines[at] = chance.choice([{}, [], None, 7, {"rules": 1, "after": "-"}])
        if not lines:
            break
    found = verdict(lines, folder)
    assert found is None or is_true(found.header)


@settings(max_examples=examples(30))
@given(st.sampled_from([Shape(4, 4, 3), Shape(7, 6, 4), Shape(8, 7, 4)]), st.data())
def test_rules_are_played_alike_by_both_verifiers(shape: Shape, data: st.DataObject) -> None:
    chance = data.draw(st.randoms(use_true_random=False))
    player, wins = chance.choice("XO"), chance.random() < 0.3
    header = Header(shape, player, "win" if wins else "draw")
    plain, board = other.Board(header.line()), Board.empty(shape)
    least = max(shape.cells - 14, 0)
    while board.ply < least or board.turn != player:
        if board.is_over:
            return
        board = board.play(chance.choice(board.columns))
    if board.is_over:
        return
    cells = [1 << at for at in range(shape.full.bit_length()) if shape.full >> at & 1]
    chance.shuffle(cells)
    rules = [
        Rule(cell, *(chance.choice([0, 0, 0, 0, 0, chance.choice(cells)]) for _ in range(3)))
        for cell in cells
    ]
    field = Field(shape, wins=wins)
    met, wrong = field.play(board, field.written(rules), np.zeros(1, np.int64))
    begin = other.Position(board.mover, board.filled)
    assert begin == plain.after(board.moves or "-")
    words = rules_in_text(shape, tuple(rules))
    try:
        count = plain.play(begin, [plain.rule(word) for word in words.split()], set())
    except other.Refused:
        assert wrong or met < 0
    else:
        assert (met, wrong) == (count, 0)


@settings(max_examples=examples(30))
@given(st.data())
def test_a_decision_list_says_a_good_move_in_every_example(data: st.DataObject) -> None:
    chance, shape = data.draw(st.randoms(use_true_random=False)), Shape(4, 4, 4)
    found: dict[Board, int] = {}
    for _ in range(chance.randint(1, 30)):
        board = Board.empty(shape)
        for _ in range(chance.randint(0, 9)):
            if not board.is_over:
                board = board.play(chance.choice(board.columns))
        if not board.is_over:
            moves = [shape.column(c) & board.filled + shape.bottom for c in board.columns]
            found[board] = sum(chance.sample(moves, chance.randint(1, len(moves))))
    rules = decision_list(shape, [example(*each) for each in found.items()], 100)
    for board, good in found.items() if rules else ():
        own, filled = board.mover, board.filled
        legal = filled + shape.bottom & shape.full
        said = next(
            cell
            for cell, ours, others, empty in rules or ()
            if cell & legal
            and not ours & ~own
            and not others & ~(own ^ filled)
            and not empty & filled
        )
        assert said & good
    assert rules is None or len(rules) <= 100


def test_rules_are_read_as_they_are_written() -> None:
    shape = Shape(12, 12, 4)
    rules = (Rule(1, own=1 << 13, empty=2), Rule(1 << 154, other=1 << 5))
    assert rules_in_text(shape, rules) == "a1+b1.a2 l12-a6"
    assert read_rules(shape, rules_in_text(shape, rules)) == rules
    for text in ("m1", "a13", "a0", "a1+", "+a1", "A1", "a1*b1", "a1 b", "a1٣"):
        with pytest.raises(InvalidCertificate, match="is not a rule"):
            read_rules(shape, text)


def test_bad_files_are_refused_in_a_sentence_and_soon(tmp_path: Path) -> None:
    path, whole = tmp_path / "board.cert.gz", tmp_path / "whole.cert.gz"
    write(whole, *proof(Shape(4, 4, 4)))
    content = whole.read_bytes()
    text = gzip.decompress(content)
    first, rest = text.split(b"\n", 1)
    said = json.loads(first)
    line = json.loads(rest.split(b"\n")[0])
    long = first + b"\n" + b'{"rules":"","after":""}\n' * 100_000
    files = {
        "its first line is not": gzip.compress(rest),
        "its board cannot be": json.dumps(said | {"size": "14x4"}).encode(),
        "it is damaged": content[:-20],
        "list 2: .* is there twice": first + b"\n" + rest.split(b"\n")[0] + b"\n" + rest,
        "list 1: it has no positions": gzip.compress(long),
        "list 1: there are more than|is there twice": gzip.compress(
            first + b"\n" + json.dumps(line | {"after": "1 2 " * 20_000}).encode()
        ),
        "list 1: a list has more than": first
        + b"\n"
        + json.dumps(line | {"rules": "a1 " * 2_000}).encode(),
        "it does not say what follows": first + b"\n",
        "too many positions|fails at": first
        + b"\n"
        + json.dumps({"rules": "a1 b1 c1 d1", "after": "1 2"}).encode(),
    }
    for why, data in files.items():
        path.write_bytes(data)
        with pytest.raises(InvalidCertificate, match=why):
            check(path)
        assert verdict_of(path) is None
    path.write_bytes(gzip.compress(gzip.compress(text)))
    assert verdict_of(path) is None
    path.write_bytes(text)
    assert verdict_of(path) is not None


def test_both_verifiers_have_the_same_limits() -> None:
    assert (other.MOST_FOLLOW, other.MOST_POSITIONS) == (MOST_MET, MOST_POSITIONS)
    shape = Shape(8, 7, 4)
    field, board = Field(shape, wins=False), Board.empty(shape)
    cells = " ".join(f"{'abcdefgh'[at % 8]}{7 - at // 8}" for at in range(56))
    rules = read_rules(shape, cells)
    met, wrong = field.play(board, field.written(rules), np.zeros(1, np.int64))
    plain = other.Board(Header(shape, "X", "draw").line())
    with pytest.raises(other.Refused):
        plain.play(plain.after("-"), list(rules), set())
    assert wrong or met == -1


def test_the_certificates_that_come_with_moolab_hold() -> None:
    found = {path.name: check(path) for path in (PROJECT / "results" / "boards").iterdir()}
    told = {name: (each.header.player, each.header.claim) for name, each in found.items()}
    assert told == {
        "5x4.cert.gz": ("O", "draw"),
        "5x5.cert.gz": ("O", "draw"),
        "6x4.cert.gz": ("O", "win"),
        "7x6.cert.gz": ("X", "win"),
    }
    assert found["7x6.cert.gz"].positions == 15_934
    said = other.check(str(PROJECT / "results" / "boards" / "6x4.cert.gz"))
    assert said == "proved by 122 positions: O wins on 6x4, 4 in a row"


def test_a_board_is_proved_on_the_command_line_and_in_a_program(tmp_path: Path) -> None:
    path = tmp_path / "board.cert.gz"
    said = moo("trilobite", "certificate", "--size", "4x3", "--win", "3", "-o", str(path))
    assert said.returncode == 0
    assert f"{path}: the first player wins on 4x3, 3 in a row" in said.stderr
    verified = moo("verify", str(path))
    assert verified.stdout.startswith(f"{path}: the first player wins on 4x3, 3 in a row (")
    shown = json.loads(moo("verify", "--json", str(path)).stdout)
    assert (shown["kind"], shown["rules"]) == ("certificate", "4x3, 3 in a row")
    assert (shown["objective"], shown["valid"]) == ("win", True)
    found = moolab.verify(path)
    assert isinstance(found.proof, AnnexProof)
    assert (found.rules, found.proof.objective) == ("4x3, 3 in a row", "win")
    path.write_bytes(path.read_bytes()[:-9])
    assert moo("verify", str(path)).returncode == 4
    with pytest.raises(MoolabError, match="loses"):
        moolab.Trilobite("4x3", win=3).certificate(path, "O")
