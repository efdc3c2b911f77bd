# ruff: noqa: RUF001 - these are the very signs that are printed on the keys
"""The keyboard as it looks: four rows of ten keys, with what is printed on each."""

from typing import NamedTuple

from moolab.machines.hp12c.keys import BLUE, CLEARING, FACES, GOLD

_PRINTED = {
    "y^x": "yˣ", "x<>y": "x≷y", "D%": "Δ%", "ROLL": "R↓", "S+": "Σ+", "S-": "Σ−", "S": "Σ",
    "/": "÷", "x": "×", "-": "−", ".": "·",
    "SQRT": "√x", "e^x": "eˣ", "12x": "12×", "12/": "12÷", "xm": "x̄", "xw": "x̄w",
    "x<=y": "x≤y", "x,r": "x̂,r", "y,r": "ŷ,r", "DDYS": "ΔDYS",
}  # fmt: skip
"""What is printed where the name in a listing is another, which a keyboard can type."""

_SPOKEN = {
    "y^x": "y to the x", "1/x": "reciprocal", "%T": "percent of total", "D%": "percent change",
    "%": "percent", "x<>y": "x exchange y", "ROLL": "roll down", "S+": "sigma plus",
    "/": "divide", "x": "times", "-": "minus", "+": "plus", ".": "point",
    "S-": "sigma minus", "S": "sigma", "SQRT": "square root", "e^x": "e to the x",
    "12x": "12 times", "12/": "12 divide", "x<=y": "x at most y", "x=0": "x equals 0",
    "xm": "mean", "xw": "weighted mean", "x,r": "estimate x", "y,r": "estimate y",
    "DDYS": "delta days", "n!": "n factorial", "s": "standard deviation",
}  # fmt: skip
"""What is said instead where a sign or an abbreviation would not be understood."""


class Key(NamedTuple):
    """A key, known by the names that listings use.

    Attributes:
        face: what is on it; this name presses it.
        gold: what it does after ``f``, if anything.
        blue: what it does after ``g``, if anything.
    """

    face: str
    gold: str
    blue: str

    def called(self, pending: str = "") -> str:
        """What the key is called aloud, behind the keys that wait for it (``Calculator.pending``).

        >>> clear = Key("CLx", "REG", "x=0")
        >>> clear.called(), clear.called("f"), clear.called("g"), clear.called("STO")
        ('CLx', 'f CLEAR REG', 'g x equals 0', 'CLx')
        """
        prefix = pending.rpartition(" ")[2]
        name = {"f": self.gold, "g": self.blue}.get(prefix, "")
        if not name:
            return _SPOKEN.get(self.face, self.face)
        clears = prefix == "f" and name in CLEARING
        return f"{prefix} {'CLEAR ' if clears else ''}{_SPOKEN.get(name, name)}"


def printed(name: str) -> str:
    """What is printed for a name.

    >>> printed("x<>y"), printed("STO")
    ('x≷y', 'STO')
    """
    return _PRINTED.get(name, name)


KEYBOARD = tuple(Key(face, GOLD.get(code, ""), BLUE.get(code, "")) for code, face in FACES.items())
"""All keys, row by row; ENTER takes two rows, so that the last one has nine others."""


def faces(pending: str) -> list[dict[str, str]]:
    """The keyboard: what is printed on each key, what it is called now, and what presses it."""
    return [
        {
            "face": key.face,
            "printed": printed(key.face),
            "gold": printed(key.gold),
            "blue": printed(key.blue),
            "name": key.called(pending),
        }
        for key in KEYBOARD
    ]
