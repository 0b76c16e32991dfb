#!/usr/bin/env bash
# Licences, sources and bans of every crate linked in; unused dependencies. Advisories need the advisory database, which
# is fetched from the internet: `scripts/deny.sh advisories`.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v cargo-deny >/dev/null || cargo install --locked --quiet cargo-deny@0.20.2
command -v cargo-machete >/dev/null || cargo install --locked --quiet cargo-machete@0.9.2
if [ "${1:-}" = advisories ]; then
  exec cargo deny check advisories
fi
cargo deny check licenses bans sources
cargo machete
