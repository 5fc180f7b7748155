"""Bearings, contacts, rough surfaces and gaps on their own."""

import ctypes
import json
from os import PathLike, fspath
from typing import Any, Dict, List, Union

from ._library import lib, overrides_of, take_text, text_list
from .errors import check


class Sheet(dict):
    """All results of a component in SI units. Keys are also attributes: `sheet.film_min`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no '{name}'; known: {', '.join(self)}") from None

    def __repr__(self) -> str:
        return "\n".join(f"{key}: {value}" for key, value in self.items() if not isinstance(value, (dict, list)))


def _evaluate(kind: str, source: Union[str, PathLike], overrides: Union[Dict[str, Any], List[str], None]) -> Sheet:
    texts, source = overrides_of(overrides), fspath(source)
    text = source.encode() if "\n" in source else None
    path = (kind + ".yaml" if text else source).encode()
    out, why = ctypes.c_void_p(), ctypes.c_void_p()
    check(lib.gud_component_evaluate(kind.encode(), path, text, text_list(texts), len(texts), out, why), why)
    return Sheet(json.loads(take_text(out.value)))


def bearing(source, overrides=None) -> Sheet:
    """The data sheet of a journal bearing from a file or its text: eccentricity, film, friction, flow, stiffness."""
    return _evaluate("bearing", source, overrides)


def contact(source, overrides=None) -> Sheet:
    """Force against penetration for contact laws."""
    return _evaluate("contact", source, overrides)


def rough(source, overrides=None) -> Sheet:
    """Contact pressure and area against the separation of rough surfaces."""
    return _evaluate("rough", source, overrides)


def gap(source, overrides=None) -> Sheet:
    """The gap between two surfaces."""
    return _evaluate("gap", source, overrides)
