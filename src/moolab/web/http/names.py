"""What people are called: names as they were typed, made fit to be shown to others."""

import re
from collections.abc import Collection
from pathlib import Path
from unicodedata import category, normalize

_LONGEST, _MOST_CHARACTERS, _MOST_MARKS = 40, 80, 2
"""What is seen of a name, the characters it may take for that, and the marks on one letter: two are
enough for Vietnamese and Thai."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing, though Unicode does not count them as blanks."""

_JOINER, _LOOK, _TONES = "\u200d", "\ufe0f", frozenset("🏻🏼🏽🏾🏿")
"""What makes one emoji of several, or gives it a look or a tone of skin."""

_RESERVED = ("adm1n", "moderator", "moo1ab")
"""Beginnings of words, as ``skeleton`` has them, by which people may take a player for the host."""

_ALIKE = str.maketrans(
    "0il|!34@5$7аеіјорсхукмвнтαοιρτνμ",  # noqa: RUF001 - that is what they are here for
    "o1111eaasstae1jopcxykmbhtao1ptvm",
)
"""Characters that look like a letter, those of Cyrillic and Greek among them."""


def clean_name(text: str) -> str:
    r"""A name without what cannot be seen, with few marks on a letter, and not too long.

    >>> [clean_name(text) for text in (" Ada\n Lovelace ", " \u200b", "\u202eadA")]
    ['Ada Lovelace', '', 'adA']
    >>> [len(clean_name(text)) for text in ("A" * 99, "Z" + "\u0335" * 9, "👨\u200d👩\u200d👧")]
    [40, 3, 5]
    """
    seen: list[str] = []
    for symbol in normalize("NFC", text):
        kind, last = category(symbol), seen[-1] if seen else " "
        emoji = category(last[0]) == "So"
        if symbol in (_JOINER, _LOOK) or symbol in _TONES:
            if emoji and not last.endswith(symbol):
                seen[-1] += symbol
        elif last.endswith(_JOINER) and kind == "So":
            seen[-1] += symbol
        elif kind.startswith("M"):
            marked = len(normalize("NFD", last)) > _MOST_MARKS
            if last != " " and not marked and not emoji and symbol not in _BLANK and kind != "Me":
                seen[-1] += symbol
        elif kind in ("Cf", "Cn", "Co", "Cs") or symbol in _BLANK:
            continue
        elif symbol.isprintable() and not symbol.isspace():
            seen.append(symbol)
        elif last != " ":
            seen.append(" ")
    seen = seen[:_LONGEST]
    while sum(map(len, seen)) > _MOST_CHARACTERS:
        seen.pop()
    return "".join(seen).strip()


def skeleton(name: str) -> str:
    """What two names have in common that look alike.

    >>> skeleton("M00 Lab") == skeleton("moolab") != skeleton("moolah")
    True
    """
    plain = normalize("NFKD", name).casefold().translate(_ALIKE)
    return "".join(symbol for symbol in plain if symbol.isalnum())


def is_refused(name: str, words: Collection[str] = ()) -> bool:
    """Whether a name cannot be had: it looks like that of the host, or has a word that is refused.

    Args:
        words: those that are, as ``skeleton`` has them.

    >>> [is_refused(name) for name in ("Admin", "The Adm1n2", "m o o l a b", "Badminton", "Ada")]
    [True, True, True, False, False]
    """
    pieces = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).split()
    found = [skeleton(piece) for piece in (*pieces, name.strip("0123456789"), name)]
    return any(each.startswith(_RESERVED) or each in words for each in found)


def read_words(file: str) -> frozenset[str]:
    """The words of a file, one on each line, as ``skeleton`` has them; none without a file.

    Raises:
        OSError: if it cannot be read.
    """
    lines = Path(file).read_text("utf-8").splitlines() if file else ()
    return frozenset(filter(None, map(skeleton, lines)))
