"""The TI-74's BASIC: statements, functions, errors, listings, and the state of a program."""

from collections.abc import Iterable
from contextlib import suppress
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.ti74.interpreter import Basic
from moolab.machines.ti74.keywords import CODES, FUNCTIONS, NOT_SIMULATED
from moolab.machines.ti74.lexer import listed, tokens
from moolab.machines.ti74.program import Program
from moolab.machines.ti74.size import tokenised
from tests.helpers.cases import every


def numbered(text: str) -> Program:
    """Statements a line, numbered from 10 on."""
    lines = [line for line in dedent(text).splitlines() if line]
    return Program("\n".join(f"{10 * n} {line}" for n, line in enumerate(lines, start=1)))


def said(text: str, *answers: str, seed: int = 1, max_steps: int = 10_000) -> str:
    """What a program prints, with the answers that it gets."""
    basic = Basic(numbered(text), seed)
    basic.run(max_steps)
    for answer in answers:
        basic.enter(answer)
        basic.run(max_steps)
    return basic.read()


def value(expression: str) -> str:
    return said(f"PRINT {expression}").strip("\n")


@every(
    "expression, printed",
    [
        ("2+3*4^2", " 50 "),
        ("2^3^2", " 64 "),
        ("-2^2", "-4 "),
        ("2^-1", " .5 "),
        ("2*-3", "-6 "),
        ("-(1-3)/4", " .5 "),
        ("10-4-3", " 3 "),
        ('"a"&"b"&"c"', "abc"),
        ('"say ""moo"""', 'say "moo"'),
        ("1=1", "-1 "),
        ("1<>1", " 0 "),
        ('"a"<"b"', "-1 "),
        ('"A">"a"', " 0 "),
        ('"ab">="ab"', "-1 "),
        ("1<=0", " 0 "),
        ("NOT 0", "-1 "),
        ("NOT 1=1", " 0 "),
        ("6 AND 3", " 2 "),
        ("6 OR 3", " 7 "),
        ("6 XOR 3", " 5 "),
        ("1=1 AND 2=2 OR 1=2", "-1 "),
        ("1 OR 0 AND 0", " 1 "),
        ("1 AND 3 XOR 2", " 1 "),
        ("-32768 AND 32767 OR -32768", "-32768 "),
        ("5-(1=1)", " 6 "),
        ("1+1=2", "-1 "),
        (".5", " .5 "),
        ("1E3", " 1000 "),
        ("ABS(-3)", " 3 "),
        ("INT(-.5)", "-1 "),
        ("SGN(-9)", "-1 "),
        ("SQR(16)", " 4 "),
        ("LN(EXP(2))", " 2 "),
        ("LOG(100)", " 2 "),
        ("4*ATN(1)=PI", "-1 "),
        ("SIN(0);COS(0);TAN(0)", " 0  1  0 "),
        ("ASIN(0);ACOS(1)", " 0  0 "),
        ('LEN("abc")', " 3 "),
        ('POS("banana","an",1)', " 2 "),
        ('POS("banana","an",3)', " 4 "),
        ('POS("banana","x",1)', " 0 "),
        ('POS("ab","b",9)', " 0 "),
        ('POS("ab","",2);POS("ab","",3)', " 2  0 "),
        ('SEG$("banana",2,3)', "ana"),
        ('SEG$("ab",2,9)&"|"&SEG$("ab",5,1)', "b|"),
        ('RPT$("ab",3)', "ababab"),
        ('"["&RPT$("",1E100)&RPT$("a",0)&SEG$("a",1E100,1E100)&"]"', "[]"),
        ("STR$(-.5)&STR$(12)", "-.512"),
        ('VAL(" 12 ")+VAL("-1.5E1")', "-3 "),
        ('NUMERIC("12");NUMERIC("1x");NUMERIC("");NUMERIC("1E200")', "-1  0  0  0 "),
        ("CHR$(65)", "A"),
        ('ASC("A")', " 65 "),
        ("CHR$(10)&CHR$(27)", "??"),
    ],
)
def test_expressions(expression: str, printed: str) -> None:
    assert value(expression) == printed


