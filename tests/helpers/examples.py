"""How many examples a property is tried with."""

import os


def examples(few: int) -> int:
    """A few examples; with ``MOOLAB_EXAMPLES=1000`` that many, where it is more.

    >>> examples(10**6)
    1000000
    """
    return max(few, int(os.environ.get("MOOLAB_EXAMPLES", "0")))
