# ruff: noqa: RUF001 - listings hold the very signs that are printed on the keys
"""The keyboard: where each key is, what it is called, and how keys make instructions.

A key is known by its keycode, as the calculator shows it in program lines: its row, then its
column, the tenth column being 0; a digit key is just its digit. An instruction is the keys that it
takes, prefixes included.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from moolab.errors import InvalidKey
from moolab.support.text import quote

_FACES = (
    "n     i     PV    PMT   FV    CHS   7     8     9     /",
    "y^x   1/x   %T    D%    %     EEX   4     5     6     x",
    "R/S   SST   ROLL  x<>y  CLx   ENTER 1     2     3     -",
    "ON    f     g     STO   RCL   _     0     .     S+    +",
)
_GOLD = (
    "AMORT INT   NPV   RND   IRR   _     _     _     _     _",
    "PRICE YTM   SL    SOYD  DB    _     _     _     _     _",
    "P/R   S     PRGM  FIN   REG   PREFIX _    _     _     _",
    "_     _     _     _     _     _     _     _     _     _",
)
_BLUE = (
    "12x   12/   CFo   CFj   Nj    DATE  BEG   END   MEM   _",
    "SQRT  e^x   LN    FRAC  INTG  DDYS  D.MY  M.DY  xw    _",
    "PSE   BST   GTO   x<=y  x=0   LSTx  x,r   y,r   n!    _",
    "_     _     _     _     _     _     xm    s     S-    _",
)

_ALIASES = {
    "÷": "/",
    "×": "x", "*": "x", "times": "x",
    "−": "-", "–": "-",
    "rolldown": "roll", "r-down": "roll", "rdown": "roll", "rdn": "roll", "rv": "roll",
    "r↓": "roll", "r▼": "roll",
    **dict.fromkeys(["x≷y", "x≶y", "x⇆y", "x⇌y", "x⇄y", "x⇔y", "x↔y", "x<->y", "x><y", "xy"],
                    "x<>y"),
    "enter↑": "enter", "enter^": "enter",
    "σ+": "s+", "∑+": "s+", "sum+": "s+", "σ-": "s-", "∑-": "s-", "sum-": "s-",
    "σ−": "s-", "·": ".",
    "clear": "f", "fix": "f", "sci": "f .", "clσ": "f s", "cl∑": "f s", "clreg": "f reg",
    "clfin": "f fin", "clprgm": "f prgm", "σ": "f s", "∑": "f s", "sigma": "f s",
    "δ%": "d%", "∆%": "d%", "delta%": "d%",
    "√": "sqrt", "√x": "sqrt", "sqrtx": "sqrt",
    "ex": "e^x", "exp": "e^x", "eˣ": "e^x", "eᵡ": "e^x", "eχ": "e^x", "yx": "y^x", "yˣ": "y^x",
    "y↑x": "y^x", "e↑x": "e^x",
    "12*": "12x", "12×": "12x", "12÷": "12/",
    "x≤y": "x<=y", "x?y": "x<=y",
    "lastx": "lstx", "lst": "lstx",
    "mean": "xm", "xbar": "xm", "x̄": "xm", "x̅": "xm",
    "wmean": "xw", "xbarw": "xw", "x̄w": "xw", "x̅w": "xw",
    "xhat": "x,r", "x^,r": "x,r", "x̂,r": "x,r", "yhat": "y,r", "y^,r": "y,r", "ŷ,r": "y,r",
    "sdev": "g s", **dict.fromkeys(["δdys", "∆dys", "dys", "δdays", "∆days", "ddays"], "ddys"),
    "cf0": "cfo", "syd": "soyd", "pause": "pse", "begin": "beg", "+/-": "chs",
}  # fmt: skip
"""Other ways to write the names, in lower case; a prefix pressed twice is pressed once."""

_DIGITS = frozenset("0123456789")
_FINANCIAL = ("n", "i", "PV", "PMT", "FV")
_OPERATIONS = ("+", "-", "x", "/")
_RECALLED = frozenset(("12x", "12/", "CFj", "Nj", "PSE"))

ARITHMETIC_REGISTERS = frozenset("01234")
"""The registers in which numbers can be added up, and so on; for others there are no codes."""


def _layer(rows: Sequence[str]) -> dict[str, str]:
    names = {}
    for row, line in enumerate(rows, start=1):
        for column, name in enumerate(line.split(), start=1):
            face = _FACES[row - 1].split()[column - 1]
            if name != "_":
                names[face if face in _DIGITS else f"{row}{column % 10}"] = name
    return names


FACES = _layer(_FACES)
"""What is written on each key, by keycode."""

GOLD = _layer(_GOLD)
"""What each key does after ``f``."""

BLUE = _layer(_BLUE)
"""What each key does after ``g``."""

_CODES = {name: code for code, name in FACES.items()}
_F, _G, _STO, _RCL, _GTO = (_CODES["f"], _CODES["g"], _CODES["STO"], _CODES["RCL"], "33")
_POINT = _CODES["."]
_PREFIXES = frozenset((_F, _G, _STO, _RCL))
_UNPROGRAMMABLE = frozenset(
    ("P/R", "SST", "BST", "MEM", "PRGM", "PREFIX", "GTO.", "ON", "REG", "D.MY", "M.DY", "STO EEX")
)

CLEARING = frozenset(("S", "PRGM", "FIN", "REG", "PREFIX"))
"""What is under the word CLEAR."""


class Instruction(NamedTuple):
    """Keys that do something together.

    Args:
        codes: the keycodes of the keys, prefixes first.
        name: what is done, by the name on the last key, or ``STO+``, ``RCL``, ``FIX``, ``GTO``.
        operand: a register such as ``4``, ``.3`` or ``PV``, a line such as ``47``, or a digit.

    >>> store = Instruction(("44", "10", "4"), "STO/", "4")
    >>> store.text, store.keycodes, store.programmable
    ('STO / 4', '44 10 4', True)
    """

    codes: tuple[str, ...]
    name: str
    operand: str = ""

    @property
    def text(self) -> str:
        """The instruction by the names of its keys."""
        match self.name:
            case "FIX" | "SCI":
                return f"f {self.operand or '.'}"
            case "s":
                return "g s"
            case name if name in CLEARING:
                return f"f CLEAR {name}"
            case "GTO.":
                return f"GTO .{self.operand}"
        if self._counts:
            return f"STO {self.name[3:]} {self.operand}"
        return f"{self.name} {self.operand}".rstrip()

    @property
    def keycodes(self) -> str:
        """The instruction as a program line shows it."""
        head, *rest = self.codes
        if self.name == "GTO":
            return f"{head},{rest[0]} {self.operand}"
        if (head, rest[:1]) == (_RCL, [_G]):
            return f"{head},{rest[0]} {rest[1]}"
        return f"{head} {rest[0]:>2}" if head == _G else " ".join(self.codes)

    @property
    def programmable(self) -> bool:
        """Whether it can be in a program."""
        if self._counts:
            return self.operand in ARITHMETIC_REGISTERS
        return self.name not in _UNPROGRAMMABLE

    @property
    def _counts(self) -> bool:
        """Whether this is storage arithmetic."""
        return self.name[:3] == "STO" and self.name[3:] in _OPERATIONS


HALT = Instruction((_G, _GTO, "0", "0"), "GTO", "00")
"""What unwritten program lines hold."""


def restart(codes: Sequence[str]) -> tuple[str, ...]:
    """The keys that count where a prefix was pressed in the middle of an instruction.

    >>> restart(("42", "43", "24")), restart(("44", "42"))
    (('43', '24'), ('42',))
    """
    last = max((at for at, code in enumerate(codes) if code in _PREFIXES), default=0)
    recalled = last and codes[last] == _G and codes[last - 1] == _RCL
    return tuple(codes[last - 1 if recalled else last :])


def instruction(codes: Sequence[str]) -> Instruction | None:
    """The instruction that some keys make.

    Returns:
        The instruction, or None while keys are missing.

    Raises:
        InvalidKey: if the last key makes no sense after the others.

    >>> instruction(("44", "10")), instruction(("43", "24"))
    (None, Instruction(codes=('43', '24'), name='FRAC', operand=''))
    """
    codes = tuple(codes)
    head, rest = codes[0], codes[1:]
    if head not in FACES:
        raise InvalidKey(f"no key has the keycode {quote(head)}")
    if head not in _PREFIXES:
        return _exactly(Instruction(codes[:1], FACES[head]), codes)
    if not rest:
        return None
    for code in rest:
        if code not in FACES:
            raise InvalidKey(f"no key has the keycode {quote(code)}")
    if head == _STO:
        return _storing(codes, rest)
    if head == _RCL:
        return _recalling(codes, rest)
    if head == _G and rest[0] == _GTO:
        return _going(codes, rest[1:])
    if head == _F and rest[0] in _DIGITS:
        found = Instruction(codes[:2], "FIX", rest[0])
    elif head == _F and rest[0] == _POINT:
        found = Instruction(codes[:2], "SCI")
    else:
        layer = GOLD if head == _F else BLUE
        if rest[0] not in layer:
            raise InvalidKey(f"{FACES[head]} {FACES[rest[0]]} does nothing")
        found = Instruction(codes[:2], layer[rest[0]])
    return _exactly(found, codes)


def _exactly(found: Instruction, codes: tuple[str, ...]) -> Instruction:
    if found.codes != codes:
        raise InvalidKey(f"{found.text} needs no further key")
    return found


def _storing(codes: tuple[str, ...], rest: tuple[str, ...]) -> Instruction | None:
    face = FACES[rest[0]]
    if face == "EEX":
        return _exactly(Instruction(codes[:2], "STO EEX"), codes)
    if face in _OPERATIONS:
        if rest[1:] == (_POINT,):
            # For these registers there are no codes: the point will do for an error.
            return Instruction(codes, f"STO{face}", ".")
        return _with_register(codes, f"STO{face}", 2)
    return _with_register(codes, "STO", 1)


def _recalling(codes: tuple[str, ...], rest: tuple[str, ...]) -> Instruction | None:
    if rest[0] != _G:
        return _with_register(codes, "RCL", 1)
    if not rest[1:]:
        return None
    name = BLUE.get(rest[1])
    if name not in _RECALLED:
        hint = "; RCL 0 recalls CFo" if name == "CFo" else ""
        named = FACES[rest[1]]
        raise InvalidKey(f"RCL g is followed by 12x, 12/, CFj, Nj or R/S, not by {named}{hint}")
    return _exactly(Instruction(codes[:3], f"RCL {name}"), codes)


def _with_register(codes: tuple[str, ...], name: str, start: int) -> Instruction | None:
    keys = [FACES[code] for code in codes[start:]]
    if not keys or keys == ["."]:
        return None
    size = 2 if keys[0] == "." else 1
    register = "".join(keys[:size])
    if register[-1] not in _DIGITS and not (name in ("STO", "RCL") and register in _FINANCIAL):
        raise InvalidKey(f"{name} is followed by a register, not by {keys[size - 1]}")
    return _exactly(Instruction(codes[: start + size], name, register), codes)


def _going(codes: tuple[str, ...], rest: tuple[str, ...]) -> Instruction | None:
    name, line = ("GTO.", rest[1:]) if rest[:1] == (_POINT,) else ("GTO", rest)
    for code in line:
        if code not in _DIGITS:
            raise InvalidKey(f"{name} is followed by two digits, not by {FACES[code]}")
    if len(line) < 2:
        return None
    size = len(codes) - len(line) + 2
    return _exactly(Instruction(codes[:size], name, "".join(line[:2])), codes)


def _by_name(layer: dict[str, str]) -> dict[str, str]:
    return {name.lower(): code for code, name in layer.items()}


_BY_FACE, _BY_GOLD, _BY_BLUE = _by_name(FACES), _by_name(GOLD), _by_name(BLUE)
_GLUED = re.compile(r"(?i)^(STO|RCL|GTO)([-+x*/×÷−–]?)(\.?\d{0,3})$")
_GLUED_BEHIND = re.compile(r"^([-+x*/×÷−–])(\.?\d{1,2})$")
"""The same behind a blank: ``STO -1``."""
_OPERANDS = {"sto": (1, "a register"), "rcl": (1, "a register"), "gto": (2, "two digits")}
"""How many digits follow, and what they are; a number behind these keys has no more."""

_NUMBER = re.compile(r"[\d.]+", re.ASCII)


def presses(text: str) -> Iterator[str]:
    """The keys that a text names, one keycode after the other.

    Raises:
        InvalidKey: if a word is not a key, or the name of several.

    >>> list(presses("1.5 ENTER g FRAC sqrt STO÷4 f REG"))
    ['1', '48', '5', '36', '43', '24', '43', '21', '44', '10', '4', '42', '35']
    """
    before: str | None = None
    head, lacking = "", 0
    for word in _words(text):
        if word in _OPERANDS:
            head, lacking = word, _OPERANDS[word][0]
        elif word not in _OPERATIONS and not _NUMBER.fullmatch(word):
            lacking = 0
        if _NUMBER.fullmatch(word):
            # Calculators with more memory show STO 02 and GTO 007.
            if 0 < lacking < len(word) and word[0] == "0":
                word = word[-lacking:]  # noqa: PLW2901
            digits = len(word.replace(".", ""))
            if 0 < lacking < digits:
                wanted = _OPERANDS[head][1]
                raise InvalidKey(f"{head.upper()} is followed by {wanted}, not by {word}")
            lacking -= digits
            codes = [_CODES[digit] for digit in word]
        else:
            codes = [_key(word, before)] if before in (_F, _G) else _keys(word)
        yield from codes
        before = codes[-1] if codes else before


def _words(text: str) -> Iterator[str]:
    """The names in a text, in lower case, ``STO+3`` taken apart."""
    stores = False
    for word in re.sub(r"(?i)\blst\s+x\b", "LSTx", text).split():
        glued = _GLUED.match(word) or (_GLUED_BEHIND.match(word) if stores else None)
        stores = word.lower() == "sto"
        for part in glued.groups() if glued else (word,):
            if part:
                name = part.lower().replace("ς", "σ")
                name = name.removesuffix("?") or name
                # A capital sigma that ends a word becomes the other one.
                yield from _ALIASES.get(name, name).split()


def _key(word: str, prefix: str | None) -> str:
    """The key of a name after f or g: that of the function, or that of the key's face."""
    own = _BY_GOLD if prefix == _F else _BY_BLUE
    code = own.get(word) or _BY_FACE.get(word)
    if code is None:
        raise _unknown(word, " after f" if prefix == _F else " after g")
    return code


