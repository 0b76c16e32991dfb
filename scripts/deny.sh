#!/usr/bin/env bash
# Licences, sources and bans of every crate linked in; unused dependencies. Advisories: scripts/advisories.mjs.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v cargo-deny >/dev/null || cargo install --locked --quiet cargo-deny@0.20.2
command -v cargo-machete >/dev/null || cargo install --locked --quiet cargo-machete@0.9.2
cargo deny check licenses bans sources
cargo machete
