"""What forms on several pages have in common."""

from typing import Annotated

from fastapi import Depends, Form, Query

LONGEST = 400
_LONGEST_NAME = 40

Text = Annotated[str, Form(max_length=LONGEST)]
"""A field of a form."""

OTHER = "other"


def _of_form(rules: Text = "ab4x10", other: Text = "") -> str:
    return other if rules == OTHER else rules


def _of_query(
    rules: Annotated[str, Query(max_length=LONGEST)] = "ab4x10",
    other: Annotated[str, Query(max_length=LONGEST)] = "",
) -> str:
    return other if rules == OTHER else rules


RulesOfForm = Annotated[str, Depends(_of_form)]
"""The notation that ``rules_field`` of the macros sends with POST."""

RulesOfQuery = Annotated[str, Depends(_of_query)]
"""The notation that ``rules_field`` of the macros sends with GET."""


def name_of(text: str, otherwise: str) -> str:
    r"""What a player wants to be called, on one line and not too long.

    >>> name_of(" Ada\n Lovelace ", "Player 1"), name_of(" ", "Player 2")
    ('Ada Lovelace', 'Player 2')
    """
    printable = "".join(symbol if symbol.isprintable() else " " for symbol in text)
    return " ".join(printable.split())[:_LONGEST_NAME] or otherwise
