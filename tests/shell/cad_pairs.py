"""Compares what `gudgeon cad --json` found with what cad_make says of its assembly: every pair, and none besides."""
import json
import math
import re
import sys

KINDS = {"pin in bore": "pin", "piston in cylinder": "piston", "ball in socket": "ball", "cone": "cone", "planes": "plane"}


def expected_lines(path):
    parts, pairs = [], []
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words[0] == "part":
            parts.append((words[1], words[3], words[5:8], words[9:15]))
        elif words[0] == "pair":
            values = dict(zip(words[4::2], map(float, words[5::2])))
            pairs.append((words[1], words[2], words[3], values))
    return parts, pairs


def found_pairs(found):
    """Bands on one axis count together, as cad_make counts them."""
    pairs = {}
    for p in found["pairs"]:
        kind = "press" if p["verdict"] == "fixed" else KINDS.get(p["kind"], p["kind"])
        inner, outer = (re.sub(r" \d+$", "", p[k]) for k in ("inner", "outer"))  # copies are numbered
        key = (kind, inner, outer, round(1e9 * p["clearance"]))
        e = math.hypot(*p["eccentricity"])
        radius = p["radius"] - (0.0 if kind in ("plane", "cone") else p["clearance"])
        entry = pairs.setdefault(key, {"n": 0, "width": 0.0, "radius": radius, "clearance": p["clearance"], "eccentricity": e})
        entry["n"] += 1
        entry["width"] += p["width"]
    return pairs


def main():
    found = json.load(open(sys.argv[1], encoding="utf-8"))
    parts, pairs = expected_lines(sys.argv[2])
    # kinds that cad_make does not list: thrust faces, planes that touch, a thread; and whether to compare masses
    allowed = set(sys.argv[3:])
    wrong = []
    got = found_pairs(found)
    for kind, inner, outer, values in pairs:
        names = [k for k in got if k[:3] == (kind, inner, outer) and abs(k[3] - round(1e6 * values["clearance"])) <= 10]
        if not names:
            wrong.append(f"missing: {kind} {inner} in {outer}, clearance {values['clearance']} mm")
            continue
        entry = got[names[0]]
        for key in ("radius", "clearance", "eccentricity", "width"):
            if kind == "cone" and key == "radius":
                continue
            tolerance = 1e-8 if key != "width" else 1e-6
            count = len([p for p in pairs if p[:3] == (kind, inner, outer)]) if key == "width" else 1
            if abs(entry[key] - 1e-3 * values[key] * count) > tolerance:
                wrong.append(f"{kind} {inner} in {outer}: {key} {1e3 * entry[key]:.6f} mm, not {values[key]}")
    wanted = {(kind, inner, outer) for kind, inner, outer, _ in pairs}
    for key, entry in got.items():
        if key[:3] not in wanted and key[0] not in allowed:
            wrong.append(f"invented: {key[0]} {key[1]} in {key[2]}, clearance {1e6 * entry['clearance']:.3f} um")
    masses = {p["name"]: p for p in found["parts"]}
    for name, volume, centre, inertia in parts if "masses" in allowed else []:
        if volume == "-":
            continue
        p = masses[name]
        if abs(p["volume"] - 1e-9 * float(volume)) > 1e-6 * p["volume"]:
            wrong.append(f"{name}: volume {1e9 * p['volume']} mm3, not {volume}")
        if len([x for x in parts if x[0] == name]) > 1:
            continue
        scale = sum(abs(float(x)) for x in inertia[:3])
        for got_value, value in zip(p["inertia"], inertia):
            if abs(got_value / p["density"] * 1e15 - float(value)) > 1e-6 * scale:
                wrong.append(f"{name}: inertia {p['inertia']}, not {inertia}")
                break
        if any(abs(1e3 * a - float(b)) > 1e-6 * 1e3 for a, b in zip(p["centre"], centre)):
            wrong.append(f"{name}: centre {p['centre']}, not {centre}")
    for line in wrong:
        print(line)
    return bool(wrong)


sys.exit(main())
