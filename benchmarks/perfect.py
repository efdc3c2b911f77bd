"""Whether the perfect level plays perfectly: ``python -m benchmarks.perfect [SIZE] [GAMES]``.

It plays GAMES games (10) as either side on a board (7x6), with 5 seconds for a stone, against an
opponent that plays at random half of the time, and otherwise as the level hard does. Then each of
its stones is judged by the exact scores, as far as a solver with the opening book finds them within
10 seconds; and what it has reached in the end is compared with what it had when the game began. The
games in which it plays first and second are counted apart.

``python -m benchmarks.perfect after PLY [SIZE] [COUNT]`` has it play one stone in each of COUNT
positions (100), chosen at random, that come about after PLY stones where it has played from the
book of the board (8x7) and the opponent anything, and of which the book knows nothing.
``without PLY`` has it do so in positions that the book knows, as if it ended before them.
"""

import sys
import time
from dataclasses import dataclass, field
from random import Random

from moolab.trilobite.board import STONES, Board, Shape
from moolab.trilobite.book import Book, open_book
from moolab.trilobite.player.levels import MEMORY, Player
from moolab.trilobite.score import Bounds, final_score
from moolab.trilobite.solver.exact import Solver

_SECONDS, _JUDGING = 5, 10

_MEMORY = 1 << 30
"""Bytes for judging without a limit of time."""


def play(shape: Shape, number: int, perfect: Player, other: Player) -> tuple[Board, list[float]]:
    """A game in which the perfect level plays first if the number is even, and its seconds."""
    board, took, chance = Board.empty(shape), list[float](), Random(number)
    while not board.is_over:
        if board.ply % 2 == number % 2:
            start = time.perf_counter()
            column = perfect.choose(board).column
            took.append(time.perf_counter() - start)
        elif chance.random() < 0.5:
            column = chance.choice(board.columns)
        else:
            column = other.choose(board).column
        board = board.play(column)
    return board, took


def is_best(solver: Solver, board: Board, column: int, seconds: float | None = None) -> bool | None:
    """Whether no stone is better than this one; None if that is not found out in time."""
    score = solver.score(board, seconds)
    return solver.has_reached(board.play(column), score.lower, seconds) if score.exact else None


@dataclass
class Tally:
    """What the perfect level did in the games in which it played on one side.

    Args:
        wrong: positions and its stones there that were not best ones.
        unknown: how many of its stones could not be judged in time.
        held: in how many games it held what it began with.
    """

    games: int = 0
    stones: int = 0
    wrong: list[tuple[Board, str]] = field(default_factory=list)
    unknown: int = 0
    held: int = 0

    def add(self, solver: Solver, game: Board, side: int) -> None:
        """Judge the stones of one side in a game."""
        self.games += 1
        self.held += has_held(solver, game, side)
        for ply in range(side, game.ply, 2):
            before, move = Board.parse(game.moves[:ply], game.shape), game.moves[ply]
            best = is_best(solver, before, before.column(move), _JUDGING)
            self.stones += 1
            self.unknown += best is None
            if best is False:
                self.wrong.append((before, move))


def has_held(solver: Solver, game: Board, side: int) -> bool:
    """Whether a player has reached what it was sure of before its first stone."""
    reached = final_score(game)
    assert reached is not None
    sure = solver.score(Board.parse(game.moves[:side], game.shape), seconds=0).lower
    return (reached if game.ply % 2 == side else -reached) >= sure


def main(size: str = "7x6", games: str = "10") -> None:
    """Play the games, and print what was given away."""
    shape = Shape.parse(size)
    solver = Solver(shape)
    perfect = Player(shape, "perfect", seconds=_SECONDS)
    other = Player(shape, "hard", seed=1)
    perfect.prepare()
    tallies, longest = [Tally() for _ in STONES], 0.0
    for number in range(int(games)):
        side = number % 2
        game, took = play(shape, number, perfect, other)
        tallies[side].add(solver, game, side)
        longest = max(longest, *took)
        print(f"{number + 1}: {game.winner or 'draw'} {game}", flush=True)
    for stone, tally in zip(STONES, tallies, strict=True):
        print(
            f"{stone}: {tally.stones} stones, {len(tally.wrong)} of them not best, "
            f"{tally.unknown} not known; in {tally.held} of {tally.games} games what it began with "
            f"was held"
        )
    print(f"the longest in {longest:.1f} s")
    for tally in tallies:
        for board, column in tally.wrong:
            print(board, column)


class _Cut(Book):
    """A book as far as it knows positions with fewer stones."""

    def __init__(self, book: Book, shape: Shape, ply: int) -> None:
        super().__init__(shape)
        self._book, self._last_ply = book, ply - 1

    def entry(self, board: Board) -> Bounds | None:
        return self._book.entry(board) if board.ply <= self._last_ply else None


def play_one_stone(known: bool, ply: str, size: str = "8x7", count: str = "100") -> None:
    """Play a stone in each of some positions, and print which stones were not best ones.

    Args:
        known: whether the book knows the positions, which the player does not.
    """
    shape = Shape.parse(size)
    book = open_book(shape)
    met = after_the_book(shape, int(ply))
    boards = [board for board in met if (book.get(board) is not None) == known]
    chosen = Random(1).sample(boards, min(int(count), len(boards)))
    judge = Solver(shape, _MEMORY)
    longest, sure, wrong = 0.0, 0, list[str]()
    for board in chosen:
        its_book = _Cut(book, shape, int(ply)) if known else book
        solver = Solver(shape, MEMORY - MEMORY // 4, book=its_book)
        perfect = Player(shape, "perfect", seconds=_SECONDS, solver=solver, compiled=True)
        perfect.prepare()
        start = time.perf_counter()
        advice = perfect.choose(board)
        longest = max(longest, time.perf_counter() - start)
        sure += advice.bounds is not None and advice.bounds.exact
        if not is_best(judge, board, advice.column):
            wrong.append(f"{board} {advice.column}")
    print(f"{len(chosen)} of {len(boards)} positions after {ply} stones")
    print(
        f"{len(wrong)} stones not best, the scores of {sure} found, the longest in {longest:.1f} s"
    )
    print("\n".join(wrong), end="\n" if wrong else "")


def after_the_book(shape: Shape, ply: int) -> list[Board]:
    """What can have been played after so many stones, where one player has kept to the book."""
    book, empty = open_book(shape), Board.empty(shape)
    boards = {empty} if ply % 2 == 0 else {empty.play(column) for column in empty.columns}
    for _ in range(ply // 2):
        boards = {answered for board in boards for answered in answers(book, board)}
    return sorted(boards, key=str)


def answers(book: Book, board: Board) -> list[Board]:
    """What can follow the best stone that a book knows; nothing if it knows none."""
    score = book.get(board)
    column = None if score is None else book.recall(board, score)
    if column is None:
        return []
    after = board.play(column)
    return [answered for answered in map(after.play, after.columns) if not answered.is_over]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["after" | "without" as which, *asked]:
            play_one_stone(which == "without", *asked)
        case asked:
            main(*asked)
