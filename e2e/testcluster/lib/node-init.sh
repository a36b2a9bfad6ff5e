#!/usr/bin/env bash
# Process 1 of a node, in the node's own namespaces: all in the node dies with it. node-init.sh NAME IP DIR IMAGES
set -euo pipefail
NAME=$1 IP=$2 DIR=$3 IMAGES=$4

# The node's own /run, /var/lib, /var/log, /opt and /srv; all but the first survive a node-kill. A hostPath elsewhere is the
# machine's file system, shared by all nodes.
mounts() {
  local path
  mount --make-rshared /
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir -p /run/netns /run/lock
  for path in /var/lib /var/log /opt /srv; do
    mkdir -p "$DIR/fs$path"
    mount --bind "$DIR/fs$path" "$path"
  done
  mount --bind "$DIR/resolv.conf" /etc/resolv.conf
}

# kubelet would set these for the whole machine: it is shown the values that it wants instead.
fake_sysctls() {
  local setting file
  mkdir /run/sysctls
  for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
    kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
    file=/run/sysctls/$(tr / _ <<<"${setting%=*}")
    echo "${setting#*=}" >"$file"
    mount --bind "$file" "/proc/sys/${setting%=*}"
  done
}

cgroups() {
  local hierarchy controller
  if [ "$(stat -f -c %T /sys/fs/cgroup)" = cgroup2fs ]; then
    for controller in cpuset cpu io memory hugetlb pids; do
      echo "+$controller" 2>/dev/null >/sys/fs/cgroup/cgroup.subtree_control || true
    done
    mkdir -p "/sys/fs/cgroup/$NAME"
    return
  fi
  for hierarchy in /sys/fs/cgroup/*/; do
    hierarchy=${hierarchy%/}
    [ "$(stat -f -c %T "$hierarchy")" = cgroupfs ] || continue
    mkdir -p "$hierarchy/$NAME"
    [ ! -e "$hierarchy/cpuset.cpus" ] || cat "$hierarchy/cpuset.cpus" >"$hierarchy/$NAME/cpuset.cpus"
    [ ! -e "$hierarchy/cpuset.mems" ] || cat "$hierarchy/cpuset.mems" >"$hierarchy/$NAME/cpuset.mems"
  done
}

container_runtime() {
  local _ archive
  containerd --config "$DIR/containerd.toml" >>"$DIR/containerd.log" 2>&1 &
  for _ in {1..300}; do
    ! ctr version >/dev/null 2>&1 || break
    sleep 0.1
  done
  for archive in "$IMAGES"/*.tar; do
    ctr -n k8s.io images import "$archive" >>"$DIR/images.log" 2>&1
  done
}

hostname "$NAME"
mounts
fake_sysctls
cgroups
container_runtime
kubelet --config="$DIR/kubelet.yaml" --kubeconfig="$DIR/kubelet.kubeconfig" --hostname-override="$NAME" --node-ip="$IP" \
  --v=2 >>"$DIR/kubelet.log" 2>&1 &
kube-proxy --config="$DIR/proxy.yaml" >>"$DIR/kube-proxy.log" 2>&1 &
# Reaps what the containers' shims leave, until nothing of the node runs.
while [ -n "$(jobs -rp)" ]; do
  wait -n || true
done
