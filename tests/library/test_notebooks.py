"""The pages of docs/notebooks, whose code runs as doctests, are notebooks as well."""

import doctest
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from tools.notebooks import PAGES, notebook, write

from moolab.library.game import Shown
from tests.helpers.patience import PATIENCE


def code_of(page: dict[str, Any]) -> list[str]:
    return [cell["source"] for cell in page["cells"] if cell["cell_type"] == "code"]


def read(page: dict[str, Any]) -> nbformat.NotebookNode:
    found: nbformat.NotebookNode = nbformat.reads(  # type: ignore[no-untyped-call] # typed in part
        json.dumps(page), as_version=4
    )
    return found


def test_each_page_becomes_a_notebook(tmp_path: Path) -> None:
    write(tmp_path)
    written = sorted(tmp_path.iterdir())
    assert [file.stem for file in written] == sorted(page.stem for page in PAGES.iterdir())
    for file in written:
        page = json.loads(file.read_text(encoding="utf-8"))
        nbformat.validate(read(page))
        assert all(">>>" not in source and source for source in code_of(page))


@pytest.mark.parametrize("page", sorted(PAGES.iterdir()), ids=lambda page: page.stem)
def test_each_page_is_a_lesson(page: Path) -> None:
    """It has a goal, an exercise and an answer, and no cell hides a result behind another."""
    text = page.read_text(encoding="utf-8")
    assert len(text.split()) < 450
    parts = re.fullmatch(
        r"# .*?\n\n\*\*Goal:\*\* .*\n## Exercise\n.*\n\*\*An answer\.\*\* .*", text, re.DOTALL
    )
    assert parts is not None
    for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        *before, _ = doctest.DocTestParser().get_examples(block)
        assert not [each.source for each in before if each.want and "print(" not in each.source]


SEARCH = """```python
>>> from moolab import Game
>>> from moolab.library.game import Shown
>>> best = Game("ab3x5").optimal(progress=True), Game("ab3x5").evaluate(progress=True)
>>> shown = Shown()
>>> shown("half", 0.5)
```"""


@cache
def outputs() -> list[list[dict[str, Any]]]:
    """What the cells of a first visit show, and then that of a search: in one run of Jupyter."""
    visit = read(notebook((PAGES / "first-visit.md").read_text(encoding="utf-8")))
    visit.cells += read(notebook(SEARCH)).cells
    NotebookClient(visit, timeout=PATIENCE).execute()
    return [
        [output["data"] for output in cell.outputs]
        for cell in visit.cells
        if cell.cell_type == "code"
    ]


# Of Jupyter's own packages, whose sockets are closed by the garbage collector.
@pytest.mark.filterwarnings("ignore")
def test_a_search_in_a_notebook_shows_a_bar_until_it_is_done() -> None:
    done, evaluated, open_one = (data["text/html"] for data in outputs()[-1])
    assert done == evaluated == ""
    assert open_one == '<progress value="0.500"></progress> half'


def test_in_a_terminal_it_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with Shown() as shown:
        shown("a third", 1 / 3)
    assert capsys.readouterr() == ("", "\r\ra third\r       \r")


# Of Jupyter's own packages, whose sockets are closed by the garbage collector.
@pytest.mark.filterwarnings("ignore")
def test_a_first_visit_is_a_notebook_that_runs() -> None:
    *visit, _ = outputs()
    shown = [data for cell in visit for data in cell]
    assert len(shown) == len(visit)
    assert "5,040" in shown[0]["text/html"]
    assert shown[1]["text/plain"] == "'12'"
    assert sum("text/html" in data for data in shown) >= 4
