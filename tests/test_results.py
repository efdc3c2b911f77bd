"""Everything that is said to be known of games follows from files, and is the same everywhere."""

import re
from pathlib import Path

import hatch_build
import pytest
from tools import results as pages

from moolab.certificates.check import announced
from moolab.codes.rules import Rules
from moolab.results import effort
from moolab.results.field import Row, published
from moolab.results.known import Result, content, known_results, name_result, proved_bounds
from moolab.search.objective import OBJECTIVES
from moolab.search.optimal import find
from moolab.support import shipped as package
from moolab.support.shipped import find_file
from moolab.trees.reading import open_tree
from moolab.trees.verify import verify
from tests.cli.test_cli import answer, moo
from tests.helpers.paths import PROJECT


@pytest.mark.parametrize(
    "result",
    [
        # That large trees are read and verified, too, takes as long as they are large.
        pytest.param(
            each, id=each.tree, marks=[pytest.mark.slow] if each.rules.size > 10_000 else []
        )
        for each in known_results()
        if each.tree
    ],
)
def test_a_tree_needs_what_is_said(result: Result) -> None:
    assert result.tree is not None
    with open_tree(PROJECT / result.tree) as tree:
        assert tree.rules == result.rules
        proof = verify(tree.rules, tree.steps)
    assert (proof.total, proof.max) == (result.total, result.max)
    assert proof.distribution[proof.max] == result.at_max


def test_every_file_is_known() -> None:
    folder = PROJECT / "results"
    there = [
        *folder.glob("*.json*"),
        *folder.glob("certificates/*"),
        *folder.glob("words/*.cert.gz"),
    ]
    named = [file for result in known_results() for file in result.files]
    named = sorted(named + [proof.file for proof in proved_bounds()])
    assert named == sorted(str(path.relative_to(PROJECT)) for path in there)


def test_what_is_said_fits_together() -> None:
    for result in known_results():
        assert result.objective in OBJECTIVES
        if result.certificate:
            assert result.proved
            header = announced(PROJECT / result.certificate).header
            assert (header.rules, header.consistent) == (result.rules, result.consistent)
            assert header.bound == result.total
        assert re.match(f"moo (optimal|tree build) -r {result.rules} ?", result.command)
        assert ("--consistent" in result.command) == result.consistent
        if result.proved:
            assert result.bound is None
            continue
        assert result.bound is None or result.bound < result.total
        assert result.certificate is None


def test_no_known_tree_has_less_than_the_bound() -> None:
    for one in known_results():
        totals = [each.total for each in known_results()
                  if each.rules == one.rules and each.consistent >= one.consistent]  # fmt: skip
        assert one.least is None or one.least <= min(totals)


def test_what_is_proved_of_totals_is_a_bound_for_other_objectives() -> None:
    least = {name_result(each.rules, each.objective, each.consistent): each.least
             for each in known_results()}  # fmt: skip
    assert least["ab4x10 least-max"] == least["ab4x10"] == 26274
    assert least["ab4x10 consistent"] == 26688
    assert least["mm6x5 worst"] == 73795
    assert least["mm4x12"] is least["mm4x12 worst"] is None
    said = moo("results", "mm6x5").stdout
    assert "  best known: no tree needs fewer than 73,795\n" in said
    said = moo("results", "mm5x9").stdout
    assert "  best known: moolab has not found out how much better a tree can be\n" in said


def test_the_page_has_the_tables_of_what_is_known() -> None:
    texts = [page.read_text(encoding="utf-8") for page in pages.PAGES]
    assert texts == list(map(pages.written, texts)), "write them again: python -m tools.results"
    assert all(f"<!-- table: {table.__name__} -->" in "".join(texts) for table in pages.TABLES)


def test_what_others_have_published_is_beside_ours() -> None:
    said = moo("results", "mm5x8").stdout
    assert "mm5x8 179,274 178,336  better  supermastermind/playonline" in said
    assert answer("results", "mm5x8")["results"][1]["before"] == 179274
    behind = answer("results", "--behind")
    assert behind["results"] == []
    assert {row["standing"] for row in behind["published"]} <= {"behind", "not held"}
    unproved = answer("results", "--open", "mm5x6", "mm6x6")["published"]
    assert [(row["game"], row["question"]) for row in unproved] == [
        ("mm6x6", "the least total of guesses")
    ]
    said = moo("results", "7X6", "Salet").stdout
    assert "7x6       1    1  equal, proved" in said
    assert "2021, salet     7,920 7,920  equal, proved" in said
    assert "words:SECRETS+GUESSES --start salet --hard" in said
    assert moo("results", "--behind", "ab4x10").stdout == "There is nothing of that kind.\n"
    assert "score of the empty board" not in moo("results", "--open", "--behind").stdout


def test_no_proved_number_is_contradicted() -> None:
    for row in published():
        assert row.standing != "other", row
        if row.proved and row.standing != "not held" and row.question != "places":
            assert row.standing == "equal", row
        if row.is_ours_proved:
            assert row.ours is not None
            assert row.standing in ("equal", "better")


