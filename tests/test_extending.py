"""The annex that the documentation shows is found, played, kept and shown as it stands there."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import validator_for

from tests.cli.test_cli import moo
from tests.helpers.paths import DATA, PROJECT
from tests.test_docs import files

PAGE = PROJECT / "docs" / "how-to" / "extending.md"

COMMAND, TYPED, SHOWN = (
    (DATA / "transcripts" / "annexes" / "nim.txt").read_text("utf-8").split("---\n")
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What moolab says where the annex is installed."""
    folder = tmp_path_factory.mktemp("nim")
    install(folder)
    install_words(folder)
    # In a process of its own: a copy of this one has the threads of other tests no more.
    program = "import json; from tests.test_extending import walk; print(json.dumps(walk()))"
    paths = [str(folder), str(PROJECT), os.environ["PYTHONPATH"]]
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(paths),
            "XDG_DATA_HOME": f"{folder}/data",
            "MOOLAB_CONFIG": os.devnull,
        },
        stdout=subprocess.PIPE,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def install(folder: Path) -> None:
    """Copy the annex, and write so much beside it as pip does."""
    shutil.copytree(PAGE.parent / "nim" / "nim", folder / "nim")
    [[group, point]] = re.findall(
        r'^\[project\.entry-points\."(.*)"\]\n(.*)$',
        (PAGE.parent / "nim" / "pyproject.toml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    information = folder / "moolab_nim-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: moolab-nim\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[{group}]\n{point}\n".replace('"', ""))


def walk() -> dict[str, Any]:
    told = {
        "help": printed("help", "commands"),
        "begun": printed("nim", typed=TYPED),
        "games": printed("games"),
        "played": printed("nim", "--resume", typed="1 1\n3 1\n3 1\n"),
        "games then": printed("games"),
        "json": printed("nim", "--heaps", "2", "--json", typed="2 1\n2 1\n"),
        "schema": printed("schema", "nim"),
        "pages": [(page.status_code, page.text) for page in pages()],
        "museum": [(page.status_code, page.text) for page in museum()],
    }
    from moolab.games import game
    from moolab.testing import check_game

    check_game(game("nim"))
    return told


def printed(*args: str, typed: str = "") -> str:
    from moolab.cli.main import _exit_code

    out, sys.stdin = io.StringIO(), io.StringIO(typed)
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        _exit_code(list(args))
    return out.getvalue()


def pages() -> Iterator[Any]:
    from starlette.testclient import TestClient

    from moolab.web.app import create_app
    from moolab.web.settings import Settings

    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        yield client.get("/nim")
        yield client.post("/nim", data={"heaps": "many"})
        yield (begun := client.post("/nim", data={"heaps": "3"}))
        yield client.post(begun.url, data={"verb": "3", "text": "4"})
        yield client.post(begun.url, data={"verb": "3", "text": "1", "after": "0"})
        yield client.get(begun.url, params={"hint": "yes"})
        yield client.get("/games")
        yield client.post(begun.url, data={"verb": "3", "text": "2", "after": "2"})


def museum() -> Iterator[Any]:
    from starlette.testclient import TestClient

    from moolab.web.app import create_app
    from moolab.web.settings import Settings

    with TestClient(create_app(Settings(database="sqlite://", warm=False))) as client:
        yield client.get("/machines")
        program = {"target": "words", "program": dict(files(PAGE))["page.md"]}
        yield (begun := client.post("/machines", data=program))
        client.post(begun.url, data={"move": "run"})
        yield client.post(begun.url, data={"verb": "answer", "text": "0123"})
        for target in ("words:Words", "os:system", "nothing"):
            yield client.post("/machines", data=program | {"target": target})


def test_its_command_is_listed_and_plays(told: dict[str, Any]) -> None:
    assert COMMAND == "moo nim\n"
    assert "  nim        Play Nim.\n" in told["help"]
    assert told["begun"] == SHOWN


def test_a_stopped_game_is_listed_and_gone_on_with(told: dict[str, Any]) -> None:
    assert told["games"].endswith("  Nim, 4 heaps: 2 moves\n    moo nim --resume 1\n")
    assert told["played"].endswith("4:\nYou win.\n")
    assert told["games then"] == "No games are kept; moo play begins one.\n"


def test_its_json_has_a_schema(told: dict[str, Any]) -> None:
    answer = json.loads(told["json"])
    assert (answer["schema"], answer["heaps"], answer["outcome"]) == ("moolab/nim/1", [0, 0], "won")
    validator_for(json.loads(told["schema"])).validate(answer)


def test_its_page_plays(told: dict[str, Any]) -> None:
    statuses, pages = zip(*told["pages"], strict=True)
    assert statuses == (200, 422, 200, 409, 200, 200, 200, 200)
    entrance, refused, begun, impossible, moved, hint, games, lost = pages
    assert '<a href="/play" aria-current="true">Play</a>' in entrance
    assert '<select id="heaps" name="heaps">' in entrance
    assert "&#39;heaps&#39; has to be from 2 to 9, not &#39;many&#39;" in refused
    assert begun.count('<button name="text"') == impossible.count('<button name="text"') == 6
    assert "Type the number of a heap, and how many sticks you take of it." in impossible
    assert moved.count('<button name="text"') == 4
    assert "I would play 2 1." in hint
    assert ">Nim, 3 heaps</a>" in games
    assert "I win." in lost


def install_words(folder: Path) -> Path:
    """Install the machine of the documentation; the page with its program."""
    shown = dict(files(PAGE))
    information = folder / "moolab_words-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: moolab-words\nVersion: 1.0\n"
    )
    (information / "entry_points.txt").write_text("[moolab.machines]\nwords = words:Words\n")
    for name in ("words.py", "page.md"):
        (folder / name).write_text(shown[name], encoding="utf-8")
    return folder / "page.md"


def test_a_machine_of_ones_own_does_what_ours_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from moolab import Machine
    from moolab.machines.compare import comparisons

    words = install_words(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert Machine("words", words).do("run", "answer 0123").endswith("0 bulls 2 cows\n")
    assert Machine.from_text(words).do("run") == ""
    typed, seed = "0123\n6094\n", ("--seed", "1")
    for target in ("words", "words:Words"):
        done = moo("machine", "run", target, str(words), *seed, typed=typed)
        assert done.stdout == "0123\n1 bulls 2 cows\n6094\n0 bulls 2 cows\n"
        done = moo("machine", "play", target, str(words), *seed, typed=typed)
        assert "> 6094\n|0 bulls 2 cows " in done.stdout
        done = moo("machine", "debug", target, str(words), typed="run\nanswer 0123\nback\n")
        assert "0 bulls 2 cows" in done.stdout
        assert "*code" not in done.stdout
        done = moo("machine", "check", target, str(words), "--pairs", "50")
        assert done.stdout.startswith("5 games: 66 replies right")
        first = next(comparisons(target, "ask reply won again", "page.md"))
        assert (first.size, first.target) == (4, target)
    found = json.loads(moo("article", str(words), "--json").stdout)["programs"]
    assert [(each["target"], each["lines"]) for each in found] == [("words", 4)]
    done = moo("article", str(words), typed="play\n0123\n")
    assert "bulls" in done.stdout


def test_a_server_offers_the_machines_that_are_installed_and_no_code(told: dict[str, Any]) -> None:
    (_, museum), (begun, _), (answered, page), *refused = told["museum"]
    assert '<option value="words"' in museum
    assert (begun, answered) == (200, 200)
    assert "bulls" in page
    for status, said in refused:
        assert status == 422
        assert "There is no machine" in said
