"""What people type and paste, in the signs that readers know: the one place that sees to it."""

import re
import unicodedata

_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]"
)
"""What is pasted along and not seen: soft hyphens, marks of direction, and how a sign is drawn."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63"
"""Hyphens, dashes and minus signs of printers."""

_SIGNS = str.maketrans(
    dict.fromkeys(DASHES, "-")
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d", '"')
    | {"\u3001": ",", "\u3002": ".", "\u00d7": "x"}
)
"""Signs that mean another one, and to Unicode are not forms of it."""

_SHORTCODE = re.compile(r":(?:large_)?(\w{3,6}?)(?:_large)?_(square|heart|circle):")
_COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "brown", "black", "white")
_DRAWN = {
    "square": "🟥🟧🟨🟩🟦🟪🟫⬛⬜",
    "heart": "❤🧡💛💚💙💜🤎🖤🤍",
    "circle": "🔴🟠🟡🟢🔵🟣🟤⚫⚪",
}
"""What programs to chat with call ``:yellow_square:``, or ``:large_yellow_circle:``."""

_LONGEST = 1 << 14
"""Twice the longest history: nothing longer is typed, and some signs are the form of a sentence."""

_APART = re.compile(r"(?<=[^ ,-])[ ,-]+(?=[^ ,-])")


def normal(text: str) -> str:
    r"""A text in the signs of a plain keyboard, as far as they mean the same.

    Full-width signs become usual ones, accents are composed, every blank is a blank.

    >>> normal("\uff11\uff1d\u3000\uff10"), normal("cafe\u0301"), normal(":green_square:")
    ('1= 0', 'café', '🟩')
    """
    if not text.isascii() and len(text) <= _LONGEST:
        signs = composed(_UNSEEN.sub("", text))
        text = composed("".join(map(_plain, signs))).translate(_SIGNS)
    return _SHORTCODE.sub(_draw, text) if "_" in text else text


def _plain(sign: str) -> str:
    # A small 2 above or below the line is not the digit.
    is_small = unicodedata.decomposition(sign).startswith(("<super>", "<sub>"))
    return sign if is_small else unicodedata.normalize("NFKC", sign)


def _draw(found: re.Match[str]) -> str:
    colour, shape = found.groups()
    return _DRAWN[shape][_COLOURS.index(colour)] if colour in _COLOURS else found[0]


def composed(text: str) -> str:
    """A text in which a letter and its accents are one sign, where there is one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """What two texts have in common if they only differ in how they were typed.

    >>> folded(" Straße  7 ") == folded("STRASSE 7")
    True
    """
    return " ".join(normal(text).casefold().split())


def joined(text: str) -> str:
    """Symbols without the blanks, commas and dashes between them.

    >>> joined("1, 2, 3, 4"), joined("12-34"), joined("-1-")
    ('1234', '1234', '-1-')
    """
    return _APART.sub("", " ".join(normal(text).split()))


def command(answer: str) -> str:
    """An answer as a command of a dialogue, with or without its slash.

    >>> command("/Undo"), command("help")
    ('undo', 'help')
    """
    return folded(answer).lstrip("/")


def verb_of(move: object) -> tuple[str, str]:
    """What a move does, and to what; nothing of what is not a text.

    >>> verb_of(" Guess  1234 "), verb_of("undo"), verb_of(7)
    (('guess', '1234'), ('undo', ''), ('', ''))
    """
    verb, *rest = move.split(maxsplit=1) if isinstance(move, str) and move.strip() else [""]
    return folded(verb), "".join(rest).strip()
