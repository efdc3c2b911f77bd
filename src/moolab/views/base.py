"""What all views have in common: their JSON, and their description."""

import ast
import inspect
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice, pairwise
from textwrap import dedent
from typing import Any, ClassVar, Self, dataclass_transform

_BATCH = 1 << 14
"""Elements of a long list that are written at a time: some 100 KiB of codes."""


def _describe(schema: dict[str, Any], view: type) -> None:
    """Put the docstrings of the fields into the schema of a view.

    Pydantic does so for the fields of the class itself only, not for those that it inherits.
    """
    told = descriptions(view)
    for name, field in schema["properties"].items():
        field.pop("title", None)
        field["description"] = told[name]


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class View:
    """Something that is shown; each field has its description below it.

    What is derived from it is a frozen dataclass with keywords alone. What is not known is None, so
    that every field is always there.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    # Pydantic reads this where it makes schemas of views; nothing here imports it.
    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "json_schema_extra": _describe,
        "json_schema_serialization_defaults_required": True,
    }

    @classmethod
    def showing(cls, source: object, /, **others: Any) -> Self:
        """What is shown of something: the fields that it has by the same names, and the others.

        Not for games in play: a field that is forgotten would show what is secret.

        >>> from moolab.views.turns import TurnView
        >>> from moolab.deduction.history import Turn
        >>> TurnView.showing(Turn("1234", None), reply="02")
        TurnView(guess='1234', reply='02')
        """
        found = {each.name: getattr(source, each.name, ...) for each in fields(cls)}
        return cls(**{name: value for name, value in found.items() if value is not ...} | others)

    def fields(self) -> dict[str, Any]:
        """The view as JSON has it, to be sent or put into another one."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}

    def pieces(self) -> Iterator[str]:
        """The text of its JSON; a list that comes bit by bit is written bit by bit.

        >>> from moolab.views.turns import TurnView
        >>> print("".join(TurnView(guess="1234", reply="02").pieces()))
        {"guess": "1234", "reply": "02"}
        """
        separator = "{"
        for field in fields(self):
            yield f"{separator}{json.dumps(field.name)}: "
            yield from _pieces(getattr(self, field.name))
            separator = ", "
        yield "}"


class Answer(View):
    """A view that answers a question by itself: the result of a command, or of a request."""

    schema: str
    """The name and the version of what follows. The version changes when a field is renamed,
    removed or given another meaning, not when one is added."""


def descriptions(view: type) -> dict[str, str]:
    """What the fields of a view are, by their names.

    >>> from moolab.views.turns import TurnView
    >>> descriptions(TurnView)["reply"]
    'Bulls and cows, as two digits.'
    """
    told: dict[str, str] = {}
    for kind in reversed(view.__mro__[:-1]):
        [definition] = ast.parse(dedent(inspect.getsource(kind))).body
        assert isinstance(definition, ast.ClassDef)
        body = definition.body
        for field, text in pairwise(body):
            match field, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(words))),
                ):
                    told[name] = " ".join(words.split())
    return told


def _plain(value: object) -> object:
    match value:
        case View():
            return value.fields()
        case dict():
            return {str(key): _plain(each) for key, each in value.items()}
        case None | str() | int() | float():
            return value
        case Iterable():
            return [_plain(each) for each in value]
    raise TypeError(f"{value!r} has no JSON")


def _pieces(value: object) -> Iterator[str]:
    if isinstance(value, View | dict | str) or not isinstance(value, Iterable):
        yield json.dumps(_plain(value), ensure_ascii=False)
        return
    yield "["
    rest, separator = iter(value), ""
    while batch := list(islice(rest, _BATCH)):
        yield separator + json.dumps(_plain(batch), ensure_ascii=False)[1:-1]
        separator = ", "
    yield "]"


class OfRules(View):
    """A view of something in one game."""

    rules: str
    """The game: family, places, x, symbols."""
