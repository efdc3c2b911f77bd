"""Questions about a game: what a guess scores, what is possible, what to guess."""

from anyio.to_thread import run_sync
from fastapi import APIRouter
from pydantic import Field

from moolab.codes.rules import Rules
from moolab.strategies.base import StrategySpec
from moolab.views.analysis import AnalyzeView
from moolab.views.codes import CandidatesView, NextView
from moolab.views.scores import ScoreView
from moolab.web import limits
from moolab.web.answers.computing import ComputingHere
from moolab.web.api.schema import Body, errors
from moolab.web.work import jobs

router = APIRouter(prefix="/api", tags=["questions"])

_MOST_CANDIDATES = 10_000
"""Candidates that are listed at most."""

_RULES = Field("ab4x10", max_length=limits.LONGEST_TEXT, examples=["ab4x10"])


class ScoreQuestion(Body):
    """A guess and a secret."""

    rules: str = _RULES
    guess: str = Field(max_length=64, examples=["1234"])
    secret: str = Field(max_length=64, examples=["1423"])


class AnalysisQuestion(Body):
    """A game, finished or not."""

    rules: str = _RULES
    history: str = Field(
        "", max_length=4000, examples=["1389=00 1234=02"], description="turns: CODE=REPLY ..."
    )


class CandidatesQuestion(AnalysisQuestion):
    """What has been replied so far."""

    limit: int = Field(100, ge=0, le=_MOST_CANDIDATES, description="how many codes to list at most")


class NextQuestion(AnalysisQuestion):
    """What has been replied so far, and who is asked for advice."""

    strategy: str = Field("entropy", max_length=16, examples=["entropy", "minimax"])
    seed: int = Field(0, ge=-(2**63), lt=2**63, description="decides what is left to chance")
    start: str | None = Field(None, max_length=64, description="the first guess")
    consistent: bool = Field(False, description="guess only what may be the secret")


@router.post("/score", responses=errors())
def score_guess(question: ScoreQuestion) -> ScoreView:
    """Score a guess against a secret."""
    rules = Rules.parse(question.rules)
    reply = rules.score(question.guess, question.secret)
    return ScoreView.of(rules, rules.code(question.guess), rules.code(question.secret), reply)


@router.post("/candidates", responses=errors(503))
async def list_candidates(question: CandidatesQuestion, computing: ComputingHere) -> CandidatesView:
    """List the codes that can still be the secret.

    Replies that contradict each other are answered with 422, the turns that clash and what would
    fix it.
    """
    rules = await run_sync(limits.playable, question.rules)
    args = (rules, question.history, question.limit)
    return await computing.run(limits.is_expensive(rules), jobs.possible, *args)


@router.post("/next", responses=errors(503))
async def recommend_guess(question: NextQuestion, computing: ComputingHere) -> NextView:
    """Recommend the next guess."""
    rules = await run_sync(limits.playable, question.rules)
    name = limits.check_strategy(question.strategy, rules)
    spec = StrategySpec(name, question.seed, question.start, question.consistent)
    args = (rules, question.history, spec)
    return await computing.run(limits.is_expensive(rules, name), jobs.recommend, *args)


@router.post("/analyze", responses=errors(503))
async def analyze_game(question: AnalysisQuestion, computing: ComputingHere) -> AnalyzeView:
    """Say how good each guess of a game was, how lucky, and what would have been better."""
    rules = await run_sync(limits.playable, question.rules, limits.MOST_CODES_COMPARED)
    return await computing.run(True, jobs.analysis, rules, question.history)