def _keys(word: str) -> list[str]:
    """The keys of a name that may need a prefix."""
    if word in _BY_FACE:
        return [_BY_FACE[word]]
    found = [[_F, _BY_GOLD[word]]] if word in _BY_GOLD else []
    found += [[_G, _BY_BLUE[word]]] if word in _BY_BLUE else []
    if not found:
        raise _unknown(word, "")
    if len(found) > 1:
        raise InvalidKey(f"{quote(word)} is the name of two keys: write f {word} or g {word}")
    return found[0]


def _unknown(word: str, where: str) -> InvalidKey:
    power = word in ("10^x", "10x", "10ˣ", "10ᵡ", "10χ")
    hint = "; the keys 1 0 x<>y y^x do that" if power else ""
    return InvalidKey(f"{quote(word)} is not a key of the HP 12C{where}{hint}")


def instructions(codes: Iterable[str]) -> Iterator[Instruction]:
    """The instructions that keys make one after the other.

    Raises:
        InvalidKey: if keys make no instruction, or the last one is unfinished.

    >>> [each.text for each in instructions(presses("1 STO+3 x=0 GTO 07"))]
    ['1', 'STO + 3', 'x=0', 'GTO 07']
    """
    pending: tuple[str, ...] = ()
    for code in codes:
        pending = restart((*pending, code))
        if found := instruction(pending):
            yield found
            pending = ()
    if pending:
        raise InvalidKey(f"{faces(pending)} needs another key")


def faces(codes: Sequence[str]) -> str:
    """The names on keys, those of ``g GTO`` as one.

    >>> faces(("44", "48")), faces(("43", "33", "4"))
    ('STO .', 'GTO 4')
    """
    if tuple(codes[:2]) == (_G, _GTO):
        return " ".join(["GTO", *(FACES[code] for code in codes[2:])])
    return " ".join(FACES[code] for code in codes)
