"""Tian 2009: flexible double pendulum and four-bar in space, with dry and lubricated ball joints.

A quantity is named by words. Runs are FAMILY-ARMS-JOINT, as in pendulum-stiff-dry, pendulum-soft-dry-10 (elements) or
bar-soft-squeeze; windows are in seconds.

    max CHANNEL RUN [WINDOW]              also min, mean, amplitude (largest magnitude), count
    ratio max CHANNEL RUN OTHER [WINDOW]  of two runs
    rms CHANNEL RUN OTHER [WINDOW]        root mean square of their difference, at equal instants
    largest CHANNEL RUN OTHER [WINDOW]    the largest difference
    nearer CHANNEL RUN OTHER BASE         rms of RUN from BASE over that of OTHER from BASE
    order impact ARMS                     numbers of elements, from the highest force of the first impact to the lowest
    impact ARMS N                         that force, N
    force RUN OTHER                       largest contact force over the largest film force of another run
    peak RUN                              largest contact force over its mean
    table-1 METHOD STEP                   seconds of processor time, or "Not converge"
    effort STEP                           Newton iterations of Bathe's method over those of generalized-alpha, 0.8
    share RUN                             largest friction over normal force where the latter is above 1 N
    work RUN                              of friction, J
    freedoms FOLDER/FILE                  degrees of freedom that `check` counts
    exponent RUN                          of the contact force over its depth, from the largest depths of the contacts
    input FOLDER/FILE NAME KEY            a number of a model file
"""

import math

import draw
import jobs
import series
from printed import DataError

PENDULUM, BAR, BEAM = "examples/double-pendulum", "examples/four-bar", "examples/beam"
ELEMENTS = (2, 6, 10, 16)
METHODS = {"bathe": "simulate.integrator=bathe", **{f"sigma-{s}": f"simulate.integrator.spectral_radius={s}" for s in ("1.0", "0.8", "0.5", "0.2")}}
STEPS = ("1", "4", "10", "50")  # ms
JOINT_NAMES = {"ideal": "ideal joint", "dry": "dry clearance", "squeeze": "lubricated"}
QUANTITIES = ("max", "min", "mean", "amplitude", "ratio", "rms", "largest", "nearer", "order", "impact", "force", "peak", "table-1", "effort", "freedoms", "exponent", "share", "work", "input")
TIME = "time (s)"


def elements(n):
    return [f"bodies.arm.elements={n}", f"bodies.forearm.elements={n}"]


def channels(family, joint):
    """What is exported of a run: joints have other channels on every fidelity level"""
    name = "A" if family == "bar" else "elbow"
    names = {"ideal": (), "dry": ("eccentricity*", "contact_force", "depth"), "squeeze": ("eccentricity*", "contact_force", "film_force", "depth")}[joint]
    arm = () if family == "bar" else ("bodies/forearm/position.*", "bodies/forearm/orientation.*")
    return ("points/*", *(f"joints/{name}/{n}" for n in names), *arm)


def named_job(name):
    """The run of a name: pendulum-soft-dry-10, bar-rigid-ideal, impact-stiff-6. Those with dry contact record every step."""
    family, arms, joint, *count = name.split("-")
    if family == "friction":
        return friction_job()
    if family == "impact":
        return jobs.run(name, f"{PENDULUM}/{arms}.yaml", ["joints.elbow.model=dry", "simulate.until=0.07 s", "simulate.tolerance=1e-7",
                        "record={points: [A, B]}", *elements(joint)], channels(family, "dry"), 2.0)
    if family == "pendulum":
        record = ["record={points: [A, B]}"] if joint == "dry" else []
        return jobs.run(name, f"{PENDULUM}/{arms}.yaml", [f"joints.elbow.model={joint}", *record, *(elements(count[0]) if count else [])],
                        channels(family, joint), 10.0 if joint == "dry" else 4.0)
    record = ["record={points: [crank.A, rocker.B]}"] if joint == "dry" else []
    return jobs.run(name, f"{BAR}/{arms}.yaml", [f"joints.A.model={joint}", *record], channels(family, joint), 5.0)


FRICTION = "{law: coulomb, coefficient: 0.1, speed: 1 mm/s, full_speed: 10 mm/s}"


def friction_job():
    """pendulum-stiff-dry with friction in the elbow"""
    return jobs.run("friction-stiff-dry", f"{PENDULUM}/stiff.yaml", ["joints.elbow.model=dry", f"joints.elbow.friction={FRICTION}", "record={points: [A, B]}"],
                    (*channels("pendulum", "dry"), "joints/elbow/friction_*"), 12.0)


