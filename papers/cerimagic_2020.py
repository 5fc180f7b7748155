"""Cerimagic 2020: the generic joint between two NURBS surfaces. The paper prints equations and no numbers of results.

    held FILE:FUNCTION TEST:FUNCTION     "held" if the function and the test that holds it are both there
    gap FILE MODE                        least gap of a pair of surfaces (um), found in a mode: newton or mrep
    modes FILE                           largest difference of all gaps between the two modes (um)
    unsure FILE                          points of which the implicit matrices do not give a gap
    hits FILE                            points found by the implicit matrices over those found by Newton's method
    joint difference                     of the smallest film (um) in a mechanism, implicit matrices against Newton's method
    joint cost                           processor time of the first over that of the second
"""

import re

import draw
import jobs
from printed import DataError

FOLDER = "examples/gap"


def gap_job(file, mode):
    job = jobs.component(f"{file.removesuffix('.yaml')}-{mode}", "gap", f"{FOLDER}/{file}", [jobs.ROOT / FOLDER], cost=2.0)
    job.arguments += ["--set", f"gap.mode={mode}"]
    return job


SHAPES = {
    "cylinder": "{shape: cylinder, radius: 14 mm, length: 20 mm}",
    "cone": "{shape: cone, radius_low: 16 mm, radius_high: 12 mm, length: 20 mm}",
    "sphere": "{shape: sphere, radius: 14 mm}",
    "torus": "{shape: torus, ring: 20 mm, tube: 6 mm}",
    "barrel": "{shape: barrel, radius: 15 mm, crown: 3 mm, length: 20 mm}",
    "part of a sphere": "{shape: sphere, radius: 15 mm, from: -90 deg, to: 20 deg}",
}


def shape_job(name):
    """A shape around a small cylinder, whose nets are written"""
    job = jobs.component("shape-" + name.replace(" ", "-"), "gap", f"{FOLDER}/crowned-journal.yaml", [jobs.ROOT / FOLDER])
    for setting in (f"surfaces.bore={SHAPES[name]}", "surfaces.journal={shape: cylinder, radius: 5 mm, length: 20 mm}", "second={at: [0, 0, 0]}",
                    "gap.window=40 mm", "gap.cells=[12, 6]"):
        job.arguments += ["--set", setting]
    job.arguments += ["--nets", "{out}/nets.vtk"]
    return job


def read_nets(path):
    """Points, net lines and cells of the first surface of a file that `gap --nets` has written, and all weights"""
    words = path.read_text().split("\n")
    at = {line.split()[0]: i for i, line in enumerate(words) if line and line[0].isupper()}
    count = lambda key: int(words[at[key]].split()[1])
    rows = lambda key, n, kind: [[kind(x) for x in line.split()] for line in words[at[key] + 1:at[key] + 1 + n]]
    points = rows("POINTS", count("POINTS"), float)
    owner = [int(x) for x in words[at["CELL_DATA"] + 3:at["CELL_DATA"] + 3 + count("CELL_DATA")]]
    lines = [line[1:] for line in rows("LINES", count("LINES"), int)]
    cells = [cell[1:] for cell in rows("POLYGONS", count("POLYGONS"), int)]
    first = [line for line, k in zip(lines, owner) if k == 0]
    return points, first, [c for c, k in zip(cells, owner[len(lines):]) if k == 0], words[at["POINT_DATA"] + 3:]


def wire(points, numbers):
    """A line through points, in mm, for gnuplot"""
    return "".join(",".join(f"{1e3 * x:.5g}" for x in points[n]) + "\n" for n in numbers) + "\n\n"


def joint_job(search):
    """The first degrees of the crank-slider whose small end is made of two surfaces"""
    return jobs.run(f"joint-{search}", "examples/crank-slider/config-1-surfaces.yaml",
                    [f"joints.small-end.search={search}", "joints.small-end.film.grid=[24, 4]", "simulate.until=4 deg of crank", "record={every: 0.5 deg of crank}"],
                    ("joints/small-end/film_min",), 3.0)


