"""Nascimento 2024: the crank-slider in mixed lubrication, three configurations, six rough-contact models.

A quantity is named by words: CONFIGURATION MODELS PART QUANTITY WINDOW STATISTIC, such as

    I GW small-end film_min 840:960 mean            one model
    II order small-end asperity_pressure 660:780 max   the models, from the highest to the lowest
    III range main h_over_sigma 660:780 min         lowest and highest of all models
    I ZMC(K) small-end film_min 840:960 mean        the other reading of eq. 2.81
    I GW-CEB small-end film_min 960 value           difference of two models at a crank angle
    III JG small-end film_min 660:780 min%          per cent against GW
    time II                                         hours that the six runs of a configuration took; several add up
    time-of-one II                                  the longest of them
    step II                                         mean step of the run with GW, us, lowest and highest of the variants
    method none                                     what ours has in place of a number of the paper's method
    A / B                                           ratio of two quantities
    input crank mass                                a number of the model files
"""

import math
import statistics

import draw
import jobs
from printed import DataError

FOLDER = "examples/crank-slider"
MODELS = ("GW", "CEB", "ZMC", "KE", "JG", "PW")
OTHER_ZMC = "ZMC(K)"  # first yield as the annex prints it
CONFIGURATIONS = {"I": "config-1", "II": "config-2", "III": "config-3"}
JOINTS = {"small-end": "CR-S", "big-end": "CS-CR", "main": "B-CS"}
LUBRICATED = {"I": ("small-end",), "II": ("small-end", "big-end"), "III": ("small-end", "big-end", "main")}
SIGMA = {"printed": 0.251, "inferred": 0.153}  # um
MEAN = {"printed": 0.198, "inferred": 0.371}
CLEARANCE = 30e-6
ANGLE = "coordinates/crank.angle"
WINDOWS = ("660:780", "840:960")
COST = {"I": 1.0, "II": 2.0, "III": 5.0}

CHANNELS = (ANGLE, *(f"joints/*/{name}" for name in (
    "eccentricity.x", "eccentricity.y", "eccentricity_ratio", "eccentricity_rate", "film_min", "film_pressure_max",
    "asperity_pressure_max", "loss_film", "loss_asperity")), *(f"bodies/{name}" for name in (
    "slider/position.x", "slider/velocity.x", "slider/acceleration.x", "rod/orientation", "rod/angular_velocity",
    "rod/angular_acceleration")))

# quantity: channels of the part, and their value in the unit of the paper
QUANTITIES = {
    "film_min": (("joints/{}/film_min",), lambda sigma, h: 1e6 * h),  # um
    "h_over_sigma": (("joints/{}/film_min",), lambda sigma, h: 1e6 * h / sigma),
    "h_over_printed_sigma": (("joints/{}/film_min",), lambda sigma, h: 1e6 * h / SIGMA["printed"]),
    "eccentricity_ratio": (("joints/{}/eccentricity_ratio",), lambda sigma, e: e),
    "gap_ratio": (("joints/{}/eccentricity_ratio",), lambda sigma, e: 1.0 - e),
    "eccentricity_ratio_rate": (("joints/{}/eccentricity_rate",), lambda sigma, e: 1e-3 * e / CLEARANCE),  # 10^3/s
    "eccentricity_x": (("joints/{}/eccentricity.x",), lambda sigma, e: e / CLEARANCE),
    "eccentricity_y": (("joints/{}/eccentricity.y",), lambda sigma, e: e / CLEARANCE),
    "film_pressure": (("joints/{}/film_pressure_max",), lambda sigma, p: 1e-9 * p),  # GPa
    "asperity_pressure": (("joints/{}/asperity_pressure_max",), lambda sigma, p: 1e-9 * p),
    "loss": (("joints/{}/loss_film", "joints/{}/loss_asperity"), lambda sigma, f, a: f + a),  # W
    "loss_ratio": (("joints/{}/loss_film", "joints/{}/loss_asperity"), lambda sigma, f, a: a / (f + a) if f + a else math.nan),
    "acceleration": (("bodies/{}/acceleration.x",), lambda sigma, a: 1e-6 * a),  # 10^6 m/s2
    "angular_acceleration": (("bodies/{}/angular_acceleration",), lambda sigma, a: 1e-6 * a),  # 10^6 rad/s2
    "position_off": (("bodies/{}/position.x",), None),  # from the ideal mechanism, over the range
    "orientation_off": (("bodies/{}/orientation",), None),
}
STATISTICS = {
    "mean": statistics.fmean,
    "min": min,
    "max": max,
    "std": statistics.pstdev,
    "value": lambda values: values[0],
    "extremes": lambda values: (min(values), max(values)),
    "first": lambda values: values[0],
    "side": lambda values: "left" if values[0] < 0.0 else "right",
    "below": lambda values: "bottom" if statistics.fmean(values) < 0.0 else "top",
}