def table_job(method, step):
    job = jobs.run(f"table-1-{method}-{step}", f"{BEAM}/table-1-pendulum.yaml",
                   [METHODS[method], f"simulate.step={step} ms", f"simulate.smallest={step} ms"], ("points/*",), 0.5)
    job.may_fail = True
    return job


def check_job(file):
    return jobs.component("check-" + file.replace("/", "-").removesuffix(".yaml"), "check", f"examples/{file}")


FIGURES = {}  # item: (runs, function)


def figure(number, *runs):
    def keep(function):
        FIGURES[f"figure {number}" if isinstance(number, int) else number] = (runs, function)
        return function
    return keep


def runs_of(key):
    words = key.split()
    if words[0] == "order":
        return [named_job(f"impact-{words[2]}-{n}") for n in ELEMENTS]
    if words[0] == "impact":
        return [named_job(f"impact-{words[1]}-{words[2]}")]
    if words[0] == "table-1":
        return [table_job(words[1], words[2])]
    if words[0] == "freedoms":
        return [check_job(words[1])]
    if words[0] == "effort":
        return [table_job(m, words[1]) for m in ("bathe", "sigma-0.8")]
    return [named_job(word) for word in words if word.split("-")[0] in ("pendulum", "bar", "impact", "friction")]


def check(paper):
    for item in paper.items:
        if item.draw and item.id not in FIGURES:
            raise DataError(f"{paper.name}.toml: {item.id} cannot be drawn")
        for number in item.numbers:
            if number.ours.split()[0] not in QUANTITIES:
                raise DataError(f"{paper.name}.toml: {item.id}: '{number.ours}' names no quantity")


