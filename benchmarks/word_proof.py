"""The best play on lists that may not be passed on: proved, kept, and replayed.

``python -m benchmarks.word_proof prove FILE --secrets LIST --guesses LIST`` compares all first
words, which goes on from FILE.checkpoint, and writes FILE; ``check FILE`` replays its tree on every
secret by the plain rule. FILE has words by their numbers only: the secrets in the order of their
list, then the other guesses in that of theirs; and what the lists hash to.
"""

import argparse
import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.word_lists import read_list
from moolab.search.optimal import find
from moolab.trees.step import Step
from moolab.trees.verify import verify


def main() -> None:
    """Prove and write, or read and check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["prove", "check"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--secrets", type=Path, required=True)
    parser.add_argument("--guesses", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    game = listed_rules(read_list(chosen.secrets).codes, read_list(chosen.guesses).codes)
    if chosen.what == "prove":
        checkpoint = chosen.file.with_name(f"{chosen.file.name}.checkpoint")
        chosen.file.write_bytes(_prove(game, checkpoint, chosen.workers))
    kept = json.loads(gzip.decompress(chosen.file.read_bytes()))
    if kept["lists"] != _hashes(game):
        raise SystemExit(f"{chosen.file} is about other lists")
    steps = [
        Step(depth, reply and game.reply(reply), game.guesses[number])
        for depth, reply, number in kept["steps"]
    ]
    proof = verify(game, steps)
    if (proof.total, proof.max) != (kept["total"], kept["max"]):
        raise SystemExit(f"{chosen.file} says {kept['total']:,}, but its tree has {proof.total:,}")
    print(
        f"{steps[0].guess}: {proof.total:,} guesses for {proof.secrets:,} secrets, at most "
        f"{proof.max}; the least over {len(game.guesses):,} first words, proved in "
        f"{kept['cpu_seconds'] / 60:.1f} minutes of one core, {kept['tried']:,} guesses tried"
    )


def _prove(game: ListedRules, checkpoint: Path, workers: int) -> bytes:
    best = find(game, checkpoint=checkpoint, count=workers)
    assert best.proven, "without a time limit, a search goes on until it is"
    kept: dict[str, Any] = {
        "lists": _hashes(game),
        "rule": game.rule.name,
        "total": best.total,
        "max": best.max,
        "distribution": best.distribution,
        "bound": best.bound,
        "tried": best.tried,
        "cpu_seconds": round(best.cpu_seconds, 1),
        "steps": [
            (step.depth, step.reply and str(step.reply), game.numbers[step.guess])
            for step in best.tree
        ],
    }
    return gzip.compress(json.dumps(kept).encode(), mtime=0)


def _hashes(game: ListedRules) -> dict[str, str]:
    lists = {"secrets": game.secrets, "others": game.others}
    return {name: sha256("\n".join(codes).encode()).hexdigest() for name, codes in lists.items()}


if __name__ == "__main__":
    main()
