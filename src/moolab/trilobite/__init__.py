"""Trilobite: stones fall into columns, k in a row wins; a lazy game tree and an exact solver."""