def test_angles_are_in_radians_degrees_or_grads() -> None:
    assert said("DEG:PRINT SIN(30):GRAD:PRINT ATN(1):RAD:PRINT SIN(PI/6)") == " .5 \n 50 \n .5 \n"


def test_print_separates_by_signs() -> None:
    assert said('PRINT 1;-2;"x";3') == " 1 -2 x 3 \n"
    assert said('PRINT "a","b"') == "a" + 14 * " " + "b\n"
    assert said('PRINT "a";:PRINT "b";:PRINT') == "ab\n"
    assert said('PRINT "a";TAB(5);"b"') == "a   b\n"
    assert said('PRINT "abcde";TAB(3);"f"') == "abcde\n  f\n"
    assert said('PRINT "ab";TAB(3);"c":PRINT "ab";TAB(2);"c"') == "abc\nab\n c\n"
    assert said("PRINT") == "\n"


def test_print_using() -> None:
    assert said('PRINT USING "####",0123') == " 123\n"
    assert said('PRINT USING "####!";7;') == "   7!"
    assert said('I$="#,#":PRINT USING I$,1,2,3') == "1,2\n3,\n"
    assert said('PRINT USING 20,5,"ab"\nIMAGE Bulls: #, ###') == "Bulls: 5, ab \n"
    assert said('PRINT USING 20,5\nIMAGE " # "') == " 5 \n"
    assert said('PRINT USING "#.## .##",-.5,.5') == "-.50 .50\n"


def test_variables_are_numbers_or_texts_and_begin_empty() -> None:
    assert said('PRINT A;B$;"|"') == " 0 |\n"
    assert said('LET A,B=7:A$,B$="x":print a;b;a$;b$') == " 7  7 xx\n"
    assert said("Total_1=3:PRINT TOTAL_1") == " 3 \n"


def test_arrays() -> None:
    assert said("A(3)=5:PRINT A(3);A(0)") == " 5  0 \n"
    assert said('DIM B$(2,2):B$(1,2)="x":PRINT B$(1,2);B$(2,1);"|"') == "x|\n"
    assert said("DIM A(20),B(2,2,2):A(19.6)=1:PRINT A(20):B(0,1,2)=3:PRINT B(0,1,2)") == (
        " 1 \n 3 \n"
    )
    assert said("DIM A$(1000),A(600):PRINT A(600)") == " 0 \n"


def test_if_takes_lines_or_statements() -> None:
    program = """
        INPUT A
        IF A=1 THEN 30 ELSE IF A=2 THEN PRINT "two":END ELSE PRINT "more":GOTO 40
        PRINT "one":END
        PRINT "end"
    """
    assert said(program, "1") == "? \none\n"
    assert said(program, "2") == "? \ntwo\n"
    assert said(program, "3") == "? \nmore\nend\n"
    assert said('IF 1 THEN IF 0 THEN PRINT "a" ELSE PRINT "b"\nPRINT "c"') == "b\nc\n"
    assert said('IF 0 THEN IF 1 THEN PRINT "a" ELSE PRINT "b"\nPRINT "c"') == "c\n"
    assert said('IF .1 THEN PRINT "a":PRINT "b" ELSE PRINT "c":PRINT "d"') == "a\nb\n"


def test_loops() -> None:
    assert said("FOR I=1 TO 3:PRINT I;:NEXT I:PRINT I") == " 1  2  3  4 \n"
    assert said("FOR I=3 TO 1 STEP -1:PRINT I;:NEXT:PRINT") == " 3  2  1 \n"
    assert said("FOR I=1 TO 0:PRINT I:FOR J=1 TO 2:NEXT:NEXT I:PRINT I") == " 1 \n"
    assert said("FOR I=1 TO 0:FOR J=1 TO 2:NEXT J:NEXT:PRINT I") == " 1 \n"
    assert said("FOR I=1 TO 2:FOR J=1 TO 2:PRINT I*J;:NEXT J:NEXT I:PRINT") == " 1  2  2  4 \n"
    assert said("FOR I=1 TO 2:FOR J=1 TO 9:NEXT I:PRINT J") == " 1 \n"
    assert said("FOR I=0 TO 1 STEP .25:PRINT I;:NEXT I:PRINT") == " 0  .25  .5  .75  1 \n"


