"""Cases that combine the papers: a flexible rod on a mixed film, one mechanism on every fidelity level, a ball joint with a film
on a grid, several generic joints. No paper prints these; what is stated stands in our own documentation.

A quantity is named by words. WINDOW is in degrees of crank, or in seconds for the pendulum (elbow-*); FACTOR brings SI to
the unit of the number.

    mean RUN CHANNEL WINDOW FACTOR           also min, max
    change mean RUN OTHER CHANNEL WINDOW     per cent of RUN against OTHER; also min, max
    power RUN WINDOW                         mean power of the drive (W), from its work
    rms RUN OTHER CHANNEL WINDOW             of the difference
    nearer RUN OTHER BASE CHANNEL WINDOW     rms of RUN from BASE over that of OTHER from BASE
    onset RUN CHANNEL LEVEL                  the first instant (s) at which a channel is above a level
    ends RUN                                 the instant (s) at which a run gives up because smooth walls touch
"""

import math
import re

import draw
import jobs
import series
from printed import DataError

RODS = {"rigid": "rigid", "207": "207 GPa, steel", "20": "20 GPa", "5": "5 GPa"}
LADDER = {"ideal": "ideal", "dry": "dry contact", "short": "film, closed form (short)", "reynolds": "Reynolds film, smooth", "mixed": "Reynolds film, rough (mixed)"}
ELBOWS = {"ideal": "ideal", "dry": "dry contact", "squeeze": "film, closed form (squeeze)", "mixed": "Reynolds film, rough (mixed)"}
GENERIC = {"skirt": "skirt in its bore", "small-end": "wrist pin", "big-end": "crank pin"}
SMALL_END = "joints/small-end/"
CRANK = "coordinates/crank.angle"
THIN_OIL = "joints.small-end.film.viscosity=1 mPa.s"
QUANTITIES = {"mean": 5, "min": 5, "max": 5, "change": 6, "power": 3, "rms": 5, "nearer": 6, "onset": 4, "ends": 2}


def rod_job(stiffness):
    film = ("film_min", "loss_film", "loss_asperity")
    channels = ["coordinates/*", "bodies/slider/acceleration.x", *(SMALL_END + name for name in film)]
    if stiffness == "rigid":
        return jobs.run("rod-rigid", "examples/crank-slider/config-1.yaml", [], channels, 1.0)
    return jobs.run(f"rod-{stiffness}", "examples/flexible-rod/crank-slider.yaml", [f"parameters.modulus={stiffness} GPa"], channels, 10.0)


def ladder_job(level):
    film = {"ideal": (), "dry": ("eccentricity_ratio",)}.get(level, ("eccentricity_ratio", "film_min"))
    channels = ["coordinates/*", "bodies/slider/acceleration.x", "energy/drive_work", SMALL_END + "reaction_force.*", *(SMALL_END + name for name in film)]
    record = ["record={}"] if level == "dry" else []
    return jobs.run(f"ladder-{level}", "examples/crank-slider/fidelity.yaml", [f"joints.small-end.model={level}", THIN_OIL, *record], channels, 2.0)


def elbow_job(level):
    names = {"ideal": (), "mixed": ("eccentricity_ratio", "asperity_share", "film_min", "loss")}.get(level, ("eccentricity_ratio",))
    channels = ["points/*", "joints/elbow/reaction_force.*", *(f"joints/elbow/{name}" for name in names)]
    if level in ("mixed", "reynolds"):
        job = jobs.run(f"elbow-{level}", "examples/double-pendulum/film.yaml", [f"joints.elbow.model={level}"], channels, 8.0)
        job.may_fail = level == "reynolds"  # smooth walls touch: that is the answer
        return job
    record = ["record={points: [A, B]}"] if level == "dry" else []
    return jobs.run(f"elbow-{level}", "examples/double-pendulum/stiff.yaml", [f"joints.elbow.model={level}", *record], channels, 4.0)


def generic_job(_):
    names = ("film_min", "film_pressure_max", "loss")
    return jobs.run("generic-joints", "examples/generic-joints/piston-and-pins.yaml", [], ["coordinates/*", *(f"joints/*/{name}" for name in names)], 8.0)


def angle_of(run):
    """The channel of the crank's angle; the pendulum has none"""
    if run.startswith("elbow"):
        return None
    return "coordinates/main.angle" if run.startswith("rod") and run != "rod-rigid" else CRANK


FAMILIES = {"rod": rod_job, "ladder": ladder_job, "elbow": elbow_job, "generic": generic_job}