def test_numbers_beside_those_of_others_are_those_of_our_files() -> None:
    boards = dict(line.split()[:2] for line in
                  (PROJECT / "results" / "trilobite.txt").read_text().splitlines())  # fmt: skip
    for row in published():
        if row.question == "score" and row.ours is not None:
            assert boards.pop(row.game) == str(row.ours)
    assert not boards


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=f"{row.game} {row.question}",
                     marks=[] if row.game == "mm8x3" else [pytest.mark.slow])
        for row in published()
        if row.command and row.file is None and row.command.startswith("moo ")
        and "&&" not in row.command
        and "SECRETS" not in row.command and row.question in ("total", "worst", "least-max")
        and all(row.command != each.command for each in known_results())
    ],
)  # fmt: skip
def test_commands_find_the_numbers_without_files(row: Row) -> None:
    assert row.command is not None
    assert answer(*row.command.split()[1:])["total"] == row.ours


@pytest.mark.parametrize(
    "game",
    [
        # Codes of two symbols are so alike that 128 of them take as long as thousands.
        pytest.param(game, marks=[pytest.mark.slow] if game == "mm7x2" else [])
        for game in content()["sequences"]
    ],
)
def test_the_terms_of_a_sequence_are_least_totals(game: str) -> None:
    first, totals = Rules.parse(game), content()["sequences"][game]
    known_totals = {str(each.rules): each.total for each in known_results() if each.proved
                    and not each.consistent
                        and each.objective != "least-max"}  # fmt: skip
    for more, total in enumerate(totals):
        rules = Rules(first.family, first.places, first.symbols + more)
        if rules.size <= 130:
            assert find(rules).total == total
        assert known_totals.get(str(rules), total) == total
    # A sequence goes as far as it is known without a gap.
    after = str(Rules(first.family, first.places, first.symbols + len(totals)))
    assert after not in known_totals


def test_a_game_is_told_with_the_commands_that_make_and_check_it() -> None:
    said = moo("results", "ab4x10").stdout
    assert "ab4x10: 26,274 guesses for 5,040 secrets, 5.2131 on average, at most 7" in said
    assert "made by: moo optimal -r ab4x10 --objective tail" in said
    assert "moo verify ab4x10.json.gz ab4x10.cert.gz" in said
    assert f"are in {PROJECT}/results." in said
    best, consistent, *_ = said.split("\n\n")
    assert "  proved: no tree needs fewer\n" in best
    assert "  proved: no tree that guesses only what is possible needs fewer\n" in consistent


def test_all_are_listed() -> None:
    lines = moo("results").stdout.splitlines()
    assert len(lines) == len(known_results()) + 3
    assert lines[1].split() == ["emms4x4", "895", "3.4961", "4", "137", "proved"]
    assert len(answer("results")["results"]) == len(known_results())


def test_every_file_is_found_by_its_name() -> None:
    for result in known_results():
        for file in result.files:
            assert find_file(Path(Path(file).name)) == PROJECT / file


def test_what_a_package_leaves_out_is_said_to_be_in_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for taken in hatch_build.taken_along():
        copy = tmp_path / taken.relative_to(PROJECT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.symlink_to(taken)
    monkeypatch.setattr(package, "_PACKAGE", tmp_path)
    file = "results/certificates/ab4x12.cert.gz"
    assert answer("results", "ab4x12")["results"][0]["missing"] == ["results/ab4x12.json.gz", file]
    said = moo("results", "ab4x10", "ab4x12").stdout
    assert f"  only in moolab's repository: {file}\n" in said
    assert said.endswith(
        "2 large files of them can be found only in moolab's repository, in the folder results.\n"
    )
    monkeypatch.chdir(tmp_path)
    assert moo("verify", "ab4x12.cert.gz").stderr == (
        f"moo: ab4x12.cert.gz: No such file or directory; it is {file} in moolab's repository; "
        "made by: moo optimal -r ab4x12 --workers 2 --certificate ab4x12.cert.gz\n"
    )
    made = "made by: moo optimal -r mm5x8 --workers 2 --memory 12000 --checkpoint"
    assert made in moo("tree", "show", "mm5x8.json.gz").stderr
    assert moo("verify", "mm9x9.cert.gz").stderr.endswith(": No such file or directory\n")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mm9x9", "nothing is listed for mm9x9; moo optimal searches for its best tree."),
        ("13x13", "nothing is listed for 13x13."),
        ("Saler", "nothing is listed for saler."),
    ],
)
def test_nothing_is_known_of_some_games(name: str, sentence: str) -> None:
    done = moo("results", name)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"moo: {sentence}\n")


def times_off(some: float, other: float) -> float:
    """How many times as large one is as the other; below a third of a second all are alike."""
    return max(some, other, 0.3) / max(min(some, other), 0.3)


@pytest.mark.parametrize("own", [True, False])
def test_what_searches_take_is_estimated(own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all results that take up to ten minutes; also of each from those of other games alone."""
    trends, places, found = effort._measured()
    for each in known_results():
        if not each.proved or each.cpu > 600:
            continue
        if not own:
            here = effort._subject(each.rules, "mean", consistent=False)[1][:3]
            others = (places[:, :3] != here).any(axis=1)
            monkeypatch.setattr(
                effort, "_measured", lambda o=others: (trends[o], places[o], found[o])
            )
        told = effort.of_search(each.rules, each.objective, consistent=each.consistent)
        most = 3 if own else 7 if each.objective == "least-max" else 4
        assert each.nodes is not None
        off = times_off(told.seconds, each.cpu), times_off(told.guesses, each.nodes)
        assert max(off[0], off[1] if each.cpu > 0.2 else 1) < most, (each, told)
