"""Recorded channels as functions of time, whatever the distance of the records."""

import bisect


def mean(series):
    """Mean over time by straight lines between records"""
    t, v = series
    return sum(0.5 * (v[i] + v[i + 1]) * (t[i + 1] - t[i]) for i in range(len(t) - 1)) / (t[-1] - t[0])


def interpolate(series, t):
    time, values = series
    i = min(max(bisect.bisect_right(time, t) - 1, 0), len(time) - 2)
    step = time[i + 1] - time[i]
    part = (t - time[i]) / step if step > 0.0 else 1.0
    return values[i] + part * (values[i + 1] - values[i])


def differences(first, second, every=1e-3):
    """Differences of two series at equal instants"""
    end = min(first[0][-1], second[0][-1])
    instants = [i * every for i in range(int(first[0][0] / every) + 1, int(end / every) + 1)]
    return [interpolate(first, t) - interpolate(second, t) for t in instants]


def rms(values):
    return (sum(x * x for x in values) / len(values)) ** 0.5


def window(over, series, low, high):
    """Part of a series where the values of `over` (as many) are between two bounds"""
    chosen = [i for i, x in enumerate(over) if low <= x <= high]
    return [series[0][i] for i in chosen], [series[1][i] for i in chosen]
