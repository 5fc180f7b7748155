#!/usr/bin/env bash
# A study on a real Slurm of two nodes, which runs here as ordinary processes with ports and folders of its own: an
# array of jobs, a node that dies in the middle, the job that gathers. Nothing is lost, nothing is there twice.
set -u
# shellcheck source=tests/shell/common.bash
source "$(dirname "$0")/common.bash"
cd "$work" || exit 1

for program in slurmctld slurmd sbatch munged; do
    command -v $program >/dev/null || PATH=$PATH:/usr/sbin:/sbin
    command -v $program >/dev/null || {
        echo "FAIL: $program is missing: tools/packages run test" >&2
        exit 1
    }
done

# ---- the cluster

daemons=() # process ids

# daemon NAME COMMAND...: in the background, for ten minutes at most
daemon()
{
    local name=$1
    shift
    timeout -k 5 600 "$@" >"log/$name.out" 2>&1 9>&- &
    daemons+=($!)
}

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

# jobs first, then who runs them; `timeout` passes the signal on, waits, and kills what does not end
end_cluster()
{
    local i
    if [[ -e slurm.conf ]]; then
        timeout 10 scancel --me >/dev/null 2>&1
        for _ in $(seq 50); do
            [[ -z $(timeout 5 squeue -h 2>/dev/null) ]] && break
            sleep 0.1
        done
    fi
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do # munged is the last to go
        kill "${daemons[i]}" 2>/dev/null
        wait "${daemons[i]}" 2>/dev/null
    done
    rm -rf "$work"
}
trap end_cluster EXIT

# three ports that nobody uses, in a row
free_ports()
{
    python3 - <<'PYTHON'
import random, socket
while True:
    first = random.randrange(20000, 32000)
    try:
        for port in range(first, first + 3):
            with socket.socket() as s:
                s.bind(("127.0.0.1", port))
        break
    except OSError:
        pass
print(first)
PYTHON
}

start_cluster()
{
    local port host
    port=$(free_ports)
    host=$(hostname -s)
    mkdir -p log run state munge
    chmod 755 "$work"
    chmod 711 munge
    head -c 256 /dev/urandom >munge/key
    chmod 600 munge/key
    cat >slurm.conf <<CONF
ClusterName=gudgeon
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/slurmd-%n.pid
SlurmdSpoolDir=$work/spool-%n
StateSaveLocation=$work/state
SlurmctldLogFile=$work/log/slurmctld.log
SlurmdLogFile=$work/log/slurmd-%n.log
SlurmctldTimeout=10
SlurmdTimeout=5
ReturnToService=2
KillWait=2
MinJobAge=300
JobRequeue=1
MessageTimeout=5
SlurmdParameters=config_overrides
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 State=UNKNOWN
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 State=UNKNOWN
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$work/slurm.conf
    daemon munged munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
        --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" --num-threads=2
    wait_for 20 test -S munge/socket
    daemon slurmctld slurmctld -D -c
    start_node one
    start_node two
    wait_for 60 nodes_are idle idle
}

declare -A node_pid
frozen=()
start_node()
{
    daemon "slurmd-$1" slurmd -D -N "$1"
    node_pid[$1]=${daemons[-1]}
}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for()
{
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        if ((SECONDS >= end)); then
            fail "waited in vain for: $*"
            tail -n 5 log/* >&2
            return 1
        fi
        sleep 0.2
    done
}

# shellcheck disable=SC2317 # called by wait_for
nodes_are() { [[ $(sinfo -h -N -o %T | tr '\n' ' ') == "$1 $2 " ]]; }
# shellcheck disable=SC2317
node_is_down() { sinfo -h -N -n two -o %T | grep -q '^down'; }
# shellcheck disable=SC2317
queue_is_empty() { [[ -z $(squeue -h 2>&1) ]]; }
# tasks that are queued again wait for two minutes, unless somebody lets them begin
# shellcheck disable=SC2317
queue_drains()
{
    local task
    for task in $(squeue -h -r -t PD -o '%i %r' | sed -n 's/ BeginTime$//p'); do
        scontrol update JobId="$task" StartTime=now
    done
    queue_is_empty
}
# shellcheck disable=SC2317
has_rows() { [[ $(cat "$1"/rows/*-of-*/*.rows | grep -c '^done') -ge $2 ]]; }
# shellcheck disable=SC2317
runs_on() { squeue -h -t R -o '%N %i' | grep -q "^$1 "; }

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
  run: {path: simulate, values: [{until: 20 s, tolerance: 1e-7}]}
channels: [joints/hinge/reaction_force.y, coordinates/hinge.angle]
keep: none
YAML
expect 0 sweep study.yaml -o here --no-figures --quiet

expect 2 sweep study.yaml -o there --slurm --tasks none
complains "--tasks: 'none' is not a number"
expect 0 sweep study.yaml -o there --slurm --tasks 4 --json
is_true "d['tasks'] == 4 and 155 <= d['runs'] <= 160 and d['gather'] > d['array'] > 0 and d['seconds_per_run'] > 0"
grep -q '^#SBATCH --array=1-4$' there/slurm/array.sh || fail 'the script has no array'
expect 2 sweep study.yaml -o there --slurm
complains 'is still in the queue'

# the daemon of a node dies with all that it has begun, while its task is at work
wait_for 60 runs_on two
wait_for 60 has_rows there 10
freeze_node two # a task is at work, and stays so
expect 0 sweep study.yaml -o there --status --json
is_true "0 < d['done'] < 160 and d['slurm']['running'] >= 1"
kill -KILL "${frozen[@]}"
wait "${node_pid[two]}" 2>/dev/null
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
complains 'all runs are there: nothing is submitted'

# ---- without --tasks: as many as take ten minutes, that is one; cancelled in the middle, what is done stays
sed 's/20 s/21 s/' study.yaml >long.yaml
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