def test_a_loop_without_a_step_ends_only_where_it_begins_beyond_its_limit() -> None:
    assert said("FOR I=5 TO 1 STEP 0:PRINT I:NEXT I:PRINT 9") == " 9 \n"
    with pytest.raises(ProgramFault, match="10,000 statements"):
        said("FOR I=1 TO 5 STEP 0:NEXT I")


def test_a_loop_that_begins_anew_ends_those_inside_it() -> None:
    program = """
        FOR I=1 TO 2:IF K THEN 30
        FOR J=1 TO 9:K=1:GOTO 10
        NEXT
        NEXT
    """
    with pytest.raises(ProgramFault, match="line 40, NEXT: this NEXT has no FOR"):
        said(program)


def test_a_loop_that_was_left_begins_anew() -> None:
    program = """
        FOR I=1 TO 9:IF I<3 THEN PRINT I;:NEXT I ELSE 20
        FOR I=5 TO 6
        NEXT I:PRINT I
    """
    assert said(program) == " 1  2  7 \n"


def test_subroutines_come_back_and_end_their_loops() -> None:
    program = """
        GOSUB 40:PRINT "b"
        ON 2 GOSUB 60,40:PRINT "c"
        END
        FOR I=1 TO 9
        PRINT "a";:RETURN
        PRINT "never"
    """
    assert said(program) == "ab\nac\n"
    assert said('GO SUB 20:END\nPRINT "x":RETURN') == "x\n"
    program = "FOR I=1 TO 2:PRINT I;:GOSUB 20:NEXT:END\nFOR J=1 TO 9:RETURN"
    assert said(program) == " 1  2 "


def test_on_chooses_a_line() -> None:
    program = 'INPUT A:ON A GOTO 20,30\nPRINT "one":STOP\nPRINT "two":GO TO 40\nEND'
    assert said(program, "1") == "? \none\n"
    assert said(program, "1.6") == "? \ntwo\n"


def test_data_are_read_in_order_and_again() -> None:
    program = """
        READ A,A$,B$:PRINT A;A$;B$;"|":RESTORE 40:READ A$:PRINT A$
        RESTORE:READ A:PRINT A:END
        DATA 1.5, two words ,"with, comma"
        DATA last
    """
    assert said(program) == " 1.5 two wordswith, comma|\nlast\n 1.5 \n"
    assert said("READ A$,B$:PRINT A$;1;B$\nDATA ,x") == " 1 x\n"


def test_input_asks_until_it_is_answered() -> None:
    assert said('INPUT "A=";A:PRINT A*2', "x", "", "21") == (
        "A=\nA number, please; try again.\nA=\nA number, please; try again.\nA=\n 42 \n"
    )
    assert said("INPUT A,B$:PRINT A;B$", "1", '2, "x,y" ') == (
        "? \n2 values, please; try again.\n? \n 2 x,y\n"
    )
    assert said('INPUT "A=";A,"B=";B:PRINT A+B', "1", "2") == "A=\nB=\n 3 \n"
    assert said('INPUT A$:PRINT A$;"|"', "  moo ") == "? \nmoo|\n"
    assert said('LINPUT "> ";A$:PRINT A$;"|"', ' a, "b" ') == '> \n a, "b" |\n'
    refused = "This cannot be typed; try again.\n? \n"
    assert said("INPUT A$:PRINT A$", "a\x1bb", "é", "x" * 256, "ab") == f"? \n{3 * refused}ab\n"


def test_a_program_larger_than_the_memory_is_refused() -> None:
    line = f'PRINT "{"x" * 60}"'
    assert said("\n".join([line] * 100)).count("x" * 60) == 100
    with pytest.raises(
        InvalidProgram, match=r"has 9,\d\d\d bytes, and the machine has room for 7,710"
    ):
        said("\n".join([line] * 140))


