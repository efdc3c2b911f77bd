"""Questions about a game: what a guess scores, what is possible, what to guess."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from moolab.answers.codes import score_fields
from moolab.codes.rules import Rules
from moolab.strategies.spec import StrategySpec
from moolab.web.api.schema import Body, errors
from moolab.web.limits import MOST_CODES_COMPARED, heavy, named, playable
from moolab.web.work import jobs
from moolab.web.work.computing import ComputingHere

router = APIRouter(prefix="/api", tags=["questions"])

_LONGEST = 400
MOST_LISTED = 10_000
"""Candidates that are listed at most."""

_RULES = Field("ab4x10", max_length=_LONGEST, examples=["ab4x10"])
_HISTORY = Field(
    "", max_length=4000, examples=["1389=00 1234=02"], description="turns: CODE=REPLY ..."
)


class ScoreQuestion(Body):
    """A guess and a secret."""

    rules: str = _RULES
    guess: str = Field(max_length=64, examples=["1234"])
    secret: str = Field(max_length=64, examples=["1423"])


class Score(BaseModel):
    """As from ``moo score --json``."""

    rules: str
    guess: str
    secret: str
    reply: str
    bulls: int
    cows: int


class CandidatesQuestion(Body):
    """What has been replied so far."""

    rules: str = _RULES
    history: str = _HISTORY
    limit: int = Field(100, ge=0, le=MOST_LISTED, description="how many codes to list at most")


class CandidatesAnswer(BaseModel):
    """As from ``moo candidates --json``."""

    rules: str
    history: str
    count: int | None
    candidates: list[str]


class NextQuestion(Body):
    """What has been replied so far, and who is asked for advice."""

    rules: str = _RULES
    history: str = _HISTORY
    strategy: str = Field("entropy", max_length=16, examples=["entropy", "minimax"])
    seed: int = Field(0, ge=-(2**63), lt=2**63, description="decides what is left to chance")
    start: str | None = Field(None, max_length=64, description="the first guess")
    consistent: bool = Field(False, description="guess only what may be the secret")


class NextAnswer(BaseModel):
    """As from ``moo next --json``."""

    rules: str
    strategy: str
    guess: str
    consistent: bool
    candidates: int | None
    replies: dict[str, int] | None


class AnalysisQuestion(Body):
    """A game, finished or not."""

    rules: str = _RULES
    history: str = _HISTORY


class Promise(BaseModel):
    """What a guess promises before its reply is known."""

    guess: str
    expected_after: float = Field(description="codes that will be left on average")
    groups: int = Field(description="how many different replies can come")
    largest: int = Field(description="codes that the most frequent reply would leave")
    expected_guesses: float = Field(description="with best play, this one included")


class AnalysedGuess(Promise):
    """A guess and its reply, judged; as from ``moo analyze --json``."""

    turn: int
    reply: str
    consistent: bool = Field(description="whether it could be the secret")
    candidates_before: int
    candidates_after: int
    information: float = Field(description="what the reply told, in bits")
    expected_information: float
    skill: float = Field(description="0 to 100; 100 for a best guess only")
    luck: float = Field(description="0 to 100")
    label: str
    best: Promise
    why: str | None = Field(description="why the best guess is better; null if this is one")
    regret: float = Field(description="guesses that it costs on average not to guess better")
    method: str = Field(description="exact, look-ahead, information or sample")


class AnalysisAnswer(BaseModel):
    """As from ``moo analyze --json``."""

    rules: str
    secret: str | None
    turns: list[AnalysedGuess]
    skill: float
    luck: float
    guesses: int
    found: bool
    expected_guesses: float = Field(description="what the best play needs on average")
    regret: float = Field(description="guesses given away")
    saved: float | None = Field(description="guesses that luck has saved; null if unfinished")


@router.post("/score", responses=errors())
async def score_guess(question: ScoreQuestion) -> Score:
    """Score a guess against a secret."""
    rules = Rules.parse(question.rules)
    return Score(**score_fields(rules, question.guess, question.secret))


@router.post("/candidates", responses=errors(503))
async def list_candidates(
    question: CandidatesQuestion, computing: ComputingHere
) -> CandidatesAnswer:
    """List the codes that can still be the secret.

    Replies that contradict each other are answered with 422, the turns that clash and what would
    mend it.
    """
    rules = playable(question.rules)
    args = (rules, question.history, question.limit)
    answer = await computing.run(heavy(rules), jobs.possible, *args)
    return CandidatesAnswer(**answer)


@router.post("/next", responses=errors(503))
async def recommend_guess(question: NextQuestion, computing: ComputingHere) -> NextAnswer:
    """Recommend the next guess."""
    rules = playable(question.rules)
    name = named(question.strategy, rules)
    spec = StrategySpec(name, question.seed, question.start, question.consistent)
    args = (rules, question.history, spec)
    answer = await computing.run(heavy(rules, name), jobs.recommended, *args)
    return NextAnswer(**answer)


@router.post("/analyze", responses=errors(503))
async def analyze_game(question: AnalysisQuestion, computing: ComputingHere) -> AnalysisAnswer:
    """Say how good each guess of a game was, how lucky, and what would have been better."""
    rules = playable(question.rules, MOST_CODES_COMPARED)
    answer = await computing.run(True, jobs.analysis, rules, question.history)
    return AnalysisAnswer(**answer)
