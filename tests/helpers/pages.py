"""What stands on pages, looked at as text."""

import re


def unmarked(html: str) -> str:
    """The text of a page, in which codes are tiles."""
    return re.sub(r"\s*<[^>]+>\s*", "", html)


def without_tokens(html: str) -> str:
    """A page without seals, keys and numbers of versions, where any digits may stand by chance."""
    return re.sub(r"[\w-]{16,}|\?v=\w+", "", html)
