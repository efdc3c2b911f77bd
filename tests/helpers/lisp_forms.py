"""Random forms in the part of Common Lisp that our Lisp has, always the same for a seed."""

from collections.abc import Callable
from functools import partial
from random import Random

PRELUDE = """
(defun twice (f x) (funcall f (funcall f x)))
(defun sum (numbers) (if (null numbers) 0 (+ (car numbers) (sum (cdr numbers)))))
(defun counted (n) (let ((count 0)) (lambda () (incf count n))))
(defun keyed (a &optional (b 2) &key (c 3) d) (list a b c d))
(defmacro swapped (f a b) `(,f ,b ,a))
(defmacro collected ((name count) &body body)
  (let ((found (gensym)))
    `(let ((,found nil)) (dotimes (,name ,count (reverse ,found)) (push (progn ,@body) ,found)))))
(defparameter *level* 1)
(defun level () *level*)
(defstruct (point (:type list)) x (y 7))
"""


class Forms:
    """Makes forms.

    Args:
        seed: decides which.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._names: list[str] = []

    def form(self) -> str:
        """A form of any kind."""
        return self._one(self.number, self.number, self.items, self.test, self.text, self.real)(4)

    def _one(self, *ways: Callable[[int], str]) -> Callable[[int], str]:
        return self._random.choice(ways)

    def _integer(self) -> str:
        return str(self._random.choice([0, 1, 2, 3, 7, -1, -5, 12, 100, 65535, -40000, 3000000000]))

    def number(self, depth: int) -> str:
        """A form whose value is a whole number, or an error."""
        r = self._random
        n, items = partial(self.number, depth - 1), partial(self.items, depth - 1)
        if depth <= 0 or r.random() < 0.1:
            return r.choice(self._names) if self._names and r.random() < 0.6 else self._integer()
        choices: list[Callable[[], str]] = [
            lambda: f"({r.choice('+-*')} {n()} {n()})",
            lambda: f"({r.choice('+*')} {n()} {n()} {n()})",
            lambda: (
                f"({r.choice(['mod', 'rem', 'floor', 'truncate', 'ceiling', 'round'])} {n()} {n()})"
            ),
            lambda: (
                f"({r.choice(['logand', 'logior', 'logxor', 'max', 'min', 'gcd'])} {n()} {n()})"
            ),
            lambda: f"({r.choice(['abs', '1+', '1-', 'lognot', '-'])} {n()})",
            lambda: f"(ash {n()} {r.randint(-9, 9)})",
            lambda: f"(expt {n()} {r.randint(0, 3)})",
            lambda: f"(if {self.test(depth - 1)} {n()} {n()})",
            lambda: (
                f"(cond ({self.test(depth - 1)} {n()}) ({self.test(depth - 1)} {n()}) (t {n()}))"
            ),
            lambda: f"(case {n()} ((0 1 2) {n()}) (7 {n()}) (otherwise {n()}))",
            lambda: f"(length {items()})",
            lambda: f"(sum {items()})",
            lambda: f"(reduce #'{r.choice(['+', 'max', '-'])} {items()} :initial-value {n()})",
            lambda: f"(apply #'+ {n()} {items()})",
            lambda: f"(count-if #'evenp {items()})",
            lambda: f"(length {self.text(depth - 1)})",
            lambda: f"(swapped - {n()} {n()})",
            lambda: f"(twice (lambda (y) (+ y {n()})) {n()})",
            lambda: f"(let ((f (counted {n()}))) (funcall f) (funcall f))",
            lambda: self._bound(depth, n),
            lambda: self._loop(depth, n),
            lambda: f"(labels ((f (k) (if (< k 1) {n()} (+ 1 (f (1- k)))))) (f {r.randint(0, 5)}))",
            lambda: f"(block b (+ 1 (return-from b {n()})))",
            lambda: f"(catch 'tag (+ 1 (throw 'tag {n()})))",
            lambda: f"(let ((*level* {n()})) (level))",
            lambda: (
                f"(let ((v (vector 1 2 3))) (setf (aref v {r.randint(0, 3)}) {n()}) (aref v 1))"
            ),
            lambda: f"(let ((l (list 1 2 3))) (incf (nth {r.randint(0, 2)} l) {n()}) (sum l))",
            lambda: f"(point-x (make-point :x {n()}))",
        ]
        return r.choice(choices)()

    def _bound(self, depth: int, n: Callable[[], str]) -> str:
        name = self._random.choice("abxyz")
        value = n()
        self._names.append(name)
        inner = self.number(depth - 1)
        self._names.pop()
        return f"({self._random.choice(['let', 'let*'])} (({name} {value})) {inner})"

    def _loop(self, depth: int, n: Callable[[], str]) -> str:
        r = self._random
        self._names.append("i")
        inner = self.number(depth - 1)
        self._names.pop()
        return r.choice(
            [
                f"(let ((s 0)) (dotimes (i {r.randint(0, 4)} s) (setq s (logxor s {inner}))))",
                f"(let ((s 0)) (dolist (i {self.items(depth - 1)} s) (setf s (max s {inner}))))",
                f"(let ((i 0)) (loop (incf i) (when (> i 3) (return {inner}))))",
                f"(do ((i 0 (1+ i)) (s {n()} (+ s i))) ((= i 3) s))",
                f"(loop for i {self._counting()} {r.choice(['sum', 'minimize'])} {inner})",
                f"(loop for i in {self.items(depth - 1)} when (evenp i) count {inner})",
                (
                    f"(loop with s = 0 repeat 3 for i = {n()} then {inner} "
                    f"do (setf s (logxor s i)) until (oddp i) finally (return s))"
                ),
            ]
        )

    def _counting(self) -> str:
        """Where a variable of ``loop`` begins, where it ends, and by which steps; some turns."""
        r = self._random
        first, last = r.randint(0, 3), r.randint(4, 7)
        up = f"from {first} {r.choice(['to', 'upto', 'below'])} {last}"
        down = f"{r.choice(['from', 'downfrom'])} {last} {r.choice(['downto', 'above'])} {first}"
        return f"{r.choice([up, down])} by {r.randint(1, 3)}"

    def items(self, depth: int) -> str:
        """A form whose value is a list of whole numbers, or an error."""
        r = self._random
        n, items = partial(self.number, depth - 1), partial(self.items, depth - 1)
        if depth <= 0 or r.random() < 0.1:
            return r.choice(["nil", "(list 1 2 3)", "'(3 1 2)", "'(5)", "(list 4 4 -1 0)"])
        choices: list[Callable[[], str]] = [
            lambda: f"(list {n()} {n()})",
            lambda: f"(cons {n()} {items()})",
            lambda: f"(append {items()} {items()})",
            lambda: f"({r.choice(['reverse', 'copy-list', 'last'])} {items()})",
            lambda: f"(mapcar (lambda (k) (* k {n()})) {items()})",
            lambda: f"(mapcar #'+ {items()} {items()})",
            lambda: f"(mapcan (lambda (k) (list k {n()})) {items()})",
            lambda: f"(remove-if #'{r.choice(['evenp', 'plusp'])} {items()})",
            lambda: f"(remove-if-not #'{r.choice(['evenp', 'plusp'])} {items()})",
            lambda: f"(remove {n()} {items()})",
            lambda: f"(sort (copy-list {items()}) #'{r.choice('<>')})",
            lambda: f"(nthcdr {r.randint(0, 3)} {items()})",
            lambda: f"(member {n()} {items()})",
            lambda: f"(cdr (assoc 2 (list (list 1 {n()}) (list 2 {n()}))))",
            lambda: f"`(,{n()} ,{n()} ,@{items()})",
            lambda: f"(let ((l {items()})) (push {n()} l) (pop l) l)",
            lambda: f"(collected (k {r.randint(0, 4)}) (+ k {n()}))",
            lambda: f"(loop for k {self._counting()} for j in {items()} collect (- k j) collect k)",
            lambda: (
                f"(loop for k on {items()} by #'cddr if {self.test(depth - 1)} collect (car k) "
                f"else append (list {n()}))"
            ),
            lambda: f"(subseq {items()} {r.randint(0, 2)})",
            lambda: f"(identity {items()})",
            lambda: f"(maplist #'length {items()})",
            lambda: f"(if {self.test(depth - 1)} {items()} {items()})",
        ]
        return r.choice(choices)()

    def test(self, depth: int) -> str:
        """A form whose value is t or nil, or stands for one of them."""
        r, n = self._random, partial(self.number, depth - 1)
        if depth <= 0:
            return r.choice(["t", "nil", "(zerop 0)"])
        choices: list[Callable[[], str]] = [
            lambda: f"({r.choice(['<', '>', '<=', '>=', '=', '/='])} {n()} {n()})",
            lambda: f"({r.choice(['evenp', 'oddp', 'zerop', 'plusp', 'minusp'])} {n()})",
            lambda: f"({r.choice(['null', 'consp', 'listp', 'atom'])} {self.items(depth - 1)})",
            lambda: f"(not {self.test(depth - 1)})",
            lambda: f"({r.choice(['and', 'or'])} {self.test(depth - 1)} {self.test(depth - 1)})",
            lambda: f"({r.choice(['every', 'some'])} #'oddp {self.items(depth - 1)})",
            lambda: f"(equal {self.items(depth - 1)} {self.items(depth - 1)})",
            lambda: f"(eql {n()} {n()})",
            lambda: f"(string= {self.text(depth - 1)} {self.text(depth - 1)})",
        ]
        return r.choice(choices)()

    def text(self, depth: int) -> str:
        """A form whose value is a string, or an error."""
        r, text = self._random, partial(self.text, depth - 1)
        if depth <= 0 or r.random() < 0.2:
            return r.choice(['""', '"moo"', '"Bulls & cows"', '"a\\"b"'])
        choices: list[Callable[[], str]] = [
            lambda: f"(concatenate 'string {text()} {text()})",
            lambda: f"({r.choice(['reverse', 'copy-seq'])} {text()})",
            lambda: f"(subseq {text()} {r.randint(0, 2)} {r.randint(2, 4)})",
            lambda: f"(string (code-char (+ 65 (mod {self.number(depth - 1)} 26))))",
            lambda: f"(princ-to-string {self.items(depth - 1)})",
            lambda: f"(prin1-to-string {text()})",
            lambda: (
                f'(format nil "~a|~s|~5d|~4,\'0x|~a~%" {self.number(depth - 1)} {text()} '
                f"{self.number(depth - 1)} (abs {self.number(depth - 1)}) {self.items(depth - 1)})"
            ),
            lambda: f'(format nil "~{{~a~^, ~}}" {self.items(depth - 1)})',
            lambda: f"(with-output-to-string (s) (princ {text()} s) (prin1 {text()} s))",
        ]
        return r.choice(choices)()

    def real(self, depth: int) -> str:
        """A form whose value is a float."""
        r, n = self._random, partial(self.number, depth - 2)
        return r.choice(
            [
                f"(* 0.5 {r.randint(-999, 999)})",
                f"(+ 0.1 {r.randint(0, 9)}.25)",
                f"(/ {r.randint(1, 99)}.0 {r.randint(1, 99)})",
                f"({self._division()} {self._decimal()} {self._decimal()})",
                f"({self._division()} {n()} {self._decimal()})",
                f"({self._division()} (/ {self._decimal()} 7) {r.randint(1, 9)})",
                f"({r.choice(['-', 'abs', 'round'])} {self._decimal()})",
                f"(list {r.randint(0, 9)}.5e{r.randint(-9, 9)} (float {r.randint(0, 999)}))",
            ]
        )

    def _division(self) -> str:
        return self._random.choice(["floor", "ceiling", "truncate", "round"])

    def _decimal(self) -> str:
        """A float of few digits; it may be zero with a sign."""
        r = self._random
        return f"{r.choice(['', '-'])}{r.randint(0, 99)}.{r.choice(['0', '1', '3', '5', '75'])}"
