"""Puzzles for print: what is on any sheet, as a page and as a picture."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar

from moolab.puzzles.difficulty import LEVELS, in_words


class Printable(Protocol):
    """A puzzle that can be on a sheet."""

    @property
    def difficulty(self) -> int:
        """A key of ``difficulty.LEVELS``."""

    @property
    def seed(self) -> int:
        """What makes the same puzzle again, with the same wishes."""


P = TypeVar("P", bound=Printable)


@dataclass(frozen=True)
class Sheet(ABC, Generic[P]):
    """Puzzles of one kind.

    Args:
        puzzles: one or more.
        command: what makes them again, but for the seed: ``moo puzzle -r mm4x6``.

    Attributes:
        solution_width: millimetres for a solution with its number and its seed.
    """

    puzzles: tuple[P, ...]
    command: str

    solution_width: ClassVar[float]

    @property
    @abstractmethod
    def title(self) -> str:
        """What the sheet is called."""

    @property
    @abstractmethod
    def introduction(self) -> tuple[str, ...]:
        """The instructions for a reader who has never seen such a puzzle."""

    @property
    def explanation(self) -> tuple[str, ...]:
        """What stands above the solutions."""
        return (f"Each puzzle can be made again by its seed: {self.command} --seed SEED",)

    @abstractmethod
    def solution(self, puzzle: P) -> str:
        """What is looked for."""

    @abstractmethod
    def marked_up(self, puzzle: P) -> Iterator[str]:
        """A puzzle without its name, as HTML."""

    @property
    @abstractmethod
    def size(self) -> tuple[float, float]:
        """How many millimetres the largest puzzle is wide and high, without its name."""

    @abstractmethod
    def drawn(self, puzzle: P) -> Iterator[str]:
        """A puzzle without its name, as elements of SVG, in millimetres."""


def stars(level: int) -> str:
    """A level of difficulty for the eye; it is always said in words, too.

    >>> stars(4)
    '★★★★☆'
    """
    return "★" * level + "☆" * (max(LEVELS) - level)


def difficulty_text(puzzle: Printable) -> str:
    """How hard a puzzle is, and its seed."""
    return f"{in_words(puzzle.difficulty)}; seed {puzzle.seed}"