# figures: configuration, joint
ORBITS = {23: ("I", "small-end"), 28: ("II", "small-end"), 29: ("II", "big-end"), 37: ("III", "small-end"),
          38: ("III", "big-end"), 39: ("III", "main")}
LUBRICATION = {24: ("I", "small-end"), 30: ("II", "small-end"), 31: ("II", "big-end"), 40: ("III", "small-end"),
               41: ("III", "big-end"), 42: ("III", "main")}
FILMS = {25: ("I", "small-end"), 32: ("II", "small-end"), 33: ("II", "big-end"), 43: ("III", "small-end"),
         44: ("III", "big-end"), 45: ("III", "main")}
VARIATIONS = {26: ("I", "small-end"), 34: ("II", "small-end"), 35: ("II", "big-end"), 46: ("III", "small-end"),
              47: ("III", "big-end"), 48: ("III", "main")}
MOTION = {27: ("I", ""), 36: ("II", ""), 49: ("III", "")}
TABLES = {9: ("I", "small-end"), 10: ("II", "small-end"), 11: ("II", "big-end"), 12: ("III", "small-end"),
          13: ("III", "big-end"), 14: ("III", "main")}


def study_job(configuration, model, variant):
    joints = [f"joints.{joint}.rough" for joint in JOINTS]
    settings = [f"{joint}.model={model.removesuffix('(K)')}" for joint in joints]
    if model == OTHER_ZMC:
        settings += [f"{joint}.onset=K" for joint in joints]
    if variant == "inferred":
        settings += [f"{joint}.sigma={SIGMA[variant]} um" for joint in joints]
        settings += [f"{joint}.mean={MEAN[variant]} um" for joint in joints]
    name = f"{configuration}-{model}-{variant}"
    return jobs.run(name, f"{FOLDER}/{CONFIGURATIONS[configuration]}.yaml", settings, CHANNELS, COST[configuration])


IDEAL = jobs.run("ideal", f"{FOLDER}/config-1.yaml", ["joints.small-end.model=ideal"],
                 [c for c in CHANNELS if not c.startswith("joints")], 0.1)


def item_kind(item):
    """What an item shows: ('figure', 23) and its configuration and joint"""
    kind, number = item.split()
    table = {**ORBITS, **LUBRICATION, **FILMS, **VARIATIONS, **MOTION} if kind == "figure" else TABLES
    return int(number), table.get(int(number))


def check(paper):
    for item in paper.items:
        if item.draw and item_kind(item.id)[1] is None:
            raise DataError(f"{paper.name}.toml: {item.id} cannot be drawn")
        for number in item.numbers:
            check_key(number.ours, f"{paper.name}.toml: {item.id}: {number.says}")


def check_key(key, where):
    words = key.split()
    if "/" in words:
        for part in key.split(" / "):
            check_key(part, where)
        return
    if words[0] in ("time", "time-of-one", "step", "method", "input"):
        return
    if len(words) != 6 or words[0] not in CONFIGURATIONS or words[3] not in QUANTITIES or words[5].rstrip("%") not in STATISTICS:
        raise DataError(f"{where}: '{key}' names no quantity")


