#!/usr/bin/env bash
# Runs the component tests in random order on a busy machine: what depends on the test before, or on being in time, fails sooner or later.
#   shuffle.sh [RUNS [FILTER …]]   RUNS is 20 without it; a FILTER is a part of a file's path
# SEED is the first run's, and a failed run says its own: with RUNS=1 it is the same order again. LOAD is how many loops keep the
# machine busy beside it: two to a core without it.
set -euo pipefail
cd "$(dirname "$0")/../frontend"
runs=${1:-20} seed=${SEED:-$(date +%s)} load=${LOAD:-$(($(nproc) * 2))}
[ $# = 0 ] || shift

busy=()
trap 'for pid in "${busy[@]}"; do kill "$pid" 2>/dev/null || true; done' EXIT
trap 'exit 1' INT TERM
for _ in $(seq "$load"); do
  (while :; do :; done) &
  busy+=("$!")
done

failed=()
for run in $(seq "$runs"); do
  echo "run $run of $runs: seed $seed"
  node_modules/.bin/vitest run --sequence.shuffle --sequence.seed="$seed" --reporter=dot "$@" || failed+=("$seed")
  seed=$((seed + 1))
done
[ ${#failed[@]} = 0 ] || { echo "${#failed[@]} of $runs runs failed. Again: SEED=… $0 1, for ${failed[*]}"; exit 1; }
echo "$runs runs in random order: all passed"