def test_pause_waits() -> None:
    waited: list[float] = []
    basic = Basic(numbered("PRINT 1:PAUSE:PRINT 2:PAUSE 1.5:PRINT 3"), wait=waited.append)
    basic.run()
    assert (basic.read(), basic.stopped, basic.waits) == (" 1 \n", "it waits for ENTER", True)
    basic.step()
    assert basic.read() == ""
    basic.enter("")
    basic.run()
    assert (basic.read(), basic.stopped, waited) == (" 2 \n 3 \n", "the program has ended", [1.5])


def test_remarks_do_nothing() -> None:
    program = """
        REM GOTO 99: nothing
        ! at all
        PRINT 1 ! this
        IF 1 THEN 50 ! there
        END ! here
    """
    assert said(program) == " 1 \n"


def test_chance_is_decided_by_the_seed() -> None:
    program = "RANDOMIZE:PRINT RND;RND"
    assert said(program, seed=1) == said(program, seed=1) != said(program, seed=2)
    assert said("RANDOMIZE:A=RND:RANDOMIZE:PRINT A=RND") == " 0 \n"
    assert said("RANDOMIZE 7:A=RND:RANDOMIZE 7:PRINT A=RND:RANDOMIZE 8:PRINT A=RND") == (
        "-1 \n 0 \n"
    )
    assert said("RANDOMIZE 7:A=RND:RANDOMIZE -7:PRINT A=RND") == " 0 \n"
    assert said("PRINT RND<1 AND RND>=0 AND RND<>RND") == "-1 \n"


def test_without_a_seed_randomize_is_not_predictable() -> None:
    def unseeded(program: str) -> str:
        basic = Basic(numbered(program))
        basic.run()
        return basic.read()

    assert unseeded("RANDOMIZE:PRINT RND") != unseeded("RANDOMIZE:PRINT RND")
    assert unseeded("PRINT RND") == unseeded("PRINT RND")


@every(
    "program, sentence",
    [
        ("X=1/0", "line 10, X=1/0: division by zero"),
        ("A=1:B=2:X=A/(B-2)", "line 10, X=A/(B-2): division by zero"),
        ("IF 1/0 THEN 10", "line 10, IF 1/0 THEN: division by zero"),
        ("X=9E99*9E99", "line 10, X=9E99*9E99: the number is too large"),
        ("PRINT LN(0)", "line 10, PRINT LN(0): that cannot be calculated"),
        ("PRINT LOG(0)", "line 10, PRINT LOG(0): that cannot be calculated"),
        ("PRINT LN(-1)", "line 10, PRINT LN(-1): that cannot be calculated"),
        ("PRINT A(11)", "line 10, PRINT A(11): there is no A(11), subscripts are 0 to 10"),
        ("A(-1)=0", "line 10, A(-1)=0: there is no A(-1), subscripts are 0 to 10"),
        (
            "A(1)=0:PRINT A(1,1)",
            "line 10, PRINT A(1,1): the array A has a different number of subs",
        ),
        ("DIM A(3),A(4)", "line 10, DIM A(3),A(4): the array A is there already"),
        ("DIM A(9999)", "line 10, DIM A(9999): the array A needs 80,000 bytes, and 7,686 of 7,710"),
        (
            "DIM A(900),B(900)",
            "line 10, DIM A(900),B(900): the array B needs 7,208 bytes, and 470 of 7,710 are left",
        ),
        ("DIM A(950)\nB(1)=2", "line 20, B(1)=2: the array B needs 88 bytes, and"),
        ("RETURN", "line 10, RETURN: there was no GOSUB to return from"),
        ("GOSUB 10", "line 10, GOSUB 10: 1,000 times GOSUB without RETURN"),
        ("NEXT I", "line 10, NEXT I: this NEXT has no FOR"),
        ("FOR I=1 TO 0", "line 10, FOR I=1 TO 0: NEXT I is missing"),
        ("READ A", "line 10, READ A: all DATA have been read"),
        ("READ A\nDATA x", 'line 10, READ A: "x", in the DATA of line 20, is not a number'),
        ("ON 3 GOTO 10,10", "line 10, ON 3 GOTO 10,10: the value is 3, and the lines are 1 to 2"),
        ("ON 0 GOTO 10", "line 10, ON 0 GOTO 10: the value is 0, and there is one line"),
        ('PRINT VAL("x")', "line 10, PRINT VAL(\"x\"): 'x' is not a number"),
        ('PRINT ASC("")', 'line 10, PRINT ASC(""): the empty text has no first character'),
        ("PRINT CHR$(256)", "line 10, PRINT CHR$(256): there is no character 256"),
        ('PRINT SEG$("a",0,1)', 'line 10, PRINT SEG$("a",0,1): 0 is not a place in a text'),
        ('PRINT SEG$("a",1,-1)', 'line 10, PRINT SEG$("a",1,-1): -1 is negative'),
        ('A$=RPT$("ab",128)', 'line 10, A$=RPT$("ab",128): the text is longer than 255'),
        ('A$=RPT$("a",200):A$=A$&A$', "line 10, A$=A$&A$: the text is longer than 255 characters"),
        ("PRINT 1 AND 99999", "line 10, PRINT 1 AND 99999: 99999 has no 16 bits"),
        ("PRINT TAB(0);1", "line 10, PRINT TAB(0);1: there is no column 0"),
        ('PRINT USING "x",1', 'line 10, PRINT USING "x",1: the image has no field'),
        ("PAUSE -1", "line 10, PAUSE -1: a pause is 0 to 32,767 seconds, not -1"),
        ("PAUSE 32767:PAUSE 32768", "line 10, PAUSE 32768: a pause is 0 to 32,767 seconds, not 32"),
        ("A=A+1:GOTO 10", "line 10, A=A+1: after 10,000 statements the program has neither ended"),
    ],
)
def test_faults_name_line_and_statement(program: str, sentence: str) -> None:
    with pytest.raises(ProgramFault) as fault:
        said(program)
    assert str(fault.value).startswith(sentence)


