#!/usr/bin/env bash
# Mutation check of the rules and of what guards the doors. Survivors are explained in docs/security.md.
set -euo pipefail
cd "$(dirname "$0")/.."
mutate() { cargo mutants --no-shuffle --timeout 150 --build-timeout 600 --output "target/mutants/$1" "${@:2}" || [ $? = 2 ]; }
mutate domain -p sooner-domain --test-package sooner-domain,sooner-application
mutate application -p sooner-application -f 'application/src/identity/**' -f 'application/src/parties/**' -f application/src/kernel/rate_limits.rs --test-package sooner-application
mutate adapters -p sooner-adapters -f adapters/src/jwt.rs --test-package sooner-adapters,sooner-http
mutate store -p sooner-store -f adapters/store/src/identity/sessions.rs --test-package sooner-store
mutate http -p sooner-http -f adapters/http/src/session.rs -f adapters/http/src/kernel/client_address.rs --test-package sooner-http
