#!/usr/bin/env bash
# Installs, once, the browser in which the tests look at web pages.
set -euo pipefail
BROWSERS=(chromium-headless-shell chromium chromium-browser google-chrome)
PACKAGE=chromium-headless-shell

[ -z "${KVRESHARD_CHROMIUM:-}" ] || exit 0
for browser in "${BROWSERS[@]}"; do
  ! command -v "$browser" >/dev/null || exit 0
done
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "The tests of web pages need a Chromium: install the package $PACKAGE (its name in Debian 12) as root,
or set KVRESHARD_CHROMIUM to the path of one." >&2
  exit 1
fi
echo "installing $PACKAGE"
export DEBIAN_FRONTEND=noninteractive
{
  apt-get update --quiet=2
  apt-get install --quiet=2 --yes --no-install-recommends "$PACKAGE"
} >&2
