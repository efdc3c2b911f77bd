"""What forms on several pages have in common."""

from typing import Annotated

from fastapi import Depends, Form, Query

LONGEST = 400

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