class Study:
    def __init__(self, paper, runner):
        self.paper, self.runner = paper, runner

    def needs(self, item):
        needed = [job for number in item.numbers for job in runs_of(number.ours)]
        if item.draw:
            needed += [named_job(name) for name in FIGURES[item.id][0]]
        return needed

    def draw(self, item, stem, form):
        return FIGURES[item][1](self, stem, form)

    # numbers

    def values(self, key):
        words = key.split()
        function = getattr(self, "value_" + words[0].replace("-", "_"), None)
        if function is None:
            return {"chosen": self.statistic(words[0], *words[1:])}
        return {"chosen": function(*words[1:])}

    def series(self, run, channel, window="0:1e9"):
        """Instants and values of a channel, or of the transverse displacement of B, in a window"""
        job = named_job(run)
        time = self.runner.channel(job, "time")
        values = self.transverse(job) if channel == "transverse" else self.runner.channel(job, channel)
        low, high = (float(x) for x in window.split(":"))
        chosen = [i for i, t in enumerate(time) if low <= t <= high]
        return [time[i] for i in chosen], [values[i] for i in chosen]

    def transverse(self, job):
        """Displacement of B across the axis that continues the forearm's tangent at A, along y of the section there (m)"""
        get = lambda name: self.runner.channel(job, name)
        w, x, y, z = (get(f"bodies/forearm/orientation.{c}") for c in "wxyz")
        d = [[b - o for b, o in zip(get(f"points/B/position.{c}"), get(f"bodies/forearm/position.{c}"))] for c in "xyz"]
        # second column of the rotation matrix
        return [2 * (b * c - a * e) * u + (1 - 2 * (b * b + e * e)) * v + 2 * (c * e + a * b) * s
                for a, b, c, e, u, v, s in zip(w, x, y, z, *d)]

    def statistic(self, name, channel, run, window="0:1e9"):
        values = self.series(run, channel, window)[1]
        return {"max": max(values), "min": min(values), "mean": self.time_mean(run, channel, window), "amplitude": max(map(abs, values))}[name]

    def time_mean(self, run, channel, window):
        return series.mean(self.series(run, channel, window))

    def value_ratio(self, name, channel, run, other, window="0:1e9"):
        return self.statistic(name, channel, run, window) / self.statistic(name, channel, other, window)

    def differences(self, channel, run, other, window):
        """Differences of two runs, every millisecond of the window"""
        return series.differences(self.series(run, channel, window), self.series(other, channel, window))

    def value_rms(self, channel, run, other, window="0:1e9"):
        return series.rms(self.differences(channel, run, other, window))

    def value_largest(self, channel, run, other, window="0:1e9"):
        return max(map(abs, self.differences(channel, run, other, window)))

    def value_nearer(self, channel, run, other, base, window="0:1e9"):
        return self.value_rms(channel, run, base, window) / self.value_rms(channel, other, base, window)

    def value_impact(self, arms, n):
        """Largest force of the first contact"""
        force = self.series(f"impact-{arms}-{n}", "joints/elbow/contact_force")[1]
        first = next(i for i, f in enumerate(force) if f > 0.0)
        last = next((i for i in range(first, len(force)) if force[i] <= 0.0), len(force))
        return max(force[first:last])

    def value_force(self, dry, film):
        """Largest contact force of one run over the largest film force of another"""
        return self.statistic("max", "joints/A/contact_force", dry) / self.statistic("amplitude", "joints/A/film_force", film)

    def value_peak(self, run):
        return self.statistic("max", "joints/A/contact_force", run) / self.statistic("mean", "joints/A/contact_force", run)

    def value_order(self, _, arms):
        return " ".join(map(str, sorted(ELEMENTS, key=lambda n: -self.value_impact(arms, n))))

    def value_table_1(self, method, step):
        answer = self.runner.answer(table_job(method, step))
        return "Not converge" if "failed" in answer else answer["run"]["cpu_s"]

    def value_effort(self, step):
        bathe, other = (self.runner.answer(table_job(m, step))["run"]["newton"] for m in ("bathe", "sigma-0.8"))
        return bathe / other

    def value_share(self, run):
        friction, normal = (self.series(run, f"joints/elbow/{name}_force")[1] for name in ("friction", "contact"))
        return max(f / n for f, n in zip(friction, normal) if n > 1.0)

    def value_work(self, run):
        return [self.series(run, "joints/elbow/friction_work")[1][-1]] * 2  # a range is asked for

    def value_freedoms(self, file):
        return self.runner.answer(check_job(file))["degrees_of_freedom"]

    def value_exponent(self, run):
        """Slope of log force over log depth: where the depth of a contact is largest its rate is zero, and so is the damping"""
        force, depth = (self.series(run, f"joints/elbow/{name}")[1] for name in ("contact_force", "depth"))
        peaks = [(depth[i], force[i]) for i in range(1, len(depth) - 1) if depth[i] > 0.0 and depth[i - 1] <= depth[i] >= depth[i + 1]]
        (d0, f0), (d1, f1) = min(peaks), max(peaks)
        return math.log(f1 / f0) / math.log(d1 / d0)

    def value_input(self, file, name, key):
        folder, _, base = file.rpartition("/")
        return jobs.model_number("examples/" + folder, (base,), name, key)

    def first_touch(self, run):
        time, force = self.series(run, "joints/elbow/contact_force")
        return next(t for t, f in zip(time, force) if f > 0.0)

    # figures

    def csv(self, run):
        return f"runs/{run}/channels.csv"

    def lines(self, runs, y, titles=None, style="lines linewidth 1.2", dashed=False):
        """Curves of several runs; `dashed` shows that the second lies upon the first"""
        styles = [style if i == 0 or not dashed else style + " dashtype 2" for i in range(len(runs))]
        return [draw.line(self.csv(run), y, title, i, style=s) for i, (run, title, s) in enumerate(zip(runs, titles or runs, styles))]

    def derived(self, run, stem):
        """The transverse displacement of B as a file for gnuplot"""
        path = stem.parent / f"{stem.name}-{run}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        time, values = self.series(run, "transverse")
        path.write_text("time [s],transverse [m]\n" + "\n".join(f"{t:.9g},{v:.6g}" for t, v in zip(time, values)) + "\n")
        return path.name

    def gudgeon_plot(self, run, kind, path, *words):
        """A figure that the command itself draws"""
        job = named_job(run)
        self.runner.call(job, ["plot", "{out}", kind, *words, "-o", str(path), "--quiet"])
        return path


X_B, VX_B = 'column("points/B/position.x [m]")', 'column("points/B/velocity.x [m/s]")'
Y_B, VY_B = 'column("points/rocker.B/position.y [m]")', 'column("points/rocker.B/velocity.y [m/s]")'


def joint_names(runs):
    return [JOINT_NAMES[run.split("-")[2]] for run in runs]


def at_start(study, run, point):
    job = named_job(run)
    return [study.runner.channel(job, f"points/{point}/position.{c}")[0] for c in "xyz"]


