"""The JSON Schemas of all answers, made from their views; this needs Pydantic."""

from typing import Any, Literal, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from moolab.games.duel import summary
from moolab.games.duel import view as duel
from moolab.games.game import Said
from moolab.games.machine.view import MachineView
from moolab.games.people.view import MatchView
from moolab.games.training.view import TrainingView
from moolab.games.trilobite import view as trilobite_game
from moolab.views import (
    analysis,
    arena,
    bench,
    codes,
    errors,
    machines,
    optimal,
    puzzles,
    training,
    trees,
    trilobite,
)
from moolab.views.base import Answer

_ANSWERS: tuple[type[Answer], ...] = (
    codes.ScoreView,
    codes.CandidatesView,
    codes.NextView,
    codes.SolveView,
    duel.DuelView,
    duel.HintView,
    trilobite_game.TrilobiteView,
    trilobite_game.HintView,
    MatchView,
    TrainingView,
    MachineView,
    Said,
    analysis.AnalyzeView,
    training.TrainView,
    trees.EvaluateView,
    arena.ArenaView,
    trees.BuildView,
    trees.ShowView,
    trees.VerifyView,
    optimal.OptimalView,
    puzzles.PuzzleView,
    puzzles.PuzzleSolveView,
    summary.StatsView,
    bench.BenchView,
    trilobite.PositionSolveView,
    trilobite.PositionScoreView,
    trilobite.PositionTreeView,
    trilobite.BookView,
    trilobite.PositionBenchView,
    machines.AsmView,
    machines.LispView,
    machines.CallView,
    machines.CheckView,
    machines.CompareView,
    machines.SizeView,
    machines.CalculatorView,
    machines.ListingView,
    errors.ErrorAnswer,
)


def _name(answer: type[Answer]) -> str:
    [schema] = get_args(answer.__annotations__["schema"])
    name: str = schema.split("/")[1]
    return name


ANSWERS = {_name(answer): answer for answer in _ANSWERS}
"""All answers, by the middle part of their ``schema``: the name of the command, or of the game."""


class _Dialect(GenerateJsonSchema):
    """Schemas that name the draft of JSON Schema in which they are written."""

    def generate(self, schema: Any, mode: Any = "serialization") -> JsonSchemaValue:
        return {"$schema": self.schema_dialect, **super().generate(schema, mode)}


def schema_of(answer: type[Answer]) -> dict[str, Any]:
    """The JSON Schema of one answer.

    >>> schema_of(codes.ScoreView)["required"]
    ['schema', 'rules', 'guess', 'secret', 'reply', 'bulls', 'cows']
    """
    return TypeAdapter(answer).json_schema(mode="serialization", schema_generator=_Dialect)


def schemas() -> dict[str, Any]:
    """One JSON Schema for all answers, which tells them apart by their ``schema``."""
    mode: Literal["serialization"] = "serialization"
    refs, definitions = TypeAdapter.json_schemas(
        (name, mode, TypeAdapter(answer)) for name, answer in ANSWERS.items()
    )
    return {
        "$schema": _Dialect.schema_dialect,
        "title": "What moolab answers",
        "description": "Whatever a command prints with --json, one line of it.",
        "anyOf": [refs[name, mode] for name in ANSWERS],
        **definitions,
    }
