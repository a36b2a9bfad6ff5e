#!/usr/bin/env bash
# A real Kubernetes cluster on one machine, without registry and container engine. As root, after build.sh.
#   cluster.sh up [N]            control plane and N nodes kn1, kn2, ... (default 2; 0: control plane alone)
#   cluster.sh load TAR...       imports OCI image archives into every node
#   cluster.sh node-kill I       stops node I at once, as a power cut would: its pods die
#   cluster.sh node-start I      starts node I again
#   cluster.sh in I COMMAND...   runs a command in node I's namespaces
#   cluster.sh status
#   cluster.sh down [--keep]     removes everything but the programs; --keep: also keeps state and logs
#
# The control plane runs in the machine's own network namespace: 127.0.0.1:6443 for programs on the machine, 10.88.0.1:6443,
# the address of a bridge that never forwards out of the machine, for nodes and pods. A node is a set of namespaces with a
# containerd, kubelet and kube-proxy of its own. There is one cluster a machine.
#
# K8S_HOME   programs and images              (default ~/.cache/kvreshard/testcluster)
# K8S_RUN    state, logs, admin.kubeconfig    (default $K8S_HOME/run); read by `up`, which remembers it
# K8S_OWNER  a pid: the cluster goes down when that process is gone, however it ends
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/home.sh
source "$HERE/lib/home.sh"
STATE=/run/kvreshard-testcluster # of the machine's one cluster: pid/NAME, its K8S_RUN in run, pid and start time of its owner
PID=$STATE/pid
LOCK=/run/lock/kvreshard-testcluster.lock
use_run() { # K8S_RUN
  RUN=$1 PKI=$1/pki LOG=$1/log
  export KUBECONFIG=$1/admin.kubeconfig
}
use_run "$(cat $STATE/run 2>/dev/null || echo "${K8S_RUN:-$CLUSTER_HOME/run}")"
export PATH=$BIN:$PATH
unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy
# shellcheck source=lib/processes.sh
source "$HERE/lib/processes.sh"
# shellcheck source=lib/pki.sh
source "$HERE/lib/pki.sh"
# shellcheck source=lib/network.sh
source "$HERE/lib/network.sh"
# shellcheck source=lib/control-plane.sh
source "$HERE/lib/control-plane.sh"
# shellcheck source=lib/node.sh
source "$HERE/lib/node.sh"

main() {
  local command=${1:-}
  shift || true
  case $command in
    up | down | load | node-kill | node-start)
      [ "$(id -u)" = 0 ] || die "makes namespaces and network links: run it as root"
      exec 9>"$LOCK"
      flock 9
      "$(tr - _ <<<"$command")" "$@"
      ;;
    in) in_node "$@" ;;
    status) status ;;
    guard) guard ;;
    *)
      sed -n '2,9p' "${BASH_SOURCE[0]}" | cut -c3- >&2
      exit 2
      ;;
  esac
}

up() { # [N]
  local nodes=${1:-2} last=kubelet node
  [ "$nodes" -gt 0 ] || last=kube-scheduler
  [ -x "$BIN/$last" ] || die "no programs in $BIN: run $HERE/build.sh"
  require_no_other_cluster
  take_down # what a killed run left
  require_free_ports
  use_run "${K8S_RUN:-$CLUSTER_HOME/run}"
  rm -rf --one-file-system "$RUN"
  mkdir -p "$PKI" "$LOG" "$PID"
  echo "$RUN" >$STATE/run
  if [ -n "${K8S_OWNER:-}" ]; then
    echo "$K8S_OWNER $(started_at "$K8S_OWNER")" >$STATE/owner
    start guard "$HERE/cluster.sh" guard
  fi
  make_pki
  network_up
  start_control_plane
  for node in $(seq "$nodes"); do
    start_node "$node"
  done
  await_control_plane
  for node in $(seq "$nodes"); do
    await_node "$node"
  done
  echo "export KUBECONFIG=$KUBECONFIG"
}

# A cluster whose owner is gone is a leftover; any other may still be of use to somebody.
require_no_other_cluster() {
  [ -n "$(live_processes)" ] || return 0
  ! owner_is_gone || return 0
  die "a test cluster is up already, and a machine has one.
To use it: export KUBECONFIG=$KUBECONFIG
To end it: $HERE/cluster.sh down"
}

owner_is_gone() {
  local owner born
  [ -f $STATE/owner ] && read -r owner born <$STATE/owner && gone "$owner" "$born"
}

# A process that outlives the owner by a second.
guard() {
  until owner_is_gone; do
    sleep 1
  done
  exec 9>"$LOCK"
  flock 9
  # Another cluster may have come while this waited for the lock.
  owner_is_gone || return 0
  rm -f "$PID/guard" # or this would end itself first
  take_down
}

down() { # [--keep]
  take_down
  [ "${1:-}" = --keep ] || rm -rf --one-file-system "$RUN"
}

take_down() {
  local node
  kill_process guard
  for node in {1..9}; do
    kill_node "$node"
  done
  stop_control_plane
  network_down
  rm -rf $STATE
}

load() { # TAR...
  local node archive
  for node in $(nodes); do
    for archive in "$@"; do
      in_node "$node" ctr -n k8s.io images import "$(realpath "$archive")" 2>&1 | { grep -v DEPRECATION || true; }
    done
  done
}

node_kill() { # I
  kill_node "$1"
}

node_start() { # I
  start_node "$1"
  await_node "$1"
}

main "$@"
