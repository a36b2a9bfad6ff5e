#!/usr/bin/env bash
# Builds the test cluster's programs from pinned Go modules into $K8S_HOME/bin and its base images into
# $K8S_HOME/images. What is there is not built again: a second run takes no second.
#   build.sh [etcd | k8s | kubelet | runtime | helm | health | promtool | coredns | images]...    none: all, 15 minutes on two cores
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/home.sh
source "$HERE/lib/home.sh"
GO=1.26
export CGO_ENABLED=0 GOFLAGS='-buildvcs=false -trimpath -mod=readonly'

# The version of a module that modules/DIR/go.mod requires.
version() { # DIR MODULE
  awk -v module="$2" '$1 == "require" && $2 == module {print $3} $1 == module && $2 ~ /^v/ {print $2}' "$HERE/modules/$1/go.mod"
}
K8S=$(version k8s k8s.io/kubernetes)
ETCD=$(version etcd go.etcd.io/etcd/server/v3)
CONTAINERD=$(version containerd github.com/containerd/containerd/v2)
RUNC=$(version runc github.com/opencontainers/runc)
CNI=$(version cni github.com/containernetworking/plugins)
HELM=$(version helm helm.sh/helm/v4)
COREDNS=$(version coredns github.com/coredns/coredns)
PROMETHEUS=$(version prometheus github.com/prometheus/prometheus)

# Programs of other versions than the pinned ones are thrown away.
reset_if_stale() {
  local stamp="${K8S#v} $ETCD $CONTAINERD $RUNC $CNI $HELM $COREDNS"
  [ "$(cat "$BIN/.stamp" 2>/dev/null)" = "$stamp" ] || rm -rf "$BIN" "$IMAGES/coredns.tar"
  mkdir -p "$BIN/cni" "$IMAGES"
  echo "$stamp" >"$BIN/.stamp"
}

build() { # DIR PROGRAM PACKAGE [GO_BUILD_FLAG...]
  local dir=$1 program=$2 package=$3 began=$SECONDS
  shift 3
  [ ! -x "$BIN/$program" ] || return 0
  (cd "$HERE/modules/$dir" && go build -o "$BIN/$program.new" "$@" "$package")
  mv "$BIN/$program.new" "$BIN/$program"
  echo "$program: $((SECONDS - began)) s, $(du -m "$BIN/$program" | cut -f1) MB"
}

build_etcd() {
  build etcd etcd go.etcd.io/etcd/server/v3 -ldflags '-s -w'
}

kubernetes() { # PROGRAM...
  local at=k8s.io/component-base/version minor program
  minor=$(cut -d. -f2 <<<"$K8S")
  for program in "$@"; do
    build k8s "$program" "k8s.io/kubernetes/cmd/$program" -ldflags "-s -w -X $at.gitVersion=$K8S -X $at.gitMajor=1 \
      -X $at.gitMinor=$minor -X $at.gitTreeState=clean -X $at.buildDate=1970-01-01T00:00:00Z"
  done
}

build_k8s() {
  kubernetes kube-apiserver kubectl kube-controller-manager kube-scheduler
}

build_kubelet() {
  kubernetes kubelet kube-proxy
}

build_runtime() {
  local module=github.com/containerd/containerd/v2 program plugin
  for program in containerd containerd-shim-runc-v2 ctr; do
    build containerd $program $module/cmd/$program -tags no_btrfs,no_zfs,no_devmapper \
      -ldflags "-s -w -X $module/version.Version=$CONTAINERD -X $module/version.Package=$module"
  done
  CGO_ENABLED=1 build runc runc github.com/opencontainers/runc -tags seccomp,netgo,osusergo \
    -ldflags "-s -w -X main.version=${RUNC#v} -linkmode external -extldflags -static"
  for plugin in main/bridge main/loopback ipam/host-local meta/portmap; do
    build cni "cni/${plugin#*/}" github.com/containernetworking/plugins/plugins/$plugin -ldflags '-s -w'
  done
}

build_helm() {
  build helm helm helm.sh/helm/v4/cmd/helm -ldflags "-s -w -X helm.sh/helm/v4/internal/version.version=$HELM"
}

# Its source is ours: it is built anew when that changes.
build_health() {
  [ -z "$(find "$HERE/modules/health" -newer "$BIN/health" -print -quit 2>&1)" ] || rm -f "$BIN/health"
  build health health . -ldflags '-s -w'
}

# It says its version itself, so that another one leaves the cluster's programs alone; without the service discovery of a server.
build_promtool() {
  [[ $("$BIN/promtool" --version 2>&1) == *" ${PROMETHEUS#v} "* ]] || rm -f "$BIN/promtool"
  build prometheus promtool github.com/prometheus/prometheus/cmd/promtool -tags remove_all_sd \
    -ldflags "-s -w -X github.com/prometheus/common/version.Version=${PROMETHEUS#v}"
}

build_coredns() {
  build coredns coredns github.com/coredns/coredns -ldflags '-s -w'
}

image() { # NAME ROOT [MKIMAGE_FLAG...]
  local name=$1 root=$2
  shift 2
  python3 "$HERE/../images/mkimage.py" "$IMAGES/$name.tar" "e2e.local/$name:1" --layer "$root" "$@"
}

go_image() { # NAME [MKIMAGE_FLAG...]: one static program of images/NAME
  local name=$1 root
  shift
  [ ! -f "$IMAGES/$name.tar" ] || return 0
  root=$(mktemp -d)
  mkdir -m 1777 "$root/tmp"
  (cd "$HERE/images/$name" && GO111MODULE=off go build -ldflags '-s -w' -o "$root/$name" main.go)
  image "$name" "$root" --entrypoint "/$name" "$@"
  rm -rf "$root"
}

busybox_image() {
  [ ! -f "$IMAGES/busybox.tar" ] || return 0
  local root applet
  root=$(mktemp -d)
  mkdir "$root/bin" "$root/etc" "$root/root"
  mkdir -m 1777 "$root/tmp"
  cp /bin/busybox "$root/bin/"
  for applet in $(/bin/busybox --list); do
    [ "$applet" = busybox ] || ln -s busybox "$root/bin/$applet"
  done
  echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
  echo 'root:x:0:' >"$root/etc/group"
  image busybox "$root" --cmd sh
  rm -rf "$root"
}

coredns_image() {
  [ ! -f "$IMAGES/coredns.tar" ] || return 0
  local root
  build_coredns
  root=$(mktemp -d)
  cp "$BIN/coredns" "$root/"
  image coredns "$root" --entrypoint /coredns
  rm -rf "$root"
}

build_images() {
  go_image pause
  go_image tool --cmd sleep
  busybox_image
  coredns_image
}

require_go() {
  local version
  PATH=$PATH:/usr/local/go/bin
  version=$(go env GOVERSION 2>/dev/null) || die "needs Go $GO or newer on PATH or in /usr/local/go: see https://go.dev/doc/install"
  printf '%s\n' "go$GO" "$version" | sort --check=quiet --version-sort ||
    die "needs Go $GO or newer, but $(command -v go) is $version: see https://go.dev/doc/install"
}

require_go
mkdir -p "$CLUSTER_HOME"
exec 9>"$CLUSTER_HOME/build.lock"
flock 9
reset_if_stale
[ $# -gt 0 ] || set -- etcd k8s kubelet runtime helm health promtool coredns images
for part in "$@"; do
  "build_$part"
done
