"""Programs between sentences: pages of our own, laid out as the articles are."""

# ruff: noqa: RUF001 -- the signs of APL look like letters

from pathlib import Path

import pytest

from moolab.errors import InvalidProgram, MoolabError, ProgramFault
from moolab.machines.apl import Apl, entry_of, read_functions
from moolab.machines.article import (
    Program,
    find_program,
    find_programs,
    is_prose,
    missing_names,
    only_program,
    read_program,
    read_routine,
    telling_what_is_missing,
)
from moolab.machines.hp12c.maker import Keys
from moolab.machines.library import Machine
from moolab.machines.lisp.machine import Lisp
from moolab.machines.lisp.survey import survey
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.pasted import page_text
from moolab.machines.ports import FOLDER
from moolab.machines.session import Setup, begin

GAME = """How we keep score, step by step. A code is a number with four bits for each digit:

(defun bcd (n)
  (if (zerop n) 0
    (+ (mod n 10) (* 16 (bcd (truncate n 10))))))

Here is how to print one:

(defun printn (n d)
  (when (> n 0)
    (printn (1- n) (ash d -4))
    (princ (logand d 15))))

For example:
> (printn 5 #x1234)
01234

(defun bullcow (digits guess code)
  (let ((score 0) (both *spectrum*))
    (dotimes (i digits score)
      (when (= (logand guess 15) (logand code 15)) (incf score 16))
      (setq guess (ash guess -4))
      (setq code (ash code -4)))))

The next guess is one more, whatever was said:

(defun computer-choose (digits start try guesses replies)
  (logand (1+ try) (1- (ash 1 (* 4 digits)))))

To play, call (play 2).
"""

LAZY = """Lists that wait, in Common Lisp.

(defmacro lazy (form) `(let ((done nil) (value nil))
  (lambda () (unless done (setf value ,form done t)) value)))

(defun lazy-car (x) (car (funcall x)))
(defun lazy-cdr (x) (cdr (funcall x)))
(defun lazy-null (x) (not (funcall x)))
(defun make-lazy (l) (lazy (when l (cons (car l) (make-lazy (cdr l))))))
(defun map-lazy (f l) (lazy (unless (lazy-null l)
  (cons (funcall f (lazy-car l)) (map-lazy f (lazy-cdr l))))))
(defun lazy-nth (n l) (if (zerop n) (lazy-car l) (lazy-nth (1- n) (lazy-cdr l))))

(defun game-tree (board player move)
  (let ((fail (and (/= move -1) (test-for-win board move (change-player player)))))
    (make-game-node :player player :board board :failp fail :moves
      (if fail (lazy nil)
        (map-lazy (lambda (m) (list m (game-tree (board-add-move board m player)
                                                 (change-player player) m)))
                  (make-lazy (possible-moves board)))))))

(defun handle-human (tree) (cadr (lazy-nth (1- (read)) (game-node-moves tree))))

(defparameter *board-width* 4)
(defparameter *board-height* 4)
(defparameter *win-len* 3)

Then:

* (defparameter *third* (lazy-nth 3 (game-node-moves (game-tree (new-board) *ai-player* -1))))
*THIRD*
"""

KEYS = (
    "A sum, key by key, in 7 steps at most. First: 01 RCL n ; get the first 02 RCL i ; and the "
    "second 03 + Then we add them, as in step 2, and 04 STO 1 ; keep it in R1 Now show 05 RCL 1 "
    "; show it 06 GTO 00 ; the end That is all. And on the other machine: 10 INPUT A 20 FOR I=1 "
    "TO 7 STEP 2 30 IF I>A THEN 60 40 PRINT I 50 NEXT I 60 END The end of it."
)

APL = """Some words, and then:

[0]   START
[1]   'It''s a game'
[2]   2 1⍴' '
[3]   ⍞
[4]   N←3 ¯1,(2⍴7),⍴'AB'
[5]  AGAIN: ASK 'How many? '
[6]   →(1≠⍴I)/WRONG
[7]   →(9=⍎I[1])/LAST
[8]   'No.',(⍕N[⍎I]),' of ','ABCD'[1+4 4⊤6],' ',⍕1+(⍎'N')⍳7
[9]   →AGAIN
[10] WRONG: 'Once more'
[11]  →AGAIN
[12] LAST:
[13]  6⍴'-'
[0]   ASK R
[1]   ⍞←R
[2]   I←(⍴R)↓,⍞
and some more.
"""


def loaded(program: Program) -> Lisp:
    lisp = Lisp("", echo=True)
    with telling_what_is_missing(program):
        for name, text in program.sources:
            lisp.evaluate(text, is_shown=False, called=name)
            lisp.run()
    return lisp


