#!/usr/bin/env python3
"""Extreme values in the example models, each drawn from a number.

    values.py 1..1000
    values.py 1..30 --example ball-race/ball-race.yaml --until '1 ms'

GUDGEON is the command under test. Every number picks a model, one of its numbers, and a power of ten between 1e-20 and 1e20 that it is
multiplied with; or the number becomes zero or changes its sign. The command has to refuse the model with its place (exit code 2), or to run it within a
minute of processor time: to its end, or until it says why the end cannot be reached and what to do (exit code 1); one that takes longer has to say why,
and is ended there. Statistics of a run that ends are numbers, and none of them exceeds 1e30 without a remark.
"""

import argparse, json, os, random, re, resource, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CPU_SECONDS = 60
LONG = "this takes long: "
# quick ones, with an end that makes them quicker
MODELS = {"pendulum/pendulum.yaml": None, "top/top.yaml": None, "library/cart.yaml": None, "library/rubber.yaml": None, "slider-crank/slider-crank.yaml": None,
          "engine/engine.yaml": "0.1 s", "clearance/slider-crank-dry.yaml": "40 deg of crank", "clearance/block-in-channel.yaml": None,
          "crank-slider/config-1.yaml": "20 deg of crank", "crank-slider/config-3.yaml": "10 ms", "four-bar/stiff.yaml": "0.1 s", "double-pendulum/soft.yaml": "0.1 s",
          "socket/socket.yaml": "20 ms", "beam/pendulum.yaml": "0.1 s"}
POWERS = [-20, -12, -9, -6, -3, 3, 6, 9, 12, 20]
REMEDIES = ("use ", "choose", "make ", "add ", "remove ", "check ", "repeat with", "simulate.", "film.", "look at", "tolerance", "smaller", "larger", "at most",
            "at least", "did you mean", "needs", "shorter", "limit")


def places(text):
    """numbers that are values or parts of lists: (start, end)"""
    found = []
    for line in re.finditer(r"[^\n]*\n", text):
        code = line.group().split(" #")[0]
        if re.match(r"\s*(#|gudgeon:|title:|name:|about:)", code):
            continue
        for m in re.finditer(r"(?<=[\s\[:])-?\d+(\.\d+)?(e[+-]?\d+)?(?=[\s,\]}])", code):
            found.append((line.start() + m.start(), line.start() + m.end()))
    return found


def draw(seed, text):
    r = random.Random(f"values {seed}")
    start, end = r.choice(places(text))
    power = r.choice(POWERS + [None, "zero"])
    number = float(text[start:end])
    other = "0" if power == "zero" else f"{-number:g}" if power is None else f"{number * 10.0 ** power:.6g}"
    line = text.count("\n", 0, start) + 1
    return text[:start] + other + text[end:], f"line {line}: {text[start:end]} -> {other}: {text.split(chr(10))[line - 1].strip()[:90]}"


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))


def run(command):
    """exit code and messages; a run that says that it takes long is ended there"""
    message = ""
    with open(os.devnull, "w") as nothing, subprocess.Popen(command, stdout=nothing, stderr=subprocess.PIPE, text=True, preexec_fn=limit_time) as child:
        for line in child.stderr:
            message += line
            if LONG in line:
                child.kill()
    return child.returncode, message.strip()


def statistics(node):
    """(name, value) of all means and extremes below a node of summary.json"""
    for key, value in node.items():
        if isinstance(value, dict) and "mean" in value:
            yield from ((key, value[s]) for s in ("mean", "min", "max"))
        elif isinstance(value, dict):
            yield from statistics(value)


def judge_result(folder, message):
    with open(os.path.join(folder, "summary.json")) as file:
        summary = json.load(file)
    for name, value in statistics(summary):
        if value is None:
            return "BAD", f"{name} is not a number"
        if abs(value) > 1e30 and "remark" not in message and not summary.get("remarks"):
            return "BAD", f"{name} = {value:g} without a remark"
    return "ends", message


def judge(code, message, folder):
    if LONG in message:
        return "takes long", message.split(LONG)[1]
    if code == 0:
        return judge_result(folder, message)
    if code == 2:
        return ("refused", message) if re.search(r":\d+:\d+: ", message) else ("BAD", "refused without a place: " + message)
    if code == 1:
        return ("given up", message) if any(w in message for w in REMEDIES) else ("BAD", "no remedy: " + message)
    return "BAD", f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def try_value(seed, example, until):
    if not example:
        example = random.Random(f"model {seed}").choice(sorted(MODELS))
        until = MODELS[example]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
        path = os.path.join(folder, "examples", example)
        text, what = draw(seed, open(path).read())
        with open(path, "w") as file:
            file.write(text)
        command = [os.environ["GUDGEON"], "run", path, "-o", os.path.join(folder, "out"), "--no-figures"]
        if until:
            command += ["--set", f"simulate.until={until}"]
        way, why = judge(*run(command), os.path.join(folder, "out"))
    return way, f"{example}, {what} | {why}".replace(folder + "/", "")


def numbers(text):
    low, _, high = text.partition("..")
    return range(int(low), int(high or low) + 1)


def main():
    arguments = argparse.ArgumentParser(description="extreme values; see the head of this file")
    arguments.add_argument("seeds", type=numbers)
    arguments.add_argument("-j", type=int, default=1)
    arguments.add_argument("--example", help="instead of one that the number picks")
    arguments.add_argument("--until", help="its end")
    a = arguments.parse_args()
    count = {}
    with ThreadPoolExecutor(a.j) as pool:
        for seed, (way, why) in zip(a.seeds, pool.map(lambda seed: try_value(seed, a.example, a.until), a.seeds)):
            count[way] = count.get(way, 0) + 1
            print(f"{seed}: {way}: {why}".replace("\n", " | ")[:600], flush=True)
    print(", ".join(f"{n} {way}" for way, n in sorted(count.items())))
    sys.exit(1 if "BAD" in count else 0)


if __name__ == "__main__":
    main()
