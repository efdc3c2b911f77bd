"""A puzzle that is solved by a person: its state, what is seen of it, and the moves.

Moves are texts: ``answer 1234``, and where one of the clues lies ``answer 1234 3``, with the number
of the liar; ``explain``, for the next step of the explanation; ``resign``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, get_args, overload

from moolab.codes.numbering import EveryCode
from moolab.codes.rules import Rules
from moolab.deduction.history import History, parse_history
from moolab.errors import InvalidMove, InvalidSetup
from moolab.games.game import Game, GameView, Outcome, not_a_move
from moolab.games.setup import Option, check
from moolab.puzzles.detective import Suspicion, explain, suspect
from moolab.puzzles.sentences import sentences
from moolab.puzzles.solution import Solution
from moolab.support.language import translate, translate_plural
from moolab.support.text import count_noun
from moolab.support.typed import verb_of
from moolab.views.base import OfRules, View
from moolab.views.turns import TurnView, turn_views

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
    """What the player takes for the solution.

    Attributes:
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


class BrokenView(View):
    """A clue that an answer breaks."""

    clue: int
    """Its number, from 1."""
    reply: str
    """What the reply would have been."""


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

    def broken(self, answer: Answer) -> tuple[BrokenView, ...]:
        """The clues that an answer breaks: those that would be false, or a liar that would not be.

        >>> solving = GAME.begin(Setup(rules="ab2x4", turns=("13=01", "03=01")))
        >>> solving.broken(Answer("10", None))
        (BrokenView(clue=1, reply='10'),)
        """
        rules, broken = self.setup.rules, []
        for number, clue in enumerate(self.setup.clues, start=1):
            reply = rules.reply_rule(clue.guess, answer.code)
            if (reply == clue.reply) is (number == answer.liar):
                broken.append(BrokenView(clue=number, reply=str(reply)))
        return tuple(broken)


class AnswerView(View):
    """What the player takes for the solution."""

    code: str
    """The secret."""
    liar: int | None
    """The number, from 1, of the clue that lies; null where none does."""
    broken: tuple[BrokenView, ...]
    """The clues that it breaks: that would be false, or true although it says that they lie."""


class SolvingView(OfRules, GameView):
    """A puzzle, as far as its solver may see it."""

    schema: Literal["moolab/solving/1"] = "moolab/solving/1"
    turns: tuple[TurnView, ...]
    """The clues: guesses with their replies."""
    liar: bool
    """Whether exactly one of them lies."""
    phase: Phase
    """What is due; over at the end."""
    outcome: Outcome | None
    """How it has ended; null until then."""
    wrong: tuple[AnswerView, ...]
    """The answers that were wrong."""
    explained: tuple[str, ...]
    """The steps of the explanation that were asked for; all of them at the end."""
    more: bool
    """Whether there are more of them."""
    solution: AnswerView | None
    """The only code, and the liar if there is one; null until the end."""

    @classmethod
    def of(cls, solving: Solving) -> "SolvingView":
        """A puzzle as its solver may see it."""
        setup, over = solving.setup, solving.phase == "over"
        steps = setup.explanation if over or solving.explained else ()
        explained = steps if over else steps[: solving.explained]
        return cls(
            version=len(solving.moves),
            rules=str(setup.rules),
            turns=turn_views(setup.clues),
            liar=setup.liar,
            phase=solving.phase,
            outcome=solving.outcome,
            wrong=tuple(_answer(solving, answer) for answer in solving.wrong),
            explained=explained,
            more=not over and (not steps or len(explained) < len(steps)),
            solution=_answer(solving, setup.solution) if over else None,
        )


def _answer(solving: Solving, answer: Answer) -> AnswerView:
    return AnswerView(code=answer.code, liar=answer.liar, broken=solving.broken(answer))


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


