"""The best known totals of games, and where their trees and certificates are.

They are in ``known.toml``, which says what its fields mean; the tables of docs/results.md are
written from it.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from moolab.codes.rules import Rules
from moolab.support.shipped import shipped


@dataclass(frozen=True)
class ProvedBound:
    """A certificate of something else than the least total of a game.

    Args:
        file: its path in the repository.
        claims, checking: as those of ``Result``.
        command: what makes it.
    """

    file: str
    claims: int
    checking: float
    command: str


_OF_TOTALS = ("mean", "tail")
"""Objectives by which no tree is better whose total is less."""


@dataclass(frozen=True)
class Result:
    """The best that is known of a game.

    Args:
        total: the guesses that all secrets need together.
        max, at_max: the most guesses that a secret needs, and how many secrets need them.
        proved: whether nothing is better, by the objective.
        objective: what "better" means: a key of ``OBJECTIVES``.
        nodes, cpu: the guesses that this tries, if they are known, and the seconds of processor
            time that it takes.
        consistent: whether it is about strategies that guess only what can be the secret.
        bound: what is known of a record that is not proved: no tree needs fewer guesses.
        tree, certificate: the files, by their paths in the repository.
        claims, checking: how many claims the certificate has, and the seconds of processor time
            that it takes to check.
    """

    rules: Rules
    total: int
    max: int
    at_max: int
    proved: bool
    objective: str
    command: str
    cpu: float
    nodes: int | None = None
    consistent: bool = False
    bound: int | None = None
    tree: str | None = None
    certificate: str | None = None
    claims: int | None = None
    checking: float | None = None

    @property
    def mean(self) -> float:
        """The guesses that a secret needs on average."""
        return self.total / self.rules.size

    @property
    def is_least(self) -> bool:
        """Whether it is about the fewest guesses on average, whatever is guessed."""
        return self.objective in _OF_TOTALS and not self.consistent

    @property
    def least(self) -> int | None:
        """No tree needs fewer guesses than this, if such a number is known.

        What was proved of a game holds for whatever else its trees are to be best at, and for those
        that guess only what can be the secret.
        """
        known = [
            each.total if each.proved and each.objective in _OF_TOTALS else each.bound
            for each in known_results()
            if each.rules == self.rules and each.consistent <= self.consistent
        ]
        return max(filter(None, known), default=None)

    @property
    def files(self) -> tuple[str, ...]:
        """The tree and the certificate, by their paths in the repository."""
        return tuple(filter(None, (self.tree, self.certificate)))

    @property
    def missing(self) -> tuple[str, ...]:
        """The files that are in the repository alone: a package has only the small ones."""
        return tuple(file for file in self.files if not (shipped("results").parent / file).exists())

    def made_by(self, file: str) -> str:
        """The command that makes one of the files.

        >>> known_results()[0].made_by("results/certificates/emms4x4.cert.gz")
        'moo optimal -r emms4x4 --objective tail --certificate emms4x4.cert.gz'
        """
        option, name = "--certificate" if file == self.certificate else "-o", _name(file)
        return self.command if f" {option} " in self.command else f"{self.command} {option} {name}"


@cache
def proved_bounds() -> tuple[ProvedBound, ...]:
    """The certificates of worst cases, of secrets at the maximum, and of first words."""
    return tuple(ProvedBound(**fields) for fields in content()["proofs"])


def where_to_find(name: str) -> str | None:
    """Where a file is that this installation lacks, and what makes it; None if it is not a result.

    Args:
        name: the name of the file, without a folder.
    """
    made_by = {
        file: result.made_by(file) for result in known_results() for file in result.missing
    } | {proof.file: proof.command for proof in proved_bounds()}
    for file, command in made_by.items():
        if _name(file) == name:
            return f"it is {file} in moolab's repository; made by: {command}"
    return None


def name_result(rules: object, objective: str, consistent: bool) -> str:
    """What a result is called: the game, and what it is best at if that is not the least total.

    >>> name_result(Rules.parse("mm4x11"), "worst", consistent=False)
    'mm4x11 worst'
    """
    if objective in ("worst", "least-max"):
        return f"{rules} {objective}"
    return f"{rules} consistent" if consistent else str(rules)


@cache
def known_results() -> tuple[Result, ...]:
    """All that is known, games with the same rule together.

    >>> [result.total for result in known_results() if str(result.rules) == "ab4x10"]
    [26274, 26688, 26450]
    """
    return tuple(map(_result, content()["results"]))


def _name(file: str) -> str:
    return file.rpartition("/")[2]


@cache
def content() -> dict[str, Any]:
    """All that ``known.toml`` says."""
    file = resources.files("moolab.results") / "known.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _result(fields: dict[str, Any]) -> Result:
    others = {name: value for name, value in fields.items() if name != "game"}
    return Result(Rules.parse(fields["game"]), **others)
