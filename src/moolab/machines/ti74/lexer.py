"""Lines as the machine keeps them: tokens, and the text that a listing shows of them."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from moolab.errors import InvalidProgram
from moolab.machines.ti74.keywords import FUNCTIONS, SIGNS, WORDS
from moolab.machines.ti74.numbers import NUMBER
from moolab.support.text import quote

LAST_LINE = 32766
"""The highest number of a line."""

_LONGEST_NAME = 15


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    LINE = "line"
    QUOTED = "quoted"
    UNQUOTED = "unquoted"


class Token(NamedTuple):
    """A word or sign of the language, a name, a number, a line's number or a text.

    Words, signs and names are in capitals; texts are without their quotes.
    """

    kind: Kind
    text: str

    def __str__(self) -> str:
        if self.kind is not Kind.QUOTED:
            return self.text
        doubled = self.text.replace('"', '""')
        return f'"{doubled}"'


_NAME = re.compile(r"[A-Z@_](?:\\?[A-Z0-9@_])*(?:\\?\$)?", re.ASCII | re.IGNORECASE)
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_TWO_WORDS = re.compile(r"GO +(TO|SUB)\b", re.ASCII | re.IGNORECASE)
_LINE_FOLLOWS = frozenset({"GOTO", "GOSUB", "THEN", "ELSE", "RESTORE", "USING"})
_LINES_FOLLOW = frozenset({"GOTO", "GOSUB"})
_REST_IS_TEXT = frozenset({"REM", "!", "IMAGE"})


def tokens(line: str) -> tuple[Token, ...]:
    """The tokens of a line, without its number.

    Raises:
        InvalidProgram: if something is not part of the language.

    >>> [str(token) for token in tokens('if a$<>"x" then 20')]
    ['IF', 'A$', '<>', '"x"', 'THEN', '20']
    """
    found: list[Token] = []
    place = 0
    while place < len(line):
        # Pages write A\$ and 2\*3, where the machine has no such sign.
        if line[place] == " " or (
            line[place] == "\\" and line[place + 1 : place + 2] in tuple("*<>#&")
        ):
            place += 1
            continue
        token, place = _next(line, place, found)
        found.append(token)
        if token.kind is Kind.WORD and token.text in _REST_IS_TEXT:
            found += _rest(token.text, line[place:])
            break
        if token == (Kind.WORD, "DATA"):
            found += _data(line[place:])
            break
    return tuple(found)


def _next(line: str, place: int, before: list[Token]) -> tuple[Token, int]:
    if match := _QUOTED.match(line, place):
        return Token(Kind.QUOTED, match[1].replace('""', '"')), match.end()
    if line[place] == '"':
        raise InvalidProgram(f"the text {quote(line[place:])} has no closing quote")
    if match := NUMBER.match(line, place):
        text = match[0].upper()
        if not _line_number_follows(before):
            return Token(Kind.NUMBER, text), match.end()
        return Token(Kind.LINE, str(line_number(text))), match.end()
    if match := _TWO_WORDS.match(line, place):
        return Token(Kind.WORD, f"GO{match[1].upper()}"), match.end()
    if match := _NAME.match(line, place):
        name = match[0].replace("\\", "").upper()
        if len(name) > _LONGEST_NAME:
            raise InvalidProgram(f"the name {quote(name)} has more than {_LONGEST_NAME} characters")
        return Token(Kind.WORD if name in WORDS else Kind.NAME, name), match.end()
    for sign in SIGNS:
        if line.startswith(sign, place):
            return Token(Kind.WORD, sign), place + len(sign)
    raise InvalidProgram(f"{quote(line[place])} is not part of the language")


def _line_number_follows(before: list[Token]) -> bool:
    for token in reversed(before):
        if token.kind is Kind.WORD and token.text != ",":
            listed = before[-1] is not token
            return token.text in (_LINES_FOLLOW if listed else _LINE_FOLLOWS)
        if token.kind is not Kind.LINE and token.text != ",":
            return False
    return False


def line_number(text: str) -> int:
    """The number of a line; raises InvalidProgram if no line can have it."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not 1 <= int(text) <= LAST_LINE:
        raise InvalidProgram(f"{quote(text)} is not a line number: they are 1 to {LAST_LINE}")
    return int(text)


def _rest(word: str, text: str) -> list[Token]:
    text = text.strip(" ")
    if word == "IMAGE" and (match := _QUOTED.fullmatch(text)):
        return [Token(Kind.QUOTED, match[1].replace('""', '"'))]
    return [Token(Kind.UNQUOTED, text)] if text else []


def _data(text: str) -> list[Token]:
    """The values of a DATA statement, which goes on to the end of the line, and their commas."""
    found: list[Token] = []
    while True:
        text = text.lstrip(" ")
        if match := _QUOTED.match(text):
            found.append(Token(Kind.QUOTED, match[1].replace('""', '"')))
            value, comma, rest = text[match.end() :].partition(",")
            if value.strip(" "):
                raise InvalidProgram(f"a comma is missing before {quote(value.strip(' '))}")
        elif text.startswith('"'):
            raise InvalidProgram(f"the text {quote(text)} has no closing quote")
        else:
            value, comma, rest = text.partition(",")
            if value.strip(" "):
                found.append(Token(Kind.UNQUOTED, value.strip(" ")))
        if not comma:
            return found
        found.append(Token(Kind.WORD, ","))
        text = rest


def listed(line: Iterable[Token]) -> str:
    """The text of tokens, as a listing shows them: reading it gives the same tokens.

    >>> listed(tokens("for  i = 1 to 4 :print  i;: next i"))
    'FOR I=1 TO 4:PRINT I;:NEXT I'
    >>> listed(tokens('if a < > 1 then 20 else print"no"'))
    'IF A< >1 THEN 20 ELSE PRINT "no"'
    """
    text = ""
    before = None
    for token in line:
        if before and _are_apart(before, token):
            text += " "
        text += str(token)
        before = token
    return text


def _are_apart(left: Token, right: Token) -> bool:
    signs = left.kind is right.kind is Kind.WORD and left.text + right.text in SIGNS
    if signs or (_stands_alone(right) and right.text != "NOT" and left != (Kind.WORD, ":")):
        return True
    if _stands_alone(left):
        return right != (Kind.WORD, ":")
    return _runs_on(str(left)[-1]) and _runs_on(str(right)[0])


def _stands_alone(token: Token) -> bool:
    word = token.text[:1].isalpha() and token.text not in FUNCTIONS
    return token.kind is Kind.WORD and (word or token.text == "!")


def _runs_on(char: str) -> bool:
    return char.isalnum() or char in '@_$."'
