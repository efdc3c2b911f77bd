"""Conformance suites: whether a strategy, a reply rule, a maker or a game is as it has to be.

Each is a function for the tests of its author: it does nothing if all is well, and raises
``AssertionError`` with a sentence that says where it is not. moolab's own parts pass the same.
"""

from moolab.testing.games import check_game
from moolab.testing.makers import check_maker
from moolab.testing.rules import check_rule
from moolab.testing.strategies import check_strategy

__all__ = ["check_game", "check_maker", "check_rule", "check_strategy"]