def skeleton(stem, form, points, title):
    """A mechanism at the start: its joints by name, y upwards; (name, position, where the name stands) along the links"""
    low = min(1e3 * y for _, (_, y, _), _ in points)
    data = "".join(f"{1e3 * x:.6g},{1e3 * z:.6g},{1e3 * y:.6g},{name}\n" for name, (x, y, z), _ in points)
    marks = [f"$joints every ::{i}::{i} using 1:2:3:4 with labels offset character {away} notitle" for i, (_, _, away) in enumerate(points)]
    body = (f"$joints << END\n{data}END\nset view equal xyz\nset view 68,25,1.15\nset xyplane relative 0.05\nset border 4095 linecolor rgb '#dddddd'\nunset grid\nset tics textcolor rgb '#555555'\n"
            "set xlabel 'x (mm)'\nset ylabel 'z (mm)'\nset zlabel 'y (mm)' rotate\nset xtics 100\nset ytics 100\nset ztics 50\n"
            f"set zrange [{low - 100:.4g}:50]\n"
            f"set title {draw.quote(title)}\nsplot $joints using 1:2:3 with linespoints linewidth 4 pointtype 7 pointsize 1.6 linecolor rgb '{draw.COLOURS[0]}' notitle, \\\n  "
            + ", \\\n  ".join(marks))
    return draw.figure(f"{stem}.{form}", body, (760, 520))


@figure(8, "pendulum-stiff-ideal")
def figure_8(study, stem, form):
    points = [("O", (0.0, 0.0, 0.0), "0,1.2"), *((name, at_start(study, "pendulum-stiff-ideal", name), away) for name, away in (("A", "1.5,1"), ("B", "1.5,-1")))]
    return [("Arms OA and AB at the start; gravity along -y. O is ideal, A has the clearance", skeleton(stem, form, points, "Double pendulum"))]


@figure(9, *(f"pendulum-{a}" for a in ("stiff-ideal", "stiff-dry", "soft-ideal", "soft-dry", "soft-ideal-10", "soft-dry-10")))
def figure_9(study, stem, form):
    rows = []
    for letter, heading, runs in (("a", "6 elements, 207 GPa", ("pendulum-stiff-ideal", "pendulum-stiff-dry")),
                                  ("b", "6 elements, 60 MPa", ("pendulum-soft-ideal", "pendulum-soft-dry")),
                                  ("c", "10 elements, 60 MPa", ("pendulum-soft-ideal-10", "pendulum-soft-dry-10"))):
        rows.append((f"({letter}) {heading}", TIME, "x of B (m)", "", study.lines(runs, X_B, joint_names(runs), dashed=True)))
    runs = ("pendulum-stiff-dry", "pendulum-soft-dry", "pendulum-soft-dry-10")
    rows.append(("(d) 207 GPa and 60 MPa, dry", TIME, "x of B (m)", "", study.lines(runs, X_B, ("207 GPa, 6 elements", "60 MPa, 6", "60 MPa, 10"))))
    return [("", draw.panels(f"{stem}.{form}", "Displacement of B along x", rows, "2,2", (1000, 640), "set key top center samplen 1.5 maxrows 2"))]


@figure(10, *(f"impact-{a}-{n}" for a in ("stiff", "soft") for n in ELEMENTS))
def figure_10(study, stem, form):
    rows = []
    for letter, arms, name, whole, near in (("a", "stiff", "207 GPa", "0.02:0.07", "0.0282:0.0302"), ("b", "soft", "60 MPa", "0.05:0.07", "0.0540:0.0570")):
        runs = [f"impact-{arms}-{n}" for n in ELEMENTS]
        for heading, window in ((name, whole), (f"{name}, first impact", near)):
            rows.append((f"({letter}) {heading}", "time (ms)", "contact force (N)", f"set yrange [0:*]\nset xrange [{':'.join(f'{1e3 * float(x):g}' for x in window.split(':'))}]",
                         [draw.line(study.csv(run), 'column("joints/elbow/contact_force [N]")', f"{n} elements", i, '1e3*column("time [s]")', "lines linewidth 1")
                          for i, (run, n) in enumerate(zip(runs, ELEMENTS))]))
    return [("Every step recorded", draw.panels(f"{stem}.{form}", "Normal contact force", rows, "2,2", (1000, 700), legend=True))]


