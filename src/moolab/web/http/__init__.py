"""Requests and answers: who asks, within which limits, and what is refused."""
