"""What is computed in processes of its own: functions of plain values, that import no framework."""

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from secrets import randbelow
from tempfile import TemporaryDirectory
from threading import Lock
from typing import NamedTuple

from moolab.analysis.field import Field
from moolab.analysis.game import AnalysedTurn, Analysis, analyse, analyse_turns, follow
from moolab.analysis.judgement import judge
from moolab.annexes import parts
from moolab.arena.match import draw_secrets, enter_players, rounds
from moolab.arena.record import Record
from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.rules import Rules
from moolab.codes.table_files import parse_table
from moolab.codes.word_lists import read_list
from moolab.deduction.candidates import candidates, odds
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.history import Turn, format_history, parse_history
from moolab.errors import InvalidTree, SpaceTooLarge
from moolab.games.collection import Finished, check
from moolab.games.solving.game import Setup as Puzzle
from moolab.puzzles.detective import make_case
from moolab.puzzles.maker import make
from moolab.search.objective import Objective
from moolab.strategies import strategy, strategy_of
from moolab.strategies.base import StrategySpec
from moolab.support.language import translate
from moolab.trees.build import build, evaluate
from moolab.trees.node import Node, tree
from moolab.trees.reading import open_tree
from moolab.trees.step import Step
from moolab.trees.verify import Proof, verify
from moolab.trees.writing import dump
from moolab.views.analysis import AnalyzeView
from moolab.views.arena import ArenaView
from moolab.views.codes import CandidatesView, NextView
from moolab.views.optimal import OptimalView
from moolab.views.trees import EvaluateView, NodeView
from moolab.web.costs import cost_of
from moolab.web.limits import MOST_CODES_WALKED, MOST_LISTED, playable
from moolab.web.work.pool import Progress, Report, untold

_MEMORY = 64 << 20
"""Bytes of the tables of a search."""

_MOST_TREES = 8

_walking = Lock()
"""Trees grow where they are looked at, so only one thread may look."""


def compile_kernels() -> None:
    """Compile what judges guesses, and what annexes need, unless that was done before."""
    judge(candidates(Rules.parse("ab3x4")), "012")
    for warm in parts("web.jobs"):
        warm.compile_kernels()


def possible(rules: Rules, history: str, limit: int) -> CandidatesView:
    """What can still be the secret.

    Raises:
        ContradictoryReplies: if nothing can.
    """
    known = candidates(rules, parse_history(rules, history))
    check_consistent(known)
    return CandidatesView.of(known, tuple(islice(known, limit)))


class Overview(NamedTuple):
    """What is known of a secret.

    Attributes:
        left: how many codes were possible at first, and after each turn.
        places: for each symbol, in how many of the codes it is in each place.
    """

    left: tuple[int, ...]
    places: dict[str, tuple[int, ...]]


def overview(rules: Rules, history: str) -> Overview:
    """What is known of a secret, of a game whose codes can be counted.

    >>> overview(Rules.parse("ab2x3"), "01=10")
    Overview(left=(6, 2), places={'0': (1, 0), '1': (0, 1), '2': (1, 1)})
    """
    turns = parse_history(rules, history)
    seen = [Counter(column) for column in zip(*candidates(rules, turns), strict=True)]
    return Overview(
        left=count_after_each(rules, history),
        places={s: tuple(column[s] for column in seen) for s in rules.alphabet},
    )


def count_left(rules: Rules, history: str) -> int:
    """How many codes fit a history.

    >>> count_left(Rules.parse("ab4x10"), "1389=00 1234=02 1759=11")
    5
    """
    return len(candidates(rules, parse_history(rules, history)))


def count_after_each(rules: Rules, history: str) -> tuple[int, ...]:
    """How many codes there are before the first turn, and fit after each.

    >>> count_after_each(Rules.parse("ab2x4"), "13=01 03=01")
    (12, 4, 1)
    """
    turns = parse_history(rules, history)
    return tuple(len(candidates(rules, turns[:number])) for number in range(len(turns) + 1))


class Rating(NamedTuple):
    """How good and how lucky a game was, 0 to 100."""

    skill: float
    luck: float


