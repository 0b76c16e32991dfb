#!/usr/bin/env bash
# Fuzzes every parser of outside input for FUZZ_SECONDS (60). What it finds is kept in fuzz/artifacts; the seeds in fuzz/corpus
# stay as they are.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
export CARGO_TARGET_DIR=$PWD/../target/fuzz
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
# Without a sanitizer it runs on the stable compiler; there is no unsafe code of ours for one to watch.
cargo fuzz build --sanitizer none
for target in $(cargo fuzz list); do
  mkdir -p "$found/$target"
  log=$found/$target.log
  if ! cargo fuzz run --sanitizer none "$target" "$found/$target" "corpus/$target" -- -max_total_time="${FUZZ_SECONDS:-60}" -max_len=8192 -print_final_stats=1 >"$log" 2>&1; then
    tail -n 40 "$log"
    echo "fuzz $target: failed" >&2
    exit 1
  fi
  echo "fuzz $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no failure"
done