@figure(11, *(f"impact-stiff-{n}" for n in ELEMENTS), *(f"impact-soft-{n}" for n in ELEMENTS))
def figure_11(study, stem, form):
    rows = []
    for letter, arms, name in (("a", "stiff", "207 GPa"), ("b", "soft", "60 MPa")):
        lines = [draw.line(first_contact(study, f"impact-{arms}-{n}", stem), 'column("force [N]")', f"{n} elements", i, 'column("depth [um]")')
                 for i, n in enumerate(ELEMENTS)]
        rows.append((f"({letter}) {name}", "penetration (µm)", "contact force (N)", "set yrange [0:*]", lines))
    return [("The paper shows 207 GPa", draw.panels(f"{stem}.{form}", "Force over penetration of the first impact", rows, "1,2", (1000, 420),
                                                    "set key top left samplen 1.5"))]


def first_contact(study, run, stem):
    """Depth and force of the first contact as a file for gnuplot"""
    force = study.series(run, "joints/elbow/contact_force")[1]
    depth = study.series(run, "joints/elbow/depth")[1]
    first = next(i for i, f in enumerate(force) if f > 0.0)
    last = next(i for i in range(first, len(force)) if force[i] <= 0.0)
    path = stem.parent / f"{stem.name}-{run}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("depth [um],force [N]\n0,0\n" + "".join(f"{1e6 * depth[i]:.6g},{force[i]:.6g}\n" for i in range(first, last)) + "0,0\n")
    return path.name


def transverse_panel(study, stem, heading, runs, titles, scale, unit):
    lines = [draw.line(study.derived(run, stem), f'{scale}*column("transverse [m]")', title, i) for i, (run, title) in enumerate(zip(runs, titles))]
    return (heading, TIME, f"transverse displacement of B ({unit})", "", lines)


@figure(12, *(f"pendulum-{a}" for a in ("stiff-ideal", "stiff-dry", "soft-ideal", "soft-dry", "soft-ideal-10", "soft-dry-10")))
def figure_12(study, stem, form):
    rows = [transverse_panel(study, stem, "(a) 6 elements, 207 GPa", ("pendulum-stiff-dry", "pendulum-stiff-ideal"), ("dry clearance", "ideal joint"), 1e6, "µm"),
            transverse_panel(study, stem, "(b) 6 elements, 60 MPa", ("pendulum-soft-dry", "pendulum-soft-ideal"), ("dry clearance", "ideal joint"), 1e3, "mm"),
            transverse_panel(study, stem, "(c) 10 elements, 60 MPa", ("pendulum-soft-dry-10", "pendulum-soft-ideal-10"), ("dry clearance", "ideal joint"), 1e3, "mm")]
    return [("From the axis that continues the tangent at A", draw.panels(f"{stem}.{form}", "Transverse displacement of B", rows, "3,1", (1000, 900), legend=True))]


def ball_paths(study, stem, form, cases, window, clearance, joint, title):
    """Paths of the ball's centre inside the sphere of the clearance, in space"""
    low, high = window
    inside = f'(column("time [s]") >= {low} && column("time [s]") <= {high})'
    e = lambda a: f'(column("joints/{joint}/eccentricity.{a} [m]")*1e3)'
    parts = []
    for letter, heading, run in cases:
        sphere = f"{clearance}*cos(u)*cos(v),{clearance}*sin(u)*cos(v),{clearance}*sin(v) with lines linewidth 0.4 linecolor rgb '#cccccc' notitle"
        path = (f"{draw.quote(study.csv(run))} using ({inside} ? {e('x')} : NaN):({e('z')}):({e('y')}) with lines linewidth 1.4 "
                f"linecolor rgb '{draw.COLOURS[0]}' notitle")
        parts.append(f"set title '({letter}) {heading}'\nsplot {sphere}, \\\n  {path}")
    body = ("set datafile columnheaders\nset parametric\nset urange [0:2*pi]\nset vrange [-pi/2:pi/2]\nset isosamples 19,10\nset view equal xyz\n"
            "set view 65,35\nset xlabel 'e_x (mm)'\nset ylabel 'e_z (mm)'\nset zlabel 'e_y (mm)' rotate\nset ticslevel 0\nset border 4095 linecolor rgb '#dddddd'\nunset grid\n"
            f"set xrange [-{1.05 * clearance}:{1.05 * clearance}]\nset yrange [-{1.05 * clearance}:{1.05 * clearance}]\nset zrange [-{1.05 * clearance}:{1.05 * clearance}]\n"
            f"set tics textcolor rgb '#555555'\nset xtics {clearance}\nset ytics {clearance}\nset ztics {clearance}\n"
            f"set multiplot layout 1,2 title {draw.quote(title)}\n" + "\n".join(parts) + "\nunset multiplot\n")
    return draw.figure(f"{stem}.{form}", body, (1000, 520))


