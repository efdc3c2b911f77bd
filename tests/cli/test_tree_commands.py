"""``moo tree``, and tree files in place of strategies."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from moolab.codes.rules import Rules
from moolab.games.duel.duel import Setup, apply, begin
from moolab.trees import player
from tests.cli.test_cli import answer, moo, shell
from tests.helpers.cases import every
from tests.helpers.paths import DATA

EMMS = DATA / "trees" / "emms4x4.json"
"""The game of the APL article, built by ``moo tree build -r emms4x4 -s entropy``."""


@pytest.fixture
def emms(tmp_path: Path) -> str:
    """A copy of it."""
    return str(shutil.copy(EMMS, tmp_path / "emms.json"))


def test_the_same_strategy_gives_the_same_bytes_on_every_machine() -> None:
    assert moo("tree", "build", "-r", "emms4x4", "-s", "entropy").stdout == EMMS.read_text()


def test_build_to_a_file_or_to_stdout(tmp_path: Path) -> None:
    path = str(tmp_path / "tree.json.gz")
    args = ["tree", "build", "-r", "ab3x4", "-s", "consistent", "--start", "210"]
    assert answer(*args, "-o", path) == {
        "schema": "moolab/tree-build/1", "rules": "ab3x4", "strategy": "consistent",
        "file": path, "nodes": 24,
    }  # fmt: skip
    printed = moo(*args).stdout
    assert json.loads(printed)["root"]["guess"] == "210"
    assert shell(f"gunzip < {path}").stdout == printed
    assert shell(f"MOO tree build -r ab3x4 -s {path}").stdout.count("\n") == 25


def test_build_overwrites_only_when_told_to(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_text("dear diary")
    args = ["tree", "build", "-r", "ab2x3", "-s", "consistent", "-o", str(path)]
    done = moo(*args)
    assert (done.returncode, done.stderr) == (2, f"moo: {path} exists; --force overwrites it.\n")
    assert path.read_text() == "dear diary"
    done = moo(*args, "--force")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"{path}: 6 nodes\n")
    assert moo("verify", str(path)).returncode == 0


def test_improve_puts_a_better_tree_in_place_when_told_to(emms: str) -> None:
    before = Path(emms).read_bytes()
    done = moo("tree", "improve", emms)
    assert (done.returncode, done.stderr) == (2, f"moo: {emms} exists; --force overwrites it.\n")
    done = moo("tree", "improve", emms, "--time-limit", "0.000001", "--force")
    assert done.stdout.endswith(f"at most 4\n{emms}: no better than {emms}.\n")
    assert Path(emms).read_bytes() == before
    done = moo("tree", "improve", emms, "--force")
    assert done.stdout.endswith(
        "895 guesses for 256 secrets: 3.4961 on average, at most 4\n"
        f"{emms}: 3 better than {emms}, and no tree with this first guess is better.\n"
    )
    assert answer("verify", emms)["total"] == 895


def test_improve_names_the_command_that_finds_a_lower_tree(emms: str) -> None:
    done = moo("tree", "improve", emms, "--force", "--at-most", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'moo optimal --at-most 3'" in done.stderr


def test_improve_writes_elsewhere(emms: str, tmp_path: Path) -> None:
    better = str(tmp_path / "better.json.gz")
    found = answer("tree", "improve", emms, "-o", better, "--rounds", "1")
    assert (found["file"], found["gained"], found["proven"]) == (better, 3, True)
    assert answer("verify", better)["total"] == found["total"] == 895
    assert answer("verify", emms)["total"] == 898
    again = answer("tree", "improve", better, "-o", emms, "--force")
    assert (again["gained"], again["total"]) == (0, 895)
    assert Path(emms).read_text().count("\n") > 200


def test_a_tree_takes_every_reply_to_be_true(emms: str) -> None:
    error = answer("next", "-s", emms, "--mistakes", "1", code=2)["error"]
    assert error["kind"] == "invalid_tree"
    assert "emms.json is a tree, which takes every reply to be true" in error["message"]
    done = moo("play", "-s", emms, "--mistakes", "1", typed="0\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "which takes every reply to be true" in done.stderr


def test_verify(emms: str) -> None:
    shown = answer("verify", emms)
    assert "a tree for emms4x4, not for mm4x6" in moo("verify", emms, "-r", "mm4x6").stderr
    assert shown.pop("seconds") > 0
    assert {name: value for name, value in shown.items() if value is not None} == {
        "schema": "moolab/verify/1",
        "rules": "emms4x4",
        "file": emms,
        "kind": "tree",
        "valid": True,
        "total": 898,
        "mean": 898 / 256,
        "max": 4,
        "distribution": {"1": 1, "2": 9, "3": 105, "4": 141},
    }


def test_verify_a_tree_that_is_not_valid(emms: str, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    lines = Path(emms).read_text().splitlines(keepends=True)
    leaf = next(i for i, line in enumerate(lines) if line.endswith('"replies": {}},\n'))
    path.write_text("".join(lines[:leaf] + lines[leaf + 1 :]))
    done = moo("verify", str(path))
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.startswith(f"moo: {path}: after AABC=")
    result = answer("verify", str(path), code=4)
    assert result["valid"] is False
    assert [result[name] for name in ("total", "mean", "max", "distribution")] == [None] * 4
    assert "no guess, though 1 code is left, such as" in result["fault"]
    path.write_text("".join(lines)[:4000])
    assert "the file ends too early" in answer("verify", str(path), code=4)["fault"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "the file ends too early"),
        (b"dear diary", "this is not a tree file of moolab"),
        (gzip.compress(EMMS.read_bytes())[:30], "the compressed file is cut off or damaged"),
    ],
    # An archive holds the time at which it was made: each process would name the test otherwise.
    ids=["nothing", "no tree", "cut archive"],
)
def test_both_commands_say_alike_that_a_file_is_no_tree(
    content: bytes, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "tree.json.gz"
    path.write_bytes(content)
    result = answer("verify", str(path), code=4)
    assert (result["valid"], result["rules"], result["fault"]) == (False, None, fault)
    assert answer("verify", str(path), code=4)["fault"] == fault
    done = moo("verify", str(path))
    assert (done.stdout, done.stderr) == ("", f"moo: {path}: {fault}\n")


def test_show_a_file_or_a_strategy_alike(emms: str) -> None:
    args = ["--depth", "3", "after", "AABC=30"]
    shown = moo("tree", "show", emms, *args).stdout
    assert shown.startswith("ABDB  12 codes\n  03: BABC  2 codes\n    30: CABC  1 code\n")
    assert moo("tree", "show", "-r", "emms4x4", "-s", "entropy", *args).stdout == shown
    assert moo("tree", "show", "-s", emms, "--depth", "3", "AABC=30").stdout == shown
    nodes = answer("tree", "show", emms, "--depth", "1")["tree"]
    assert nodes == [{"depth": 0, "reply": None, "guess": "AABC", "candidates": 256}]


def test_show_builds_only_what_it_shows() -> None:
    done = moo("tree", "show", "-r", "mm10x10", "-s", "consistent", "--start", "0011223344",
               "--depth", "1")  # fmt: skip
    assert done.stdout == "0011223344  10,000,000,000 codes\n"


def test_lines_fit_on_a_terminal(emms: str) -> None:
    for line in moo("tree", "show", emms, "--depth", "9").stdout.splitlines():
        assert len(line) <= 80


def test_drawings(emms: str, tmp_path: Path) -> None:
    graph, page = tmp_path / "tree.dot", tmp_path / "tree.html"
    moo("tree", "show", emms, "--format", "dot", "-o", str(graph))
    assert graph.read_text().count("->") == 263
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg", "-o", "/dev/null", str(graph)], check=True)
    as_page = ("tree", "show", emms, "--format", "html")
    moo(*as_page, "-o", str(page), "--depth", "2")
    assert page.read_text() == moo(*as_page, "--depth", "2").stdout
    assert moo(*as_page, "-o", str(page)).returncode == 2
    assert "--json does not go with --format" in moo(*as_page, "--json").stderr


@every(
    "args, kind, message",
    [
        (["build", "-r", "mm9x10", "-s", "consistent"], "space_too_large", "too many to list"),
        (["build", "-o", "no/such/x.json"], "file", "No such file"),
        (["build", "-o", "."], "file", "not an ordinary file"),
        (["show", "nofile.json"], "file", "nofile.json: No such file"),
        (["show", "."], "file", "Is a directory"),
        (["show", "FILE", "AABC"], "invalid_turn", "write CODE=REPLY"),
        (["show", "FILE", "AAAA=00"], "not_in_tree", "turn 1 leaves the tree: at the root it"),
        (["show", "FILE", "after", "AABC=40"], "not_in_tree", "ends after AABC=40: the code is"),
        (["show", "FILE", "-r", "mm4x6"], "usage", "a tree for emms4x4, not for mm4x6"),
        (["show", "FILE", "-s", "entropy"], "usage", "--strategy does not go with a tree file"),
        (["show", "-s", "FILE", "--start", "AABC"], "usage", "--start does not go with a tree"),
        (["show", "FILE", "--consistent"], "usage", "--consistent does not go with a tree file"),
        (["show", "-s", "FILE", "--hard"], "usage", "--hard does not go with a tree file"),
        (["improve", "FILE", "-r", "mm4x6", "--force"], "usage", "for emms4x4, not for mm4x6"),
        (["build", "-s", "FILE", "--consistent"], "invalid_tree", "says itself what to guess"),
        (["improve", "FILE", "-o", "x", "--checkpoint", "x"], "usage", "tree and checkpoint need"),
        (["show", "FILE", "--format", "svg"], "usage", "'svg' is not one of"),
    ],
)
def test_bad_input_is_one_sentence(args: list[str], kind: str, message: str, emms: str) -> None:
    args = ["tree", *(emms if arg == "FILE" else arg for arg in args)]
    done = moo(*args)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if "export" not in args:
        assert answer(*args, code=2)["error"]["kind"] == kind


def test_output_may_be_cut_short() -> None:
    done = shell("MOO tree build -s consistent | head -c 14; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ('{"format": "mo0\n', "")


def test_a_tree_file_is_a_strategy(emms: str) -> None:
    assert answer("evaluate", "-s", emms)["total"] == answer("verify", emms)["total"]
    assert answer("next", "-s", emms, "AABC=30")["guess"] == "ABDB"
    assert answer("next", "-s", emms, "--start", "AABC")["rules"] == "emms4x4"
    by_name = answer("solve", "CABC", "-r", "emms4x4", "-s", "entropy")
    assert answer("solve", "CABC", "-s", emms) == by_name | {"strategy": emms}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-r", "mm4x4", "-s", "FILE"], "is a tree for emms4x4, not for mm4x4"),
        (["-s", "FILE", "--start", "DDDD"], "opens with AABC, not with DDDD"),
        (["-s", "FILE", "AABC=20", "DDDD=00"], "turn 2 leaves the tree: after AABC=20 it guesses"),
        (["-s", "nofile.json"], "nofile.json: No such file"),
        (["-s", "a" * 10**5], "is not a strategy"),
    ],
)
def test_a_tree_file_for_something_else(args: list[str], message: str, emms: str) -> None:
    done = moo("next", *(emms if arg == "FILE" else arg for arg in args))
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["next", "evaluate", "play"])
def test_a_tree_file_does_not_stand_for_a_game_of_ones_own(
    command: str, emms: str, tmp_path: Path
) -> None:
    (tmp_path / "own.txt").write_text("012\n123\n230\n")
    (tmp_path / "own.csv").write_text(",cat,dog,owl\nflies?,no,no,yes\nbarks?,no,yes,no\n")
    for own in (
        ["-r", f"words:{tmp_path / 'own.txt'}"],
        ["-r", f"table:{tmp_path / 'own.csv'}"],
        ["--rule", "jotto"],
    ):
        done = moo(command, "-s", emms, *own)
        assert done.returncode == 2
        assert "is a tree for emms4x4, not for " in done.stderr


def test_verify_reads_the_tree_of_the_game_that_is_named(emms: str) -> None:
    done = moo("verify", emms, "-r", "mm4x6")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is a tree for emms4x4, not for mm4x6" in done.stderr
    assert moo("verify", emms, "-r", "emms4x4").returncode == 0


@pytest.mark.parametrize(
    ("made", "what"),
    [
        (["--certificate"], "a certificate"),
        (["--objective", "game", "-o"], "a file of mixed strategies"),
    ],
)
def test_what_is_proved_is_proved_of_the_game_that_is_named(
    made: list[str], what: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "proof")
    moo("optimal", "-r", "ab2x3", *made, path)
    assert moo("verify", path, "-r", "ab2x3").returncode == 0
    done = moo("verify", path, "-r", "ab2x4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"moo: {path} is {what} for ab2x3, not for ab2x4.\n"


def test_a_duel_from_a_tree_file_with_hints_corrections_and_a_pause(
    emms: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(emms).parent)
    saved = str(tmp_path / "duel.json")
    done = moo(
        *["play", "-s", "emms.json", "--secret", "CABC", "--save", saved, "--no-stats"],
        typed="?\n?\nABCD\n20\n?\n?\nBBBB\ncorrect 1 30\n02\n1 20\nundo\n03\n",
    )
    assert "256 codes are possible." in done.stdout
    assert "You could try AABC." in done.stdout
    # Here the player has left the tree.
    assert "48 codes are possible." in done.stdout
    assert "You could try BAAC." in done.stdout
    assert "[2] My guess: ABDB Score: 02\nNo code fits: turns 1 and 2" in done.stdout
    spoken = " ".join(done.stdout.split())
    assert "turn 2 leaves the tree: after AABC=20 it guesses BDCB, not ABDB; undo as" in spoken
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    done = moo("play", "--resume", saved, "--no-stats", typed="CABC\n30\n40\n")
    assert "You win: you needed 3 guesses, and I have not found your code." in done.stdout


def test_a_save_whose_tree_is_gone(emms: str, tmp_path: Path) -> None:
    tree, saved = tmp_path / "tree.json", tmp_path / "duel.json"
    shutil.copy(emms, tree)
    moo("play", "-s", str(tree), "--role", "maker", "--save", str(saved), typed="20\n")
    tree.unlink()
    done = moo("play", "--resume", str(saved))
    assert done.returncode == 2
    assert done.stderr == (
        f"moo: {saved}: the saved game cannot go on: {tree}: No such file or directory\n"
    )


def test_a_duel_checks_its_tree_file_only_once(emms: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Path] = []
    rules_of = player.tree_rules

    def checked_rules(path: Path, known: Rules | None = None) -> Rules:
        checked.append(path)
        return rules_of(path, known)

    monkeypatch.setattr(player, "tree_rules", checked_rules)
    duel = begin(Setup.new("emms4x4", role="maker", strategy=emms))
    for move in ("reply 30", "reply 02", "undo", "reply 03"):
        duel = apply(duel, move)
    assert checked == [Path(emms)]


def test_a_demonstration_from_a_tree_file(emms: str) -> None:
    done = moo("play", "-s", emms, "--no-stats", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("has found the code.") == 2


def test_a_tree_printed_as_vectors_becomes_a_file(tmp_path: Path) -> None:
    printed, path = tmp_path / "article.txt", tmp_path / "tree.json"
    printed.write_text("TREES\n[1] T←1\n[2] X←2 4 0\n[3] X1←5\n[4] X3←(1⍴3)\n")
    args = ["tree", "import", str(printed), "-r", "ab2x3"]
    assert answer(*args, "-o", str(path))["nodes"] == 6
    assert moo(*args).stdout == path.read_text()
    assert moo(*args, "-o", str(path)).stderr == f"moo: {path} exists; --force overwrites it.\n"
    done = moo(*args, "-o", str(path), "--force")
    assert done.stdout.endswith("13 guesses for 6 secrets: 2.1667 on average, at most 3\n")
    assert moo("solve", "21", "-s", str(path)).stdout.endswith("Found 21 in 3 guesses.\n")
    printed.write_bytes(b"T\xff6")
    assert moo(*args).stderr == f"moo: {printed}: line 1: this is not a text in UTF-8\n"


def test_a_tree_that_others_have_published_is_proved(tmp_path: Path) -> None:
    published, path = tmp_path / "mine.txt", tmp_path / "mine.json"
    tree = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"
    published.write_text(f"Score: 21\n{tree}\n")
    game = ["-r", "mm2x3:ABC"]
    need = "21 guesses find every secret of mm2x3:ABC, at most 3 each."
    assert moo("verify", str(published), *game).stdout == f"{published}: {need}\n"
    assert answer("tree", "import", str(published), *game, "-o", str(path))["strategy"] == "mine"
    assert moo("verify", str(path)).stdout == f"{path}: {need}\n"
    published.write_text(f"total: 20, average 2.3\n{tree}\n")
    claim = "line 1 claims a total of 20, but it is 21"
    assert answer("verify", str(published), *game, code=4)["fault"] == claim
    done = moo("tree", "import", str(published), *game)
    assert (done.stdout, done.stderr) == (path.read_text(), f"moo: {published}: {claim}\n")
    published.write_text(tree.replace(",00:BB", "").replace(",00:CC", ""))
    missed = (
        f"moo: {published}: after AB=10 AC=00: no guess, though 1 code is left, such as BB; of 9 "
        "codes it misses 2 (BB, CC); the 7 others need 16 guesses, at most 3 each\n"
    )
    assert moo("verify", str(published), *game).stderr == missed
    assert moo("tree", "import", str(published), *game).stderr == missed
    assert "say which game it is for" in moo("verify", str(published)).stderr


def test_a_tree_of_a_game_of_ones_own_is_checked_with_its_rule(tmp_path: Path) -> None:
    tree = str(tmp_path / "tree.json")
    own = ("-r", "mm2x3", "--rule", "black")
    assert moo("optimal", *own, "-o", tree).returncode == 0
    assert moo("verify", tree, *own).returncode == 0
    without = moo("verify", tree)
    assert without.returncode == 4
    assert "of your own, give its lists, table or rule again" in without.stderr
