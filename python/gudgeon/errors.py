"""Errors of the library as exceptions, with its diagnostics."""

import ctypes
from dataclasses import dataclass
from typing import List

from . import _library
from ._library import lib


@dataclass(frozen=True)
class Diagnostic:
    """A mistake in a file: where it is, what is wrong, and what to do."""

    file: str
    line: int
    column: int
    entity: str
    message: str
    hint: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return place + (f"{self.entity}: " if self.entity else "") + self.message + (f"; {self.hint}" if self.hint else "")


class Error(Exception):
    """Something the library refuses or cannot do. `status` is its number, `diagnostics` lists the mistakes in a file."""

    def __init__(self, status: int, message: str, diagnostics: List[Diagnostic] = ()):
        super().__init__(message)
        self.status = status
        self.diagnostics = list(diagnostics)


class InputError(Error):
    """A model, a name or a value is wrong."""


class NumericError(Error):
    """No solution was found: the smallest step does not converge, or a matrix is singular."""


_kinds = {-1: InputError, -4: NumericError}


def make(status: int, message: str, diagnostics: List[Diagnostic] = ()) -> Exception:
    """The exception for a status."""
    if status == -2:
        return MemoryError(message or "out of memory")
    words = message or lib.gud_status_text(status).decode()
    return _kinds.get(status, Error)(status, words, diagnostics)


def take_diagnostics(why: ctypes.c_void_p) -> List[Diagnostic]:
    """The diagnostics as objects; frees them."""
    found = []
    struct = _library.DiagnosticStruct()
    for i in range(lib.gud_diagnostics_count(why)):
        lib.gud_diagnostics_get(why, i, struct)
        texts = [text.decode(errors="replace") for text in
                 (struct.file, struct.entity, struct.message, struct.hint)]
        found.append(Diagnostic(texts[0], struct.line, struct.column, *texts[1:]))
    lib.gud_diagnostics_free(why)
    return found


def check(status: int, why: ctypes.c_void_p) -> None:
    """Raises an exception with the diagnostics of a failed call."""
    diagnostics = take_diagnostics(why)
    if status < 0:
        raise make(status, "\n".join(str(d) for d in diagnostics), diagnostics)
