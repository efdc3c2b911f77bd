"""Proofs: the best decision tree of a game, by branch and bound."""
