"""The data file of a paper: every printed number, where it is printed, and what our number is held to.

A data file is TOML. `variants` names the sets of data that were run (the first one is the paper's own), `reasons` says why
numbers differ, and every `item` is a figure or a table with its numbers. A verdict is computed, never written down:

    met               ours is within the tolerance, with the data as printed
    differs           it is not, and the number's reason explains a difference of this size; the reason links to evidence
    not reproducible  as `differs`, where the reason is that the data printed do not determine the number
    unexplained       anything else; `make papers` then ends with 1
"""

import itertools
import math
import tomllib
from dataclasses import dataclass, field

MET, DIFFERS, NOT_REPRODUCIBLE, UNEXPLAINED = "met", "differs", "not reproducible", "unexplained"
VERDICTS = (MET, DIFFERS, NOT_REPRODUCIBLE, UNEXPLAINED)

ABOUT = 0.10  # tolerance where the text says "about" or a number is read off a figure
NEAR = 0.15  # how far "just above" and "almost" reach


@dataclass
class Reason:
    name: str
    text: str
    evidence: str  # a page of the repository, or a link
    kind: str = DIFFERS
    explains: tuple = (-math.inf, math.inf)  # relative differences that the reason accounts for
    variant: str = ""  # the reason holds only where this variant meets the number


@dataclass
class Number:
    at: str  # section or page
    says: str
    paper: object  # a number, a pair of bounds, or a word
    ours: str  # what the paper's module computes
    relation: str = "equals"
    unit: str = ""
    within: float = ABOUT
    reasons: list = field(default_factory=list)


@dataclass
class Item:
    id: str  # "figure 23"
    shows: str
    page: int = 0
    draw: bool = True
    remark: str = ""
    open: bool = False  # all pictures stand open, not only the first
    numbers: list = field(default_factory=list)

    @property
    def anchor(self):
        return self.id.replace(" ", "-")


@dataclass
class Paper:
    name: str
    title: str
    reference: str
    intro: str
    variants: dict
    reasons: dict
    items: list
    column: str = "paper"  # what stands beside ours


class DataError(Exception):
    pass


def as_list(value):
    return value if isinstance(value, list) else [value]


def make_number(paper, row, where):
    known = {"at", "says", "paper", "ours", "relation", "unit", "within", "reason"}
    for key in row.keys() - known:
        raise DataError(f"{where}: unknown key '{key}'")
    for key in ("says", "paper", "ours"):
        if key not in row:
            raise DataError(f"{where}: '{key}' is missing in {row}")
    names = as_list(row.get("reason", []))
    for name in names:
        if name not in paper.reasons:
            raise DataError(f"{where}: no reason '{name}'")
    number = Number(row.get("at", ""), row["says"], row["paper"], row["ours"], row.get("relation", "equals"),
                    row.get("unit", ""), row.get("within", ABOUT), [paper.reasons[name] for name in names])
    check_relation(number, where)
    return number


def check_relation(number, where):
    wanted = {"inside": list, "is": str}.get(number.relation, (int, float))
    if number.relation not in RELATIONS:
        raise DataError(f"{where}: no relation '{number.relation}'; there are {', '.join(RELATIONS)}")
    if not isinstance(number.paper, wanted):
        raise DataError(f"{where}: {number.says}: {number.paper!r} does not go with '{number.relation}'")


def rule_for(table, labels, column):
    """The first rule of a table that fits a number: {row = [...], column = [...], within, reason}"""
    for rule in table.get("rules", []):
        if any(label in as_list(rule.get("not", [])) for label in labels):
            continue
        fits = all(any(label in as_list(wanted) for label in labels) for wanted in rule.get("row", []))
        if fits and column in as_list(rule.get("column", column)):
            return rule
    return {}


