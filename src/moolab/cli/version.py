"""``moo --version``: what a report of a fault has to name."""

import json
import subprocess
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path


def told() -> Iterator[str]:
    """The lines: the version with its commit, and the addresses, as far as they are known."""
    installed = distribution("moolab")
    commit = _commit(installed)
    yield f"moo, version {installed.version}" + (f" (commit {commit})" if commit else "")
    for each in installed.metadata.get_all("Project-URL") or ():
        yield each.replace(", ", ": ", 1)


def _commit(installed: Distribution) -> str:
    """The commit of the checkout that runs, or of the repository that pip installed from."""
    source = Path(__file__).parents[3]
    if (source / ".git").exists():
        git = ("git", "describe", "--always", "--dirty", "--exclude=*")
        try:
            done = subprocess.run(  # noqa: S603 - these words alone
                git, cwd=source, capture_output=True, text=True, check=False
            )
        except OSError:  # there is no Git
            return ""
        return done.stdout.strip()
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    return str(origin.get("vcs_info", {}).get("commit_id", ""))[:8]