class Study:
    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner
        self.series = {}

    # what has to be run

    def needs(self, item):
        wanted = {word for number in item.numbers for word in number.ours.split() if word in CONFIGURATIONS}
        place = item_kind(item.id)[1] if item.draw else None
        if place:
            wanted.add(place[0])
        models = MODELS + ((OTHER_ZMC,) if any(OTHER_ZMC in number.ours for number in item.numbers) else ())
        needed = [study_job(c, m, v) for c in CONFIGURATIONS if c in wanted for m in models for v in self.paper.variants]
        return needed + [IDEAL]

    # numbers

    def values(self, key):
        words = key.split()
        if "/" in words:
            above, below = (self.values(part) for part in key.split(" / "))
            return {v: above[v] / below[v] for v in above}
        if words[0] == "method":
            return {next(iter(self.paper.variants)): METHOD[words[1]]}
        if words[0] == "step":
            return {v: self.mean_step(words[1], v) for v in self.paper.variants}
        if words[0] == "time-of-one":
            return {v: max(self.hours(words[1], v)) for v in self.paper.variants}
        if words[0] == "input":
            return {next(iter(self.paper.variants)): jobs.model_number(FOLDER, ("mechanism.yaml", "config-3.yaml"), words[1], words[2])}
        if words[0] == "time":
            return {v: sum(sum(self.hours(c, v)) for c in words[1:]) for v in self.paper.variants}
        return {v: self.select(words, v) for v in self.paper.variants}

    def hours(self, configuration, variant):
        return [self.runner.answer(study_job(configuration, m, variant))["run"]["cpu_s"] / 3600.0 for m in MODELS]

    def mean_step(self, configuration, variant):
        """us; a pair, as a range is asked for"""
        run = self.runner.answer(study_job(configuration, "GW", variant))["run"]
        return [1e6 * run["time"] / run["steps"]] * 2

    def select(self, words, variant):
        configuration, models, part, quantity, window, statistic = words
        one = lambda model: self.statistic(configuration, model, variant, part, quantity, window, statistic)
        if models in (*MODELS, OTHER_ZMC):
            return one(models)
        if "-" in models and models.split("-")[0] in MODELS:
            first, second = models.split("-")
            return one(first) - one(second)
        chosen = MODELS[1:] if models.startswith("plastic:") else MODELS
        every = {model: one(model) for model in chosen}
        return SELECTIONS[models.removeprefix("plastic:")](every)

    def statistic(self, configuration, model, variant, part, quantity, window, name):
        if name.endswith("%"):
            both = [self.statistic(configuration, m, variant, part, quantity, window, name[:-1]) for m in (model, "GW")]
            return 100.0 * (both[0] / both[1] - 1.0)
        values = self.window(configuration, model, variant, part, quantity, window)
        return STATISTICS[name](values)

    def window(self, configuration, model, variant, part, quantity, window):
        job = study_job(configuration, model, variant)
        angle = self.runner.channel(job, ANGLE)
        key = (job.name, part, quantity)
        if key not in self.series:
            channels, value = QUANTITIES[quantity]
            columns = [self.runner.channel(job, channel.format(part)) for channel in channels]
            if value is None:
                self.series[key] = self.off_ideal(columns[0], channels[0].format(part))
            else:
                self.series[key] = [value(SIGMA[variant], *row) for row in zip(*columns)]
        low, high = (float(x) for x in (window.split(":") * 2)[:2])
        slack = 0.1  # degrees: records stand every half degree
        return [x for a, x in zip(angle, self.series[key]) if low - slack <= math.degrees(a) <= high + slack]

    def off_ideal(self, values, channel):
        ideal = self.runner.channel(IDEAL, channel)
        return [abs(a - b) / (max(ideal) - min(ideal)) for a, b in zip(values, ideal)]

    # figures

    def draw(self, item, stem, form):
        number, (configuration, joint) = item_kind(item)
        if item.startswith("table"):
            return []
        for table, function in ((ORBITS, self.orbits), (LUBRICATION, self.lubrication), (MOTION, self.motion)):
            if number in table:
                return [(self.paper.variants[v], function(configuration, joint, v, f"{stem}-{v}.{form}"))
                        for v in self.paper.variants]
        function = self.films if number in FILMS else self.variations
        return [("Paper, data as printed, inferred roughness", function(configuration, joint, f"{stem}.{form}"))]

    def csv(self, configuration, model, variant):
        return f"runs/{study_job(configuration, model, variant).name}/channels.csv"

    def orbits(self, configuration, joint, variant, path):
        x, y = (f'column("joints/{joint}/eccentricity.{a} [m]")/{CLEARANCE}' for a in "xy")
        angle = f'(column("{ANGLE} [rad]")*180/pi)'
        panels = []
        for letter, model in zip("abcdef", MODELS):
            data = draw.quote(self.csv(configuration, model, variant))
            inside = f"{angle} >= 359.9 && {angle} <= 1080.1"
            marks = [f"{data} using ({inside} && abs({angle} - {at}) < 0.1 ? {x} : NaN):({y}):(sprintf('%d', {at % 360})) with labels point "
                     f"pointtype 7 pointsize 0.5 linecolor rgb '{draw.COLOURS[1]}' textcolor rgb '{draw.COLOURS[1]}' offset character {away} notitle"
                     for at, away in ((720, '-2,0'), (810, '2,-0.8'), (900, '2.5,0.5'), (990, '-2.8,0.6'))]
            panels.append(f"set title '({letter}) {model}'\nplot [0:2*pi] cos(t),sin(t) with lines linecolor rgb '#999999' dashtype 2 notitle, \\\n"
                          f"  {data} using ({inside} ? {x} : NaN):({y}) with lines linewidth 1.2 linecolor rgb '{draw.COLOURS[0]}' notitle, \\\n  "
                          + ", \\\n  ".join(marks))
        body = ("set datafile columnheaders\nset parametric\nset size square\nset xrange [-1.15:1.15]\nset yrange [-1.15:1.15]\n"
                "set xtics 0.5\nset ytics 0.5\nset xlabel 'e_x/c'\nset ylabel 'e_y/c'\nunset key\n"
                f"set multiplot layout 2,3 title 'Journal of {JOINTS[joint]} (configuration {configuration}) in axes of its bearing, 360 to 1080 deg; "
                "numbers: crank angle'\n" + "\n".join(panels) + "\nunset multiplot\n")
        return draw.figure(path, body, (1000, 720))

    def curves(self, configuration, variant, expression, names=MODELS, ideal=False):
        """plot commands of one panel: expression over the crank angle, for every model"""
        x = f'(column("{ANGLE} [rad]")*180/pi)'
        parts = [f"{draw.quote(self.csv(configuration, m, variant))} using {x}:({expression}) with lines linewidth 1 linecolor rgb '{c}' notitle"
                 for m, c in zip(names, draw.COLOURS)]
        if ideal:
            parts.append(f"'runs/ideal/channels.csv' using {x}:({expression}) with lines linewidth 1 dashtype 2 linecolor rgb '#000000' notitle")
        return "plot " + ", \\\n  ".join(parts)

    def legend(self, ideal=False):
        """a panel that shows nothing but what the colours mean"""
        parts = [f"NaN with lines linewidth 4 linecolor rgb '{c}' title '{m}'" for m, c in zip(MODELS, draw.COLOURS)]
        if ideal:
            parts.append("NaN with lines linewidth 2 dashtype 2 linecolor rgb 'black' title 'ideal joints'")
        columns = "horizontal" if ideal else "vertical maxrows 3"
        return (f"unset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\nunset grid\nset key center center {columns}\n"
                "set xrange [0:1]\nset yrange [0:1]\nplot " + ", ".join(parts) + "\n")

    def panels(self, configuration, variant, rows, ideal=False):
        parts = []
        for letter, (title, label, expression, extent) in zip("abcdefgh", rows):
            parts.append(f"set title '({letter}) {title}'\nset ylabel '{label}'\nset yrange {extent}\n"
                         + self.curves(configuration, variant, expression, ideal=ideal))
        return ("set datafile columnheaders\nset xrange [360:1080]\nset xtics 120\nset xlabel 'crank angle (deg)'\nunset key\n"
                + "{head}\n" + "\n".join(parts) + "\n")

    def lubrication(self, configuration, joint, variant, path):
        c = lambda name, unit: f'column("joints/{joint}/{name} [{unit}]")'
        loss = f'({c("loss_film", "W")}+{c("loss_asperity", "W")})'
        rows = (
            ("eccentricity ratio", "e/c", c("eccentricity_ratio", "1"), "[*:1]"),
            ("its rate", "d(e/c)/dt (10^3 1/s)", f'{c("eccentricity_rate", "m/s")}/{CLEARANCE}/1e3', "[*:*]"),
            ("hydrodynamic peak pressure", "GPa", f'{c("film_pressure_max", "Pa")}/1e9', "[0:*]"),
            ("asperity contact peak pressure", "GPa", f'{c("asperity_pressure_max", "Pa")}/1e9', "[0:*]"),
            ("total power loss", "W", loss, "[0:*]"),
            ("minimum oil film thickness", "µm", f'{c("film_min", "m")}*1e6', "[0:*]"),
            ("asperity loss over total loss", "", f'{c("loss_asperity", "W")}/{loss}', "[0:1.02]"),
        )
        head = f"set multiplot layout 4,2 title '{JOINTS[joint]}, configuration {configuration}, {self.paper.variants[variant]}'"
        body = self.panels(configuration, variant, rows).replace("{head}", head) + self.legend() + "unset multiplot\n"
        return draw.figure(path, body, (1000, 1050))

    def motion(self, configuration, _, variant, path):
        c = lambda name, unit: f'column("bodies/{name} [{unit}]")'
        rows = (
            ("slider position", "m", c("slider/position.x", "m"), "[*:*]"),
            ("connecting-rod angle", "deg", f'{c("rod/orientation", "rad")}*180/pi', "[*:*]"),
            ("slider velocity", "m/s", c("slider/velocity.x", "m/s"), "[*:*]"),
            ("connecting-rod angular velocity", "rad/s", c("rod/angular_velocity", "rad/s"), "[*:*]"),
            ("slider acceleration", "10^6 m/s²", f'{c("slider/acceleration.x", "m/s2")}/1e6', "[*:*]"),
            ("connecting-rod angular acceleration", "10^6 rad/s²", f'{c("rod/angular_acceleration", "rad/s2")}/1e6', "[*:*]"),
        )
        head = f"set multiplot layout 3,2 margins 0.08,0.98,0.12,0.92 spacing 0.1,0.1 title 'Slider and connecting rod, configuration {configuration}, {self.paper.variants[variant]}'"
        body = (self.panels(configuration, variant, rows, True).replace("{head}", head) + "set lmargin 0\nset rmargin 0\nset tmargin 0\n"
                "set bmargin 0\nset size 1,0.05\nset origin 0,0.01\n" + self.legend(True) + "unset multiplot\n")
        return draw.figure(path, body, (1000, 820))

    def printed_film(self, configuration, joint, window, model, column):
        """A number of the paper's own tables 9 to 14"""
        number = next(n for n, place in TABLES.items() if place == (configuration, joint))
        item = next(item for item in self.paper.items if item.id == f"table {number}")
        key = f"{configuration} {model} {joint} film_min {window} {column}"
        return next(n.paper for n in item.numbers if n.ours == key)

    def film_of(self, source, configuration, joint, window, model, column):
        if source == "paper":
            return self.printed_film(configuration, joint, window, model, column)
        return self.statistic(configuration, model, source, joint, "film_min", window, column)

    def films(self, configuration, joint, path):
        """Bars of the mean film with least and largest, the paper's beside ours"""
        sources = ("paper", *self.paper.variants)
        panels = []
        for letter, window in zip("ab", WINDOWS):
            rows = [[m] + [self.film_of(s, configuration, joint, window, m, k) for s in sources for k in ("mean", "min", "max")]
                    for m in MODELS]
            bars = []
            for i, source in enumerate(sources):
                x = f"($0+{0.27 * (i - 1):.2f})"
                bars.append(f"$w{letter} using {x}:{2 + 3 * i}:(0.24){':xtic(1)' if i == 1 else ''} with boxes "
                            f"linecolor rgb '{BARS[source]}' title '{NAMES[source]}'")
                bars.append(f"$w{letter} using {x}:{3 + 3 * i}:(0):(column({4 + 3 * i})-column({3 + 3 * i})) with vectors heads size 0.06,90 "
                            f"linewidth 1.2 linecolor rgb 'black' notitle")
            panels.append(block(f"w{letter}", rows) + f"set title '({letter}) {window.replace(':', ' to ')} deg'\nplot " + ", \\\n  ".join(bars))
        body = ("set style fill solid 0.85 noborder\nset bars 0.5\nset xrange [-0.6:5.6]\nset yrange [0:*]\nset ylabel 'MOFT (µm)'\n"
                "set key outside bottom center horizontal samplen 1\n"
                f"set multiplot layout 1,2 title '{JOINTS[joint]}, configuration {configuration}: bars mean, lines least to largest'\n"
                + "\n".join(panels) + "\nunset multiplot\n")
        return draw.figure(path, body, (1000, 430))

    def variations(self, configuration, joint, path):
        """(a, b) films of the elastoplastic models against GW, (c, d) film over sigma; mean and min in two windows"""
        panels = []
        for letter, window in zip("ab", WINDOWS):
            rows = [[m] + [100.0 * (self.film_of(s, configuration, joint, window, m, k) / self.film_of(s, configuration, joint, window, "GW", k) - 1.0)
                           for s in ("paper", *self.paper.variants) for k in ("mean", "min")] for m in MODELS[1:]]
            panels.append(self.variation_panel(letter, window, rows, "MOFT against GW (%)", "[*:0<*]"))
        for letter, window in zip("cd", WINDOWS):
            rows = [[m] + [self.film_of(s, configuration, joint, window, m, k) / SIGMA.get(s, SIGMA["inferred"])
                           for s in ("paper", *self.paper.variants) for k in ("mean", "min")] for m in MODELS]
            panels.append(self.variation_panel(letter, window, rows, "h/σ", "[0:*]"))
        body = ("set style fill solid 0.85 noborder\nset style data boxes\nset xzeroaxis linecolor rgb '#888888'\n"
                "set key outside bottom center horizontal samplen 1 font ',8'\n"
                f"set multiplot layout 2,2 title '{JOINTS[joint]}, configuration {configuration}; dark: mean, light: min; "
                "paper: its table, over σ = 0.153 µm in (c), (d)'\n"
                + "\n".join(panels) + "\nunset multiplot\n")
        return draw.figure(path, body, (1000, 760))

    def variation_panel(self, letter, window, rows, label, extent):
        bars = []
        for i, source in enumerate(("paper", *self.paper.variants)):
            for k, statistic in enumerate(("mean", "min")):
                bars.append(f"$v{letter} using ($0+{-0.33 + 0.132 * (2 * i + k):.3f}):{2 + 2 * i + k}:(0.12){':xtic(1)' if (i, k) == (1, 0) else ''} "
                            f"linecolor rgb '{BARS[source] if k == 0 else LIGHT[source]}' title '{NAMES[source]}, {statistic}'")
        return (block(f"v{letter}", rows) + f"set title '({letter}) {window.replace(':', ' to ')} deg'\nset ylabel '{label}'\nset xrange [-0.6:{len(rows) - 0.4}]\n"
                f"set yrange {extent}\nplot " + ", \\\n  ".join(bars))


