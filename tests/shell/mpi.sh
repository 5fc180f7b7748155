#!/usr/bin/env bash
# A study on four ranks of MPI: the same table; a rank that is lost loses only what it had not finished.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

command -v mpirun >/dev/null && [[ -e $(dirname "$gudgeon")/libgudgeon-mpi.so ]] || {
    echo 'FAIL: Open MPI is missing: tools/packages run test, then build again' >&2
    exit 1
}

# ranks may be more than cores, everybody may be root, and nothing but this machine is used
ranks()
{
    env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp timeout -k 5 240 \
        mpirun --oversubscribe --mca btl self,vader,tcp --mca btl_tcp_if_include lo --mca oob_tcp_if_include lo -n 4 "$@"
}

# unequal runs: from 1 ms to 100 ms
cat >study.yaml <<YAML
gudgeon: 1
title: Pendulums
model: $root/examples/pendulum/pendulum.yaml
axes:
  mass: {path: bodies.rod.mass, from: 1 kg, to: 2 kg, points: 60}
  end: {path: simulate.until, values: [0.1 s, 5 s, 100 s]}
channels: [joints/hinge/reaction_force.y, coordinates/hinge.angle]
keep: none
YAML
once() # FOLDER RUNS
{
    [[ $(cat "$1"/rows/*/*.rows | grep -c '^done') == "$2" ]] || fail "$1: not a row for each run"
    [[ $(cat "$1"/rows/*/*.rows | grep '^done' | cut -f 2 | sort -u | wc -l) == "$2" ]] || fail "$1: rows are there twice"
}

expect 0 sweep study.yaml -o here --no-figures --quiet
ranks "$gudgeon" sweep study.yaml -o there --no-figures >out 2>err || fail "mpirun: $(cat err)"
[[ $(grep -c 'kg' out) == 360 ]] || fail "not one table: $(head -3 out)"
cmp -s here/table.csv there/table.csv || fail 'the table of MPI differs'
cmp -s here/table.json there/table.json || fail 'the JSON table of MPI differs'
once there 180
for rank in 1 2 3 4; do
    [[ -s there/rows/mpi-$rank-of-4/0.rows ]] || fail "rank $rank has done nothing"
done

# once more: nothing is computed
cp -r there/rows before
ranks "$gudgeon" sweep study.yaml -o there --no-figures --quiet >out 2>err || fail "mpirun again: $(cat err)"
diff -r before there/rows >/dev/null || fail 'runs that were done were computed again'

# a rank is killed in the middle: MPI ends the others; the same command goes on
ranks "$gudgeon" sweep study.yaml -o lost --no-figures --quiet >out 2>err &
mpirun=$!
for _ in $(seq 200); do
    [[ $(cat lost/rows/*/*.rows 2>/dev/null | grep -c '^done') -ge 20 ]] && break
    sleep 0.05
done
victim=$(pgrep -f "^$gudgeon sweep study.yaml -o lost" | while read -r pid; do
    grep -qzx 'OMPI_COMM_WORLD_RANK=2' "/proc/$pid/environ" 2>/dev/null && echo "$pid" && break
done)
[[ -n $victim ]] && kill -9 "$victim"
wait "$mpirun" && fail 'the loss of a rank is not told'
for _ in $(seq 100); do # whoever computes ends with its rank
    pgrep -f "^$gudgeon sweep study.yaml -o lost" >/dev/null || break
    sleep 0.1
done
done=$(cat lost/rows/*/*.rows | grep -c '^done')
((done >= 20 && done < 180)) || fail "$done runs were done when a rank was lost"
ranks "$gudgeon" sweep study.yaml -o lost --no-figures --quiet >out 2>err || fail "after the loss: $(cat err)"
cmp -s here/table.csv lost/table.csv || fail 'the table after the loss of a rank differs'
once lost 180

# other engines go on with it, too: one process, parts
expect 0 sweep study.yaml -o lost --no-figures
complains '180 of 180 runs were complete already'

# a wrong study is told, and all ranks end
sed 's/rod.mass/rod.mas/' study.yaml >wrong.yaml
ranks "$gudgeon" sweep wrong.yaml -o wrong >out 2>err && fail 'a wrong study was taken'
[[ $(grep -c "did you mean 'mass'" err) == 1 ]] || fail "not told once: $(cat err)"
finish
