"""Cerimagic 2020: the generic joint between two NURBS surfaces. The paper prints equations and no numbers of results.

    held FILE:FUNCTION TEST:FUNCTION     "held" if the function and the test that holds it are both there
    gap FILE MODE                        least gap of a pair of surfaces (um), found in a mode: newton or mrep
    modes FILE                           largest difference of all gaps between the two modes (um)
    unsure FILE                          points of which the implicit matrices do not give a gap
"""

import re

import jobs
from printed import DataError

FOLDER = "examples/gap"


def gap_job(file, mode):
    job = jobs.component(f"{file.removesuffix('.yaml')}-{mode}", "gap", f"{FOLDER}/{file}", [jobs.ROOT / FOLDER], cost=2.0)
    job.arguments += ["--set", f"gap.mode={mode}"]
    return job


def has_function(place):
    path, name = place.split(":")
    file = jobs.ROOT / path
    return file.exists() and re.search(rf"\b{name}\(", file.read_text()) is not None


def check(paper):
    for item in paper.items:
        for number in item.numbers:
            words = number.ours.split()
            if words[0] not in ("held", "gap", "modes", "unsure"):
                raise DataError(f"{paper.name}.toml: {item.id}: '{number.ours}' names no quantity")
            if words[0] == "held":
                for place in words[1:]:
                    if not has_function(place):
                        raise DataError(f"{paper.name}.toml: {item.id}: {number.says}: there is no {place}")


class Study:
    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner

    def needs(self, item):
        needed = []
        for number in item.numbers:
            words = number.ours.split()
            if words[0] == "gap":
                needed.append(gap_job(words[1], words[2]))
            if words[0] in ("modes", "unsure"):
                needed += [gap_job(words[1], mode) for mode in ("newton", "mrep")]
        return needed

    def values(self, key):
        word, *rest = key.split()
        return {"ours": getattr(self, "value_" + word)(*rest)}

    def value_held(self, place, test):
        return "held" if has_function(place) and has_function(test) else "not held"

    def points(self, file, mode):
        return self.runner.answer(gap_job(file, mode))["points"]

    def value_gap(self, file, mode):
        return 1e6 * min(p["gap"] for p in self.points(file, mode) if p["hit"])

    def value_modes(self, file):
        both = zip(self.points(file, "newton"), self.points(file, "mrep"))
        return 1e6 * max(abs(a["gap"] - b["gap"]) for a, b in both if a["hit"] and b["hit"])

    def value_unsure(self, file):
        both = zip(self.points(file, "newton"), self.points(file, "mrep"))
        return sum(a["hit"] and not b["hit"] for a, b in both)

    def draw(self, item, stem, form):
        return []
