"""The documentation site: ``python -m tools.site FOLDER``; ``--man`` makes the man page instead.

Whatever Sphinx warns of, a link that leads nowhere for example, is an error.
"""

import sys
from pathlib import Path

from sphinx.cmd.build import main

DOCS = Path(__file__).parents[1] / "docs"


def build(folder: str, *, man: bool = False) -> int:
    """Build the site, or the man page, and return Sphinx's exit code."""
    builder = "man" if man else "html"
    return main(
        ["-q", "-W", "--keep-going", "-b", builder, "-c", str(DOCS / "site"), str(DOCS), folder]
    )


if __name__ == "__main__":
    *flags, folder = sys.argv[1:]
    sys.exit(build(folder, man="--man" in flags))
