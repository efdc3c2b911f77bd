"""Duels against the computer."""
