"""What ``pyproject.toml`` says of the project, for the site and for images.

``podman build $(python -m tools.addresses) -t moolab .`` gives an image its labels.
"""

import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def project(root: Path = ROOT) -> dict[str, Any]:
    """The table ``[project]``, in which ``urls`` may lack."""
    found: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return {"urls": {}} | found


def labels(root: Path = ROOT) -> Iterator[str]:
    """The options that label an image, by the names of the Open Container Initiative."""
    told = project(root)
    git = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(git, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603
    found = {
        "title": told["name"],
        "version": told["version"],
        "licenses": told["license"],
        "revision": commit.stdout.strip(),
        "source": told["urls"].get("Repository"),
        "documentation": told["urls"].get("Documentation"),
    }
    return (
        f"--label=org.opencontainers.image.{name}={text}" for name, text in found.items() if text
    )


if __name__ == "__main__":
    print(*labels(), sep="\n")
