"""The two passes, on an instruction set whose branches are as long as they have to be."""

import pytest

from moolab.errors import InvalidProgram
from moolab.machines.assembler import Assembly, Context, InstructionSet, assemble, in_range
from moolab.machines.notation.ulisp import Operand, read
from tests.helpers.cases import every


def jump(context: Context, operands: tuple[Operand, ...]) -> list[int]:
    """One word for a distance below 8 bytes, two for others."""
    distance = context.value(operands[0]) - context.address
    return [distance & 0xFFFF] if abs(distance) < 8 else [0xFFFF, distance & 0xFFFF]


def byte(context: Context, operands: tuple[Operand, ...]) -> list[int]:
    return [in_range(context.value(operands[0]), 0, 255, "the byte")]


def copy(context: Context, operands: tuple[Operand, ...]) -> list[int]:
    return [context.register(operands[0]) << 8 | context.register(operands[1])]


def restless(context: Context, operands: tuple[Operand, ...]) -> list[int]:
    """Long where the label behind it is near, and so pushes it away."""
    return [0] if context.value(operands[0]) - context.address > 2 else [0, 0]


TOY = InstructionSet(
    name="toy",
    registers={"a": 0, "b": 1, "ra": 1, "c": 2},
    parameters=("a", "b"),
    mnemonics={"$j": jump, "$byte": byte, "$copy": copy, "$nop": lambda *_: [0], "$r": restless},
    aligned=frozenset({"$byte"}),
)


def assembled(text: str) -> Assembly:
    [routine] = read(text)
    return assemble(routine, TOY)


def test_labels_ahead_and_behind() -> None:
    found = assembled("(defcode f () start ($j end) ($j start) end ($j start) last)")
    assert found.labels == {"start": 0, "end": 4, "last": 6}
    assert [line.words for line in found.lines] == [(4,), (0xFFFE,), (0xFFFC,)]
    assert found.code.hex() == "0400fefffcff"


def test_an_instruction_grows_when_its_label_is_far_and_pushes_others_away() -> None:
    body = "($j far) ($j end) ($nop) ($nop) end ($nop) far"
    found = assembled(f"(defcode f () {body})")
    assert found.labels == {"end": 10, "far": 12}
    assert [line.words for line in found.lines[:2]] == [(0xFFFF, 12), (6,)]


def test_labels_that_never_come_to_rest_are_an_error() -> None:
    with pytest.raises(InvalidProgram, match="line 1: the labels of f never settle"):
        assembled("(defcode f () ($r end) end)")


def test_operands_are_judged_when_labels_are_known() -> None:
    found = assembled("(defcode f () ($byte (- end 4)) ($nop) end)")
    assert found.lines[0].words == (0,)
    with pytest.raises(InvalidProgram, match="the byte is -1, not from 0 to 255"):
        assembled("(defcode f () ($byte (- end 5)) ($nop) end)")


def test_what_is_aligned_takes_its_labels_along() -> None:
    found = assembled("(defcode f () ($nop) one two ($byte *pc*) three ($byte 1))")
    assert found.labels == {"one": 4, "two": 4, "three": 8}
    assert [line.source for line in found.lines] == [
        *("($nop)", "($nop)", "($byte *pc*)"),
        *("($nop)", "($byte 1)"),
    ]


def test_parameters_are_registers_with_and_without_a_quote() -> None:
    found = assembled("(defcode f (x y) ($copy x 'y) ($copy 'c 'ra) -1)")
    assert [line.words for line in found.lines] == [(0x0001,), (0x0201,), (0xFFFF,)]
    assert assembled("(defcode f (a) ($copy a 'a))").lines[0].words == (0,)


@every(
    "text, message",
    [
        ("(defcode f (x y z))", "line 1: f has 3 parameters, but registers for 2 only"),
        ("(defcode f (x x))", "line 1: two parameters are 'x'"),
        ("(defcode f (b))", "'b' is the name of a register, but the parameter is in a"),
        ("(defcode f (x) x)", "line 1: 'x' cannot be a label, because it is a parameter"),
        ("(defcode f () *pc*)", "'*pc*' cannot be a label, because it is the address of the instr"),
        ("(defcode f ()\ns\n\ns)", "line 4: the label 's' stands in line 2 too"),
        ("(defcode f ()\n($fly))", "line 2: '($fly)': toy has no instruction '$fly'"),
        ("(defcode f () ($j away))", "line 1: '($j away)': there is no label 'away'"),
        ("(defcode f () ($copy a 'b))", "'a' is not a register; one is written 'register"),
        ("(defcode f () ($copy 'x 'b))", "there is no register 'x'"),
        ("(defcode f () ($copy 5 'b))", "'5' is not a register"),
        ("(defcode f () ($byte a))", "'a' is a register, which is written 'a"),
        ("(defcode f () ($byte 256))", "the byte is 256, not from 0 to 255"),
        ("(defcode f () 65536)", "line 1: '65536': the word is 65536, not from -32768 to 65535"),
        ("(defcode f ()\n($byte 300)\n($fly))", "line 2: '($byte 300)'"),
    ],
)
def test_what_is_wrong_has_a_line_and_a_reason(text: str, message: str) -> None:
    with pytest.raises(InvalidProgram) as caught:
        assembled(text)
    assert message in str(caught.value)


def test_labels_may_have_the_names_of_registers_which_are_quoted() -> None:
    assert assembled("(defcode f () a ($j a))").labels == {"a": 0}
