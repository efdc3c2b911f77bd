"""A match: players by their texts, and the games that they play."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import count

from moolab.arena.by_program import ByProgram
from moolab.arena.by_strategy import ByStrategy, ByTree
from moolab.arena.player import Game, Player
from moolab.codes.rules import Rules
from moolab.strategies.spec import StrategySpec
from moolab.trees.breaker import breaker
from moolab.trees.player import TreeStrategy

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
    texts: Sequence[str], rules: Rules, *, seed: int, patience: float
) -> Iterator[list[Player]]:
    """The players with these texts, as long as the context lasts.

    Args:
        texts: names of strategies, paths of tree files, and commands behind ``exec:``.
        seed: decides what strategies leave to chance.
        patience: seconds to wait for a guess of a program.

    Raises:
        UnknownStrategy: if a text is none of these.
        InvalidTree: if a tree file cannot be read, or is for another game.
        SpaceTooLarge: if a strategy cannot play such a large game to its end.
        ProgramFault: if a program cannot be started.
    """
    with ExitStack() as stack:
        players = [
            stack.enter_context(closing(_player(name, text, rules, seed, patience)))
            for name, text in zip(names(texts), texts, strict=True)
        ]
        yield players
        for player in players:
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


def _player(name: str, text: str, rules: Rules, seed: int, patience: float) -> Player:
    if text.startswith(PROGRAM):
        return ByProgram(name, text.removeprefix(PROGRAM), rules, patience)
    strategy = breaker(StrategySpec(text), rules)
    strategy.check_playable()
    if isinstance(strategy, TreeStrategy):
        return ByTree(name, rules, strategy.steps())
    return ByStrategy(name, strategy, seed)
