; Bulls & cows on ARMv6-M: 80 bytes, and 62.9 instructions on average with four digits.
;
; r0 score   r1 digits of the guess   r2 a one on top of each nibble   r3 and at the bottom
; r5 digits of the code as 15 - digit   r4 r6 whatever is needed
;
; No counting and no memory: every digit of the guess is looked for in all of the code at once, and
; what has been found is struck out. Bulls go first, from both. Digits are one more than they were,
; 1 to 10, so that zero is free for "nothing here".

(defcode bullcow (digits guess code)
  ($push '(r4 r5 r6 lr))
  ($ldr 'r3 ones)
  ($mov 'r4 guess)
  ($eor 'r4 code)                ; a nibble of zeros is a bull, or lies beyond the codes' length
  ($lsr 'r5 'r4 2)
  ($orr 'r4 'r5)
  ($lsr 'r5 'r4 1)
  ($orr 'r4 'r5)                 ; the lowest bit of each nibble is all four of them or-ed
  ($and 'r4 'r3)                 ; 1 where the codes differ
  ($lsl 'r5 'r4 4)
  ($sub 'r5 'r5 'r4)             ; 15 where they differ
  ($mul 'r4 'r3)
  ($lsr 'r4 'r4 28)              ; how many differ: the sum of all nibbles is in the highest
  ($lsl 'r6 digits 2)
  ($sub 'r0 digits 'r4)
  ($lsl 'r0 'r0 4)               ; the others are bulls
  ($add guess 'r3)
  ($and guess 'r5)               ; the guess without bulls
  ($ror guess 'r6)               ; and with its highest digit on top
  ($add code 'r3)
  ($bic 'r5 code)                ; the code, as 15 - digit; what is struck out is below 5
  ($lsl 'r2 'r3 3)
 digit
  ($lsr 'r4 guess 28)
  ($mul 'r4 'r3)                 ; the digit eight times
  ($eor 'r4 'r5)                 ; 15 where the code has it
  ($add 'r6 'r4 'r3)             ; only these carry, so that their top bit
  ($bic 'r4 'r6)                 ; goes from one to zero; a carry can fool the nibble above,
  ($and 'r4 'r2)                 ; but the lowest one found is always right
  ($beq next)
  ($neg 'r6 'r4)
  ($and 'r4 'r6)                 ; the lowest
  ($bic 'r5 'r4)                 ; loses its upper two bits: struck out
  ($lsr 'r4 'r4 1)
  ($bic 'r5 'r4)
  ($add 'r0 1)                   ; a cow
 next
  ($lsl guess guess 4)
  ($bne digit)                   ; no digit is zero, so zero is the end
  ($pop '(r4 r5 r6 pc))
 ones
  ($word #x11111111))
