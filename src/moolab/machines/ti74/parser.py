"""Tokens as statements: the grammar of the language."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import NoReturn, TypeVar

from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.ti74 import syntax
from moolab.machines.ti74.elementary import Angle
from moolab.machines.ti74.functions import (
    COMPLEMENT,
    FUNCTIONS,
    IDENTITY,
    NEGATION,
    OPERATORS,
    PREFIXES,
    Function,
)
from moolab.machines.ti74.keywords import KINDS, NOT_SIMULATED
from moolab.machines.ti74.lexer import Kind, Token, listed
from moolab.machines.ti74.numbers import parse

T = TypeVar("T")

_MOST_SUBSCRIPTS = 3
_LEVELS = ("OR", "AND", "XOR", "NOT", "= <> < > <= >=", "&", "+ -", "* /", "prefix", "^")
_STRENGTH = {operator: level for level, row in enumerate(_LEVELS) for operator in row.split()}
"""How strongly operators bind, the weakest first; those of a row from left to right."""

_NAMES = {"n": "a number", "s": "a text"}
_SEPARATORS = (",", ";")


class Parser:
    """Reads one line.

    Attributes:
        code: its statements, each with its text; jumps are to places in the program.
        data: the values of its DATA statement.
    """

    def __init__(self, line: Sequence[Token], start: int) -> None:
        self._tokens = line
        self._place = 0
        self._start = start
        self.code: list[tuple[str, syntax.Action]] = []
        self.data: list[str] = []

    def parse(self) -> None:
        """Read the line to its end."""
        self._statements()
        if not self._at_end:
            self._refuse("ELSE has no IF" if self._sees("ELSE") else None)

    @property
    def _at_end(self) -> bool:
        return self._place == len(self._tokens)

    @property
    def _ends(self) -> bool:
        return self._at_end or self._sees(":", "ELSE", "!")

    def _sees(self, *words: str) -> bool:
        if self._at_end:
            return False
        token = self._tokens[self._place]
        return token.kind is Kind.WORD and token.text in words

    def _takes(self, *words: str) -> str:
        """The next word, if it is one of these; otherwise an empty text, and it stays."""
        if not self._sees(*words):
            return ""
        self._place += 1
        return self._tokens[self._place - 1].text

    def _take(self, kind: Kind) -> str | None:
        if self._at_end or self._tokens[self._place].kind is not kind:
            return None
        self._place += 1
        return self._tokens[self._place - 1].text

    def _expect(self, word: str) -> None:
        if not self._takes(word):
            self._refuse(f"{word} is missing")

    def _listed(self, read: Callable[[], T]) -> tuple[T, ...]:
        """What commas separate."""
        found = [read()]
        while self._takes(","):
            found.append(read())
        return tuple(found)

    def _refuse(self, reason: str | None = None) -> NoReturn:
        """Say what is wrong at this place."""
        rest = self._tokens[self._place :]
        if rest and rest[0].kind is Kind.WORD and rest[0].text in NOT_SIMULATED:
            raise InvalidProgram(f"{rest[0]} is not simulated")
        where = f"before {listed(rest)}" if rest else "at the end of the line"
        raise InvalidProgram(f"{reason or 'this cannot be read'} {where}")

    # Statements

    def _statements(self) -> None:
        """Statements up to the end of the line, or to an ELSE."""
        while True:
            self._statement()
            if self._sees("!"):
                continue
            if not self._takes(":"):
                return

    def _statement(self) -> None:
        begin = self._place
        if self._at_end:
            self._refuse("a statement is missing")
        if self._takes("IF"):
            self._if(begin)
            return
        if self._takes("INPUT"):
            self._input(begin)
            return
        token = self._tokens[self._place]
        read = _STATEMENTS.get(token.text) if token.kind is Kind.WORD else Parser._let
        if read is None:
            self._refuse()
        if token.kind is Kind.WORD:
            self._place += 1
        action = read(self)
        self._emit(begin, action)
        if not self._ends:
            self._refuse()

    def _emit(self, begin: int, action: syntax.Action) -> None:
        self.code.append((listed(self._tokens[begin : self._place]), action))

    @property
    def _next_place(self) -> int:
        return self._start + len(self.code)

    def _if(self, begin: int) -> None:
        condition = self._expression("n")
        self._expect("THEN")
        own = len(self.code)
        self._emit(begin, syntax.Nothing())
        text = self.code[own][0]
        self._branch()
        if self._takes("ELSE"):
            end = len(self.code)
            self.code.append(("ELSE", syntax.Nothing()))
            self.code[own] = (text, syntax.If(condition, self._next_place))
            self._branch()
            self.code[end] = ("ELSE", syntax.Jump(self._next_place))
        else:
            self.code[own] = (text, syntax.If(condition, self._next_place))

    def _branch(self) -> None:
        begin = self._place
        if line := self._take(Kind.LINE):
            self._emit(begin, syntax.Goto(int(line)))
            if not (self._at_end or self._sees("ELSE", "!")):
                self._refuse()
            if self._sees("!"):
                self._statement()
        else:
            self._statements()

    def _let(self) -> syntax.Action:
        targets = self._listed(self._variable)
        self._expect("=")
        if len({target.kind for target in targets}) > 1:
            self._refuse("numbers and texts cannot be set together")
        return syntax.Let(targets, self._expression(targets[0].kind))

    def _print(self) -> syntax.Action:
        if self._takes("USING"):
            return self._print_using()
        items: list[syntax.Expression | syntax.Tab | str] = []
        while not self._ends:
            if separator := self._takes(*_SEPARATORS):
                items.append(separator)
                continue
            if items and items[-1] not in _SEPARATORS:
                self._refuse()
            if self._takes("TAB"):
                self._expect("(")
                items.append(syntax.Tab(self._expression("n")))
                self._expect(")")
            else:
                items.append(self._expression())
        return syntax.Print(tuple(items))

    def _print_using(self) -> syntax.Action:
        line = self._take(Kind.LINE)
        image = int(line) if line else self._expression("s")
        values: list[syntax.Expression] = []
        while separator := self._takes(*_SEPARATORS):
            if values and separator == ";" and self._ends:
                return syntax.PrintUsing(image, tuple(values), goes_on=True)
            values.append(self._expression())
        return syntax.PrintUsing(image, tuple(values), goes_on=False)

    def _input(self, begin: int) -> None:
        """One statement for each prompt: every one is answered by a line of its own."""
        while True:
            prompt = "? "
            text = self._take(Kind.QUOTED)
            if text is not None:
                self._expect(";")
                prompt = text
            targets = [self._variable()]
            while self._takes(","):
                if not self._at_end and self._tokens[self._place].kind is Kind.QUOTED:
                    self._place -= 1
                    break
                targets.append(self._variable())
            self._emit(begin, syntax.Input(prompt, tuple(targets), whole_line=False))
            if not self._takes(","):
                break
        if not self._ends:
            self._refuse()

    def _linput(self) -> syntax.Action:
        prompt = self._take(Kind.QUOTED)
        if prompt is not None:
            self._expect(";")
        target = self._variable()
        if target.kind != "s":
            self._refuse("LINPUT reads a text")
        return syntax.Input(prompt or "", (target,), whole_line=True)

    def _accept(self) -> syntax.Action:
        field, begun = syntax.Field(), self._place
        while option := self._takes("AT", "SIZE", "VALIDATE", "NULL", "ERASE"):
            if option == "ERASE":
                self._expect("ALL")
                field = field._replace(erases=True)
                continue
            self._expect("(")
            match option:
                case "AT":
                    field = field._replace(column=self._expression("n"))
                case "SIZE":
                    field = field._replace(size=self._expression("n"))
                case "NULL":
                    field = field._replace(null=self._expression())
                case _:
                    field = field._replace(signs=self._listed(self._signs))
            self._expect(")")
        if self._place > begun:
            self._expect(",")
        target = self._variable()
        if field.null and field.null.kind != target.kind:
            self._refuse("NULL is of another kind than the variable")
        return syntax.Input("", (target,), whole_line=True, field=field)

    def _signs(self) -> syntax.Expression:
        kind = self._takes(*KINDS)
        return syntax.Constant(KINDS[kind]) if kind else self._expression("s")

    def _optional_number(self) -> syntax.Expression | None:
        return None if self._ends else self._expression("n")

    def _line(self) -> int:
        line = self._take(Kind.LINE)
        if line is None:
            self._refuse("a line number is missing")
        return int(line)

    def _on(self) -> syntax.Action:
        if self._sees("ERROR", "WARNING", "BREAK"):
            raise InvalidProgram(f"ON {self._tokens[self._place]} is not simulated")
        selector = self._expression("n")
        word = self._takes("GOTO", "GOSUB")
        if not word:
            self._refuse("GOTO or GOSUB is missing")
        return syntax.On(selector, self._listed(self._line), word == "GOSUB")

    def _for(self) -> syntax.Action:
        variable = self._simple_number()
        self._expect("=")
        start = self._expression("n")
        self._expect("TO")
        limit = self._expression("n")
        step = self._expression("n") if self._takes("STEP") else syntax.Constant(Decimal(1))
        return syntax.For(variable, start, limit, step)

    def _next(self) -> syntax.Action:
        named = not self._at_end and self._tokens[self._place].kind is Kind.NAME
        return syntax.Next(self._simple_number() if named else None)

    def _simple_number(self) -> syntax.Variable:
        variable = self._variable()
        if variable.subscripts or variable.kind != "n":
            self._refuse("a loop counts with a plain number variable")
        return variable

    def _data(self) -> syntax.Action:
        self.data = [""]
        while not self._at_end:
            if self._takes(","):
                self.data.append("")
            else:
                self.data[-1] = self._tokens[self._place].text
                self._place += 1
        return syntax.Nothing()

    def _array(self) -> tuple[str, tuple[int, ...]]:
        name = self._take(Kind.NAME)
        if name is None:
            self._refuse("the name of an array is missing")
        self._expect("(")
        return name, self._subscripts(self._bound)

    def _subscripts(self, read: Callable[[], T]) -> tuple[T, ...]:
        found = self._listed(read)
        self._expect(")")
        if len(found) > _MOST_SUBSCRIPTS:
            self._refuse(f"an array has at most {_MOST_SUBSCRIPTS} subscripts, which is exceeded")
        return found

    def _bound(self) -> int:
        text = self._take(Kind.NUMBER)
        if text is None or not text.isdigit():
            self._refuse("the size of an array is a whole number, which is missing")
        return int(text)

    def _remark(self) -> syntax.Action:
        self._take(Kind.UNQUOTED)
        return syntax.Nothing()

    # Expressions

    def _variable(self) -> syntax.Variable:
        name = self._take(Kind.NAME)
        if name is None:
            self._refuse("a variable is missing")
        if not self._takes("("):
            return syntax.Variable(name)
        return syntax.Variable(name, self._subscripts(partial(self._expression, "n")))

    def _expression(self, kind: str | None = None, strength: int = 0) -> syntax.Expression:
        """What binds at least as strongly; its kind is checked if one is wanted."""
        left = self._operand()
        while not self._at_end:
            operator = self._tokens[self._place]
            level = _STRENGTH.get(operator.text, -1)
            if operator.kind is not Kind.WORD or level < strength or operator.text == "NOT":
                break
            self._place += 1
            right = self._prefixed() if operator.text == "^" else self._expression(None, level + 1)
            left = self._call(operator.text, OPERATORS[operator.text], (left, right))
        if kind and left.kind != kind:
            self._refuse(f"{_NAMES[kind]} is wanted, not {_NAMES[left.kind]},")
        return left

    def _operand(self) -> syntax.Expression:
        if sign := self._takes("+", "-", "NOT"):
            prefix = {"+": IDENTITY, "-": NEGATION, "NOT": COMPLEMENT}[sign]
            strength = _STRENGTH["NOT" if sign == "NOT" else "prefix"]
            return self._call(sign, PREFIXES[prefix], (self._expression(None, strength),))
        return self._primary()

    def _prefixed(self) -> syntax.Expression:
        """The exponent of a power, which may have a sign."""
        if sign := self._takes("+", "-"):
            prefix = NEGATION if sign == "-" else IDENTITY
            return self._call(sign, PREFIXES[prefix], (self._prefixed(),))
        return self._primary()

    def _primary(self) -> syntax.Expression:
        if self._takes("("):
            inner = self._expression()
            self._expect(")")
            return inner
        if (text := self._take(Kind.QUOTED)) is not None:
            return syntax.Constant(text)
        if (number := self._take(Kind.NUMBER)) is not None:
            return self._number(number)
        if self._takes("RND"):
            return syntax.Rnd()
        if self._takes("KEY$"):
            return syntax.Key()
        if name := self._takes(*FUNCTIONS):
            return self._call(name, FUNCTIONS[name], self._arguments(FUNCTIONS[name]))
        if not self._at_end and self._tokens[self._place].kind is Kind.NAME:
            return self._variable()
        self._refuse("a value is missing")
        return None

    def _number(self, text: str) -> syntax.Constant:
        try:
            value = parse(text)
        except ProgramFault as fault:
            raise InvalidProgram(f"{text}: {fault}") from None
        assert value is not None
        return syntax.Constant(value)

    def _arguments(self, function: Function) -> tuple[syntax.Expression, ...]:
        found: list[syntax.Expression] = []
        for kind in function.takes:
            self._expect("," if found else "(")
            found.append(self._expression(kind))
        if found:
            self._expect(")")
        return tuple(found)

    def _call(
        self, name: str, function: Function, arguments: tuple[syntax.Expression, ...]
    ) -> syntax.Expression:
        kinds = [argument.kind for argument in arguments]
        if function.takes == "x":
            if kinds[0] != kinds[1]:
                self._refuse(f"{name} compares a number with a text")
        elif kinds != list(function.takes):
            wanted = {"n": "numbers", "s": "texts"}[function.takes[0]]
            self._refuse(f"{name} takes {wanted}")
        return syntax.Call(function, arguments)


_STATEMENTS: dict[str, Callable[[Parser], syntax.Action]] = {
    "LET": Parser._let, "PRINT": Parser._print, "LINPUT": Parser._linput, "ON": Parser._on,
    "ACCEPT": Parser._accept,
    "FOR": Parser._for, "NEXT": Parser._next, "DATA": Parser._data,
    "REM": Parser._remark, "!": Parser._remark,
    "IMAGE": lambda p: syntax.Image(p._take(Kind.QUOTED) or p._take(Kind.UNQUOTED) or ""),
    "PAUSE": lambda p: syntax.Pause(p._optional_number()),
    "GOTO": lambda p: syntax.Goto(p._line()),
    "GOSUB": lambda p: syntax.Goto(p._line(), returns=True),
    "READ": lambda p: syntax.Read(p._listed(p._variable)),
    "RESTORE": lambda p: syntax.Restore(int(p._take(Kind.LINE) or 0) or None),
    "DIM": lambda p: syntax.Dim(p._listed(p._array)),
    "RANDOMIZE": lambda p: syntax.Randomize(p._optional_number()),
    "DEG": lambda _: syntax.SetAngle(Angle.DEG), "RAD": lambda _: syntax.SetAngle(Angle.RAD),
    "GRAD": lambda _: syntax.SetAngle(Angle.GRAD),
    "RETURN": lambda _: syntax.Return(), "END": lambda _: syntax.End(),
    "STOP": lambda _: syntax.End(),
}  # fmt: skip
