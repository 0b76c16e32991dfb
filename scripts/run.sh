#!/usr/bin/env bash
# Runs the whole product for development: API, web host and auth emulator. Ctrl-C stops all of it.
#   run.sh [FILE]   shows this file, where there is somebody who can sign in already
set -euo pipefail
cd "$(dirname "$0")/.."

# The settings of an instance that is installed on this machine are not this one's.
export SOONER_ENV=development
emulator=${FIREBASE_AUTH_EMULATOR_HOST:-127.0.0.1:9099}
project=${SOONER_FIREBASE_PROJECT_ID:-demo-sooner}
web=${SOONER_WEB_ORIGIN:-http://localhost:3000}
api=${SOONER_API_ORIGIN:-http://localhost:8080}
mails=${SOONER_MAIL_URL:-file://var/mail}
who=${1:-}
mkdir -p var
pids=()

stop() {
  trap - INT TERM EXIT
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  echo "Stopped."
}
trap stop EXIT
trap 'exit 0' INT TERM

wait_for() {
  local url=$1 what=$2 pid=$3
  for _ in $(seq 300); do
    curl -fsS -o /dev/null "$url" 2>/dev/null && return
    kill -0 "$pid" 2>/dev/null || { echo "$what did not start; see above and var/emulator.log" >&2; exit 1; }
    sleep 0.2
  done
  echo "$what did not answer within a minute" >&2
  exit 1
}

node frontend/auth-emulator/start.cjs >var/emulator.log 2>&1 &
pids+=($!)
wait_for "http://$emulator/" "The auth emulator" "${pids[0]}"
target/debug/sooner serve &
pids+=($!)
wait_for "$api/health/ready" "The API" "${pids[1]}"
wait_for "$web/config.json" "The web host" "${pids[1]}"

cat <<EOT

  Sooner runs. Open $web

  Mails      ${mails#file://} (one .eml file each); the link of each is in the log below
  SMS codes  http://$emulator/emulator/v1/projects/$project/verificationCodes
  API        $api (contract: docs/openapi.json)
  Stop       Ctrl-C

EOT
if [ -n "$who" ]; then
  cat "$who"
else
  echo "  Operator   target/debug/sooner operator add --email olga@example.com --name 'Olga Reyes'"
fi
echo
wait -n "${pids[@]}"
