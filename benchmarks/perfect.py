"""Whether the perfect level plays perfectly: ``python -m benchmarks.perfect [SIZE] [GAMES]``.

It plays GAMES games (10) as either side on a board (7x6), with 5 seconds for a stone, against an
opponent that plays at random half of the time, and otherwise as the level hard does. Then each of
its stones is judged by the exact scores, as far as a solver with the opening book finds them within
10 seconds; and what it has reached in the end is compared with what it had when the game began.
"""

import sys
import time
from random import Random

from moolab.trilobite.board import Board, Shape
from moolab.trilobite.player.levels import Player
from moolab.trilobite.score import final_score
from moolab.trilobite.solver.exact import Solver

_SECONDS, _JUDGING = 5, 10


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


def given_away(solver: Solver, game: Board, side: int) -> tuple[list[str], int]:
    """The positions in which a player's stone was not a best one, and how many are not known."""
    wrong, unknown = [], 0
    for ply in range(side, game.ply, 2):
        before = Board.parse(game.moves[:ply], game.shape)
        after = before.play(before.column(game.moves[ply]))
        score = solver.score(before, _JUDGING)
        best = solver.has_reached(after, score.lower, _JUDGING) if score.exact else None
        unknown += best is None
        if best is False:
            wrong.append(f"{game.moves[:ply]} {game.moves[ply]}")
    return wrong, unknown


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
    stones, longest, all_wrong, unknown, held = 0, 0.0, list[str](), 0, 0
    for number in range(int(games)):
        game, took = play(shape, number, perfect, other)
        wrong, not_known = given_away(solver, game, number % 2)
        stones, longest = stones + len(took), max(longest, *took)
        all_wrong, unknown = all_wrong + wrong, unknown + not_known
        held += has_held(solver, game, number % 2)
        print(f"{number + 1}: {game.winner or 'draw'} {game}", flush=True)
    print(f"{stones} stones, {len(all_wrong)} of them not best, {unknown} not known")
    print(f"the longest in {longest:.1f} s; in {held} of {games} games what it began with was held")
    print("\n".join(all_wrong), end="\n" if all_wrong else "")


if __name__ == "__main__":
    main(*sys.argv[1:])
