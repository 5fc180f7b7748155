#!/usr/bin/env python3
"""Random models with lubricated and dry joints, each drawn from a number.

    models.py lubricated 1..200     dry 1..100     extreme 1..100     lubricated 7 --keep FOLDER

GUDGEON is the command under test. Every model is run twice, the second time with a tenth of the tolerance (of a given step:
half of it). It has to end in time, in one of three ways: with a result that agrees with the second one, with a remark
that says what is not resolved and what to do, or refused with a message that names what is wrong and a remedy. The
last line counts the ways; the exit code is 1 if a model ended in none of them. Extreme models have values anywhere in the
ranges that files allow, most of them absurd; they are run once, and only have to end in time, with a result or a message.
"""

import argparse, json, os, random, re, resource, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

CPU_SECONDS = 120  # of one run
AGREE = {"film": 0.10, "losses": 0.10, "force": 0.10, "energy": 0.03}  # relative; what a designer reads from a run
REMEDIES = ("use ", "choose", "make ", "add ", "remove ", "check ", "repeat with", "simulate.", "film.", "look at", "tolerance", "smaller", "larger", "at most",
            "at least", "did you mean", "needs")  # words that a remedy has


def log_uniform(r, low, high):
    return float(f"{low * (high / low) ** r.random():.4g}")


# ---- mechanisms: each has one joint that is real, and says which coordinate drives it

SLIDER_CRANK = """
space: planar
bodies:
  crank:  {{mass: 0.30 kg, inertia: 1.0e-4}}
  rod:    {{mass: {rod} kg, inertia: 2.5e-4, at: [110 mm, 0]}}
  slider: {{mass: {slider} kg, inertia: 1.0e-4, at: [170 mm, 0]}}
frames:
  crank.pin: {{body: crank, at: [50 mm, 0]}}
  rod.big:   {{body: rod, at: [-60 mm, 0]}}
  rod.small: {{body: rod, at: [60 mm, 0]}}
joints:
  guide: {{type: prismatic, between: [ground, slider], axis: x}}
  main: {{type: revolute, between: [crank, ground]}}
  {ideal}
  real: {{type: revolute, between: {real}, {joint}}}
drive: {{crank.angle: {{rate: {rpm} rpm}}}}
"""

ROTOR = """
space: planar
gravity: [0, -9.81]
bodies:
  rotor: {{mass: {mass} kg, inertia: {inertia}, center: [{unbalance} um, 0]}}
joints:
  real: {{type: revolute, between: [ground, rotor], {joint}}}
drive: {{rotor.angle: {{rate: {rpm} rpm}}}}
"""

PENDULUM = """
space: planar
gravity: [0, -9.81]
bodies:
  rod: {{mass: {mass} kg, inertia: {inertia}, at: [0, -0.2]}}
frames:
  top: {{body: rod, at: [0, 0.2]}}
joints:
  real: {{type: revolute, between: [ground, top], {joint}}}
start: {{rod.angle: {{value: {angle} deg}}}}
"""

BALL = """
space: spatial
gravity: [0, 0, -9.81]
bodies:
  rod: {{mass: {mass} kg, inertia: [{inertia}, {inertia}, {inertia}], at: [0.2, 0, 0]}}
frames:
  top: {{body: rod, at: [-0.2, 0, 0]}}
joints:
  real: {{type: spherical, between: [ground, top], {joint}}}
"""


def slider_crank(r, joint):
    rpm = log_uniform(r, 100, 8000)
    if r.random() < 0.5:
        ideal, real = "big-end: {type: revolute, between: [rod.big, crank.pin]}", "[slider, rod.small]"
    else:
        ideal, real = "small-end: {type: revolute, between: [slider, rod.small]}", "[rod.big, crank.pin]"
    text = SLIDER_CRANK.format(rod=log_uniform(r, 0.05, 1), slider=log_uniform(r, 0.05, 2), ideal=ideal, real=real,
                               rpm=rpm, joint=joint)
    return text, "360 deg of crank", "0.5 deg of crank", 0.5 / 6 / rpm


def rotor(r, joint):
    rpm = log_uniform(r, 200, 20000)
    mass = log_uniform(r, 0.1, 20)
    text = ROTOR.format(mass=mass, inertia=1e-3 * mass, unbalance=r.choice([0, log_uniform(r, 0.1, 20)]), rpm=rpm,
                        joint=joint)
    return text, "1080 deg of rotor", "2 deg of rotor", 0.5 / 6 / rpm


