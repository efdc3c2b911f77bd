"""A player of ab4x10 for `moo arena`: it guesses the first code that fits all replies."""

import sys
from itertools import permutations


def score(guess: str, code: str) -> str:
    """The reply to a guess: bulls, then cows."""
    bulls = sum(map(str.__eq__, guess, code))
    return f"{bulls}{len(set(guess) & set(code)) - bulls}"


def play() -> None:
    """Answer every line with a guess."""
    codes = ["".join(symbols) for symbols in permutations("0123456789", 4)]
    left, guess = codes, ""
    for line in sys.stdin:
        if line.startswith("new"):
            left = codes
        else:
            left = [code for code in left if score(guess, code) == line.strip()]
        guess = left[0]
        print(guess, flush=True)


if __name__ == "__main__":
    play()
