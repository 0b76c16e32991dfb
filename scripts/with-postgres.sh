#!/usr/bin/env bash
# Runs a command with a throw-away PostgreSQL; its address is in TEST_DATABASE_URL. As root it runs as the user postgres.
# It lies in memory where the machine has any to spare: a database for each test is many files that are made and deleted, which
# takes a disk several times as long. With ON_DISK=1 it lies on the disk, for measuring what a flush takes.
set -euo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
[ -n "$bin" ] || bin=$(dirname "$(readlink -f "$(command -v postgres)")")
place=${TMPDIR:-/tmp} memory=/dev/shm
if [ -z "${ON_DISK:-}" ] && [ -w $memory ] && [ "$(df --output=avail -k $memory | tail -n 1)" -gt 2000000 ]; then place=$memory; fi
dir=$(mktemp -d -p "$place")
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$dir"; fi
chmod 755 "$dir"
stop() {
  as "$bin/pg_ctl" -D "$dir/data" -m immediate -s stop || true
  rm -rf "$dir"
}
trap stop EXIT
(cd / && as "$bin/initdb" -D "$dir/data" -U postgres -A trust --no-sync --no-instructions -E UTF8 --locale=C >/dev/null)
# In its file, where ALTER SYSTEM can overrule them: a measurement wants flushes.
printf '%s\n' fsync=off synchronous_commit=off full_page_writes=off >> "$dir/data/postgresql.conf"
(cd / && as "$bin/pg_ctl" -D "$dir/data" -w -s -l "$dir/log" -o "-c listen_addresses='' -c unix_socket_directories=$dir \
  -c max_connections=300 -c shared_buffers=64MB" start)
export TEST_DATABASE_URL="postgres:///postgres?host=$dir&user=postgres"
"$@"
