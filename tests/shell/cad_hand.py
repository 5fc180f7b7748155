"""Models written by hand for assemblies of cad_make, in the coordinates of the drawing: cad_hand.py NAME CAD.json.

Masses, centres and inertias are those that `gudgeon cad --json` reports; everything about walls is written out here."""
import json
import math
import sys

WALLS = """film: {oil: {grade: ISO VG 46, temperature: 60 degC}, ambient: 1 bar, grid: GRID}, friction: {coefficient: 0.1},
    rough: {model: GW, sigma: 0.3 um, radius: 20 um, density: 1e10, materials: [bronze-CuSn8, steel-52100]}"""


def body(found, name):
    p = next(p for p in found["parts"] if p["name"] == name)
    i = p["inertia"]  # xx, yy, zz, yz, xz, xy
    order = [i[0], i[1], i[2], i[5], i[4], i[3]]
    at = ", ".join(f"{x:.15g}" for x in p["centre"])
    back = ", ".join(f"{-x:.15g}" for x in p["centre"])
    return (f"bodies:\n  {name}: {{mass: {p['mass']:.15g}, inertia: [{', '.join(f'{x:.15g}' for x in order)}], at: [{at}]}}\n"
            f"frames:\n  own: {{body: {name}, at: [{back}]}}\n")


def pair(name, outer, inner, kind="free", grid="[48, 8]", film="", reference="second"):
    walls = WALLS.replace("GRID", grid + film)
    return (f"surfaces:\n  outer: {outer}\n  inner: {inner}\njoints:\n  {name}: {{type: {kind}, between: [ground, own], model: mixed, "
            f"surfaces: [outer, inner], reference: {reference},\n    {walls}}}\n")


def torus(reference="second"):
    return pair("housing-ring", "{shape: torus, ring: 20 mm, tube: 6.012 mm, from: -180 deg, to: 0}", "{shape: torus, ring: 20 mm, tube: 6 mm}",
                reference=reference)


def fed_torus():
    """A quarter of a turn from x, at the bottom of the groove."""
    return torus("first") + f"feeds:\n  hole: {{joint: housing-ring, at: [{10 * math.pi:.12f} mm, 0], diameter: 2 mm, pressure: 2 bar}}\n"


def taper(reference="second"):
    gap = 0.02 * math.sqrt(1.01)
    low, high = 10.5 + gap, 13.5 + gap
    return pair("seat-plug", f"{{shape: cone, radius_low: {low:.12f} mm, radius_high: {high:.12f} mm, length: 30 mm, at: [0, 0, 20 mm]}}",
                "{shape: cone, radius_low: 10 mm, radius_high: 14 mm, length: 40 mm, at: [0, 0, 20 mm]}", "revolute", reference=reference)


def fed_taper():
    """2 mm above the middle, along the flank."""
    return taper("first") + f"feeds:\n  hole: {{joint: seat-plug, at: [0, {2 * math.sqrt(1.01):.12f} mm], diameter: 3 mm, pressure: 2 bar}}\n"


def piston(inner="{shape: barrel, radius: 39.96 mm, crown: 30 um, length: 60 mm, at: [0, 5 um, 0]}"):
    return pair("liner-piston", "{shape: cylinder, radius: 40 mm, length: 130 mm}", inner)


def ported_liner():
    """The port is along x, 12 mm above the middle; around the skirt, which is 5 um off, it is seen 5 um off."""
    off = 39.96 * math.atan2(-0.005, 40)
    arc = (30 ** 2 + 0.03 ** 2) / 0.06
    return piston() + (f"feeds:\n  port: {{joint: liner-piston, on: bearing, at: [{2 * math.pi * 39.96 + off:.12f} mm, "
                       f"{arc * math.atan2(12, arc + 0.04):.12f} mm], diameter: 5 mm, pressure: 2 bar}}\n")


