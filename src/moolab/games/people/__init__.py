"""Duels between two people."""
