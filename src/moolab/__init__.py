"""moolab: the laboratory of Bulls & Cows.

The names most programs need; kernels and arrays are in ``moolab.codes.kernels`` and
``moolab.codes.space``, which import NumPy and Numba.
"""

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.replies import Reply
from moolab.codes.reply_rules import register_rule
from moolab.codes.rules import Rules
from moolab.codes.word_lists import words
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.contradiction import ContradictoryReplies, Repair
from moolab.deduction.history import History, Turn, format_history, parse_history
from moolab.errors import MoolabError
from moolab.games.duel.duel import Duel, Setup, apply, begin, replay
from moolab.strategies import STRATEGIES, Strategy, strategy
from moolab.trees.node import Node, tree

__all__ = [
    "STRATEGIES",
    "Candidates",
    "ContradictoryReplies",
    "Duel",
    "History",
    "ListedRules",
    "MoolabError",
    "Node",
    "Repair",
    "Reply",
    "Rules",
    "Setup",
    "Strategy",
    "Turn",
    "apply",
    "begin",
    "candidates",
    "format_history",
    "listed_rules",
    "parse_history",
    "register_rule",
    "replay",
    "strategy",
    "tree",
    "words",
]