def rate(games: Sequence[tuple[Rules, str]], report: Report = untold) -> tuple[Rating, ...]:
    """How good and how lucky games were, each with its rules and turns."""
    ratings = []
    for done, (rules, history) in enumerate(games):
        text = translate("Looking at game {number} of {count}", number=done + 1, count=len(games))
        report(Progress(done, len(games), text))
        game = analyse(rules, parse_history(rules, history))
        ratings.append(Rating(game.skill, game.luck))
    return tuple(ratings)


def draw_possible(rules: Rules, history: str) -> str:
    """One of the codes that can still be the secret, by chance.

    Raises:
        ContradictoryReplies: if there is none.
    """
    known = candidates(rules, parse_history(rules, history))
    check_consistent(known)
    return known[randbelow(len(known))]


def recommend(rules: Rules, history: str, spec: StrategySpec) -> NextView:
    """What a strategy guesses next."""
    known = candidates(rules, parse_history(rules, history))
    guess = strategy_of(spec, rules).guess(known)
    split = known.part_sizes(guess)
    return NextView.of(spec.name, known, guess, split)


def check_analysable(rules: Rules, history: str) -> None:
    """Refuse what ``analysis`` would refuse; this takes little time.

    Raises:
        MoolabError: as ``analysis`` does.
    """
    follow(rules, parse_history(rules, history))


class Instead(NamedTuple):
    """A best guess instead of that of the game.

    Attributes:
        consistent: whether it could be the secret.
        left: how many codes it would have left, 0 if it is the secret; None if that is not known.
    """

    consistent: bool
    left: int | None

    @classmethod
    def of(cls, turn: AnalysedTurn, secret: str | None) -> "Instead":
        """What the best guess would have done in a turn."""
        best, before = turn.judgement.best, turn.before
        if secret is None or secret not in before:
            return cls(best.consistent, None)
        reply = before.rules.reply_rule(best.guess, secret)
        return cls(best.consistent, 0 if best.guess == secret else best.split[reply])


class Judged(NamedTuple):
    """A game as its page shows it.

    Attributes:
        analysis: how good and how lucky its guesses were.
        instead: what the best guesses would have done.
        field: which turn has ruled out each code.
    """

    analysis: AnalyzeView
    instead: tuple[Instead, ...]
    field: Field

    @classmethod
    def of(cls, game: Analysis, secret: str | None = None) -> "Judged":
        """A game that was analysed.

        Args:
            secret: what was not found, if that is known.
        """
        history = tuple(turn.turn for turn in game.turns)
        instead = tuple(Instead.of(turn, secret or game.secret) for turn in game.turns)
        return cls(AnalyzeView.of(game, secret), instead, Field.of(game.rules, history))


def judged(
    rules: Rules, history: str, secret: str | None = None, report: Report = untold
) -> Judged:
    """How good a game was."""
    check_analysable(rules, history)
    turns = parse_history(rules, history)
    coming, analysed = analyse_turns(rules, turns), []
    for done in range(len(turns)):
        count = len(turns)
        text = translate("Looking at guess {number} of {count}", number=done + 1, count=count)
        report(Progress(done, count, text))
        analysed.append(next(coming))
    return Judged.of(Analysis(rules, tuple(analysed)), secret)


def analysis(rules: Rules, history: str) -> AnalyzeView:
    """A game, analysed turn by turn.

    Raises:
        InvalidTurn: if there is no turn.
        ContradictoryReplies: if no code fits.
    """
    return AnalyzeView.of(analyse(rules, history))


def puzzle(rules: Rules, level: int | None, seed: int) -> tuple[str, ...]:
    """The clues of a puzzle.

    Args:
        level: how hard it is; None for a case, where one of the clues lies.

    Raises:
        PuzzleNotFound: if there seems to be none.
    """
    made = make_case(rules, seed) if level is None else make(rules, seed, difficulty=level)
    return tuple(map(str, made.clues))


def check_puzzle(rules: Rules, turns: tuple[str, ...], liar: bool) -> None:
    """See that clues are a puzzle, or with a liar among them a case.

    Raises:
        InvalidSetup, ContradictoryReplies: if they are not.
    """
    Puzzle(rules=rules, turns=turns, liar=liar)


