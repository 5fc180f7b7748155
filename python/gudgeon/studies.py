"""Studies: many runs in this process, in threads, without a folder for each."""

import itertools
import os
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from os import PathLike
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from .errors import Error
from .model import Model, load
from .progress import Bar
from .simulation import Trace
from .tables import Table


class Study(Table):
    """The table of a study: a row for each run. A run that failed has its message in the column `error`."""


def _statistics(trace: Trace) -> Dict[str, Any]:
    found = {}
    for path, series in trace.channels.items():
        found.update({f"{path} min": series.min(), f"{path} mean": series.average(), f"{path} max": series.max()})
    return found


def study(model: Union[str, PathLike], axes: Dict[str, Sequence[Any]], channels: Sequence[str] = (),
          measure: Optional[Callable[[Model], Dict[str, Any]]] = None, threads: Optional[int] = None,
          progress: bool = False) -> Study:
    """Runs a model for all combinations of values: axes={"parameters.clearance": ["20 um", "30 um"]}.

    The table has smallest value, mean over time and largest value of each channel; or what `measure(model)` returns, a
    dict, for everything else. Runs go side by side in `threads` threads, as many as there are cores."""
    if bool(channels) == bool(measure):
        raise TypeError("study needs either 'channels' or 'measure'")
    cases = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    bar, ended = Bar(progress, "study"), 0

    def run(case: Dict[str, Any]) -> Dict[str, Any]:
        try:
            loaded = load(model, case)
            return {**case, **(measure(loaded) if measure else _statistics(loaded.simulate(list(channels))))}
        except Error as error:
            return {**case, "error": str(error)}

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
    rows: List[Dict[str, Any]] = [future.result() for future in futures]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    return Study(columns, rows)
