"""Texts as they come from pages and word processors: typographic signs, and what is around."""

import re
from html import unescape

from moolab.support.typed import DASHES

_BLANKS = (
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_DASHES = DASHES + "\uff0d"  # the wide one, which other texts have by their form
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"

DASH = re.compile(f"[{_DASHES}]")

_SIGNS = str.maketrans(
    {
        **dict.fromkeys(_BLANKS, " "),
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys(_INVISIBLE, None),
        **dict.fromkeys("\u2044\u2215", "/"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
    }
)
_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f", '"'))

FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[^`~\n]*")
"""What is around a program on many pages, in a line of its own."""

_BEYOND = re.compile("\x1a.*", re.DOTALL)
"""Old files end with Ctrl-Z."""

_PAGE = re.compile(r"(?i)</|<(?:br|td|tr|p)\b")
_TAG = re.compile(r"(?i)<(?:(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?:[\s/][^<>]*)?|![^<>]*)>")
_HIDDEN = ("script", "style", "title")
_ROWS = ("p", "br", "div", "li", "tr", "pre", "h1", "h2", "h3", "h4")


def plain_signs(text: str) -> str:
    r"""A text with the signs of typewriters for those of printers, in as many lines.

    >>> plain_signs("PRINT\u00a0\u201c1\u20132\u201d"), plain_signs('"\u201chi\u201d"')
    ('PRINT "1-2"', '"“hi”"')
    """
    text = _BEYOND.sub("", text).translate(_SIGNS)
    # Where there are straight quotes, the others are part of a text.
    return text if '"' in text else text.translate(_QUOTES)


def page_text(text: str) -> str:
    r"""What a browser shows of a page, row by row, with two blanks between cells.

    Lines keep their numbers where the page has a new line for each row; other texts are left.

    >>> page_text("<table>\n<tr><td>01</td>\n<td>45&nbsp;11</td></tr></table>")
    '\n  01   45\xa011\n'
    """
    return page_blocks(text)[0]


def page_blocks(text: str) -> tuple[str, list[tuple[int, int]]]:
    r"""The same, and where in it each ``<pre>`` begins and ends.

    >>> page_blocks("<p>So:<pre>(moo &lt;)</pre>")
    ('\nSo:\n(moo <)\n', [(5, 12)])
    """
    if not _PAGE.search(text):
        return text, []
    parts, place, hidden, in_row = [""], 0, "", False
    marks: list[int] = []
    for tag in [*_TAG.finditer(text), None]:
        said = text[place : tag.start() if tag else None]
        if not hidden and said:
            parts.append(unescape(said.replace("\n", " ") if in_row else said))
        if tag is None:
            break
        place, name = tag.end(), (tag["name"] or "").lower()
        if hidden or name in _HIDDEN:
            hidden = "" if tag["end"] and name == (hidden or name) else hidden or name
        elif name in ("td", "th") and not tag["end"]:
            parts.append("  ")
        elif name in _ROWS:
            in_row = name == "tr" and not tag["end"]
            if name == "pre" and tag["end"]:
                marks.append(len(parts))
            # Where the page has a new line as well, it is the same.
            if not parts[-1].endswith("\n") and text[place : place + 1] != "\n":
                parts.append("\n")
            if name == "pre" and not tag["end"]:
                marks.append(len(parts))
    places = [sum(map(len, parts[:mark])) for mark in (*marks, len(parts))]
    return "".join(parts), list(zip(places[:-1:2], places[1::2], strict=False))
