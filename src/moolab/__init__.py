"""moolab: the laboratory of Bulls & Cows.

``Game``, ``Trilobite`` and ``Machine`` are the ways in; the other names are what they give and
take. They are imported when they are first used. The rooms of the house, ``moolab.codes`` and so
on, are listed in docs/architecture.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moolab.codes.listed import ListedRules, listed_rules
    from moolab.codes.replies import Reply
    from moolab.codes.reply_rules import register_rule
    from moolab.codes.rules import Rules
    from moolab.codes.table_files import read_table
    from moolab.codes.tables import table_rules
    from moolab.codes.word_lists import words
    from moolab.deduction.candidates import Candidates
    from moolab.deduction.contradiction import ContradictoryReplies, Repair
    from moolab.deduction.history import History, Turn
    from moolab.errors import MoolabError
    from moolab.games.duel.duel import Duel
    from moolab.library.game import Game
    from moolab.library.proofs import verify
    from moolab.machines.library import Machine
    from moolab.strategies import STRATEGIES, Strategy
    from moolab.trees.node import Node
    from moolab.trilobite.library import Trilobite

    __version__: str

_HOMES = {
    "codes.listed": ("ListedRules", "listed_rules"),
    "codes.replies": ("Reply",),
    "codes.reply_rules": ("register_rule",),
    "codes.rules": ("Rules",),
    "codes.table_files": ("read_table",),
    "codes.tables": ("table_rules",),
    "codes.word_lists": ("words",),
    "deduction.candidates": ("Candidates",),
    "deduction.contradiction": ("ContradictoryReplies", "Repair"),
    "deduction.history": ("History", "Turn"),
    "errors": ("MoolabError",),
    "games.duel.duel": ("Duel",),
    "library.game": ("Game",),
    "library.proofs": ("verify",),
    "strategies": ("STRATEGIES", "Strategy"),
    "trees.node": ("Node",),
}
"""The public names of the house, by the modules that they are imported from; annexes say which are
theirs."""

__all__ = [
    "STRATEGIES",
    "Candidates",
    "ContradictoryReplies",
    "Duel",
    "Game",
    "History",
    "ListedRules",
    "Machine",
    "MoolabError",
    "Node",
    "Repair",
    "Reply",
    "Rules",
    "Strategy",
    "Trilobite",
    "Turn",
    "listed_rules",
    "read_table",
    "register_rule",
    "table_rules",
    "verify",
    "words",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        found: object = version("moolab")
    elif home := next((home for home, names in _HOMES.items() if name in names), None):
        found = getattr(import_module(f"moolab.{home}"), name)
    else:
        from moolab.annexes import own

        annex = next((annex for annex in own().values() if name in annex.names), None)
        if annex is None:
            raise AttributeError(f"module 'moolab' has no attribute {name!r}")
        found = getattr(import_module(f"{annex.package}.{annex.names[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
