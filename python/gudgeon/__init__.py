"""Gudgeon: mechanisms whose joints have clearance, films, rough surfaces and flexible links.

    import gudgeon

    model = gudgeon.load("engine.yaml", {"parameters.clearance": "35 um"})
    results = model.run(progress=True)
    print(results["joints/big-end/film_min"].min())

All numbers are in SI units. docs/manual/python.md has complete programs.
"""

from ._library import version
from .components import Sheet, bearing, contact, gap, rough
from .errors import Diagnostic, Error, InputError, NumericError
from .model import Item, Model, load, read
from .quantities import Quantity, Series
from .results import Field, Results, open_results
from .simulation import Linear, Motion, Simulation, Trace
from .studies import Study, study
from .tables import Table

__version__ = version()
__all__ = [
    "Diagnostic", "Error", "Field", "InputError", "Item", "Linear", "Model", "Motion", "NumericError", "Quantity",
    "Results", "Series", "Sheet", "Simulation", "Study", "Table", "Trace", "bearing", "contact", "gap", "load",
    "open_results", "read", "rough", "study", "version",
]
