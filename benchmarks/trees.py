"""Time and memory of a tree of a million nodes: ``python -m benchmarks.trees``.

The tree guesses the first code that fits, in mm6x10: a node for each of its 1,000,000 codes.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path

from moolab.codes.numbering import all_codes
from moolab.codes.replies import Reply, partition
from moolab.codes.rules import Rules
from moolab.trees.reading import open_tree
from moolab.trees.step import Step
from moolab.trees.text import count_codes, page_pieces
from moolab.trees.verify import verify
from moolab.trees.writing import write


def first_that_fits(rules: Rules) -> Iterator[Step]:
    """The tree of the simplest strategy, without candidates or histories."""
    waiting: list[tuple[int, Reply | None, list[str]]] = [(0, None, list(all_codes(rules)))]
    while waiting:
        depth, reply, codes = waiting.pop()
        yield Step(depth, reply, codes[0])
        parts = partition(rules.reply_rule, codes[0], codes)
        del parts[rules.win]
        waiting += [(depth + 1, *part) for part in sorted(parts.items(), reverse=True)]


def timed(what: str, work: Callable[[], object]) -> None:
    """Print how long some work took, and the most memory that anything has taken so far."""
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:<28}{seconds:7.1f} s   peak so far {peak:6.0f} MB")


def main() -> None:
    """Print the table."""
    rules = Rules.parse(sys.argv[1] if len(sys.argv) > 1 else "mm6x10")
    with tempfile.TemporaryDirectory() as folder:
        plain, page = Path(folder, "tree.json"), Path(folder, "tree.html")

        def through(work: Callable[[Iterator[Step]], object]) -> None:
            with open_tree(plain) as file:
                work(file.steps)

        zipped = Path(f"{plain}.gz")
        # In a process of its own, whose memory does not count.
        maker = get_context("fork").Process(
            target=write, args=(plain, rules, "first", first_that_fits(rules))
        )
        maker.start()
        maker.join()
        timed("read", lambda: through(lambda read: sum(1 for _ in read)))
        timed("read and write", lambda: through(lambda read: write(plain, rules, "first", read)))
        timed(
            "read and write compressed",
            lambda: through(lambda read: write(zipped, rules, "first", read)),
        )
        timed("verify", lambda: through(lambda read: verify(rules, read)))
        with page.open("w", encoding="utf-8") as target:
            timed(
                "export as a page",
                lambda: through(
                    lambda read: target.writelines(
                        page_pieces(rules, "first", count_codes(rules, read))
                    )
                ),
            )
        for file in (plain, zipped, page):
            print(f"{file.name:<28}{file.stat().st_size / 1e6:7.1f} MB")


if __name__ == "__main__":
    main()
