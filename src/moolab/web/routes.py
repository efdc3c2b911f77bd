"""The description of the HTTP API, read: what its routes take and answer, and how to call them."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple
from urllib.parse import urlencode

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
}

_WIDE = 2**53
"""From here on, a limit is that of the numbers themselves, and not worth saying."""

_ERROR = 400


class Type(NamedTuple):
    """What a value may be.

    Attributes:
        words: in words, with the name of an object where there is one.
        name: of that object.
    """

    words: str
    name: str | None = None

    @property
    def parts(self) -> tuple[str, str, str]:
        """The words before the name, the name, and the words after it."""
        if self.name is None:
            return self.words, "", ""
        before, _, after = self.words.rpartition(self.name)
        return before, self.name, after


class Field(NamedTuple):
    """A parameter, or a part of a body or of an answer.

    Attributes:
        name: of it.
        type: of its value.
        text: what it means.
        required: whether it has to be given.
        default: what it is otherwise, as JSON, if anything.
        example: a value that works, as JSON, if there is one.
    """

    name: str
    type: Type
    text: str
    required: bool
    default: str | None
    example: str | None


class Answer(NamedTuple):
    """How a route may answer.

    Attributes:
        status: of the answer.
        text: what it means.
        type: of the answer; None for events.
        fields: what it consists of.
    """

    status: str
    text: str
    type: Type | None
    fields: Sequence[Field]


class Route(NamedTuple):
    """One thing that can be asked for.

    Attributes:
        name: which no other one has.
        method: of HTTP.
        path: with the names of its parameters.
        text: what it does, its first sentence first.
        parameters: of path and address.
        body: what is sent.
        answer: what is answered if all is well.
        errors: what is answered otherwise.
        command: a line for a shell that asks for it, with the variables GAME and TOKEN.
    """

    name: str
    method: str
    path: str
    text: Sequence[str]
    parameters: Sequence[Field]
    body: Sequence[Field]
    answer: Answer
    errors: Sequence[Answer]
    command: str


class Object(NamedTuple):
    """An object that is part of answers.

    Attributes:
        name: of its kind.
        text: what it is.
        fields: what it consists of.
    """

    name: str
    text: str
    fields: Sequence[Field]


class Group(NamedTuple):
    """Routes that belong together.

    Attributes:
        name: of the group.
        text: what they are about.
        routes: in order.
    """

    name: str
    text: str
    routes: Sequence[Route]


class Reference:
    """All routes of a server.

    Args:
        description: in OpenAPI's terms.
        base: the address of the server, without a path.
    """

    def __init__(self, description: Mapping[str, Any], base: str) -> None:
        self._description = description
        self._objects: Mapping[str, Any] = description["components"]["schemas"]
        self._base = base
        self.text = paragraphs(description["info"]["description"])

    @cached_property
    def groups(self) -> Sequence[Group]:
        """The routes by their tags."""
        found = [
            (operation, self._route(path, method, operation))
            for path, operations in self._description["paths"].items()
            for method, operation in operations.items()
        ]
        return [
            Group(
                tag["name"],
                tag["description"],
                [route for operation, route in found if tag["name"] in operation["tags"]],
            )
            for tag in self._description["tags"]
        ]

    @cached_property
    def objects(self) -> Sequence[Object]:
        """What answers consist of; bodies and whole answers are shown with their routes."""
        routes = [route for group in self.groups for route in group.routes]
        answers = [answer for route in routes for answer in (route.answer, *route.errors)]
        waiting = [field for answer in answers for field in answer.fields]
        waiting += [field for route in routes for field in route.body]
        names = {answer.type.name for route in routes for answer in route.errors if answer.type}
        names |= {field.type.name for field in waiting}
        found: dict[str, Object] = {}
        while new := sorted(name for name in names if name and name not in found):
            for name in new:
                schema = self._objects[name]
                found[name] = Object(name, schema.get("description", ""), self._fields(schema))
                names |= {field.type.name for field in found[name].fields}
        return sorted(found.values())

    def _route(self, path: str, method: str, operation: Mapping[str, Any]) -> Route:
        parameters = operation.get("parameters", [])
        body = self._resolved(_schema(operation.get("requestBody", {})))
        answers = [self._answer(*each) for each in sorted(operation["responses"].items())]
        return Route(
            name=operation["operationId"],
            method=method.upper(),
            path=path,
            text=paragraphs(operation["description"]),
            parameters=[
                self._field(each["name"], each["schema"] | each, required=each.get("required"))
                for each in parameters
            ],
            body=self._fields(body),
            answer=answers[0],
            errors=answers[1:],
            command=_command(self._base, path, method.upper(), operation, body),
        )

    def _answer(self, status: str, response: Mapping[str, Any]) -> Answer:
        schema = _schema(response)
        text = "" if int(status) < _ERROR else response["description"]
        fields = self._fields(self._resolved(schema)) if not text else []
        return Answer(status, text, self._type(schema) if schema else None, fields)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._objects[_name(schema)] if "$ref" in schema else schema
        return found

    def _fields(self, schema: Mapping[str, Any]) -> Sequence[Field]:
        required = schema.get("required", ())
        return [
            self._field(name, field, required=name in required)
            for name, field in schema.get("properties", {}).items()
        ]

    def _field(self, name: str, schema: Mapping[str, Any], *, required: bool | None) -> Field:
        default = json.dumps(schema["default"]) if schema.get("default") is not None else None
        return Field(
            name=name,
            type=self._type(schema),
            text=schema.get("description", ""),
            required=bool(required),
            default=None if required else default,
            example=json.dumps(schema["examples"][0]) if "examples" in schema else None,
        )

    def _type(self, schema: Mapping[str, Any]) -> Type:
        """What a value may be.

        >>> reference = Reference(
        ...     {"components": {"schemas": {}}, "info": {"description": ""}}, "http://localhost"
        ... )
        >>> reference._type({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]}).words
        'text of at most 9 characters, or null'
        >>> reference._type({"type": "array", "items": {"type": "integer", "minimum": 1}}).words
        'list of: whole number, at least 1'
        """
        if "$ref" in schema:
            return Type(_name(schema), _name(schema))
        if "anyOf" in schema:
            kinds = [self._type(each) for each in schema["anyOf"]]
            named = [kind.name for kind in kinds if kind.name]
            return Type(", or ".join(kind.words for kind in kinds), named[0] if named else None)
        if "const" in schema or "enum" in schema:
            *others, last = map(json.dumps, schema.get("enum", [schema.get("const")]))
            return Type(f"{', '.join(others)} or {last}" if others else last)
        if schema.get("type") == "array":
            several = schema.get("prefixItems")
            if several:
                return Type(f"list of {', '.join(self._type(each).words for each in several)}")
            items = self._type(schema.get("items", {}))
            return Type(f"list of: {items.words}", items.name)
        if isinstance(values := schema.get("additionalProperties"), dict):
            kind = self._type(values)
            return Type(f"object, each value of it: {kind.words}", kind.name)
        return Type(f"{_TYPES.get(schema.get('type', ''), 'any value')}{_limits(schema)}")


def paragraphs(text: str) -> Sequence[str]:
    r"""The paragraphs of a text, each on one line.

    >>> paragraphs("Make\na move.\n\nOr not.")
    ['Make a move.', 'Or not.']
    """
    return [" ".join(each.split()) for each in text.split("\n\n")]


def spans(text: str) -> Iterator[tuple[str, str]]:
    """Pairs of words and of code between backticks, the last of which may be empty.

    >>> list(spans("Ask `GET /` again."))
    [('Ask ', 'GET /'), (' again.', '')]
    """
    parts = text.split("`")
    return zip_longest(parts[::2], parts[1::2], fillvalue="")


def _limits(schema: Mapping[str, Any]) -> str:
    if (longest := schema.get("maxLength")) is not None:
        return f" of at most {longest} characters"
    least, most = schema.get("minimum"), schema.get("maximum")
    known = [each is not None and abs(each) < _WIDE for each in (least, most)]
    if all(known):
        return f", {least:g} to {most:g}"
    return f", at least {least:g}" if known[0] else f", at most {most:g}" if known[1] else ""


def _name(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"].rpartition("/")[2])


def _schema(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """What JSON in a body or an answer looks like."""
    schema: Mapping[str, Any] = (
        part.get("content", {}).get("application/json", {}).get("schema", {})
    )
    return schema


def _command(
    base: str, path: str, method: str, operation: Mapping[str, Any], body: Mapping[str, Any]
) -> str:
    """A request of examples alone, which works as it is."""
    examples = {
        each["name"]: each["schema"]["examples"][0]
        for each in operation.get("parameters", [])
        if "examples" in each["schema"]
    }
    query = f"?{urlencode(examples)}" if examples else ""
    address = f"{base}{path.replace('{game}', '$GAME')}{query}"
    streams = "text/event-stream" in operation["responses"].get("200", {}).get("content", {})
    lines = [f'curl{" -N" if streams else ""} "{address}"']
    if operation.get("security"):
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if method != "GET":
        sent = {
            name: field["examples"][0]
            for name, field in body.get("properties", {}).items()
            if "examples" in field
        }
        lines += ["-H 'Content-Type: application/json'", f"-d {shlex.quote(json.dumps(sent))}"]
    return " \\\n  ".join(lines)
