#!/usr/bin/env bash
# Builds the images of the product for the test cluster: target/images/kvreshard.tar, an OCI archive with all of them.
# Nothing is packed again whose inputs have not changed. For a cluster with a registry see docs/installation.md.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../../tools/toolchain.sh
source "$ROOT/tools/toolchain.sh"
use_jdk
"$ROOT/kvreshard" --version >/dev/null # builds the jars
exec 9>>"$ROOT/target/dist/app/lock"
flock --shared 9
exec python3 "$ROOT/e2e/images/build.py"
