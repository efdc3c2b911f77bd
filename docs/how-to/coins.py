"""Every weighing of some of twelve coins, of which one can be false."""

import csv
from itertools import combinations

COINS = range(1, 13)
FALSE = [(coin, kind) for coin in COINS for kind in ("heavy", "light")]


def tips(left, right, coin, kind):
    """Which side goes down."""
    if coin not in left + right:
        return "even"
    return "left" if (coin in left) == (kind == "heavy") else "right"


if __name__ == "__main__":
    with open("coins.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["weighing", *(f"{coin} {kind}" for coin, kind in FALSE), "none"])
        for many in (1, 3, 4):
            for left in combinations(COINS, many):
                for right in combinations(COINS, many):
                    if left[0] < right[0] and not set(left) & set(right):
                        name = f"{' '.join(map(str, left))} : {' '.join(map(str, right))}"
                        rows.writerow([name, *(tips(left, right, *coin) for coin in FALSE), "even"])
