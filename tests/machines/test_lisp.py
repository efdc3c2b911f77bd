"""The Lisp: what its forms do, where the two dialects differ, and what is said of mistakes."""

import pytest

from moolab.errors import InvalidProgram, ProgramFault
from moolab.machines.article import definitions
from moolab.machines.lisp.machine import MAX_CHARACTERS, Lisp
from moolab.machines.notation.dialect import COMMON, ULISP, Dialect
from moolab.machines.session import Limits, Setup, begin
from tests.helpers.cases import every

BEYOND = ": this is Common Lisp beyond the article; SBCL runs it"


def value(program: str, dialect: Dialect = ULISP) -> str:
    """What the last form of a program comes to."""
    lisp = Lisp(program, dialect=dialect)
    lisp.run(100_000)
    return lisp.value


def printed(program: str, *typed: str, dialect: Dialect = ULISP) -> str:
    """What a program prints, with what is typed where it is typed."""
    lisp = Lisp(program, dialect=dialect, echo=True)
    lisp.run(100_000)
    for line in typed:
        lisp.enter(line)
        lisp.run(100_000)
    return lisp.read()


@every(
    "program, shown",
    [
        (
            '(list 1 -2.5 #xff #b101 \'moo :key "a\\"b" #\\a)',
            '(1 -2.5 255 5 moo :key "a\\"b" #\\a)',
        ),
        ("'(a (b . c) #*101 #(1 2) #2A((1 2) (3 4)))", "(a (b . c) #*101 #(1 2) #2A((1 2) (3 4)))"),
        ("`(1 ,(+ 1 1) ,@(list 3 4) . 5)", "(1 2 3 4 . 5)"),
        ("(let ((x 1) y) (let* ((x 2) (z (+ x 1))) (list x y z)))", "(2 nil 3)"),
        ("(cond ((assoc 'b '((a 1) (b 2)))) (t 5))", "(b 2)"),
        ("(case 3 ((1 2) 'low) ((3 4) 'high) (t 'none))", "high"),
        ("(and 1 2 (or nil 3))", "3"),
        ("(let ((n 0)) (loop (incf n 2) (when (> n 9) (return n))))", "10"),
        ("(let ((s nil)) (dolist (x '(1 2 3) s) (push (* x x) s)))", "(9 4 1)"),
        ("(do ((i 0 (1+ i)) (s 0 (+ s i))) ((= i 5) s))", "10"),
        ("(let ((l (list 1 2 3))) (setf (nth 1 l) 7 (car l) 0) (incf (third l)) l)", "(0 7 4)"),
        ('(let ((s "moo")) (setf (char s 0) #\\z) s)', '"zoo"'),
        (
            "(let ((a (make-array '(2 2) :initial-element 0))) (incf (aref a 1 0)) a)",
            "#2A((0 0) (1 0))",
        ),
        ("(labels ((f (n) (if (= n 0) 1 (* n (f (1- n)))))) (f 5))", "120"),
        ("(flet ((f (x) (* 2 x))) (mapcar #'f '(1 2)))", "(2 4)"),
        (
            "(defun f (a &optional (b 2) &rest c) (list a b c)) (list (f 1) (f 1 3 4 5))",
            "((1 2 nil) (1 3 (4 5)))",
        ),
        ("(defun f (&key (x 1) y) (list x y)) (f :y 5)", "(1 5)"),
        ("(defun f (n) (dotimes (i 10) (when (= i n) (return-from f 'found)))) (f 3)", "found"),
        (
            "(defun f (n) (lambda () (incf n))) (let ((c (f 0))) (funcall c) (funcall c))",
            "2",
        ),
        (
            (
                "(defmacro twice ((name value) &body body) `(let ((,name ,value)) ,@body ,@body))"
                "(let ((n 0)) (twice (x 5) (incf n x)) n)"
            ),
            "10",
        ),
        (
            (
                "(defstruct (node (:type list)) left (right 9)) (let ((n (make-node :left 1)))"
                "(setf (node-left n) 2) (list n (node-right n)))"
            ),
            "((2 9) 9)",
        ),
        ("(catch 'out (dolist (x '(1 2)) (throw 'out x)))", "1"),
        ("(let ((l nil)) (ignore-errors (unwind-protect (car 5) (push 1 l))) l)", "(1)"),
        ('(format nil "~{~{~a~^ ~}~^, ~}" \'((1 2) (3) ()))', '"1 2, 3, "'),
        ('(format nil "abc~{~&~a~}" \'(1 2))', '"abc\n1\n2"'),
        ("(assoc 'a '((a . 1) b))", "(a . 1)"),
        ("(sort (list 3 1 2) <)", "(1 2 3)"),
        ("(mapcan (lambda (x) (list x x)) '(1 2))", "(1 1 2 2)"),
        ("(reduce + '(1 2 3) :initial-value 10)", "16"),
        (
            "(list (position 2 '(1 2)) (find 3 '(1 3)) (member 2 '(1 2 3)) (remove 1 '(1 2 1)))",
            "(1 3 (2 3) (2))",
        ),
        ('(assoc "b" \'(("a" . 1) ("b" . 2)) :test string=)', '("b" . 2)'),
        ('(with-output-to-string (s) (princ 1 s) (format s "~3d|" 2))', '"1  2|"'),
        ('(read-from-string "(1 . 2)")', "(1 . 2)"),
        ("(apply + 1 2 '(3 4))", "10"),
        ("(let ((x 3)) `#(1 ,(+ 1 1) ,@(list x 4)))", "#(1 2 3 4)"),
        ("#| a #| b |# c |# 5", "5"),
        ("(catch 1000000 (throw (* 1000 1000) 'caught))", "caught"),
        ("(list (char= #\\a #\\a #\\a) (char= #\\a #\\b #\\a))", "(t nil)"),
        ("(member 5 '(1 2) :test (lambda (x y) 0))", "(1 2)"),
        ("(let ((v (vector 3 1 2))) (sort v <) v)", "#(1 2 3)"),
        ('(let ((s "cab")) (sort s (lambda (x y) (< (char-code x) (char-code y)))) s)', '"abc"'),
        ("(copy-list '(1 2 . 3))", "(1 2 . 3)"),
        ("(maplist (lambda (x) x) '(1 2 . 3))", "((1 2 . 3) (2 . 3))"),
        ("(nth 20000000 '(1 2 3))", "nil"),
        ("(let ((i 0) (a (vector 10 20))) (incf (aref a i) (setq i 1)) a)", "#(11 20)"),
        ('(let ((s "moo")) (setf (aref s 0) #\\z) (list s (aref s 0)))', '("zoo" #\\z)'),
        ("(let ((c 0)) (list (boundp nil) (boundp 'moo)))", "(t nil)"),
        ("(eval (list '+ 1 2))", "3"),
        ("(defun last (x) 'mine) (last '(1 2))", "mine"),
        ("(defun f () (last '(1 2))) (f) (defun last (x) 'mine) (f)", "mine"),
        ("(defun f () (m)) (defmacro m () 5) (f)", "5"),
    ],
)
def test_values(program: str, shown: str) -> None:
    assert value(program) == shown


