"""Where the feeds of a written model are in space, against the drawing: cad_feeds.py NAME MODEL.yaml [mirrored] [rotated].

The coordinates of a feed are lengths on the film's own grid; the middle of every hole, its diameter and its pressure are known."""
import math
import re
import sys

GAP = 0.02 * math.sqrt(1.01)
TURN = 80 / 180 * math.pi
# mm: middle, diameter and pressure of every hole
HOLES = {
    "bored-piston": [((s * (39.96 - 0.03 / 36), 0.005, -5), 20.016, "1 bar") for s in (1, -1)],
    "fed-taper": [((12.2 + GAP, 0, 22), 3, "= supply")],
    "fed-torus": [((0, 20, -6.012), 2, "= supply")],
    "fed-skirt": [((39.92 * math.cos(TURN), 39.92 * math.sin(TURN) + 0.005, 6), 4, "= supply")],
}
UNITS = {"mm": 1.0, "um": 1e-3, "deg": math.pi / 180, "": 1.0}


def number(text):
    value, unit = re.fullmatch(r"\s*(\S+)\s*(\w*)\s*", text).groups()
    return float(value) * UNITS[unit]


def numbers(key, text, default):
    found = re.search(rf"\b{key}: \[([^]]*)\]", text)
    return [number(x) for x in found[1].split(",")] if found else default


def value(key, text):
    return number(re.search(rf"\b{key}: ([^,}}#\n]*)", text)[1])


def entries(text, section):
    """Entries of a section by name."""
    part = re.search(rf"^{section}:\n((?:  .*\n)*)", text, re.M)
    return dict(re.findall(r"^  ([^\s:]+):(.*\n(?:    .*\n)*)", part[1], re.M)) if part else {}


def turn(vector, x):
    """Rotation by a vector: its direction and angle."""
    angle = math.hypot(*vector)
    if angle == 0:
        return x
    a = [v / angle for v in vector]
    dot = sum(p * q for p, q in zip(a, x))
    cross = [a[1] * x[2] - a[2] * x[1], a[2] * x[0] - a[0] * x[2], a[0] * x[1] - a[1] * x[0]]
    return [math.cos(angle) * p + math.sin(angle) * q + (1 - math.cos(angle)) * dot * r for p, q, r in zip(x, cross, a)]


def add(x, y):
    return [p + q for p, q in zip(x, y)]


def along_profile(r, z, length):
    """Point of a polygon at a length from its middle, and the radius there."""
    middle = len(r) // 2
    step, k = (1, middle) if length >= 0 else (-1, middle)
    left = abs(length)
    while True:
        piece = math.hypot(r[k + step] - r[k], z[k + step] - z[k])
        if left <= piece:
            t = left / piece
            return r[k] + t * (r[k + step] - r[k]), z[k] + t * (z[k + step] - z[k]), r[middle]
        left -= piece
        k += step


def meridian(surface, y):
    """Radius and height at a length along the profile from its middle, and the radius at the middle."""
    shape = re.search(r"shape: (\w+)", surface)[1]
    if shape == "cone":
        low, high, length = (value(k, surface) for k in ("radius_low", "radius_high", "length"))
        flank = math.hypot(high - low, length)
        return 0.5 * (low + high) + y * (high - low) / flank, y * length / flank, 0.5 * (low + high)
    if shape == "barrel":
        radius, crown, half = value("radius", surface), value("crown", surface), 0.5 * value("length", surface)
        arc = (crown ** 2 + half ** 2) / (2 * crown)
        return radius - arc * (1 - math.cos(y / arc)), arc * math.sin(y / arc), radius
    if shape == "torus":
        ring, tube = value("ring", surface), value("tube", surface)
        middle = 0.5 * (value("from", surface) + value("to", surface))
        angle = middle + y / tube
        return ring + tube * math.cos(angle), tube * math.sin(angle), ring + tube * math.cos(middle)
    return along_profile(numbers("radius", surface, None), numbers("z", surface, None), y)


def feed_place(text, feed):
    origin = [0.0, 0.0, 0.0]
    joint = entries(text, "joints")[re.search(r"joint: (\S+)", feed)[1]]
    which = 0 if "reference: first" in joint else 1
    pick = lambda key: re.search(rf"\b{key}: \[([^,]*), ([^]]*)\]", joint)[1 + which]
    surface, frame = entries(text, "surfaces")[pick("surfaces")], entries(text, "frames")[pick("between")]
    body = re.search(r"body: ([^,}]*)", frame)[1]
    x, y = numbers("at", feed, None)
    r, z, middle = meridian(surface, y)
    local = [r * math.cos(x / middle), r * math.sin(x / middle), z]
    local = add(turn(numbers("rotation", surface, origin), local), numbers("at", surface, origin))
    place = add(turn(numbers("rotation", frame, origin), local), numbers("at", frame, origin))
    return place if body == "ground" else add(place, numbers("at", entries(text, "bodies")[body], origin))


def main():
    name, path, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    left = list(entries(text, "feeds").values())
    wrong = []
    for (x, y, z), diameter, pressure in HOLES[name]:
        at = [-x if "mirrored" in options else x, y, z]
        if "rotated" in options:
            length = math.sqrt(14)
            at = add(turn([0.9 * 2 / length, -0.9 / length, 0.9 * 3 / length], at), [100, -250, 70])
        tolerance = 2e-3 if name == "fed-skirt" else 1e-6  # a polygon for a parabola; 1 nm
        near = [f for f in left if math.dist(feed_place(text, f), at) < tolerance]
        if len(near) != 1 or abs(value("diameter", near[0]) - diameter) > 1e-6 or f"pressure: {pressure}" not in near[0]:
            wrong.append(f"no feed at {at}, diameter {diameter}, {pressure}: there are {[(feed_place(text, f), f) for f in left]}")
        left = [f for f in left if f not in near]
    print(*wrong, *left, sep="\n")
    return bool(wrong or left)


sys.exit(main())
