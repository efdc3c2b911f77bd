; Bulls & cows on ARMv6-M: 54 bytes, and 70.4 instructions on average with four digits.
;
; r0 score   r1 guess   r2 code   r3 a digit of the guess   r4 digits still to come
; r5 a digit of the code   r6 a balance   r7 the balances
;
; The balance of a digit's value is how often the guess has had it and the code has not, yet;
; below zero the code is ahead. Ten balances are bytes on the stack.

(defcode bullcow (digits guess code)
  ($mov 'r3 0)
  ($push '(r3 r4 r5 r6 r7 lr))   ; r3 is zero: here are the balances of 8 and 9 ...
  ($lsl 'r4 digits 5)
  ($sub 'r4 28)                  ; 32 (digits - 1) + 4: a counter that rotates by 4
  ($mov 'r0 0)
  ($push '(r0 r3))               ; ... and here those of 0 to 7; r0 is zero as the score begins
  ($mov 'r7 'sp)
 digit
  ($ror guess 'r4)               ; only the five lowest bits count, which stay 4
  ($ror code 'r4)
  ($lsr 'r3 guess 28)            ; what was the lowest digit is on top now
  ($lsr 'r5 code 28)
  ($cmp 'r3 'r5)
  ($beq bull)
  ($ldrsb 'r6 '(r7 r3))
  ($add 'r6 1)
  ($strb 'r6 '(r7 r3))
  ($bgt ahead)                   ; else the code was ahead, so that this digit is a cow
  ($add 'r0 1)
 ahead
  ($ldrsb 'r6 '(r7 r5))
  ($sub 'r6 1)
  ($strb 'r6 '(r7 r5))
  ($blt next)                    ; else the guess was ahead: a cow,
  ($sub 'r0 15)                  ; which is a bull less 15
 bull
  ($add 'r0 16)
 next
  ($sub 'r4 32)
  ($bpl digit)
  ($pop '(r1 r2 r3 r4 r5 r6 r7 pc))) ; three words of balances, what was saved, and back