@figure(13, "impact-stiff-6", "impact-soft-10")
def figure_13(study, stem, form):
    cases = (("a", "6 elements, 207 GPa", "impact-stiff-6"), ("b", "10 elements, 60 MPa", "impact-soft-10"))
    early = ball_paths(study, stem, form, cases, (0.0, 0.03), 2, "elbow", "Centre of the ball in axes of the socket, first 0.03 s; the sphere is the clearance")
    later = ball_paths(study, stem.parent / (stem.name + "-later"), form, cases, (0.0, 0.07), 2, "elbow", "Centre of the ball in axes of the socket, first 0.07 s")
    return [("First 0.03 s, as the paper has it; with our start the stiff arms meet at 0.029 s, the soft ones at 0.054 s", early), ("First 0.07 s", later)]


@figure(14, "pendulum-stiff-dry", "pendulum-soft-dry-10", "impact-stiff-6", "impact-soft-10")
def figure_14(study, stem, form):
    made = []
    for letter, heading, run in (("a", "6 elements, 207 GPa", "pendulum-stiff-dry"), ("c", "10 elements, 60 MPa", "pendulum-soft-dry-10")):
        path = f"{stem}-{letter}.{form}"
        made.append((f"({letter}) {heading}: arms at 60 instants of 2 s, paths of A and B", study.gudgeon_plot(run, "strobe", path, "--count", "60")))
    rows = []
    for letter, heading, run in (("b", "6 elements, 207 GPa", "impact-stiff-6"), ("d", "10 elements, 60 MPa", "impact-soft-10")):
        t = study.first_touch(run)
        near = f"set xrange [{1e3 * (t - 0.002):.4g}:{1e3 * (t + 0.008):.4g}]"
        ms = '1e3*column("time [s]")'
        rows.append((f"({letter}) {heading}", "time (ms)", "gap of ball and socket (µm)", near + "\nset yrange [*:*]",
                     [draw.line(study.csv(run), '-1e6*column("joints/elbow/depth [m]")', "gap, negative: penetration", 0, ms), "0 with lines linecolor rgb '#888888' dashtype 2 notitle"]))
        rows.append((f"({letter}) {heading}", "time (ms)", "contact force (N)", near + "\nset yrange [0:*]",
                     [draw.line(study.csv(run), 'column("joints/elbow/contact_force [N]")', "", 1, ms)]))
    made.append(("(b), (d) the first impact enlarged", draw.panels(f"{stem}-impact.{form}", "First impact between ball and socket", rows, "2,2", (1000, 620))))
    return made


@figure(15, *(f"pendulum-soft-{j}" for j in JOINT_NAMES))
def figure_15(study, stem, form):
    runs = ("pendulum-soft-dry", "pendulum-soft-squeeze", "pendulum-soft-ideal")
    rows = [("(a) displacement", TIME, "x of B (m)", "", study.lines(runs, X_B, joint_names(runs))),
            ("(b) velocity", TIME, "velocity of B along x (m/s)", "", study.lines(runs, VX_B, joint_names(runs), "lines linewidth 0.9"))]
    return [("", draw.panels(f"{stem}.{form}", "Displacement and velocity of B along x, 60 MPa", rows, "2,1", (1000, 700), legend=True))]


@figure(16, *(f"pendulum-{a}-{j}" for a in ("stiff", "soft") for j in JOINT_NAMES))
def figure_16(study, stem, form):
    rows = []
    for letter, arms, name, scale, unit in (("a", "stiff", "207 GPa", 1e6, "µm"), ("b", "soft", "60 MPa", 1e3, "mm")):
        runs = [f"pendulum-{arms}-{j}" for j in ("dry", "squeeze", "ideal")]
        rows.append(transverse_panel(study, stem, f"({letter}) {name}", runs, joint_names(runs), scale, unit))
    return [("From the axis that continues the tangent at A", draw.panels(f"{stem}.{form}", "Transverse displacement of B", rows, "2,1", (1000, 700), legend=True))]


