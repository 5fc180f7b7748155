#!/usr/bin/env bash
# A study on a real Slurm of two nodes, which runs here as ordinary processes with ports and folders of its own: an
# array of jobs, a node that dies in the middle, the job that gathers. Nothing is lost, nothing is there twice.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1
# shellcheck source=tests/shell/cluster.bash
source "$root/tests/shell/cluster.bash"

# processes of our jobs on a node, and of Slurm around them: these know the node by their environment
job_processes()
{
    local pid parent
    for pid in $(pgrep -f "^$gudgeon sweep"); do
        grep -qzxF "SLURMD_NODENAME=$1" "/proc/$pid/environ" 2>/dev/null || continue
        grep -qzxF "SLURM_CONF=$work/slurm.conf" "/proc/$pid/environ" 2>/dev/null || continue
        parent=$(ps -o ppid= -p "$pid" | tr -d ' ')
        [[ $(ps -o comm= -p "${parent:-0}" 2>/dev/null) != slurmstepd ]] || echo "$parent"
        echo "$pid"
    done
}

frozen=()
# stops a node with all that it has begun, at a moment when it computes
freeze_node()
{
    for _ in $(seq 200); do
        mapfile -t frozen < <(pgrep -P "${node_pid[$1]}"; job_processes "$1")
        kill -STOP "${frozen[@]}" 2>/dev/null
        [[ ${#frozen[@]} -ge 3 && -n $(job_processes "$1") ]] && return
        kill -CONT "${frozen[@]}" 2>/dev/null # between two tasks
        sleep 0.1
    done
    fail "node $1 never computed"
}

# shellcheck disable=SC2317
has_rows() { [[ $(cat "$1"/rows/*-of-*/*.rows | grep -c '^done') -ge $2 ]]; }

once() # FOLDER RUNS
{
    local rows
    rows=$(cat "$1"/rows/*/*.rows | grep -c '^done')
    [[ $rows == "$2" ]] || fail "$1 has $rows rows of $2 runs"
    [[ $(cat "$1"/rows/*/*.rows | grep '^done' | cut -f 2 | sort -u | wc -l) == "$2" ]] || fail "$1: rows are there twice"
}

start_cluster || finish

# ---- a study of 160 runs, each of which takes a moment

cat >study.yaml <<YAML
gudgeon: 1
title: Pendulums
model: $root/examples/pendulum/pendulum.yaml
axes:
  mass: {path: bodies.rod.mass, from: 1 kg, to: 2 kg, points: 80}
  angle: {path: start.hinge.angle.value, values: [30 deg, 150 deg]}
  run: {path: simulate, values: [{until: 120 s, tolerance: 1e-7}]}
channels: [joints/hinge/reaction_force.y, coordinates/hinge.angle]
keep: none
YAML
expect 0 sweep study.yaml -o here --no-figures --quiet

expect 2 sweep study.yaml -o there --slurm --tasks none
complains "--tasks 'none' is not a number"
expect 0 sweep study.yaml -o there --slurm --tasks 4 --json
cp out submitted

# the daemon of a node dies with all that it has begun, while its task is at work: it takes seconds, so nothing else
# comes before
wait_for 60 has_rows there 10
freeze_node two # a task is at work, and stays so
expect 0 sweep study.yaml -o there --status --json
is_true "0 < d['done'] < 160 and d['slurm']['running'] >= 1"
kill -KILL "${frozen[@]}"
wait "${node_pid[two]}" 2>/dev/null
cp submitted out
is_true "d['tasks'] == 4 and 155 <= d['runs'] <= 160 and d['gather'] > d['array'] > 0 and d['seconds_per_run'] > 0"
grep -q '^#SBATCH --array=1-4$' there/slurm/array.sh || fail 'the script has no array'
expect 2 sweep study.yaml -o there --slurm
complains 'is still in the queue'
wait_for 60 node_is_down
start_node two # and comes back
wait_for 240 queue_drains
expect 0 sweep study.yaml -o there --status
says 'done          160'
says 'in the queue: nothing'
cmp -s here/table.csv there/table.csv || fail "the table of Slurm differs: $(cat there/slurm/*.txt | head -20)"
cmp -s here/table.json there/table.json || fail 'the JSON table of Slurm differs'
once there 160
grep -q 'Requeue\|requeue' log/slurmctld.log || fail 'no task was queued again'

# submitted once more, nothing is to be done
expect 0 sweep study.yaml -o there --slurm --no-figures
complains 'all runs are finished; nothing was submitted'

# ---- without --tasks: as many as take ten minutes, that is one; cancelled in the middle, what is done stays
sed 's/120 s/51 s/' study.yaml >long.yaml
expect 0 sweep long.yaml -o long --slurm --sbatch '--time=10 --nice=5' --json
is_true "d['tasks'] == 1"
wait_for 60 has_rows long 5
expect 0 sweep long.yaml -o long --cancel
wait_for 60 queue_is_empty
expect 0 sweep long.yaml -o long --status --json
is_true "5 <= d['done'] < 160 and d['slurm']['running'] == 0"
expect 0 sweep long.yaml -o long --no-figures --quiet # goes on here
once long 160
finish