METHOD = {"none": "not needed", "newton_tolerance": "from the step's tolerance"}
BARS = {"paper": "#555555", "printed": "#0072b2", "inferred": "#d55e00"}
LIGHT = {"paper": "#aaaaaa", "printed": "#7fb8d8", "inferred": "#eaae7f"}
NAMES = {"paper": "paper", "printed": "data as printed", "inferred": "inferred roughness"}
SELECTIONS = {
    "max": lambda every: max(every.values()),
    "min": lambda every: min(every.values()),
    "range": lambda every: (min(every.values()), max(every.values())),
    "spread": lambda every: max(every.values()) / min(every.values()) - 1.0,
    "extremes": lambda every: (min(low for low, _ in every.values()), max(high for _, high in every.values())),
    "highest": lambda every: max(every, key=every.get),
    "lowest": lambda every: min(every, key=every.get),
    "order": lambda every: " ".join(sorted(every, key=every.get, reverse=True)),
    "positive": lambda every: " ".join(m for m in every if every[m] > 0.0) or "none",
    "under1": lambda every: " ".join(m for m in every if every[m] < 1.0) or "none",
}


def block(name, rows):
    """Data inside a gnuplot script"""
    lines = [",".join(x if isinstance(x, str) else f"{x:.6g}" for x in row) for row in rows]
    return f"${name} << END\n" + "\n".join(lines) + "\nEND\n"
