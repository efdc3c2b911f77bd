"""Who guesses better: players against each other, on the same secrets."""
