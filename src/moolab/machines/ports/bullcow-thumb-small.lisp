; Bulls & cows on ARMv6-M: 50 bytes, and 118.3 instructions on average with four digits.
;
; r0 score   r1 guess   r2 where guess and code differ   r3 a digit   r4 a balance
; r5 how the two digits differ   r6 one, up or down   r7 the balances
;
; The balance of a digit's value is how often the guess has had it and the code has not, yet;
; below zero the code is ahead. Ten balances are bytes on the stack. From the highest of all eight
; digits down: what is beyond the codes' length is zero in both, so it does not differ.

(defcode bullcow (digits guess code)
  ($mov 'r3 0)
  ($push '(r3 r4 r5 r6 r7 lr))   ; r3 is zero: the balances of 8 and 9,
  ($push '(r3))                  ; of 4 to 7,
  ($push '(r3))                  ; and of 0 to 3
  ($mov 'r7 'sp)
  ($mov 'r6 1)
  ($lsl 'r0 digits 4)            ; all digits are bulls, until they turn out to differ
  ($eor code guess)
 digit
  ($lsr 'r3 guess 28)
  ($lsl guess guess 4)
  ($lsr 'r5 code 28)
  ($beq next)                    ; no difference: a bull
  ($sub 'r0 16)
 side                            ; first the guess's digit and up, then the code's and down
  ($ldrsb 'r4 '(r7 r3))
  ($add 'r4 'r4 'r6)
  ($strb 'r4 '(r7 r3))
  ($mul 'r4 'r6)                 ; seen from this side:
  ($bgt ahead)                   ; it is ahead, or else the other side was and this is a cow
  ($add 'r0 1)
 ahead
  ($eor 'r3 'r5)                 ; from one digit to the other, and back
  ($neg 'r6 'r6)
  ($bmi side)
 next
  ($lsl code code 4)
  ($bne digit)                   ; the rest is the same in both
  ($pop '(r1 r2 r3 r4 r5 r6 r7 pc))) ; three words of balances, what was saved, and back
