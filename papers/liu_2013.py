"""Liu 2013: contact of a pin in a hole, three models beside an experiment.

A quantity is named by words, CLEARANCE in mm and DEPTH in 10^-2 mm as table 1 prints them:

    load MODEL CLEARANCE DEPTH        N
    error MODEL CLEARANCE DEPTH       per cent against the experiment's load in the table
    mean MODEL                        mean of the magnitude of these errors, per cent
    nearest                           the model with the least mean error
    depth MODEL WIDTH                 depth (mm) at which the half width (mm) is reached, clearance 0.067 mm
    worse MODEL CLEARANCE OTHER       mean error at a clearance over that at another
    against MODEL OTHER CLEARANCE     mean error of a model over that of another at a clearance
    clearances                        of the experiment, mm
    depths WIDTH                      depth of the geometric model over that of Hertz at a half width (mm)
"""

import math

import draw
import jobs
from printed import DataError

FILE = "examples/contact/liu-2013.yaml"
MODELS = {"Hertz": "liu_nonconformal", "conformal": "liu_conformal", "geometric": "liu_geometric"}
CLEARANCES = ("0.067", "0.094", "0.104")
COLUMN = {"Hertz": "Hertz theory", "conformal": "conformal model", "geometric": "new model"}
QUANTITIES = ("load", "error", "mean", "nearest", "depth", "worse", "against", "depths", "clearances", "input")


def curves_job(clearance, reach="50 um"):
    job = jobs.component(f"curves-{clearance}-{reach.split()[0]}", "contact", FILE, [jobs.ROOT / "examples/contact/liu-2013.csv"])
    job.arguments += ["--set", f"pair.clearance={clearance} mm", "--set", f"depth.to={reach}", "--csv", "{out}/channels.csv"]
    return job


WHOLE = curves_job("0.067", "275 um")  # up to the pin's radius
MECHANISM = {name: jobs.run(f"slider-crank-{name}", "examples/clearance/slider-crank-dry.yaml", [
    f"joints.small-end.contact={{law: {law}, young: [207 GPa, 207 GPa], poisson: [0.3, 0.3]}}", "joints.small-end.width=20 mm"],
    ("coordinates/*", "joints/small-end/contact_force", "joints/small-end/depth"), 1.0)
    for name, law in MODELS.items()}


def check(paper):
    for item in paper.items:
        for number in item.numbers:
            if number.ours.split()[0] not in QUANTITIES:
                raise DataError(f"{paper.name}.toml: {item.id}: '{number.ours}' names no quantity")