def test_a_fault_leaves_the_program_where_it_was() -> None:
    basic = Basic(numbered("A=1\nA=1/0"))
    with pytest.raises(ProgramFault):
        basic.run()
    assert (basic.program_counter, basic.text, basic.stopped) == (20, "A=1/0", None)


def test_nobody_answers_what_was_not_asked() -> None:
    with pytest.raises(ProgramFault, match="not waiting for an answer"):
        Basic(numbered("PRINT 1")).enter("1")


def test_an_answer_that_has_no_place() -> None:
    with pytest.raises(ProgramFault, match=r"line 10, INPUT A\(11\): there is no A\(11\)"):
        said("INPUT A(11)", "1")


@every(
    "text, sentence",
    [
        ("", "there is no program"),
        ("# only\n; comments\n' here\n\n", "there is no program"),
        (
            "PRINT 1",
            "line 1 of the file, 'PRINT 1': every line of a program begins with",
        ),
        ("\x7fELF\x00\x01", "line 1 of the file, '\\x7fELF\\x00\\x01': every line"),
        ('10 PRINT USING "#";', "line 10: a value is missing at the end of the line"),
        ("0 PRINT", "line 1 of the file: '0' is not a line number: they are 1 to 32766"),
        ("32767 PRINT", "line 1 of the file: '32767' is not a line number"),
        ("9" * 99 + " PRINT", "line 1 of the file: '9999999"),
        ("10 END\n10 END", "line 10: there are two lines with this number"),
        ("20 END\n10 END", "line 10: it is out of order, after line 20"),
        (
            f"10 {'A' * 15}=1\n20 {'A' * 16}=1",
            "line 20: the name 'AAAAAAAAAAAAAAAA' has more than 15 characters",
        ),
        ("10 PRINT " + "1" * 72, "line 10: it has 81 characters, and a line can have 80"),
        ('10 PRINT "“x”"', "line 10: '“' is not a character of the machine"),
        ("10 GOTO 20", "line 10, GOTO 20: there is no line 20"),
        ("10 IF 1 THEN 20", "line 10, 20: there is no line 20"),
        ("10 ON 1 GOSUB 10,30", "line 10, ON 1 GOSUB 10,30: there is no line 30"),
        ("10 RESTORE 5", "line 10, RESTORE 5: there is no line 5"),
        ("10 PRINT USING 10,1", "line 10, PRINT USING 10,1: line 10 is not an IMAGE"),
        ("10", "line 10: a statement is missing at the end of the line"),
        ("10 A=1:", "line 10: a statement is missing at the end of the line"),
        ("10 A", "line 10: = is missing at the end of the line"),
        ("10 A=", "line 10: a value is missing at the end of the line"),
        ("10 A=1 2", "line 10: this cannot be read before 2"),
        ("10 PRINT 1 2", "line 10: this cannot be read before 2"),
        ("10 PRINT (1", "line 10: ) is missing at the end of the line"),
        ("10 A=1)", "line 10: this cannot be read before )"),
        ('10 PRINT "x', "line 10: the text '\"x' has no closing quote"),
        ('10 DATA "x', "line 10: the text '\"x' has no closing quote"),
        ('10 DATA "x" y', "line 10: a comma is missing before 'y'"),
        ("10 PRINT 1 % 2", "line 10: '%' is not part of the language"),
        ("10 PRINT 1E999", "line 10: 1E999: the number is too large"),
        ("10 GOTO X", "line 10: a line number is missing before X"),
        ("10 GOTO 1.5", "line 10: '1.5' is not a line number"),
        ("10 GOSUB", "line 10: a line number is missing at the end of the line"),
        ("10 ON 1", "line 10: GOTO or GOSUB is missing at the end of the line"),
        ("10 IF 1 GOTO 10", "line 10: THEN is missing before GOTO 10"),
        ("10 IF 1 THEN", "line 10: a statement is missing at the end of the line"),
        ("10 IF 1 THEN 10:END", "line 10: this cannot be read before :END"),
        ("10 ELSE 10", "line 10: this cannot be read before ELSE 10"),
        ("10 A=1 ELSE 10", "line 10: ELSE has no IF before ELSE 10"),
        ('10 A="x"', "line 10: a number is wanted, not a text, at the end of the line"),
        ("10 A$=1", "line 10: a text is wanted, not a number, at the end of the line"),
        ('10 A,A$="x"', "line 10: numbers and texts cannot be set together"),
        ('10 PRINT 1+"x"', "line 10: + takes numbers"),
        ("10 PRINT 1&2", "line 10: & takes texts"),
        ('10 PRINT 1="x"', "line 10: = compares a number with a text"),
        ('10 PRINT -"x"', "line 10: - takes numbers"),
        ("10 PRINT LEN(1)", "line 10: a text is wanted, not a number, before )"),
        ("10 PRINT ABS 1", "line 10: ( is missing before 1"),
        ("10 FOR A$=1 TO 2", "line 10: a loop counts with a plain number variable"),
        ("10 FOR A(1)=1 TO 2", "line 10: a loop counts with a plain number variable"),
        ("10 FOR I=1", "line 10: TO is missing at the end of the line"),
        ("10 LINPUT A", "line 10: LINPUT reads a text"),
        ('10 INPUT "x" A', "line 10: ; is missing before A"),
        ("10 INPUT", "line 10: a variable is missing at the end of the line"),
        ("10 INPUT A B", "line 10: this cannot be read before B"),
        ("10 DIM A", "line 10: ( is missing at the end of the line"),
        ("10 DIM 5", "line 10: the name of an array is missing before 5"),
        ("10 DIM A(N)", "line 10: the size of an array is a whole number, which is missing"),
        ("10 DIM A(1,2,3,4)", "line 10: an array has at most 3 subscripts"),
        ("10 A(1,2,3,4)=1", "line 10: an array has at most 3 subscripts"),
        ("10 TOOLONGFORTHEMACHINE=1", "line 10: the name 'TOOLONGFORTHEMACHINE' has more than 15"),
        ("10 THEN 10", "line 10: this cannot be read before THEN 10"),
        ("10 CALL POKE(1,2)", "line 10: CALL is not simulated before"),
        ("10 ON ERROR 10", "line 10: ON ERROR is not simulated"),
        ("10 PRINT #1,A", "line 10: # is not simulated"),
        ("10 PAUSE ALL", "line 10: ALL is not simulated"),
    ],
)
def test_what_is_no_program(text: str, sentence: str) -> None:
    with pytest.raises(InvalidProgram) as error:
        Program(text)
    assert sentence.removesuffix(" before") in str(error.value)
    assert "\n" not in str(error.value)


