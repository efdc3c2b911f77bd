"""``loop`` with words, as Common Lisp has it, put into forms without any."""

from typing import Any

from moolab.machines.lisp.compiler import Compiler
from moolab.machines.notation.data import Cons, Fault, Symbol, Value, lisp_list

_COLLECTING = {
    "collect": "list", "append": "list", "nconc": "list", "sum": "number", "count": "number",
    "maximize": "extreme", "minimize": "extreme",
}  # fmt: skip
"""What each word makes; words that make the same can be mixed."""

_DOWN = ("downfrom", "downto", "above")
_LIMITS = {"to": ">", "upto": ">", "below": ">=", "downto": "<", "above": "<="}
"""How a variable compares with its limit when the loop is over; ``to`` also counts down."""


class Words:
    """Reads the words of a ``loop``, one after another."""

    def __init__(self, c: Compiler, words: list[Value]) -> None:
        self._c = c
        self._words = words[::-1]
        self._bindings: list[Value] = []
        self._turn: list[Value] = []
        self._final: list[Value] = []
        self._result: Value = None
        self._made, self._new = Symbol("made"), Symbol("new")
        self._makes: str | None = None
        self._begun: Symbol | None = None
        # What is returned is known when all words are read, and filled in then.
        self._end = Cons(c.intern("return"), None)

    def form(self) -> Value:
        """The same without words; raises Fault if there are others than are known here."""
        while self._words:
            self._clause(self._word())
        self._end.cdr = Cons(self._list("progn", *self._final, self._result), None)
        if self._begun:
            self._turn.append(self._set(self._begun, 1))
        whole = self._list("loop", *self._turn)
        bindings = [*self._bindings, lisp_list([self._new])]
        return self._list("let*", lisp_list(bindings), whole)

    def _clause(self, word: str) -> None:
        match word:
            case "with":
                self._bind(self._form(), self._form() if self._takes("=") else None)
            case "for" | "as":
                self._for(self._form())
            case "repeat":
                left = self._bind(Symbol("left"), self._form())
                self._end_if(self._list("<=", left, 0))
                self._turn.append(self._set(left, self._list("1-", left)))
            case "while":
                self._end_if(self._list("not", self._form()))
            case "until":
                self._end_if(self._form())
            case "finally":
                self._final += self._forms()
            case _:
                self._turn.append(self._action(word))

    def _for(self, name: Value) -> None:
        """What gives a variable its values."""
        match word := self._word():
            case "in" | "on":
                rest = self._bind(Symbol("rest"), self._form())
                step = self._form() if self._takes("by") else self._c.builtins["cdr"]
                self._bind(name, None)
                self._end_if(self._list("atom", rest))
                found = self._list("car", rest) if word == "in" else rest
                self._turn.append(self._set(name, found))
                self._turn.append(self._set(rest, self._list("funcall", step, rest)))
            case "across":
                row = self._bind(Symbol("row"), self._form())
                place = self._bind(Symbol("place"), 0)
                self._bind(name, None)
                self._end_if(self._list(">=", place, self._list("length", row)))
                self._turn.append(self._set(name, self._list("elt", row, place)))
                self._turn.append(self._set(place, self._list("1+", place)))
            case "=":
                first = self._form()
                again = self._form() if self._takes("then") else first
                self._bind(name, None)
                self._turn.append(self._set(name, self._later(again, first)))
            case _:
                self._count(name, word)

    def _count(self, name: Value, word: str) -> None:
        """``from 0 to 9 by 3``, with words for other directions and limits."""
        first: Value = 0
        limit: Symbol | None = None
        step: Value = 1
        over, is_down = "", False
        while True:
            is_down |= word in _DOWN
            if word in ("from", "upfrom", "downfrom"):
                first = self._bind(Symbol("first"), self._form())
            elif word in _LIMITS:
                over, limit = _LIMITS[word], self._bind(Symbol("limit"), self._form())
            elif word == "by":
                step = self._bind(Symbol("step"), self._form())
            else:
                raise Fault(f"loop knows no {word} behind for and a variable")
            if not self._next(("from", "upfrom", "downfrom", "by", *_LIMITS)):
                break
            word = self._word()
        self._bind(name, first)
        next_one = self._list("-" if is_down else "+", name, step)
        self._turn.append(self._later(self._set(name, next_one)))
        if limit is not None:
            self._end_if(self._list("<" if is_down and over == ">" else over, name, limit))

    def _later(self, value: Value, first: Value = None) -> Value:
        """A form for all turns but the first, which has another one."""
        if self._begun is None:
            self._begun = self._bind(Symbol("begun"), None)
        return self._list("if", self._begun, value, first)

    def _action(self, word: str) -> Value:
        if word in ("do", "doing"):
            return self._list("progn", *self._forms())
        if word == "return":
            return self._list("return", self._form())
        if word in ("when", "if", "unless"):
            test, then = self._form(), self._action(self._word())
            otherwise = self._action(self._word()) if self._takes("else") else None
            if word == "unless":
                then, otherwise = otherwise, then
            return self._list("if", test, then, otherwise)
        if word not in _COLLECTING:
            raise self._c.dialect.absent(f"the word {word} of loop")
        return self._collect(word)

    def _collect(self, word: str) -> Value:
        form, makes, made = self._form(), _COLLECTING[word], self._made
        if self._makes not in (None, makes):
            raise Fault(f"loop makes a {self._makes} and a {makes}")
        if self._makes is None:
            self._bind(made, 0 if makes == "number" else None)
        self._makes = makes
        # A list is kept the other way round.
        self._result = self._list("reverse", made) if makes == "list" else made
        match word:
            case "collect":
                value = self._list("cons", form, made)
            case "append" | "nconc":
                value = self._list("append", self._list("reverse", form), made)
            case "sum":
                value = self._list("+", made, form)
            case "count":
                value = self._list("if", form, self._list("1+", made), made)
            case _:
                best = self._list("if", made, self._list(word[:3], made, self._new), self._new)
                value = self._list("progn", self._set(self._new, form), best)
        return self._set(made, value)

    # Forms that are made

    def _list(self, name: str, *parts: Value) -> Value:
        return lisp_list([self._c.intern(name), *parts])

    def _set(self, name: Value, value: Value) -> Value:
        """A form that gives a value to a variable, or its parts to those of a list."""
        if not isinstance(name, Cons):
            return self._list("setq", name, value) if name else None
        whole = self._bind(Symbol("whole"), None)
        parts = zip((name.car, name.cdr), ("car", "cdr"), strict=True)
        sets = (self._set(part, self._list(take, whole)) for part, take in parts)
        return self._list("progn", self._set(whole, value), *sets)

    def _end_if(self, test: Value) -> None:
        self._turn.append(self._list("when", test, self._end))

    def _bind(self, name: Value, value: Value) -> Any:
        """A variable of the loop with what it holds at its beginning, or those of a list."""
        if isinstance(name, Cons):
            whole = self._bind(Symbol("whole"), value)
            self._bind(name.car, self._list("car", whole))
            self._bind(name.cdr, self._list("cdr", whole))
        elif isinstance(name, Symbol):
            self._bindings.append(lisp_list([name, value]))
        elif name is not None:
            raise Fault("loop gives values to variables")
        return name

    # Words that are read

    def _form(self) -> Value:
        if not self._words:
            raise Fault("loop ends in the middle")
        return self._words.pop()

    def _forms(self) -> list[Value]:
        forms = [self._form()]
        while self._words and isinstance(self._words[-1], Cons):
            forms.append(self._words.pop())
        return forms

    def _word(self) -> str:
        word = self._form()
        if not isinstance(word, Symbol):
            raise Fault("loop takes either words or forms; between words there is one form")
        return word.name.removeprefix(":")

    def _next(self, words: tuple[str, ...]) -> bool:
        """Whether one of these words comes next."""
        word = self._words[-1] if self._words else None
        return isinstance(word, Symbol) and word.name.removeprefix(":") in words

    def _takes(self, word: str) -> bool:
        """Whether a word comes next; then it is behind us."""
        return self._next((word,)) and bool(self._words.pop())
