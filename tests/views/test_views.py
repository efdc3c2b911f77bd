"""What all views have in common."""

import json
import pickle
from itertools import count, islice

from moolab.deduction.candidates import candidates
from moolab.trilobite.board import Board
from moolab.trilobite.views import PositionTreeView
from moolab.views.certificates import VerifyView
from moolab.views.codes import CandidatesView
from moolab.views.turns import TreeTotals


def test_a_long_list_is_written_while_it_comes() -> None:
    view = CandidatesView.of(candidates("ab4x10"), (f"{code}" for code in count()))
    begun = "".join(islice(view.pieces(), 20))
    assert begun.startswith('{"schema": "moolab/candidates/1", "rules": "ab4x10", "turns": [], ')
    assert '"codes": ["0", "1", "2"' in begun


def test_a_tree_of_positions_is_written_while_it_is_walked() -> None:
    view = PositionTreeView.of(Board.empty(), ((depth, Board.empty()) for depth in count()))
    begun = ""
    for piece in view.pieces():
        begun += piece
        if '"depth": 0' in begun:
            break
    assert '"tree": [{"depth": 0, "moves": ""' in begun


def test_the_pieces_are_the_fields() -> None:
    known = candidates("ab2x3", "01=10", mistakes=1)
    view = CandidatesView.of(known, tuple(known))
    assert json.loads("".join(view.pieces())) == view.fields()
    assert json.loads("".join(CandidatesView.of(known, iter(())).pieces()))["codes"] == []


def test_keys_of_json_are_texts() -> None:
    totals = TreeTotals(
        secrets=3, total=6, mean=2.0, max=3, distribution={1: 1, 2: 1, 3: 1}, cost=6, expected=2.0
    )
    assert totals.fields()["distribution"] == {"1": 1, "2": 1, "3": 1}


def test_a_view_goes_from_one_process_to_another() -> None:
    view = VerifyView.of_fault("tree.json", "tree", "it is empty")
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own


def test_what_is_not_known_is_there_as_null() -> None:
    fields = VerifyView.of_fault("tree.json", "tree", "it is empty").fields()
    assert [name for name, value in fields.items() if value is not None] == [
        *("schema", "file", "kind", "valid", "fault")
    ]
