"""The learning curve of a run as a picture."""

from __future__ import annotations

import io
import pathlib
from collections.abc import Mapping, Sequence

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, PercentFormatter

from marszoo.agents.ppo.policy_file import write_whole


def draw_curve(
    path: pathlib.Path,
    curve: Sequence[Mapping[str, float]],
    matches: Mapping[str, str],
    *,
    title: str,
    even: float | None,
) -> None:
    """Share of games won, or of goals reached, in each match, by the steps learned, as a PNG of 800 x 500 pixels.

    Args:
        curve: points with ``steps`` and, for each match, ``NAME_share``, ``NAME_low``, ``NAME_high``: the share from 0
            to 1 and its 95 % interval.
        matches: the names of the matches, each with what it is called in the picture.
        even: the share that equals have; None in games with one goal for all seats.
    """
    figure = Figure(figsize=(8, 5), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)  # no display is touched
    axes = figure.subplots()
    for name, called in matches.items():
        points = [point for point in curve if f"{name}_share" in point]
        steps = [point["steps"] for point in points]
        (line,) = axes.plot(steps, [p[f"{name}_share"] for p in points], marker=".", label=called)
        axes.fill_between(
            steps,
            [p[f"{name}_low"] for p in points],
            [p[f"{name}_high"] for p in points],
            alpha=0.2,
            color=line.get_color(),
        )
    if even is not None:
        axes.axhline(even, color="grey", linestyle=":", linewidth=1, label="equals")
    counted = "goals reached" if even is None else "games won"
    axes.set(title=title, xlabel="decisions of the learner", ylabel=f"{counted} (95 % interval)", ylim=(0, 1))
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    write_whole(path, picture.getvalue())
