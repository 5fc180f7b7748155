"""Numbers and arrays with units."""

from typing import Optional

import numpy

_prefixes = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n"), (1e-12, "p")]
_prefixed = {"m", "N", "Pa", "J", "W", "N.m", "m/s", "s"}


def _shown(value: float, unit: str) -> str:
    if unit in _prefixed and value != 0.0 and numpy.isfinite(value):
        for scale, prefix in _prefixes:
            if abs(value) >= scale:
                return f"{value / scale:.5g} {prefix}{unit}"
    return f"{value:.6g}" + ("" if unit in ("", "1") else f" {unit}")


class Quantity(float):
    """A number with its SI unit: a float that prints 4.9713e-07 m as "497.13 nm"."""

    unit: str

    def __new__(cls, value: float, unit: str = "1") -> "Quantity":
        made = super().__new__(cls, value)
        made.unit = unit
        return made

    def __str__(self) -> str:
        return _shown(float(self), self.unit)

    def __repr__(self) -> str:
        return f"Quantity({float(self)!r}, {self.unit!r})"


class Series(numpy.ndarray):
    """An array of values with a unit, a path and times. Slices keep the unit."""

    unit: str
    path: str
    about: str
    time: Optional[numpy.ndarray]

    def __new__(cls, values, unit="1", path="", about="", time=None) -> "Series":
        made = numpy.asarray(values, dtype=float).view(cls)
        made.unit, made.path, made.about, made.time = unit, path, about, time
        return made

    def __array_finalize__(self, source):
        for name, fallback in (("unit", "1"), ("path", ""), ("about", "")):
            setattr(self, name, getattr(source, name, fallback))
        self.time = None

    def __getitem__(self, key):
        item = super().__getitem__(key)
        if not isinstance(item, Series):
            return Quantity(item, self.unit)
        rows = key[0] if isinstance(key, tuple) else key
        if self.time is not None and not isinstance(rows, (int, numpy.integer)) and item.ndim > 0:
            item.time = self.time[rows]
        return item

    def _number(self, value):
        return Quantity(value, self.unit) if numpy.ndim(value) == 0 else value

    def min(self, *args, **kwargs):
        """The smallest value."""
        return self._number(numpy.asarray(self).min(*args, **kwargs))

    def max(self, *args, **kwargs):
        """The largest value."""
        return self._number(numpy.asarray(self).max(*args, **kwargs))

    def mean(self, *args, **kwargs):
        """The mean of the records; `average` is the mean over time."""
        return self._number(numpy.asarray(self).mean(*args, **kwargs))

    def average(self) -> Quantity:
        """The mean over time, by the trapezoidal rule."""
        if self.time is None or len(self) < 2:
            return self.mean()
        values, t = numpy.asarray(self), self.time
        return Quantity(((values[1:] + values[:-1]) / 2.0 * numpy.diff(t)).sum() / (t[-1] - t[0]), self.unit)

    def __repr__(self) -> str:
        return f"Series({self.path}, {numpy.asarray(self)!r}, {self.unit!r})"
