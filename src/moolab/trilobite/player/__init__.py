"""Thinking ahead within a depth or a time, and levels of play."""
