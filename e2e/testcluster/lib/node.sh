# shellcheck shell=bash
# Sourced by cluster.sh: one node of the cluster.

start_node() { # I
  local node=$1 name=kn$1 dir=$RUN/kn$1 ip
  ! alive "$name" || return 0
  ip=$(node_ip "$node")
  node_network_up "$node"
  mkdir -p "$dir/cni"
  if [ ! -f "$PKI/$name.crt" ]; then
    certificate "$name" ca "/O=system:nodes/CN=system:node:$name" clientAuth,serverAuth "IP:$ip,DNS:$name"
    kubeconfig "$name" "$CONTROL_PLANE" >"$dir/kubelet.kubeconfig"
  fi
  containerd_config "$dir" >"$dir/containerd.toml"
  cni_config "$node" >"$dir/cni/10-kvreshard.conflist"
  kubelet_config "$name" "$dir" >"$dir/kubelet.yaml"
  proxy_config "$name" >"$dir/proxy.yaml"
  # Empty: a pull of an image that is not loaded fails at once.
  : >"$dir/resolv.conf"
  start "$name" nsenter --net="/run/netns/$name" \
    unshare --mount --uts --ipc --pid --fork --kill-child --mount-proc \
    bash "$HERE/lib/node-init.sh" "$name" "$ip" "$dir" "$IMAGES"
}

# Ready, and heard of since it was started: what the API server says of a node that was killed is good for a while.
await_node() { # I
  await "kn$1" 120 "node kn$1 ready" node_is_ready "kn$1" "$(date --utc --reference="$PID/kn$1" +%FT%TZ)"
}

node_is_ready() { # NAME SINCE
  local ready heard
  read -r ready heard < <(kubectl get node "$1" --output \
    'jsonpath={range .status.conditions[?(@.type=="Ready")]}{.status} {.lastHeartbeatTime}{"\n"}{end}')
  [ "$ready" = True ] && [[ $heard > $2 ]]
}

nodes() {
  live_processes | sed -n 's/^kn//p'
}

# The node's first process dies with the one that holds its pid file, and everything in its pid namespace with it.
kill_node() { # I
  local name=kn$1 pid
  kill_process "$name"
  if [ -e "/run/netns/$name" ]; then
    for pid in $(ip netns pids "$name"); do
      kill -KILL "$pid" 2>/dev/null || true
    done
  fi
  remove_cgroups "$name"
}

remove_cgroups() { # NAME: in each hierarchy of cgroup v1, or the one of v2
  local cgroup _
  for cgroup in /sys/fs/cgroup/"$1" /sys/fs/cgroup/*/"$1"; do
    [ -d "$cgroup" ] || continue
    for _ in {1..20}; do
      find "$cgroup" -depth -type d -exec rmdir {} + 2>/dev/null && break
      sleep 0.1
    done
  done
}

in_node() { # I COMMAND...
  local pid
  alive "kn$1" || die "node kn$1 is not up"
  pid=$(pgrep --oldest --parent "$(cut -d' ' -f1 "$PID/kn$1")")
  shift
  nsenter --target "$pid" --mount --net --pid --uts --ipc -- env PATH="$PATH" "$@"
}

containerd_config() { # DIR
  cat <<TOML
version = 3
root = "/var/lib/containerd"
state = "/run/containerd"
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.cri.v1.images"]
  snapshotter = "overlayfs"
  [plugins."io.containerd.cri.v1.images".pinned_images]
    sandbox = "e2e.local/pause:1"
[plugins."io.containerd.cri.v1.runtime"]
  restrict_oom_score_adj = true
[plugins."io.containerd.cri.v1.runtime".cni]
  bin_dirs = ["$BIN/cni"]
  conf_dir = "$1/cni"
[plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
    BinaryName = "$BIN/runc"
    SystemdCgroup = false
TOML
}

cni_config() { # I
  cat <<JSON
{"cniVersion": "1.0.0", "name": "kvreshard", "plugins": [
 {"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false, "hairpinMode": true,
  "ipam": {"type": "host-local", "ranges": [[{"subnet": "$PODS.$1.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}},
 {"type": "portmap", "capabilities": {"portMappings": true}}]}
JSON
}

kubelet_config() { # NAME DIR
  cat <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
cgroupDriver: cgroupfs
cgroupRoot: /$1
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $PKI/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $PKI/$1.crt
tlsPrivateKeyFile: $PKI/$1.key
clusterDNS: [$DNS_SERVICE]
clusterDomain: cluster.local
resolvConf: $2/resolv.conf
failSwapOn: false
# The machine's disk is not the node's: no eviction, no image collection because of it.
evictionHard: {memory.available: 100Mi, nodefs.available: "1%", imagefs.available: "1%", nodefs.inodesFree: "1%"}
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
nodeStatusUpdateFrequency: 5s
serializeImagePulls: false
YAML
}

proxy_config() { # NAME
  cat <<YAML
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: nftables
clusterCIDR: $PODS.0.0/16
clientConnection: {kubeconfig: $RUN/proxy.kubeconfig}
hostnameOverride: $1
# Limits of the machine's kernel, not of the node's namespace: leave them alone.
conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
nodePortAddresses: [primary]
YAML
}
