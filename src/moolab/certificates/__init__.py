"""Proofs that no strategy is better, which anyone can check: how they are checked, and written."""