@every(
    "program, ulisp, common",
    [
        ("(list 'moo nil t)", "(moo nil t)", "(MOO NIL T)"),
        ('(list (vectorp "moo") (arrayp "moo"))', "(nil nil)", "(T T)"),
        ("(+ 2147483647 1)", "2.14748e9", "2147483648"),
        ("(* 65536 65536)", "4.29497e9", "4294967296"),
        ("(ash 1 31)", "-2147483648", "2147483648"),
        ("#xffffffff", "-1", "4294967295"),
        ("(/ 7 2)", "3.5", None),
        ("(/ 1.0 3)", "0.333333", "0.33333334"),
        ("(round 5 2)", "3", "2"),
        ("(list (truncate 1.0 0.1) (floor 0.7 0.1) (ceiling 0.3 0.1))", "(10 7 3)", "(10 7 3)"),
        (
            "(list (mod 1.0 0.1) (rem 1.0 0.1) (mod 5.3 0.1))",
            "(0.1 0.1 1.11759e-7)",
            "(0.09999999 0.09999999 1.1175871e-7)",
        ),
        (
            "(list (rem -7 2) (mod -7 2) (rem -7.5 2) (mod -7.5 2))",
            "(-1 1 -1.5 0.5)",
            "(-1 1 -1.5 0.5)",
        ),
        ("(ceiling 1e30 7)", "1.42857e29", "142857149054523588156365733888"),
        ("(floor 1e30 1e-30)", None, None),
        ("(floor (expt 2 4000) 2.0)", None, None),
        ("(list (round 2.5) (round 0.25 0.1) (round -7 2))", "(3 3 -4)", "(2 2 -4)"),
        ("(- 0.0)", "0", "-0.0"),
        ("(list (expt 0.0 0) (expt 0 0))", "(1.0 1)", "(1.0 1)"),
        ("(list (- 1.5 1.5) -0.0)", "(0 0)", "(0.0 -0.0)"),
        ("(list (expt 2 2000) (- (exp 1000)))", "(Inf Inf)", None),
        ("(- (exp 1000) (exp 1000))", "NaN", None),
        ("(ceiling (expt 2 4000) (expt 2 3999))", None, "2"),
        ("123456.0", "1.23456e5", "123456.0"),
        ('(format nil "~x" 255)', '"ff"', '"FF"'),
        ('(format nil "~x ~b" -1 -2)', f'"ffffffff {"1" * 31}0"', '"-1 -10"'),
        ("(list (eql 0.0 -0.0) (equal 0.0 -0.0) (= 0.0 -0.0))", "(t t t)", "(NIL NIL T)"),
        (
            "(list '\N{ARABIC-INDIC DIGIT ONE}.5 '|a 'b|)",
            "(\N{ARABIC-INDIC DIGIT ONE}.5 |a b|)",
            "(\N{ARABIC-INDIC DIGIT ONE}.5 |A B|)",
        ),
        ("(case nil (nil 1) (t 2))", "1", "2"),
        ("(let ((x 1)) (defvar *v* 1) (defvar *v* 2) *v*)", "2", "1"),
        ("(defvar *v* 1) (defun v () *v*) (let ((*v* 2)) (v))", "2", "2"),
        ("(lambda (x) x)", "(lambda (x) x)", "#<CLOSURE (LAMBDA (X))>"),
        ("''a", "(quote a)", "'A"),
        ("(princ-to-string :red)", '":red"', '"RED"'),
        ('(format nil "~a ~s" \'(:a b "c") :d)', '"(:a b c) :d"', '"(A B c) :D"'),
        ("(let ((f car)) (f '(1)))", "1", None),
        ("(let ((list 5)) (list list))", None, "(5)"),
        ("(ignore-errors (car 1))", "", "NIL"),
        ('(format nil "<~a>" (ignore-errors (car 1)))', '"<>"', '"<NIL>"'),
        ("(let ((n 5)) (lambda () n))", "<closure>", "#<CLOSURE (LAMBDA ())>"),
        ("(let ((n 5)) (defun f () n) #'f)", "(lambda nil n)", "#<FUNCTION F>"),
        ("#'car", "car", "#<FUNCTION CAR>"),
    ],
)
def test_where_the_dialects_disagree(program: str, ulisp: str | None, common: str | None) -> None:
    for dialect, shown in (ULISP, ulisp), (COMMON, common):
        if shown is None:
            with pytest.raises(ProgramFault):
                value(program, dialect)
        else:
            assert value(program, dialect) == shown


