# shellcheck shell=bash disable=SC2034
# Sourced by cluster.sh: a bridge on the machine, a network namespace a node. The machine does not forward for them, so nothing
# of the cluster leaves it.

BRIDGE=kbr0
NET=10.88.0             # nodes: NET.11, NET.12, ...
CONTROL_PLANE=$NET.1    # the machine itself, on the bridge
PODS=10.244             # pods of node I: PODS.I.0/24
SERVICES=10.96.0.0/16
API_SERVICE=10.96.0.1
DNS_SERVICE=10.96.0.10
PORTS=(6443 2379 2380 10257 10259)

node_ip() { # I
  echo "$NET.$((10 + $1))"
}

require_free_ports() {
  local port user
  for port in "${PORTS[@]}"; do
    user=$(ss --no-header --listening --numeric --tcp --processes "sport = :$port")
    [ -z "$user" ] || die "port $port is taken, and the test cluster cannot use another: $(sed 's/.*users:((//; s/)).*//' <<<"$user")"
  done
}

network_up() {
  ip link add "$BRIDGE" type bridge
  ip addr add "$CONTROL_PLANE/24" dev "$BRIDGE"
  ip link set "$BRIDGE" up
  ip route replace unreachable "$PODS.0.0/16"
  ip route replace unreachable "$SERVICES"
}

network_down() {
  local node
  for node in {1..9}; do
    ip link del "kn$node-h" 2>/dev/null || true
    [ ! -e "/run/netns/kn$node" ] || ip netns del "kn$node"
  done
  ip link del "$BRIDGE" 2>/dev/null || true
  ip route del unreachable "$PODS.0.0/16" 2>/dev/null || true
  ip route del unreachable "$SERVICES" 2>/dev/null || true
}

# A node has no default route: it reaches what its service proxy catches, the bridge and the other nodes' pods.
node_network_up() { # I
  local name=kn$1 ip other
  ip=$(node_ip "$1")
  [ ! -e "/run/netns/$name" ] || return 0
  ip netns add "$name"
  ip link add "$name-h" type veth peer name eth0 netns "$name"
  ip link set "$name-h" master "$BRIDGE" up
  ip -n "$name" link set lo up
  ip -n "$name" addr add "$ip/24" dev eth0
  ip -n "$name" link set eth0 up
  ip -n "$name" route add "$SERVICES" via "$CONTROL_PLANE"
  ip netns exec "$name" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward; echo 1 >/proc/sys/net/ipv4/conf/all/route_localnet'
  ip route replace "$PODS.$1.0/24" via "$ip"
  for other in {1..9}; do
    [ "$other" = "$1" ] || ip -n "$name" route add "$PODS.$other.0/24" via "$(node_ip "$other")"
  done
}
