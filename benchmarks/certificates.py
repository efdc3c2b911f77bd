"""Finds, writes and checks certificates: ``python -m benchmarks.certificates GAME ...``.

Seconds are of the processor, on one thread; kernels are compiled before. The last column is search
and writing together, by what the search takes alone. With ``-o FOLDER`` the certificates are kept
there.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from moolab.certificates.check import check
from moolab.certificates.header import Header
from moolab.certificates.write import write
from moolab.search.optimal import find


def measure(game: str, folder: Path) -> str:
    """A line about a game."""
    file = folder / f"{game}.cert.gz"
    start = process_time()
    best = find(game, keep=True)
    found = process_time()
    claims = write(file, Header(best.rules, False, best.total))
    written = process_time()
    check(file)
    return (
        f"{game:<8} {best.total:>7,} {claims:>8,} {file.stat().st_size:>9,} {found - start:>9.1f} "
        f"{written - found:>8.1f} {process_time() - written:>9.1f} "
        f"{(written - start) / (found - start):>10.1f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = given.output or Path(temporary)
        folder.mkdir(exist_ok=True)
        measure("mm4x6", Path(temporary))  # compiles
        print("game       total   claims     bytes  search, s   writing  checking  both/search")
        for name in given.games:
            print(measure(name, folder), flush=True)
