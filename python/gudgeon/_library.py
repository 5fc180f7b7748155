"""The C library through ctypes: its structs, its functions and where it is found. Internal."""

import ctypes
import os
from ctypes import CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint64
from ctypes import c_void_p
from ctypes.util import find_library
from pathlib import Path

OK, END = 0, 2
ABI = 1

ITEMS = {"bodies": 0, "joints": 1, "drives": 2, "forces": 3, "coordinates": 4, "inputs": 5}


class DiagnosticStruct(Structure):
    _fields_ = [("severity", c_int), ("file", c_char_p), ("line", c_int), ("column", c_int), ("entity", c_char_p),
                ("message", c_char_p), ("hint", c_char_p)]


class ItemStruct(Structure):
    _fields_ = [("name", c_char_p), ("type", c_char_p), ("unit", c_char_p), ("first", c_char_p), ("second", c_char_p),
                ("value", c_double), ("low", c_double), ("high", c_double), ("about", c_char_p)]


class ChannelStruct(Structure):
    _fields_ = [("path", c_char_p), ("unit", c_char_p), ("about", c_char_p), ("first", c_int), ("width", c_int),
                ("components", POINTER(c_char_p))]


class MapStruct(Structure):
    _fields_ = [("path", c_char_p), ("unit", c_char_p), ("about", c_char_p), ("rows", c_int), ("columns", c_int)]


class EnergiesStruct(Structure):
    _fields_ = [(name, c_double) for name in ("kinetic", "potential", "drive_work", "load_work", "lost", "imbalance")]


class CountersStruct(Structure):
    _fields_ = [(name, c_int64) for name in ("steps", "rejected", "newton", "factorisations", "events")] + \
               [(name, c_double) for name in ("step", "drift_position", "drift_velocity")]


class ReportStruct(Structure):
    _fields_ = [("counters", CountersStruct), ("time", c_double), ("energy_error", c_double), ("cpu", c_double),
                ("wall", c_double), ("hash", c_uint64), ("records", c_int64), ("remarks", ctypes.c_char * 1000)]


class ResultsChannelStruct(Structure):
    _fields_ = [("path", c_char_p), ("unit", c_char_p), ("about", c_char_p), ("kind", c_int), ("width", c_int),
                ("rows", c_int), ("columns", c_int), ("components", POINTER(c_char_p)), ("records", c_int64)]


class MotionStruct(Structure):
    _fields_ = [("position", c_double * 3), ("rotation", c_double * 9), ("velocity", c_double * 3),
                ("spin", c_double * 3)]


class LinearStruct(Structure):
    _fields_ = [("nvelocity", c_int), ("nrow", c_int), ("nfree", c_int)] + \
               [(name, POINTER(c_double)) for name in
                ("mass", "damping", "stiffness", "jacobian", "basis", "eigenvalues")]


RunProgress = CFUNCTYPE(c_int, c_void_p, c_double, c_double, c_int64)
StudyProgress = CFUNCTYPE(c_int, c_void_p, c_int, c_double)
StepCallback = CFUNCTYPE(c_int, c_void_p, c_void_p, c_double, POINTER(c_double))
ForceCallback = CFUNCTYPE(c_int, c_void_p, c_double, POINTER(MotionStruct), POINTER(c_double), POINTER(c_double),
                          POINTER(c_double))

_texts = POINTER(c_char_p)
_out = POINTER(c_void_p)
_ints = c_void_p
_numbers = c_void_p

