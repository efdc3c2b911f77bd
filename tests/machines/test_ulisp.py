"""Listings with defcode forms, read; whatever else a file holds."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import InvalidProgram
from moolab.machines.notation.ulisp import (
    Call,
    Group,
    Instruction,
    Label,
    Operand,
    Quoted,
    Symbol,
    read,
    show,
    value,
)
from tests.helpers.cases import every

LISTING = """
; A comment with (unbalanced parentheses
(defvar *a* "(defcode no ())")   #| Another
comment ( |#
(defun f (x) (list #\\( 'x))
(DEFCODE Sum (From to)
  ($MOV 'r2 0)      ; as it is
  loop
  ($push            ; what ) is
    '(r4 #| saved |# lr))
  #xbf00)
(defcode empty ())
"""


def operands(text: str) -> tuple[Operand, ...]:
    [routine] = read(f"(defcode f () ($x {text}))")
    [instruction] = routine.body
    assert isinstance(instruction, Instruction)
    return instruction.operands


def test_the_routines_of_a_listing_are_found_among_other_lisp() -> None:
    first, second = read(LISTING)
    assert (first.name, first.parameters, first.line) == ("sum", ("from", "to"), 6)
    assert first.body == (
        Instruction("$mov", (Quoted("r2"), 0), 7, "($MOV 'r2 0)", "as it is"),
        Label("loop", 8),
        Instruction("$push", (Group(("r4", "lr")),), 9, "($push '(r4 lr))"),
        Instruction("", (0xBF00,), 11, "48896"),
    )
    assert (second.name, second.parameters, second.body) == ("empty", (), ())


@every(
    "text, read_as",
    [
        ("'r4", Quoted("r4")),
        ("loop", Symbol("loop")),
        ("-12", -12),
        ("+7", 7),
        ("#xFF", 255),
        ("#b101", 5),
        ("#o17", 15),
        ("#x-10", -16),
        ("1+", Symbol("1+")),
        ("'(sp 8)", Group(("sp", 8))),
        ("'()", Group(())),
        ("(ash 1 4)", Call("ash", (1, 4))),
        ("(- end (+ 1 2))", Call("-", (Symbol("end"), Call("+", (1, 2))))),
    ],
)
def test_operands(text: str, read_as: Operand) -> None:
    assert operands(text) == (read_as,)
    assert operands(show(read_as)) == (read_as,)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("(+ 1 2 3)", 6),
        ("(- 10 1 2)", 7),
        ("(- 5)", -5),
        ("(* 2 3 4)", 24),
        ("(ash 1 31)", 2**31),
        ("(ash -16 -2)", -4),
        ("(logand #xff #x3c #x18)", 0x18),
        ("(logior 1 2 4)", 7),
        ("(logxor 7 2)", 5),
        ("(- end 2)", 98),
    ],
)
def test_arithmetic(text: str, number: int) -> None:
    [operand] = operands(text)
    assert value(operand, {"end": 100}.__getitem__) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(sqrt 2)", "'sqrt' is not a function known here (ash, +, -, *,"),
        ("(+)", "'+' is not a function"),
        ("(ash 1 65)", "a shift by more than 64 places"),
        ("(ash 1 -65)", "a shift by more than 64 places"),
        ("(* #xffffffffff #xffffffffff)", "has more than 64 bits"),
        (f"(* {' '.join(['9' * 30] * 300)})", "has more than 64 bits"),
        ("'r0", '"\'r0" is not a number'),
        ("'(r0)", '"\'(r0)" is not a number'),
    ],
)
def test_what_is_no_number(text: str, message: str) -> None:
    [operand] = operands(text)
    with pytest.raises(InvalidProgram) as caught:
        value(operand, {"end": 100}.__getitem__)
    assert message in str(caught.value)


@every(
    "text, message",
    [
        ("(a\n(b)", "line 1: '(' is never closed"),
        ("\n)", "line 2: ')' closes nothing"),
        ('(a\n"b', "line 2: a string is never closed"),
        ("(" * 101, "line 1: lists are nested more than 100 deep"),
        ("\n(defcode)", "line 2: defcode needs a name and a list of parameters"),
        ("(defcode f)", "defcode needs a name"),
        ("(defcode f x)", "defcode needs a name"),
        ("(defcode f (1))", "defcode needs a name"),
        ("(defcode 5 ())", "defcode needs a name"),
        ('(defcode f () "text")', "line 1: neither a label, nor a number, nor a form"),
        ("(defcode f () #\\a)", "neither a label"),
        ("(defcode f ()\n(5))", "line 2: neither a label"),
        ("(defcode f () ())", "neither a label"),
        ("(defcode f () 'r0)", "neither a label"),
        ("(defcode f () ($x '((a))))", 'line 1: "($x \'((a)))": an operand is a number'),
        ("(defcode f () ($x '5))", "an operand is a number, a label, 'register or"),
    ],
)
def test_what_cannot_be_read_has_a_line_and_a_reason(text: str, message: str) -> None:
    with pytest.raises(InvalidProgram) as caught:
        read(text)
    assert message in str(caught.value)


def test_files_without_routines() -> None:
    assert read("") == read("(defun f () 1) defcode '(defcode f ())") == []


@given(st.text(alphabet="()'\"; \n#|\\xdefco$ar01-+", max_size=60))
def test_nothing_but_an_error_becomes_of_junk(text: str) -> None:
    for source in (text, f"(defcode f () {text})"):
        with suppress(InvalidProgram):
            assert all(routine.name for routine in read(source))


@pytest.mark.parametrize(
    "pasted",
    [
        "(defcode f () ($mov \u2018r0 \u20135))",
        "```lisp\n(defcode f ()\n(\\$mov\u00a0\u2019r0 \u22125))\n```\n",
        "(defcode f () ($mov 'r0 -5)) \u201ca text\u201d\x1a junk (",
    ],
)
def test_what_pages_make_of_a_routine_is_read(pasted: str) -> None:
    [instruction] = read(pasted)[0].body
    assert instruction[:2] == ("$mov", (Quoted("r0"), -5))
