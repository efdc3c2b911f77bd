; Bulls & cows on ARMv6-M: 42 bytes, and 464.8 instructions on average with four digits.
;
; r0 score   r1 guess   r2 code, or where guess and code differ   r3 whatever is needed
; r4 rotates by 28, and counts places above that   r5 rotates by 28 once, then by nothing
;
; Every place of the guess meets every place of the code, the same place in the first round. Digits
; that are equal are struck out as they meet: they become 15 in the guess and 14 in the code, which
; no digit equals. There are always eight places: what is beyond the codes' length are zeros in both,
; which meet their like in the first round as bulls.

(defcode bullcow (digits guess code)
  ($push '(r4 r5 lr))
  ($sub 'r0 8)                   ; minus the bulls beyond the codes' length
  ($mov 'r5 28)
 round
  ($mov 'r4 252)                 ; 28, and seven times 32
  ($eor code guess)
 place
  ($ror guess 'r4)               ; only the five lowest bits count, which stay 28
  ($ror code 'r4)
  ($lsl 'r3 code 28)
  ($bne next)                    ; the lowest digits differ
  ($mov 'r3 15)
  ($orr guess 'r3)               ; 15 in the guess,
  ($add code 1)                  ; and from there to the code it is 1
  ($add 'r0 1)
 next
  ($sub 'r4 32)
  ($bpl place)
  ($eor code guess)
  ($ror code 'r4)                ; the code, one place on
  ($ror 'r0 'r5)                 ; what the first round has found are bulls: times 16
  ($lsl 'r5 'r5 4)               ; 448, 7168 and so on rotate by nothing; eight rounds
  ($bne round)
  ($pop '(r4 r5 pc)))
