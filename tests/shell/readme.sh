#!/usr/bin/env bash
# What README.md, tutorials and manual print is what happens, and their generated chapter is that of this build.
#
# walk.py says how pages are read. The chapters about the library and about Python need them installed: library.sh,
# python.sh; the tutorial on CAD files needs the CAD module: cad_tutorial.sh.
set -euo pipefail
gudgeon=$(realpath "${GUDGEON:?GUDGEON must be the command under test}")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failures=0
mkdir "$work/bin"
ln -s "$gudgeon" "$work/bin/gudgeon"
export PATH=$work/bin:$PATH
for page in $(grep -l '^```console' "$root"/*.md "$root"/docs/*/*.md "$root"/examples/*/README.md); do
    case $page in "$root/docs/manual/library.md" | "$root/docs/manual/python.md" | "$root/docs/tutorial/7-cad.md") continue ;; esac
    # FMUs of a build with sanitizers need them in the importing program
    if [[ $page == */fmu.md ]] && grep -q '^GUD_SANITIZE:STRING=.' "$GUDGEON_BUILD/CMakeCache.txt"; then continue; fi
    # minutes under the sanitizers, which see the same joints in other tests
    if [[ $page == */5-verdict.md ]] && grep -q '^GUD_SANITIZE:STRING=.' "$GUDGEON_BUILD/CMakeCache.txt"; then continue; fi
    place=$work/$(echo "${page#"$root/"}" | tr / -)
    mkdir "$place"
    ln -s "$root/examples" "$place/examples"
    (cd "$place" && python3 "$root/tests/shell/walk.py" "$page") || failures=$((failures + 1))
done

# the targets that the README names are there
for target in $(grep -o '`make [a-z]*' "$root/README.md" | cut -d' ' -f2 | sort -u); do
    grep -q "^$target:" "$root/Makefile" || { echo "FAIL: README.md: there is no 'make $target'"; failures=$((failures + 1)); }
done

# links between the pages lead somewhere
while IFS=: read -r page link; do
    target=$(dirname "$page")/${link%%#*}
    [ -e "$target" ] || { echo "FAIL: ${page#"$root/"}: $link leads nowhere"; failures=$((failures + 1)); }
done < <(cd "$root" && grep -oHE '\]\([^):\\ ]+\)|src="[^":]+"' "$root"/*.md "$root"/docs/*/*.md "$root"/examples/*/*.md |
    sed -E 's/:(\]\(|src=")/:/; s/[)"]$//' | grep -v ':#')

# the chapter about parameters is the one that this build prints
"$gudgeon" list --markdown | cmp -s - "$root/docs/manual/parameters.md" || {
    echo "FAIL: docs/manual/parameters.md is old; renew it with: gudgeon list --markdown"
    failures=$((failures + 1))
}

# so is the reference of the library
headers=$(for name in status model sim results component study plugin gudgeon; do echo "$root/include/gudgeon/$name.h"; done)
# shellcheck disable=SC2086
"$root/tools/reference" $headers | cmp -s - "$root/docs/manual/reference.md" || {
    echo "FAIL: docs/manual/reference.md is old; renew it with tools/reference"
    failures=$((failures + 1))
}

[ "$failures" = 0 ] || exit 1
echo "readme.sh: all well"
