"""The analysis of a game as a picture; the extra ``plot`` brings what it needs."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from moolab.analysis.game import Analysis
from moolab.support.atomic import replace_file

FORMATS = ("png", "svg")
"""The endings of files that a picture can be written to."""

_SETTINGS: Any = {
    # The same game, the same file; text stays text, which can be searched and read aloud.
    "svg.hashsalt": "moolab",
    "svg.fonttype": "none",
    "hatch.linewidth": 0.6,
}
_ANONYMOUS = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}
_INCHES = 4.8, 5.4
_DOTS_PER_INCH = 150
_BAR = 0.38


def plot(games: Sequence[tuple[str, Analysis]], path: Path) -> None:
    """Draw the codes left after each guess, and the skill and luck of each.

    Everything can be told apart without colours. Codes of the game are not shown.

    Args:
        games: one or several, side by side, each with its title.
        path: where to write the picture, as PNG or SVG by its ending.

    Raises:
        OSError: if the file cannot be written.
    """
    kind = path.suffix.removeprefix(".").lower()
    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        # A font need not have all symbols of an alphabet.
        warnings.simplefilter("ignore", UserWarning)
        width, height = _INCHES
        figure = Figure((width * len(games), height), layout="constrained")
        axes = figure.subplots(2, len(games), squeeze=False, sharex="col", sharey="row")
        for (title, analysis), codes, quality in zip(games, *axes, strict=True):
            codes.set_title(title.replace("$", r"\$"))
            _draw_codes(codes, analysis)
            _draw_quality(quality, analysis)
        first_codes, first_quality = axes[:, 0]
        first_codes.set_ylabel("codes left (logarithmic)")
        first_quality.set_ylabel("skill and luck, 0 to 100")
        with replace_file(path) as file:
            figure.savefig(file, format=kind, dpi=_DOTS_PER_INCH, metadata=_ANONYMOUS[kind])


def _draw_codes(axes: Axes, analysis: Analysis) -> None:
    left = [analysis.rules.size, *(turn.after.count for turn in analysis.turns)]
    axes.set_yscale("log")
    axes.plot(range(len(left)), left, color="black", marker="o", drawstyle="steps-post")
    for number, count in enumerate(left):
        axes.annotate(
            f"{count:,}", (number, count), (4, 4), textcoords="offset points", fontsize="small"
        )
    axes.grid(visible=True, axis="y", linestyle=":", color="0.7")
    axes.margins(x=0.08, y=0.15)


def _draw_quality(axes: Axes, analysis: Analysis) -> None:
    numbers = [turn.number for turn in analysis.turns]
    skill = [turn.judgement.skill for turn in analysis.turns]
    luck = [turn.luck for turn in analysis.turns]
    looks: list[tuple[str, list[float], float, str, str]] = [
        ("skill", skill, -_BAR / 2, "#4477aa", ""),
        ("luck", luck, _BAR / 2, "#ffffff", "//"),
    ]
    for name, values, shift, colour, hatch in looks:
        places = [number + shift for number in numbers]
        axes.bar(places, values, _BAR, label=name, color=colour, hatch=hatch, edgecolor="black")
    axes.set_ylim(0, 105)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.set_xlabel("guess")
    axes.grid(visible=True, axis="y", linestyle=":", color="0.7")
    axes.set_axisbelow(True)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=2, frameon=False)
