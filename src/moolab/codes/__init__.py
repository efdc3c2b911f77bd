"""What is played: the rules of a game, its codes, and the reply to a guess."""
