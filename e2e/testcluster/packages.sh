#!/usr/bin/env bash
# Installs, once, the Debian packages that the test cluster is built from and runs on.
set -euo pipefail
PACKAGES=(
  busybox-static             # base image
  gcc libc6-dev libseccomp-dev pkg-config # runc
  conntrack iproute2 iptables nftables    # node networks, kube-proxy
  curl openssl procps python3             # the scripts themselves
)

missing=()
for package in "${PACKAGES[@]}"; do
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "The test cluster needs these packages (names of Debian 12): ${missing[*]}
Install them as root, or run the cluster's tests on a cluster of your own: E2E_USE_KUBECONFIG=1 KUBECONFIG=..." >&2
  exit 1
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
{
  apt-get update --quiet=2
  apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}"
} >&2
