"""Packed binary-coded decimal, four bits a digit, as small machines hold codes and replies."""

from moolab.errors import InvalidCode
from moolab.support.checks import check_count
from moolab.support.text import quote


def to_bcd(text: str) -> int:
    """Pack decimal digits into a number that reads the same in hexadecimal.

    Raises:
        InvalidCode: if ``text`` is not all decimal digits.

    >>> hex(to_bcd("1234"))
    '0x1234'
    """
    if not (text.isascii() and text.isdecimal()):
        raise InvalidCode(f"{quote(text)} cannot be packed as BCD: it needs decimal digits only")
    return int(text, 16)


def from_bcd(packed: int, digits: int) -> str:
    """Unpack the lowest ``digits`` digits, leading zeros kept.

    Raises:
        InvalidCode: if one of them is not decimal, or ``packed`` is negative.
        InvalidCommand: if ``digits`` is not a number of them.

    >>> from_bcd(0x1234, 5)
    '01234'
    """
    digits = check_count("digits", digits)
    text = f"{packed & (1 << 4 * digits) - 1:0{digits}x}"
    if packed < 0 or not text.isdecimal():
        raise InvalidCode(f"{packed:#x} is not packed BCD")
    return text


def increment(packed: int) -> int:
    """The next number in packed BCD: the article's ``incbcd``, which skips the digits A to F.

    >>> hex(increment(0x1909)), hex(increment(0x9999))
    ('0x1910', '0x10000')
    """
    place = 1
    while packed // place % 16 == 9:
        place *= 16
    return packed - packed % place + place
