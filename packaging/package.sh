#!/usr/bin/env bash
# Puts into target/package all that an instance is set up from: the Debian package, the container image, samples, and their hashes.
#   package.sh BINARY
set -euo pipefail
binary=$(realpath "$1")
cd "$(dirname "$0")"
folder=../target/package
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
fi
export SOURCE_DATE_EPOCH
rm -rf "$folder"
mkdir -p "$folder"
./deb.sh "$binary" "$folder"
./image.sh "$binary" "$folder"
install -m 644 proxies/* compose.yaml grafana.json ../docs/examples/alerts.yml sooner.env "$folder"
(cd "$folder" && sha256sum -- * >sha256sums)
echo "$(realpath "$folder")/sha256sums"
