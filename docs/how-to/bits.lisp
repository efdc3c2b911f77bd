(defcode bits (n)
  ($mov 'r1 0)
  next
  ($cmp n 0)
  ($beq done)
  ($sub 'r2 n 1)     ; clears the lowest bit
  ($and n 'r2)
  ($add 'r1 1)
  ($b next)
  done
  ($mov 'r0 'r1)
  ($bx 'lr))
