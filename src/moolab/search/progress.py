"""How far a search has come, in words."""

from moolab.search.optimal import Progress


def progress_text(progress: Progress) -> str:
    """How far a search has come, in words."""
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