@every(
    "program, says",
    [
        ("(+ 1\n   (car 5))", "line 2, (car 5): car takes a list, not 5"),
        ("(defun f (x)\n  (* x nil))\n(f 2)", "line 2, (* x nil): * takes numbers, not nil"),
        ("(defun f (x) x)\n(f)", "line 2, (f): f takes 1 argument, not 0"),
        ("(list 1 (moo 2))", "line 1, (moo 2): moo is not defined as a function"),
        ("(list moo)", "moo: the variable moo has no value"),
        ("(nth 'a '(1))", "line 1, (nth 'a '(1)): nth takes a whole number from 0 on, not a"),
        ('(error "~a bulls" 3)', 'line 1, (error "~a bulls" 3): 3 bulls'),
        ("(log 5 1)", "line 1, (log 5 1): division by zero"),
        ("(log 1.0 1.0)", "division by zero"),
        ("(floor 1.5 0)", "division by zero"),
        ("(if)", "line 1, (if): if takes 2 to 3 arguments, not 0"),
        ("(defmacro m (x) `(car ,x))\n(list\n (m 7))", "line 3, (m 7): car takes a list, not 7"),
        ('(format nil "~q" 1)', "~q of format: uLisp does not have this"),
        ('(format nil "~:a" nil)', "~:a of format: uLisp does not have this"),
        ("(car (ignore-errors (car 5)))", "car takes a list, not nothing"),
        ("(defun f (&key x) x) (f 'ax 5)", "f knows no such keyword"),
        ("(min 5 2 'a)", "line 1, (min 5 2 'a): min takes numbers, not a"),
        ("(sort '(2 a) <)", "line 1, (sort '(2 a) <): < takes numbers, not a"),
        ("(defcode f (a b c d e))", "line 1: f has 5 parameters, but registers for 4 only"),
        ("(defcode f ()\n ($mov 'r0 999))", 'line 2: "($mov \'r0 999)": the number is 999'),
    ],
)
def test_mistakes_are_told_with_the_line_the_form_and_what_was_expected(
    program: str, says: str
) -> None:
    with pytest.raises(ProgramFault) as caught:
        value(program)
    assert says in str(caught.value)


