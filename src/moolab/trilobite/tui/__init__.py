"""Trilobite in the whole terminal."""
