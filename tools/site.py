"""The documentation site: ``python -m tools.site FOLDER``; ``--man`` makes the man page instead.

Whatever Sphinx warns of, a link that leads nowhere for example, is an error.
"""

import sys
from contextlib import redirect_stdout
from pathlib import Path

from sphinx.cmd.build import main

from moolab.cli.main import moo

DOCS = Path(__file__).parents[1] / "docs"

PRINTED = {"schemas.json": ["schema"], "openapi.json": ["serve", "--openapi"]}
"""What lies beside the index, for programs, and the command that prints it."""


def build(folder: str, *, man: bool = False) -> int:
    """Build the site, or the man page, and return Sphinx's exit code."""
    builder = "man" if man else "html"
    code = main(
        ["-q", "-W", "--keep-going", "-b", builder, "-c", str(DOCS / "site"), str(DOCS), folder]
    )
    for name, command in ({} if man else PRINTED).items():
        with Path(folder, name).open("w", encoding="utf-8") as file, redirect_stdout(file):
            moo.main(command, standalone_mode=False)
    return code


if __name__ == "__main__":
    *flags, folder = sys.argv[1:]
    sys.exit(build(folder, man="--man" in flags))
