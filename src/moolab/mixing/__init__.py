"""What a game is worth where code-maker and code-breaker both leave it to chance what they do."""
