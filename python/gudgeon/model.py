"""Models: load, look, run, start."""

import ctypes
import shutil
import tempfile
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Dict, List, Optional, Union

from . import _library
from ._library import ITEMS, lib, overrides_of, text_list
from .errors import check
from .interrupts import caught
from .progress import Bar
from .results import Results
from .simulation import Simulation, Trace, trace

Overrides = Union[Dict[str, Any], List[str], None]


@dataclass(frozen=True)
class Item:
    """A part of a model: a body, a joint, a drive, a force, a coordinate or an input."""

    name: str
    type: str
    unit: str
    first: str
    second: str
    value: float
    low: float
    high: float
    about: str


class Model:
    """A model, made by `load` or `read`. It never changes, and any number of threads may simulate it."""

    def __init__(self, handle: ctypes.c_void_p):
        self._handle = handle

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.gud_model_free(handle)

    @property
    def title(self) -> str:
        """The title, "" if there is none."""
        return lib.gud_model_title(self._handle).decode()

    @property
    def text(self) -> str:
        """The whole model as YAML, after includes and overrides."""
        return lib.gud_model_text(self._handle).decode()

    @property
    def hash(self) -> int:
        """A hash; equal models have equal hashes."""
        return lib.gud_model_hash(self._handle)

    def _items(self, kind: str) -> Dict[str, Item]:
        struct, found = _library.ItemStruct(), {}
        for i in range(lib.gud_model_count(self._handle, ITEMS[kind])):
            lib.gud_model_get(self._handle, ITEMS[kind], i, struct)
            fields = {name: getattr(struct, name) for name, _ in struct._fields_}
            item = Item(**{k: v.decode() if isinstance(v, bytes) else v for k, v in fields.items()})
            found[item.name] = item
        return found

    @property
    def bodies(self) -> Dict[str, Item]:
        """Bodies by name; `value` is the mass."""
        return self._items("bodies")

    @property
    def joints(self) -> Dict[str, Item]:
        """Joints by name; `type` is "clearance" for all that are not ideal."""
        return self._items("joints")

    @property
    def drives(self) -> Dict[str, Item]:
        """Drives by the name of their coordinate."""
        return self._items("drives")

    @property
    def forces(self) -> Dict[str, Item]:
        """Springs and loads by name."""
        return self._items("forces")

    @property
    def coordinates(self) -> Dict[str, Item]:
        """Named angles and travels."""
        return self._items("coordinates")

    @property
    def inputs(self) -> Dict[str, Item]:
        """Inputs by name; `value` is the default, `low` and `high` the range."""
        return self._items("inputs")

    def start(self, inputs: Optional[Dict[str, float]] = None) -> Simulation:
        """A simulation at the start of the run."""
        return Simulation(self, inputs)

    def simulate(self, channels: List[str], inputs: Optional[Dict[str, float]] = None) -> Trace:
        """Runs in memory, without a folder, and keeps the chosen channels at every step."""
        return trace(self.start(inputs), channels)

    def run(self, folder: Union[str, PathLike, None] = None, progress: bool = False, resume: bool = False,
            force: bool = False) -> Results:
        """Runs into a folder, as `gudgeon run` does, or into a temporary one that is removed together with the results.
        Ctrl-C stops the run; `resume=True` continues it in its folder."""
        own = tempfile.mkdtemp(prefix="gudgeon-") if folder is None else None
        path = own or fspath(folder)
        try:
            self._run(path, progress, (1 if resume else 0) | (2 if force else 0))
            return Results(path, own)
        except BaseException:
            if own:
                shutil.rmtree(own, ignore_errors=True)
            raise

    def _run(self, path: str, progress: bool, flags: int) -> None:
        bar = Bar(progress, self.title)
        report, why = _library.ReportStruct(), ctypes.c_void_p()
        with caught() as interrupts:

            def tell(_user, fraction, _position, _steps):
                bar.show(fraction)
                return len(interrupts)

            callback = _library.RunProgress(tell)
            status = lib.gud_model_run(self._handle, path.encode(), flags, callback, None, report, why)
            bar.close()
        check(status, why)

    def __repr__(self) -> str:
        return f"<gudgeon.Model {self.title!r}: {len(self.bodies)} bodies, {len(self.joints)} joints>"


def _load(path: str, text: Optional[str], overrides: Overrides, plugins: bool) -> Model:
    texts = overrides_of(overrides)
    handle, why = ctypes.c_void_p(), ctypes.c_void_p()
    check(lib.gud_model_load_with(path.encode(), None if text is None else text.encode(), text_list(texts), len(texts),
                                  1 if plugins else 0, handle, why), why)
    return Model(handle)


def load(path: Union[str, PathLike], overrides: Overrides = None, plugins: bool = False) -> Model:
    """Loads a model file. `overrides` such as {"bodies.crank.mass": "0.4 kg"} work like --set of the command. `plugins` allows
    the file to load laws from shared libraries, which can run any code."""
    return _load(fspath(path), None, overrides, plugins)


def read(text: str, overrides: Overrides = None, name: str = "model.yaml", plugins: bool = False) -> Model:
    """Loads a model from text. Messages use `name` for the file; files that the model names are sought beside it."""
    return _load(name, text, overrides, plugins)
