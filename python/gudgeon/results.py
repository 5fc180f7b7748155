"""Results of runs, read from their folders, even while the run is still going."""

import ctypes
import json
import re
import shutil
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Dict, Iterator, List, Optional, Union

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
    """The results in a folder, as they are now. `results["joints/big-end/film_min"]` is a channel over time."""

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
        """The title of the model."""
        return lib.gud_results_title(self._handle).decode()

    @property
    def model_text(self) -> str:
        """The model as YAML."""
        return lib.gud_results_model(self._handle).decode()

    @property
    def ended(self) -> bool:
        """False if the run is still going or was stopped."""
        return lib.gud_results_ended(self._handle)

    @property
    def units(self) -> Dict[str, str]:
        """The unit of each channel."""
        return {path: channel[2] for path, channel in self._channels.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._channels)

    def __len__(self) -> int:
        return len(self._channels)

    def __contains__(self, path: str) -> bool:
        return path in self._channels

    def entry(self, key: str) -> Union[float, str]:
        """A setting or counter of the run, such as "tolerance" or "steps"."""
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
        raise KeyError(f"no channel '{path}'" + (f"; did you mean {' or '.join(near)}?" if near else ""))

    @property
    def time(self) -> Series:
        """The times of the records."""
        return self["time"]

    def __getitem__(self, path: str) -> Series:
        channel, component = self._find(path)
        index, is_field, unit, about, width, _, _, _, count = channel
        if is_field:
            raise KeyError(f"'{path}' is a map; use field('{path}')")
        values = self._array(index, count, width)
        values = values[:, component or 0] if width == 1 or component is not None else values
        return Series(values, unit, path, about, self._array(0, count, 1)[:, 0])

    def field(self, path: str) -> Field:
        """Snapshots of a map, or the log of contacts."""
        index, is_field, unit, about, width, rows, columns, _, count = self._find(path)[0]
        if not is_field:
            raise KeyError(f"'{path}' is not a map")
        values = self._array(index, count, width).reshape(count, rows, columns)
        return Field(path, unit, about, self._times(index, count), values)

    def match(self, pattern: str) -> List[str]:
        """Paths of channels that match a pattern such as "joints/*/film_min": `*` stands for any characters, `?` for one."""
        wanted = re.compile("".join({"*": ".*", "?": "."}.get(c, re.escape(c)) for c in pattern), re.DOTALL)
        return [path for path in self._channels if wanted.fullmatch(path)]

    def summary(self) -> Dict[str, Any]:
        """What `gudgeon summary --json` prints: the bearings, statistics of the channels and counters of the run, over the last
        full cycle where the run has one."""
        text = ctypes.c_void_p()
        status = lib.gud_results_summary(self._handle, text)
        if status < 0:
            raise make(status, lib.gud_results_error(self._handle).decode())
        return json.loads(_library.take_text(text.value))

    def bearings(self) -> Table:
        """One row for each bearing, the worst first, as printed by `gudgeon summary`: smallest film, peak pressures, losses and
        flow over the last full cycle. `summary()["bearings"]` also has the instants."""
        rows = [{key: Quantity(value["value"], value["unit"]) if isinstance(value, dict) else value
                 for key, value in bearing.items() if key != "warnings"} for bearing in self.summary()["bearings"]]
        return Table(list(dict.fromkeys(key for row in rows for key in row)) or ["name"], rows)

    def to_pandas(self, channels: Optional[List[str]] = None):
        """Channels as columns of a pandas.DataFrame over time. Needs pandas."""
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
        """Channels as an xarray.Dataset over time, with units as attributes. Needs xarray."""
        import xarray

        found = {}
        for path in channels or [p for p, c in self._channels.items() if not c[1] and p != "time"]:
            values = self[path]
            names = ("time",) if values.ndim == 1 else ("time", path + ".component")
            found[path] = xarray.DataArray(numpy.asarray(values), dims=names, attrs={"units": values.unit})
        return xarray.Dataset(found, coords={"time": numpy.asarray(self.time)})

    def plot(self, *channels: str, over: str = "time", axes=None):
        """Plots channels over another one, in the colours of the command. Needs matplotlib."""
        from .figures import draw

        return draw([self[path] for path in channels], self[over], axes)

    def __repr__(self) -> str:
        state = "" if self.ended else ", not ended"
        return f"<gudgeon.Results {self.title!r}: {len(self)} channels, {self._channels['time'][8]} records{state}>"


def open_results(path: Union[str, PathLike]) -> Results:
    """Opens a folder of results or an .h5 file, as it is now."""
    return Results(path)


__all__ = ["Field", "Quantity", "Results", "open_results"]
