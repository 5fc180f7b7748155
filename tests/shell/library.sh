#!/usr/bin/env bash
# The programs of docs/manual/library.md and of examples/library compile against an installed Gudgeon, by pkg-config and
# by find_package, and print what the pages say. Needs GUDGEON_BUILD, a build folder with everything in it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cmake --install "$GUDGEON_BUILD" --prefix "$place/prefix" >/dev/null
pc=$(find "$place/prefix" -name gudgeon.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
CMAKE_PREFIX_PATH=$place/prefix
export PKG_CONFIG_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH PATH=$place/prefix/bin:$PATH

mkdir "$place/manual"
ln -s "$root/examples" "$place/manual/examples"
cd "$place/manual"
python3 "$root/tests/shell/walk.py" "$root/docs/manual/library.md"
python3 "$root/tests/shell/walk.py" "$root/docs/manual/fmu.md"

# the examples, by find_package and by pkg-config
cp -r "$root/examples/library" "$place/examples"
cd "$place/examples"
sed 's/^```text/```console/' README.md >page.md
cmake -B build >/dev/null
cmake --build build >/dev/null
PATH=$PWD/build:$PATH python3 "$root/tests/shell/walk.py" page.md
for program in brake magnet pair; do
    # shellcheck disable=SC2046
    cc -std=c17 -Wall -Wextra -Werror -D_DEFAULT_SOURCE $program.c $(pkg-config --cflags --libs gudgeon) -lm -o "build/$program"
done
PATH=$PWD/build:$PATH python3 "$root/tests/shell/walk.py" page.md
echo "library.sh: all well"