def bored_piston(found):
    """The pin is in a bore along x, 5 mm below the middle."""
    p = next(p for p in found["parts"] if p["name"] == "pin")
    own, i = next(p for p in found["parts"] if p["name"] == "piston")["centre"], p["inertia"]
    pin = f"  pin: {{mass: {p['mass']:.15g}, inertia: [{i[0]:.15g}, {i[1]:.15g}, {i[2]:.15g}], at: [0, 5 um, -5 mm]}}\nframes:\n"
    head = body(found, "piston").replace("frames:\n", pin)
    frames = (f"  bore: {{body: piston, at: [{-own[0]:.15g}, {5e-6 - own[1]:.15g}, {-5e-3 - own[2]:.15g}], rotation: [0, 90 deg, 0]}}\n"
              "  pin.own: {body: pin, rotation: [0, 90 deg, 0]}\n")
    joint = (f"  piston-pin: {{type: cylindrical, between: [bore, pin.own], model: mixed, radius: 10.008 mm, clearance: 8 um, width: 60 mm,\n"
             f"    {WALLS.replace('GRID', '[48, 4]')}}}\n")
    at = [0, math.pi * 39.96]
    feeds = "".join(f"  bore{k}: {{joint: liner-piston, at: [{x:.12f} mm, -5 mm], diameter: 20.016 mm, pressure: 1 bar}}\n" for k, x in enumerate(at))
    return head + frames + piston() + joint + "feeds:\n" + feeds


def fed_skirt():
    """The hole is 6 mm above the middle; the profile's length up to there in closed form."""
    z = [-30 + 1.875 * i for i in range(33)]
    text = f"{{shape: profile, radius: [{', '.join(f'{39.96 - (x / 30) ** 2:.12f} mm' for x in z)}], z: [{', '.join(f'{x} mm' for x in z)}], at: [0, 5 um, 0]}}"
    slope = 6 / 450
    length = 225 * (slope * math.sqrt(1 + slope ** 2) + math.asinh(slope))
    return piston(text) + f"feeds:\n  hole: {{joint: liner-piston, at: [{80 / 180 * math.pi * 39.96:.12f} mm, {length:.12f} mm], diameter: 4 mm, pressure: 2 bar}}\n"


def ring():
    return pair("plate-pad", "{shape: profile, radius: [0, 60 mm], z: [0, 0], degree: 1}",
                "{shape: profile, radius: [7 mm, 14 mm], z: [0, 0], degree: 1, at: [10 mm, 0, 20 um], rotation: [180 deg, 0, 0]}",
                film=", ends: [2 bar, 1 bar]")


def pad():
    return pair("plate-pad", "{shape: plane, size: [120 mm, 80 mm]}",
                "{shape: plane, size: [40 mm, 30 mm], at: [0, 0, 25 um], rotation: [180 deg, 0, 0]}") + \
        "feeds:\n  hole: {joint: plate-pad, at: [5 mm, 3 mm], diameter: 4 mm, pressure: 2 bar}\n"


def guide():
    sides = {"frame-slider.2": ("[0, 15.02 mm, 0]", "[90 deg, 0, 0]", "[10 um, 14.995 mm, 0]", "[-90 deg, 0, 0]", 20.06, 20),
             "frame-slider": ("[0, -15.02 mm, 0]", "[-90 deg, 0, 0]", "[10 um, -15.005 mm, 0]", "[90 deg, 0, 0]", 20.06, 20)}
    text = ["surfaces:"]
    for name, (at, turn, own, back, wide, own_wide) in sides.items():
        text.append(f"  {name}-o: {{shape: plane, size: [{wide} mm, 200 mm], at: {at}, rotation: {turn}}}")
        text.append(f"  {name}-i: {{shape: plane, size: [{own_wide} mm, 40 mm], at: {own}, rotation: {back}}}")
    for name, x, own, sign in ("frame-slider.4", 10.03, "10.01", 1), ("frame-slider.3", -10.03, "-9.99", -1):
        text.append(f"  {name}-o: {{shape: plane, size: [200 mm, 30.04 mm], at: [{x} mm, 0, 0], rotation: [0, {-90 * sign} deg, 0]}}")
        text.append(f"  {name}-i: {{shape: plane, size: [40 mm, 30 mm], at: [{own} mm, -5 um, 0], rotation: [0, {90 * sign} deg, 0]}}")
    text.append("joints:")
    for name in "frame-slider", "frame-slider.2", "frame-slider.3", "frame-slider.4":
        grid = "[8, 48]" if name[-1] in "r2" else "[48, 8]"  # 48 cells along the slider
        text.append(f"  {name}: {{type: free, between: [ground, own], model: mixed, surfaces: [{name}-o, {name}-i], reference: second,"
                    f"\n    {WALLS.replace('GRID', grid)}}}")
    return "\n".join(text) + "\n"


