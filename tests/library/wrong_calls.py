"""Calls that type checkers have to refuse, each with the code of the error, and right ones.

``mypy --strict`` reads this file with all others, and refuses an ``ignore`` that ignores nothing:
so it fails as soon as it takes one of the wrong calls, or refuses it for another reason.
"""

from pathlib import Path

from moolab import STRATEGIES, Candidates, Duel, Game, Machine, Strategy, Trilobite


def wrong(game: Game, four: Trilobite, left: Candidates, duel: Duel, machine: Machine) -> None:
    game.optimal(secnds=3)  # type: ignore[call-arg]
    game.optimal("men")  # type: ignore[arg-type]
    game.optimal(most="5")  # type: ignore[arg-type]
    game.optimal(first=12)  # type: ignore[arg-type]
    game.value(first="012")  # type: ignore[call-arg]
    game.play(sed=1)  # type: ignore[call-arg]
    game.play(role="judge")  # type: ignore[arg-type]
    game.play("bul")  # type: ignore[arg-type]
    game.next(by="entrop")  # type: ignore[arg-type]
    game.next(12)  # type: ignore[arg-type]
    game.tree("minimaks")  # type: ignore[arg-type]
    game.evaluate("exspected")  # type: ignore[arg-type]
    game.play("minotaurus")  # type: ignore[arg-type]
    game.rank(by="entrop")  # type: ignore[arg-type]
    game.rank(strategy="part")  # type: ignore[arg-type]
    game.score("012")  # type: ignore[call-arg]
    game.score_matrix(7)  # type: ignore[arg-type]
    game.candidates(mistake=1)  # type: ignore[call-arg]
    game.arena(3)  # type: ignore[arg-type]
    game.puzzle("a")  # type: ignore[arg-type]
    game.analyze("012=02")  # type: ignore[attr-defined]
    Game(secrets=3)  # type: ignore[arg-type]
    four.score(44)  # type: ignore[arg-type]
    four.score_moves(3.5)  # type: ignore[arg-type]
    four.board(3.5)  # type: ignore[arg-type]
    four.best_move("44", "hrd")  # type: ignore[arg-type]
    four.match("hard", "esy")  # type: ignore[arg-type]
    left.count.bit_counts()  # type: ignore[attr-defined]
    duel.guess(12)  # type: ignore[arg-type]
    machine.do(3)  # type: ignore[arg-type]


def right(game: Game, four: Trilobite, left: Candidates, own: type[Strategy]) -> list[object]:
    best = game.optimal("worst", first=(0, 1, 2), seconds=3, keep=True)
    return [
        game.value(count=2).mixes,
        game.play("minotaur", role="maker", start="012").pending,
        game.play(best, hard=False).guess("012"),
        [game.evaluate(by).total for by in STRATEGIES],
        game.next("012=02", by=own),
        game.next("012=02", by=game.strategy("mine:Kind")),
        game.next([((0, 1, 2), (0, 2))], by=lambda turns: "012" if turns else (3, 1, 0)),
        game.tree(Path("best.json.gz")).find("012"),
        game.rank(by=["worst", "parts"], strategy="entropy").entropy.max(),
        game.arena("bull", "exec:./mine", own, games=5),
        four.best_move([4, 4], "hard"),
        four.score_moves(["33", [3, 3], four.board("33"), four.tree("33")]),
        four.match(lambda board: board.columns[0], "easy").winner,
        left.count + len(left),
    ]
