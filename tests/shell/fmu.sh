#!/usr/bin/env bash
# `gudgeon fmu`: archives that other programs can unpack, descriptions that are what the standards prescribe, and binaries that
# a small importer (fmu_import.c) takes through all calls; results are those of `gudgeon run`, to the bit.
# Needs GUDGEON and GUDGEON_BUILD.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

fail() {
    echo "FAIL: fmu.sh: $*" >&2
    exit 1
}

mkdir model
cat >model/parts.yaml <<'YAML'
frames:
  rod.top: {body: rod, at: [0, 500 mm]}
  rod.end: {body: rod, at: [0, -500 mm]}
  post: {body: ground, at: [1.2, -0.2]}
joints:
  hinge: {type: revolute, between: [ground, rod.top]}
YAML
printf 'time [s],force [N]\n0,0\n0.5,2\n1,0\n4,1\n' >model/wind.csv
cat >model/pendulum-1.yaml <<'YAML'
gudgeon: 1
title: Pendulum & rope
space: planar
gravity: [0, -9.81]
include: parts.yaml
parameters:
  mass: 1.5 kg
bodies:
  rod: {mass: = mass, inertia: 0.0833, at: [0, -0.5]}
inputs:
  torque: {default: 0 N.m, min: -10 N.m, max: 10 N.m, about: 'of the motor, "at" the hinge'}
forces:
  motor: {type: load, kind: torque, on: rod, direction: [0, 0, 1], value: input torque}
  wind: {type: load, on: rod, direction: [1, 0], table: wind.csv}
  rope: {type: spring, between: [post, rod.end], stiffness: 300, damping: 2, free: 1.6, acts: tension}
start:
  hinge.angle: {value: 80 deg, rate: 0}
simulate: {until: 1 s, tolerance: 1e-6}
YAML

cc -std=c17 -O1 -Wall -Wextra -Werror "$root/tests/shell/fmu_import.c" -ldl -lm -o import
"$GUDGEON" run model/pendulum-1.yaml -o run --quiet
python3 - "$GUDGEON" >bits <<'PY'
import struct, subprocess, sys
subprocess.run([sys.argv[1], "export", "run", "coordinates/hinge.angle", "--csv", "run.csv"], check=True)
line = open("run.csv").read().split("\n")[-2].split(",")
print(struct.pack(">d", float(line[-1])).hex())
PY

for version in 2 3; do
    "$GUDGEON" fmu model/pendulum-1.yaml --fmi $version -o "p$version.fmu" --quiet
    "$GUDGEON" fmu model/pendulum-1.yaml --fmi $version -o again.fmu --quiet
    cmp -s "p$version.fmu" again.fmu || fail "an FMU is not the same twice"
    rm -rf "with blank $version"
    python3 "$root/tests/shell/fmu_check.py" "p$version.fmu" "with blank $version" $version >facts
    read -r binary token output turning <facts
    resources="$PWD/with blank $version/resources"
    [ $version = 3 ] || resources="file://${resources// /%20}"
    ./import $version "$PWD/with blank $version/$binary" "$resources" "$token" "$output" "$(cat bits)" "$turning" || fail "FMI $version"
    # a pipe in the place of the list of variables is refused at once
    mv "with blank $version/resources/variables.txt" list
    mkfifo "with blank $version/resources/variables.txt"
    code=0
    timeout 60 ./import $version "$PWD/with blank $version/$binary" "$resources" "$token" "$output" "$(cat bits)" "$turning" >pipe 2>&1 || code=$?
    [ $code != 0 ] && [ $code != 124 ] || fail "a pipe as list of variables, FMI $version: exit code $code"
    mv list "with blank $version/resources/variables.txt"
    # a public importer and the schemas of the standard, where they are: FMI_SCHEMAS has fmi2ModelDescription.xsd and
    # fmi3ModelDescription.xsd with what they include
    if /usr/bin/python3 -c 'import fmpy' 2>/dev/null; then
        /usr/bin/python3 "$root/tests/shell/fmu_fmpy.py" "p$version.fmu" "$(cat bits)" || fail "FMPy, FMI $version"
    fi
    if [ -n "${FMI_SCHEMAS:-}" ]; then
        xmllint --noout --schema "$FMI_SCHEMAS/fmi${version}ModelDescription.xsd" "with blank $version/modelDescription.xml" ||
            fail "the schema of FMI $version"
    fi
done

# an FMU shows the functions of the standards, and nothing else
nm -D --defined-only "$GUDGEON_BUILD/libgudgeon-fmu.so" | awk '{ print $3 }' | grep -vE '^fmi[23][A-Z]' &&
    fail "the binary shows more than the standards"

"$GUDGEON" fmu model/pendulum-1.yaml --outputs 'coordinates/*' -o few.fmu --quiet
[ "$(python3 -c 'import zipfile; print(zipfile.ZipFile("few.fmu").read("modelDescription.xml").decode().count("causality=\"output\""))')" = 2 ] ||
    fail "--outputs"
if "$GUDGEON" fmu model/pendulum-1.yaml --outputs 'nothing/*' -o none.fmu 2>errors; then fail "an FMU without outputs"; fi
grep -q "no channel matches" errors || fail "$(cat errors)"
[ ! -e none.fmu ] || fail "a file was left behind"
mkdir other
sed 's|parts.yaml|../model/parts.yaml|; s|wind.csv|../model/wind.csv|' model/pendulum-1.yaml >other/outside.yaml
if "$GUDGEON" fmu other/outside.yaml -o outside.fmu 2>errors; then fail "files from outside"; fi
grep -q "is outside the model's folder" errors || fail "$(cat errors)"
echo "fmu.sh: all well"
