"""Several boards beside each other, as many as there is room for: drawn, or their replies alone."""

from collections.abc import Iterator

from moolab.cli.terminal.pegs import bar, code, pegs
from moolab.cli.terminal.terminal import columns, in_rows
from moolab.cli.terminal.tiles import tiles
from moolab.codes.rules import Rules
from moolab.deduction.history import Turn
from moolab.games.boards.game import Boards
from moolab.games.duel.notebook import Notebook
from moolab.support.language import translate

_GAP = 2
_BAR = 8
_LEAD = [" " * 2]


def boards(state: Boards, *, drawn: bool, coloured: bool) -> Iterator[str]:
    r"""All guesses with the replies of each board, and what is left of its codes.

    >>> from moolab.games.boards.game import GAME, Setup
    >>> moves = ("guess 2459", "guess 4095")
    >>> state = GAME.replay(Setup.new("ab4x10", 2, seed=7), moves)
    >>> print("\n".join(boards(state, drawn=True, coloured=False)))
                 Board 1   Board 2
     1  2 4 5 9  ●●●●  40  ●○··  11
     2  4 0 9 5            ●●○·  21
                           ██░░░░░░
                           (10)
    >>> print("\n".join(boards(state, drawn=False, coloured=False)))
    [1] 2459
        1 40    2 11
    [2] 4095
                2 21
                (10)
    """
    if drawn:
        if state.guesses:
            yield from _all(state, coloured=coloured)
        return
    for number, guess in enumerate(state.guesses, start=1):
        yield f"[{number}] {guess}"
        yield from _round(state, number, drawn=False, coloured=coloured)


def replies(state: Boards, *, drawn: bool, coloured: bool) -> Iterator[str]:
    r"""What the last guess got on each board, and how many codes each has left.

    >>> from moolab.games.boards.game import GAME, Setup
    >>> state = GAME.replay(Setup.new("ab4x10", 2, seed=7), ["guess 1234"])
    >>> print("\n".join(replies(state, drawn=True, coloured=False)))
        1 ○○··  02  2 ○···  01
        (1260)      (1440)
    """
    return _round(state, len(state.guesses), drawn=drawn, coloured=coloured)


def _round(state: Boards, number: int, *, drawn: bool, coloured: bool) -> Iterator[str]:
    """What a guess got on each board; below the last one, how many codes each has left."""
    rules, last = state.setup.rules, number == len(state.guesses) and state.phase != "over"
    sides = []
    for board, history in enumerate(state.histories, start=1):
        cell = count = ""
        if number <= len(history):
            turn = history[number - 1]
            cell = f"{board} {_cell(turn, rules, drawn=drawn, coloured=coloured)}"
        left = state.known[board - 1].count
        if last and not state.found[board - 1] and left is not None:
            count = f"({left})"
        sides.append([cell, count] if last else [cell])
    # A board whose code is found keeps its place.
    width = max(rules.places + 2, *(columns(cell) for cell, *_ in sides))
    return in_rows(_LEAD, sides, _GAP, width)


def _all(state: Boards, *, coloured: bool) -> Iterator[str]:
    """The guesses, and the boards beside them."""
    rules = state.setup.rules
    guesses = [
        f"{number:>2}  {code(guess, rules, coloured=coloured)}"
        for number, guess in enumerate(state.guesses, start=1)
    ]
    sides = []
    for number, history in enumerate(state.histories, start=1):
        cells = [_cell(turn, rules, drawn=True, coloured=coloured) for turn in history]
        blanks = [""] * (len(guesses) - len(cells))
        left = state.known[number - 1].count
        rest = []
        if left is not None and not state.found[number - 1]:
            drawn = bar(Notebook(rules, left, None).unknown, _BAR)
            rest = [drawn, f"({left})"]
        heading = translate("Board {number}", number=number)
        sides.append([heading, *cells, *blanks, *rest])
    return in_rows(["", *guesses], sides, _GAP)


def _cell(turn: Turn, rules: Rules, *, drawn: bool, coloured: bool) -> str:
    """A reply as it is typed; in colours beside it its marks, or its pegs."""
    reply = str(turn.reply)
    if rules.marked and coloured:
        return f"{tiles(zip(turn.guess, reply, strict=True))}  {reply}"
    if drawn and rules.counted:
        return f"{pegs(turn.reply, rules.places, coloured=coloured)}  {reply}"
    return reply
