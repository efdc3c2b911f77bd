"""How far a search has come, in words."""

from moolab.search.optimal import Progress

_TELLING = 0.1
"""The share that has to be settled before it says how long the rest takes: the first parts of large
games are no measure. Of mm5x8 it was thought to be 16, then 26, then 42 hours."""


def progress_text(progress: Progress) -> str:
    """How far a search has come, in words.

    >>> progress_text(Progress("the least total", 840, 854, 0.5, 7, 9.0))
    'the least total: 840 to 854, 50% settled, 9 s, about 9 s to go'
    >>> progress_text(Progress("the least total", 840, 854, 0.01, 7, 9.0))
    'the least total: 840 to 854, 1% settled, 9 s'
    """
    bounds = ""
    if progress.low is not None:
        end = "or more" if progress.high is None else f"to {progress.high:,}"
        bounds = f"{progress.low:,} {end}, "
    rest = ""
    if progress.share >= _TELLING:
        seconds = progress.seconds * (1 - progress.share) / progress.share
        rest = f", about {_duration(seconds)} to go"
    return f"{progress.aim}: {bounds}{progress.share:.0%} settled, {_clock(progress.seconds)}{rest}"


def _clock(seconds: float) -> str:
    """A time that is seen to go on.

    >>> _clock(99), _clock(185), _clock(3661)
    ('99 s', '3:05', '1:01:01')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"
