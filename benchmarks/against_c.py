"""Counting replies against a plain C loop, in one run: ``python -m benchmarks.against_c``.

Needs a C compiler, ``cc``. Both are measured alike, in processor time; the ratio is what counts.
"""

import subprocess
import tempfile
from pathlib import Path

from benchmarks.kernels import measure
from moolab.codes.rules import Rules
from moolab.codes.scorer import Scorer
from moolab.codes.space import CodeSpace

GAME = "ab4x10"


def plain_c() -> tuple[float, int]:
    """Pairs per second of processor time of the C loop, and its sum of squared counts."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plain"
        source = Path(__file__).with_name("plain.c")
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, source], check=True)
        printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    rate, checksum = printed.split()
    return float(rate), int(checksum)


if __name__ == "__main__":
    space = CodeSpace(Rules.parse(GAME))
    counts = Scorer.of(space.rules, space.codes).count(space.codes)
    rate, checksum = plain_c()
    assert checksum == int((counts**2).sum()), "both count the same"
    ours = measure(space.rules).counting
    print(f"{GAME}, score and count, one thread:")
    print(f"plain C  {rate / 1e9:>7.2f} G pairs/s")
    print(f"moolab   {ours / 1e9:>7.2f} G pairs/s, {ours / rate:.1f} times as many")