def named(text: str) -> list[tuple[str, str]]:
    return [("page", text)]


def test_what_the_page_lacks_comes_along_and_plays() -> None:
    program = find_program("ulisp", named(GAME))
    assert (program.brought, program.dialect, program.entry) == (
        ("play.lisp",), "ulisp", "(play 4)",
    )  # fmt: skip
    assert missing_names(program) == {}
    lisp = loaded(program)
    lisp.evaluate("(play 2 #x12 #x40)", is_shown=False)
    for typed in ("11", "10", "12", "20"):
        lisp.run()
        lisp.enter(typed)
    lisp.run()
    assert lisp.read() == (
        "[1] Your guess: 11 Score: 10   My guess: 40 Score: 10\n"
        "[2] Your guess: 12 Score: 20   My guess: 41 Score: 20\n"
        "I win!\nYou got it!\n"
    )


def test_a_lazy_tree_is_played_on_a_board_of_ours() -> None:
    program = find_program("ulisp", named(LAZY))
    assert (program.brought, program.dialect, program.entry) == (
        ("own.lisp",), "common", "(play)",
    )  # fmt: skip
    session = begin(Setup("ulisp", program.text, dialect="common"))
    session.execute("run")
    session.execute("eval (car *third*)")
    assert session.read().endswith("15\n")
    session.execute("eval (play)")
    for _ in range(16):
        result = session.execute("answer 1")
        assert result.fault is None
        if session.machine.stopped == "the program has ended":
            break
    assert session.read().splitlines()[-1] in ('"I win."', '"You win."', '"It is a draw."')


def test_what_is_not_a_move_is_asked_for_again() -> None:
    lisp = Lisp("", dialect=DIALECTS["common"])
    for _, text in find_program("ulisp", named(LAZY)).sources:
        lisp.evaluate(text, is_shown=False)
        lisp.run()
    lisp.evaluate("(play)", is_shown=False)
    for typed in ("9", "0", "foo", "1"):
        lisp.run()
        lisp.enter(typed)
    lisp.run()
    assert lisp.read().count("That is not a move.\n") == 3
    assert lisp.waits


@pytest.mark.parametrize(
    ("moves", "wins"),
    [
        ("0 1 2", 0),
        ("0 1 2 3", 1),
        ("0 5 10 15", 1),
        ("3 6 9 12", 1),
        ("2 6 10 14", 1),
    ],
)
def test_own_lines_win(moves: str, wins: int) -> None:
    text = (FOLDER / "own.lisp").read_text()
    sizes = (
        "(defparameter *board-width* 4) (defparameter *board-height* 4) (defparameter *win-len* 4)"
    )
    cells = moves.split()
    board = " ".join(f"(setf (aref b {cell}) 1)" for cell in cells)
    lisp = Lisp(
        f"{text}{sizes}(let ((b (new-board))) {board} (if (test-for-win b {cells[-1]} 1) 1 0))",
        dialect=DIALECTS["common"],
    )
    lisp.run()
    assert lisp.value == str(wins)


def test_our_files_come_along_only_where_they_help() -> None:
    for text in (
        "It has its own.\n(defun play () 1)\n",
        GAME.replace("computer-choose", "choose"),  # play.lisp would lack it
        "(defun bullcow (a b c) *spectrum*)",  # a file, and no article
    ):
        assert find_program("ulisp", named(text)).brought == ()


def test_later_files_take_the_place_of_earlier_ones() -> None:
    code = ("bullcow.lisp", (FOLDER / "bullcow-riscv.lisp").read_text())
    for texts, calls in (([*named(GAME), code], 1), ([code, *named(GAME)], 0)):
        lisp = loaded(find_program("ulisp", texts))
        lisp.evaluate("(bullcow 4 #x1234 #x1243)")
        lisp.run()
        assert lisp.statistics.calls == calls


def test_parentheses_that_do_not_match_are_told() -> None:
    broken = GAME.replace("  (if (zerop n) 0\n", "").replace(
        "(defun printn (n d)\n", "(defun printn (n d\n"
    )
    program = find_program("ulisp", named(broken))
    assert program.damaged == {"bcd": 3, "printn": 8}


