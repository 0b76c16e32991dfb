#!/usr/bin/env bash
# Property tests of the API against a binary, with schemathesis in a Python environment of its own.
#   contract.sh BINARY EXAMPLES [REQUESTS]   see contract/run.py
set -euo pipefail
cd "$(dirname "$0")/.."
environment=target/python requirements=scripts/contract/requirements.txt
if ! cmp -s "$requirements" "$environment/installed.txt"; then
  rm -rf "$environment"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$requirements"
  cp "$requirements" "$environment/installed.txt"
fi
exec "$environment/bin/python" scripts/contract/run.py "$@"
