"""Texts as they come from pages and word processors: typographic signs, and what stands around."""

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

FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[^`~]*")
"""What stands around a program on many pages, in a line of its own."""

_BEYOND = re.compile("\x1a.*", re.DOTALL)
"""Old files end with Ctrl-Z."""

_ROW = re.compile(r"</?(?:tr|p|li|div)\b[^<>]*>|<br\b[^<>]*>", re.IGNORECASE)
_CELL = re.compile(r"</?t[dh]\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<(?:/|!)[^<>]*>|<[a-z][a-z0-9]*(?:\s[^<>]*)?>", re.IGNORECASE)


def plain_signs(text: str) -> str:
    r"""A text with the signs of typewriters for those of printers, in as many lines.

    >>> plain_signs("PRINT\u00a0\u201c1\u20132\u201d"), plain_signs('"\u201chi\u201d"')
    ('PRINT "1-2"', '"“hi”"')
    """
    text = _BEYOND.sub("", text).translate(_SIGNS)
    # Where there are straight quotes, the others are part of a text.
    return text if '"' in text else text.translate(_QUOTES)


def html_rows(text: str) -> list[tuple[int, str]]:
    r"""The rows of a text with the numbers of their lines; those of HTML end with their tags.

    >>> html_rows("<table>\n<tr><td>01</td>\n<td>45&nbsp;11</td></tr></table>")[1]
    (2, '| 01 |   | 45\xa011 |')
    """
    if "</" not in text and "<br" not in text.lower():
        return [(line, unescape(row)) for line, row in enumerate(text.splitlines(), start=1)]
    rows, line, breaks = [], 1, "\n"
    if _CELL.search(text):
        breaks = "\0"  # in a table, cells may have lines of their own
    for row in _ROW.split(text):
        for part in row.split(breaks):
            first = line + part[: len(part) - len(part.lstrip())].count("\n")
            rows.append((first, unescape(_TAG.sub("", _CELL.sub(" | ", part)))))
            line += part.count("\n") + (breaks == "\n")
        line -= breaks == "\n"
    return [(line, " ".join(row.splitlines()).strip()) for line, row in rows]