def pendulum(r, joint):
    mass = log_uniform(r, 0.1, 20)
    text = PENDULUM.format(mass=mass, inertia=0.015 * mass, angle=r.choice([5, 45, 90]), joint=joint)
    return text, "0.3 s", "0.5 ms", 2e-4


def ball(r, joint):
    mass = log_uniform(r, 0.1, 20)
    return BALL.format(mass=mass, inertia=0.015 * mass, joint=joint), "0.2 s", "0.5 ms", 2e-4


# ---- joints

def contact(r):
    law = r.choice(["lankarani_nikravesh", "flores", "gonthier", "hunt_crossley"])
    return (f"contact: {{law: {law}, young: [207 GPa, {r.choice([207, 70, 110])} GPa], poisson: [0.3, 0.3], "
            f"restitution: {r.choice([0.9, 0.6, 0.3])}}}")


def rough(r):
    model = r.choice(["GW", "GT", "PW", "CEB", "ZMC", "KE", "JG"])
    sigma = log_uniform(r, 0.1, 1.5)
    return (f"rough: {{model: {model}, sigma: {sigma} um, radius: {log_uniform(r, 8, 40)} um, density: "
            f"{log_uniform(r, 3e9, 4e10)}, modulus: {log_uniform(r, 60, 220)} GPa, hardness: {r.choice([800, 1373, 4000])} MPa, "
            f"yield: 500 MPa, poisson: 0.3}}, friction: {{coefficient: {r.choice([0.05, 0.1, 0.2])}}}")


def film(r, level):
    grid = f", grid: [{r.choice([24, 40, 80, 120])}, {r.choice([2, 4, 8])}]" if level in ("reynolds", "mixed") else ""
    sides = ", ambient: 1 bar, cavity: 0 Pa" if level in ("reynolds", "mixed") and r.random() < 0.5 else ""
    return f"film: {{viscosity: {log_uniform(r, 1e-4, 0.3)} Pa.s{sides}{grid}}}"


def lubricated_joint(r, level):
    size = f"radius: 10 mm, width: {r.choice([5, 10, 20, 30])} mm, clearance: {log_uniform(r, 5, 200)} um"
    parts = [f"model: {level}", size, film(r, level)]
    if level == "mixed":
        parts.append(rough(r))
    if level in ("short", "long", "finite", "squeeze") and r.random() < 0.6:
        parts.append(contact(r))
    return ", ".join(parts)


def dry_joint(r):
    friction = r.choice(["", f", friction: {{coefficient: {r.choice([0.05, 0.1])}}}"])
    return f"model: dry, radius: 10 mm, clearance: {log_uniform(r, 10, 1000)} um, {contact(r)}{friction}"


# ---- anything that files allow

def extreme_joint(r, level):
    parts = [f"model: {level}", f"radius: 10 mm, width: {log_uniform(r, 1e-2, 1e3)} mm, clearance: {log_uniform(r, 0.1, 999)} um"]
    if level != "dry":
        grid = f", grid: [{r.choice([8, 16, 64, 300])}, {r.choice([1, 2, 8, 30])}]" if level in ("reynolds", "mixed") else ""
        ends = f", ambient: {log_uniform(r, 1, 1e9)} Pa, cavity: {r.choice([0, 1e3])} Pa" if grid and r.random() < 0.5 else ""
        law = r.choice(["", ", pressure: {type: barus, coefficient: %g}" % log_uniform(r, 1e-10, 1e-6)]) if grid else ""
        parts.append(f"film: {{oil: {{viscosity: {log_uniform(r, 1e-6, 1e6)}{law}}}{ends}{grid}}}")
    if level == "mixed":
        parts.append(f"rough: {{model: {r.choice(['GW', 'GT', 'KE', 'JG'])}, sigma: {log_uniform(r, 1e-3, 30)} um, radius: {log_uniform(r, 0.1, 1e4)} um, "
                     f"density: {log_uniform(r, 1e6, 1e14)}, modulus: {log_uniform(r, 1e-3, 1e4)} GPa, hardness: {log_uniform(r, 1e-3, 1e5)} MPa, "
                     f"yield: 500 MPa, poisson: 0.3}}, friction: {{coefficient: {log_uniform(r, 1e-3, 2)}}}")
    if level == "dry" or (level != "mixed" and not "reynolds" in level and r.random() < 0.5):
        parts.append(f"contact: {{law: {r.choice(['flores', 'hunt_crossley'])}, stiffness: {log_uniform(r, 1e-6, 1e20)}, restitution: {r.choice([0.01, 0.5, 1])}}}")
    return ", ".join(parts)


