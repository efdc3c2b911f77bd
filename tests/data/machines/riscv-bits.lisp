; How many bits of a number are set.
(defcode bits (n)
  ($li 'a1 0)
again
  ($andi 'a2 'n 1)
  ($add 'a1 'a1 'a2)
  ($srli 'n 'n 1)
  ($bnez 'n again)
  ($mv 'a0 'a1)
  ($ret))