# name: (result, arguments); pointers to arrays are addresses, so that NumPy's need no conversion
_functions = {
    "gud_version": (c_char_p, []),
    "gud_abi": (c_int, []),
    "gud_status_text": (c_char_p, [c_int]),
    "gud_free": (None, [c_void_p]),
    "gud_diagnostics_count": (c_int, [c_void_p]),
    "gud_diagnostics_get": (c_int, [c_void_p, c_int, POINTER(DiagnosticStruct)]),
    "gud_diagnostics_free": (None, [c_void_p]),
    "gud_model_load_with": (c_int, [c_char_p, c_char_p, _texts, c_int, c_uint, _out, _out]),
    "gud_model_free": (None, [c_void_p]),
    "gud_model_title": (c_char_p, [c_void_p]),
    "gud_model_text": (c_char_p, [c_void_p]),
    "gud_model_hash": (c_uint64, [c_void_p]),
    "gud_model_end": (c_int, [c_void_p, POINTER(c_double)]),
    "gud_model_count": (c_int, [c_void_p, c_int]),
    "gud_model_get": (c_int, [c_void_p, c_int, c_int, POINTER(ItemStruct)]),
    "gud_model_find": (c_int, [c_void_p, c_int, c_char_p]),
    "gud_model_run": (c_int, [c_void_p, c_char_p, c_uint, RunProgress, c_void_p, POINTER(ReportStruct), _out]),
    "gud_schema_json": (c_void_p, []),
    "gud_component_evaluate": (c_int, [c_char_p, c_char_p, c_char_p, _texts, c_int, _out, _out]),
    "gud_study_open": (c_int, [c_char_p, c_char_p, c_uint, _out, _out]),
    "gud_study_close": (None, [c_void_p]),
    "gud_study_count": (c_int, [c_void_p]),
    "gud_study_run": (c_int, [c_void_p, c_int, StudyProgress, c_void_p]),
    "gud_study_failure": (c_char_p, [c_void_p, c_int]),
    "gud_study_table": (c_void_p, [c_void_p, c_bool]),
    "gud_results_open": (c_int, [c_char_p, _out, _out]),
    "gud_results_free": (None, [c_void_p]),
    "gud_results_summary": (c_int, [c_void_p, _out]),
    "gud_results_error": (c_char_p, [c_void_p]),
    "gud_results_ended": (c_bool, [c_void_p]),
    "gud_results_title": (c_char_p, [c_void_p]),
    "gud_results_model": (c_char_p, [c_void_p]),
    "gud_results_entry": (c_int, [c_void_p, c_char_p, POINTER(c_double), POINTER(c_char_p)]),
    "gud_results_channel_count": (c_int, [c_void_p]),
    "gud_results_channel": (c_int, [c_void_p, c_int, POINTER(ResultsChannelStruct)]),
    "gud_results_find": (c_int, [c_void_p, c_char_p]),
    "gud_results_read": (c_int, [c_void_p, c_int, c_int64, c_int64, _numbers, c_int64]),
    "gud_results_read_times": (c_int, [c_void_p, c_int, c_int64, c_int64, _numbers, c_int64]),
    "gud_sim_create": (c_int, [c_void_p, _out]),
    "gud_sim_free": (None, [c_void_p]),
    "gud_sim_error": (c_char_p, [c_void_p]),
    "gud_sim_start": (c_int, [c_void_p]),
    "gud_sim_set": (c_int, [c_void_p, _ints, c_int, _numbers]),
    "gud_sim_get": (c_int, [c_void_p, _ints, c_int, _numbers]),
    "gud_sim_user_force": (c_int, [c_void_p, c_int, ForceCallback, c_void_p]),
    "gud_sim_step": (c_int, [c_void_p]),
    "gud_sim_threads": (c_int, [c_void_p, c_int]),
    "gud_sim_advance": (c_int, [c_void_p, c_double]),
    "gud_sim_advance_to": (c_int, [c_void_p, c_int, c_double]),
    "gud_sim_equilibrium": (c_int, [c_void_p]),
    "gud_sim_time": (c_double, [c_void_p]),
    "gud_sim_fraction": (c_double, [c_void_p]),
    "gud_sim_watch": (c_int, [c_void_p, _ints, c_int, StepCallback, c_void_p]),
    "gud_sim_channel_count": (c_int, [c_void_p]),
    "gud_sim_signal_count": (c_int, [c_void_p]),
    "gud_sim_channel": (c_int, [c_void_p, c_int, POINTER(ChannelStruct)]),
    "gud_sim_find": (c_int, [c_void_p, c_char_p, POINTER(c_int), POINTER(c_int)]),
    "gud_sim_read": (c_int, [c_void_p, _ints, c_int, _numbers]),
    "gud_sim_map_count": (c_int, [c_void_p]),
    "gud_sim_map": (c_int, [c_void_p, c_int, POINTER(MapStruct)]),
    "gud_sim_read_map": (c_int, [c_void_p, c_int, _numbers, c_int]),
    "gud_sim_energies": (c_int, [c_void_p, POINTER(EnergiesStruct)]),
    "gud_sim_counters": (c_int, [c_void_p, POINTER(CountersStruct)]),
    "gud_sim_linearise": (c_int, [c_void_p, POINTER(POINTER(LinearStruct))]),
    "gud_linear_free": (None, [POINTER(LinearStruct)]),
    "gud_sim_state_size": (c_size_t, [c_void_p]),
    "gud_sim_save": (c_int, [c_void_p, c_void_p, c_size_t]),
    "gud_sim_restore": (c_int, [c_void_p, c_char_p, c_size_t]),
    "gud_sim_copy": (c_int, [c_void_p, _out]),
    "gud_sim_hash": (c_uint64, [c_void_p]),
}


def _candidates():
    named = os.environ.get("GUDGEON_LIBRARY")
    if named:
        return [named]
    return [str(path) for path in sorted((Path(__file__).parent / "lib").glob("libgudgeon.so*"))] + \
           [name for name in [find_library("gudgeon")] if name]


def _load():
    reasons = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            reasons.append(str(error))
            continue
        library.gud_abi.restype = c_int
        if library.gud_abi() != ABI:
            reasons.append(f"{path} has the interface {library.gud_abi()}, and this package needs {ABI}")
            continue
        for name, (result, arguments) in _functions.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library
    raise ImportError("libgudgeon cannot be loaded: " + ("; ".join(reasons) or "it is not there") +
                      ". On Debian it needs libhdf5-103-1, liblapacke, libopenblas0, libudunits2-0 and libyaml-0-2.")


lib = _load()


def version() -> str:
    """The version of the library."""
    return lib.gud_version().decode()


def text_list(texts):
    """An array of C strings."""
    return (c_char_p * len(texts))(*[text.encode() for text in texts])


def take_text(pointer):
    """A text that the library has allocated; frees it."""
    if not pointer:
        raise MemoryError("out of memory")
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        lib.gud_free(pointer)


def names_of(components, width):
    """The names of the components of a channel, or None if they are numbered."""
    return [components[i].decode() for i in range(width)] if components else None


def overrides_of(overrides):
    """{"a.b": 3, "c": "4 mm"} or ["a.b=3", "c=4 mm"] as the latter."""
    if overrides is None:
        return []
    if isinstance(overrides, dict):
        return [f"{path}={value!r}" if isinstance(value, float) else f"{path}={value}"
                for path, value in overrides.items()]
    return list(overrides)
