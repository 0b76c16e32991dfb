# The only entry point. `make run` and `make test` install what they need.
.PHONY: run demo build client install install-test install-soak test check e2e screens landing-pictures openapi texts dist package rust-test client-test shuffle api-test package-test bench soak drills follow fuzz mutants interop

run: build
	@scripts/run.sh

# The same on a made-up book of ten weeks, in var/demo: filled the first time, and gone on with after that.
demo: build
	@scripts/demo.sh

install:
	@scripts/install.sh build

# What the tests need besides: PostgreSQL, Chromium, Python.
install-test:
	@scripts/install.sh test

# What the soak needs besides: a fuzzer, a mutator.
install-soak:
	@scripts/install.sh soak

client: install
	cd frontend && node_modules/.bin/vite build --logLevel warn

build: client
	cargo build --locked

# Every test: rules, use cases, both databases, the whole binary, its contract, components, the browser; and how long each stage took.
# The binary that the last three call was built with the Rust tests.
test:
	@scripts/stages.sh \
	  install 'make --no-print-directory install-test' \
	  build 'make --no-print-directory client && cargo test --locked --workspace --no-run' \
	  Rust 'make --no-print-directory rust-test' \
	  components 'make --no-print-directory client-test' \
	  contract '$(API_TEST)' \
	  packages '$(PACKAGE_TEST)' \
	  browser '$(E2E)'

# Tests of a server or a database wait more than they compute: two at once for each core.
rust-test:
	RUST_TEST_THREADS=$$((2 * $$(nproc))) scripts/with-postgres.sh cargo test --locked --workspace

# Made-up requests to every operation, as nobody, as a member and as an operator.
API_TEST = scripts/contract.sh target/debug/sooner 1
api-test: install-test build
	$(API_TEST)

# The samples and units that an instance is set up from, and two nodes behind the proxies.
PACKAGE_TEST = scripts/with-postgres.sh scripts/packaging.sh target/debug/sooner target/python/bin/python
package-test: install-test build
	$(PACKAGE_TEST)

client-test: install
	cd frontend && node_modules/.bin/tsc --noEmit && node_modules/.bin/vitest run

# The component tests RUNS times in random order, beside loops that keep the machine busy.
RUNS ?= 20
shuffle: install
	scripts/shuffle.sh $(RUNS)

E2E = cd frontend && node_modules/.bin/playwright test
e2e: install-test build
	$(E2E)

# Measures everything in docs/performance.md and writes the figures there. BENCH=--only=P1,P2 measures a part and writes
# nothing. BEFORE=path/to/another/sooner measures that build beside this one instead. Nothing else should run on the
# machine meanwhile. PGLEDGER=path/to/pgledger.sql measures the statement of the bank beside that ledger too.
BENCH ?= $(if $(BEFORE),--before $(abspath $(BEFORE)),--document docs/performance.md)
bench: client
	@scripts/install.sh bench
	cargo build --locked --release -p sooner -p sooner-bench
	mkdir -p target/bench
	ON_DISK=1 scripts/with-postgres.sh sh -c 'target/release/sooner-bench measure --sooner target/release/sooner --disk target/bench --postgres "$$TEST_DATABASE_URL" $(if $(PGLEDGER),--pgledger $(abspath $(PGLEDGER))) $(BENCH)'

# What takes long: many rounds of every drill, 100,000 made-up requests, a minute of fuzzing for every parser.
soak: drills follow fuzz
	scripts/contract.sh target/release/sooner 50 $(REQUESTS)

# How often something is killed, cut off or filled up, how many courses of money, commands beside the slow model, rows of a table,
# days at a bank and requests are made up, how long each parser is fuzzed.
ROUNDS ?= 200
COURSES ?= 1000
COMMANDS ?= 100000
IMPORTED ?= 10000
DAYS ?= 10000
REQUESTS ?= 100000
FUZZ_SECONDS ?= 60

drills: install-soak client
	cargo build --locked --release
	ROUNDS=$(ROUNDS) scripts/with-postgres.sh cargo test --locked --release -p sooner --test whole_app drills:: -- --nocapture --test-threads 1
	COURSES=$(COURSES) scripts/with-postgres.sh cargo test --locked --release -p sooner-store courses:: -- --nocapture
	COMMANDS=$(COMMANDS) cargo test --locked --release -p sooner-application model::contracts:: -- --nocapture
	COMMANDS=$(COMMANDS) scripts/with-postgres.sh cargo test --locked --release -p sooner-store slow_model:: -- --nocapture
	DAYS=$(DAYS) cargo test --locked --release -p sooner-application bank_days:: -- --nocapture
	IMPORTED=$(IMPORTED) scripts/with-postgres.sh cargo test --locked --release -p sooner-store imports:: -- --nocapture

# Types what the operating page says, on a booted Debian, with the packages.
follow: install-soak dist
	scripts/follow-operating.sh target/release/sooner

fuzz: install-soak
	FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/fuzz.sh

# Changes the rules and what guards the doors in every small way, and tells which change no test noticed.
mutants: install-soak
	scripts/mutants.sh

# Pictures of every screen, in frontend/screenshots.
screens: install-test build
	cd frontend && node_modules/.bin/playwright test -c playwright.screens.config.ts

# The pictures of the landing page, in frontend/src/assets/screens; build again to serve them.
landing-pictures: install-test build
	cd frontend && node_modules/.bin/playwright test -c playwright.screens.config.ts landing.screens

# What must hold of the source besides the tests. ADVISORIES=path/to/osv/records looks every package of every lockfile up there
# (docs/operating.md says where the records come from); without it that is left out, and said so.
ADVISORIES ?=
check: install
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo check --locked -p sooner-domain
	cargo clippy --locked -p sooner --no-default-features -- -D warnings
	cd fuzz && CARGO_TARGET_DIR=../target/fuzz cargo check --locked --bins
	scripts/stale.sh
	scripts/deny.sh
	cd frontend && node_modules/.bin/tsc --noEmit && node_modules/.bin/eslint . --max-warnings 0 && node_modules/.bin/knip
	node --test --test-reporter=spec scripts/advisories.test.mjs
	node scripts/advisories.mjs "$(ADVISORIES)"
	scripts/added-kind.sh

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

# All that an instance is set up from, in target/package: the Debian package, the container image, samples, and their hashes.
package: dist
	packaging/package.sh target/release/sooner

# Runs every file of FOLDER through the importers: what is taken, what is refused and why, sums that must hold.
interop: install
	cargo run --locked --release --quiet -p sooner-adapters --example interop -- $(FOLDER)
