"""Games, codes and replies for the tests: fixed lists, and Hypothesis strategies."""

from dataclasses import replace

from hypothesis import strategies as st

from moolab.codes.numbering import code_at
from moolab.codes.rules import FAMILIES, Rules
from moolab.deduction.history import History, Turn

SMALL = ["ab3x10", "mm3x6", "emms4x4", "ab4x6", "ab1x2", "mm1x2", "mm2x2", "ab3x3", "emms2x3"]
"""Games small enough for every pair of codes to be tried, the degenerate ones included."""

LARGE = [
    "mm4x10",
    "ab4x36",
    "ab5x10",
    "mm5x8",
    "emms6x7",
    "ab10x10",
    "mm10x36",
    "emms10x5",
    "ab7x36",
]


EVERY = [
    Rules(family, places, symbols)
    for family in FAMILIES
    for places in range(1, 11)
    for symbols in range(2, 37)
    if family != "ab" or places <= symbols
]


_ALPHABETS = "zyxwvutsrqponmlkjihgfedcba9876543210é大!&'"


def rules(
    least_codes: int = 2, most_codes: int = 36**10, most_places: int = 10, least_places: int = 1
) -> st.SearchStrategy[Rules]:
    """Any game whose numbers of codes and of places are within a range.

    Large kernels are compiled for each number of places; nearly all tests use those for 3 and 4.
    """
    fitting = [
        game
        for game in EVERY
        if least_codes <= game.size <= most_codes and least_places <= game.places <= most_places
    ]
    return st.builds(
        lambda game, own: replace(game, alphabet=_ALPHABETS[: game.symbols]) if own else game,
        st.sampled_from(fitting),
        st.integers(0, 4).map(lambda number: number == 4),
    )


def codes(rules: Rules) -> st.SearchStrategy[str]:
    """Any code of the game."""
    return st.integers(0, rules.size - 1).map(lambda index: code_at(rules, index))


def possible(rules: Rules, history: History, code: str, mistakes: int = 0) -> bool:
    """Whether a code can be the secret: few enough replies would be wrong, and none about a win."""
    wrong = [turn for turn in history if rules.reply_rule(turn.guess, code) != turn.reply]
    about_a_win = [turn for turn in wrong if turn.reply == rules.win or turn.guess == code]
    return len(wrong) <= mistakes and not about_a_win


@st.composite
def told(
    draw: st.DrawFn, games: st.SearchStrategy[Rules], most_turns: int = 5
) -> tuple[Rules, str, History]:
    """A game, a secret, and a history that is true of it."""
    game = draw(games)
    secret = draw(codes(game))
    guesses = draw(st.lists(codes(game), max_size=most_turns))
    return game, secret, tuple(Turn(guess, game.score(guess, secret)) for guess in guesses)
