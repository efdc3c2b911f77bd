"""Extras: packages that some parts need, and that only those install who want these parts."""


def how_to_get(extra: str) -> str:
    """What to type for it, as the end of a sentence.

    >>> how_to_get("web")
    "pip install 'moolab[web]', or as moo help install says"
    """
    return f"pip install 'moolab[{extra}]', or as moo help install says"
