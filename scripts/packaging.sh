#!/usr/bin/env bash
# What can be said of the packages without building a release: samples are read by what they are for, the file of settings is complete,
# the page's blocks are typed by somebody; and a binary runs behind nginx, Caddy and HAProxy with TLS, on both databases, as two nodes that
# are restarted under load. scripts/follow-operating.sh does the same on a booted Debian, with the packages, step by step.
#   packaging.sh BINARY [PYTHON]   PYTHON is one that reads YAML
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$(realpath "$1") python=${2:-}
page=docs/operating.md
# Servers lie where not everybody looks.
PATH=$PATH:/usr/sbin:/sbin
. scripts/operating/page.sh
. scripts/operating/authority.sh

folder=$(mktemp -d)
pids=()
end() {
  trap - EXIT
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 1' INT TERM
wrong() { echo "$*" >&2; exit 1; }

# The same names, whatever is said of them.
same() {
  local difference
  difference=$(diff <(sort -u <<<"$2") <(sort -u <<<"$3")) || wrong "$1:"$'\n'"$difference"
}

settings_are_complete() {
  local documented known sample
  documented=$(sed -n '/^| `/p' docs/configuration.md | cut -d'|' -f2 | grep -o 'SOONER_[A-Z_]*')
  sample=$(grep -o '^#\?SOONER_[A-Z_]*' packaging/sooner.env | tr -d '#')
  # An old name is read still, and offered to nobody.
  known=$(find bootstrap/src/config bootstrap/src/config.rs -name '*.rs' ! -name 'tests.rs' -exec grep -oh '"SOONER_[A-Z_]\+"' {} + | tr -d '"' | grep -v '^SOONER_SMTP_URL$')
  same "docs/configuration.md (<) and packaging/sooner.env (>) name different settings" "$documented" "$sample"
  same "what is read (<) and packaging/sooner.env (>) differ" "$known" "$sample"
}

units_are_sound() {
  local unit score
  for unit in sooner.service sooner-backup.service sooner-backup.timer; do
    sed "s|/usr/bin/sooner|$binary|" "packaging/$unit" >"$folder/$unit"
  done
  systemd-analyze verify --man=no --recursive-errors=no "$folder"/sooner*.service "$folder"/sooner*.timer
  for unit in sooner.service sooner-backup.service; do
    score=$(systemd-analyze security --offline=true --threshold=20 "packaging/$unit" | tail -n 1) || wrong "$unit is too open: $score"
    echo "$score"
  done
  systemd-sysusers --dry-run "$PWD/packaging/sysusers.conf" >/dev/null 2>&1
}

# Whatever the dashboard and the alerts ask for is measured, and said to be on the page.
dashboard_knows_its_names() {
  local asked
  asked=$(jq -r '.. | .expr? // empty' packaging/grafana.json; grep -h 'expr:' docs/examples/alerts.yml)
  for name in $(grep -o '[a-z_]*_\(total\|seconds\(_bucket\)\?\|records\|depth\|flight\|bytes\)\b' <<<"$asked" | sed 's/_bucket$//' | sort -u); do
    grep -q "\"$name\"" -r adapters application bootstrap --include='*.rs' || wrong "nothing measures $name"
    grep -q "\`$name[\`{]" "$page" || wrong "$page does not name $name"
  done
}

blocks_are_typed() {
  local name
  for name in $(blocks); do
    [ "$name" = settings ] || block "$name" | bash -n || wrong "$page: the block '$name' is no shell"
    grep -q "follow $name\$\|^ *$name\$" scripts/follow-operating.sh || wrong "scripts/follow-operating.sh does not type '$name'"
  done
}

# A sample, with the ports, paths and nodes of this test in place of its own; what it says besides is what is tried.
sample() {
  sed -e "s|/etc/ssl/sooner/fullchain.pem|$folder/finance.crt|; s|/etc/ssl/sooner/key.pem|$folder/finance.key|; s|/var/log/nginx|$folder|" \
    -e "s|/etc/haproxy/sooner.pem|$folder/finance.pem|; s|/var/lib/haproxy|$folder|; s|/run/haproxy/admin.sock|$folder/admin.sock|; s|/dev/log local0|stderr format raw daemon|" \
    -e '/listen \[::\]/d; /^    user haproxy/d; /^    group haproxy/d; /^    chroot/d' \
    -e "s|listen 80;|listen 127.0.0.1:$plain;|; s|listen 443|listen 127.0.0.1:$tls|; s|bind :80\$|bind 127.0.0.1:$plain|; s|bind :443|bind 127.0.0.1:$tls|" \
    -e "s|127.0.0.1:8080|127.0.0.1:${api[0]}|; s|127.0.0.1:3000|127.0.0.1:${web[0]}|" \
    -e "s|# server 10.0.0.2:8080|server 127.0.0.1:${api[1]}|; s|# server 10.0.0.2:3000|server 127.0.0.1:${web[1]}|" \
    -e "s|# server b 10.0.0.2:8080|server b 127.0.0.1:${api[1]}|; s|# server b 10.0.0.2:3000|server b 127.0.0.1:${web[1]}|" "packaging/proxies/$1"
}

proxies_are_sound() {
  sample nginx.conf >"$folder/sooner.conf"
  # Its workers write into this test's own folder.
  [ "$(id -u)" != 0 ] || echo 'user root;' >"$folder/nginx.conf"
  printf 'daemon off; error_log stderr emerg; pid %s/nginx.pid; events {}\nhttp {\n' "$folder" >>"$folder/nginx.conf"
  for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $folder/$kind;" >>"$folder/nginx.conf"; done
  echo "include $folder/sooner.conf; }" >>"$folder/nginx.conf"
  nginx -q -t -c "$folder/nginx.conf"
  sample haproxy.cfg >"$folder/haproxy.cfg"
  haproxy -q -c -f "$folder/haproxy.cfg"
  # Read as it is, and, to be run, with a certificate of this test.
  HOME=$folder caddy validate --config packaging/proxies/Caddyfile --adapter caddyfile >"$folder/caddy" 2>&1 || wrong "$(cat "$folder/caddy")"
  sed -e "s|^{\$|{\n\tadmin off\n\tauto_https off|; s|^\(.*finance.example\) {|https://\1:$tls {\n\tbind 127.0.0.1\n\ttls $folder/finance.crt $folder/finance.key|" \
    -e "s|127.0.0.1:8080|127.0.0.1:${api[0]}|; s|127.0.0.1:3000|127.0.0.1:${web[0]}|; s|/var/log/caddy|$folder|" packaging/proxies/Caddyfile >"$folder/Caddyfile"
}

# The page's settings, and below them where this test keeps things.
settings() {
  block settings
  cat <<EOT
SOONER_DATABASE_URL=$1
SOONER_DOCUMENTS_URL=file://$folder/documents
SOONER_JWT_SECRET=$secret
# Its visitors ask as fast as they can.
SOONER_ACCOUNT_READS=100000000
SOONER_MAIL_URL=smtp://127.0.0.1:1
SOONER_METRICS_ADDR=
SOONER_API_ADDR=127.0.0.1:${api[$2]}
SOONER_WEB_ADDR=127.0.0.1:${web[$2]}
EOT
}

ready() {
  for _ in $(seq 300); do
    curl --fail --silent --output /dev/null "http://127.0.0.1:${api[$1]}/health/ready" && return
    sleep 0.1
  done
  tail -n 20 "$folder/node.$1.log" >&2
  wrong "node $1 does not start"
}

# As a service would be started: nothing but its file of settings.
node=()
start() {
  env --ignore-environment "$binary" --env-file "$folder/$1.env" serve 2>>"$folder/node.$1.log" &
  node[$1]=$!
  pids+=("$!")
}
stop() { kill "-$2" "${node[$1]}"; wait "${node[$1]}" 2>/dev/null || true; }

# behind NAME COMMAND: puts a proxy in place of the one before; the nodes are there already.
proxy=''
behind() {
  local name=$1
  shift
  if [ -n "$proxy" ]; then
    kill "$proxy"
    wait "$proxy" || true
  fi
  "$@" >"$folder/$name.log" 2>&1 &
  proxy=$!
  pids+=("$proxy")
  for _ in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$tls") 2>/dev/null && return; sleep 0.1; done
  tail -n 20 "$folder/$name.log" >&2
  wrong "$name does not start"
}

visit() { python3 scripts/operating/visitor.py "$folder/place" "$@"; }
meet() {
  printf '{"at":"127.0.0.1:%s","ca":"%s","web":"finance.example","api":"api.finance.example"}' "$tls" "$folder/authority.crt" >"$folder/place"
  visit first "$("$binary" --env-file "$folder/0.env" operator add --email olga@finance.example --name 'Olga Reyes' | grep '^https')"
}

# Of whatever asked and whatever passed it on: nginx, Caddy, HAProxy, the product.
no_secret_is_logged() {
  local name secret
  [ -s "$folder/nginx.log" ] || [ -s "$folder/sooner.log" ] || [ -s "$folder/haproxy.log" ] || wrong 'no proxy logged anything'
  for name in used link; do
    secret=$(jq --exit-status --raw-output ".$name" "$folder/place")
    ! grep --fixed-strings --regexp="$secret" "$folder"/*.log || wrong "the secret of a link is in a log"
  done
}

behind_nginx_and_caddy_on_sqlite() {
  settings "sqlite://$folder/sooner.db" 0 >"$folder/0.env"
  chmod 600 "$folder/0.env"
  start 0
  ready 0
  behind nginx nginx -c "$folder/nginx.conf"
  meet
  visit guards
  visit links
  visit again
  behind caddy env "HOME=$folder" caddy run --config "$folder/Caddyfile" --adapter caddyfile
  visit guards
  visit links
  visit load 2 0
  no_secret_is_logged
  stop 0 TERM
}

# Each of two nodes in turn is restarted, so many seconds apart: nobody notices. One is killed: what was in flight at most is lost, of
# eight visitors.
two_nodes() {
  visit load 8 0 &
  local loading=$!
  sleep 1
  for one in 0 1; do
    stop "$one" TERM
    start "$one"
    ready "$one"
    sleep "$1"
  done
  wait "$loading"
  visit load 3 8 &
  loading=$!
  sleep 1
  stop 1 KILL
  wait "$loading"
  start 1
  ready 1
}

behind_both_on_postgresql() {
  psql --quiet --dbname="$TEST_DATABASE_URL" --command='CREATE DATABASE packaging'
  local database=${TEST_DATABASE_URL/\/postgres?/\/packaging?}
  for one in 0 1; do
    settings "$database" "$one" >"$folder/$one.env"
    chmod 600 "$folder/$one.env"
    start "$one"
  done
  ready 0
  ready 1
  behind haproxy haproxy -q -db -f "$folder/haproxy.cfg"
  meet
  visit guards
  visit links
  two_nodes 1.5
  behind nginx nginx -c "$folder/nginx.conf"
  visit links
  two_nodes 0
  no_secret_is_logged
}

secret=$(openssl rand -base64 48)
install -d -m 700 "$folder/documents"
read -r plain tls a b c d < <(python3 -c 'import socket
taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(6)]
print(*(one.getsockname()[1] for one in taken))')
api=("$a" "$b") web=("$c" "$d")
authority "$folder"
cat "$folder/finance.crt" "$folder/finance.key" >"$folder/finance.pem"

settings_are_complete
units_are_sound
dashboard_knows_its_names
blocks_are_typed
proxies_are_sound
for script in packaging/*.sh packaging/deb/p* scripts/*.sh; do bash -n "$script"; done
[ -z "$python" ] || "$python" -c 'import sys, yaml; [yaml.safe_load(open(one)) for one in sys.argv[1:]]' packaging/compose.yaml docs/examples/alerts.yml
behind_nginx_and_caddy_on_sqlite
behind_both_on_postgresql
