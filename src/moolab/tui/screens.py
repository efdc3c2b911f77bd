"""What gives the games of the house the whole terminal."""

from moolab.tui.duel import DuelApp

APPS = {"duel": DuelApp}
"""By the names of games."""
