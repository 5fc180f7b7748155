#!/usr/bin/env bash
# What the tutorial on CAD files prints is what happens; it needs the CAD module, other pages are walked by readme.sh.
set -euo pipefail
gudgeon=$(realpath "${GUDGEON:?GUDGEON must be the command under test}")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/bin" "$work/page"
ln -s "$gudgeon" "$work/bin/gudgeon"
export PATH=$work/bin:$PATH
ln -s "$root/examples" "$work/page/examples"
cd "$work/page"
python3 "$root/tests/shell/walk.py" "$root/docs/tutorial/7-cad.md"
echo "cad_tutorial.sh: all well"