def has_function(place):
    path, name = place.split(":")
    file = jobs.ROOT / path
    return file.exists() and re.search(rf"\b{name}\(", file.read_text()) is not None


def check(paper):
    for item in paper.items:
        for number in item.numbers:
            words = number.ours.split()
            if words[0] not in ("held", "gap", "hits", "modes", "unsure", "joint"):
                raise DataError(f"{paper.name}.toml: {item.id}: '{number.ours}' names no quantity")
            if words[0] == "held":
                for place in words[1:]:
                    if not has_function(place):
                        raise DataError(f"{paper.name}.toml: {item.id}: {number.says}: there is no {place}")


class Study:
    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner

    def needs(self, item):
        needed = [shape_job(name) for name in SHAPES] if item.draw else []
        for number in item.numbers:
            words = number.ours.split()
            if words[0] == "gap":
                needed.append(gap_job(words[1], words[2]))
            if words[0] == "joint":
                needed += [joint_job(search) for search in ("newton", "implicit")]
            if words[0] in ("modes", "unsure", "hits"):
                needed += [gap_job(words[1], mode) for mode in ("newton", "mrep")]
        return needed

    def values(self, key):
        word, *rest = key.split()
        return {"ours": getattr(self, "value_" + word)(*rest)}

    def note(self, key):
        """Where an equation is computed, and by which test it is held"""
        word, *places = key.split()
        return "; ".join(f"{path}: {name}" for path, name in (place.split(":") for place in places)) if word == "held" else ""

    def value_held(self, place, test):
        return "held" if has_function(place) and has_function(test) else "not held"

    def points(self, file, mode):
        return self.runner.answer(gap_job(file, mode))["points"]

    def value_gap(self, file, mode):
        return 1e6 * min(p["gap"] for p in self.points(file, mode) if p["hit"])

    def value_hits(self, file):
        newton, implicit = (self.runner.answer(gap_job(file, mode))["hits"] for mode in ("newton", "mrep"))
        return implicit / newton

    def value_modes(self, file):
        both = zip(self.points(file, "newton"), self.points(file, "mrep"))
        return 1e6 * max(abs(a["gap"] - b["gap"]) for a, b in both if a["hit"] and b.get("sure", True))

    def value_unsure(self, file):
        return self.runner.answer(gap_job(file, "mrep"))["unsure"]

    def value_joint(self, what):
        newton, implicit = joint_job("newton"), joint_job("implicit")
        if what == "cost":
            return self.runner.answer(implicit)["run"]["cpu_s"] / self.runner.answer(newton)["run"]["cpu_s"]
        both = zip(self.runner.channel(newton, "joints/small-end/film_min"), self.runner.channel(implicit, "joints/small-end/film_min"))
        return 1e6 * max(abs(a - b) for a, b in both)

    def draw(self, item, stem, form):
        """Figure 3: every shape with its control net"""
        panels = []
        for name in SHAPES:
            points, lines, cells, _ = read_nets(self.runner.folder(shape_job(name)) / "nets.vtk")
            data = "$surface << END\n" + "".join(wire(points, cell + cell[:1]) for cell in cells) + "END\n"
            data += "$net << END\n" + "".join(wire(points, line) for line in lines) + "END\n"
            panels.append(f"{data}set title '{name}'\nsplot $surface using 1:2:3 with lines linewidth 0.5 linecolor rgb '#99aabb' notitle, \\\n"
                          f"  $net using 1:2:3 with linespoints pointtype 7 pointsize 0.5 dashtype 2 linewidth 1 linecolor rgb '{draw.COLOURS[1]}' notitle")
        body = ("set view equal xyz\nset view 62,30,1.1\nunset border\nunset tics\nunset grid\n"
                "set multiplot layout 2,3\n" + "\n".join(panels) + "\nunset multiplot\n")
        return [("Shapes of Gudgeon that stand for those of the paper; control points are dots, nets are dashed. For ParaView: gudgeon gap FILE --nets FILE.vtk",
                 draw.figure(f"{stem}.{form}", body, (1000, 640)))]
