"""Forms become nodes: each is understood once, whatever it is evaluated for later."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any
from weakref import WeakSet

from moolab.machines.lisp.expression import (
    Evaluate,
    Expr,
    body,
    call,
    call_value,
    combined,
    constant,
)
from moolab.machines.lisp.vm import ELEMENTS_A_STEP, RETURN, Node, Site, Vm
from moolab.machines.notation.data import (
    UNBOUND,
    Builtin,
    Cons,
    Fault,
    Form,
    Symbol,
    Value,
    counts,
    elements,
    lisp_list,
)
from moolab.machines.notation.dialect import Dialect
from moolab.machines.notation.reader import DEEPEST, Intern
from moolab.machines.notation.scope import (
    MISSING,
    Lambda,
    Local,
    Parameters,
    Place,
    Scope,
    Template,
)

_MOST_FORMS = 20_000
"""In a function, after all macros in it have been expanded."""

_EVALUATION, _MHZ = 18, 48
"""Microseconds that uLisp takes for a form on an Arduino Zero, and the clock of its Cortex-M0+.

There (tak 18 12 6), of 620,189 forms, takes 11.4 seconds by uLisp's performance page, and (fib 23),
of 515,816, takes 9.26 on a like board by its forum: 18.4 and 18.0 for each.
"""

_LONGEST_CHAIN = 1000
"""Macros that expand to a macro, which expands to a macro, and so on."""


class Compiler:
    """Makes nodes of forms.

    Attributes:
        builtins: the functions that were there at first, by name.
        traced: the functions whose calls are told of: what they are, and what is called instead.
        waited: milliseconds that the program has let pass.
    """

    def __init__(self, vm: Vm, dialect: Dialect, intern: Intern, code: Any) -> None:
        self.vm = vm
        self.dialect = dialect
        self.intern = intern
        self.code = code
        self.builtins: dict[str, Builtin] = {}
        self.traced: dict[Symbol, tuple[Value, Builtin]] = {}
        self.waited = 0
        vm.is_dynamic = not dialect.is_common
        self._inlined: set[Symbol] = set()
        self._templates: WeakSet[Template] = WeakSet()
        self._depth = 0
        self._forms = 0
        self._line: int | None = None

    def milliseconds(self) -> int:
        """How long the program would have run by now on an Arduino Zero, of 48 MHz."""
        evaluated = self.vm.evaluations * _EVALUATION
        return int(evaluated + self.code.cycles // _MHZ) // 1000 + self.waited

    # What the machine asks for

    def program(self, form: Value, line: int | None = None) -> Lambda:
        """A function without parameters that evaluates a form."""
        self._line = line
        return self.function(form, None, None)

    def function(self, form: Value, scope: Scope | None, env: Any) -> Lambda:
        """A function without parameters that evaluates a form, with variables around it."""
        written = lisp_list([self.intern("lambda"), None, form])
        template = Template("", Parameters(None, "the form"), written, scope)
        return Lambda(self.prepare(template, [form], self._line), env)

    def closure(self, form: Value) -> Lambda:
        """The function that ``(lambda (x) ...)`` is, with no variables around."""
        return Lambda(self.template("", form.cdr, None), None)

    def template(
        self, name: str, source: Value, scope: Scope | None, *, nested: bool = False
    ) -> Template:
        """A function that is written as parameters and a body.

        Args:
            name: empty if it has none.
            scope: the names that are known where it is.
            nested: whether a parameter can be a list of parameters.
        """
        if not isinstance(source, Cons):
            raise Fault("a function has a list of parameters and a body")
        parameters = Parameters(source.car, name or "the function", nested=nested)
        template = Template(name, parameters, Cons(self.intern("lambda"), source), scope)
        return self.prepare(template, elements(source.cdr), self._line)

    def prepare(self, template: Template, forms: list[Value], line: int | None) -> Template:
        """Have a function compiled when it is called for the first time."""

        def compile_it(_vm: Vm) -> Node:
            template.entry = self._entry(template, forms, line)
            entry: Node = template.entry
            return entry

        def forget() -> None:
            template.entry = Node(compile_it, 0, Site(forms[0] if forms else None, line, None))

        template.forget = forget
        forget()
        self._templates.add(template)
        return template

    def define(self, symbol: Symbol, function: Value) -> None:
        """Make a function known by its name; in uLisp the name is no longer a variable."""
        self.redefine(symbol)
        symbol.macro = None
        symbol.function = function
        if not self.dialect.is_common and function is not UNBOUND:
            symbol.value = UNBOUND

    def redefine(self, symbol: Symbol) -> None:
        """Forget what was compiled, if it takes a name for something that it is no longer."""
        symbol.special = None
        if symbol in self._inlined or symbol.macro is not None:
            self._inlined.discard(symbol)
            for template in list(self._templates):
                template.forget()

    def _entry(self, template: Template, forms: list[Value], line: int | None) -> Node:
        saved = self._depth, self._forms, self._line
        self._depth, self._forms, self._line = 0, 0, line
        try:
            parameters = template.parameters
            scope = Scope(list(parameters.names), template.scope, template.name)
            node = self.body(Site(None, line, scope), forms).node(RETURN)
            for index in sorted(parameters.defaults, reverse=True):
                default = self.translate(parameters.defaults[index], scope)
                node = self._default(index + 1, default, node)
        finally:
            self.vm.charge(self._forms * ELEMENTS_A_STEP)
            self._depth, self._forms, self._line = saved
        return node

    def _default(self, index: int, default: Expr, after: Node) -> Node:
        def put(vm: Vm) -> Node:
            vm.env[index] = vm.value
            return after

        found = default.node(Node(put, 0, default.site))
        return Node(lambda vm: found if vm.env[index] is MISSING else after, 0, default.site)

    # Forms

    def body(self, site: Site, forms: list[Value]) -> Expr:
        """Forms one after another, as one; declarations are left out."""
        heads = (getattr(getattr(each, "car", None), "name", None) for each in forms)
        kept = [each for each, head in zip(forms, heads, strict=True) if head != "declare"]
        return body(site, [self.translate(each, site.scope) for each in kept])

    def translate(self, form: Value, scope: Scope | None) -> Expr:
        """Understand a form; one that is malformed says so when it is evaluated."""
        self._forms += 1
        site = Site(form, self._line, scope)
        if self._forms > _MOST_FORMS:
            most = f"{_MOST_FORMS:,} forms"
            return _wrong(site, Fault(f"a function has more than {most}, its macros expanded"))
        if isinstance(form, Symbol):
            return self._variable(site)
        if not isinstance(form, Cons) or form.__class__ is Lambda:
            return constant(site, form)
        if self._depth == DEEPEST:
            return _wrong(site, Fault(f"forms are nested more than {DEEPEST} deep"))
        line = self._line
        self._depth += 1
        try:
            if isinstance(form, Form):
                self._line = form.line
            return self._compound(Site(form, self._line, scope))
        except Fault as fault:
            return _wrong(Site(form, self._line, scope), fault.at(form, self._line))
        finally:
            self._depth -= 1
            self._line = line

    def _compound(self, site: Site) -> Expr:
        """A list: a special form, a macro, or a call."""
        form, _, scope = site
        for _ in range(_LONGEST_CHAIN):
            head = form.car
            if isinstance(head, Builtin):
                return self._built_in(site, head, form)
            if isinstance(head, Cons):
                return self._call_of_form(site, head, form)
            if not isinstance(head, Symbol):
                raise Fault("a form begins with the name of a function")
            if head.special:
                expr: Expr = head.special(self, site._replace(form=form))
                return expr
            if place := self.find_function(head, scope):
                return call_value(site, self.local(site, place), self.arguments(form, scope))
            if head.macro is not None:
                form = self.vm.expand(head.macro, elements(form.cdr))
                if not isinstance(form, Cons):
                    return self.translate(form, scope)
                continue
            if isinstance(head.function, Builtin):
                self._inlined.add(head)
                return self._built_in(site, head.function, form)
            return call(site, head, self.arguments(form, scope))
        raise Fault("this macro is expanded without end")

    def _built_in(self, site: Site, builtin: Builtin, form: Value) -> Expr:
        arguments = self.arguments(form, site.scope)
        count = len(arguments)
        builtin.check(count)
        if builtin.name == "funcall":
            return call_value(site, arguments[0], arguments[1:])
        if not builtin.is_simple(count):
            return call_value(site, constant(site, builtin), arguments)
        function = builtin.function
        if count == 2 and builtin.binary:
            function = builtin.binary
        assert function is not None
        return combined(site, arguments, function)

    def _call_of_form(self, site: Site, head: Cons, form: Value) -> Expr:
        is_lambda = isinstance(head.car, Symbol) and head.car.name == "lambda"
        if is_lambda or not self.dialect.is_common:
            return call_value(
                site, self.translate(head, site.scope), self.arguments(form, site.scope)
            )
        raise Fault("a form begins with the name of a function")

    def arguments(self, form: Value, scope: Scope | None) -> list[Expr]:
        """The forms behind the first one."""
        return [self.translate(each, scope) for each in elements(form.cdr)]

    def parts(self, site: Site, least: int, most: int | None) -> list[Value]:
        """What is behind the name of a special form."""
        found = elements(site.form.cdr)
        if len(found) < least or (most is not None and len(found) > most):
            raise Fault(f"{site.form.car.name} takes {counts(least, most)}, not {len(found)}")
        return found

    # Names

    def find_function(self, symbol: Symbol, scope: Scope | None) -> Place | None:
        """The place of a function of this name that is known here only."""
        if scope is None:
            return None
        if self.dialect.is_common:
            return scope.find(Local(symbol))
        return scope.find(Local(symbol), symbol)

    def local(self, site: Site, place: Place) -> Expr:
        """The value at a place."""
        return Expr(site, evaluate=getter(place))

    def _variable(self, site: Site) -> Expr:
        symbol, _, scope = site
        names = (symbol,) if self.dialect.is_common else (symbol, Local(symbol))
        if scope is not None and (place := scope.find(*names)):
            return self.local(site, place)
        return Expr(site, evaluate=self._global(symbol))

    def _global(self, symbol: Symbol) -> Evaluate:
        has_functions = not self.dialect.is_common

        def evaluate(_env: Any) -> Value:
            if has_functions and symbol.local and (found := self.vm.callers(symbol)):
                env, at = found
                return env[at]
            value = symbol.value
            if value is UNBOUND:
                if has_functions and symbol.function is not UNBOUND:
                    return symbol.function
                raise Fault(f"the variable {symbol.name} has no value").at(symbol, None)
            return value

        return evaluate

    def assign(self, site: Site, symbol: Value, value: Expr) -> Expr:
        """The assignment of a value to a variable."""
        if not isinstance(symbol, Symbol) or symbol.value is symbol:
            raise Fault("this cannot be assigned to")
        if site.scope is not None and (place := site.scope.find(symbol)):
            return self._assign(site, value, setter(place))
        is_common = self.dialect.is_common

        def put(_env: Any, new: Value) -> Value:
            if not is_common:
                if symbol.local and (found := self.vm.callers(symbol)):
                    env, at = found
                    env[at] = new
                    return new
                if symbol.value is UNBOUND and symbol.function is UNBOUND:
                    raise Fault(f"there is no variable {symbol.name}; defvar makes one")
                symbol.function = UNBOUND
            symbol.value = new
            return new

        return self._assign(site, value, put)

    def _assign(self, site: Site, value: Expr, put: Callable[[Any, Value], Value]) -> Expr:
        evaluate = value.evaluate
        if evaluate is not None:
            return Expr(site, 1 + value.size, lambda env: put(env, evaluate(env)))

        def build(after: Node) -> Node:
            def run(vm: Vm) -> Node:
                put(vm.env, vm.value)
                return after

            return value.node(Node(run, 1, site))

        return Expr(site, build=build)


def getter(place: Place) -> Evaluate:
    """What finds the value at a place."""
    depth, index = place
    if depth == 0:
        return itemgetter(index)
    if depth == 1:
        return lambda env: env[0][index]
    if depth == 2:
        return lambda env: env[0][0][index]

    def evaluate(env: Any) -> Value:
        for _ in range(depth):
            env = env[0]
        return env[index]

    return evaluate


def setter(place: Place) -> Callable[[Any, Value], Value]:
    """What puts a value at a place, and gives it back."""
    depth, index = place

    def put(env: Any, value: Value) -> Value:
        for _ in range(depth):
            env = env[0]
        env[index] = value
        return value

    return put


def _wrong(site: Site, fault: Fault) -> Expr:

    def evaluate(_env: Any) -> Value:
        raise Fault(str(fault)).at(fault.form, fault.line)

    return Expr(site, evaluate=evaluate)
