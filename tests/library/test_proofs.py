"""Results of searches are kept as trees and certificates, and files of all kinds are verified."""

from pathlib import Path
from typing import Any

import pytest

import moolab
from moolab import Game
from moolab.errors import InvalidCertificate, InvalidTree
from moolab.mixing.files import write_mixes


@pytest.mark.parametrize(
    ("objective", "options", "claim"),
    [
        ("mean", {}, "no strategy for ab3x4 needs fewer than 72 guesses for all secrets"),
        (
            "mean",
            {"consistent": True, "most": 5, "first": "012"},
            "guesses only what is possible and begins with 012 with at most 5 guesses for each",
        ),
        ("worst", {}, "every strategy for ab3x4 needs 4 guesses or more for some secret"),
        ("tail", {}, "or as few with a maximum below 4, or with fewer than 6 secrets there"),
        ("least-max", {}, "if no others do, all secrets need 72 or more"),
    ],
)
def test_what_is_proved_has_a_certificate(
    objective: Any, options: dict[str, Any], claim: str, tmp_path: Path
) -> None:
    best = Game("ab3x4").optimal(objective, **options)
    claims = best.certificate(tmp_path / "proof.gz")
    found = moolab.verify(tmp_path / "proof.gz")
    assert claim in found.claim
    assert f"({claims} claim" in found.claim
    assert found.rules == best.rules


def test_what_is_not_proved_has_none(tmp_path: Path) -> None:
    game = Game("ab3x4")
    with pytest.raises(InvalidCertificate, match="only what is proved"):
        game.optimal(beam=1).certificate(tmp_path / "proof")
    dear = Game(secrets=["ab", "cd"], costs={"ab": 2})
    with pytest.raises(InvalidCertificate, match="where guesses cost"):
        dear.optimal().certificate(tmp_path / "proof")


def test_trees_and_mixed_strategies_are_verified_too(tmp_path: Path) -> None:
    game = Game("mm2x3")
    best = game.optimal()
    assert best.save(tmp_path / "tree.json") == best.size == best.tree.size
    found = moolab.verify(tmp_path / "tree.json", game)
    assert str(found).endswith(f"tree.json: {best.total} guesses find every secret of mm2x3, "
                               f"at most {best.max} each.")  # fmt: skip
    write_mixes(tmp_path / "mixes", game.value().mixes)
    assert moolab.verify(tmp_path / "mixes").claim == (
        "mm2x3 takes 29/12 guesses on average, 2.416667."
    )
    own = Game(secrets=["crane", "caper", "slate"])
    own.optimal().save(tmp_path / "own.json")
    assert moolab.verify(tmp_path / "own.json", own).rules == own.rules
    with pytest.raises(InvalidTree, match="not the notation"):
        moolab.verify(tmp_path / "own.json")
    broken = (tmp_path / "tree.json").read_text().splitlines()[:-1]
    (tmp_path / "tree.json").write_text("\n".join(broken))
    with pytest.raises(InvalidTree, match="too early"):
        moolab.verify(tmp_path / "tree.json")