def ball():
    cup = math.acos(8 / 15.02)
    return (f"joints:\n  housing-ball: {{type: spherical, between: [ground, own], model: mixed, radius: 15.02 mm, clearance: 20 um, cup: [{cup}, 180 deg],\n"
            f"    {WALLS.replace('GRID', '[48, 16]')}}}\n"
            "feeds:\n  side: {joint: housing-ball, on: bearing, polar: 120 deg, angle: 0, diameter: 3 mm, pressure: 2 bar}\n"
            "  pole: {joint: housing-ball, on: bearing, polar: 180 deg, angle: 0, diameter: 4 mm, pressure: 2 bar}\n")


def cut(points, low, high):
    """Control points of a cubic between two parameters, by its polar form."""
    def blossom(a, b, c):
        p = list(points)
        for t in a, b, c:
            p = [[(1 - t) * x + t * y for x, y in zip(p[i], p[i + 1])] for i in range(len(p) - 1)]
        return p[0]
    return [blossom(low, low, low), blossom(low, low, high), blossom(low, high, high), blossom(high, high, high)]


def patch(low, high, up):
    heights = [[0.0, 0.6, 0.2, 0.0], [0.8, 1.6, 1.2, 0.4], [0.2, 1.0, 1.8, 0.6], [0.0, 0.4, 0.8, 0.2]]
    poles = [[[40 * i / 3, 10.0 * k, heights[i][k] + up] for k in range(4)] for i in range(4)]
    rows = [cut(row, low, high) for row in poles]
    columns = [cut([rows[i][k] for i in range(4)], low, high) for k in range(4)]
    points = ", ".join(f"{1e-3 * x:.15g}" for i in range(4) for k in range(4) for x in columns[k][i])
    return f"{{shape: net, degree: [3, 3], knots_u: [0, 0, 0, 0, 1, 1, 1, 1], knots_v: [0, 0, 0, 0, 1, 1, 1, 1], points: [{points}]}}"


def freeform():
    return pair("bed-pad", patch(0.0, 1.0, 0.0), patch(0.1, 0.9, 0.03))


def tilted(found):
    """The shaft's frames lie on its own axis, which passes through (4 um, 0, 0) and is turned by 0.2 mrad about x."""
    p = next(p for p in found["parts"] if p["name"] == "shaft")
    i, t = p["inertia"], 2e-4
    text = (f"bodies:\n  shaft: {{mass: {p['mass']:.15g}, inertia: [{i[0]:.15g}, {i[1]:.15g}, {i[2]:.15g}, {i[5]:.15g}, {i[4]:.15g}, {i[3]:.15g}], "
            f"at: [{p['centre'][0]:.15g}, {p['centre'][1]:.15g}, {p['centre'][2]:.15g}]}}\nframes:\n")
    joints = "joints:\n"
    for k, z in enumerate((-0.03, 0.03)):
        text += f"  o{k}: {{body: ground, at: [0, 0, {z}]}}\n"
        text += f"  i{k}: {{body: shaft, at: [0, {-z * math.tan(t):.15g}, {z}], rotation: [{t} rad, 0, 0]}}\n"
        joints += (f"  housing-shaft{'' if k == 0 else '.2'}: {{type: cylindrical, between: [o{k}, i{k}], model: mixed, radius: 12.02 mm, clearance: 20 um, width: 20 mm, "
                   f"eccentricity: [4 um, {-z * math.tan(t):.15g}, 0], tilt: [{t} rad, 0, 0],\n    {WALLS.replace('GRID', '[48, 4]')}}}\n")
    return text + joints + "drive:\n  shaft.angle: {rate: 1500 rpm}\n"


CASES = {"torus-seat": ("ring", torus), "fed-torus": ("ring", fed_torus), "fed-taper": ("plug", fed_taper), "barrel-piston": ("piston", piston),
         "ported-liner": ("piston", ported_liner), "fed-skirt": ("piston", fed_skirt), "taper": ("plug", taper), "ring-pad": ("pad", ring), "fed-pad": ("pad", pad), "guide": ("slider", guide),
         "fed-ball": ("ball", ball), "freeform": ("pad", freeform), "freeform-split": ("pad", freeform)}


def main():
    name, found = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8"))
    print("gudgeon: 1\nspace: spatial\ngravity: [20, -300, -50]")
    whole = {"tilted": tilted, "bored-piston": bored_piston}
    print(whole[name](found) if name in whole else body(found, CASES[name][0]) + CASES[name][1]())
    print("simulate: {until: 0.4 ms, tolerance: 1e-4}\nrecord: {every: 0.1 ms}")


main()