def test_what_is_left_by_an_error_is_cleaned_up() -> None:
    lisp = Lisp("(unwind-protect (unwind-protect (car 5) (princ 1) (car 6)) (princ 2))")
    with pytest.raises(ProgramFault, match=r"\(car 6\)"):
        lisp.run()
    assert lisp.printed == "12"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(a\n(b)", "line 1: '(' is never closed"),
        (")", "line 1: ')' closes nothing"),
        ("9" * 5000, "line 1: a number has at most 1,000 digits"),
        ("(a #| b\n)", "line 1: a comment is never closed"),
        ("(a . b c)", "line 1: a dot comes before the last item"),
        ("'", "line 1: a quote stands before nothing"),
        ("#2a((1) 2)", "has a row that is not a list"),
        ("#+sbcl 1", "'#+sbcl' is not known here"),
    ],
)
def test_what_is_not_lisp(text: str, says: str) -> None:
    with pytest.raises(InvalidProgram) as caught:
        Lisp(text)
    assert says in str(caught.value)


def test_what_is_given_later_is_no_longer_than_a_program() -> None:
    for give in (Lisp, Lisp("").evaluate):
        with pytest.raises(InvalidProgram, match="a program has at most 262,144 characters"):
            give("1 " * MAX_CHARACTERS)


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ("(loop for x in '(1) frobnicate x)", f"the word frobnicate of loop{BEYOND}"),
        ("(loop for x under 3)", "loop knows no under behind for and a variable"),
        ("(loop for 5 in '((1 2)) collect a)", "loop gives values to variables"),
        ("(loop for x in '(1) collect x sum x)", "loop makes a list and a number"),
        ("(loop for x in)", "loop ends in the middle"),
        ("(loop while nil 5)", "between words there is one form"),
        ("(/ 7 2)", f"the ratio 7/2{BEYOND}"),
        ("(expt 2 -1)", f"a ratio{BEYOND}"),
        ('(format nil "~,2f" 1.5)', f"~,2f of format{BEYOND}"),
        ("(defstruct (p (:conc-name q)) x)", f"an option of defstruct but .*{BEYOND}"),
        ("(funcall 'multiple-value-bind 1)", "multiple-value-bind is not defined"),
        ("(defstruct p x) (p-x 5)", "p-x takes a structure p"),
        ("(defstruct p x) (copy-p 5)", "copy-p takes a structure p"),
    ],
)
def test_what_common_lisp_has_and_the_lisp_of_the_article_has_not(form: str, says: str) -> None:
    lisp = Lisp(form, dialect=COMMON)
    with pytest.raises(ProgramFault, match=says):
        lisp.run()


def test_what_is_beyond_the_article_is_named_before_anything_runs() -> None:
    program = "(princ 1)\n(multiple-value-bind (a b) (floor 7 2) a)\n(print (gethash 1 2))"
    says = f"multiple-value-bind in line 2, gethash in line 3{BEYOND}"
    for give in (Lisp, Lisp("", dialect=COMMON).evaluate):
        with pytest.raises(InvalidProgram) as caught:
            give(program, dialect=COMMON) if give is Lisp else give(program)
        assert str(caught.value) == says
    assert value("(defun copy-tree (x) x) (copy-tree 5)", COMMON) == "5"
    assert value("(list (let ((map 5)) map) '(typecase 1))", COMMON) == "(5 (TYPECASE 1))"


