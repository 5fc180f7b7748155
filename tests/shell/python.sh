#!/usr/bin/env bash
# The wheel installs in a clean virtual environment of Debian's Python, the tests of the package pass there, the programs of
# docs/manual/python.md print what the page says, and the notebooks run. NumPy, SciPy and matplotlib come from Debian
# (--system-site-packages): no registry is asked for anything. Needs GUDGEON_BUILD, a build folder with everything in it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

wheel=$("$root/tools/wheel" "$GUDGEON_BUILD/libgudgeon.so" "$place/dist")
[ "$(sha256sum <"$wheel")" = "$(sha256sum <"$("$root/tools/wheel" "$GUDGEON_BUILD/libgudgeon.so" "$place/again")")" ] ||
    { echo "FAIL: the wheel is not the same twice" >&2; exit 1; }

/usr/bin/python3 -m venv --system-site-packages "$place/environment"
"$place/environment/bin/pip" install --quiet --no-index --no-deps "$wheel"
unset PYTHONPATH
export PATH=$place/environment/bin:$PATH MPLBACKEND=Agg MPLCONFIGDIR=$place

mkdir "$place/work"
ln -s "$root/examples" "$place/work/examples"
cd "$place/work"
python3 -c 'import gudgeon; assert gudgeon.__file__.startswith("'"$place"'"), gudgeon.__file__'
python3 "$root/tests/python/package_test.py"
python3 "$root/tests/shell/walk.py" "$root/docs/manual/python.md"
for notebook in "$root"/python/notebooks/*.ipynb; do
    python3 "$root/tests/python/notebook.py" "$notebook"
done
echo "python.sh: all well"
