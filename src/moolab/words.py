"""Numbers and quotations in sentences."""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "code"), counted(5040, "code"), counted(2, "guess")
    ('1 code', '5,040 codes', '2 guesses')
    """
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"


def quoted(text: str) -> str:
    """What somebody typed, in quotes, cut short where it is long.

    >>> quoted("12x4"), len(quoted("1" * 10**6))
    ("'12x4'", 42)
    """
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
