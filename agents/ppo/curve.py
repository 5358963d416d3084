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
    path: pathlib.Path, curve: Sequence[Mapping[str, float]], opponents: Sequence[str], *, title: str, even: float
) -> None:
    """Share of games won against each opponent, by the steps learned, as a PNG of 800 x 500 pixels.

    Args:
        curve: points with ``steps`` and, for each opponent, ``NAME_share``, ``NAME_low``, ``NAME_high``: the share from 0
            to 1 and its 95 % interval.
        even: the share that equals have.
    """
    figure = Figure(figsize=(8, 5), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)  # no display is touched
    axes = figure.subplots()
    for name in opponents:
        points = [point for point in curve if f"{name}_share" in point]
        steps = [point["steps"] for point in points]
        (line,) = axes.plot(steps, [p[f"{name}_share"] for p in points], marker=".", label=f"against {name}")
        axes.fill_between(
            steps,
            [p[f"{name}_low"] for p in points],
            [p[f"{name}_high"] for p in points],
            alpha=0.2,
            color=line.get_color(),
        )
    axes.axhline(even, color="grey", linestyle=":", linewidth=1, label="equals")
    axes.set(title=title, xlabel="decisions of the learner", ylabel="games won (95 % interval)", ylim=(0, 1))
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    write_whole(path, picture.getvalue())
