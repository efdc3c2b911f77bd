"""The boards of a duel side by side, drawn or in words, and what the replies have ruled out."""

from collections.abc import Iterator
from itertools import zip_longest

from moolab.cli.terminal.pegs import bar, row
from moolab.cli.terminal.terminal import in_lines, in_rows
from moolab.codes.replies import Reply
from moolab.deduction.history import Turn
from moolab.games.duel.duel import Duel
from moolab.games.duel.notebook import Notebook
from moolab.support.language import translate, translate_number
from moolab.support.text import join_words

_BAR = 30


def boards(duel: Duel, *, coloured: bool) -> Iterator[str]:
    r"""Both boards as lines: guesses, each with its pegs and its reply.

    >>> from moolab.games.duel.duel import Setup
    >>> from moolab.games.duel.game import GAME
    >>> setup = Setup.new("ab4x10", secret="8217", start="2396", seed=1)
    >>> duel = GAME.replay(setup, ["guess 1234", "reply 02", "guess 5678"])
    >>> print("\n".join(boards(duel, coloured=False)))
        Your guesses           My guesses
     1  1 2 3 4  ●○··  11      2 3 9 6  ○○··  02
     2  5 6 7 8  ○○··  02      3 0 1 2
    """
    rules = duel.setup.rules
    yours = [row(turn, rules, coloured=coloured) for turn in duel.yours]
    mine = [row(turn, rules, coloured=coloured) for turn in duel.computer]
    if duel.pending is not None:
        mine.append(" ".join(duel.pending))
    sides = [
        [heading, *rows]
        for heading, rows in ((translate("Your guesses"), yours), (translate("My guesses"), mine))
        if rows
    ]
    rounds = max((len(side) for side in sides), default=0)
    lead = ["", *(f"{number:>2}" for number in range(1, rounds))]
    # The boards stand further apart than the numbers from the first.
    yield from in_rows(lead, [[f"{line}    " for line in side] for side in sides], 2)


def rounds_in_words(duel: Duel) -> Iterator[str]:
    r"""The rounds as sentences.

    >>> from moolab.games.duel.duel import Setup
    >>> from moolab.games.duel.game import GAME
    >>> setup = Setup.new("ab4x10", secret="8217", start="2396")
    >>> print(*rounds_in_words(GAME.replay(setup, ["guess 1234", "reply 02"])), sep="\n")
    [1] Your guess: 1234 Score: 1 bull, 1 cow
        My guess: 2396 Score: 0 bulls, 2 cows
    """
    guess, score = translate("Your guess:"), translate("Score:")
    rounds = []
    for yours, mine in zip_longest(duel.yours, duel.computer):
        said = []
        if yours:
            said.append(f"{guess} {yours.guess} {score} {_in_words(yours)}")
        if mine:
            guessed = translate("My guess: {code}", code=mine.guess)
            said.append(f"{guessed} {score} {_in_words(mine)}")
        rounds.append(said)
    return in_lines(rounds)


def note_lines(notebook: Notebook, *, drawn: bool) -> Iterator[str]:
    r"""How many codes are left, and which symbols are in none of them.

    >>> from moolab.codes.rules import Rules
    >>> notes = Notebook(Rules.parse("ab2x4"), 2, (frozenset("1"), frozenset("23")))
    >>> print("\n".join(note_lines(notes, drawn=True)))
    ████████░░░░░░░░░░░░░░░░░░░░░░ 2 codes left
    Ruled out: 0
    """
    if notebook.left is not None:
        left = translate_number("{number} code left", "{number} codes left", notebook.left)
        yield f"{bar(notebook.unknown, _BAR)} {left}" if drawn else left
    if notebook.excluded:
        yield translate("Ruled out: {symbols}", symbols=join_words(notebook.excluded))


def _in_words(turn: Turn) -> str:
    return turn.reply.words if isinstance(turn.reply, Reply) else str(turn.reply)
