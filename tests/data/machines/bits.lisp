; How many bits of a number are set.
(defcode bits (n)
  ($push '(r4 lr))
  ($mov 'r1 0)
again
  ($lsr 'n 'n 1)
  ($bcc zero)
  ($add 'r1 1)
zero
  ($cmp 'n 0)
  ($bne again)
  ($mov 'r0 'r1)
  ($pop '(r4 pc)))
