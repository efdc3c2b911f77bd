"""Exact scores of positions."""