class SolvingGame(Game[Setup, Solving]):
    """A puzzle that is being solved."""

    name = "solving"
    travels = True
    setup = Setup
    phases = get_args(Phase)

    def title(self, setup: Setup) -> str:
        if setup.liar:
            return translate_plural(
                "A case of {number} [clue|clues], {rules}", len(setup.turns), rules=setup.rules
            )
        return translate_plural(
            "A puzzle of {number} [clue|clues], {rules}", len(setup.turns), rules=setup.rules
        )

    def begin(self, setup: Setup) -> Solving:
        return Solving(setup)

    def apply(self, state: Solving, _seat: str, move: str) -> Solving:
        """The state after a move.

        Raises:
            InvalidMove: if it is malformed, or the puzzle is over.
            InvalidCode: if an answer is not a code of the game.

        >>> setup = Setup(rules="ab2x4", turns=("13=01", "03=01"))
        >>> GAME.replay(setup, ["answer 10"]).wrong, GAME.replay(setup, ["answer 32"]).outcome
        ((Answer(code='10', liar=None),), 'won')
        """
        if state.phase == "over":
            raise InvalidMove(translate("the puzzle is over"))
        verb, text = verb_of(move)
        if verb == "answer":
            answer = parse_answer(state.setup, text)
            after = replace(state, moves=(*state.moves, f"answer {answer}"))
            if answer == state.setup.solution:
                return replace(after, solved=True)
            return replace(after, wrong=(*state.wrong, answer))
        after = replace(state, moves=(*state.moves, verb))
        if (verb, text) == ("resign", ""):
            return replace(after, resigned=True)
        if (verb, text) != ("explain", ""):
            raise not_a_move(move, ("answer CODE", "explain", "resign"))
        if state.explained >= len(state.setup.explanation):
            raise InvalidMove(translate("all steps are explained already"))
        return replace(after, explained=state.explained + 1)

    def expected(self, state: Solving, _seat: str) -> Mapping[str, Sequence[str]]:
        if state.phase == "over":
            return {}
        setup = state.setup
        codes: Sequence[str] = EveryCode(setup.rules)
        answers = _Accusations(codes, len(setup.turns)) if setup.liar else codes
        explained = state.explained and state.explained >= len(setup.explanation)
        return {"answer": answers, "resign": ("",)} | ({} if explained else {"explain": ("",)})

    def view(self, state: Solving, _seat: str) -> SolvingView:
        return SolvingView.of(state)


class _Accusations(Sequence[str]):
    """Every code with the number of each clue."""

    def __init__(self, codes: Sequence[str], clues: int) -> None:
        self._codes = codes
        self._clues = clues

    def __len__(self) -> int:
        return len(self._codes) * self._clues

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        code, liar = divmod(index, self._clues)
        return f"{self._codes[code]} {liar + 1}"


GAME = SolvingGame()


_SIGNS = {"text": "■□", "emoji": "🟩🟥"}


def fits(view: SolvingView) -> list[list[bool]]:
    """Which of the clues each answer fits, answer by answer.

    Args:
        view: of a puzzle that is over.

    >>> from moolab.games.solving.game import GAME
    >>> from moolab.games.solving.game import Setup
    >>> setup = Setup(rules=Rules.parse("ab2x3"), turns=("01=01", "12=01"), liar=False)
    >>> fits(GAME.view(GAME.replay(setup, ["answer 10", "answer 20"]), "player"))
    [[False, False], [True, True]]
    """
    clues = range(1, len(view.turns) + 1)
    broken = [{each.clue for each in answer.broken} for answer in view.wrong]
    if view.outcome == "won":
        broken.append(set())
    return [[clue not in clash for clue in clues] for clash in broken]


def card(day: int, kind: str, view: SolvingView, explained: int, *, signs: str = "text") -> str:
    """How the puzzle of a day went.

    Args:
        kind: what its level is called.
        view: of the puzzle, which is over.
        explained: how many steps were explained on the way.
        signs: ``text`` or ``emoji``.
    """
    kept, broken = tuple(_SIGNS[signs])
    rows = fits(view)
    if view.outcome == "won":
        head = translate_plural(
            "moolab puzzle {day}, {kind}: solved, {number} [answer|answers]",
            len(rows),
            day=day,
            kind=kind,
        )
    else:
        head = translate("moolab puzzle {day}, {kind}: not solved", day=day, kind=kind)
    lines = [head, *("".join(kept if fit else broken for fit in row) for row in rows)]
    if explained:
        lines.append(translate_plural("{number} [step|steps] [was|were] explained", explained))
    return "\n".join(lines)
