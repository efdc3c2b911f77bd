; Bulls & cows on RV32IMC and RV64IMC: 106 bytes, and 65.8 instructions on average with four digits.
;
; a0 score   a1 digits of the guess   a2 digits of the code   a3 a one at the bottom of each nibble
; t0 and on top   a4 a5 whatever is needed
;
; No counting and no memory: every digit of the guess is looked for in all of the code at once, and
; what has been found is struck out. Bulls go first, from both. Digits are one more than they were,
; 1 to 10, so that zero is free for "nothing here".

(defcode bullcow (digits guess code)
  ($li 'a3 #x11111111)
  ($xor 'a4 guess code)          ; a nibble of zeros is a bull, or lies beyond the codes' length
  ($srli 'a5 'a4 2)
  ($or 'a4 'a4 'a5)
  ($srli 'a5 'a4 1)
  ($or 'a4 'a4 'a5)              ; the lowest bit of each nibble is all four of them or-ed
  ($and 'a4 'a4 'a3)             ; 1 where the codes differ
  ($slli 'a5 'a4 4)
  ($sub 'a5 'a5 'a4)             ; 15 where they differ
  ($mul 'a4 'a4 'a3)
  ($srli 'a4 'a4 28)             ; how many differ: the sum of all nibbles is in the highest
  ($andi 'a4 'a4 15)             ; of 32 bits; with 64 there is more above it
  ($sub 'a0 digits 'a4)
  ($slli 'a0 'a0 4)              ; the others are bulls
  ($add guess guess 'a3)
  ($and guess guess 'a5)         ; the guess without bulls
  ($not 'a5 'a5)
  ($add code code 'a3)
  ($or code code 'a5)            ; the code, with 15 for what is struck out
  ($slli 't0 'a3 3)
 digit
  ($andi 'a4 guess 15)
  ($mul 'a4 'a4 'a3)             ; the digit eight times
  ($xor 'a4 'a4 code)            ; zero where the code has it
  ($sub 'a5 'a4 'a3)             ; only these borrow, so that their top bit
  ($not 'a4 'a4)                 ; goes from zero to one; a borrow can fool the nibble above,
  ($and 'a4 'a4 'a5)             ; but the lowest one found is always right
  ($and 'a4 'a4 't0)
  ($beqz 'a4 next)
  ($neg 'a5 'a4)
  ($and 'a4 'a4 'a5)             ; the lowest
  ($or code code 'a4)            ; gets its upper two bits: at least 12, struck out
  ($srli 'a4 'a4 1)
  ($or code code 'a4)
  ($addi 'a0 'a0 1)              ; a cow
 next
  ($srli guess guess 4)
  ($bnez guess digit)            ; no digit is zero, so zero is the end
  ($ret))
