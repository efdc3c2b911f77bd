"""uLisp as a board has it: lists that are functions, variables of callers, tools, the clock."""

import pytest

from moolab.errors import ProgramFault
from moolab.machines.lisp.machine import Lisp
from tests.helpers.cases import every


def shown(program: str) -> str:
    """All that a program prints, and its value."""
    lisp = Lisp(program)
    lisp.run(1_000_000)
    return f"{lisp.read()}{lisp.value}"


@every(
    "program, expected",
    [
        ("(defun f (x) (* x 2)) (list (car f) (listp f) (cdr f))", "(lambda t ((x) (* x 2)))"),
        ("(defvar sq '(lambda (x) (* x x))) (list (sq 5) (mapcar sq '(1 2)))", "(25 (1 4))"),
        ("(equal (lambda (x) x) '(lambda (x) x))", "t"),
        ("(eval (car (list (lambda (x) x))))", "(lambda (x) x)"),
        ("(defun f () y) (defun g (y) (+ 0 (f))) (g 5)", "5"),
        ("(defun f () y) (let ((y 3)) (f))", "3"),
        ("(defun f () (setq z 9)) (defun g (z) (f) z) (g 1)", "9"),
        ("(defun f () (princ i)) (defun g () (dolist (i '(1 2)) (f))) (g)", "12nil"),
        ("(defun f () (h 3)) (defun g (h) (+ 1 (f))) (g (lambda (x) x))", "4"),
        ("(let ((x 7)) (eval 'x))", "7"),
        ("(defun f (n) (if (= n 0) 'done (f (- n 1)))) (f 300000)", "done"),
    ],
)
def test_functions_are_lists_and_see_the_variables_of_their_callers(
    program: str, expected: str
) -> None:
    assert shown(program) == expected


def test_after_a_tail_call_the_caller_is_forgotten() -> None:
    with pytest.raises(ProgramFault, match="y: the variable y has no value"):
        shown("(defun f () y) (defun g (y) (f)) (g 5)")


FIB = "(defun fib (n) (if (< n 3) 1 (+ (fib (- n 1)) (fib (- n 2))))) "
TOLD = "0: (f 2)\n  1: (f 1)\n  1: f returned 1\n0: f returned 2\n"
LONG = '(defun f (x) (when (> x 10) (princ "a text that is long") (terpri)) (list x x x x x x x))'
LAID_OUT = """
(defun f (x)
  (when (> x 10) (princ "a text that is long") (terpri))
  (list x x x x x x x))
"""


@every(
    "program, expected",
    [
        (f"{FIB}(time (fib 15))", "610\nTime: 197 ms\n"),
        ("(for-millis () (+ 1 2))", "0"),
        ("(for-millis (1000) (princ 1))", "11000"),
        ("(list (delay 500) (sleep 2) (millis))", "(500 2 2500)"),
        ("(subst 'a 'b '(b (c b) . b))", "(a (c a) . a)"),
        ("(subst 0 '(1) '((1) 2) :test equal)", "(0 2)"),
        ("(let ((x 1) (y '(2))) (locals))", "((x . 1) (y 2))"),
        ("(defvar x 1) (defun f () 2) (globals)", "(x f)"),
        ("(defvar x 1) (makunbound 'x) (boundp 'x)", "nil"),
        ("(let ((b (make-array 3 :element-type 'bit))) (setf (bit b 2) 1) b)", "#*001"),
        ("(with-output-to-string (s) (princ (list (streamp s) (streamp 1)) s))", '"(t nil)"'),
        (f"{FIB}(list (apropos-list 'fib) (apropos 'fib))", "fib (user function)\n((fib) )"),
        ("(apropos \"string=\")", "string= (function)\n"),
        ('(defun f () "Says." 1) (documentation \'f)', '"Says."'),
        ("(documentation 'car)", '"The first of a pair."'),
        ("(pprint '(defun f (x) x))", "\n(defun f (x) x)"),
        (f"{LONG} (pprintall)", LAID_OUT),
        ("(defvar x '(1)) (pprintall)", "\n(defvar x (quote (1)))\n"),
        ("(defcode f (n) ($bx 'lr)) (pprintall)", "\n(defcode f (n) ($bx (quote lr)))\n"),
        ("(defun f (n) (if (= n 1) 1 (* n (f (1- n))))) (trace f) (f 2)", f"{TOLD}2"),
        ("(defun f (n) n) (trace f) (pprint f)", "\n(lambda (n) n)"),
        ("(defun f (n) n) (trace f) (pprintall)", "\n(defun f (n) n)\n"),
        ("(defun f (n) n) (trace f) f", "(lambda (n) n)"),
        ("(defun f (n) n) (trace f) (untrace) (list (f 5) (trace))", "(5 nil)"),
        ("(car *features*)", ":floating-point"),
        ("(gc)", ""),
        ("(defun note (x) x) (note 3)", "3"),
    ],
)  # fmt: skip
def test_tools(program: str, expected: str) -> None:
    assert shown(program) == expected


def test_there_is_room_for_fewer_pairs_when_some_are_held() -> None:
    before, after = shown("(room)"), shown("(defvar l '(1 2 3)) (room)")
    assert 2_000_000 > int(before) > int(after)


@every(
    "program, says",
    [
        ("(pinmode 13 t)", "pinmode is for a board with pins, as any has that uLisp runs on"),
        ("(wifi-connect 1)", "a board with Wi-Fi, such as the ESP32 or the Pico W; there is none"),
        ("(typecase 3 (integer 1))", "typecase is not defined as a function"),
        ("(for-millis ('a) 1)", "for-millis takes a whole number of milliseconds"),
        ("(trace 5)", "trace takes names of functions"),
        ("(trace x)", "x is not defined as a function"),
        ("(princ 1 \"a\")", "print takes a stream of with-output-to-string"),
    ],
)  # fmt: skip
def test_what_is_refused(program: str, says: str) -> None:
    with pytest.raises(ProgramFault) as caught:
        shown(program)
    assert says in str(caught.value)


def test_a_comment_is_nothing_to_evaluate() -> None:
    lisp = Lisp("5")
    lisp.run()
    lisp.evaluate("; nothing")
    assert (lisp.value, lisp.stopped) == ("5", "the program has ended")
