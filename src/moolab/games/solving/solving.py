"""The state of a puzzle that somebody solves, and the moves that lead from one state to the next.

Moves are texts: ``answer 1234``, and where one of the clues lies ``answer 1234 3``, with the number
of the liar; ``explain``, for the next step of the explanation; ``resign``.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.game import Outcome, not_a_move
from moolab.games.setup import Option, check
from moolab.puzzles.detective import Suspicion, explain, suspect
from moolab.puzzles.sentences import sentences
from moolab.puzzles.solution import Solution
from moolab.support.language import translate
from moolab.support.text import count_noun

Phase = Literal["answer", "over"]
"""What is due."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """The clues, and whether one of them lies.

    Raises:
        InvalidRules: if there is no such game.
        InvalidTurn, InvalidCode, InvalidReply: if a clue is malformed.
        InvalidSetup: if the clues do not leave one code, or not one code and one liar.
        ContradictoryReplies: if they leave none.

    >>> Setup(rules="ab2x4", turns=("13=01", "03=01")).solution
    Answer(code='32', liar=None)
    """

    rules: Annotated[Rules, Option("The game, such as ab4x10, mm4x6 or emms4x4.")]
    turns: Annotated[tuple[str, ...], Option("The clues, such as 1234=02.")]
    liar: Annotated[bool, Option("Whether exactly one of the clues lies.")] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.parse(self.rules))
        turns = parse_history(self.rules, self.turns)
        object.__setattr__(self, "turns", tuple(map(str, turns)))
        check(self)
        assert self.solution, "what has no solution is refused"

    @property
    def clues(self) -> History:
        """The clues, parsed."""
        return parse_history(self.rules, self.turns)

    @property
    def solution(self) -> "Answer":
        """What is looked for."""
        return _solve(self.rules, self.turns, liar=self.liar)

    @property
    def explanation(self) -> tuple[str, ...]:
        """How a person gets there, step by step."""
        if self.liar:
            return tuple(explain(_suspect(self.rules, self.turns)))
        return tuple(sentences(self.rules, self.clues, _solved(self.rules, self.turns).steps))


class Answer(NamedTuple):
    """What somebody takes for the solution.

    Attributes:
        code: the secret.
        liar: the number of the clue that lies, from 1; None if none does.
    """

    code: str
    liar: int | None

    def __str__(self) -> str:
        return self.code if self.liar is None else f"{self.code} {self.liar}"


def _solve(rules: Rules, turns: tuple[str, ...], *, liar: bool) -> Answer:
    if not liar:
        found = _solved(rules, turns)
        if found.code is None:
            raise InvalidSetup(
                translate(
                    "{count} codes fit these clues, so they are not a puzzle", count=found.count
                )
            )
        return Answer(found.code, None)
    answers = [Answer(code, each.clue) for each in _suspect(rules, turns) for code in each.codes]
    if len(answers) != 1:
        raise InvalidSetup(
            f"{count_noun(len(answers), 'code')} would make one of these clues false, so they are "
            "not a case"
        )
    return answers[0]


# What is kept are the steps: who asks next may read another language.
@lru_cache(maxsize=64)
def _solved(rules: Rules, turns: tuple[str, ...]) -> Solution:
    return Solution.of(rules, parse_history(rules, turns))


@lru_cache(maxsize=64)
def _suspect(rules: Rules, turns: tuple[str, ...]) -> tuple[Suspicion, ...]:
    return suspect(rules, parse_history(rules, turns))


class Broken(NamedTuple):
    """A clue that an answer breaks.

    Attributes:
        clue: its number, from 1.
        reply: what the reply would have been.
    """

    clue: int
    reply: Reply


@dataclass(frozen=True)
class Solving:
    """A state of a puzzle; made by ``begin`` and ``apply`` only.

    Args:
        moves: the texts of all moves so far.
        wrong: the answers that were wrong.
        explained: how many steps of the explanation were asked for.
        solved, resigned: how it has ended.
    """

    setup: Setup
    moves: tuple[str, ...] = ()
    wrong: tuple[Answer, ...] = ()
    explained: int = 0
    solved: bool = False
    resigned: bool = False

    @property
    def phase(self) -> Phase:
        """What is due: ``answer``; ``over`` at the end."""
        return "over" if self.outcome else "answer"

    @property
    def outcome(self) -> Outcome | None:
        """``won`` once the answer was right, ``resigned`` if you gave up."""
        return "won" if self.solved else "resigned" if self.resigned else None

    def broken(self, answer: Answer) -> tuple[Broken, ...]:
        """The clues that an answer breaks: those that would be false, or a liar that would not be.

        >>> solving = begin(Setup(rules="ab2x4", turns=("13=01", "03=01")))
        >>> solving.broken(Answer("10", None))
        (Broken(clue=1, reply=Reply(bulls=1, cows=0)),)
        """
        rules, broken = self.setup.rules, []
        for number, clue in enumerate(self.setup.clues, start=1):
            reply = rules.reply_rule(clue.guess, answer.code)
            if (reply == clue.reply) is (number == answer.liar):
                broken.append(Broken(number, reply))
        return tuple(broken)


def begin(setup: Setup) -> Solving:
    """The state before the first move."""
    return Solving(setup)


def apply(solving: Solving, move: str) -> Solving:
    """The state after a move.

    Raises:
        InvalidMove: if it is malformed, or the puzzle is over.
        InvalidCode: if an answer is not a code of the game.

    >>> solving = begin(Setup(rules="ab2x4", turns=("13=01", "03=01")))
    >>> apply(solving, "answer 10").wrong, apply(solving, "answer 32").outcome
    ((Answer(code='10', liar=None),), 'won')
    """
    if solving.phase == "over":
        raise InvalidMove(translate("the puzzle is over"))
    verb, _, text = move.strip().partition(" ")
    if verb == "answer":
        answer = parse_answer(solving.setup, text)
        after = replace(solving, moves=(*solving.moves, f"answer {answer}"))
        if answer == solving.setup.solution:
            return replace(after, solved=True)
        return replace(after, wrong=(*solving.wrong, answer))
    after = replace(solving, moves=(*solving.moves, move.strip()))
    if move.strip() == "resign":
        return replace(after, resigned=True)
    if move.strip() != "explain":
        raise not_a_move(move, ("answer CODE", "explain", "resign"))
    if solving.explained >= len(solving.setup.explanation):
        raise InvalidMove(translate("all steps are explained already"))
    return replace(after, explained=solving.explained + 1)


def parse_answer(setup: Setup, text: str) -> Answer:
    """The answer that a text spells.

    Raises:
        InvalidCode: if it has no code of the game.
        InvalidMove: if the liar is missing, is none of the clues, or there is none.
    """
    code, _, liar = text.strip().partition(" ")
    if not setup.liar:
        return Answer(setup.rules.code(text), None)
    code = setup.rules.code(code)
    number = int(liar) if liar.strip().isdecimal() and len(liar) < 4 else 0
    if not 1 <= number <= len(setup.turns):
        raise InvalidMove(
            translate("say which clue lies, by its number from 1 to {last}", last=len(setup.turns))
        )
    return Answer(code, number)