@figure(17, "pendulum-stiff-dry", "pendulum-stiff-squeeze", "pendulum-soft-dry-10", "pendulum-soft-squeeze-10")
def figure_17(study, stem, form):
    rows = []
    for letter, heading, runs in (("a", "6 elements, 207 GPa", ("pendulum-stiff-dry", "pendulum-stiff-squeeze")),
                                  ("b", "10 elements, 60 MPa", ("pendulum-soft-dry-10", "pendulum-soft-squeeze-10"))):
        rows.append((f"({letter}) {heading}", TIME, "eccentricity (mm)", "set yrange [0:*]",
                     study.lines(runs, '2*column("joints/elbow/eccentricity_ratio [1]")', joint_names(runs), "lines linewidth 0.9")))
    return [("Clearance: 2 mm", draw.panels(f"{stem}.{form}", "Eccentricity of the ball in its socket", rows, "2,1", (1000, 700), legend=True))]


@figure(18, "pendulum-stiff-squeeze", "pendulum-soft-squeeze-10")
def figure_18(study, stem, form):
    cases = (("a", "6 elements, 207 GPa", "pendulum-stiff-squeeze"), ("b", "10 elements, 60 MPa", "pendulum-soft-squeeze-10"))
    return [("", ball_paths(study, stem, form, cases, (0.0, 1.0), 2, "elbow", "Centre of the ball, lubricated, first 1.0 s"))]


@figure(20, *(f"pendulum-{a}-{j}" for a in ("rigid", "stiff") for j in ("ideal", "dry")))
def figure_20(study, stem, form):
    rows = []
    for letter, joint in (("a", "ideal"), ("b", "dry")):
        runs = (f"pendulum-rigid-{joint}", f"pendulum-stiff-{joint}")
        rows.append((f"({letter}) {JOINT_NAMES[joint]}", TIME, "x of B (m)", "", study.lines(runs, X_B, ("rigid arms", "flexible arms, 207 GPa"), "lines linewidth 1.6", True)))
    return [("Rigid arms by Gudgeon in place of MSC.ADAMS", draw.panels(f"{stem}.{form}", "Displacement of B along x", rows, "2,1", (1000, 640), legend=True))]


@figure(21, "bar-stiff-ideal")
def figure_21(study, stem, form):
    crank, rocker = (at_start(study, "bar-stiff-ideal", name) for name in ("crank.A", "rocker.B"))
    points = [("O", (0.0, 0.0, 0.0), "-1.5,0.8"), ("A", crank, "-1.5,-0.8"), ("B", rocker, "1.5,-0.8"), ("H", (0.3, 0.0, 0.2), "1.5,0.8")]
    return [("Crank OA, coupler AB and rocker BH at the start; the crank turns about z, the rocker about x. A has the clearance", skeleton(stem, form, points, "Four-bar"))]


def bar_motion(study, stem, form, arms, name, window):
    runs = [f"bar-{arms}-{j}" for j in ("dry", "squeeze", "ideal")]
    rows = [("(a) displacement", TIME, "y of B (m)", "", study.lines(runs, Y_B, joint_names(runs))),
            ("(b) velocity", TIME, "velocity of B along y (m/s)", "", study.lines(runs, VY_B, joint_names(runs), "lines linewidth 0.9"))]
    made = [("Dry: every step recorded", draw.panels(f"{stem}.{form}", f"Displacement and velocity of B along y, {name}", rows, "2,1", (1000, 700), legend=True))]
    near = [(f"(b) from {window.replace(':', ' to ')} s", TIME, "velocity of B along y (m/s)", f"set xrange [{window}]", rows[1][4])]
    made.append(("(b) enlarged: the jumps of velocity at impacts", draw.panels(f"{stem}-jumps.{form}", f"Velocity of B along y, {name}", near, "1,1", (1000, 400), legend=True)))
    return made


@figure(22, *(f"bar-stiff-{j}" for j in JOINT_NAMES))
def figure_22(study, stem, form):
    return bar_motion(study, stem, form, "stiff", "207 GPa", "0:0.3")


@figure(23, "bar-stiff-dry", "bar-stiff-squeeze")
def figure_23(study, stem, form):
    rows = [("(a) dry", TIME, "contact force (N)", "set yrange [0:*]", study.lines(("bar-stiff-dry",), 'column("joints/A/contact_force [N]")', ("",), "lines linewidth 0.8")),
            ("(b) lubricated", TIME, "film force (N)", "set yrange [0:*]", study.lines(("bar-stiff-squeeze",), 'abs(column("joints/A/film_force [N]"))', ("",)))]
    return [("Every step recorded where contact is dry", draw.panels(f"{stem}.{form}", "Forces in the ball joint, 207 GPa", rows, "2,1", (1000, 640), "unset key"))]


