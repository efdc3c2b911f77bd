"""The pages of ``docs/notebooks`` as notebooks: ``python -m tools.notebooks FOLDER``.

What is between the code is a cell of text; each block of code is a cell, without the answers that
the page shows, which running it gives again.
"""

import doctest
import json
import re
import sys
from pathlib import Path
from typing import Any

PAGES = Path(__file__).parents[1] / "docs" / "notebooks"

_BLOCK = re.compile(r"^```python\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def notebook(page: str) -> dict[str, Any]:
    """A page in the notebook format, version 4.

    Args:
        page: Markdown with blocks of doctests.
    """
    parts = _BLOCK.split(page)
    cells = [
        _cell("code" if number % 2 else "markdown", number, _source(part) if number % 2 else part)
        for number, part in enumerate(parts)
        if part.strip()
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}


def _source(block: str) -> str:
    return "".join(example.source for example in doctest.DocTestParser().get_examples(block))


def _cell(kind: str, number: int, text: str) -> dict[str, Any]:
    cell = {"id": f"{kind}-{number}", "cell_type": kind, "metadata": {}, "source": text.strip()}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def write(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in sorted(PAGES.glob("*.md")):
        text = json.dumps(notebook(page.read_text(encoding="utf-8")), indent=1, ensure_ascii=False)
        (folder / f"{page.stem}.ipynb").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
