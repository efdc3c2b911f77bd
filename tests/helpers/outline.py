"""JSON Schemas and OpenAPI descriptions in a few lines, whose difference shows what has changed."""

import os
from collections.abc import Iterator
from typing import Any

from tests.helpers.paths import DATA

REWRITE = "MOOLAB_REWRITE_OUTLINES"


def assert_recorded(name: str, lines: Iterator[str]) -> None:
    """These are the lines of a file in ``tests/data``; with MOOLAB_REWRITE_OUTLINES=1, write it."""
    recorded, text = DATA / name, "".join(f"{line}\n" for line in lines)
    if REWRITE in os.environ:
        recorded.write_text(text, encoding="utf-8")
    assert recorded.read_text(encoding="utf-8") == text, f"{REWRITE}=1 records what was meant"


def outline_routes(description: dict[str, Any]) -> Iterator[str]:
    """Each operation with its parameters, its body and its answers; then each schema."""
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            parts = [
                f"{each['in']} {_field(each['name'], each['schema'], each.get('required', False))}"
                for each in operation.get("parameters", ())
            ]
            if "requestBody" in operation:
                parts.append(f"body {_content(operation['requestBody'])}")
            parts += [
                f"{status} {_content(each)}" for status, each in operation["responses"].items()
            ]
            yield f"{method.upper()} {path}: {', '.join(parts)}"
    yield from outline_schemas(description["components"]["schemas"])


def outline_schemas(schemas: dict[str, Any]) -> Iterator[str]:
    """A line for each schema: its fields, those that may be missing with a question mark."""
    for name, schema in sorted(schemas.items()):
        if "properties" not in schema:
            yield f"{name}: {_type(schema)}"
            continue
        required = schema.get("required", ())
        fields = (_field(each, of, each in required) for each, of in schema["properties"].items())
        yield f"{name}: {', '.join(fields)}"


def _field(name: str, schema: dict[str, Any], required: bool) -> str:
    return f"{name}{'' if required else '?'} {_type(schema)}"


def _content(of: dict[str, Any]) -> str:
    return "|".join(
        f"{'' if kind == 'application/json' else f'{kind} '}{_type(each.get('schema', {}))}"
        for kind, each in of.get("content", {}).items()
    )


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words; those that it does not explain appear as they are."""
    hidden = ("title", "description", "examples")
    schema = {name: value for name, value in schema.items() if name not in hidden}
    if "default" in schema:
        default = schema.pop("default")
        return f"{_type(schema)}={default!r}"
    match schema:
        case {"$ref": str(name)}:
            return name.rpartition("/")[2]
        case {"const": value}:
            return repr(value)
        case {"enum": values}:
            return "|".join(map(repr, values))
        case {"anyOf": options} | {"oneOf": options}:
            return "|".join(map(_type, options))
        case {"type": "array", "prefixItems": items}:
            return f"[{' '.join(map(_type, items))}]"
        case {"type": "array", "items": item}:
            return f"[{_type(item)}...]"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"{{{_type(value)}}}"
        case {"type": kind, **limits}:
            ranges = [f"{name}={value!r}" for name, value in limits.items()]
            return f"{kind}({' '.join(ranges)})" if ranges else str(kind)
    return "any" if not schema else repr(schema)