@figure(24, *(f"bar-soft-{j}" for j in JOINT_NAMES))
def figure_24(study, stem, form):
    return bar_motion(study, stem, form, "soft", "60 MPa", "0.5:1.0")


@figure(25, *(f"bar-{a}-{j}" for a in ("stiff", "soft") for j in ("dry", "squeeze")))
def figure_25(study, stem, form):
    rows = []
    for letter, arms, name in (("a", "stiff", "207 GPa"), ("b", "soft", "60 MPa")):
        runs = (f"bar-{arms}-dry", f"bar-{arms}-squeeze")
        rows.append((f"({letter}) {name}", TIME, "eccentricity (mm)", "set yrange [0:*]",
                     study.lines(runs, 'column("joints/A/eccentricity_ratio [1]")', joint_names(runs), "lines linewidth 0.9")))
    return [("Clearance: 1 mm", draw.panels(f"{stem}.{form}", "Eccentricity of the ball in its socket", rows, "2,1", (1000, 640), legend=True))]


@figure(26, "bar-stiff-dry", "bar-soft-dry")
def figure_26(study, stem, form):
    cases = (("a", "207 GPa", "bar-stiff-dry"), ("b", "60 MPa", "bar-soft-dry"))
    return [("", ball_paths(study, stem, form, cases, (0.0, 0.3), 1, "A", "Centre of the ball, dry, first 0.3 s"))]


@figure(27, "bar-stiff-squeeze", "bar-soft-squeeze")
def figure_27(study, stem, form):
    cases = (("a", "207 GPa", "bar-stiff-squeeze"), ("b", "60 MPa", "bar-soft-squeeze"))
    return [("", ball_paths(study, stem, form, cases, (0.0, 1.0), 1, "A", "Centre of the ball, lubricated, first 1 s"))]


@figure(28, "bar-rigid-ideal")
def figure_28(study, stem, form):
    return [("The mechanism with a rigid coupler, in Gudgeon instead of MSC.ADAMS", study.gudgeon_plot("bar-rigid-ideal", "strobe", f"{stem}.{form}"))]


@figure(29, *(f"bar-{a}-{j}" for a in ("rigid", "stiff") for j in ("ideal", "dry")))
def figure_29(study, stem, form):
    rows = []
    for letter, joint in (("a", "ideal"), ("b", "dry")):
        runs = (f"bar-rigid-{joint}", f"bar-stiff-{joint}")
        rows.append((f"({letter}) {JOINT_NAMES[joint]}", TIME, "y of B (m)", "", study.lines(runs, Y_B, ("rigid coupler", "flexible coupler, 207 GPa"), "lines linewidth 1.6", True)))
    return [("Rigid coupler by Gudgeon in place of MSC.ADAMS", draw.panels(f"{stem}.{form}", "Displacement of B along y", rows, "2,1", (1000, 640), legend=True))]


@figure("equations 20 to 26", "friction-stiff-dry", "pendulum-stiff-dry")
def figure_friction(study, stem, form):
    runs = ("pendulum-stiff-dry", "friction-stiff-dry")
    titles = ("without friction", "with friction")
    force = 'column("joints/elbow/friction_force [N]")'
    ratio = f'column("joints/elbow/contact_force [N]") > 1 ? {force}/column("joints/elbow/contact_force [N]") : NaN'
    with_friction = study.csv("friction-stiff-dry")
    rows = [("(a) friction over normal force: the coefficient from v1 on, less between v0 and v1", TIME, "F_t/F_n", "set yrange [0:0.12]",
             [draw.line(with_friction, ratio, "with friction", 1, style="points pointtype 7 pointsize 0.2")]),
            ("(b) work of friction", TIME, "work (J)", "set yrange [0:*]", [draw.line(with_friction, 'column("joints/elbow/friction_work [J]")', "with friction", 1)]),
            ("(c) displacement of B along x", TIME, "x of B (m)", "set yrange [*:*]", study.lines(runs, X_B, titles))]
    return [("Dry joint, stiff arms; coefficient 0.1, v0 = 1 mm/s, v1 = 10 mm/s, which the paper does not print", draw.panels(
        f"{stem}.{form}", "Friction between ball and socket", rows, "3,1", (1000, 860), legend=True))]
