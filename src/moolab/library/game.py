"""A game, and all that can be asked about it; how far that has come, in notebooks as a bar."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from html import escape
from importlib import import_module
from itertools import islice
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, Self, Unpack

from moolab.codes.listed import ListedRules, listed_rules, secret_of, whole_numbers
from moolab.codes.numbering import check_listable
from moolab.codes.replies import Reply, pack_reply
from moolab.codes.reply_rules import NamedRule, own_rule
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.spelling import AnyCode, AnyCodes, plain, several
from moolab.codes.tables import row_length, table_rules
from moolab.codes.word_lists import with_rule
from moolab.deduction.candidates import Candidates, candidates
from moolab.deduction.history import AnyHistory
from moolab.deduction.letters import check_hints, check_marks
from moolab.errors import InvalidCode, InvalidCommand, InvalidRules, SpaceTooLarge
from moolab.strategies import Strategy
from moolab.strategies.base import StrategySpec
from moolab.support.checks import check_count, check_dict, check_list, check_seconds, check_whole
from moolab.support.markup import ByName, Records, table
from moolab.support.text import count_noun, quote
from moolab.trees.breaker import AnyStrategy, called, resolve
from moolab.trees.node import Node, tree
from moolab.trees.player import TreeStrategy
from moolab.trees.steps import FlatTree

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from moolab.analysis.game import Analysis
    from moolab.analysis.measures import Measures
    from moolab.analysis.partition import MeasureName
    from moolab.arena.record import Record
    from moolab.games.duel.duel import Duel, DuelOptions
    from moolab.library.optimum import Optimum
    from moolab.mixing.value import GameValue
    from moolab.puzzles.maker import Puzzle
    from moolab.search.objective import Objective
    from moolab.search.optimal import SearchOptions, TreeOptions
    from moolab.trees.verify import Proof

    ReplyNumbers = NDArray[np.unsignedinteger[Any]]

_USUAL = "ab4x10"

AnyRule = NamedRule | str | Callable[[str, str], object]
"""How replies are made: a rule, its name, or a function of guess and secret."""

_MOST_PAIRS = 1 << 32
"""The largest matrix of replies: 4 GiB."""

_SEED_BITS = 32

_REPLIES = 20
"""Replies that are shown."""


class Game:
    """A code-breaking game; its methods answer every question about it.

    A code is a text, or its symbols in a tuple, a list or an array: ``"1234"``, ``(1, 2, 3, 4)``.
    A history is a text, or turns, or pairs of a guess and its reply: ``"1234=02"``,
    ``[("1234", (0, 2))]``. Several codes are a list, or an array with a row for each.

    Args:
        rules: the game: its notation (default: ``"ab4x10"``), ``Rules``, or a list that comes with
            moolab, such as ``"words:english"``.
        secrets: the codes that can be the secret: a game of your own, instead of ``rules``.
        guesses: what else can be guessed in it.
        rule: how replies are made in it, such as ``"jotto"`` (default: ``"wordle"``), or a function
            of guess and secret, also as ``"module:function"``.
        table: for each question the replies from all secrets, instead of guesses and a rule;
            ``moolab.table_rules`` says more.
        win: the reply in a table that says that the question is the secret; without it, the secret
            has only to be known.
        priors: how likely each secret is (default: all alike).
        costs: what guesses or questions cost (default: 1 each).
        hard: whether it is played in the hard mode of the word game: each guess uses all that
            replies have shown.

    Raises:
        InvalidRules: if there is no such game.

    >>> game = Game("ab4x10")
    >>> game
    <Game ab4x10: 5,040 codes>
    >>> list(game.candidates("1389=00 1234=02 1759=11"))
    ['2457', '2745', '4725', '5742', '7452']
    >>> game.next("1389=00 1234=02 1759=11")
    '2457'
    >>> str(Game(secrets=["crane", "caper", "slate"]).score("crane", "caper"))
    'gyy-y'
    """

    def __init__(
        self,
        rules: "AnyRules | None" = None,
        *,
        secrets: "Iterable[AnyCode] | None" = None,
        guesses: "Iterable[AnyCode]" = (),
        rule: "AnyRule | None" = None,
        table: "Mapping[str, Iterable[object]] | None" = None,
        win: object = None,
        priors: "Iterable[float | str]" = (),
        costs: "Mapping[str, int] | None" = None,
        hard: bool = False,
    ) -> None:
        known = rule if rule is None or isinstance(rule, NamedRule) else own_rule(rule)
        others, shares = (
            check_list(what, plain(given), InvalidRules)
            for what, given in (("guesses", guesses), ("priors", priors))
        )
        priced = {} if costs is None else check_dict("costs", costs, InvalidRules)
        if secrets is None:
            if table is not None or win is not None or shares or priced:
                raise InvalidRules("tables, priors and costs need secrets: what can be the secret?")
            if others:
                raise InvalidRules("guesses need secrets: what can be the secret?")
            self.rules = _known_rules(rules, known)
        elif rules is None:
            self.rules = _own_rules(secrets, others, known, table, win, shares, priced)
        else:
            raise InvalidRules("secrets make a game of their own: leave out the rules")
        if hard:
            check_marks(self.rules)
        self.hard = hard

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.rules, self.hard) == (other.rules, other.hard)

    def __hash__(self) -> int:
        return hash((self.rules, self.hard))

    def __repr__(self) -> str:
        mode = " in hard mode" if self.hard else ""
        return f"<Game {self.rules}{mode}: {count_noun(self.size, 'code')}>"

    def _repr_html_(self) -> str:
        rules = self.rules
        more = ["..."] * (len(self.replies) > _REPLIES)
        shown = " ".join([*map(str, self.replies[:_REPLIES]), *more])
        return table(
            ("game", "codes", "places", "symbols", "replies"),
            [(rules, self.size, rules.places, rules.alphabet, shown)],
        )

    @property
    def size(self) -> int:
        """How many codes can be the secret."""
        return self.rules.size

    @property
    def codes(self) -> Candidates:
        """All codes that can be the secret, as a sequence."""
        return candidates(self.rules)

    @property
    def replies(self) -> tuple[Reply, ...]:
        """All replies there are, the winning one last."""
        return tuple(self.rules.replies)

    def score(self, guess: "AnyCode", secret: "AnyCode") -> Reply:
        """The reply to a guess.

        Raises:
            InvalidCode: if one of them is not a code of the game.
        """
        return self.rules.score(guess, secret)

    def candidates(self, history: "AnyHistory" = (), mistakes: int = 0) -> Candidates:
        """The codes that can be the secret after these turns, in numeric order.

        Args:
            history: turns in one text, or one after the other; its ``history`` has them as they
                were read.
            mistakes: how many replies can be wrong, up to 3; never one that wins, or denies a win.

        Raises:
            InvalidCode: if a guess is not a code of the game, or breaks its hard mode.
            InvalidTurn, InvalidReply: if the history is malformed, or a reply impossible.

        >>> Game("ab4x10").candidates([("1389", "00"), ((1, 2, 3, 4), (0, 2))]).count
        84
        """
        left = candidates(self.rules, history, mistakes)
        if self.hard:
            check_hints(left)
        return left

    def strategy(
        self, by: "AnyStrategy | str" = "entropy", *, seed: int = 0, start: "AnyCode | None" = None,
        consistent: bool = False, hard: bool | None = None,
    ) -> Strategy:  # fmt: skip
        """Who guesses in this game, whatever names it or is it: all methods take the same.

        Args:
            by: the name of a strategy or of an opponent, the path of a tree file, or
                ``"module:name"``; a ``Strategy``; an ``Optimum``, a tree, or a node of one; a class
                of your own, or a function that gets the turns so far and returns a guess.
            seed: decides what is left to chance; the same seed, the same guesses.
            start: the first guess, instead of the strategy's own.
            consistent: whether to guess only what can be the secret.
            hard: whether it keeps to hard mode (default: if the game is played so).

        Raises:
            UnknownStrategy: if there is no such strategy.
            InvalidRules: if it cannot play this game.
            UnusableFile: if a tree file cannot be read.
            InvalidTree: if the tree is for another game.

        >>> Game("mm4x6").strategy("bull") == Game("mm4x6").strategy("entropy")
        True
        """
        first = None if start is None else self.rules.code(start)
        hard = self.hard if hard is None else hard
        return resolve(by, self.rules, StrategySpec("", seed, first, consistent, hard))

    def next(self, history: "AnyHistory" = (), by: "AnyStrategy" = "entropy") -> str:
        """The guess that a strategy makes after these turns.

        Args:
            by: who guesses, as ``strategy`` takes it.

        Raises:
            ContradictoryReplies: if no code fits; the error says which replies clash.
            UnknownStrategy: if there is no such strategy.

        >>> Game("ab4x10").next("0123=02", by=lambda turns: "4567" if turns else "0123")
        '4567'
        """
        return self.strategy(by).guess(self.candidates(history))

    def tree(self, by: "AnyStrategy" = "entropy") -> Node:
        """The decision tree of a strategy, built only where it is looked at.

        Args:
            by: who guesses, as ``strategy`` takes it.

        >>> root = Game("mm3x3").tree("entropy")
        >>> root.guess, " ".join(map(str, root.find("210")))
        ('001', '001=02 120=12 210=30')
        """
        return tree(self.strategy(by))

    def load_tree(self, path: Path | str) -> FlatTree:
        """A tree of this game from its file, as ``save`` of a tree and ``moo tree`` write it.

        Raises:
            UnusableFile: if it cannot be read; if it is missing, also a FileNotFoundError.
            InvalidTree: if it is not a tree, or is for another game.
        """
        from moolab.search.written import flatten

        return flatten(self.rules, TreeStrategy(self.rules, tree=Path(path)).steps())

    def partition(self, guess: "AnyCode", history: "AnyHistory" = ()) -> dict[Reply, Candidates]:
        """The candidates that each reply to a guess would leave, in numeric order of the replies.

        >>> parts = Game("ab4x10").partition("2457", "1389=00 1234=02 1759=11")
        >>> {str(reply): list(part) for reply, part in parts.items()}
        {'04': ['4725', '5742'], '13': ['2745'], '22': ['7452'], '40': ['2457']}
        """
        return ByName(self.candidates(history).parts(guess))

    def measures(
        self,
        history: "AnyHistory" = (),
        guesses: "AnyCodes | None" = None,
        *,
        distinct: bool = False,
    ) -> "Measures":
        """How guesses would split the candidates, as arrays; ``analysis.measures`` says more.

        Args:
            guesses: those to be measured (default: all, in the order of ``codes``, and behind them
                what else can be guessed; in hard mode those that it allows).
            distinct: whether to measure only one of each kind, ``numbers`` of which are alike: they
                only swap symbols or places that no guess has had yet.

        >>> Game("ab4x10").measures().entropy.shape
        (5040,)
        >>> kinds = Game("mm4x6").measures(distinct=True)
        >>> kinds.guesses, kinds.numbers.tolist()
        (('0000', '0001', '0011', '0012', '0123'), [6, 120, 90, 720, 360])
        >>> found = Game("mm4x6").measures(guesses=["0012", "0123"])
        >>> found.worst, found.parts
        (array([276, 312]), array([14, 14]))
        """
        from moolab.analysis.measures import measure

        known = candidates(self.rules, history)
        return measure(known, guesses, distinct=distinct, hard=self.hard)

    def rank(
        self,
        history: "AnyHistory" = (),
        top: int | None = 10,
        by: "MeasureName | Iterable[MeasureName] | None" = None,
        *,
        strategy: "AnyStrategy" = "entropy",
    ) -> "Measures":
        """The best guesses after these turns, the best one first.

        Args:
            top: how many; None for all of them.
            by: the measure that decides, or several, the first one first (default: what the
                strategy compares, so that the guess of ``next`` is first).
            strategy: who would guess, as for ``next``.

        >>> Game("mm4x6").rank("0012=01", top=3)
         guess  entropy  credited  expected  worst  parts  can_be_secret
        > 1334    3.269     3.276     33.25     51     14            yes
          2343    3.269     3.276     33.25     51     14            yes
          3134    3.269     3.276     33.25     51     14            yes
        """
        breaker = self.strategy(strategy)
        measures = self.measures(history, distinct=True)
        if by is not None:
            return measures.best(top, by, consistent=breaker.consistent)
        return measures.ranked(breaker, breaker.guess(self.candidates(history)), top)

    def score_matrix(
        self, guesses: "AnyCodes | None" = None, secrets: "AnyCodes | None" = None
    ) -> "ReplyNumbers":
        """The replies to many guesses from many secrets.

        Args:
            guesses, secrets: all there are unless given.

        Returns:
            The index in ``replies`` of each reply, shape (guesses, secrets); uint8, or uint16 in
            games with more than 256 replies.

        Raises:
            InvalidCode: if one of them is not a code of the game.
            SpaceTooLarge: if it would have more than 2**32 elements.

        >>> game = Game("ab2x3")
        >>> matrix = game.score_matrix(guesses=["01", "12"])
        >>> matrix.tolist(), list(game.codes)
        ([[3, 2, 1, 0, 0, 2], [0, 2, 2, 3, 0, 1]], ['01', '02', '10', '12', '20', '21'])
        >>> str(game.replies[matrix[0, 2]])
        '02'
        """
        import numpy as np

        rules = self.rules
        check_listable(rules)
        places = row_length(rules)
        rows = None if guesses is None else [*map(rules.code, several(guesses, places))]
        columns = (
            None if secrets is None else [secret_of(rules, one) for one in several(secrets, places)]
        )
        width = rules.size if columns is None else len(columns)
        height = len(rules.guesses) if isinstance(rules, ListedRules) else rules.size
        if (height if rows is None else len(rows)) * width > _MOST_PAIRS:
            raise SpaceTooLarge(f"{rules} has too many pairs of guess and secret for one matrix")
        if isinstance(rules, ListedRules):
            from moolab.codes.listed_table import replies_to_columns

            chosen = range(width) if columns is None else map(rules.numbers.get, columns)
            table = replies_to_columns(rules, np.array([*chosen], np.int32))
            return table if rows is None else table[[rules.numbers[code] for code in rows]]
        from moolab.codes.scorer import Scorer
        from moolab.codes.space import CodeSpace

        space = CodeSpace(rules)
        packed = (space.codes if some is None else space.pack(some) for some in (rows, columns))
        return self._numbered(Scorer.of(rules, next(packed)).table(next(packed)))

    def score_pairs(self, guesses: "AnyCodes", secrets: "AnyCodes") -> "ReplyNumbers":
        """The reply to each guess from the secret at the same place.

        Args:
            guesses, secrets: as many of both; arrays of numbers with a row for each are quickest.

        Returns:
            The index in ``replies`` of each reply, shape (pairs,); uint8, or uint16 in games with
            more than 256 replies.

        Raises:
            InvalidCode: if one of them is not a code of the game.
            InvalidCommand: if there are not as many secrets as guesses.

        >>> game = Game("ab4x10")
        >>> found = game.score_pairs(["1234", "1234"], ["2435", "1234"])
        >>> [str(game.replies[number]) for number in found]
        ['12', '40']
        """
        import numpy as np

        rules, places = self.rules, row_length(self.rules)
        if isinstance(rules, ListedRules):
            from moolab.codes.listed_table import replies_to_columns

            rows = [rules.numbers[rules.code(code)] for code in several(guesses, places)]
            columns = [rules.numbers[rules.secret(code)] for code in several(secrets, places)]
            _check_pairs(len(rows), len(columns))
            used, places_of = np.unique(np.array(columns, np.int32), return_inverse=True)
            found: ReplyNumbers = replies_to_columns(rules, used)[rows, places_of]
            return found
        from moolab.codes.scorer import score_pairs
        from moolab.codes.space import CodeSpace

        space = CodeSpace(rules)
        left, right = (space.pack(several(some, places)) for some in (guesses, secrets))
        _check_pairs(left.shape[1], right.shape[1])
        return self._numbered(score_pairs(rules, left, right))

    def evaluate(
        self, by: "AnyStrategy" = "entropy", workers: int = 1, *, progress: bool = False
    ) -> "Proof":
        """What a strategy achieves against every secret: its whole tree, built and proved.

        Args:
            progress: whether to show how far it has come: in notebooks as a bar.

        >>> proof = Game("ab3x6").evaluate("entropy")
        >>> proof.total, proof.max, proof.distribution
        (436, 5, {1: 1, 2: 7, 3: 32, 4: 75, 5: 5})
        """
        from moolab.trees.build import evaluate

        known, all_of_them = self.strategy(by), count_noun(self.size, "secret")
        if not progress:
            return evaluate(known, workers).proof

        with Shown() as shown:
            return evaluate(
                known, workers, lambda now: shown(f"{now:,} of {all_of_them}", now / self.size)
            ).proof

    def optimal(
        self, objective: "Objective" = "mean", *, progress: bool = False,
        **options: "Unpack[TreeOptions]",
    ) -> "Optimum":  # fmt: skip
        """The best tree there is, and the proof.

        This always searches, also where ``moo optimal`` replays a tree that comes with moolab.

        Args:
            objective: what "best" means.
            progress: whether to show how far it has come: in notebooks as a bar.
            options: how it is searched for, as ``moolab.search.optimal.TreeOptions`` has them.

        >>> best = Game("ab3x6").optimal()
        >>> best.total, best.max, best.proven, best.next()
        (436, 5, True, '012')
        """
        from moolab.library.optimum import Optimum
        from moolab.search.optimal import find

        options.setdefault("hard", self.hard)
        with Shown() if progress else nullcontext() as shown:
            if shown is not None:
                options["watch"] = lambda now: shown(str(now), now.share)
            return Optimum(**vars(find(self.rules, objective, **options)))

    def arena(
        self, *players: "AnyStrategy | str", games: int | None = None, seed: int = 0,
        timeout: float = 10, progress: bool = False,
    ) -> "dict[str, Record]":  # fmt: skip
        """A match: what players make of the same secrets, none of which repeats before all came.

        Args:
            players: as ``strategy`` takes them; and programs, ``"exec:COMMAND"``, but not in hard
                mode.
            games: how many secrets (default: 100, or all codes if there are fewer).
            seed: decides the secrets, and what strategies leave to chance.
            timeout: seconds to wait for a guess of a program.
            progress: whether to show how far it has come: in notebooks as a bar.

        Returns:
            What each player has needed, by its name; that of a class or a function is its own.

        Raises:
            UnknownStrategy: if a player is none of these.
            InvalidCommand: if there are no players, or a number is not one.

        >>> def count_up(turns):
        ...     return f"{len(turns):03}"
        >>> found = Game("mm3x3").arena("entropy", count_up, games=27)
        >>> found["entropy"]
        <Record of entropy: 27 games, 2.704 guesses on average, at most 4>
        >>> found["count_up"].forfeits[0]
        (1, "count_up chooses what cannot be guessed: '003' ... (shown 000=10 001=20 002=11)")
        """
        from moolab.arena.match import GAMES, PROGRAM, draw_secrets, enter_players, names, rounds
        from moolab.arena.record import Record

        rules, played = self.rules, []
        games = min(GAMES, self.size) if games is None else games
        check_count("games", games)
        seed = check_whole("seed", seed)
        check_seconds(timeout, none=False, what="timeout")
        if not players:
            raise InvalidCommand("a match needs players, such as 'entropy'")
        texts = [each for each in players if isinstance(each, str)]
        if self.hard and any(text.startswith(PROGRAM) for text in texts):
            raise InvalidRules("programs cannot be told to keep to hard mode: leave them out")
        entered = [
            each if isinstance(each, str) and not self.hard else self.strategy(each)
            for each in players
        ]
        entry = enter_players(entered, rules, seed=seed, patience=timeout)
        with entry as ready, Shown() as shown:
            for each in rounds(ready, rules, islice(draw_secrets(rules, seed), games)):
                played.append(each)
                if progress:
                    text = f"{len(played):,} of {count_noun(games, 'game')}"
                    shown(text, len(played) / games)
        titles = names(map(called, players))
        return ByName(
            (name, Record(name, Records(own)))
            for name, own in zip(titles, zip(*played, strict=True), strict=False)
        )

    def value(self, *, progress: bool = False, **options: "Unpack[SearchOptions]") -> "GameValue":
        """The average number of guesses when both sides play optimal mixed strategies.

        Args:
            progress: whether to show how far it has come: in notebooks as a line.
            options: how it is searched for, as ``moolab.search.optimal.SearchOptions`` has them.

        >>> Game("mm2x3").value().mixes.high
        Fraction(29, 12)
        """
        from moolab.mixing.value import find_value

        with Shown() if progress else nullcontext() as shown:
            if shown is not None:
                options["watch"] = lambda now: shown(str(now))
            return find_value(self.rules, **options)

    def analyse(self, history: "AnyHistory") -> "Analysis":
        """How good, and how lucky, each guess of a game was.

        Guesses are compared with all there are, in hard mode too.

        >>> [turn.label for turn in Game("ab3x5").analyse("012=02 134=20 130=30").turns]
        ['best', 'mistake', 'best']
        """
        from moolab.analysis.game import analyse

        return analyse(self.rules, history)

    def puzzle(
        self, seed: int | None = None, *, clues: int | None = None, difficulty: int | None = None
    ) -> "Puzzle":
        """Clues from which one code follows.

        Args:
            seed: the same seed makes the same puzzle (default: a random one).
            clues: how many there are (default: as many as it takes).
            difficulty: 1 to 5 (default: any).

        Raises:
            PuzzleNotFound: if there seems to be no such puzzle.
            InvalidCommand: if a number is not one, or the difficulty is not from 1 to 5.

        >>> Game("ab3x6").puzzle(7).solution
        '120'
        """
        from moolab.puzzles.maker import make

        seed = randbits(_SEED_BITS) if seed is None else seed
        return make(self.rules, seed, clues=clues, difficulty=difficulty)

    def play(
        self, strategy: "AnyStrategy" = "consistent", **options: "Unpack[DuelOptions]"
    ) -> "Duel":
        """A duel against the computer, before its first move.

        Args:
            strategy: how the computer guesses, as ``strategy`` takes it. What is not a name plays
                in this program alone: a game that is kept has only names.
            options: what else is settled, as ``moolab.games.duel.duel.DuelOptions`` has them.

        >>> duel = Game("ab4x10").play(secret="8217").guess("1234")
        >>> str(duel.yours[0])
        '1234=11'
        """
        from moolab.games.duel.duel import Setup, begin

        options.setdefault("hard", self.hard)
        return begin(Setup.new(self.rules, strategy=strategy, **options))

    def _numbered(self, packed: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
        """The index in ``replies`` of each packed reply."""
        import numpy as np

        numbers = np.zeros(256, np.uint8)
        for number, reply in enumerate(self.replies):
            numbers[pack_reply(reply)] = number
        return numbers[packed]


def _check_pairs(guesses: int, secrets: int) -> None:
    if guesses != secrets:
        raise InvalidCommand(
            f"{count_noun(guesses, 'guess')} and {count_noun(secrets, 'secret')} are not pairs"
        )


def _known_rules(rules: AnyRules | None, rule: NamedRule | None) -> Rules:
    """The game with this notation, or with this list of words."""
    known = Rules.parse(_USUAL if rules is None else rules)
    if rule is None:
        return known
    if not isinstance(known, ListedRules):
        raise InvalidRules("a rule needs secrets, or a list of words")
    return with_rule(known, rule)


def _own_rules(
    secrets: Iterable[AnyCode],
    guesses: tuple[AnyCode, ...],
    rule: NamedRule | None,
    table: Mapping[str, Iterable[object]] | None,
    win: object,
    priors: tuple[float | str, ...],
    costs: Mapping[str, int],
) -> ListedRules:
    """The game of these lists, or of this table."""
    if table is not None:
        if guesses or rule is not None:
            raise InvalidRules("a table has the questions and their replies: leave out the others")
        return table_rules(secrets, table, win=win, priors=priors, costs=costs)
    if win is not None:
        raise InvalidRules("which reply wins is said of a table; rules know it themselves")
    game = listed_rules(secrets, guesses, rule or "wordle", weights=whole_numbers(priors))
    if not costs:
        return game
    prices = dict.fromkeys(game.guesses, 1)
    for code, cost in costs.items():
        try:
            prices[game.code(code)] = cost
        except InvalidCode as error:
            raise InvalidRules(f"{quote(code)} has a cost, but is not in the lists") from error
    return listed_rules(
        game.secrets, game.others, game.rule, weights=game.weights, costs=prices.values()
    )


_PAUSE = 0.2
"""Seconds between two pictures: faster than that, they cannot be read."""


class Shown:
    """What is shown until the work is done, and gone then.

    >>> with Shown() as shown:
    ...     shown("the least total", 0.5)
    """

    def __init__(self) -> None:
        self._picture = _Bar() if _is_notebook() else _Line()
        self._next = 0.0

    def __call__(self, text: str, share: float | None = None) -> None:
        """Show how far it is, unless something was shown just before.

        Args:
            text: in words.
            share: of the work; None if unknown.
        """
        if (now := time.monotonic()) >= self._next:
            self._picture.show(text, share)
            self._next = now + _PAUSE

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._picture.clear()


class _Line:
    """A line on stderr that is written again and again."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, text: str, _share: float | None) -> None:
        print(f"\r{' ' * self._width}\r{text}", end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        if self._width:
            self.show("", None)


class _Bar:
    """A display of a notebook that is updated in its place, from any thread."""

    def __init__(self) -> None:
        self._display: Any = None

    def show(self, text: str, share: float | None) -> None:
        value = "" if share is None else f' value="{share:.3f}"'
        self._put(f"<progress{value}></progress> {escape(text)}", text)

    def clear(self) -> None:
        if self._display is not None:
            self._put("", "")

    def _put(self, html: str, text: str) -> None:
        data = {"text/html": html, "text/plain": text}
        if self._display is not None:
            self._display.update(data, raw=True)
            return
        show: Any = import_module("IPython.display").display
        self._display = show(data, raw=True, display_id=True)


def _is_notebook() -> bool:
    # Where IPython has not been imported, there is no notebook.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None