def extreme_run(r, text):
    """speeds, masses and settings anywhere"""
    scale = log_uniform(r, 1e-6, 1e6)
    text = re.sub(r"rate: ([\d.e+-]+) rpm", lambda m: f"rate: {float(m.group(1)) * log_uniform(r, 1e-4, 1e3):g} rpm", text)
    text = re.sub(r"mass: ([\d.e+-]+) kg", lambda m: f"mass: {float(m.group(1)) * scale:g} kg", text)
    name = r.choice(["esdirk2", "bathe", "generalized-alpha"])
    control = f"tolerance: {log_uniform(r, 1e-12, 0.1)}" if r.random() < 0.7 else f"step: {log_uniform(r, 1e-9, 10)}"
    return text, f"integrator: {name}, {control}"


# ---- runs

def integrator(r, film, adaptive, length):
    name = r.choice(["esdirk2", "esdirk2", "bathe", "generalized-alpha", "sdirk2"])
    if name == "sdirk2" and film:
        name = "generalized-alpha"  # sdirk2 is refused with films
    control = f"tolerance: {r.choice([1e-4, 1e-5, 1e-6])}" if adaptive else f"step: {length}"
    return f"integrator: {name}, {control}"


def draw(kind, seed):
    """the text of the model, and the settings of the second run"""
    r = random.Random(f"{kind} {seed}")
    if kind == "dry":
        make, joint = r.choice([slider_crank, slider_crank, pendulum]), dry_joint(r)
    elif kind == "extreme":
        level = r.choice(["short", "long", "finite", "reynolds", "mixed", "mixed", "squeeze", "dry"])
        make = ball if level == "squeeze" else r.choice([slider_crank, rotor, pendulum])
        joint = extreme_joint(r, level)
    else:
        level = r.choice(["short", "long", "finite", "reynolds", "mixed", "mixed", "squeeze"])
        make = ball if level == "squeeze" else r.choice([slider_crank, slider_crank, rotor, pendulum])
        joint = lubricated_joint(r, level)
    text, until, every, step = make(r, joint)
    if kind == "dry":
        until = until.replace("360 deg", "180 deg").replace("0.3 s", "0.15 s")
    adaptive = r.random() < 0.8
    settings = integrator(r, "film:" in joint, adaptive, step)
    if kind == "extreme":
        text, settings = extreme_run(r, text)
        until = until.replace("1080 deg", "20 deg").replace("360 deg", "20 deg").replace("0.3 s", "0.02 s").replace("0.2 s", "0.02 s")
    head = f"gudgeon: 1\ntitle: {kind} {seed}"
    run = f"simulate: {{until: {until}, {settings}}}\nrecord: {{every: {every}}}\n"
    words = settings.split()
    finer = float(words[-1]) * (0.1 if adaptive else 0.5)
    return f"{head}{text}{run}", f"simulate.{words[-2][:-1]}={finer:g}"


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))


def run(folder, name, *words):
    out = os.path.join(folder, name)
    command = [os.environ["GUDGEON"], "run", os.path.join(folder, "model.yaml"), "-o", out, "--quiet", "--no-figures",
               *words]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit_time)
    if done.returncode != 0:
        return done.returncode, done.stderr.strip(), None
    summary = json.load(open(os.path.join(out, "summary.json")))
    end = summary["window"]["end"]
    # the start is violent: a journal leaves the middle of its bore
    later = subprocess.run([os.environ["GUDGEON"], "summary", out, "--json", "--over", "time", "--window", f"{0.2 * end:.9g}:{end:.9g}"],
                           capture_output=True, text=True)
    summary["later"] = json.loads(later.stdout)
    return 0, "", summary


# ---- judging

