"""Simulations: advance, read channels, set inputs, save and restore."""

import ctypes
import threading
from dataclasses import dataclass
from functools import partial
from collections.abc import Mapping
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy

from . import _library
from ._library import END, ITEMS, OK, lib, names_of
from .errors import make
from .interrupts import caught
from .quantities import Quantity, Series

_no_callback = ctypes.cast(None, _library.StepCallback)


@dataclass(frozen=True)
class Linear:
    """M dv/dt + C dv + K dx + J' dlam = 0 and J dx = 0 about a state; eigenvalues in 1/s, those of exp(lambda t)."""

    mass: numpy.ndarray
    damping: numpy.ndarray
    stiffness: numpy.ndarray
    jacobian: numpy.ndarray
    basis: numpy.ndarray
    eigenvalues: numpy.ndarray


@dataclass(frozen=True)
class Motion:
    """The motion of a frame in world coordinates, as passed to a user force."""

    position: numpy.ndarray
    rotation: numpy.ndarray
    velocity: numpy.ndarray
    spin: numpy.ndarray


@dataclass(frozen=True)
class Trace:
    """Channels of a run kept in memory: `trace["joints/hinge/reaction_force"]`."""

    time: numpy.ndarray
    channels: Dict[str, Series]

    def __getitem__(self, path: str) -> Series:
        return self.channels[path]


class _Inputs(Mapping):
    """sim.inputs["torque"] = 3.0, in SI units."""

    def __init__(self, sim: "Simulation"):
        self._sim = sim
        self._numbers = {name: i for i, name in enumerate(sim.model.inputs)}
        self._which, self._value = ctypes.c_int(), ctypes.c_double()
        self._set = partial(lib.gud_sim_set, sim._handle, ctypes.addressof(self._which), 1,
                            ctypes.addressof(self._value))
        self._get = partial(lib.gud_sim_get, sim._handle, ctypes.addressof(self._which), 1,
                            ctypes.addressof(self._value))

    def __setitem__(self, name: str, value: float) -> None:
        self._which.value, self._value.value = self._numbers[name], value
        status = self._set()
        if status < 0:
            self._sim._fail(status)

    def __getitem__(self, name: str) -> float:
        self._which.value = self._numbers[name]
        self._get()
        return self._value.value

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        return repr({name: self[name] for name in self})


