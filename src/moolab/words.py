"""Numbers in sentences."""


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "code"), counted(5040, "code"), counted(2, "guess")
    ('1 code', '5,040 codes', '2 guesses')
    """
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"
