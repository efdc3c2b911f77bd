"""What helps to look at a program that runs: the time it takes, calls, and variables."""

from collections.abc import Generator
from typing import Any

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.lisp.expression import Expr, constant
from moolab.machines.lisp.inspection import visible_variables
from moolab.machines.lisp.vm import Node, Site, Vm
from moolab.machines.notation.data import Builtin, Cons, Fault, Symbol, Value, elements, lisp_list
from moolab.machines.notation.printer import Printer


def _timed(c: Compiler, site: Site, inner: Expr, end: Any, begin: Expr | None = None) -> Expr:
    """A form, and what ``end`` makes of its value and of the milliseconds that it took."""

    def build(after: Node) -> Node:
        def done(vm: Vm) -> Node:
            start, total = vm.stack.pop()
            vm.value = end(c.milliseconds() - start, total, vm.value)
            return after

        first = inner.node(Node(done, 0, site))

        def start(vm: Vm) -> Node:
            vm.stack.append((c.milliseconds(), vm.value))
            return first

        return (begin or constant(site, 0)).node(Node(start, 1, site))

    return Expr(site, build=build)


def time(c: Compiler, site: Site) -> Expr:
    """``(time form)``: prints the value of the form, and how long it took on a board."""
    [form] = c.parts(site, 1, 1)

    def end(taken: int, _total: Value, value: Value) -> Value:
        tenths = (taken + 50) // 100
        took = f"{taken} ms" if taken < 1000 else f"{tenths // 10}.{tenths % 10} s"
        c.code.write(f"{Printer(c.dialect).show(value)}\nTime: {took}\n")
        return c.intern("nothing")

    return _timed(c, site, c.translate(form, site.scope), end)


def for_millis(c: Compiler, site: Site) -> Expr:
    """``(for-millis ([milliseconds]) form ...)``: takes at least as long; how long it took."""
    total, *forms = c.parts(site, 1, None)
    if len(elements(total)) > 1:
        raise Fault("for-millis begins with (milliseconds) or ()")
    least = c.translate(elements(total)[0] if total else 0, site.scope)

    def end(taken: int, total: Value, _value: Value) -> Value:
        if total.__class__ is not int:
            raise Fault("for-millis takes a whole number of milliseconds")
        c.waited += max(total - taken, 0)
        return max(total, taken)

    return _timed(c, site, c.body(site, forms), end, least)


def locals_(_c: Compiler, site: Site) -> Expr:
    """``(locals)``: the variables around, each with its value."""

    def evaluate(env: Any) -> Value:
        found = visible_variables(site.scope, env)
        return lisp_list([Cons(symbol, value) for symbol, value in found.items()])

    return Expr(site, evaluate=evaluate)


def trace(c: Compiler, site: Site) -> Expr:
    """``(trace name ...)``: prints calls of functions and what they return; without, the names."""
    names = c.parts(site, 0, None)

    def evaluate(_env: Any) -> Value:
        for name in names:
            if not isinstance(name, Symbol):
                raise Fault("trace takes names of functions")
            if name not in c.traced:
                c.traced[name] = c.vm.function_of(name), _telling(c, name, c.vm.function_of(name))
                c.define(name, c.traced[name][1])
        return lisp_list(c.traced)

    return Expr(site, evaluate=evaluate)


def untrace(c: Compiler, site: Site) -> Expr:
    """``(untrace name ...)``: prints them no longer; without names, those of no function."""
    names = c.parts(site, 0, None)

    def evaluate(_env: Any) -> Value:
        ended = [name for name in names or list(c.traced) if name in c.traced]
        for name in ended:
            function, telling = c.traced.pop(name)
            if name.function is telling:
                c.define(name, function)
        return lisp_list(ended)

    return Expr(site, evaluate=evaluate)


def _telling(c: Compiler, name: Symbol, function: Value) -> Builtin:
    """A function that tells of its calls."""
    depth = 0

    def process(*values: Value) -> Generator[Any, Value, Value]:
        nonlocal depth
        show = Printer(c.dialect).show
        c.code.write(f"{'  ' * depth}{depth}: {show(lisp_list([name, *values]))}\n")
        depth += 1
        try:
            value = yield function, list(values)
        finally:
            depth -= 1
        c.code.write(f"{'  ' * depth}{depth}: {name.name} returned {show(value)}\n")
        return value

    return Builtin(name.name, 0, None, process=process, traced=function)


_BOARDS = {
    "pins, as any has that uLisp runs on": "pinmode digitalread digitalwrite analogread "
    "analogreference analogreadresolution analogwrite dacreference note register",
    "a serial port, I2C or SPI, as any has that uLisp runs on": "with-serial with-i2c with-spi "
    "restart-i2c read-byte write-byte",
    "a slot for SD cards, such as the Adalogger": "with-sd-card directory",
    "Wi-Fi, such as the ESP32 or the Pico W": "with-client available connected wifi-server "
    "wifi-softap wifi-localip wifi-connect",
    "a display, such as the PyBadge or the T-Deck": "with-gfx draw-pixel draw-line draw-rect "
    "fill-rect draw-circle fill-circle draw-round-rect fill-round-rect draw-triangle "
    "fill-triangle draw-char set-cursor set-text-color set-text-size set-text-wrap fill-screen "
    "set-rotation invert-display cls",
    "flash memory or an EEPROM": "save-image load-image list-library require",
    "a keyboard of its own": "edit break backtrace",
}
HARDWARE = {name: board for board, names in _BOARDS.items() for name in names.split()}
"""The words of uLisp that want a board, and with what."""


def refuse(_c: Compiler, site: Site) -> Expr:
    """Say which board it takes."""
    name = site.form.car.name
    raise Fault(f"{name} is for a board with {HARDWARE[name]}; there is none here")
