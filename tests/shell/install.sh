#!/usr/bin/env bash
# What `make install` installs serves programs of others, found by pkg-config and by find_package.
# Needs GUDGEON_BUILD, a build folder with everything in it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

fail() {
    echo "install: $*" >&2
    exit 1
}

cmake --install "$GUDGEON_BUILD" --prefix "$place/first" >/dev/null
mv "$place/first" "$place/prefix" # what is installed may be moved
prefix=$place/prefix
pc=$(find "$prefix" -name gudgeon.pc)
libraries=$(dirname "$(dirname "$pc")")

cat >"$place/user.c" <<'C'
#include <gudgeon/gudgeon.h>
#include <stdio.h>

int main(void)
{
    puts(gud_version());
    return 0;
}
C
version=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --modversion gudgeon)

check() { # check WHAT PROGRAM: the program prints the version of the package
    [ "$(LD_LIBRARY_PATH=$libraries "$2")" = "$version" ] || fail "$1: the program does not print $version"
}

# pkg-config, and the archive with the libraries that it names
export PKG_CONFIG_PATH=$libraries/pkgconfig
# shellcheck disable=SC2046
cc "$place/user.c" $(pkg-config --cflags --libs gudgeon) -o "$place/shared"
check "pkg-config" "$place/shared"
# shellcheck disable=SC2046
cc "$place/user.c" $(pkg-config --cflags gudgeon) "$libraries/libgudgeon.a" \
    $(pkg-config --libs $(pkg-config --print-requires-private gudgeon)) -lm -pthread -o "$place/archive"
check "archive" "$place/archive"

# find_package
mkdir "$place/project"
cat >"$place/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(gudgeon 0.1 REQUIRED)
add_executable(user ../user.c)
target_link_libraries(user PRIVATE gudgeon::gudgeon)
CMAKE
cmake -S "$place/project" -B "$place/made" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$place/made" >/dev/null
check "find_package" "$place/made/user"

# what the headers declare can be seen from outside, with a version, and nothing else
declared=$(cat "$prefix"/include/gudgeon/*.h | tr '\n' ' ' | grep -oE 'GUD_API [^;(]*gud_[a-z_]+\(' |
    grep -oE 'gud_[a-z_]+\($' | tr -d '(' | sort)
seen=$(nm -D --defined-only "$libraries/libgudgeon.so" | awk '$2 != "A" { print $3 }' | sort)
[ "$seen" = "$(sed 's/$/@@GUDGEON_1/' <<<"$declared")" ] ||
    fail "the shared library does not show what the headers declare: $(diff <(echo "$declared") <(echo "$seen"))"

[ -s "$prefix/share/man/man3/gudgeon.3" ] || fail "the man page of the library is missing"

# the command, once it exists, comes with its man page and completions
if [ -x "$GUDGEON" ]; then
    for file in bin/gudgeon share/man/man1/gudgeon.1 share/bash-completion/completions/gudgeon \
        share/zsh/site-functions/_gudgeon share/fish/vendor_completions.d/gudgeon.fish; do
        [ -s "$prefix/$file" ] || fail "$file is missing or empty"
    done
    "$prefix/bin/gudgeon" list >/dev/null || fail "the installed command does not run"
fi

# the reader of CAD files is found from the command's own place
if [ -e "$GUDGEON_BUILD/gudgeon_cad.so" ]; then
    [ -s "$libraries/gudgeon/gudgeon_cad.so" ] || fail "the reader of CAD files is missing"
    "$GUDGEON_BUILD/tests/cad/cad_make" taper "$place/taper.step" >/dev/null
    env -u GUDGEON_CAD "$prefix/bin/gudgeon" cad "$place/taper.step" | grep -q 'AP214, 2 parts' ||
        fail "the installed command does not read CAD files"
fi
