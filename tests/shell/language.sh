#!/usr/bin/env bash
# Parameters, expressions, groups, defaults and overrides as a user meets them: the same model written with and without
# them moves the same, --set and studies reach parameters by name, mistakes have line and column.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

cat >plain.yaml <<'YAML'
gudgeon: 1
space: planar
gravity: [0, -9.81]
bodies:
  a.rod: {mass: 2 kg, inertia: 0.166666666666666667, at: [0.5, 0]}
  b.rod: {mass: 2 kg, inertia: 0.04166666666666667, at: [1, 1.25], angle: 90 deg}
frames:
  a.end: {body: a.rod, at: [-0.5, 0]}
  b.end: {body: b.rod, at: [-0.25, 0]}
  b.root: {body: ground, at: [1, 1]}
joints:
  a.hinge: {type: revolute, between: [ground, a.end]}
  b.hinge: {type: revolute, between: [b.root, b.end]}
forces:
  a.push: {type: load, on: a.rod, direction: [0, 1], value: 3 N}
  b.push: {type: load, on: b.rod, direction: [-1, 0], value: 3 N}
simulate: {until: 1 s, step: 1 ms}
YAML
cat >parts.yaml <<'YAML'
gudgeon: 1
groups:
  pendulum:
    parameters: {length: = long, mass: , root: ground, push: 3 N}
    bodies:
      rod: {mass: = mass, inertia: = mass*length^2/12, at: [= length/2, 0]}
    frames:
      end: {body: rod, at: [= -length/2, 0]}
    joints:
      hinge: {type: revolute, between: [= root, end]}
    forces:
      push: {type: load, on: rod, direction: [0, 1], value: = push}
parameters: {long: 2 m}
YAML
cat >groups.yaml <<'YAML'
gudgeon: 1
include: parts.yaml
space: planar
gravity: [0, -9.81]
override: {parameters.long: 1 m}
use:
  a: {group: pendulum, parameters: {mass: 2 kg}}
  b: {group: pendulum, at: [1 m, = long], angle: = 45 deg + pi/4, parameters: {mass: 2 kg, length: long/2}}
simulate: {until: 1 s, step: 1 ms}
YAML

# motion MODEL ARGUMENTS...: a number of each rod that depends on how it moves
motion()
{
    expect 0 run "$@" -o result --no-figures --quiet
    expect 0 summary result --json
    python3 - "$work/out" <<'PYTHON'
import json, sys
bodies = json.load(open(sys.argv[1]))["bodies"]
print(*("%.9e" % bodies[b]["acceleration.x"]["mean"] for b in ("a.rod", "b.rod")))
PYTHON
    rm -rf result
}
with=$(motion groups.yaml)
without=$(motion plain.yaml)
python3 - "$with" "$without" <<'PYTHON' || fail "groups move differently: '$with', '$without'"
import sys
a, b = ([float(x) for x in text.split()] for text in sys.argv[1:])
sys.exit(not (len(a) == 2 and all(abs(x - y) <= 1e-6 * max(1, abs(x)) for x, y in zip(a, b))))
PYTHON

# parameters by name: --set, studies
longer=$(motion groups.yaml --set parameters.long=1.2m)
[ "$longer" != "$with" ] || fail '--set parameters.long has no effect'
expect 0 check groups.yaml --set 'joints.b.hinge.model=ideal' --set 'bodies.b.rod.mass== 2*long*1 kg/m' --quiet
expect 2 check groups.yaml --set parameters.lang=1m
complains "--set parameters.lang=1m: no 'lang' in parameters; did you mean 'long'?"
# a mistake in a group is reported once, with the number of its uses
sed 's/mass: = mass,/mas: = mass,/' parts.yaml >mistaken-parts.yaml
sed 's/parts.yaml/mistaken-parts.yaml/' groups.yaml >mistake.yaml
expect 2 check mistake.yaml
[[ $(grep -c "unknown key 'mas'" "$work/err") == 1 ]] || fail "a mistake in a group: $(cat "$work/err")"
complains "and 1 other: unknown key 'mas'"
expect 2 check groups.yaml --set parameters.long=1kg
complains "groups.yaml:8:34: frame 'b.ground': at = long (1 kg): wrong unit 'kg'; expected m"
complains "parts.yaml:6:36: body 'a.rod': inertia = mass*length^2/12 (0.166667 kg3): wrong unit 'kg3'"
expect 2 check groups.yaml --set bodies.c.rod.mass=1
complains "no 'c' in bodies"
cat >study.yaml <<'YAML'
gudgeon: 1
model: groups.yaml
axes:
  length: {path: parameters.long, values: [0.8 m, "= 2*50 cm"]}
channels: [joints/a.hinge/reaction_force.y]
YAML
expect 0 sweep study.yaml -o study --no-figures --quiet
says '0.8 m'
says '= 2*50 cm'

# the results hold the model as it was computed, which reads back
expect 0 run groups.yaml -o result --no-figures --quiet
grep -aq 'from: b.ground' result/results.h5 || fail 'the text of the model is not in the results'

# mistakes
sed 's/mass: 2 kg, length/mas: 2 kg, length/; s/angle: = 45/angle: = 4 kg + 45/' groups.yaml >bad.yaml
expect 2 check bad.yaml
complains "bad.yaml:8:57: use 'b': angle = 4 kg + 45 deg + pi/4: kg and rad cannot be added"
complains "group 'pendulum' has no parameter 'mas'; did you mean 'mass'?"
complains "use 'b': parameter 'mass' of group 'pendulum' needs a value"
cat >circle.yaml <<'YAML'
gudgeon: 1
parameters:
  stroke: 2*crank
  crank: throw
  throw: stroke/2
space: planar
bodies: {rod: {mass: 1 kg, inertia: 1}}
simulate: {until: 1 s}
YAML
expect 2 check circle.yaml
complains "circle.yaml:3:11: parameters: 'stroke' depends on itself: stroke -> crank -> throw -> stroke"

# files about one component have parameters, too
cat >bearing.yaml <<'YAML'
gudgeon: 1
parameters: {d: 30 mm, psi: 0.0016}
bearing: {radius: = d/2, width: = 0.7*d, clearance: = psi*d/2, grid: [40, 6]}
oil: {viscosity: 10 mPa.s}
operate: {speed: 3000 rpm, load: [0, -1 kN]}
YAML
expect 0 bearing bearing.yaml --json
is_true 'd["film_min"] > 0'
expect 0 bearing bearing.yaml --json --set parameters.psi=0.002
is_true 'd["film_min"] > 0'

# the schema knows all of it
expect 0 list --schema
is_true '{"parameters", "groups", "use", "defaults", "override"} <= set(d["properties"])'
is_true 'd["properties"]["groups"]["additionalProperties"]["properties"]["joints"]["$ref"] == "#/properties/joints"'
expect 0 list use
says 'group'
finish
