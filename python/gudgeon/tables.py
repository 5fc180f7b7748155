"""Small tables with units, for people and for pandas."""

from typing import Any, Dict, Iterator, List

from .quantities import Quantity


class Table:
    """Rows with named columns. A number as index gives a row (a dict), a name a column (a list)."""

    def __init__(self, columns: List[str], rows: List[Dict[str, Any]]):
        self.columns = columns
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, key):
        if isinstance(key, str):
            if key not in self.columns:
                raise KeyError(key)
            return [row.get(key) for row in self.rows]
        return self.rows[key]

    def to_pandas(self):
        """A pandas.DataFrame of plain numbers. Needs pandas."""
        import pandas

        return pandas.DataFrame([[float(row[c]) if isinstance(row.get(c), Quantity) else row.get(c)
                                  for c in self.columns] for row in self.rows], columns=self.columns)

    def __str__(self) -> str:
        cells = [self.columns] + [["" if row.get(c) is None else str(row[c]) for c in self.columns]
                                  for row in self.rows]
        widths = [max(len(line[i]) for line in cells) for i in range(len(self.columns))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
                         for line in cells)

    __repr__ = __str__
