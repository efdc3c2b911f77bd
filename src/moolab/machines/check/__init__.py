"""Ports of the game, checked against the engine."""