def test_a_torn_definition_does_not_take_others_with_it() -> None:
    torn = "```lisp\n(defun sq (x)\n  (* x x)\n```\n\n```lisp\n(defun cube (x) (* x x x))\n```\n"
    program = find_program("ulisp", named(torn))
    assert (program.damaged, program.text.strip()) == ({"sq": 2}, "(defun cube (x) (* x x x))")
    for text in (
        "(defun foo (x)\n  (* x x)\n\nAnd then:\n\n(defun bar (y)\n  (+ y 1))\n",
        "This is it:\n(defun foo (x)\n  (* x x)\n(defun bar (y)\n  (+ y 1)))\n(defun bar (y) y)\n",
    ):
        program = find_program("ulisp", named(text))
        assert "foo" in program.damaged
        assert "(defun bar (y)" in program.text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Squares, for all.\n(defun sq (x) (* x x))\n(sq 5)\nThat is it.", "25"),
        ("Squares of all.\n(defvar *n* 1)\n\n(setq *n* 5) ; more\n(defun n () *n*)\nSo.", "n"),
        ("Forms alone:\n```lisp\n(defvar *n* 4)\n```\nthen\n~~~ lisp\n(incf *n*)\n~~~\n", "5"),
        ("Forms alone:\n```\n(+ 1 2)\n```\nThat is it.", "3"),
        ("<p>Forms alone:<pre>(defvar *n* 4)</pre>then\n<pre><code>(+ *n* 3)</code></pre>", "7"),
        ("So we say \u201csquare\u201d:\n\u201c(defun sq (x) (* x x))\u201d\nThat is it.", "sq"),
    ],
)  # fmt: skip
def test_forms_beside_definitions_and_in_blocks_are_evaluated(text: str, value: str) -> None:
    [program] = find_programs(named(text))
    assert loaded(program).value == value
    assert program.examples == {}


def test_examples_between_sentences_are_left_out_and_named() -> None:
    text = (
        "Squares, for all.\n\n(defun sq (x) (* x x))\n\n(And so on.)\n\nFor example:\n"
        "(print (sq 5))\nor in a block:\n```\n(sq 6)\n```\n(see above)\n> (sq 7)\n"
    )
    program = find_program("ulisp", named(text))
    assert program.examples == {"(print (sq 5))": 8, "(sq 6)": 11}
    assert program.text.strip() == "(defun sq (x) (* x x))"


def test_all_missing_names_are_told_at_once_with_their_file() -> None:
    texts = [("one.lisp", "(defun f (x)\n (g x *moo*))"), ("two.lisp", "(f 2)\n(new-board)")]
    with pytest.raises(
        ProgramFault,
        match=r"one.lisp: line 2, \(g x \*moo\*\): g is not defined .*\. It lacks new-board "
        r"\(own.lisp has it\); g, \*moo\* \(nothing of ours has them\)",
    ):
        loaded(find_program("ulisp", texts))


@pytest.mark.parametrize(
    ("program", "dialect", "missing"),
    [
        ("(defun f (x) (labels ((g (y) (h y))) (g x)))", "common", ("h",)),
        ("(defmacro m (x) `(list ,x (other)))(defun f () (m y))", "ulisp", ("y", "other")),
        ("(defstruct (p (:type list)) x)(defun f (q) (p-x (make-p :x q)))", "common", ()),
        ("(setq a 1)(print a)", "common", ()),
        ("(defcode f (x) ($mov 'r0 'no))(f 1)", "ulisp", ()),
        ("(defvar *v* (loop))(defun f () *v*)", "ulisp", ()),
        ("(dolist (x '(a b)) (case x (a 1) (t (k))))", "ulisp", ("k",)),
    ],
)
def test_names_are_found_without_running_the_program(
    program: str, dialect: str, missing: tuple[str, ...]
) -> None:
    assert survey([program], DIALECTS[dialect]).missing == missing


def test_keys_and_lines_stand_in_one_row_with_the_sentences() -> None:
    found = {each.target: each.text for each in find_programs(named(KEYS))}
    assert found["hp12c"].splitlines() == [
        "01 RCL n  ; get the first", "02 RCL i  ; and the second", "03 +",
        "04 STO 1  ; keep it in R1", "05 RCL 1  ; show it", "06 GTO 00  ; the end",
    ]  # fmt: skip
    assert found["ti74"].splitlines() == [
        "10 INPUT A", "20 FOR I=1 TO 7 STEP 2", "30 IF I>A THEN 60", "40 PRINT I", "50 NEXT I",
        "60 END",
    ]  # fmt: skip
    machine = Machine("hp12c", KEYS)
    assert machine.session.comments[4] == "keep it in R1"
    assert machine.do("press 2 n 3 i R/S") == "5.00"
    assert Machine("ti74", KEYS).do("run", "answer 4") == "? \n 1 \n 3 \n"