@every(
    "program, shown",
    [
        (
            "(defstruct p x (y 7)) (let ((p (make-p :x 1))) (incf (p-y p)) (list p (p-p p)))",
            "(#S(P :X 1 :Y 8) T)",
        ),
        ("(defstruct p x) (let ((p (make-p :x 1))) (setf (p-x (copy-p p)) 2) p)", "#S(P :X 1)"),
        ("(loop for (a b) in '((1 2) (3 4)) collect (+ a b))", "(3 7)"),
        ("(loop for (a . more) in '((1 2) (3 4)) collect more)", "((2) (4))"),
        ("(loop for (a nil (b)) on '(1 2 (5)) do (return (list a b)))", "(1 5)"),
        ("(loop for a in '(1) with (b c) = '(3 4) collect (list a b c))", "((1 3 4))"),
    ],
)
def test_structures_and_lists_of_variables(program: str, shown: str) -> None:
    """What is shown is what SBCL shows."""
    assert value(program, COMMON) == shown


def test_loop_with_words() -> None:
    """Where SBCL is installed, random ones are compared with it, too."""
    lisp = Lisp(
        "(let ((n 0)) (loop for i from 1 for x in '(3 1 2) when (oddp x) collect (list i x) "
        "else do (incf n x) finally (princ n)))",
        dialect=COMMON,
    )
    lisp.run()
    assert (lisp.read(), lisp.value) == ("2", "((1 3) (2 1))")


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("(loop for x in '(a b) for i from 0 finally (return i))", "1"),
    ],
)
def test_each_variable_of_a_loop_changes_where_its_clause_stands(form: str, shown: str) -> None:
    """What is shown is what SBCL shows."""
    assert value(form, COMMON) == shown


def test_what_is_typed_is_read_as_a_line_or_as_a_form() -> None:
    program = '(princ "A? ") (princ (+ 1 (read))) (princ " B? ") (princ (length (read-line)))'
    assert printed(program, "4", "two words") == "A? 45 B? two words9"
    assert printed("(princ (read))", "(1", " 2)") == "(1 2)(1 2)"
    assert printed("(princ (read))(princ (read-line))", "1 moo") == "1 moo1moo"
    assert printed("(read)(fresh-line)(princ 1)", "0", dialect=COMMON) == "0\n1"


def test_arguments_are_evaluated_from_left_to_right_across_calls() -> None:
    program = "(defun p (x) (princ x) x) (list (princ 1) (p 2) (princ 3) (p (princ 4)) (princ 5))"
    assert printed(program) == "123445"


def test_machine_code_is_a_function_like_others() -> None:
    code = "(defcode add (a b) ($add 'r0 a b) ($bx 'lr))"
    program = f"(defun add (a b) 'lisp) (defun f () (add 3 -5)) (list (f) (progn {code} (f)))"
    assert value(program) == "(lisp -2)"
    lisp = Lisp(f"{code} (mapcar add '(1 2) '(3 4))")
    lisp.run()
    assert lisp.value == "(4 6)"
    assert lisp.statistics[2:4] == (2, 4)


@pytest.mark.parametrize("arch", ["riscv", "riscv64"])
def test_machine_code_takes_and_gives_numbers_of_32_bits(arch: str) -> None:
    """As uLisp's calls do on both processors, with a C ``int``."""
    program = "(defcode minus (n) ($neg n n) ($ret)) (mapcar minus '(5 -7 0 #x80000000))"
    lisp = Lisp(program, arch=arch)
    lisp.run()
    assert lisp.value == "(-5 7 0 -2147483648)"


def test_an_argument_of_more_than_32_bits_is_an_error_that_can_be_ignored() -> None:
    code = "(defcode f (n) ($bx 'lr))"
    left = "(unwind-protect (f 5000000000) (princ 1))"
    lisp = Lisp(f"{code} (ignore-errors {left}) (f 5000000000)", dialect=COMMON)
    with pytest.raises(ProgramFault, match="f: the argument 5000000000 does not fit into 32 bits"):
        lisp.run()
    assert lisp.read() == "1"
    lisp.evaluate("(f 5)")
    lisp.run()
    assert lisp.read() == "\n5\n"


