#!/usr/bin/env bash
# usage: bench/slurm.sh GUDGEON STUDY FOLDER
# The study on a Slurm of two nodes that is started for it on this machine.
set -u
program=$(realpath "$1") study=$(realpath "$2") folder=$(realpath -m "$3")
export GUDGEON=$program
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/../tests/shell/common.bash"
cd "$work" || exit 1
# shellcheck source=tests/shell/cluster.bash
source "$root/tests/shell/cluster.bash"

start_cluster || finish
expect 0 sweep "$study" -o "$folder" --slurm --tasks 4 --no-figures
wait_for 300 queue_drains
[[ -s $folder/table.csv ]] || fail 'nothing was gathered'
finish
