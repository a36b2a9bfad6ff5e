# shellcheck shell=bash disable=SC2034
# Sourced by build.sh and cluster.sh: where programs, images and a running cluster's state lie.

CLUSTER_HOME=${K8S_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/kvreshard/testcluster}
BIN=$CLUSTER_HOME/bin
IMAGES=$CLUSTER_HOME/images

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}
