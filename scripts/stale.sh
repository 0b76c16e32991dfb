#!/usr/bin/env bash
# Fails when a generated file differs from what its source says now, or a lockfile names an address.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cargo run --locked --quiet -- openapi >"$fresh/openapi.json"
diff -u docs/openapi.json "$fresh/openapi.json" || { echo "docs/openapi.json is stale: run make openapi" >&2; exit 1; }
(cd frontend && node_modules/.bin/openapi-typescript ../docs/openapi.json -o "$fresh/schema.d.ts" >/dev/null 2>&1)
diff -u frontend/src/api/schema.d.ts "$fresh/schema.d.ts" || { echo "frontend/src/api/schema.d.ts is stale: run make openapi" >&2; exit 1; }
if grep -n '"resolved": *"http' frontend/package-lock.json frontend/auth-emulator/package-lock.json; then
  echo "a lockfile names a registry's address" >&2
  exit 1
fi
catalogue=src/locales/de.po
cp "frontend/$catalogue" "$fresh/before.po"
(cd frontend && node_modules/.bin/lingui extract --clean >/dev/null)
cp "frontend/$catalogue" "$fresh/after.po"
cp "$fresh/before.po" "frontend/$catalogue"
diff -u "$fresh/before.po" "$fresh/after.po" || { echo "frontend/$catalogue is stale: run make texts" >&2; exit 1; }
