"""How fast the microcontrollers are simulated: ``python -m benchmarks.machines``.

Each counts the set bits of the numbers from 1 to N, one by one, with the number on the stack, so
that branches, memory and arithmetic have about equal parts. The time is that of the processor,
after a first call.
"""

import time

from moolab.machines.assembler import assemble
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

if __name__ == "__main__":
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
