"""Studies: many runs in this process, in threads, without a folder for each."""

import ctypes
import itertools
import json
import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from os import PathLike, fspath
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from . import _library
from ._library import lib, take_text
from .errors import Error, check, make
from .interrupts import caught
from .model import Model, load
from .progress import Bar
from .quantities import Quantity
from .tables import Table

_INTERRUPT = -5
_STATISTICS = ("mean", "min", "max", "std", "p99")


class Study(Table):
    """The table of a study, one row per run. If a run failed, the column `error` says why. `lines` is the table of
    `gudgeon sweep`, one line for each run, window and channel, and `csv` the same as text; both are None with `measure`.
    `findings` holds what a study file with a sample, limits, a search or a front concludes from all runs, as in table.json:
    "sample", "spread", "sensitivities", "limits", "search", "front"."""

    lines: Optional[Table] = None
    csv: Optional[str] = None
    findings: Dict[str, Any] = {}


def _columns(rows: List[Dict[str, Any]]) -> List[str]:
    return list(dict.fromkeys(key for row in rows for key in row))


def _measured(model: str, cases: List[Dict[str, Any]], measure: Callable[[Model], Dict[str, Any]],
              threads: Optional[int], bar: Bar, plugins: bool) -> Study:
    def run(case: Dict[str, Any]) -> Dict[str, Any]:
        try:
            return {**case, **measure(load(model, case, plugins))}
        except Error as error:
            return {**case, "error": str(error)}

    ended = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        futures = [pool.submit(run, case) for case in cases]
        waiting = set(futures)
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                ended += len(done)
                bar.show(ended / max(len(cases), 1))
        except BaseException:
            for future in waiting:
                future.cancel()
            raise
    bar.close()
    rows = [future.result() for future in futures]
    return Study(_columns(rows), rows)


def _run(path: str, text: Optional[str], threads: Optional[int], bar: Bar, plugins: bool):
    """Runs a study. Returns its table as a JSON object and as CSV, and the error messages of the runs."""
    handle, why = ctypes.c_void_p(), ctypes.c_void_p()
    check(lib.gud_study_open(path.encode(), None if text is None else text.encode(), 1 if plugins else 0, handle, why), why)
    try:
        with caught() as interrupts:

            def tell(_user, _ended, fraction):
                bar.show(fraction)
                return len(interrupts)

            status = lib.gud_study_run(handle, threads or 0, _library.StudyProgress(tell), None)
            bar.close()
        if status < 0 and status != _INTERRUPT:
            raise make(status, "")
        failures = [(lib.gud_study_failure(handle, i) or b"").decode() for i in range(lib.gud_study_count(handle))]
        return json.loads(take_text(lib.gud_study_table(handle, True))), take_text(lib.gud_study_table(handle, False)), failures
    finally:
        lib.gud_study_close(handle)


def _axes_of(run: Dict[str, Any]) -> Dict[str, Any]:
    axes = {key: value for key, value in run.items() if key not in ("drawn", "folder", "state", "statistics")}
    return {**axes, **{key: Quantity(value["value"], value["unit"]) for key, value in run.get("drawn", {}).items()}}


def _line_of(line: Dict[str, Any]) -> Dict[str, Any]:
    numbers = {key: Quantity(line[key] if line[key] is not None else float("nan"), line["unit"]) for key in _STATISTICS}
    return {"window": line["window"], "channel": line["channel"], **numbers}


def _tables(found: Dict[str, Any], csv: str, failures: List[str], cases: Optional[List[Dict[str, Any]]]) -> Study:
    rows, lines = [], []
    for i, run in enumerate(found["runs"]):
        case = cases[i] if cases is not None else _axes_of(run)
        row = dict(case)
        several = len({line["window"] for line in run["statistics"]}) > 1
        for line in map(_line_of, run["statistics"]):
            lines.append({**case, **line})
            where = f"{line['channel']} [{line['window']}]" if several else line["channel"]
            row.update({f"{where} {key}": line[key] for key in ("min", "mean", "max")})
        if failures[i]:
            row["error"] = failures[i].strip()
        rows.append(row)
    study = Study(_columns(rows), rows)
    study.lines, study.csv = Table(_columns(lines), lines), csv
    study.findings = {key: value for key, value in found.items() if key not in ("title", "runs")}
    return study


def _study_text(model: str, axes: Dict[str, Sequence[Any]], channels: Sequence[str], window, over: Optional[str]) -> str:
    text = {"gudgeon": 1, "model": os.path.abspath(model), "channels": list(channels),
            "axes": {path: {"path": path, "values": list(values)} for path, values in axes.items()}}
    if window is not None:
        text["window"] = window
    if over is not None:
        text["over"] = over
    return json.dumps(text, ensure_ascii=False)  # JSON is YAML


def study(model: Union[str, PathLike], axes: Optional[Dict[str, Sequence[Any]]] = None, channels: Sequence[str] = (),
          measure: Optional[Callable[[Model], Dict[str, Any]]] = None, threads: Optional[int] = None,
          progress: bool = False, window: Union[str, Sequence[str], None] = None, over: Optional[str] = None,
          plugins: bool = False) -> Study:
    """Runs a study file, or a model for every combination of values: axes={"parameters.clearance": ["20 um", "30 um"]}.

    The table holds the minimum, mean and maximum of each channel ("joints/*/film_min") over the window or, without one,
    over the last full cycle; or whatever dict `measure(model)` returns. Runs are spread over `threads` threads (default: one per
    core); each has the same bits as with `gudgeon sweep`. Ctrl-C stops the study."""
    path = fspath(model)
    if axes is None:
        if channels or measure or window is not None or over is not None:
            raise TypeError("a study file names its own channels and window; 'axes' go with a model file")
        bar = Bar(progress, "study")
        return _tables(*_run(path, None, threads, bar, plugins), None)
    if bool(channels) == bool(measure):
        raise TypeError("study needs either 'channels' or 'measure'")
    cases = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    bar = Bar(progress, "study")
    if measure:
        return _measured(path, cases, measure, threads, bar, plugins)
    return _tables(*_run("study.yaml", _study_text(path, axes, channels, window, over), threads, bar, plugins), cases)
