"""``moo schema``: the JSON Schemas of all answers, and that the commands keep to them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema_rs import ValidationError, Validator, validator_for

from moolab.cli.commands import schema
from moolab.games import game, names
from moolab.machines import compare
from moolab.machines.ports import FOLDER
from moolab.schemas import ANSWERS
from tests.cli.test_cli import moo, schemas, validator
from tests.helpers.outline import assert_recorded, outline_schemas

THUMB, RISCV = str(FOLDER / "bullcow-thumb.lisp"), str(FOLDER / "bullcow-riscv.lisp")
HP12C, TI74 = str(FOLDER / "moo58.12c"), str(FOLDER / "moo74.bas")

COMMANDS: dict[str, list[str]] = {
    "score": ["score", "1234", "4321"],
    "score-table": ["score", "--matrix", "1234", "4321"],
    "candidates": ["candidates", "1389=00", "--mistakes", "1", "--limit", "3"],
    "next": ["next", "-s", "consistent", "1389=00", "--top", "3"],
    "solve": ["solve", "1234"],
    "analyze": ["analyze", "-r", "ab3x5", "012=02", "134=20"],
    "training": ["train", "-r", "ab3x5", "012=02", "134=20"],
    "evaluate": ["evaluate", "-r", "ab2x4", "-s", "random"],
    "arena": ["arena", "--players", "consistent,random", "-r", "ab2x3", "--games", "2"],
    "tree-build": ["tree", "build", "-r", "ab2x3", "-s", "consistent", "-o", "tree.json"],
    "tree-improve": ["tree", "improve", "tree.json", "--force"],
    "tree-show": ["tree", "show", "-r", "ab2x3", "--start", "01", "after", "01=01"],
    "optimal": ["optimal", "-r", "ab2x3"],
    "optimal-estimate": ["optimal", "-r", "ab2x3", "--estimate"],
    "results": ["results", "ab4x10"],
    "optimal-game": ["optimal", "-r", "mm2x3", "--objective", "game"],
    "verify": ["verify", "broken.json"],
    "puzzle": ["puzzle", "--seed", "1"],
    "puzzle-solve": ["puzzle", "solve", "1389=00", "1234=02"],
    "puzzle-case": ["puzzle", "solve", "--liar", "-r", "ab2x3", "01=20", "02=20", "10=02"],
    "stats": ["stats"],
    "games": ["games"],
    "daily": ["daily"],
    "boards": ["boards", "ab2x3", "--boards", "2"],
    "cache": ["cache", "info"],
    "cache-clear": ["cache", "clear"],
    "duel": ["solve", "-r", "ab2x3"],
    "trilobite-solve": ["trilobite", "solve", "--size", "4x3", "--win", "3"],
    "trilobite-score": ["trilobite", "solve", "--size", "4x3", "--win", "3", "--file", "-"],
    "trilobite-puzzle": ["trilobite", "puzzle", "--size", "5x4", "--win", "3", "--moves", "2"],
    "trilobite-tree": ["trilobite", "tree", "--size", "4x3", "--win", "3", "22"],
    "trilobite": ["trilobite", "play", "--size", "4x3", "--win", "3", "--level", "beginner"],
    "article": ["article", "play.lisp"],
    "machine-asm": ["machine", "asm", "thumb", THUMB],
    "machine-call": ["machine", "call", "thumb", THUMB, "4", "0x1234", "0x4321"],
    "machine-check": ["machine", "check", "riscv", RISCV, "--digits", "1", "--pairs", "9"],
    "machine-compare": ["machine", "compare"],
    "machine-run-hp12c": ["machine", "run", "hp12c", HP12C, "--keys", "1 ENTER 0 /"],
    "machine-run-ulisp": ["machine", "run", "ulisp", "--expr", "(read)"],
    "machine-list-hp12c": ["machine", "run", "hp12c", HP12C, "--list"],
    "error": ["candidates", "1234=02", "1234=11"],
}

TYPED = {"trilobite": "1\nresign\n", "daily": "1234\nresign\n", "boards": "01\nresign\n"}


def test_the_fields_of_all_answers_are_those_that_were_recorded() -> None:
    assert_recorded("schemas.txt", outline_schemas(schemas()["$defs"]))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_answers_as_its_schema_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compare, "_GAMES", 3)
    monkeypatch.setattr(compare, "_SIDE", 3)
    if name == "cache-clear":
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    if name in ("tree-improve", "verify"):
        moo("tree", "build", "-r", "ab2x3", "-s", "consistent", "-o", "tree.json")
        lines = Path("tree.json").read_text().splitlines(keepends=True)
        Path("broken.json").write_text("".join(lines[:2] + lines[3:]))
    line = moo(*COMMANDS[name], "--json", typed=TYPED.get(name, "22 4\n")).stdout
    assert json.loads(line)["schema"] == f"moolab/{name}/1"
    validator().validate(json.loads(line))
    validator_of(name).validate(json.loads(line))


def test_what_is_streamed_is_as_its_schema_says() -> None:
    lines = moo(*COMMANDS["trilobite-solve"], "--json", "--stream").stdout.splitlines()
    assert json.loads(lines[0])["schema"] == "moolab/trilobite-search/1"
    validator_of("trilobite-search").validate(json.loads(lines[0]))


def test_every_answer_is_tried() -> None:
    # The contract of games holds what is seen of them against their schemas.
    assert {*COMMANDS, *ASKED, *names(), "trilobite-search"} == set(ANSWERS)


def test_every_field_is_described_and_always_there() -> None:
    for definition in schemas()["$defs"].values():
        assert definition["description"].endswith(".")
        assert definition["required"] == list(definition["properties"])
        for field in definition["properties"].values():
            assert field["description"].endswith(".")


ASKED = {
    "duel-hint": ("duel", "hint"),
    "trilobite-hint": ("trilobite", "hint"),
    "said": ("duel", "step 1"),
}
"""What only the web application asks, and of which game."""


@pytest.mark.parametrize("name", ASKED)
def test_a_question_about_a_game_is_answered_as_its_schema_says(name: str) -> None:
    played, question = game(ASKED[name][0]), ASKED[name][1]
    answer = played.ask(played.begin(played.settle()), played.seats[0], question).fields()
    assert answer["schema"] == f"moolab/{name}/1"
    validator_of(name).validate(answer)


MEANINGS = {
    "turns": {"array"},
    "codes": {"array"},
    "candidates": {"integer"},
    "nodes": {"integer"},
    "tried": {"integer", "number"},
    "seconds": {"number"},
    "distribution": {"object"},
}


def test_one_word_means_one_thing() -> None:
    definitions = schemas()["$defs"]
    for view, definition in definitions.items():
        fields = definition["properties"]
        assert not {"history", "histogram", "count"} & fields.keys(), view
        if {"total", "distribution"} & fields.keys():
            assert {"total", "mean", "max"} <= fields.keys(), view
        for name in MEANINGS.keys() & fields.keys():
            kinds = kinds_of(fields[name], definitions)
            assert kinds - {"null"} <= MEANINGS[name], (view, name)


def kinds_of(field: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
    """The types of a field; where it has one value for each side, those of the values."""
    if "$ref" in field:
        sides = definitions[field["$ref"].rpartition("/")[2]]["properties"].values()
        return set().union(*(kinds_of(side, definitions) for side in sides))
    if "anyOf" in field:
        return set().union(*(kinds_of(kind, definitions) for kind in field["anyOf"]))
    return {field["type"]}


def test_what_misses_a_field_does_not_fit() -> None:
    answer = json.loads(moo("score", "1234", "4321", "--json").stdout)
    del answer["cows"]
    with pytest.raises(ValidationError):
        validator().validate(answer)


def test_a_command_is_named_as_it_is_typed() -> None:
    schema_of_one = json.loads(moo("schema", "tree", "show").stdout)
    assert schema_of_one["properties"]["schema"]["const"] == "moolab/tree-show/1"
    refused = moo("schema", "tree", "shown")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "'tree shown' has no schema; there are analyze, arena," in refused.stderr


def test_without_the_extra_a_sentence_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "moolab.schemas")
    monkeypatch.setitem(sys.modules, "pydantic", None)
    done = CliRunner().invoke(schema.command, [])
    assert done.exit_code == 1
    assert "pip install 'moolab[web]'" in done.output


def validator_of(name: str) -> Validator:
    return validator_for(json.loads(moo("schema", name).stdout))
