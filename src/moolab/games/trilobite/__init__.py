"""Trilobite against the computer."""