def test_comments_around_a_program_are_no_part_of_it() -> None:
    text = "# Squares\n\n  ; of\n' numbers\n10 PRINT 4\n"
    assert str(Program(text)) == "10 PRINT 4"


def test_lines_are_listed_in_capitals_and_with_blanks() -> None:
    lines = [
        ('if a=1then 20else print"x"', 'IF A=1 THEN 20 ELSE PRINT "x"'),
        ("let a,b=c+d*( e-f )", "LET A,B=C+D*(E-F)"),
        ('print using"#",a;b$', 'PRINT USING "#",A;B$'),
        ('x=not a and b or seg$(c$,1,2)=""', 'X=NOT A AND B OR SEG$(C$,1,2)=""'),
        ('data a , b,"c"', 'DATA a,b,"c"'),
        ("a=1!why", "A=1 ! why"),
        ("rem  Why", "REM Why"),
        ("go to 10", "GOTO 10"),
    ]
    for typed, shown in lines:
        assert listed(tokens(typed)) == shown


words = st.sampled_from(sorted(set(CODES) - {"REM", "!", "DATA", "IMAGE"}))
names = st.from_regex(r"[A-Za-z@_][A-Za-z0-9@_]{0,5}\$?", fullmatch=True)
numbers = st.from_regex(r"[0-9]{1,4}(\.[0-9]{0,3})?(E[+-]?[0-9]{1,2})?", fullmatch=True)
texts = st.text('aB ,:"!#', max_size=5).map(lambda text: '"' + text.replace('"', '""') + '"')
remarks = st.text('aB ,:"!', max_size=6)
remark = st.tuples(st.sampled_from(["REM", "!", "DATA", "IMAGE"]), remarks).map(" ".join)