def node(rules: Rules, name: str, history: str, limit: int) -> NodeView:
    """A node of a strategy's tree.

    Raises:
        NotInTree: if the history does not lead to one.
    """
    turns = parse_history(rules, history)
    with _walking:
        return NodeView.of(name, _tree(rules, name).after(turns), limit)


def way(rules: Rules, name: str, secret: str) -> str:
    """The history that leads to the node where a strategy guesses a secret."""
    with _walking:
        return format_history(_tree(rules, name).find(secret)[:-1])


@lru_cache(_MOST_TREES)
def _tree(rules: Rules, name: str) -> Node:
    """A tree; whatever has been looked at need not be worked out again."""
    return tree(strategy(name, rules))


def tree_file(rules: Rules, name: str) -> bytes:
    """The whole tree of a strategy, as ``moo tree build`` writes it."""
    return "".join(dump(rules, name, build(strategy(name, rules)))).encode()


def evaluation(rules: Rules, spec: StrategySpec, report: Report = untold) -> EvaluateView:
    """A strategy against every secret."""

    def progress(settled: int) -> None:
        text = translate("{done} of {count} secrets", done=settled, count=rules.size)
        report(Progress(settled, rules.size, text))

    found = evaluate(strategy_of(spec, rules), progress=progress)
    return EvaluateView.of(rules, spec.name, found)


def optimum(
    rules: Rules, objective: Objective, consistent: bool, seconds: float, report: Report = untold
) -> OptimalView:
    """The best tree of a game, or the best one that is found in time."""
    from moolab.search.optimal import find
    from moolab.support.progress import Progress as Found

    def watch(found: Found) -> None:
        report(Progress(round(100 * (found.share or 0)), 100, str(found)))

    best = find(
        rules, objective, consistent=consistent, seconds=seconds, memory=_MEMORY, watch=watch
    )
    return OptimalView.of(best)


def check_finished(games: Sequence[tuple[int, Finished]]) -> None:
    """Replay games that a player brings, each with its number in the file.

    Raises:
        InvalidGame: if one could not be played like this here.
    """
    for number, finished in games:
        check(number, finished, cost_of(finished.game).accept)


class ProvedTree(NamedTuple):
    """A tree file that is one.

    Attributes:
        rules: of its game, in notation.
    """

    rules: str
    proof: Proof
    id: str
    content: bytes


