; Bulls & cows on RV32IMC: 70 bytes, and 71.5 instructions on average with four digits.
; On RV64 it is right to seven digits: an eighth can reach the sign.
;
; a0 score   a1 guess   a2 where guess and code differ   a3 a4 places of two balances   a5 a balance
;
; The balance of a digit's value is how often the guess has had it and the code has not, yet;
; below zero the code is ahead. Ten balances are bytes on the stack.

(defcode bullcow (digits guess code)
  ($addi 'sp 'sp -16)
  ($sw 'zero 0 '(sp))
  ($sw 'zero 4 '(sp))
  ($sw 'zero 8 '(sp))
  ($slli 'a0 digits 4)           ; all digits are bulls, until they turn out to differ
  ($xor code code guess)
 digit
  ($andi 'a4 code 15)
  ($beqz 'a4 next)               ; no difference: a bull
  ($addi 'a0 'a0 -16)
  ($andi 'a3 guess 15)
  ($add 'a3 'a3 'sp)             ; the stack is at a multiple of 16, so that the place of the
  ($xor 'a4 'a4 'a3)             ; code's balance differs from this one as the digits do
  ($lb 'a5 0 '(a3))
  ($addi 'a5 'a5 1)
  ($sb 'a5 0 '(a3))
  ($bgtz 'a5 ahead)              ; else the code was ahead, so that this digit is a cow
  ($addi 'a0 'a0 1)
 ahead
  ($lb 'a5 0 '(a4))
  ($addi 'a5 'a5 -1)
  ($sb 'a5 0 '(a4))
  ($bltz 'a5 next)               ; else the guess was ahead: a cow
  ($addi 'a0 'a0 1)
 next
  ($srli guess guess 4)
  ($srli code code 4)
  ($bnez code digit)             ; the rest is the same in both
  ($addi 'sp 'sp 16)
  ($ret))
