"""The JSON Schemas of all answers, made from their views; this needs Pydantic."""

from collections.abc import Iterator
from importlib import import_module
from inspect import get_annotations
from pkgutil import walk_packages
from typing import Any, Literal, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from moolab import games, views
from moolab.annexes import parts
from moolab.views.base import Answer


def _answers(kind: type[Answer]) -> Iterator[tuple[str, type[Answer]]]:
    """All that are derived from an answer, by the middle part of their ``schema``."""
    for each in kind.__subclasses__():
        if "schema" in (own := get_annotations(each)):
            [schema] = get_args(own["schema"])
            yield schema.split("/")[1], each
        yield from _answers(each)


for _room in (views, games):
    for _module in walk_packages(_room.__path__, f"{_room.__name__}."):
        import_module(_module.name)
list(parts("views"))
list(games.playable())

ANSWERS = dict(sorted(_answers(Answer)))
"""All answers, by the middle part of their ``schema``: the name of the command, or of the game."""


class _Dialect(GenerateJsonSchema):
    """Schemas that name the draft of JSON Schema in which they are written."""

    def generate(self, schema: Any, mode: Any = "serialization") -> JsonSchemaValue:
        return {"$schema": self.schema_dialect, **super().generate(schema, mode)}


def schema_of(answer: type[Answer]) -> dict[str, Any]:
    """The JSON Schema of one answer.

    >>> schema_of(ANSWERS["score"])["required"]
    ['schema', 'rules', 'guess', 'secret', 'reply', 'bulls', 'cows']
    """
    return TypeAdapter(answer).json_schema(mode="serialization", schema_generator=_Dialect)


def schemas() -> dict[str, Any]:
    """One JSON Schema for all answers, which tells them apart by their ``schema``."""
    mode: Literal["serialization"] = "serialization"
    refs, definitions = TypeAdapter.json_schemas(
        (name, mode, TypeAdapter(answer)) for name, answer in ANSWERS.items()
    )
    return {
        "$schema": _Dialect.schema_dialect,
        "title": "What moolab answers",
        "description": "Whatever a command prints with --json, one line of it.",
        "anyOf": [refs[name, mode] for name in ANSWERS],
        **definitions,
    }