@given(st.lists(words | names | numbers | texts, max_size=12), remark | st.just(""))
def test_a_listed_line_reads_the_same(pieces: list[str], end: str) -> None:
    try:
        line = tokens(" ".join([*pieces, end]))
    except InvalidProgram:
        return
    assert tokens(listed(line)) == line
    assert listed(tokens(listed(line))) == listed(line)


@given(st.text(max_size=40) | st.lists(words | names | numbers | texts).map(" ".join))
def test_any_text_is_a_program_or_refused(text: str) -> None:
    with suppress(InvalidProgram):
        program = Program(f"10 {text}")
        assert str(Program(str(program))) == str(program)
        assert len(bytes(tokenised(program))) > 14
        basic = Basic(program, seed=1)
        with suppress(ProgramFault):
            basic.run(50)
            while basic.waits and basic.steps < 50:
                basic.enter("1")
                basic.run(50)


def test_deep_parentheses_are_no_trouble() -> None:
    assert said(f"A={'(' * 33}7{')' * 33}:PRINT A") == " 7 \n"
    assert said(f"PRINT {'-' * 70}7") == " 7 \n"
    with pytest.raises(InvalidProgram, match="a value is missing"):
        Program("10 A=" + "(" * 75)


@every("word", sorted(NOT_SIMULATED))
def test_what_is_not_simulated_is_said(word: str) -> None:
    for text in (f"10 {word}", f"10 A={word}"):
        with pytest.raises(InvalidProgram, match=r"is not simulated|cannot be read|is missing"):
            Program(text)


def test_function_names_are_words_of_the_machine() -> None:
    assert set(CODES) >= FUNCTIONS


