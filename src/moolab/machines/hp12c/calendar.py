"""Dates as the calculator writes them: 14.052004 or, month first, 5.142004.

Between two dates lie the actual days, or those of months with 30 days each (Owner's Handbook,
appendix D).
"""

from datetime import date, timedelta
from decimal import Decimal

from moolab.machines.hp12c.faults import ErrorShown, demand
from moolab.machines.hp12c.numbers import whole

FIRST, LAST = date(1582, 10, 15), date(4046, 11, 25)
"""The range of the calendar: from the Gregorian reform on, 900,000 days."""

_MONTH = 30


def to_date(number: Decimal, *, day_first: bool) -> date:
    """The date that a number is written for: DD.MMYYYY, or else MM.DDYYYY.

    Raises:
        ErrorShown: Error 8, if there is no such date, or it is out of range.

    >>> to_date(Decimal("14.052004"), day_first=True), to_date(Decimal("5.142004"), day_first=False)
    (datetime.date(2004, 5, 14), datetime.date(2004, 5, 14))
    """
    digits = number.scaleb(6)
    demand(whole(digits) and 0 < number < 100, 8)
    first, rest = divmod(int(digits), 10**6)
    second, year = divmod(rest, 10**4)
    day, month = (first, second) if day_first else (second, first)
    try:
        found = date(year, month, day)
    except ValueError:
        raise ErrorShown(8) from None
    demand(FIRST <= found <= LAST, 8)
    return found


def from_date(day: date, *, day_first: bool) -> Decimal:
    """The number for a date; ``to_date`` reads it back.

    >>> from_date(date(2004, 5, 14), day_first=True)
    Decimal('14.052004')
    """
    return Decimal(f"{day:%d.%m}{day.year}" if day_first else f"{day:%m.%d}{day.year}")


def show_date(day: date, *, day_first: bool) -> str:
    """A date on the display, with the day of the week from Monday, 1, to Sunday, 7.

    >>> show_date(date(2004, 9, 11), day_first=True), show_date(date(2004, 9, 11), day_first=False)
    ('11,09,2004 6', '9,11,2004 6')
    """
    first, second = (day.day, day.month) if day_first else (day.month, day.day)
    return f"{first},{second:02},{day.year} {day.isoweekday()}"


def add_days(day: date, days: Decimal) -> date:
    """The date that is some days later, or earlier.

    Raises:
        ErrorShown: Error 8, for a part of a day, or out of range.
    """
    demand(whole(days) and (FIRST - day).days <= days <= (LAST - day).days, 8)
    return day + timedelta(int(days))


def days_between(start: date, end: date) -> tuple[int, int]:
    """The actual days between two dates, and those of months with 30 days each.

    >>> days_between(date(2004, 6, 3), date(2005, 10, 14))
    (498, 491)
    """
    first = min(start.day, _MONTH)
    last = _MONTH if end.day > _MONTH and first == _MONTH else end.day
    months = 12 * (end.year - start.year) + end.month - start.month
    return (end - start).days, _MONTH * months + last - first
