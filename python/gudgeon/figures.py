"""Figures drawn with matplotlib in the style of the command."""

from typing import List

import numpy

from .quantities import Series

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#444444"]


def _label(series: Series) -> str:
    return series.path + ("" if series.unit == "1" else f" [{series.unit}]")


def draw(series: List[Series], over: Series, axes=None):
    """Plots series over another one; returns the axes."""
    import matplotlib.pyplot

    if axes is None:
        axes = matplotlib.pyplot.subplots(figsize=(7.0, 4.0))[1]
    for i, one in enumerate(series):
        axes.plot(numpy.asarray(over), numpy.asarray(one), color=COLOURS[i % len(COLOURS)], linewidth=1.2,
                  label=one.path)
    axes.grid(True, color="#e4e4e4", linewidth=0.5)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(_label(over))
    if len(series) == 1:
        axes.set_ylabel(_label(series[0]))
    else:
        axes.set_ylabel(f"[{series[0].unit}]")
        axes.legend(frameon=False)
    return axes
