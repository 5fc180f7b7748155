#!/usr/bin/env bash
# results.h5 as other programs read it: Octave by `load`, Python by h5py. Values are those of `gudgeon export` (with h5py
# to the bit); units are those of its head; maps have their shape. Both come from Debian's packages.
set -euo pipefail
source "$(dirname "$0")/common.bash"
cd "$work"

cat >model.yaml <<'YAML'
gudgeon: 1
title: Größe in µm
space: planar
gravity: [0, -9.81]
bodies:
  rod: {mass: 1, inertia: 0.0833, at: [0, -0.5]}
frames:
  rod.top: {body: rod, at: [0, 0.5]}
joints:
  pin: {type: revolute, between: [ground, rod.top], model: reynolds, radius: 10 mm, width: 10 mm, clearance: 20 um,
        film: {viscosity: 0.1, grid: [16, 4]}}
start:
  pin.angle: {value: 20 deg}
simulate: {until: 3 ms, tolerance: 1e-3}
record: {every: 1 ms, fields: [pin], snapshots: 1.5 ms}
YAML
expect 0 run model.yaml -o result --quiet --no-figures
expect 0 export result --csv curves.csv --quiet

/usr/bin/python3 "$root/tests/shell/readers.py" result/results.h5 curves.csv || fail 'h5py: see above'
octave-cli --norc --quiet "$root/tests/shell/readers.m" result/results.h5 curves.csv >octave.out 2>&1 ||
    fail "Octave: $(head -20 octave.out)"
grep -qx 'all well' octave.out || fail "Octave: $(head -20 octave.out)"
finish