def test_lines_in_rows_of_their_own_stand_between_paragraphs() -> None:
    rows = (
        KEYS.replace(" 0", "\n0").replace("Then we", "\nThen we").replace("Now show", "\nNow show")
    )
    text = rows.replace("That is", "\nThat is")
    [program] = [each for each in find_programs(named(text)) if each.target == "hp12c"]
    assert Machine("hp12c", program.text).do("press 2 n 3 i R/S") == "5.00"
    basic = "First:\n10 INPUT A\n20 B=A*A\nand, in 3 words, then\n30 PRINT B\n40 END\nThe end."
    assert Machine("ti74", basic).do("run", "answer 4") == "? \n 16 \n"


def test_the_usual_keys_of_a_game_are_taken_from_the_page() -> None:
    text = f"{KEYS} Press f REG [seed] n 1234567890 PV 10 STO 5 first."
    assert Keys().setup in find_program("hp12c", named(text)).text
    assert "setup" not in find_program("hp12c", named(KEYS)).text


def test_a_saved_page_is_read_as_it_is_shown() -> None:
    code = GAME.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    page = f"<!doctype html><style>(defun a () 1)</style><body><pre>{code}</pre><p>End"
    assert find_program("ulisp", named(page)).brought == ("play.lisp",)
    marked = page.replace("(defun", "(<b>defun</b>")
    assert find_program("ulisp", named(marked)).text == find_program("ulisp", named(page)).text
    rows = "".join(f"<tr><td>{n:02}</td>\n<td>{key}</td></tr>" for n, key in enumerate("12345", 1))
    assert Machine("hp12c", f"<p>Keys:</p><table>{rows}</table>").do("press R/S") == "12,345.00"
    lines = "<p>So: <p>10 PRINT 1<br>20 PRINT 2<br>30 END<p>That is it.</p>"
    assert Machine("ti74", lines).do("run") == " 1 \n 2 \n"
    assert page_text("if a < b or b > c") == "if a < b or b > c"


def test_apl_runs_as_it_is_printed() -> None:
    functions = read_functions(APL)
    assert entry_of(functions) == "START"
    said: list[str] = []
    typed = iter(["", "3", "12", "", "9"])
    Apl(functions, said.append, lambda: next(typed)).call("START")
    assert "".join(said) == (
        "It's a game\n \n \n\nHow many? No.7 of BC 4\nHow many? Once more\nHow many? Once more\n"
        "How many? ------\n"
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A[4]", r"F\[1\] A\[4\]: VALUE ERROR"),
        ("(1 2 3)[4]", "INDEX ERROR"),
        ("1 2+3 4 5", "DOMAIN ERROR"),
        ("→1", "is done again and again"),
        ("(1]", "INDEX ERROR"),
        ("1+'A'", "DOMAIN ERROR"),
        ("F", "DOMAIN ERROR"),
    ],
)
def test_apl_that_cannot_go_on_says_where(line: str, says: str) -> None:
    functions = read_functions(f"[0] F\n[1] {line}")
    with pytest.raises(ProgramFault, match=says):
        Apl(functions, print, str).call("F")


def test_what_stands_in_a_text_is_the_machine() -> None:
    assert only_program("", GAME).target == "ulisp"
    assert Machine.from_text(APL.replace("[", "(") + GAME).do("run", "eval (bcd 12)") == "18\n"
    with pytest.raises(InvalidProgram, match="several machines: hp12c, ti74; say for which"):
        Machine.from_text(KEYS)
    with pytest.raises(InvalidProgram, match="there is no program in the text"):
        Machine.from_text("Words, and (more of them).")
    assert Machine("ulisp", LAZY).do("run", "eval 'a") == "A\n"
    assert Machine("ulisp", LAZY, dialect="common").do("run", "eval 'a") == "A\n"
    with pytest.raises(InvalidProgram, match="there is no dialect 'scheme'"):
        Machine("ulisp", "(princ 1)", dialect="scheme")


def test_a_routine_is_taken_out_of_an_article(tmp_path: Path) -> None:
    file = tmp_path / "page.txt"
    file.write_text(
        "A routine (but no more):\n(defcode twice (n)\n  ($add n n)\n  ($bx 'lr))\n(the end"
    )
    assert read_routine(file).name == "twice"
    assert read_program("thumb", [file], lisp_only=True).text.strip() == ""


def test_our_own_programs_are_found_whole() -> None:
    targets = {".12c": "hp12c", ".bas": "ti74", ".lisp": "ulisp"}
    for file in FOLDER.iterdir():
        if file.suffix in targets:
            text = file.read_text()
            [program] = find_programs([(file.name, text)])
            assert (program.target, program.text) == (targets[file.suffix], text)
            assert not is_prose(text) or program.target != "ulisp"


def test_of_two_listings_one_has_to_be_chosen() -> None:
    with pytest.raises(MoolabError, match="a program for hp12c is one file, not 2"):
        find_program("hp12c", [*named(KEYS), ("other", KEYS)])
