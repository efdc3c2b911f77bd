"""A machine led by commands, whoever gives them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moolab.errors import InvalidCommand, InvalidProgram, MoolabError, ProgramFault
from moolab.machines.hp12c.keyboard import KEYBOARD, printed
from moolab.machines.hp12c.keys import BLUE, FACES, GOLD, presses
from moolab.machines.ports import FOLDER, PORTS, Port
from moolab.machines.session import Limits, Result, Session, Setup, begin, replay
from moolab.machines.targets import MICROCONTROLLERS
from moolab.machines.testing import check_machine
from tests.helpers.cases import every
from tests.helpers.paths import DATA

CALCULATOR = Setup("hp12c", (FOLDER / "moo58.12c").read_text())
BASIC = Setup("ti74", (FOLDER / "moo74-small.bas").read_text(), seed=1)
BITS = (DATA / "machines" / "bits.lisp").read_text()
GAME = "press f REG f 1 .1234567 n 997 i 10 STO 5 0 R/S"


def display(session: Session) -> str:
    return session.machine.groups()["display"]["display"]


def execute_all(session: Session, commands: list[str]) -> None:
    for command in commands:
        session.execute(command)


@every("port", PORTS)
def test_every_machine_does_what_a_machine_has_to(port: Port) -> None:
    arguments = (4, 0x1234, 0x4321) if port.target in MICROCONTROLLERS else ()

    def make(program: str) -> Session:
        session = begin(Setup(port.target, program, arguments=arguments))
        if port.target == "hp12c":
            session.execute("keys R/S")
        return session

    check_machine(make, port.text, steps=60)


def test_keys_that_are_pressed_play_the_game_and_every_line_can_be_taken_back() -> None:
    session = begin(CALCULATOR)
    session.execute(GAME)
    start = session.debugger.time
    for guess, reply in ("0123", "20.0"), ("0145", "10.0"):
        session.execute(f"press {guess} R/S")
        assert display(session) == reply
    session.execute(f"back {session.debugger.time - start}")
    assert display(session) == "0.0"
    session.execute("press 0")
    session.execute("press R/S")
    assert session.machine.stopped == "waiting for keys at line 00"


@pytest.mark.parametrize(
    ("setup", "shown"),
    [
        (CALCULATOR, "0.0"),
        (Setup("hp12c", (FOLDER / "breaker.12c").read_text(), seed=1234), "6,219.0"),
        (Setup("hp12c", "; setup: see below\n5"), "0.00"),
        (Setup("hp12c", "; setup: 7 R/S\nGTO 01"), "0.00"),
    ],
    ids=["code-maker", "code-breaker", "words", "endless"],
)
def test_the_game_of_a_program_has_begun_when_it_is_loaded(setup: Setup, shown: str) -> None:
    session = begin(setup, Limits(steps=1000))
    assert (display(session), session.debugger.time) == (shown, 0)
    assert session.machine.stopped == "waiting for keys at line 00"


def test_the_first_key_that_one_knows_is_no_error() -> None:
    session = begin(CALCULATOR)
    session.execute("press R/S")
    assert display(session) == "0.0", "another code"
    session.execute("press 0123 R/S")
    assert re.fullmatch(r"[0-4][0-4]?\.0", display(session))
    others = [
        replay(Setup("hp12c", CALCULATOR.program, seed=seed), ["press 0123 R/S"])[0]
        for seed in range(9)
    ]
    assert len(set(map(display, others))) > 1, "the seed decides the code"


def test_keys_stop_where_the_program_does_not() -> None:
    session = begin(CALCULATOR)
    session.execute(GAME)
    session.execute("break 20")
    done = session.execute("press 1 2 3 4 R/S 5 6")
    assert done.fault == "the program has not stopped, so 5 6 was not pressed"
    assert session.machine.program_counter == 20
    assert session.execute("run") == Result()
    assert session.machine.program_counter == 20, "the next digit"


def test_a_listing_of_names_and_keycodes_has_as_many_program_lines() -> None:
    session = begin(Setup("hp12c", "RCL n 45 11\nx 20\n"))
    written = [text for _, text in session.listing if "GTO 00" not in text]
    assert written == ["01-  45 11  RCL n", "02-     20  x"]


def test_a_program_without_end_comes_to_a_limit_and_goes_on_from_there() -> None:
    session = begin(Setup("hp12c", "1\n+\nGTO 01"), Limits(steps=100))
    assert session.execute("press R/S").unfinished
    assert session.debugger.time == 100
    assert session.execute("run").unfinished
    assert session.debugger.time == 200
    session.execute("press CLx")
    with pytest.raises(ProgramFault, match="has not stopped after 100 lines"):
        session.execute("keys R/S 1 R/S")


def test_an_answer_runs_to_the_next_question() -> None:
    session = begin(BASIC)
    assert session.execute("run") == Result()
    assert session.machine.stopped == "it waits for INPUT"
    session.execute("answer 0123")
    assert session.machine.stopped == "it waits for ENTER"
    assert session.printed.count("\n") == 2, "the guess has been echoed, and the reply shown"
    session.execute("answer")
    assert session.machine.stopped == "it waits for INPUT"


def test_an_answer_keeps_its_blanks() -> None:
    session = begin(Setup("ti74", '10 LINPUT A$:PRINT A$;"|":GOTO 10'))
    session.execute("run")
    session.execute("  answer  two words ")
    assert session.read() == "\n two words |\n"
    session.execute("answer")
    assert session.read() == "\n|\n"


def test_a_fault_on_the_way_is_told_and_what_came_before_stays() -> None:
    session = begin(Setup("ti74", '10 PRINT "moo"\n20 PRINT 1/B'))
    assert session.execute("run").fault == "line 20, PRINT 1/B: division by zero"
    assert (session.machine.program_counter, session.printed, session.executed) == (20, "moo\n", 1)
    with pytest.raises(ProgramFault, match="line 20, PRINT 1/B: division by zero"):
        session.execute("run")
    assert session.executed == 1, "nothing was done, so nothing was executed"


def test_a_statement_that_cannot_be_finished_has_not_begun() -> None:
    session = begin(Setup("ti74", '10 PRINT "moo";1/B'))
    for _ in range(2):
        with pytest.raises(ProgramFault, match="division by zero"):
            session.execute("step")
        assert (session.printed, session.executed) == ("", 0)


def test_a_machine_that_a_fault_has_stopped_is_so_again_when_it_is_replayed() -> None:
    setup = Setup("ulisp", "(car 5)")
    commands = ["step 2", "step", "eval (princ 'moo)"]
    session, _ = replay(setup, commands[:2])
    fault = "line 1, (car 5): car takes a list, not 5"
    assert session.machine.stopped == fault
    with pytest.raises(InvalidCommand, match=re.escape(fault)):
        session.execute("step")
    session.execute(commands[2])
    assert session.printed == "moo\nmoo\n", "printed, and shown as the value"
    assert replay(setup, commands)[0].machine.groups() == session.machine.groups()


def test_what_is_refused_is_no_work() -> None:
    session = begin(LISP)
    session.execute("step 2")
    before = session.debugger.work
    with pytest.raises(ProgramFault, match="the program is not waiting for input"):
        session.execute("enter 3")
    assert session.debugger.work == before


def test_going_back_brings_back_what_was_printed() -> None:
    session = begin(Setup("ti74", '10 PRINT "bulls"\n20 PRINT "cows"'))
    session.execute("run")
    assert session.printed == "bulls\ncows\n"
    session.execute("back")
    assert session.printed == "bulls\n"
    assert session.read() == "bulls\n"
    assert session.printed == ""


def test_a_routine_is_chosen_by_name_and_shows_its_memory() -> None:
    session = begin(Setup("thumb", f"{BITS}(defcode other ())", "bits", (5,)))
    assert session.execute("memory 20000000 4").answer == "  20000000  10 b5 00 21"
    session.execute("break zero")
    session.execute("r")
    assert session.machine.program_counter == session.find("zero")


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (Limits(commands=2), "this session has had 2 commands"),
        (Limits(work=20), "this session has taken 20 steps"),
        (Limits(length=5), "a command has at most 5 characters"),
        (Limits(steps=9), "'10' is not a number of steps from 1 to 9"),
    ],
)
def test_what_a_session_may_take_has_limits(limits: Limits, says: str) -> None:
    session = begin(Setup("ti74", "10 GOTO 10"), limits)
    with pytest.raises(InvalidCommand, match=says):
        execute_all(session, ["step 10"] * 3)


@pytest.mark.parametrize("number", ["0000000001999999999999", "1" * 5000, "00000000000"])
@pytest.mark.parametrize("command", ["step", "back"])
def test_a_number_of_steps_is_read_to_its_end(command: str, number: str) -> None:
    session = begin(Setup("ti74", "10 GOTO 10"), Limits(steps=100))
    session.execute("step 5")
    with pytest.raises(InvalidCommand, match=r"is not a number of steps from 1 to 100$"):
        session.execute(f"{command} {number}")
    assert session.debugger.time == 5


LOAN = "360 n 1000 PV 12 CHS PMT 2000 CHS FV 0 STO i i"
FLOWS = "100 CHS CFo 9 CFj 99 Nj IRR"


@pytest.mark.parametrize("keys", [LOAN, FLOWS])
def test_keys_that_search_for_an_interest_are_worth_many_steps(keys: str) -> None:
    session = begin(Setup("hp12c", "ENTER"))
    session.execute(f"press {keys}")
    assert session.debugger.time < 50
    assert session.debugger.work > 400


SEARCHING = Setup("hp12c", "STO i\ni\nGTO 01")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("press R/S 1", "the program has not stopped, so 1 was not pressed"),
        (f"press {FLOWS} 1", "this takes too long, so 1 was not pressed"),
    ],
)
def test_slow_keys_and_lines_soon_come_to_the_limit(command: str, says: str) -> None:
    session = begin(SEARCHING, Limits(steps=1000))
    session.execute(f"press {LOAN}")
    before = session.debugger.time
    assert session.execute(command).fault == says
    assert session.debugger.time < before + 20


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("R/S 1", r"the program has not stopped after \d lines, and line"),
        (f"{FLOWS} IRR IRR", "these keys take too long; press fewer of them at once"),
    ],
)
def test_slow_keys_that_are_one_step_have_the_same_limit(keys: str, says: str) -> None:
    session = begin(SEARCHING, Limits(steps=1000))
    session.execute(f"press {LOAN}")
    with pytest.raises(ProgramFault, match=says):
        session.execute(f"keys {keys}")


def test_steps_that_are_slow_end_early_and_go_on_later() -> None:
    session = begin(SEARCHING, Limits(steps=1000))
    session.execute(f"press {LOAN}")
    session.execute("keys R/S")
    assert session.execute("step 900").unfinished
    assert not session.execute("step 2").unfinished


def test_going_back_is_work_too() -> None:
    session = begin(Setup("ti74", "10 A=A+1:GOTO 10"), Limits(work=5000))
    session.execute("step 4000")
    with pytest.raises(InvalidCommand, match="this session has taken 5,000 steps"):
        execute_all(session, ["back 9", "step 9"] * 100)


def test_only_the_last_of_what_was_printed_is_kept() -> None:
    session = begin(Setup("ti74", '10 PRINT "moo":GOTO 10'), Limits(steps=1000, printed=8))
    session.execute("run")
    assert session.printed == "moo\nmoo\n"


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (
            Setup("abacus", ""),
            "there is no machine 'abacus', but hp12c, ti74, thumb, riscv, riscv64, ulisp",
        ),
        (Setup("hp12c", "STO ENTER"), "line 1 of the listing, 'STO ENTER'"),
        (
            Setup("hp12c", "RCL n 45 11\nx 21"),
            "line 2 .* 21 is y\\^x, not 'x'; with keys of digits",
        ),
        (Setup("thumb", "(defcode f ())(defcode g ())"), "the program has several routines"),
        (Setup("ti74", "10 PRINT " + '"' + "m" * 99), "a program has at most 99 characters here"),
    ],
)
def test_what_cannot_begin(setup: Setup, says: str) -> None:
    with pytest.raises(InvalidProgram, match=says):
        begin(setup, Limits(program=99))


LISP = Setup("ulisp", '(princ "How many? ")\n(dotimes (i (read)) (print i))\n(car 5)')

COMMANDS = {
    CALCULATOR: ["step 7", "back 2", "run", "break 20", "keys R/S", "press 1234 R/S", "press f"],
    BASIC: ["step 7", "back 2", "run", "break 40", "enter 0123", "answer 4567", "answer"],
    LISP: ["step 7", "back 2", "run", "break 2", "enter 3", "answer 4", "eval (princ 'moo)"],
}


@given(st.data())
def test_a_session_is_its_setup_and_its_commands(data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from(list(COMMANDS)))
    limits = Limits(steps=500)
    session, executed = begin(setup, limits), []
    for command in data.draw(st.lists(st.sampled_from(COMMANDS[setup]), max_size=8)):
        before = session.debugger.time, session.machine.groups(), session.executed
        try:
            session.execute(command)
            executed.append(command)
        except MoolabError:
            assert (session.debugger.time, session.machine.groups(), session.executed) == before
    again, _ = replay(setup, executed, limits)
    assert again.machine.groups() == session.machine.groups()
    assert again.printed == session.printed
    assert again.debugger.breakpoints == session.debugger.breakpoints


def test_what_is_printed_on_the_keys_presses_them() -> None:
    assert len(KEYBOARD) == 39
    for code, key in zip(FACES, KEYBOARD, strict=True):
        assert list(presses(key.face)) == [code]
        assert list(presses(printed(key.face))) == [code]
        if key.gold:
            assert GOLD[code] == key.gold
            assert list(presses(f"f {printed(key.gold)}"))[-1] == code
        if key.blue:
            assert BLUE[code] == key.blue
            assert list(presses(f"g {printed(key.blue)}"))[-1] == code


def test_what_the_author_says_is_beside_the_lines() -> None:
    routine = "(defcode f (a)\n ($add 'r0 'r0 1) ; one more\n ($bx 'lr)) ; back"
    session = begin(Setup("thumb", routine))
    assert session.comments == {0: "one more", 2: "back"}
    assert session.commented()[0] == (0, "0000  3001       ($add 'r0 'r0 1)  ; one more")
    session = begin(Setup("hp12c", "Step Key\n01 ENTER   twice\n02 x   its square"))
    assert session.commented()[1] == (2, "02-     20  x      ; its square")
    assert session.note == "read as: number, name, comment; headings left out"
    assert begin(Setup("ti74", "10 END")).comments == {}
