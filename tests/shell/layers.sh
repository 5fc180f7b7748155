#!/usr/bin/env bash
# Folders of src stand on each other: none includes a folder above it.
set -u
cd "$(dirname "$0")/../../src" || exit 1

# from the lowest to the highest
layers='base num load out body joint force surface rough contact wall film pair model step component verify sweep assembly lib fmu serve cli'

rank()
{
    local place=0 layer
    for layer in $layers; do
        place=$((place + 1))
        [ "$layer" = "$1" ] && echo $place && return
    done
    echo 0
}

failures=0
for folder in */; do
    own=$(rank "${folder%/}")
    [ "$own" != 0 ] || { echo "FAIL: src/$folder has no place in $0" >&2; failures=1; }
    for used in $(grep -rhoE '^#include "[a-z]+/' "$folder" | sed -E 's|.*"(.*)/|\1|' | sort -u); do
        [ "$(rank "$used")" -le "$own" ] && continue
        echo "FAIL: $(grep -rlE "^#include \"$used/" "$folder" | tr '\n' ' ')includes src/$used, which stands above" >&2
        failures=1
    done
done
[ "$failures" = 0 ] || exit 1
echo "layers.sh: all well"