class Simulation:
    """A simulation of a model. Use each from one thread at a time; several may run in parallel threads."""

    def __init__(self, model, inputs: Optional[Dict[str, float]] = None, _handle=None):
        self.model = model
        self._forces, self._raised = {}, []
        self._handle = _handle
        if _handle is None:
            handle = ctypes.c_void_p()
            status = lib.gud_sim_create(model._handle, handle)
            if status < 0:
                raise make(status, "")
            self._handle = handle
        self.inputs = _Inputs(self)
        for name, value in (inputs or {}).items():
            self.inputs[name] = value
        self._started = _handle is not None
        self._bind()
        if _handle is None and not any(item.type == "user" for item in model.forces.values()):
            self.restart()

    def _bind(self) -> None:
        self._step = partial(lib.gud_sim_step, self._handle)
        self._found = {}

    def __del__(self):
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.gud_sim_free(handle)

    def _fail(self, status: int) -> None:
        if self._raised:
            raise self._raised.pop()
        raise make(status, lib.gud_sim_error(self._handle).decode())

    def _check(self, status: int) -> int:
        if status < 0 or self._raised:
            self._fail(status)
        return status

    def threads(self, n: int = 0) -> None:
        """Solves films of different joints in up to n threads (0: one per core). Results do not depend on n."""
        self._check(lib.gud_sim_threads(self._handle, n))

    # ---- advancing

    def restart(self) -> None:
        """Returns to the start of the run; inputs keep their values. Call it after `user_force` to begin."""
        self._check(lib.gud_sim_start(self._handle))
        self._started = True

    def step(self) -> bool:
        """Takes one step, as long as the tolerance allows, the same as `gudgeon run`. False at the end of the run."""
        status = self._step()
        if status == OK and not self._raised:
            return True
        return self._check(status) != END

    def steps(self) -> Iterator[float]:
        """The steps to the end of the run, one by one: `for time in sim.steps(): ...`."""
        while self.step():
            yield self.time

    def advance(self, to: Union[float, Tuple[str, float], None] = None, by: Optional[float] = None) -> bool:
        """Advances exactly to a time (s), by a time, or until a coordinate next reaches a value: to=("crank.angle", 3.14).
        False if the run ends before that."""
        if (to is None) == (by is None):
            raise TypeError("advance needs either 'to' or 'by'")
        if isinstance(to, tuple):
            number = lib.gud_model_find(self.model._handle, ITEMS["coordinates"], to[0].encode())
            if number < 0:
                raise KeyError(f"no coordinate '{to[0]}'; known: {', '.join(self.model.coordinates)}")
            return self._interruptible(partial(lib.gud_sim_advance_to, self._handle, number, to[1]))
        time = self.time + by if to is None else to
        return self._interruptible(partial(lib.gud_sim_advance, self._handle, time))

    def _interruptible(self, call: Callable[[], int]) -> bool:
        with caught() as interrupts:
            if threading.current_thread() is threading.main_thread():  # others get no signals and pay for no callback
                callback = _library.StepCallback(lambda *_: len(interrupts))
                lib.gud_sim_watch(self._handle, None, 0, callback, None)
            status = call()
            lib.gud_sim_watch(self._handle, None, 0, _no_callback, None)
        return self._check(status) != END

    def equilibrium(self) -> None:
        """Moves to static equilibrium, at rest; the time does not change."""
        self._check(lib.gud_sim_equilibrium(self._handle))

    @property
    def time(self) -> float:
        """The present time in s."""
        return lib.gud_sim_time(self._handle)

    @property
    def fraction(self) -> float:
        """The fraction of the run that is done, 0 to 1."""
        return lib.gud_sim_fraction(self._handle)

    # ---- reading

    @property
    def channels(self) -> Dict[str, str]:
        """The paths of all channels and their units."""
        struct, found = _library.ChannelStruct(), {}
        for i in range(lib.gud_sim_channel_count(self._handle)):
            lib.gud_sim_channel(self._handle, i, struct)
            found[struct.path.decode()] = struct.unit.decode()
        return found

    def _signals(self, name: str) -> Tuple[int, int]:
        if name not in self._found:
            first, width = ctypes.c_int(), ctypes.c_int()
            status = lib.gud_sim_find(self._handle, name.encode(), first, width)
            if status < 0:
                raise KeyError(lib.gud_sim_error(self._handle).decode())
            self._found[name] = (first.value, width.value)
        return self._found[name]

    def reader(self, names: Sequence[str]) -> Tuple[Callable[[], int], numpy.ndarray]:
        """For tight loops: a function without arguments, and the array into which it reads the channels."""
        signals = numpy.array([first + k for first, width in map(self._signals, names) for k in range(width)],
                              dtype=numpy.int32)
        values = numpy.zeros(len(signals))
        read = partial(lib.gud_sim_read, self._handle, signals.ctypes.data, len(signals), values.ctypes.data)
        read.arrays = (signals, values)  # they live as long as the function
        read()
        return read, values

    def read(self, names: Sequence[str]) -> numpy.ndarray:
        """The present values of the channels, one after the other."""
        return self.reader(names)[1].copy()

    def __getitem__(self, name: str):
        """A number with its unit, or an array for a channel with components."""
        values = self.read([name])
        unit = self.channels.get(name) or self.channels.get(name.rpartition(".")[0], "1")
        return Quantity(values[0], unit) if len(values) == 1 else Series(values, unit, name)

    @property
    def fields(self) -> List[str]:
        """The maps of the joints that the model names in record.fields."""
        return list(self._maps())

    def _maps(self):
        struct, found = _library.MapStruct(), {}
        for i in range(lib.gud_sim_map_count(self._handle)):
            lib.gud_sim_map(self._handle, i, struct)
            found[struct.path.decode()] = (i, struct.rows, struct.columns, struct.unit.decode())
        return found

    def field(self, path: str) -> Series:
        """The present values of a map, rows x columns."""
        maps = self._maps()
        if path not in maps:
            raise KeyError(f"no map '{path}'; known: {', '.join(maps) or 'none; name joints in record.fields of the model'}")
        number, rows, columns, unit = maps[path]
        values = numpy.empty((rows, columns))
        self._check(lib.gud_sim_read_map(self._handle, number, values.ctypes.data, values.size))
        return Series(values, unit, path)

    def _struct(self, function, struct) -> Dict[str, float]:
        self._check(function(self._handle, struct))
        return {name: getattr(struct, name) for name, _ in struct._fields_}

    @property
    def energies(self) -> Dict[str, float]:
        """Energies in J: kinetic, potential, drive_work, load_work, lost, imbalance."""
        return self._struct(lib.gud_sim_energies, _library.EnergiesStruct())

    @property
    def counters(self) -> Dict[str, float]:
        """Counts of steps, Newton iterations, factorisations and events, the last step, and the constraint drift."""
        return self._struct(lib.gud_sim_counters, _library.CountersStruct())

    def linearise(self) -> Linear:
        """Linearises the equations of motion about the present state; with eigenvalues."""
        out = ctypes.POINTER(_library.LinearStruct)()
        self._check(lib.gud_sim_linearise(self._handle, out))
        found = out.contents
        nv, nrow, nfree = found.nvelocity, found.nrow, found.nfree

        def matrix(name, rows, columns):
            if rows * columns == 0:
                return numpy.zeros((rows, columns))
            return numpy.ctypeslib.as_array(getattr(found, name), (rows, columns)).copy()

        pairs = matrix("eigenvalues", 2 * nfree, 2)
        linear = Linear(matrix("mass", nv, nv), matrix("damping", nv, nv), matrix("stiffness", nv, nv),
                        matrix("jacobian", nrow, nv), matrix("basis", nfree, nv), pairs[:, 0] + 1j * pairs[:, 1])
        lib.gud_linear_free(out)
        return linear

    # ---- user forces

    def user_force(self, name: str, function: Callable[[float, Motion, Motion], Sequence[float]]) -> None:
        """Defines the force `name` (`type: user`): function(time, first, second) returns 12 numbers, the force and moment
        on the first frame and on the second. Call `restart` afterwards."""
        number = lib.gud_model_find(self.model._handle, ITEMS["forces"], name.encode())
        raised = self._raised

        def call(_user, time, frames, wrench, _by_displacement, _by_twist):
            try:
                motions = [Motion(*[numpy.array(getattr(frames[i], key)) for key in
                                    ("position", "rotation", "velocity", "spin")]) for i in range(2)]
                for i, number in enumerate(function(time, *motions)):
                    wrench[i] = number
            except BaseException as error:
                raised.append(error)
                wrench[0] = float("nan")
            return 1

        callback = _library.ForceCallback(call)
        self._check(lib.gud_sim_user_force(self._handle, number, callback, None))
        self._forces[name] = callback

    # ---- states

    def save(self) -> bytes:
        """The state as bytes. A run restored from it continues with the same bits."""
        size = lib.gud_sim_state_size(self._handle)
        block = ctypes.create_string_buffer(size)
        self._check(lib.gud_sim_save(self._handle, block, size))
        return block.raw

    def restore(self, state: bytes) -> None:
        """Restores a state saved by a simulation of an equal model."""
        self._check(lib.gud_sim_restore(self._handle, state, len(state)))

    def copy(self) -> "Simulation":
        """A second simulation in the same state."""
        handle = ctypes.c_void_p()
        self._check(lib.gud_sim_copy(self._handle, handle))
        made = Simulation(self.model, _handle=handle)
        made._forces, made._raised = self._forces, self._raised
        return made

    @property
    def hash(self) -> int:
        """A hash of the state; equal states have equal hashes."""
        return lib.gud_sim_hash(self._handle)

    def __repr__(self) -> str:
        return f"<gudgeon.Simulation of {self.model.title!r} at {self.time:.6g} s>"


def trace(sim: Simulation, channels: Sequence[str]) -> Trace:
    """Runs to the end and keeps the channels at every step."""
    read, values = sim.reader(["time", *channels])
    rows = [values.copy()]
    while sim.step():
        read()
        rows.append(values.copy())
    table = numpy.array(rows)
    units, found, at = sim.channels, {}, 1
    for name in channels:
        width = sim._signals(name)[1]
        part = table[:, at] if width == 1 else table[:, at : at + width]
        unit = units.get(name) or units.get(name.rpartition(".")[0], "1")
        found[name] = Series(part, unit, name, "", table[:, 0])
        at += width
    return Trace(table[:, 0], found)


__all__ = ["Linear", "Motion", "Simulation", "Trace", "names_of", "trace"]
