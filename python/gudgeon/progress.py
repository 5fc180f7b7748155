"""A progress bar on standard error."""

import sys


class Bar:
    """Shows a fraction, or nothing if it is not wanted or standard error is not a terminal."""

    def __init__(self, wanted: bool, title: str = ""):
        self.stream = sys.stderr if wanted and sys.stderr is not None and sys.stderr.isatty() else None
        self.title = title
        self.last = -1

    def show(self, fraction: float) -> None:
        """Redraws the bar if it has changed."""
        percent = int(100.0 * min(max(fraction, 0.0), 1.0))
        if self.stream and percent != self.last:
            self.last = percent
            done = percent * 30 // 100
            self.stream.write(f"\r{self.title} [{'#' * done}{' ' * (30 - done)}] {percent:3d} %")
            self.stream.flush()

    def close(self) -> None:
        """Ends the line of the bar."""
        if self.stream and self.last >= 0:
            self.stream.write("\n")
