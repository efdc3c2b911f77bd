"""Files that prove something."""

from typing import Literal

from moolab.views.base import Answer


class VerifyView(Answer):
    """A file, and whether it proves what it says."""

    schema: Literal["moolab/verify/1"] = "moolab/verify/1"
    file: str
    """The file."""
    kind: Literal["tree", "certificate"]
    """A tree proves that so many guesses are enough, a certificate that fewer are not."""
    valid: bool
    """Whether it proves that."""
    rules: str | None
    """The game; null if the file does not say."""
    objective: str | None
    """What a certificate is about: ``mean``, the total of guesses; null for a tree."""
    consistent: bool | None
    """Whether it is about strategies that guess only what is possible; null for a tree."""
    bound: int | None
    """No strategy needs fewer guesses for all secrets together; null for a tree."""
    claims: int | None
    """How many claims the certificate has; null for a tree."""
    total: int | None
    """How many guesses the tree needs for all secrets together; null for a certificate."""
    max: int | None
    """The most that the tree needs for one secret; null for a certificate."""
    seconds: float | None
    """How long checking took; null if the file is not valid."""
    fault: str | None
    """What is wrong, in a sentence; null if nothing is."""