def table_numbers(paper, table, where):
    """A printed table: `rows` of labels and values; `ours` is a pattern of labels and the column's name."""
    columns = table["columns"]
    for row in table["rows"]:
        labels, values = row[: -len(columns)], row[-len(columns) :]
        for column, value in zip(columns, values):
            if value == "":
                continue
            names = dict(zip(table["labels"], labels), column=column)
            rule = rule_for(table, labels, column)
            yield make_number(paper, {
                "at": table.get("at", ""), "says": table["says"].format(**names), "paper": value,
                "ours": table["ours"].format(**names), "unit": table.get("unit", ""),
                "relation": rule.get("relation", "equals" if not isinstance(value, str) else "is"),
                "within": rule.get("within", table.get("within", ABOUT)), "reason": rule.get("reason", []),
            }, where)


def load(path):
    with open(path, "rb") as file:
        raw = tomllib.load(file)
    reasons = {name: Reason(name, **{**row, "explains": tuple(row.get("explains", Reason.explains))})
               for name, row in raw.get("reasons", {}).items()}
    paper = Paper(path.stem, raw["title"], raw["reference"], raw.get("intro", ""), raw["variants"], reasons, [], raw.get("column", "paper"))
    for row in raw["item"]:
        where = f"{path.name}: {row['id']}"
        item = Item(row["id"], row["shows"], row.get("page", 0), row.get("draw", True), row.get("remark", ""),
                    row.get("open", False))
        item.numbers += [make_number(paper, number, where) for number in row.get("numbers", [])]
        for table in row.get("table", []):
            item.numbers += table_numbers(paper, table, where)
        paper.items.append(item)
    check(paper, path.name)
    return paper


def check(paper, where):
    """What a data file must hold to beyond its form: names are unique, and no reason is idle"""
    ids = [item.id for item in paper.items]
    if len(set(ids)) != len(ids):
        raise DataError(f"{where}: an item is there twice")
    used = {reason.name for item in paper.items for number in item.numbers for reason in number.reasons}
    for name in paper.reasons.keys() - used:
        raise DataError(f"{where}: reason '{name}' is not used")
    for item in paper.items:
        for a, b in itertools.combinations(item.numbers, 2):
            if (a.ours, a.says, a.relation) == (b.ours, b.says, b.relation):
                raise DataError(f"{where}: {item.id}: '{a.says}' is there twice")


def off(number, ours):
    """Relative difference of ours from the paper's number; None where that has no meaning"""
    if number.relation in ("is", "inside") or not isinstance(ours, (int, float)) or number.paper == 0:
        return None
    return ours / number.paper - 1.0


def outwards(x, paper):  # how far x lies beyond the paper's number, away from zero
    return x / paper - 1.0


RELATIONS = {
    "equals": lambda n, x: abs(x - n.paper) <= n.within * abs(n.paper),
    "about": lambda n, x: abs(x - n.paper) <= n.within * abs(n.paper),
    "at most": lambda n, x: abs(x) <= n.within,  # the paper's number is zero
    "above": lambda n, x: outwards(x, n.paper) >= 0.0,
    "below": lambda n, x: outwards(x, n.paper) <= 0.0,
    "just above": lambda n, x: 0.0 <= outwards(x, n.paper) <= NEAR,
    "almost": lambda n, x: -NEAR <= outwards(x, n.paper) <= 0.0,
    "inside": lambda n, x: n.paper[0] <= min(x) and max(x) <= n.paper[1],
    "is": lambda n, x: x == n.paper,
}


def holds(number, ours):
    return ours is not None and RELATIONS[number.relation](number, ours)


def is_nothing(ours):
    return ours is None or any(isinstance(x, float) and math.isnan(x) for x in (ours if isinstance(ours, (list, tuple)) else [ours]))


def verdict(number, values):
    """Verdict and the reason for it; values: ours for every variant, the first one with the data as printed"""
    ours = next(iter(values.values()))
    if is_nothing(ours):
        return UNEXPLAINED, None  # no reason explains that nothing was computed
    if holds(number, ours):
        return MET, None
    for reason in number.reasons:
        if reason.variant and not holds(number, values.get(reason.variant)):
            continue
        difference = off(number, ours)
        if difference is None or reason.explains[0] <= difference <= reason.explains[1]:
            return reason.kind, reason
    return UNEXPLAINED, None
