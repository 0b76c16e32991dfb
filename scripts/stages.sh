#!/usr/bin/env bash
# Does one stage after the other, until one fails, and says in the end how many minutes each took.
#   stages.sh NAME COMMAND [NAME COMMAND …]
set -euo pipefail
cd "$(dirname "$0")/.."

# What a build would keep for the next one is work for nothing where there was none before.
[ -d target/debug ] || export CARGO_INCREMENTAL=0

minutes() { printf '%3d.%d min  %s\n' $(($1 / 60)) $(($1 % 60 / 6)) "$2"; }
took=()
trap 'printf "%s\n" "${took[@]}" "$(minutes $SECONDS "all")"' EXIT
while [ $# -gt 0 ]; do
  name=$1 command=$2 began=$SECONDS status=0
  shift 2
  bash -c "set -euo pipefail; $command" || status=$?
  took+=("$(minutes $((SECONDS - began)) "$name")")
  [ $status = 0 ] || exit $status
done
