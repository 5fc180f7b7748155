# A Slurm of two nodes on this machine, as ordinary processes with ports and folders of their own: what slurmctld, slurmd
# and munged need to run so. Sourced, in $work, after tests/shell/common.bash; start_cluster starts it, and it ends with
# the shell.

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
