"""Slow work, in processes of its own."""