def states(basic: Basic, answers: Iterable[str]) -> list[tuple[object, int, dict[str, object]]]:
    found: list[tuple[object, int, dict[str, object]]] = []
    typed = iter(answers)
    while True:
        found.append((basic.snapshot(), basic.program_counter, dict(basic.groups())))
        if basic.waits:
            basic.enter(next(typed))
        elif basic.stopped:
            return found
        else:
            basic.step()


def test_every_state_can_be_brought_back() -> None:
    program = numbered(
        """
        DIM A(3):RANDOMIZE:FOR I=1 TO 3:A(I)=RND:GOSUB 40:NEXT I
        READ A$:INPUT "N=";N:IF N>2 THEN DEG ELSE GRAD
        PRINT N:PAUSE:END
        B=B+A(I):RETURN
        DATA x
        """
    )
    basic = Basic(program, seed=3)
    first = states(basic, ["3", ""])
    for snapshot, place, groups in reversed(first):
        basic.restore(snapshot)
        assert (basic.program_counter, basic.groups()) == (place, groups)
        basic.step()
        basic.restore(snapshot)
        assert (basic.program_counter, basic.groups()) == (place, groups)
    assert [entry[1:] for entry in states(basic, ["3", ""])] == [entry[1:] for entry in first]


def test_what_there_is_to_see() -> None:
    basic = Basic(numbered('A=.1:A$="x":B(2)=3\nFOR I=1 TO 9\nGOSUB 50\nEND\nPAUSE'))
    basic.run()
    assert basic.groups() == {
        "statement": {"line": "50", "text": "PAUSE"},
        "variables": {"A": "0.1", "A$": '"x"', "I": "1", "B(2)": "3"},
        "loops": {"I": "to 9 step 1"},
        "returns": {"1": "line 40"},
        "machine": {"angles": "RAD"},
    }
    assert basic.listing()[1] == (20, "20 FOR I=1 TO 9")
    basic.enter("")
    assert (basic.program_counter, basic.text, basic.stopped) == (0, "", "the program has ended")
    basic.step()
    assert basic.steps == 6


def answered(program: str, *answers: str) -> tuple[str, str | None]:
    basic = Basic(Program(program), seed=1)
    basic.run()
    for answer in answers:
        basic.enter(answer)
        basic.run()
    return basic.read(), basic.stopped


def test_key_waits_for_a_key() -> None:
    program = '10 A$=KEY$:IF A$="Y" THEN PRINT A$;ASC(KEY$):GOTO 10'
    assert answered(program) == ("", "it waits for a key")
    assert answered(program, "Y") == ("", "it waits for a key")
    assert answered(program, "Y", "", "n") == ("Y 13 \n", "the program has ended")
    assert answered(program, "YxYyN") == ("Y 120 \nY 121 \n", "the program has ended")
    # What is left to chance is not drawn again.
    drawn = answered("10 PRINT RND:PRINT RND;KEY$", "k")[0]
    assert drawn == answered('10 PRINT RND:PRINT RND;"k"')[0]


def test_accept_asks_for_one_value() -> None:
    limited = '10 PRINT "N";:ACCEPT AT(4)SIZE(2)VALIDATE(DIGIT,"+")NULL(7) ERASE ALL,A\n20 PRINT A'
    assert answered("10 ACCEPT A$:PRINT A$", "a, b") == ("\na, b\n", "the program has ended")
    assert answered(limited, "123", "x", "+5") == (
        (
            "N\n   \n2 characters at most, please; try again.\n\n"
            "Other characters, please; try again.\n\n 5 \n"
        ),
        "the program has ended",
    )
    assert answered(limited, "")[0].endswith("\n 7 \n")
    for wrong in ('NULL("x"),A', "SIZE(A$),A", "AT(1) A", "A,B", "ERASE,A"):
        with pytest.raises(InvalidProgram):
            Program(f"10 ACCEPT {wrong}")


def test_what_pages_make_of_a_program_is_read() -> None:
    pasted = "```\n10\tPRINT\u00a0\u201cmoo\u201d;2\\*3\u20131:A\\$=\u201cx\u201d\n```\n\x1a junk"
    assert str(Program(pasted)) == '10 PRINT "moo";2*3-1:A$="x"'