def prove(content: bytes) -> ProvedTree:
    """Play every secret through a tree file, compressed or not, by the plain rule.

    Raises:
        InvalidTree: if it is not a tree file, or some secret is not found.
        SpaceTooLarge: if its game has too many codes.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "tree")
        path.write_bytes(content)
        steps: list[Step] = []
        try:
            with open_tree(path) as file:
                rules = playable(file.rules, MOST_CODES_WALKED)
                # A tree has a guess for each code at most, or verify stops there.
                proof = verify(rules, _kept(file.steps, steps))
        except InvalidTree as error:
            raise InvalidTree(str(error).removeprefix(f"{path}: ")) from error
    text = "".join(dump(rules, "sent", steps)).encode()
    digest = sha256(text).hexdigest()[:16]
    return ProvedTree(str(rules), proof, digest, gzip.compress(text, mtime=0))


def _kept(steps: Iterable[Step], kept: list[Step]) -> Iterator[Step]:
    for step in steps:
        kept.append(step)
        yield step


def match(
    rules: Rules,
    players: tuple[str, ...],
    trees: Mapping[str, bytes],
    games: int,
    seed: int,
    report: Report = untold,
) -> ArenaView:
    """What players make of the same secrets, as ``moo arena`` has them play.

    Args:
        players: names of strategies and opponents, and of ``trees``.
        trees: compressed tree files, by the names of their players.
    """
    with TemporaryDirectory() as folder:
        texts = list(players)
        for place, name in enumerate(players):
            if name in trees:
                path = Path(folder, f"{name}.json.gz")
                path.write_bytes(trees[name])
                texts[place] = str(path)
        secrets, played = list(islice(draw_secrets(rules, seed), games)), []
        with enter_players(texts, rules, seed=seed, patience=0) as entered:
            for done, each in enumerate(rounds(entered, rules, secrets)):
                played.append(each)
                text = translate("{done} of {count} secrets", done=done + 1, count=games)
                report(Progress(done + 1, games, text))
    records = list(map(Record, players, zip(*played, strict=True)))
    return ArenaView.of(rules, seed, secrets, records, times=False)


TABLE = "table"
"""What is brought instead of a list whose replies follow from a rule."""

_STRATEGY = "entropy"

_MOST_NAMED = 200
"""Secrets that are named at most."""


class Brought(NamedTuple):
    """A game as a player brings it.

    Attributes:
        text: the table as CSV, or one code a line.
        rule: ``table``, or the name of the rule of a list.
        win: of a table, the reply that wins; empty if no question does.
    """

    text: str
    rule: str
    win: str = ""


class Asked(NamedTuple):
    """What is known, and what to ask.

    Attributes:
        secrets, questions: how many there are.
        left: how many secrets there were before the first question, and after each.
        named: the secrets that are left, or the first of them, each with how likely it is, 0 to 1,
            where the game says so.
        question: what to ask next; None if there is nothing left to ask.
        cost: what that costs, where questions have costs.
        replies: to this question, each with how many secrets give it.
        marks: whether a reply marks each letter of the question.
        meaning: what replies tell, in a few words.
    """

    secrets: int
    questions: int
    left: tuple[int, ...]
    named: tuple[tuple[str, float | None], ...]
    question: str | None
    cost: int | None
    replies: tuple[tuple[str, int], ...]
    others: tuple[str, ...]
    marks: bool
    meaning: str


@lru_cache(maxsize=8)
def _game_of(brought: Brought) -> ListedRules:
    if brought.rule == TABLE:
        game = parse_table(brought.text, win=brought.win or None)
    else:
        known = read_list(brought.text)
        game = listed_rules(known.codes, (), brought.rule, weights=known.weights)
    if game.size > MOST_LISTED:
        raise SpaceTooLarge(
            translate(
                "there are {number} secrets; here, a table or a list may have {most}",
                number=game.size,
                most=MOST_LISTED,
            )
        )
    return game


def ask(brought: Brought, turns: tuple[tuple[str, str], ...], wanted: str = "") -> Asked:
    r"""What follows from the answers so far, and what to ask next.

    Args:
        turns: questions and replies, as texts.
        wanted: the question that is asked next, and not the best one.

    Raises:
        InvalidRules: if the game is malformed.
        InvalidCode, InvalidReply: if a question or a reply is not one of it.
        ContradictoryReplies: if no secret gives all these replies.

    >>> animals = Brought("question,cat,owl,cod\nflies?,no,yes,no\nswims?,no,no,yes", "table")
    >>> asked = ask(animals, (("flies?", "no"),))
    >>> asked.question, asked.replies, asked.left
    ('swims?', (('no', 1), ('yes', 1)), (3, 2))
    """
    rules = _game_of(brought)
    codes = [(rules.code(question), reply) for question, reply in turns]
    history = tuple(Turn(code, rules.reply_to(code, reply)) for code, reply in codes)
    known = candidates(rules, history)
    check_consistent(known)
    left = tuple(len(candidates(rules, history[:n])) for n in range(len(history) + 1))
    question, parts = None, {}
    if left[-1] > 1 and (not turns or history[-1].reply != rules.win):
        question = rules.code(wanted) if wanted else strategy(_STRATEGY, rules).guess(known)
        parts = known.split(question)
    likely = odds(known)
    shown = tuple(islice(known, _MOST_NAMED))
    questions = rules.others if rules.identifies else rules.guesses
    return Asked(
        secrets=rules.size,
        questions=len(questions),
        left=left,
        named=tuple((name, likely(name) if likely else None) for name in shown),
        question=question,
        cost=rules.every_cost[rules.numbers[question]] if question and rules.costs else None,
        replies=tuple((str(reply), count) for reply, count in parts.items()),
        others=questions,
        marks=rules.marked,
        meaning=rules.rule.meaning,
    )
