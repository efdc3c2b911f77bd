"""Best trees, and the search for them."""

from typing import Any

from moolab.search.optimal import Optimum, Progress


def optimum_fields(best: Optimum, *, consistent: bool) -> dict[str, Any]:
    """What a search has found.

    Args:
        consistent: whether only what might be the secret was guessed.
    """
    return {
        "rules": str(best.rules),
        "objective": best.objective,
        "consistent": consistent,
        "total": best.total,
        "max": best.max,
        "at_max": best.at_max,
        "histogram": best.histogram,
        "proven": best.proven,
        "bound": best.bound,
        "nodes": best.nodes,
        "seconds": round(best.seconds, 3),
        "cpu_seconds": round(best.cpu_seconds, 3),
    }


def progress_text(progress: Progress) -> str:
    """How far a search has come, for whoever waits."""
    bounds = ""
    if progress.low is not None:
        end = "or more" if progress.high is None else f"to {progress.high:,}"
        bounds = f"{progress.low:,} {end}, "
    rest = ""
    if progress.share > 0:
        seconds = progress.seconds * (1 - progress.share) / progress.share
        rest = f", about {_duration(seconds)} to go"
    return (
        f"{progress.aim}: {bounds}{progress.share:.0%} settled, {_duration(progress.seconds)}{rest}"
    )


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"
