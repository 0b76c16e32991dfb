# The only entry point. `make run` and `make test` install what they need.
.PHONY: run build client install install-test test check e2e screens openapi texts dist rust-test client-test bench

run: build
	@scripts/run.sh

install:
	@scripts/install.sh build

# What the tests need besides: PostgreSQL and Chromium.
install-test:
	@scripts/install.sh test

client: install
	cd frontend && node_modules/.bin/vite build --logLevel warn

build: client
	cargo build --locked

# Every test: rules, use cases, both databases, the whole binary, components, the browser.
test: install-test build rust-test client-test e2e

rust-test:
	scripts/with-postgres.sh cargo test --locked --workspace
	scripts/added-kind.sh

client-test: install
	cd frontend && node_modules/.bin/tsc --noEmit && node_modules/.bin/vitest run

e2e: install-test build
	cd frontend && node_modules/.bin/playwright test

# How long the queue takes with a thousand and with a million applications, on both databases.
bench: install-test
	scripts/with-postgres.sh cargo test --locked -p sooner-adapters -- --ignored --nocapture --test-threads 1 bench_

# Pictures of every screen, in frontend/screenshots.
screens: install-test build
	cd frontend && node_modules/.bin/playwright test -c playwright.screens.config.ts

# What must hold of the source besides the tests.
check: install
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo check --locked -p sooner-domain
	cargo clippy --locked -p sooner --no-default-features -- -D warnings
	scripts/stale.sh
	scripts/deny.sh
	cd frontend && node_modules/.bin/tsc --noEmit && node_modules/.bin/eslint . --max-warnings 0 && node_modules/.bin/knip

# Writes the API contract and the client's types anew.
openapi: install
	cargo run --locked --quiet -- openapi > docs/openapi.json
	cd frontend && node_modules/.bin/openapi-typescript ../docs/openapi.json -o src/api/schema.d.ts

# Collects the client's texts into the catalogues, for translators.
texts: install
	cd frontend && node_modules/.bin/lingui extract --clean

# One file with the client inside and without the emulator.
dist: client
	cargo build --locked --release --no-default-features
	@echo target/release/sooner
