"""How fast the machines are simulated: ``python -m benchmarks.machines``.

The microcontrollers count the set bits of the numbers from 1 to N, one by one, with the number on
the stack, so that branches, memory and arithmetic have about equal parts. Then a program in Lisp
plays bulls & cows of five digits against itself, with the routine that compares two codes in Lisp
and in machine code: ten games, after a first one, and one alone in a process of its own. All times
are those of the processor.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path

from moolab.machines import ports
from moolab.machines.assembler import assemble
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.ulisp import read
from moolab.machines.processor import call
from moolab.machines.targets import core, instruction_set

ROUTINES = {
    "thumb": """(defcode bits (n)
      ($push '(r4 lr))
      ($mov 'r4 0)
      next ($push '(r0))
      again ($ldr 'r1 '(sp 0)) ($cmp 'r1 0) ($beq done)
      ($sub 'r2 'r1 1) ($and 'r1 'r2) ($str 'r1 '(sp 0)) ($add 'r4 1) ($b again)
      done ($pop '(r1)) ($sub 'r0 1) ($bne next)
      ($mov 'r0 'r4)
      ($pop '(r4 pc)))""",
    "riscv": """(defcode bits (n)
      ($addi 'sp 'sp -16)
      ($li 'a4 0)
      next ($sw n 0 '(sp))
      again ($lw 'a1 0 '(sp)) ($beqz 'a1 done)
      ($addi 'a2 'a1 -1) ($and 'a1 'a1 'a2) ($sw 'a1 0 '(sp)) ($addi 'a4 'a4 1) ($j again)
      done ($addi n n -1) ($bnez n next)
      ($mv n 'a4)
      ($addi 'sp 'sp 16)
      ($ret))""",
}
"""By target, a routine that counts the bits of the numbers from 1 to its argument."""

N = 1_000_000

GAMES = """
(defun games (digits count)
  (let ((guesses 0))
    (dotimes (game count guesses)
      (let ((secret (draw digits)) (guess (draw digits)) (turns nil))
        (loop
          (incf guesses)
          (let ((reply (bullcow digits guess secret)))
            (when (= reply (* 16 digits)) (return))
            (push (cons guess reply) turns)
            (setq guess (choose digits guess turns))))))))
"""
"""What plays games with the functions of ``duel.lisp``; it returns the number of guesses."""

DIGITS = 5
CODE = "bullcow-thumb.lisp"
CALLS = 100_000


def program(*files: str) -> Lisp:
    """A program of files of ``ports``, ready to be asked."""
    folder = Path(ports.__path__[0])
    lisp = Lisp("".join(folder.joinpath(file).read_text() for file in files) + GAMES)
    lisp.run()
    return lisp


def seconds(lisp: Lisp, form: str) -> float:
    """How long a form takes."""
    lisp.evaluate(form, is_shown=False)
    start = time.process_time()
    lisp.run()
    return time.process_time() - start


def one_game(*files: str) -> float:
    """How long a game takes in a process of its own, from the start of Python on."""
    asked = (
        f"benchmarks.machines import program, seconds; seconds(program(*{files}), '(games 5 1)')"
    )
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"from {asked}"], check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - start.ru_utime + end.ru_stime - start.ru_stime


def microcontrollers() -> None:
    """Print how many instructions a second each does."""
    for target, source in ROUTINES.items():
        [routine] = read(source)
        assembly = assemble(routine, instruction_set(target))
        call(core(target), assembly, (1,))
        start = time.process_time()
        result = call(core(target), assembly, (N,))
        seconds = time.process_time() - start
        assert result.value == sum(number.bit_count() for number in range(N + 1))
        print(
            f"{target:<6} {result.instructions:>12,} instructions {seconds:>6.2f} s "
            f"{result.instructions / seconds / 1e6:>6.0f} million/s"
        )


def games() -> None:
    """Print how long games of Lisp take, with machine code and without."""
    taken = {}
    for files in (("duel.lisp",), ("duel.lisp", CODE)):
        lisp = program(*files)
        seconds(lisp, f"(games {DIGITS} 1)")
        before = lisp.statistics
        taken[files] = seconds(lisp, f"(games {DIGITS} 10)")
        done = lisp.statistics.evaluations - before.evaluations
        print(
            f"{' '.join(files):<29} {done:>12,} evaluations {taken[files]:>6.2f} s "
            f"{done / taken[files] / 1e6:>6.1f} million/s, {lisp.value} guesses; "
            f"one game, with its start: {min(one_game(*files) for _ in range(3)):.2f} s"
        )
    call = seconds(lisp, f"(dotimes (i {CALLS}) (bullcow 5 #x12345 #x53210))")
    empty = seconds(lisp, f"(dotimes (i {CALLS}) (+ 5 #x12345 #x53210))")
    print(f"a call of machine code: {(call - empty) / CALLS * 1e6:.1f} microseconds")
    alone, quick = taken.values()
    print(f"with machine code ten games are {alone / quick:.1f} times as fast")


if __name__ == "__main__":
    microcontrollers()
    games()
