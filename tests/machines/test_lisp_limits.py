"""No program, whatever it does, keeps anybody waiting, or brings the machine down."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moolab.errors import MoolabError, ProgramFault
from moolab.machines.lisp.forms import SPECIAL
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.data import LONGEST
from moolab.machines.notation.dialect import COMMON, ULISP, Dialect
from tests.helpers.examples import examples
from tests.hostile.alarm import COMPILING, alarm

STEPS = 120_000
"""More than the machine makes before it looks at the clock, and at what is in memory."""

NEVER = f"after {STEPS:,} steps"
CIRCLE = "(defvar x (list 1 2)) (setf (cdr (cdr x)) x) "
LONG = "(defvar l (list 1)) (dotimes (i 13) (setq l (append l l))) "
BITS = "(defvar a (make-array 190000 :element-type 'bit)) (defvar b (copy-seq a)) "
DEEP = "(defvar x nil) (dotimes (i 5000) (setq x (list 'car x))) "


def doubled(text: str) -> str:
    """The program of a string that repeats this one until it is as long as a string may be."""
    again = f"(if (> (* 2 (length s)) {LONGEST}) (return)) (setq s (concatenate 'string s s))"
    return f'(defvar s "{text}") (loop {again}) '


MANY = "looks at more than 16,777,216 values"

HOSTILE = {
    "(loop)": f"{NEVER} the program has neither ended nor asked anything",
    "(defun f () (f)) (f)": NEVER,
    "(defun f (n) (1+ (f n))) (f 1)": "more than 50,000 pairs in memory",
    "(defun f (n) (mapcar f (list n))) (f 1)": "in memory",
    f"{CIRCLE}(length x)": "length: a list has more than 262,144 elements, or is a circle",
    f"{CIRCLE}(eval x)": "a form begins with the name of a function",
    f"{CIRCLE}(equal x (copy-tree x))": "copy-tree is not defined",
    f"{CIRCLE}(equal x x)": None,
    f"{CIRCLE}{CIRCLE.replace('x', 'y')}(equal x y)": "equal: the values are too large, or circles",
    f"{CIRCLE}(last x)": "last: a list has more than 262,144 elements, or is a circle",
    f"{BITS}(loop (equal a b))": NEVER,
    "(nth 20000000 '(1 2 3))": None,
    f"{CIRCLE}(apply + x)": "or is a circle",
    f"{CIRCLE}(append x x)": "or is a circle",
    f"{CIRCLE}(nth 1000000 x)": "nth: the list is too long",
    f"{CIRCLE}(dolist (y x))": NEVER,
    f"{CIRCLE}(eval (list 'defun 'g x 1))": "a parameter is a name",
    f"{CIRCLE}(eval (list 'defun 'g nil x))": "or is a circle",
    f"{CIRCLE}(eval (list 'quasiquote x))": "or a circle",
    f"{CIRCLE}(eval (list 'let x))": "or is a circle",
    f"{CIRCLE}(mapcan (lambda (y) x) x)": "or is a circle",
    f'{CIRCLE}(format nil "~{{~a~}}" x)': "or is a circle",
    f"{CIRCLE}(sort x <)": "or is a circle",
    f"{LONG}(defun f () (mapcar (lambda (x) (f)) l)) (f)": "more than 50,000 pairs in memory",
    f"{LONG}(defvar d (append l 5)) (mapcan (lambda (x) d) l)": "more than 50,000 pairs in memory",
    f"{LONG}(search (append (nthcdr 4096 l) (list 3)) (append l (list 2)))": MANY,
    "(defun deep (n) (if (zerop n) (loop (ignore-errors (throw 'a 1))) (1+ (deep (1- n))))) "
    "(deep 3000)": NEVER,
    f"{doubled('ab')}(defvar x nil) (dotimes (i 9000) (push s x)) (prin1-to-string x)": None,
    f"{LONG}{doubled('~{~a' + 'b' * 60 + '~}')}(format nil (subseq s 0 66) l)": "at most 262,144",
    f"{LONG}{doubled('~1000a')}(apply format nil s l)": "a string has at most",
    f"{DEEP}(eval x)": "forms are nested more than 100 deep",
    "(defmacro m () '(m)) (m)": "this macro is expanded without end",
    "(defmacro m () '(progn (m) (m))) (m)": "forms",
    "(defmacro m () (m)) (m)": "too many macros are expanded by macros",
    "(defmacro m () (loop)) (m)": "a macro is still not expanded after 200,000 steps",
    "(defmacro m () (read)) (m)": "a macro cannot wait for input",
    "(defvar x (list 1)) (loop (push 1 x))": "more than 50,000 pairs in memory",
    "(defvar x nil) (loop (push (make-array 100000) x))": "in memory",
    '(defvar x "ab") (loop (setq x (concatenate \'string x x)))': "has at most 262,144 values",
    "(make-array 1000000000)": "an array has at most 262,144 elements",
    "(make-array '(100000 100000 100000))": "at most 262,144 elements",
    f"{CIRCLE}(make-array x)": "or is a circle",
    "(with-output-to-string (s) (loop (princ 'moo s)))": "steps",
    "(loop (princ 'moo))": NEVER,
    "(expt 7 1000000000)": None,
    "(ash 1 1000000000)": None,
    "(* 1e38 1e38)": None,
    "(print (expt 2.5 1000000))": None,
    f"{CIRCLE}(print x)": None,
    "(defvar x (list 1)) (setf (car x) x) (print x)": None,
    f"{DEEP}(print x)": None,
    "(defvar a (make-array 1)) (setf (aref a 0) a) (print a)": None,
    '(format t "~1000000000a~99999999%" 1)': None,
    f'(format nil "~{"9" * 5000}%~{"9" * 5000}a" 1)': None,
    '(car (read-from-string "' + "(" * 200 + '"))': "lists are nested more than 100",
    "(defcode f () again ($b again)) (f)": "f has not ended after 10,000,000 instructions",
    "(defcode f (a) ($ldr 'r0 '(a 0)) ($bx 'lr)) (f 4)": "there is no memory at 0x00000004",
    "(defcode f (a) ($bx 'lr)) (f '(1))": "f is machine code and takes whole numbers",
    "(defcode f (a) ($bx 'lr)) (f 1e10)": "f is machine code and takes whole numbers",
    "(return 5)": "there is no loop or block around this",
    "(funcall (block nil (lambda () (return 1))))": "the block that this would leave has ended",
    "(setq t 5)": "this cannot be assigned to",
    "(setq y 5)": "there is no variable y; defvar makes one",
}

COSTLY = {
    f"{LONG}(apply append (mapcar (lambda (x) l) l))": MANY,
    f"{LONG}(defvar m (append l (list 2))) (loop (equal l m))": NEVER,
    f"{doubled('ab')}(loop (write-string s))": NEVER,
    f"{doubled('~%')}(format nil s)": None,
    f"{doubled('~&')}(loop (format nil s))": NEVER,
}
"""Those that come to their end after a second or two."""


@pytest.mark.parametrize(
    ("program", "says"),
    [*HOSTILE.items(), *(pytest.param(*each, marks=pytest.mark.slow) for each in COSTLY.items())],
    ids=lambda each: str(each)[-50:],
)
def test_it_ends_with_a_sentence(program: str, says: str | None) -> None:
    with alarm(program[-60:], COMPILING if "defcode" in program else None):
        lisp = Lisp(program, cells=50_000, kept=1000)
        if says is None:
            lisp.run(STEPS)
            assert lisp.stopped == "the program has ended"
            return
        with pytest.raises(ProgramFault) as caught:
            # A macro may take 200,000 steps by itself.
            lisp.run(2 * STEPS if "a macro" in says else STEPS)
        assert says in str(caught.value)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "form",
    [
        *("(expt 7 1000000000)", "(ash 1 100000000)", "(* 1e38 1e38)", "(float (expt 3 2000))"),
        *("(/ 1 0)", "(let ((x 3)) (loop (setq x (* x x))))"),
    ],
)
def test_numbers_of_common_lisp_have_an_end(form: str) -> None:
    lisp = Lisp(form, dialect=COMMON)
    with pytest.raises(ProgramFault, match=r"too large|more than 4,096 bits|division by zero"):
        lisp.run(STEPS)


def test_a_character_is_not_repeated_by_a_product() -> None:
    with pytest.raises(ProgramFault, match=r"\* takes numbers, not #"):
        Lisp("(* #\\a (expt 10 15))", dialect=COMMON).run()


def test_calls_wait_for_one_another_up_to_a_depth() -> None:
    # Each call waits for the one within, and counts when it has it.
    count = "(defun count-down (n) (if (zerop n) 0 (1+ (count-down (1- n)))))"
    lisp = Lisp(f"{count} (count-down 30000)")
    lisp.run()
    assert lisp.value == "30000"
    lisp = Lisp("(defvar n 0) (defun f () (incf n) (1+ (f))) (f)")
    with pytest.raises(
        ProgramFault, match="more than 100,000 calls and values wait for one another"
    ):
        lisp.run()
    lisp.evaluate("n")
    lisp.run()
    assert 90_000 < int(lisp.value) <= 100_001


def test_a_tail_call_waits_for_nothing() -> None:
    lisp = Lisp("(defun down (n) (cond ((zerop n) 'moo) (t (down (1- n))))) (down 200000)")
    lisp.run()
    assert lisp.value == "moo"


def test_what_was_wrong_can_be_left_behind() -> None:
    lisp = Lisp("(car 5)")
    for wrong in ("", "(cdr 6)", "(undefined)"):
        if wrong:
            lisp.evaluate(wrong)
        with pytest.raises(ProgramFault):
            lisp.run()
    lisp.evaluate("(+ 1 2)")
    lisp.run()
    assert lisp.read() == "3\n"


NAMES = sorted({*SPECIAL, *(each.name for each in Lisp("")._compiler.builtins.values())})
ATOMS = ["nil", "t", "x", "-1", "0", "1", "3.5", "1e38", '""', '"moo"', "#\\a", "#*101", "#(1 2)"]
ATOMS += ["'moo", "'(1 2 3)", "'(1 . 2)", "(lambda (y) y)", "#'car", "2147483647", ":key", "x y"]
ATOMS += ["((x 1))", "(x 2)", "'((1 . 2) (3 . 4))", "c", "'list", str(LONGEST)]


@st.composite
def forms(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(ATOMS))
    name = draw(st.sampled_from(NAMES))
    inner = draw(st.lists(forms(depth - 1), max_size=4))
    return f"({' '.join([name, *inner])})"


@settings(max_examples=examples(50))
@given(st.lists(forms(), max_size=4), st.sampled_from([ULISP, COMMON]))
def test_any_program_ends_or_is_explained(program: list[str], dialect: Dialect) -> None:
    text = " ".join(["(defvar x (list 1)) (defvar c (list 1)) (setf (cdr c) c)", *program])
    with alarm(text[-200:]), suppress(MoolabError):
        lisp = Lisp(text, dialect=dialect, cells=20_000, kept=1000)
        for _ in range(5):
            lisp.run(20_000)
            if lisp.waits:
                lisp.enter("(1 2)")
        assert lisp.groups()
