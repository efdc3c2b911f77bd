"""Whether the perfect level plays perfectly: ``python -m benchmarks.perfect [SIZE] [GAMES]``.

It plays GAMES games (10) as either side on a board (7x6), with 5 seconds for a stone, against an
opponent that plays at random half of the time, and otherwise as the level hard does. Then each of
its stones is judged by the exact scores, which a solver with the opening book finds.
"""

import sys
import time
from random import Random

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.player.levels import Player
from moolab.trilobite.solver.exact import Solver

_SECONDS = 5


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


def given_away(solver: Solver, game: Board, side: int) -> list[str]:
    """The positions in which a player's stone was not a best one."""
    wrong = []
    for ply in range(side, game.ply, 2):
        before = Board.parse(game.moves[:ply], game.shape)
        after = before.play(before.column(game.moves[ply]))
        score = solver.score(before).lower
        if not after.winner and (after.is_full or solver.reaches(after, 1 - score)):
            wrong.append(f"{game.moves[:ply]} {game.moves[ply]}")
    return wrong


def main(size: str = "7x6", games: str = "10") -> None:
    """Play the games, and print what was given away."""
    shape = Shape.parse(size)
    solver = Solver(shape)
    perfect = Player(shape, "perfect", seconds=_SECONDS)
    other = Player(shape, "hard", seed=1)
    perfect.prepare()
    stones, longest, wrong = 0, 0.0, list[str]()
    for number in range(int(games)):
        game, took = play(shape, number, perfect, other)
        wrong += given_away(solver, game, number % 2)
        stones, longest = stones + len(took), max(longest, *took)
        print(f"{number + 1}: {game.winner or 'draw'} {game}", flush=True)
    print(f"{stones} stones, {len(wrong)} of them not best, the longest in {longest:.1f} s")
    print("\n".join(wrong), end="\n" if wrong else "")


if __name__ == "__main__":
    main(*sys.argv[1:])
