"""What ``moo verify`` and ``moolab.verify`` have to know of files that prove who wins a board."""

from collections.abc import Callable
from pathlib import Path

from moolab.annexes import AnnexProof
from moolab.library.proofs import Waiting
from moolab.preparation import Job
from moolab.trilobite.proof import FORMAT

__all__ = ["FORMAT", "verify"]


def verify(path: Path, prepare: Callable[[str, Job], object], waiting: Waiting) -> AnnexProof:
    """Check a file; see ``library.proofs.verify``."""
    from moolab.trilobite.kernels import PLAYING_RULES
    from moolab.trilobite.proof.certificate import check

    told = "reading"

    def watch(done: int, count: int) -> None:
        nonlocal told
        told = f"{done:,} of {count:,} positions"

    prepare("trilobite", PLAYING_RULES)
    with waiting(lambda: f"checking {path}, {told}"):
        proved = check(path, watch)
    shape, claim = proved.header.shape, proved.header.claim
    game = f"{shape}, {shape.win} in a row"
    return AnnexProof(game, f"{proved}.", claim, proved.positions, proved.seconds)