def named_job(name):
    family, _, rest = name.partition("-")
    return FAMILIES[family](rest)


ITEMS = {
    "flexible rod": [f"rod-{name}" for name in RODS],
    "fidelity levels": [f"ladder-{name}" for name in LADDER],
    "ball joint": [f"elbow-{name}" for name in ELBOWS],
    "generic joints": ["generic-joints"],
}


def runs_of(key):
    return [word for word in key.split() if word.split("-")[0] in FAMILIES and "/" not in word]


def check(paper):
    for item in paper.items:
        if item.draw and item.id not in ITEMS:
            raise DataError(f"{paper.name}.toml: {item.id} cannot be drawn")
        for number in item.numbers:
            words = number.ours.split()
            if len(words) != QUANTITIES.get(words[0]) or not runs_of(number.ours):
                raise DataError(f"{paper.name}.toml: {item.id}: '{number.ours}' names no quantity")


class Study:
    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner

    def needs(self, item):
        names = [*(ITEMS[item.id] if item.draw else ()), *(run for number in item.numbers for run in runs_of(number.ours))]
        return [named_job(name) for name in names]

    # numbers

    def values(self, key):
        word, *rest = key.split()
        if word in ("mean", "min", "max"):
            run, channel, window, factor = rest
            return {"ours": float(factor) * self.statistic(word, run, channel, window)}
        return {"ours": getattr(self, "value_" + word)(*rest)}

    def series(self, run, channel, window):
        """Instants and values of a channel, or of a sum of channels (A+B), in a window"""
        job = named_job(run)
        time = self.runner.channel(job, "time")
        parts = [self.runner.channel(job, name) for name in channel.split("+")]
        over = angle_of(run)
        axis = [math.degrees(a) for a in self.runner.channel(job, over)] if over else time
        low, high = (float(x) for x in window.split(":"))
        slack = 1e-3 * (high - low) / 360.0
        return series.window(axis, (time, [sum(row) for row in zip(*parts)]), low - slack, high + slack)

    def statistic(self, name, run, channel, window):
        values = self.series(run, channel, window)
        return {"mean": series.mean, "min": lambda s: min(s[1]), "max": lambda s: max(s[1])}[name](values)

    def value_change(self, name, run, other, channel, window):
        return 100.0 * (self.statistic(name, run, channel, window) / self.statistic(name, other, channel, window) - 1.0)

    def value_power(self, run, window):
        time, work = self.series(run, "energy/drive_work", window)
        return (work[-1] - work[0]) / (time[-1] - time[0])

    def value_rms(self, run, other, channel, window):
        first, second = self.series(run, channel, window), self.series(other, channel, window)
        return series.rms(series.differences(first, second, (first[0][-1] - first[0][0]) / 2000.0))

    def value_nearer(self, run, other, base, channel, window):
        return self.value_rms(run, base, channel, window) / self.value_rms(other, base, channel, window)

    def value_onset(self, run, channel, level):
        job = named_job(run)
        both = zip(self.runner.channel(job, "time"), self.runner.channel(job, channel))
        return next((t for t, x in both if x > float(level)), None)

    def value_ends(self, run):
        message = self.runner.answer(named_job(run)).get("failed", "")
        found = re.search(r"t = ([\d.e-]+) s.*smooth walls touch", message)
        return float(found.group(1)) if found else None

    # figures

    def draw(self, item, stem, form):
        function = {"flexible rod": self.rods, "fidelity levels": self.levels, "ball joint": self.elbows, "generic joints": self.generic}[item]
        return [function(f"{stem}.{form}")]

    def lines(self, family, names, y):
        """Curves of one panel; a run without a title is left out, and the others keep their colours"""
        runs = [(i, f"{family}-{name}", title) for i, (name, title) in enumerate(names.items()) if title is not None]
        return [draw.line(f"runs/{run}/channels.csv", y, title, i, self.axis(run), "lines linewidth 1.2") for i, run, title in runs]

    def axis(self, run):
        over = angle_of(run)
        return f'column("{over} [rad]")*180/pi' if over else 'column("time [s]")'

    def rods(self, path):
        c = lambda name, unit: f'column("{name} [{unit}]")'
        loss = f'{c(SMALL_END + "loss_film", "W")}+{c(SMALL_END + "loss_asperity", "W")}'
        degrees = "crank angle (deg)"
        rows = [("(a) minimum oil film thickness", degrees, "film (µm)", "set yrange [0.3:1.5]", self.lines("rod", RODS, f'1e6*{c(SMALL_END + "film_min", "m")}')),
                ("(b) power loss of the small end", degrees, "loss (W)", "set yrange [0:*]", self.lines("rod", RODS, loss)),
                ("(c) acceleration of the slider", degrees, "acceleration (km/s²)", "set yrange [*:*]", self.lines("rod", RODS, f'1e-3*{c("bodies/slider/acceleration.x", "m/s2")}'))]
        return ("Small end of configuration I, third turn, rods of four stiffnesses", draw.panels(
            path, "Crank-slider of Nascimento 2024 with the beam of Tian 2009 as its rod", rows, "3,1", (1000, 900), "set xrange [720:1080]\nset xtics 60", legend=True))

    def levels(self, path):
        c = lambda name, unit: f'column("{name} [{unit}]")'
        degrees = "crank angle (deg)"
        some = lambda *absent: {n: None if n in absent else t for n, t in LADDER.items()}
        force = f'1e-3*sqrt({c(SMALL_END + "reaction_force.x", "N")}**2+{c(SMALL_END + "reaction_force.y", "N")}**2)'
        gap = f'30*(1-{c(SMALL_END + "eccentricity_ratio", "1")})'
        rows = [("(a) clearance less eccentricity; negative: depth of contact", degrees, "c - e (µm)", "set yrange [*:15]", self.lines("ladder", some("ideal"), gap)),
                ("(b) smallest film", degrees, "c - e (µm)", "set yrange [0:3]", self.lines("ladder", some("ideal", "dry"), gap)),
                ("(c) force of the joint", degrees, "force (kN)", "set yrange [0:6]", self.lines("ladder", some(), force)),
                ("(d) acceleration of the slider", degrees, "acceleration (km/s²)", "set yrange [-30:20]", self.lines("ladder", some(), f'1e-3*{c("bodies/slider/acceleration.x", "m/s2")}'))]
        return ("Small end at five fidelity levels, third turn; dry contact records every step", draw.panels(
            path, "One mechanism: ideal, dry, lubricated, mixed (oil of 1 mPa s)", rows, "4,1", (1000, 1200), "set xrange [720:1080]\nset xtics 60", legend=True))

    def elbows(self, path):
        c = lambda name, unit: f'column("{name} [{unit}]")'
        time = "time (s)"
        some = lambda *absent: {n: None if n in absent else t for n, t in ELBOWS.items()}
        force = "sqrt(" + "+".join(f'{c(f"joints/elbow/reaction_force.{a}", "N")}**2' for a in "xyz") + ")"
        rows = [("(a) eccentricity of the ball", time, "e (mm)", "set yrange [0:2.2]", self.lines("elbow", some("ideal"), f'2*{c("joints/elbow/eccentricity_ratio", "1")}')),
                ("(b) force of the joint", time, "force (N)", "set yrange [0:40]", self.lines("elbow", some(), force)),
                ("(c) velocity of B along x", time, "velocity (m/s)", "set yrange [*:*]", self.lines("elbow", some(), c("points/B/velocity.x", "m/s"))),
                ("(d) fraction of the load that asperities carry (mixed)", time, "", "set yrange [0:1.02]",
                 self.lines("elbow", {n: t if n == "mixed" else None for n, t in ELBOWS.items()}, c("joints/elbow/asperity_share", "1")))]
        return ("Elbow of the double pendulum with stiff arms at four fidelity levels; dry contact records every step", draw.panels(
            path, "Double pendulum of Tian 2009: ideal, dry, lubricated, mixed", rows, "4,1", (1000, 1200), legend=True))

    def generic(self, path):
        angle = self.axis("generic-joints")
        curve = lambda channel, unit, factor: [draw.line("runs/generic-joints/channels.csv", f'{factor}*column("joints/{n}/{channel} [{unit}]")', title, i, angle, "lines linewidth 1.4")
                                               for i, (n, title) in enumerate(GENERIC.items())]
        degrees = "crank angle (deg)"
        rows = [("(a) smallest film", degrees, "film (µm)", "set logscale y\nset yrange [1:60]", curve("film_min", "m", 1e6)),
                ("(b) largest film pressure", degrees, "pressure (MPa)", "set yrange [0.1:60]", curve("film_pressure_max", "Pa", 1e-6)),
                ("(c) power loss", degrees, "loss (W)", "unset logscale y\nset yrange [0:*]", curve("loss", "W", 1))]
        return ("Second cycle at 1500 rpm; firing dead centre at 720 deg", draw.panels(
            path, "Three generic joints in one mechanism: pairs of NURBS surfaces with films", rows, "3,1", (1000, 900), "set xrange [720:1440]\nset xtics 90", legend=True))