@pytest.mark.parametrize(
    ("overwritten", "values"), [("($mov 'r1 'sp)", "(1 0)"), ("($mov 'r1 'pc)", "(NIL 0)")]
)
def test_what_one_call_overwrites_is_there_again_for_the_next(
    overwritten: str, values: str
) -> None:
    """The caller's stack, and the routine itself, which then finds no way back."""
    body = f"($cmp a 0) ($beq end) {overwritten} ($str a '(r1 0)) end ($bx 'lr)"
    program = f"(defcode f (a) {body}) (list (ignore-errors (f 1)) (f 0))"
    assert value(program, COMMON) == values


def test_a_register_that_is_not_restored_is_a_warning() -> None:
    lisp = Lisp("(defcode f () ($mov 'r4 3) ($mov 'r0 7) ($bx 'lr)) (f) (f)")
    lisp.run()
    assert lisp.value == "7"
    warning = "r4 is not restored: 0x00000003, not 0xc0de0004"
    assert lisp.read() == f"\nwarning: f: {warning}\n"


def test_a_number_too_large_for_32_bits_does_not_make_a_routine_one_for_64() -> None:
    with pytest.raises(ProgramFault, match="32, not from"):
        value("(defcode f (n) ($slli n n 32) ($ret))")


def test_what_only_64_bits_have_is_for_riscv64() -> None:
    assert value("(defcode f (a) ($addiw a a 1) ($ret)) (f #x7fffffff)") == "-2147483648"


def test_routines_for_either_processor_are_told_apart() -> None:
    program = "(defcode f (a) ($addi a a 1) ($ret)) (f 5)"
    assert value(program) == "6"
    lisp = Lisp(program, arch="thumb")
    with pytest.raises(ProgramFault, match="thumb has no instruction"):
        lisp.run()


def test_an_assembler_in_lisp_takes_the_place_of_ours() -> None:
    assembler = (
        "(defun $inc (r) (logior #x3001 (ash (case r (r0 0) (r1 1)) 8)))"
        "(defun $jump (to) (logior #xe000 (logand (ash (- to *pc* 4) -1) #x7ff)))"
        "(defun $back () #x4770)"
    )
    routine = "(defcode f (a) ($jump over) ($inc a) over ($inc a) ($back))"
    assert value(f"{assembler} {routine} (f 10)", ULISP) == "11"


def test_definitions_are_taken_from_between_the_sentences_of_an_article() -> None:
    article = """Squares (as they say):

(defun square (x)
  (* x x))

For example, * (square 3) or
> (square 3)
9
* (defparameter *n*
    4)
(define it as you like.
"""
    program = definitions(article)[0]
    assert [bool(line) for line in program.splitlines()] == [
        each in (2, 3, 8, 9) for each in range(11)
    ]
    assert value(f"{program}(square *n*)") == "16"
    with pytest.raises(InvalidProgram, match="there is no definition"):
        definitions("Nothing (but words).")


FACTORIAL = """(defun fact (n)
  (if (= n 0)
      1
      (* n (fact (1- n)))))
(princ (fact 3))"""


def test_a_debugger_goes_through_calls_and_back() -> None:
    session = begin(Setup("ulisp", FACTORIAL))
    session.execute("break 4")
    for _ in range(5):
        session.execute("run")
    groups = session.machine.groups()
    assert groups["local"] == {"n": "1"}
    assert list(groups["calls"].values()) == ["fact, line 4", "fact, line 4", "form, line 5"]
    there = session.debugger.time
    session.execute("back 3")
    assert session.machine.groups()["local"] == {"n": "2"}
    session.execute("step 3")
    assert (session.debugger.time, session.machine.groups()) == (there, groups)
    session.execute("break 4")
    session.execute("run")
    assert (session.printed, session.machine.stopped) == ("6", "the program has ended")
    session.execute("eval (fact 4)")
    assert session.printed == "6\n24\n"


def test_going_back_is_work_that_is_counted() -> None:
    session = begin(Setup("ulisp", "(dotimes (i 1000))"), Limits(snapshots=4))
    session.execute("step 900")
    before = session.debugger.work
    session.execute("back")
    assert session.debugger.work > before + 400
