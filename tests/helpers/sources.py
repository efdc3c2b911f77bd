"""What the sources of moolab import: read once in a process."""

import ast
from functools import cache
from pathlib import Path


@cache
def imports(file: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All imports of a module, those within functions included."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
