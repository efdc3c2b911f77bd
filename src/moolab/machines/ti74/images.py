"""PRINT USING: values in the fields of an image."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from moolab.errors import ProgramFault
from moolab.machines.ti74.numbers import EXACT

_FIELD = re.compile(r"(#+)(\.#+)?(\^{4,5})?|\.#+(\^{4,5})?")


def filled(image: str, values: Sequence[Decimal | str]) -> Iterator[str]:
    """The lines that an image and values make: more than one if there are more values than fields.

    A field is a row of ``#``, with a point in it or not; ``^^^^`` behind it is for a power of ten.
    Numbers are rounded, to the right, and negative ones need a place for the sign; leading zeros
    are blank. Texts are to the left. What is too long for its field becomes asterisks. An image
    ends before the first field for which there is no value.

    Raises:
        ProgramFault: if there is a value and no field.

    >>> list(filled("####: #.#", [Decimal(123), Decimal("4.25"), Decimal(-5)]))
    [' 123: 4.3', '  -5: ']
    >>> list(filled("[###] [###]", ["ab", "abcd"]))
    ['[ab ] [***]']
    """
    fields = list(_FIELD.finditer(image))
    if values and not fields:
        raise ProgramFault("the image has no field for the value")
    rest = list(values)
    while True:
        line, end = "", 0
        for field in fields:
            line += image[end : field.start()]
            if not rest:
                break
            line += _in_field(field, rest.pop(0))
            end = field.end()
        else:
            line += image[end:]
        yield line
        if not rest:
            return


def _in_field(field: re.Match[str], value: Decimal | str) -> str:
    width = len(field[0])
    if isinstance(value, str):
        text = value.ljust(width)
    else:
        places = len(field[0].partition(".")[2].rstrip("^"))
        exponent = field[0].count("^")
        text = _scientific(value, width, places, exponent) if exponent else _plain(value, places)
        if len(text) > width and text.startswith(("0.", "-0.")):
            text = text.replace("0.", ".", 1)
        text = text.rjust(width)
    return text if len(text) == width else "*" * width


def _plain(value: Decimal, places: int) -> str:
    wide = EXACT.copy()
    wide.prec = 400
    rounded = value.quantize(Decimal((0, (1,), -places)), ROUND_HALF_UP, wide)
    return f"{rounded or abs(rounded):f}"


def _scientific(value: Decimal, width: int, places: int, exponent: int) -> str:
    """As many digits before the point as there are places, less one for the sign."""
    before = max(width - exponent - places - (1 if places else 0) - 1, 1)
    power = value.adjusted() - before + 1 if value else 0
    mantissa = _plain(value.scaleb(-power, EXACT), places)
    if len(mantissa.lstrip("-").partition(".")[0]) > before:
        power += 1
        mantissa = _plain(value.scaleb(-power, EXACT), places)
    return f"{mantissa}E{power:+0{exponent - 1}d}"
