"""What a stone gave away, as far as scores are known, and why: in numbers and in sentences."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from moolab.support.language import marked, translate, translate_plural
from moolab.trilobite.board import COLUMNS, Board
from moolab.trilobite.score import Bounds, Solution, gathered, outlook
from moolab.trilobite.threats import Win, how_won

if TYPE_CHECKING:
    from moolab.trilobite.solver.exact import Solver


class Reason(NamedTuple):
    """Why a stone was a mistake.

    Attributes:
        win: what the stone allowed to the opponent, or what its player let go.
        missed: whether it is the latter.
        below: whether the opponent completes a line right above the stone.
    """

    win: Win
    missed: bool
    below: bool


def reason_in_words(reason: Reason) -> str:
    """The reason in a sentence or two, each proved, unless it says that it follows best play.

    >>> from moolab.trilobite.threats import seen
    >>> reason_in_words(Reason(seen(Board.parse("4151")), missed=False, below=False))
    'X answers in column 3. Then X can complete a line in columns 2 and 6, and O stops only one.'
    """
    win, missed = reason.win, reason.missed
    names = [COLUMNS[column - 1] for column in win.columns]
    told: dict[str, Any] = {"winner": win.winner, "loser": win.loser, "moves": win.moves}
    if names:
        told |= {"column": names[0], "columns": ", ".join(names[:-1]), "last": names[-1]}
    if win.at_once:
        text = "missed" if missed else "below" if reason.below else "elsewhere"
        return translate(_AT_ONCE[text], **told)
    decision: str = win.way
    if win.threat:
        decision = "even" if win.threat.even else "odd"
        told |= {"column": COLUMNS[win.threat.column - 1], "row": win.threat.row}
    move = "threats" if len(win.moves) > 1 else "later" if win.before else "answer"
    said = [translate(_BEFORE[missed], moves=win.before)] if win.before else []
    said += [translate(text, **told) for text in (_MOVE[move][missed], _DECISION[decision])]
    return " ".join(said)


_AT_ONCE = {
    "missed": marked("{winner} could have completed a line at once, in column {column}."),
    "below": marked("It lets {winner} complete a line right above it."),
    "elsewhere": marked("It does not stop {winner}, who completes a line in column {column}."),
}
_BEFORE = (
    marked("With best play {moves} follow."),
    marked("With best play {moves} would have followed."),
)
"""What comes before anything is decided by what the stones show: for a win that the stone allows,
and for one that it misses, as in ``_MOVE``."""

_PLAYED = marked("{winner} could have played column {moves}.")
_MOVE = {
    "threats": (
        marked("{winner} forces {moves} by threats."),
        marked("{winner} could have forced {moves} by threats."),
    ),
    "later": (marked("{winner} plays column {moves}."), _PLAYED),
    "answer": (marked("{winner} answers in column {moves}."), _PLAYED),
}
_DECISION = {
    "fork": marked(
        "Then {winner} can complete a line in columns {columns} and {last}, and {loser} stops "
        "only one."
    ),
    "above": marked(
        "Then {loser} has to stop a line in column {column}, and {winner} completes another "
        "one right above."
    ),
    "anywhere": marked("Then {winner} completes a line wherever {loser} plays."),
    "claimeven": marked(
        "Then {winner} can answer every stone of {loser}, and has a line at the latest when "
        "the board is full."
    ),
    "even": marked(
        "Then {winner} can answer every stone, and gets the even threat in column {column}, "
        "row {row}, at the end."
    ),
    "odd": marked(
        "Then {winner} can answer every stone, and gets the odd threat in column {column}, row "
        "{row}, at the end."
    ),
}

_SHARE = 0.3
"""What part of its time the score of a position may take, before those of its columns. Chosen,
not measured."""

_SCORES = 0.8
"""What part of its time the scores may take; the rest is for the reason. Chosen, not measured."""

_MOMENT = 0.2
"""Seconds for a position that would take hours; chosen, not measured."""

_MOST_SHARES = 3
"""How much more than its share of the time a position may take, as those after it took less.
Chosen, not measured."""

StoneLabel = Literal["best", "good", "mistake", "blunder", "worse", "unknown"]
"""How good a stone was: as good as any; slower, but with the same end; a win that became a draw, or
a draw that became a loss; a win that became a loss; not the best, but what it cost is not known;
not known."""

_MISTAKES = ("mistake", "blunder")

_WORSE: dict[int, StoneLabel] = {0: "good", 1: "mistake", 2: "blunder"}
"""Labels by how much worse the end is that a stone leads to."""


class JudgedStone(NamedTuple):
    """A stone, judged by the scores of its position.

    Attributes:
        best: the score with the best stone, for the player who moves.
        played: the score with this one, for the same player.
        better: the columns that are known to be best; none if this one is, or none is known.
        label: how good it was.
        reason: why it lost, or let a win go, if it was not the best; None if that is not known.
    """

    board: Board
    column: int
    best: Bounds
    played: Bounds
    better: tuple[int, ...]
    label: StoneLabel
    reason: Reason | None = None

    @classmethod
    def of(cls, found: Solution, column: int) -> "JudgedStone":
        """A stone, judged by what was found out about the position before it.

        >>> from moolab.trilobite.board import Shape
        >>> from moolab.trilobite.solver.exact import Solver
        >>> board = Board.parse("1213", Shape(4, 4, 3))
        >>> found = Solver(board.shape, memory=1 << 16).solve(board)
        >>> for column in (1, 2, 4):
        ...     judged = JudgedStone.of(found, column)
        ...     judged.label, judged.played.lower, judged.better
        ('best', 6, ())
        ('blunder', -6, (1,))
        ('good', 4, (1,))
        """
        best, played = found.score, found.scores[column]
        label = _label(best, played)
        better = () if label in ("best", "unknown") else tuple(found.best)
        return cls(found.board, column, best, played, better, label)


def end(score: Bounds) -> int | None:
    """The end that a score promises: 1 for a win, 0 for a draw, -1 for a loss; None if not known.

    >>> end(Bounds(1, 9)), end(Bounds(0, 0)), end(Bounds(0, 9))
    (1, 0, None)
    """
    if score.lower > 0:
        return 1
    if score.upper < 0:
        return -1
    return 0 if score.exact else None


def judge_stone(
    board: Board, column: int, solver: "Solver", seconds: float | None = None
) -> JudgedStone:
    """Judge a stone, and find out why if it was a mistake.

    Args:
        seconds: how long to look; without it, to the end.
    """
    began = time.monotonic()
    if seconds == 0:
        # On a large board even a glance takes a second.
        found = gathered(board, solver.recalled_bounds)
    else:
        found = solver.solve(board, seconds and _SCORES * seconds, share=_SHARE)
    judged = JudgedStone.of(found, column)
    left = None if seconds is None else max(0.0, began + seconds - time.monotonic())
    return judged._replace(reason=_why(judged, solver, left))


def judge_stones(
    board: Board,
    plies: Sequence[int],
    solver: "Solver",
    seconds: float | None = None,
    watch: Callable[[int, int, int], None] = lambda *_: None,
) -> tuple[JudgedStone, ...]:
    """What some stones of a game gave away, as far as that is found out in time.

    The last positions come first: they are easy, and what is found there helps with those before.

    Args:
        board: where the game has led.
        plies: how many stones were there before each of those that are judged.
        seconds: for all of them; without it, as long as it takes.
        watch: is called before each with how much is done, of how much, and its ply.
    """
    moves, judged = str(board), dict[int, JudgedStone]()
    end = None if seconds is None else time.monotonic() + seconds
    # What would take hours is given a moment at first: what is near can be found all the same.
    for turn, patience in enumerate((_MOMENT, seconds), start=1):
        # More time may find out more: how good a stone was, or why it was a mistake.
        asked = [
            ply
            for ply in reversed(plies)
            if not (stone := judged.get(ply))
            or (_doubt(stone)[0] or (stone.label in _MISTAKES and stone.reason is None))
        ]
        for done, ply in enumerate(asked):
            watch(turn * len(plies) - len(asked) + done, 2 * len(plies), ply)
            limit = None if end is None else max(0.0, end - time.monotonic())
            if limit is not None:
                limit = min(limit, _MOST_SHARES * limit / (len(asked) - done))
            earlier = judged.get(ply)
            if earlier and earlier.label in _MISTAKES:
                # Only its reason is not known.
                judged[ply] = earlier._replace(reason=_why(earlier, solver, limit))
                continue
            before = Board.parse(moves[:ply], board.shape)
            column = before.column(moves[ply])
            # The opening book may have the one, and not the other.
            if patience is not None and any(map(solver.is_early, (before, before.play(column)))):
                limit = patience if limit is None else min(limit, patience)
            stone = judge_stone(before, column, solver, limit)
            # The second look may have had no time.
            judged[ply] = min(stone, earlier or stone, key=_doubt)
    return tuple(judged[ply] for ply in plies)


def judgement_in_words(judged: JudgedStone) -> str:
    """What a stone gave away, and why, in sentences.

    >>> from moolab.trilobite.board import Shape
    >>> from moolab.trilobite.solver.exact import Solver
    >>> board = Board.parse("1213", Shape(4, 4, 3))
    >>> said = judgement_in_words(judge_stone(board, 2, Solver(board.shape, memory=1 << 16)))
    >>> for sentence in said.replace(". ", ".; ").split("; "):
    ...     print(sentence)
    Move 5, column 2, turned a win into a loss.
    With best play: O wins on move 6.
    It does not stop O, who completes a line in column 4.
    Better: column 1.
    """
    number, column = judged.board.ply + 1, COLUMNS[judged.column - 1]
    ends = end(judged.best), end(judged.played)
    text = _LOST[ends] if judged.label in _MISTAKES else _TOLD[judged.label]
    said = [translate(text, number=number, column=column)]
    if coming := outlook(judged.board, judged.played, counted=False):
        said.append(translate("With best play: {end}.", end=coming))
    if judged.reason:
        said.append(reason_in_words(judged.reason))
    if judged.better:
        names = ", ".join(COLUMNS[each - 1] for each in judged.better)
        said.append(
            translate_plural(
                "Better: [column|columns] {columns}.", len(judged.better), columns=names
            )
        )
    return " ".join(said)


_TOLD: dict[str, str] = {
    "best": marked("Move {number}, column {column}, was as good as any."),
    "good": marked("Move {number}, column {column}, was not the best, but leads to the same end."),
    "worse": marked(
        "Move {number}, column {column}, was not the best; it is too early to know what it cost."
    ),
    "unknown": marked("Move {number}, column {column}: it is too early to know how good it was."),
}
_LOST: dict[tuple[int | None, int | None], str] = {
    (1, 0): marked("Move {number}, column {column}, turned a win into a draw."),
    (1, -1): marked("Move {number}, column {column}, turned a win into a loss."),
    (0, -1): marked("Move {number}, column {column}, turned a draw into a loss."),
}
"""What is said of a stone that changed the end."""


def _doubt(stone: JudgedStone) -> tuple[bool, int, bool]:
    """How little is known of a stone: less is better."""
    unclear = stone.label in ("worse", "unknown")
    return unclear, stone.best.upper - stone.best.lower, stone.reason is None


def _why(judged: JudgedStone, solver: "Solver", seconds: float | None) -> Reason | None:
    """Why a stone was a mistake: how it loses, or how the win was to be had."""
    ends = end(judged.best), end(judged.played)
    if judged.label not in (*_MISTAKES, "worse") or (1 not in ends and -1 not in ends):
        return None
    missed = ends[1] != -1
    board = judged.board if missed else judged.board.play(judged.column)
    win = how_won(board, solver, seconds)
    below = win is not None and not missed and win.at_once and judged.column in win.columns
    return win and Reason(win, missed, below)


def _label(best: Bounds, played: Bounds) -> StoneLabel:
    # What is at least as good as the best one can be is best, however little is known of both.
    if played.lower >= best.upper:
        return "best"
    ends = end(best), end(played)
    if ends[0] is None or ends[1] is None:
        return "worse" if played.upper < best.lower else "unknown"
    # The same end, and perhaps the same score.
    if ends[0] == ends[1] and played.upper >= best.lower:
        return "unknown"
    return _WORSE[ends[0] - ends[1]]
