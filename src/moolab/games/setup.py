"""What is settled before a game: a frozen dataclass whose fields are described once.

Options of commands, forms, requests, saved games and rows of a database are all made from these
descriptions, so a new option is one new field:

>>> from typing import Annotated
>>> @dataclass(frozen=True, kw_only=True)
... class Toss:
...     coins: Annotated[int, Option("How many coins are tossed.", least=1, most=9)] = 1
>>> (coins,) = options(Toss)
>>> coins.name, coins.type, coins.default, coins.range
('coins', <class 'int'>, 1, 'from 1 to 9')
>>> encode(decode(Toss, {"coins": 3}))
{'coins': 3}
"""

import operator
import shlex
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from numbers import Integral, Real
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from moolab.errors import InvalidExtension, InvalidSetup
from moolab.support.extensions import is_extension, is_in_python, is_trusted
from moolab.support.language import translate
from moolab.support.text import choose_words, quote

S = TypeVar("S")

Chooser = Literal["player", "owner", "chance"]
"""Who may settle a field: any player; only the owner of the machine, who can see secrets anyway; or
chance: it is drawn."""


@dataclass(frozen=True)
class Option:
    """The description of one field of a setup.

    Args:
        help: what it decides, in one sentence.
        least: the smallest number it can be.
        most: the largest number it can be.
        by: who may settle it.
        hidden: whether it is hidden until the game is over.
        usual: whether a new game has a usual value of its own kind where none is chosen; the
            default is that of games that were kept before there was such a field.
        names: all texts that it can be, where its type does not list them.
        extensions: the group of entry points that the owner of the machine may name instead.

    Attributes:
        name: of the field.
        type: of its values.
        default: the default value; ``...`` if it has to be given, or is drawn.
    """

    help: str
    least: float | None = None
    most: float | None = None
    by: Chooser = "player"
    hidden: bool = False
    usual: bool = False
    names: tuple[str, ...] = ()
    extensions: str = ""
    name: str = ""
    type: Any = None
    default: Any = ...

    @property
    def preset(self) -> Any:
        """What a new game has where none is chosen; ``...`` if the game itself settles that."""
        return ... if self.usual else self.default

    @property
    def choices(self) -> tuple[str, ...]:
        """All values it may have, if they can be listed; extensions are not among them."""
        return get_args(self.type) if get_origin(self.type) is Literal else self.names

    @property
    def range(self) -> str:
        """In words, what a number can be."""
        return translate("from {least} to {most}", least=self.least, most=self.most)


SEED = Option(
    "Random seed; repeats the same result.",
    # What databases and readers of JSON can hold.
    least=-(2**63),
    most=2**63 - 1,
    hidden=True,
)
"""The seed of any game. It is hidden because secrets follow from it."""


def options(setup: Any) -> tuple[Option, ...]:
    """The described fields of a setup, in their order.

    Args:
        setup: the class.
    """
    return _options(setup)


@cache
def _options(setup: Any) -> tuple[Option, ...]:
    found, hints = [], get_type_hints(setup, include_extras=True)
    for each in fields(setup):
        hint, known = get_args(hints[each.name])
        default = ... if each.default is MISSING else each.default
        found.append(replace(known, name=each.name, type=hint, default=default))
    return tuple(found)


def check(setup: Any) -> None:
    """Make sure that each field of a setup has a value that it may have.

    Raises:
        InvalidSetup: if one has not; the sentence says what would be right.
    """
    for each in options(type(setup)):
        value = getattr(setup, each.name)
        if each.choices and not (value in each.choices or _is_extension(each, value)):
            known = choose_words(each.choices)
            raise InvalidSetup(
                translate(
                    "{name} has to be {known}, not {value}",
                    name=quote(each.name),
                    known=known,
                    value=quote(value),
                )
            )
        # What is not a number at all, nan, is within no bounds.
        for bound, within in ((each.least, operator.ge), (each.most, operator.le)):
            if bound is not None and not (_is_number(each, value) and within(value, bound)):
                raise InvalidSetup(
                    translate(
                        "{name} has to be from {least} to {most}, not {value}",
                        name=quote(each.name),
                        least=each.least,
                        most=each.most,
                        value=quote(value),
                    )
                )


def _is_number(each: Option, value: object) -> bool:
    kind = Real if each.type is float else Integral
    # To Python, True is a number.
    return isinstance(value, kind) and not isinstance(value, bool)


def _is_extension(each: Option, value: Any) -> bool:
    known = isinstance(value, str) and each.extensions
    return bool(known) and is_extension(each.extensions, value)


def encode(setup: Any) -> dict[str, Any]:
    """A setup as JSON; ``decode`` and this are a pair."""
    return {each.name: _plain(getattr(setup, each.name)) for each in options(type(setup))}


def decode(setup: type[S], values: Mapping[str, Any]) -> S:
    """The setup that was encoded, to be played.

    Args:
        setup: its class.
        values: an older setup may lack fields that have a default.

    Raises:
        InvalidSetup: if a field is missing or malformed; the sentence names it.
        InvalidExtension: if it names code that the user has not named.
        MoolabError: if there can be no such setup.
    """
    found = peek(setup, values)
    parts = {name: part for name, part in own_parts(found).items() if not is_trusted(part)}
    if parts:
        raise InvalidExtension(
            f"it runs code that does not come with moolab; if you trust it, add {repeated(parts)}"
        )
    return found


def own_parts(setup: Any) -> dict[str, str]:
    """The parts in Python, ``module:name``, that a setup names, by the names of its fields."""
    named = [each.name for each in options(type(setup)) if each.extensions]
    return {name: part for name in named if is_in_python(part := getattr(setup, name))}


def repeated(parts: Mapping[str, str]) -> str:
    """What names these parts on the command line, so that a file may name them, too.

    >>> repeated({"maker": "mine:kind"})
    '--maker mine:kind'
    """
    return " ".join(f"--{name} {shlex.quote(part)}" for name, part in parts.items())


def peek(setup: type[S], values: Mapping[str, Any]) -> S:
    """As ``decode``, but only to be looked at: it may name any code, which is not to be run.

    Raises:
        InvalidSetup: if a field is missing or malformed; the sentence names it.
        MoolabError: if there can be no such setup.
    """
    return setup(**dict(_decode_fields(setup, values)))


def _decode_fields(setup: Any, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if unknown := values.keys() - {each.name for each in options(setup)}:
        raise InvalidSetup(translate("there is no {name} in it", name=quote(min(unknown))))
    for each in options(setup):
        if each.name in values:
            yield each.name, _read(each, each.type, values[each.name])
        elif each.default is ...:
            raise InvalidSetup(translate("its {name} is missing", name=quote(each.name)))


def _plain(value: Any) -> Any:
    """A value as JSON has it: what has a notation of its own becomes text."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(getattr(value, "stored", value))


def _read(each: Option, hint: Any, value: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        (inner,) = (kind for kind in get_args(hint) if kind is not types.NoneType)
        return None if value is None else _read(each, inner, value)
    if get_origin(hint) is Literal and isinstance(value, str):
        return value  # the setup itself says what there is
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_read(each, get_args(hint)[0], item) for item in value)
    if hint is float and type(value) in (int, float):
        return value
    # As JSON tells types apart: true is not a number.
    if hint in (str, int, bool) and type(value) is hint:
        return value
    if hasattr(hint, "parse") and isinstance(value, str):
        return hint.parse(value)
    raise InvalidSetup(translate("its {name} is malformed", name=quote(each.name)))
