"""What all strategies have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from traceback import extract_tb
from typing import ClassVar

from moolab.codes.listed import ListedRules
from moolab.codes.rules import Rules
from moolab.codes.spelling import AnyCode
from moolab.deduction.candidates import Candidates
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.history import History, brief
from moolab.deduction.letters import check_hints
from moolab.errors import InvalidCode, InvalidExtension, InvalidRules, SpaceTooLarge
from moolab.support.extensions import place_of

SHOWN = " (shown "
"""What a sentence about a strategy ends with: the turns for which it had no guess."""


@dataclass(frozen=True)
class Strategy(ABC):
    """A rule that names the next guess: a function of what is known, the same on every machine.

    Args:
        seed: decides what is left to chance; the same seed, the same guesses.
        start: the first guess, instead of the strategy's own.
        consistent: whether to guess only what can be the secret.
        hard: whether guesses use all that replies have shown: the hard mode of the word game.
    """

    rules: Rules
    seed: int = 0
    start: str | None = None
    consistent: bool = False
    hard: bool = False

    chance: ClassVar = False
    """Whether the guesses depend on the seed."""

    partitions: ClassVar = False
    """Whether it is a ``PartitionStrategy``, of which whole trees are built at once."""

    def guess(self, candidates: Candidates) -> str:
        """The next guess.

        Args:
            candidates: what can still be the secret, with the history that says so.

        Raises:
            InvalidRules: if they are of another game, or in hard mode replies can be wrong.
            InvalidCode: if a guess before has broken hard mode.
            ContradictoryReplies: if there are none.
            SpaceTooLarge: if the strategy would have to compare too many codes.
            InvalidTree: if the strategy is a tree, and replies can be wrong.
            InvalidExtension: if it is one of your own, and fails, or chooses what is not a code.
        """
        if candidates.rules != self.rules:
            raise InvalidRules(f"the strategy plays {self.rules}, not {candidates.rules}")
        check_consistent(candidates)
        if self.hard:
            check_hints(candidates)
        if self.start is not None and not candidates.history:
            return self.start
        if type(self).__module__.startswith("moolab.") and not isinstance(self, ByFunction):
            return self.choose(candidates)
        name, shown = name_of(self), f"{SHOWN}{brief(candidates.history)})"
        try:
            guess = self.choose(candidates)
            self.rules.code(guess)
        except (InvalidExtension, SpaceTooLarge):
            raise
        except InvalidCode as error:
            raise InvalidExtension(
                f"{name} chooses what cannot be guessed: {error}{shown}"
            ) from error
        except Exception as error:  # whatever the code of others does
            # Behind these frames of ours, the file of its own comes first.
            frames = [each for each in extract_tb(error.__traceback__) if each.filename != __file__]
            place = place_of(error, {each.filename for each in frames[:1]})
            raise InvalidExtension(f"{name} fails: {place}{error!r}{shown}") from error
        return guess

    def check_playable(self, mistakes: int = 0) -> None:  # noqa: B027 - most play any game
        """Refuse a game that the strategy could not play to its end.

        Args:
            mistakes: how many replies can be wrong.

        Raises:
            SpaceTooLarge: if it is such a game.
            InvalidTree: if the strategy is a tree, and replies can be wrong.
        """

    @abstractmethod
    def choose(self, candidates: Candidates) -> str:
        """The strategy's own choice; there is at least one candidate."""


@dataclass(frozen=True)
class StrategySpec:
    """Who guesses, and how: as the arguments of ``Strategy`` say.

    Args:
        name: a key of ``STRATEGIES``, or that of an extension; where a tree file may play, its
            path.
    """

    name: str
    seed: int = 0
    start: str | None = None
    consistent: bool = False
    hard: bool = False


@dataclass(frozen=True)
class ByFunction(Strategy):
    """Guesses what a function says, which must be the same whenever the turns are.

    Args:
        function: is called with the turns so far, and returns a code.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.deduction.candidates import candidates
    >>> count_up = ByFunction(Rules.parse("mm1x6"), function=lambda turns: [len(turns)])
    >>> count_up.guess(candidates("mm1x6", "0=00"))
    '1'
    """

    function: Callable[[History], AnyCode] = field(kw_only=True)

    def choose(self, candidates: Candidates) -> str:
        return self.rules.code(self.function(candidates.history))


def name_of(strategy: Strategy) -> str:
    """What a strategy is called in Python: by its function, or by its class."""
    said = strategy.function if isinstance(strategy, ByFunction) else type(strategy)
    return str(getattr(said, "__name__", type(said).__name__))


def contenders(left: Candidates) -> Candidates:
    """The candidates between which a guess decides: those that make the fewest replies wrong.

    Where no question wins, a single one of them is not known yet while others only make more
    replies wrong: then it is all of them.
    """
    likeliest, rules = left.likeliest, left.rules
    only_named = rules.identifies
    return left if only_named and likeliest.count == 1 else likeliest


def telling_questions(left: Candidates) -> Iterator[str]:
    """The questions that tell candidates apart; none in games that are won by a guess.

    >>> from moolab.codes.tables import table_rules
    >>> from moolab.deduction.candidates import candidates
    >>> game = table_rules(["cat", "owl"], {"legs?": [4, 2], "purrs?": ["yes", "no"]})
    >>> list(telling_questions(candidates(game)))
    ['legs?', 'purrs?']
    """
    rules = left.rules
    if not isinstance(rules, ListedRules) or not rules.identifies:
        return
    first, *others = contenders(left)
    for question in rules.others:
        reply = rules.reply_rule(question, first)
        if any(rules.reply_rule(question, other) != reply for other in others):
            yield question
