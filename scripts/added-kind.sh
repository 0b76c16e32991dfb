#!/usr/bin/env bash
# Proves docs/adding-a-rule.md: builds a copy with one more document kind, its rule and its words, one file of the domain and
# two of the adapters touched, and runs what the domain, the sentences, the use cases and the API's contract are tested with.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

git ls-files -z -- Cargo.toml Cargo.lock .cargo clippy.toml rustfmt.toml domain application adapters bootstrap bench migrations | tar --null -T - -cf - | tar -xf - -C "$copy"
(cd "$copy" && git apply "$root/docs/examples/tax-clearance.patch")
for part in domain:1 adapters:2; do
  touched=$( (diff -rq "${part%:*}" "$copy/${part%:*}" || true) | wc -l)
  [ "$touched" = "${part#*:}" ] || { echo "the example touches $touched files of ${part%:*}"; exit 1; }
done

cd "$copy"
# Compiled libraries are shared with the real build. Ours get a version of their own, for cargo tells crates of the same
# name in two workspaces apart by nothing else, and would take one for the other.
sed -i 's/^version = "\(.*\)"$/version = "\1-example"/' Cargo.toml
sed -i '/^name = "sooner/{n;s/^version = "\(.*\)"$/version = "\1-example"/}' Cargo.lock
export CARGO_BUILD_BUILD_DIR="$root/target" CARGO_TARGET_DIR="$copy/target"
cargo test --locked --quiet -p sooner-domain -- large_company
cargo test --locked --quiet -p sooner-http -- every_demand_has_a_whole_sentence the_contract_knows_every_document_kind
cargo test --locked --quiet -p sooner-application
cargo build --locked --quiet -p sooner-adapters
echo "One document kind and its rule: one place touched in the domain, two for its words, and the whole product knows them."
