"""Names in a program: which are known where, and how functions bind their parameters."""

from typing import Any, NamedTuple

from moolab.machines.notation.data import Cons, Fault, Symbol, Value, counts, elements, lisp_list

_MOST_PARAMETERS = 200


class Local(NamedTuple):
    """A function that has its name in a part of the program only."""

    symbol: Symbol


class Block(NamedTuple):
    """A block that can be left by its name."""

    symbol: Symbol | None


class Place(NamedTuple):
    """Where a value is: how many lists outwards, and at which place in the list."""

    depth: int
    at: int


class Scope:
    """The names of the values in a list of variables; the list of the outer ones is at index 0.

    Args:
        names: symbols of variables, ``Local`` functions, ``Block``, or None for what has no name.
        function: the name of the function that this is in.
    """

    __slots__ = ("function", "names", "outer")

    def __init__(self, names: list[Any], outer: "Scope | None", function: str = "") -> None:
        self.names = names
        for each in names:
            if each.__class__ is Symbol:
                each.local = True
        self.outer = outer
        self.function: str = function or (outer.function if outer else "")

    @property
    def is_empty(self) -> bool:
        """Whether no names are known but those of the whole program."""
        return not self.names and (self.outer is None or self.outer.is_empty)

    def find(self, *names: object) -> Place | None:
        """The nearest value of one of these names."""
        scope: Scope | None = self
        depth = 0
        while scope is not None:
            for index in range(len(scope.names) - 1, -1, -1):
                if scope.names[index] in names:
                    return Place(depth, index + 1)
            scope, depth = scope.outer, depth + 1
        return None


class Missing:
    """What stands for an argument that was left out."""


MISSING = Missing()


class Parameters:
    """A list of parameters: required ones, &optional, &rest or &body, and &key.

    Args:
        listed: as it is written. For a macro a list may stand for a required parameter, whose
            elements are parameters again.

    Attributes:
        names: of all variables, in the order of the values.
        defaults: the form of a default value, by the index of its variable in ``names``.
        plain: how many there are, if all are required and none is a list; else -1.
    """

    def __init__(self, listed: Value, called: str, *, nested: bool = False) -> None:
        self.called = called
        self._required: list[Symbol | Parameters] = []
        self._optional: list[Symbol] = []
        self._rest: Symbol | None = None
        self._keys: list[Symbol] = []
        self._defaults: dict[Symbol, Value] = {}
        self._parse(listed, nested)
        self.names: list[Symbol] = []
        for each in self._required:
            self.names += each.names if isinstance(each, Parameters) else [each]
        self.names += self._optional + ([self._rest] if self._rest else []) + self._keys
        self.defaults = {self.names.index(name): form for name, form in self._defaults.items()}
        for each in self._required:
            if isinstance(each, Parameters) and each.defaults:
                raise Fault("a parameter in a list of its own has a default value")
        is_plain = len(self.names) == len(self._required) and not any(
            isinstance(each, Parameters) for each in self._required
        )
        self.plain = len(self.names) if is_plain else -1

    def _parse(self, listed: Value, nested: bool) -> None:
        section, count = "", 0
        while isinstance(listed, Cons):
            count += 1
            if count > _MOST_PARAMETERS:
                raise Fault(f"a function has at most {_MOST_PARAMETERS} parameters")
            each, listed = listed.car, listed.cdr
            if isinstance(each, Symbol) and each.name.startswith("&"):
                if each.name not in ("&optional", "&rest", "&body", "&key"):
                    raise Fault(f"{each.name} is not known here")
                section = each.name
                continue
            default: Value = None
            if section in ("&optional", "&key") and isinstance(each, Cons):
                each, default = each.car, each.cdr.car if isinstance(each.cdr, Cons) else None
            if not section and nested and isinstance(each, Cons):
                self._required.append(Parameters(each, self.called, nested=True))
                continue
            if not isinstance(each, Symbol) or each.value is each:
                raise Fault("a parameter is a name")
            match section:
                case "":
                    self._required.append(each)
                case "&optional":
                    self._optional.append(each)
                case "&key":
                    self._keys.append(each)
                case _ if self._rest is None:
                    self._rest = each
                case _:
                    raise Fault(f"only one parameter follows {section}")
            if default is not None:
                self._defaults[each] = default
        if listed is not None:
            if not isinstance(listed, Symbol) or self._rest:
                raise Fault("this is not a list of parameters")
            self._rest = listed

    def values(self, arguments: list[Value]) -> list[Value]:
        """The value of each variable; ``MISSING`` where a default value is to be found."""
        count, least = len(arguments), len(self._required)
        most = least + len(self._optional)
        if count < least or (count > most and not (self._rest or self._keys)):
            bound = None if self._rest or self._keys else most
            raise Fault(f"{self.called} takes {counts(least, bound)}, not {count}")
        values: list[Value] = []
        for each, argument in zip(self._required, arguments, strict=False):
            if isinstance(each, Parameters):
                values += each.values(elements(argument))
            else:
                values.append(argument)
        values += arguments[least:most]
        if count < most:
            values += [self._default(name) for name in self._optional[count - least :]]
        rest = arguments[most:]
        if self._rest:
            values.append(lisp_list(rest))
        if self._keys:
            values += self._by_key(rest)
        return values

    def _default(self, name: Symbol) -> Value:
        return MISSING if name in self._defaults else None

    def _by_key(self, rest: list[Value]) -> list[Value]:
        given: dict[str, Value] = {}
        for key, value in zip(rest[::2], rest[1::2], strict=False):
            if not isinstance(key, Symbol) or key.name not in {f":{k.name}" for k in self._keys}:
                raise Fault(f"{self.called} knows no such keyword")
            given.setdefault(key.name, value)
        if len(rest) % 2:
            raise Fault(f"{self.called} is given a keyword without a value")
        return [given.get(f":{each.name}", self._default(each)) for each in self._keys]


class Template:
    """A function as it is written, a ``lambda`` form, and the function in which it is.

    Its first node is ``entry``.
    """

    __slots__ = (
        "__weakref__",
        "entry",
        "forget",
        "form",
        "name",
        "parameters",
        "plain",
        "scope",
        "within",
    )

    def __init__(self, name: str, parameters: Parameters, form: Cons, scope: Scope | None) -> None:
        self.name = name
        self.within = scope.function if scope else ""
        self.parameters = parameters
        self.plain = parameters.plain
        self.form = form
        self.scope = scope
        self.entry: Any = None
        self.forget: Any = None


class Lambda(Cons):
    """A function that is written in Lisp, with the variables around it.

    In uLisp it is a list: the one as which it is written.
    """

    __slots__ = ("env", "template")

    def __init__(self, template: Template, env: Any) -> None:
        self.car, self.cdr = template.form.car, template.form.cdr
        self.template = template
        self.env = env
