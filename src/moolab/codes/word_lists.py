"""Lists of codes: those that come with moolab, and files."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.reply_rules import NamedRule, named_rule
from moolab.codes.rules import NOTATIONS
from moolab.errors import InvalidRules
from moolab.support.text import quote

PREFIX = "words:"
"""What the notation of a game with a list begins with."""

USUAL_RULE = "wordle"
"""How replies are made where no rule is named."""

_FOLDER = Path(__file__).with_name("words")

_LONGEST = 1 << 26
"""Bytes of the largest file that is read: 64 MiB."""


def word_lists() -> list[str]:
    """The names of the lists that come with moolab.

    >>> word_lists()
    ['english']
    """
    return sorted(file.stem for file in _FOLDER.glob("*.txt"))


def words(name: str, rule: NamedRule | str = USUAL_RULE) -> ListedRules:
    """The game with one of moolab's own lists.

    Raises:
        InvalidRules: if there is no such list.

    >>> game = words("english")
    >>> str(game), game.places
    ('words:english', 5)
    """
    if name not in word_lists():
        raise InvalidRules(
            f"{quote(name)} is not a list of words; there are {', '.join(word_lists())}, or give a "
            "file with --secrets"
        )
    return _listed(name, named_rule(rule) if isinstance(rule, str) else rule)


@lru_cache(maxsize=16)
def _listed(name: str, rule: NamedRule) -> ListedRules:
    title = f"{PREFIX}{name}" if rule.name == USUAL_RULE else f"{PREFIX}{name}:{rule.name}"
    return listed_rules(read_list(_FOLDER / f"{name}.txt"), (), rule, name=title)


def parse_words(text: str) -> ListedRules:
    """The game that ``words:NAME`` or ``words:NAME:RULE`` names.

    What follows a ``#`` tells versions of the list apart.

    Raises:
        InvalidRules: if there is no such list or rule, or the list is another one today.

    >>> parse_words("words:english:jotto")
    <words:english:jotto: 801 secrets, replies by jotto>
    >>> Rules.parse(words("english").stored) is words("english")
    True
    """
    notation, version, digest = text.removeprefix(PREFIX).partition("#")
    name, _, rule = notation.partition(":")
    game = words(name, rule or USUAL_RULE)
    if version and f"{game}#{digest}" != game.stored:
        raise InvalidRules(f"{game} was another list then; this version of moolab does not have it")
    return game


NOTATIONS[PREFIX] = parse_words


def read_list(path: Path) -> list[str]:
    """The codes of a file, one a line; blank lines, and what follows a #, are left out.

    Raises:
        InvalidRules: if it is not such a file.
        OSError: if it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise InvalidRules(
            f"{path} has more than {_LONGEST >> 20} MiB: that is not a list of codes"
        )
    try:
        return list(_codes(content.decode("utf-8-sig"), str(path)))
    except UnicodeDecodeError as error:
        raise InvalidRules(f"{path} is not a text in UTF-8") from error


def _codes(text: str, source: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        code = line.partition("#")[0].strip()
        if len(code.split()) > 1:
            raise InvalidRules(
                f"{source}, line {number}: {quote(code)} is more than one code; write one a line"
            )
        if code:
            yield code
