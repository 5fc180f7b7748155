"""Results of runs, read from their folders; also while the run goes on."""

import ctypes
import fnmatch
import shutil
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Dict, Iterator, List, Optional, Union

import numpy

from . import _library
from ._library import lib, names_of
from .errors import check, make
from .quantities import Quantity, Series
from .tables import Table


@dataclass(frozen=True)
class Field:
    """Snapshots over a grid: values[record, row, column] at `time`."""

    path: str
    unit: str
    about: str
    time: numpy.ndarray
    values: numpy.ndarray


class Results:
    """A folder with results as it is now. `results["joints/big-end/film_min"]` is a channel over time."""

    def __init__(self, path: Union[str, PathLike], own: Optional[str] = None):
        self._own, self._handle = own, None
        handle, why = ctypes.c_void_p(), ctypes.c_void_p()
        check(lib.gud_results_open(fspath(path).encode(), handle, why), why)
        self._handle = handle
        self.path = fspath(path)
        self._channels = {}
        struct = _library.ResultsChannelStruct()
        for i in range(lib.gud_results_channel_count(handle)):
            lib.gud_results_channel(handle, i, struct)
            self._channels[struct.path.decode()] = (
                i, struct.kind == 1, struct.unit.decode(), struct.about.decode(), struct.width, struct.rows,
                struct.columns, names_of(struct.components, struct.width), struct.records)

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.gud_results_free(handle)
        if getattr(self, "_own", None):
            shutil.rmtree(self._own, ignore_errors=True)

    @property
    def title(self) -> str:
        """That of the model."""
        return lib.gud_results_title(self._handle).decode()

    @property
    def model_text(self) -> str:
        """The model as YAML."""
        return lib.gud_results_model(self._handle).decode()

    @property
    def ended(self) -> bool:
        """False: the run goes on, or was stopped."""
        return lib.gud_results_ended(self._handle)

    @property
    def units(self) -> Dict[str, str]:
        """Units of all channels."""
        return {path: channel[2] for path, channel in self._channels.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._channels)

    def __len__(self) -> int:
        return len(self._channels)

    def __contains__(self, path: str) -> bool:
        return path in self._channels

    def entry(self, key: str) -> Union[float, str]:
        """A setting or a counter of the run: "tolerance", "steps"."""
        number, text = ctypes.c_double(), ctypes.c_char_p()
        if lib.gud_results_entry(self._handle, key.encode(), number, text) < 0:
            raise KeyError(key)
        return text.value.decode() if text.value is not None else number.value

    def _array(self, index: int, count: int, width: int) -> numpy.ndarray:
        values = numpy.empty((count, width))
        self._check(lib.gud_results_read(self._handle, index, 0, count, values.ctypes.data, values.size))
        return values

    def _times(self, index: int, count: int) -> numpy.ndarray:
        times = numpy.empty(count)
        self._check(lib.gud_results_read_times(self._handle, index, 0, count, times.ctypes.data, count))
        return times

    def _check(self, status: int) -> None:
        if status < 0:
            raise make(status, lib.gud_results_error(self._handle).decode())

    def _find(self, path: str):
        if path in self._channels:
            return self._channels[path], None
        stem, dot, component = path.rpartition(".")
        channel = self._channels.get(stem) if dot else None
        if channel and channel[7] and component in channel[7]:
            return channel, channel[7].index(component)
        near = [p for p in self._channels if path.split("/")[-1] in p][:5]
        raise KeyError(f"no channel '{path}'" + (f"; there are {', '.join(near)}" if near else ""))

    @property
    def time(self) -> Series:
        """The times of the records."""
        return self["time"]

    def __getitem__(self, path: str) -> Series:
        channel, component = self._find(path)
        index, is_field, unit, about, width, _, _, _, count = channel
        if is_field:
            raise KeyError(f"'{path}' has snapshots of its own; use field('{path}')")
        values = self._array(index, count, width)
        values = values[:, component or 0] if width == 1 or component is not None else values
        return Series(values, unit, path, about, self._array(0, count, 1)[:, 0])

    def field(self, path: str) -> Field:
        """Snapshots of a map, or the log of contacts."""
        index, is_field, unit, about, width, rows, columns, _, count = self._find(path)[0]
        if not is_field:
            raise KeyError(f"'{path}' is no map")
        values = self._array(index, count, width).reshape(count, rows, columns)
        return Field(path, unit, about, self._times(index, count), values)

    def match(self, pattern: str) -> List[str]:
        """Paths of channels such as "joints/*/film_min"."""
        return [path for path in self._channels if fnmatch.fnmatchcase(path, pattern)]

    def bearings(self) -> Table:
        """A row for every lubricated joint: films, pressures and losses over the whole run."""
        rows = []
        for path in self.match("joints/*/film_min"):
            joint = path[: -len("/film_min")]
            row = {"joint": joint[len("joints/"):], "film_min": self[path].min(), "film_mean": self[path].average()}
            for name, column, pick in (("film_pressure_max", "pressure_max", "max"), ("loss", "loss_mean", "average"),
                                       ("side_flow", "side_flow", "average")):
                if f"{joint}/{name}" in self:
                    row[column] = getattr(self[f"{joint}/{name}"], pick)()
            rows.append(row)
        columns = ["joint", "film_min", "film_mean", "pressure_max", "loss_mean", "side_flow"]
        return Table([c for c in columns if any(c in row for row in rows)] or columns[:2], rows)

    def to_pandas(self, channels: Optional[List[str]] = None):
        """Channels as columns of a pandas.DataFrame over time; pandas has to be installed."""
        import pandas

        columns = {}
        for path in channels or [p for p, c in self._channels.items() if not c[1] and p != "time"]:
            names, values = self._channels[path][7] if path in self._channels else None, numpy.asarray(self[path])
            if values.ndim == 1:
                columns[path] = values
            else:
                for k in range(values.shape[1]):
                    columns[f"{path}.{names[k] if names else k}"] = values[:, k]
        return pandas.DataFrame(columns, index=pandas.Index(numpy.asarray(self.time), name="time"))

    def to_xarray(self, channels: Optional[List[str]] = None):
        """Channels as an xarray.Dataset over time, with units as attributes; xarray has to be installed."""
        import xarray

        found = {}
        for path in channels or [p for p, c in self._channels.items() if not c[1] and p != "time"]:
            values = self[path]
            names = ("time",) if values.ndim == 1 else ("time", path + ".component")
            found[path] = xarray.DataArray(numpy.asarray(values), dims=names, attrs={"units": values.unit})
        return xarray.Dataset(found, coords={"time": numpy.asarray(self.time)})

    def plot(self, *channels: str, over: str = "time", axes=None):
        """Draws channels over another one, in the colours of the command; matplotlib has to be installed."""
        from .figures import draw

        return draw([self[path] for path in channels], self[over], axes)

    def __repr__(self) -> str:
        state = "" if self.ended else ", not ended"
        return f"<gudgeon.Results {self.title!r}: {len(self)} channels, {self._channels['time'][8]} records{state}>"


def open_results(path: Union[str, PathLike]) -> Results:
    """Opens a folder with results, or an .h5 file, as it is now."""
    return Results(path)


__all__ = ["Field", "Quantity", "Results", "open_results"]
