"""Ctrl-C during a C call: Python runs its handler only in Python code, and an exception cannot pass through C."""

import signal
import threading
from contextlib import contextmanager
from typing import Iterator, List


@contextmanager
def caught() -> Iterator[List[int]]:
    """Collects Ctrl-C in a list that callbacks look at, instead of raising. Afterwards the previous handler is called, which
    raises KeyboardInterrupt unless the program has its own. Signals reach the main thread only."""
    seen: List[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield seen
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)
    if seen and callable(before):
        before(seen[0], None)