def quantities(kind, d):
    """what two runs are compared by: name -> (value, what counts as nothing)"""
    real, found = d["later"]["joints"]["real"], {}
    energy = d["energy"]
    turned_over = energy["kinetic"]["max"] - energy["kinetic"]["min"]
    found["energy kinetic"] = (energy["kinetic"]["mean"], 0.0)
    if kind == "dry":
        return found  # impacts are chaotic: what follows the first of them is known in the mean only
    force = [c for c in real if c.startswith("reaction_force")]
    rms = sum(real[c]["mean"] ** 2 + real[c]["std"] ** 2 for c in force) ** 0.5
    found["force"] = (rms, 0.0)
    found["losses"] = (energy["losses"]["max"], 0.01 * turned_over)
    if "film_min" in real:
        found["film"] = (real["film_min"]["mean"], 0.0)
    return found


def differences(kind, first, second):
    a, b = quantities(kind, first), quantities(kind, second)
    for name, (value, floor) in a.items():
        other = b[name][0]
        off = abs(value - other) / max(abs(other), floor, 1e-300)
        if not off <= AGREE[name.split()[0]]:
            yield f"{name} {value:.4g}, second {other:.4g}"


def broken_promise(d):
    """what a run has to say about itself, whatever the second one is like"""
    energy, run = d["energy"], d["run"]
    largest = max(energy["kinetic"]["max"], abs(energy["losses"]["max"]), abs(energy["drive_work"]["max"]))
    if abs(run["energy_error"]) > 0.01 * largest:
        return f"energy off by {run['energy_error']:.3g} of {largest:.3g} J"
    speeds = [abs(v[c][m]) for b in d["bodies"].values() for v in [b] for c in b if c.startswith("velocity") for m in ("min", "max")]
    if speeds and run["drift_velocity"] > 0.05 * max(speeds):
        return f"velocities off by {run['drift_velocity']:.3g} m/s"
    return None


def remarks_of(d):
    """of the run, and of its records; warnings about pressures and materials excuse nothing"""
    recorded = [w for b in d["bearings"] for w in b["warnings"] if "record.every" in w]
    return "; ".join([d["run"]["remarks"]] * bool(d["run"]["remarks"]) + recorded)


def judge(kind, first, second):
    code, message, summary = first
    if code < 0:
        return "BAD", f"killed by signal {-code} after at most {CPU_SECONDS} s"
    if code != 0:
        return ("refused", message) if any(w in message for w in REMEDIES) else ("BAD", "no remedy: " + message)
    remarks = remarks_of(summary)
    if kind == "extreme":
        return "ends", remarks
    promise = broken_promise(summary)
    if promise and not remarks:
        return "BAD", promise
    if second[0] != 0:
        return ("remark", remarks) if remarks else ("unsure", "the second run does not end: " + second[1])
    off = list(differences(kind, summary, second[2]))
    if off and remarks:
        return "remark", "; ".join(off) + " | " + remarks
    return ("BAD", "; ".join(off)) if off else ("agrees", remarks)


def try_model(kind, seed, keep):
    text, finer = draw(kind, seed)
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.join(keep, f"{kind}-{seed}") if keep else folder
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "model.yaml"), "w") as file:
            file.write(text)
        first = run(folder, "first")
        second = run(folder, "second", "--set", finer) if first[0] == 0 and kind != "extreme" else None
    return judge(kind, first, second)


def numbers(text):
    low, _, high = text.partition("..")
    return range(int(low), int(high or low) + 1)


def main():
    arguments = argparse.ArgumentParser(description="random models; see the head of this file")
    arguments.add_argument("kind", choices=["lubricated", "dry", "extreme"])
    arguments.add_argument("seeds", type=numbers)
    arguments.add_argument("--keep", metavar="FOLDER", help="models and results stay there")
    arguments.add_argument("-j", type=int, default=1)
    a = arguments.parse_args()
    count = {}
    with ThreadPoolExecutor(a.j) as pool:
        for seed, (way, why) in zip(a.seeds, pool.map(lambda s: try_model(a.kind, s, a.keep), a.seeds)):
            count[way] = count.get(way, 0) + 1
            print(f"{a.kind} {seed}: {way}: {why}".replace("\n", " | ")[:500], flush=True)
    print(", ".join(f"{n} {way}" for way, n in sorted(count.items())))
    sys.exit(1 if "BAD" in count else 0)


if __name__ == "__main__":
    main()