class Study:
    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner

    def needs(self, item):
        return [*(curves_job(c) for c in CLEARANCES), WHOLE, *(MECHANISM.values() if item.id == "mechanism" else ())]

    def values(self, key):
        word, *rest = key.split()
        return {"inferred": getattr(self, "value_" + word)(*rest)}

    def measured(self):
        """Rows of table 1: clearance (mm), depth (10^-2 mm), load of the experiment (N), loads of the models"""
        data = self.runner.answer(curves_job(CLEARANCES[0]))["measured"]
        loads = zip(*(data["laws"][name]["force"] for name in MODELS))
        return [(f"{1e3 * c:.3f}", f"{1e5 * d:.3f}", f, dict(zip(MODELS, load)))
                for c, d, f, load in zip(data["clearance"], data["depth"], data["force"], loads)]

    def value_load(self, model, clearance, depth):
        return next(loads[model] for c, d, _, loads in self.measured() if (c, d) == (clearance, depth))

    def value_error(self, model, clearance, depth):
        return next(100.0 * (loads[model] / f - 1.0) for c, d, f, loads in self.measured() if (c, d) == (clearance, depth))

    def value_mean(self, model, clearance=None):
        errors = [100.0 * abs(loads[model] / f - 1.0) for c, _, f, loads in self.measured() if clearance in (None, c)]
        return sum(errors) / len(errors)

    def value_worse(self, model, clearance, other):
        return self.value_mean(model, clearance) / self.value_mean(model, other)

    def value_against(self, model, other, clearance):
        return self.value_mean(model, clearance) / self.value_mean(other, clearance)

    def value_depths(self, width):
        return self.value_depth("geometric", width) / self.value_depth("Hertz", width)

    def value_clearances(self):
        return " ".join(sorted({c for c, *_ in self.measured()}))

    def value_nearest(self):
        return min(MODELS, key=self.value_mean)

    def value_depth(self, model, width):
        curve = self.runner.answer(WHOLE)["laws"][model]
        return next(1e3 * d for d, a in zip(curve["depth"], curve["half_width"]) if 1e3 * a >= float(width))

    def value_input(self, name, key):
        return jobs.model_number("examples/contact", ("liu-2013.yaml",), name, key)

    # figures

    def draw(self, item, stem, form):
        return {"figure 3": self.loads, "figure 5": self.loads, "figure 6": self.widths, "equation 3": self.pressures, "mechanism": self.mechanism}[item](item, stem, form)

    def loads(self, item, stem, form):
        names = list(MODELS) if item == "figure 5" else list(MODELS)[:2]
        rows = []
        for clearance in CLEARANCES:
            curves = self.runner.answer(curves_job(clearance))["laws"]
            points = [(float(d), f) for c, d, f, _ in self.measured() if c == clearance]
            blocks = "".join(block(f"m{i}", zip(curves[n]["depth"], curves[n]["force"]), 1e5) for i, n in enumerate(names))
            blocks += block("points", points, 1.0)
            lines = [f"$m{i} using 1:2 with lines linewidth 1.6 linecolor rgb '{draw.COLOURS[i]}' title '{COLUMN[n]}'" for i, n in enumerate(names)]
            lines.append("$points using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb 'black' title 'experiment'")
            rows.append((f"ΔR = {clearance} mm", "δ (10^{-2} mm)", "P (N)", blocks, lines))
        return [("Experiment: table 1", draw.panels(f"{stem}.{form}", "Load over contact depth", rows, "1,3", (1000, 400),
                                                    "set key top left samplen 1.5\nset xrange [0:5]\nset yrange [0:6000]"))]

    def widths(self, item, stem, form):
        curves = self.runner.answer(WHOLE)["laws"]
        blocks, lines = "", []
        for i, (name, title) in enumerate((("Hertz", "Hertz and simplest conformal model"), ("geometric", "new model"))):
            blocks += block(f"m{i}", zip(curves[name]["half_width"], curves[name]["depth"]), 1e3, 1e3)
            lines.append(f"$m{i} using 1:2 with lines linewidth 1.8 linecolor rgb '{draw.COLOURS[i]}' title '{title}'")
        setup = "set xrange [0:0.91]\nset yrange [0:0.28]\nset key top left samplen 1.5\nset arrow from 0.843, graph 0 to 0.843, graph 1 nohead dashtype 2 linecolor rgb '#888888'\nset label 'R_1' at 0.848, graph 0.9"
        return [("Up to the radius of the pin, 0.843 mm", draw.panels(f"{stem}.{form}", "", [("ΔR = 0.067 mm", "contact half width a (mm)", "penetration depth δ (mm)",
                                                                                             blocks, lines)], "1,1", (760, 460), setup))]

    def pressures(self, item, stem, form):
        """p(x) = p0 sqrt(1 - (x/a)^2) at one depth"""
        curves = self.runner.answer(curves_job(CLEARANCES[0]))["laws"]
        depth = max(float(d) for c, d, _, _ in self.measured() if c == CLEARANCES[0]) * 1e-5
        blocks, lines = "", []
        for i, name in enumerate(MODELS):
            k = min(range(len(curves[name]["depth"])), key=lambda n: abs(curves[name]["depth"][n] - depth))
            a, p0 = curves[name]["half_width"][k], curves[name]["pressure"][k]
            angles = (math.pi * (k / 200 - 0.5) for k in range(201))  # closer together at the edges, where the slope is infinite
            points = ((a * math.sin(x), p0 * math.cos(x)) for x in angles)
            blocks += block(f"m{i}", points, 1e3, 1e-9)
            lines.append(f"$m{i} using 1:2 with lines linewidth 1.8 linecolor rgb '{draw.COLOURS[i]}' title '{COLUMN[name]}'")
        return [(f"Depth {1e3 * depth:.4f} mm", draw.panels(f"{stem}.{form}", "", [(f"ΔR = {CLEARANCES[0]} mm", "x (mm)", "contact pressure p (GPa)", blocks, lines)],
                                                            "1,1", (760, 460), "set yrange [0:*]\nset key top right samplen 1.5"))]

    def mechanism(self, item, stem, form):
        angle = 'column("coordinates/crank.angle [rad]")*180/pi'
        force = 'column("joints/small-end/contact_force [N]")/1e3'
        rows = [(COLUMN[n], "crank angle (deg)", "contact force (kN)", "", [
            draw.line(f"runs/{MECHANISM[n].name}/channels.csv", force, "", i, angle, "lines linewidth 0.9")]) for i, n in enumerate(MODELS)]
        return [("Every step recorded", draw.panels(f"{stem}.{form}", "Slider-crank at 5000 rpm, play of 0.5 mm at the small end", rows, "3,1", (1000, 760),
                                                    "set xrange [0:720]\nset xtics 90\nset yrange [0:80]"))]


def block(name, points, x, y=1.0):
    """Data inside a gnuplot script; the first line is a header"""
    return f"${name} << END\nx,y\n" + "".join(f"{x * a:.6g},{y * b:.6g}\n" for a, b in points) + "END\n"
