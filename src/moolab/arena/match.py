"""A match: its secrets, its players, and the games that they play."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from itertools import count
from random import Random

from moolab.arena.player import ByProgram, ByStrategy, Game, Player
from moolab.codes.numbering import code_at
from moolab.codes.rules import Rules
from moolab.errors import InvalidRules
from moolab.strategies import Strategy
from moolab.strategies.base import StrategySpec
from moolab.trees.breaker import breaker
from moolab.trees.player import TreeStrategy


def draw_secrets(rules: Rules, seed: int) -> Iterator[str]:
    """Secrets without end, by the seed; none comes again before all codes have come.

    They are shuffled as far as they are drawn, by R. Durstenfeld's Algorithm 235 (CACM, 1964), so
    that a few secrets of a huge game need no list of its codes.

    >>> from itertools import islice
    >>> " ".join(islice(draw_secrets(Rules.parse("ab2x3"), 1), 12))
    '21 01 12 10 02 20 21 02 10 01 12 20'
    """
    chance = Random(f"arena {rules} {seed}")
    while True:
        moved: dict[int, int] = {}
        for last in reversed(range(rules.size)):
            place = chance.randrange(last + 1)
            end = moved.pop(last, last)
            if place == last:
                yield code_at(rules, end)
            else:
                yield code_at(rules, moved.get(place, place))
                moved[place] = end


GAMES = 100
"""Games of a match, if nothing else is said, and there are as many codes."""

PROGRAM = "exec:"
"""What the text of a player begins with that is a program; its command follows."""


def names(texts: Iterable[str]) -> list[str]:
    """What players are called: by their texts, and those with the same text also by a number.

    >>> names(["random", "entropy", "random"])
    ['random', 'entropy', 'random (2)']
    """
    called: list[str] = []
    for text in texts:
        alike = (text if n == 1 else f"{text} ({n})" for n in count(1))
        called.append(next(name for name in alike if name not in called))
    return called


@contextmanager
def enter_players(
    players: Sequence[str | Strategy], rules: Rules, *, seed: int, patience: float
) -> Iterator[list[Player]]:
    """The players, as long as the context lasts.

    Args:
        players: strategies, or their names, paths of tree files, and commands behind ``exec:``.
        seed: decides what strategies leave to chance.
        patience: seconds to wait for a guess of a program.

    Raises:
        InvalidRules: if there are only questions.
        UnknownStrategy: if a text is none of these.
        InvalidTree: if a tree file cannot be read, or is for another game.
        SpaceTooLarge: if a strategy cannot play such a large game to its end.
        ProgramFault: if a program cannot be started.
    """
    if rules.identifies:
        raise InvalidRules(f"in the arena secrets are guessed, and {rules} has only questions")
    texts = [each if isinstance(each, str) else type(each).__name__ for each in players]
    with ExitStack() as stack:
        entered = [
            stack.enter_context(closing(_player(name, each, rules, seed, patience)))
            for name, each in zip(names(texts), players, strict=True)
        ]
        yield entered
        for player in entered:
            player.leave()


def rounds(
    players: Sequence[Player], rules: Rules, secrets: Iterable[str]
) -> Iterator[tuple[Game, ...]]:
    """For each secret, the game that each player makes of it.

    >>> rules = Rules.parse("ab2x3")
    >>> with enter_players(["entropy", "minimax"], rules, seed=0, patience=1) as players:
    ...     for games in rounds(players, rules, ["01", "20"]):
    ...         print([game.guesses for game in games])
    [1, 1]
    [3, 3]
    """
    for secret in secrets:
        yield tuple(player.play(rules, secret) for player in players)


def _player(name: str, player: str | Strategy, rules: Rules, seed: int, patience: float) -> Player:
    if isinstance(player, str) and player.startswith(PROGRAM):
        return ByProgram(name, player.removeprefix(PROGRAM), rules, patience)
    strategy = breaker(StrategySpec(player), rules) if isinstance(player, str) else player
    strategy.check_playable()
    if isinstance(strategy, TreeStrategy):
        # NumPy is imported only where it is needed; a file is read once, and not for each guess.
        from moolab.search.written import flatten

        strategy = replace(strategy, tree=flatten(rules, strategy.steps()))
    return ByStrategy(name, strategy, seed)
