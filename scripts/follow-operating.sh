#!/usr/bin/env bash
# Types what docs/operating.md says, block by block out of the page itself, on a freshly booted Debian in a container of its own, with
# the Debian package of a binary; then does to it what happens to an instance.
#   follow-operating.sh BINARY [COURSE]   COURSE is sqlite (nginx), postgres (HAProxy, two nodes) or image; without it all of them
# It wants root, systemd-nspawn and mmdebstrap, and a Debian mirror once a week. Nothing of it is reached from outside: the
# container and whoever visits it have a network of their own.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$(realpath "$1") courses=${2:-sqlite postgres image}
page=docs/operating.md work=$PWD/target/follow
# It boots a Debian, which takes root.
[ "$(id -u)" = 0 ] || exec sudo "$0" "$@"

. scripts/operating/page.sh
. scripts/operating/authority.sh

# A bare Debian, with what the page installs lying ready: the container itself reaches nobody.
base=$work/debian.tar
if ! [ -e "$base" ] || [ -n "$(find "$base" -mtime +7)" ]; then
  echo "Fetching a bare Debian"
  mkdir -p "$work"
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  needs="ca-certificates curl haproxy libpq5 nginx openssl postgresql systemd-timesyncd"
  mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,iproute2,procps --skip=cleanup/apt \
    --customize-hook="chroot \"\$1\" apt-get install --quiet --quiet --yes --option APT::Install-Recommends=true --download-only $needs >/dev/null" \
    "$suite" "$work/fetched.tar"
  mv "$work/fetched.tar" "$base"
fi

if [ -z "${FOLLOWS_INSIDE:-}" ]; then
  FOLLOWS_INSIDE=1 exec unshare --net --mount --propagation=private "$0" "$binary" "$courses"
fi
ip link set lo up

folder=$(mktemp -d "$work/course.XXXXXX")
leader='' container='' pids=()
end() {
  trap - EXIT
  halt
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  umount --recursive --lazy "$folder/bundle/rootfs" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 1' INT TERM

inside() { nsenter --target "$leader" --all --wdns=/root "$@"; }

halt() {
  [ -n "$container" ] || return 0
  kill -KILL "$leader" 2>/dev/null || true
  wait "$container" 2>/dev/null || true
  leader='' container=''
}

# A Debian that has just started, with the package in /root.
boot() {
  halt
  rm -rf "$folder/root"
  mkdir -p "$folder/root"
  tar -C "$folder/root" -xf "$base"
  cp "$work/packages/"sooner_*.deb "$folder/root/root/"
  cp "$folder/authority.crt" "$folder/root/root/finance-authority.crt"
  install -d -m 700 "$folder/root/etc/ssl/sooner"
  cp "$folder/finance.crt" "$folder/root/etc/ssl/sooner/fullchain.pem"
  cp "$folder/finance.key" "$folder/root/etc/ssl/sooner/key.pem"
  printf '127.0.0.1 localhost finance.example api.finance.example\n10.199.0.1 smtp.finance.example www.googleapis.com\n' >"$folder/root/etc/hosts"
  systemd-nspawn --quiet --register=no --keep-unit --directory="$folder/root" --machine=sooner --network-veth --resolv-conf=off --console=pipe --boot \
    </dev/null >"$folder/console" 2>&1 &
  container=$!
  for _ in $(seq 100); do
    leader=$(pgrep --parent "$container" --exact systemd || true)
    [ -n "$leader" ] && inside systemctl is-system-running --quiet 2>/dev/null && break
    sleep 0.1
  done
  inside systemctl is-system-running --quiet || { cat "$folder/console"; inside systemctl --failed; echo "The container does not boot." >&2; exit 1; }
  ip address add 10.199.0.1/24 dev ve-sooner
  ip link set ve-sooner up
  inside ip address add 10.199.0.2/24 dev host0
  inside ip link set host0 up
  stand_ins
}

stand_ins() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  mkdir -p "$folder/mails"
  python3 scripts/operating/stand_ins.py 10.199.0.1 "$folder/finance.crt" "$folder/finance.key" "$folder/mails" &
  pids=($!)
}

# Types a block of the page, and shows what went wrong where it does.
follow() {
  echo "  · $1"
  { echo 'set -euo pipefail; export DEBIAN_FRONTEND=noninteractive'; block "$1"; } >"$folder/block"
  if ! inside timeout 300 bash -s <"$folder/block" >"$folder/said" 2>&1; then
    cat "$folder/said"
    journal
    echo "The page's block '$1' failed." >&2
    exit 1
  fi
}

# The page's settings, put into the file that came with the package.
settings() {
  echo "  · settings"
  block settings | while read -r line; do
    name=${line%%=*}
    grep -q "^#\?$name=" "$folder/root/etc/sooner.env" || { echo "$name is not in the file that came with the package" >&2; exit 1; }
    sed -i "s|^#\?$name=.*|$line|" "$folder/root/etc/sooner.env"
  done
}

journal() { [ -z "$leader" ] || inside journalctl --no-pager --lines 1000 --unit 'sooner*' | grep -v '"answered"' | tail -n 30 || true; }
must() { "$@" || { echo "Not so: $*" >&2; journal; exit 1; }; }
visit() { python3 scripts/operating/visitor.py "$folder/place" "$@"; }
place() {
  printf '{"at":"10.199.0.2:443","ca":"%s","web":"finance.example","api":"api.finance.example"}' "$folder/authority.crt" >"$folder/place"
}
first_operator() {
  follow operator
  place
  visit first "$(grep -o 'https://.*' "$folder/said")"
}

# The package, and a later version of it, whose file of settings has a line more.
package() {
  rm -rf "$work/packages" "$work/newer"
  mkdir -p "$work/packages" "$work/newer"
  COMPRESSION=1 packaging/deb.sh "$binary" "$work/packages"
  dpkg-deb --raw-extract "$work"/packages/sooner_*.deb "$folder/newer"
  sed -i 's/^Version: .*/&+1/' "$folder/newer/DEBIAN/control"
  echo '# One more line.' >>"$folder/newer/etc/sooner.env"
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$folder/newer" "$work/newer/sooner_newer.deb" >/dev/null
  rm -r "$folder/newer"
}

# Nothing that a link of a mail carries is in any log, the proxy's included.
no_secret_is_logged() {
  if inside bash -c 'journalctl --no-pager --output=cat; cat /var/log/nginx/* /var/log/haproxy* 2>/dev/null' | grep -E 'token=|link-secret'; then
    echo "A token of a link is in a log." >&2
    exit 1
  fi
}

install_it() {
  follow install
  must inside sh -c '! systemctl is-active --quiet sooner && ! systemctl is-enabled --quiet sooner'
  must inside sh -c 'test "$(stat -c "%a %U %G" /etc/sooner.env)" = "640 root sooner"'
  must inside sh -c 'test "$(stat -c "%a %U" /var/lib/sooner)" = "700 sooner"'
  # Started too early it says what is missing, and stays down.
  inside systemctl start sooner
  must inside sh -c 'for _ in $(seq 50); do systemctl is-failed --quiet sooner && break; sleep 0.1; done
    test "$(systemctl show --property=ExecMainStatus --value sooner)" = 2 && journalctl --unit=sooner --output=cat | grep --quiet "^SOONER_API_ORIGIN: "'
  inside systemctl reset-failed sooner
  settings
  follow secret
  follow own-authority
}

# Every file under the data folder belongs to the service, and nobody else reads one.
its_own() { must inside sh -c '! find /var/lib/sooner /var/backups/sooner ! -user sooner -o ! -type l -perm /077 | grep .'; }

sqlite_course() {
  echo "SQLite, nginx"
  boot
  install_it
  follow check
  follow start
  its_own
  must inside sh -c 'systemd-analyze security sooner | tail -n 1; systemd-analyze security --threshold=20 sooner >/dev/null'
  follow nginx
  first_operator
  visit forgotten
  for _ in $(seq 300); do [ -z "$(ls "$folder/mails")" ] || break; sleep 0.1; done
  must grep -q 'reset-password' "$folder"/mails/*.eml
  visit guards
  visit load 5 0
  follow watch
  follow verify
  follow backup
  must inside sh -c 'test "$(stat -c "%a %U" /var/backups/sooner/sooner-*.tar)" = "600 sooner"'
  visit again
  follow restore
  visit again
  its_own
  rm "$folder"/root/root/sooner_*.deb
  cp "$work"/newer/*.deb "$folder/root/root/"
  sed -i 's|^#SOONER_SESSION_HOURS=.*|SOONER_SESSION_HOURS=10|' "$folder/root/etc/sooner.env"
  follow upgrade
  must inside grep -q '^SOONER_SESSION_HOURS=10' /etc/sooner.env
  visit again
  follow rotate-begin
  visit load 3 0
  visit again
  follow rotate-end
  visit load 3 0
  must inside sooner operator reset-second-factor --email olga@finance.example
  visit enrol
  inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install --yes postgresql >/dev/null 2>&1'
  follow move
  # The session came along.
  visit load 3 0
  no_secret_is_logged
  follow remove
  must inside sh -c '! test -e /usr/bin/sooner && test -s /var/lib/sooner/sooner.db && test -s /etc/sooner.env && ! systemctl is-active --quiet sooner'
  inside apt-get purge --yes sooner >/dev/null
  must inside sh -c 'test -s /var/lib/sooner/sooner.db && ! test -e /etc/sooner.env'
}

postgres_course() {
  echo "PostgreSQL, HAProxy, two nodes"
  boot
  install_it
  follow postgres
  follow check
  follow start
  follow haproxy
  first_operator
  visit load 5 0
  follow backup
  follow restore-postgres
  visit again
  # A second node, on the same machine.
  inside sh -ec 'printf "SOONER_API_ADDR=127.0.0.1:8081\nSOONER_WEB_ADDR=127.0.0.1:3001\nSOONER_METRICS_ADDR=\n" >/etc/sooner-b.env
    sed "s|^EnvironmentFile=.*|&\nEnvironmentFile=/etc/sooner-b.env|" /usr/lib/systemd/system/sooner.service >/etc/systemd/system/sooner-b.service
    sed -i "s|# server b 10.0.0.2:8080|server b 127.0.0.1:8081|; s|# server b 10.0.0.2:3000|server b 127.0.0.1:3001|" /etc/haproxy/haproxy.cfg
    systemctl daemon-reload
    systemctl start sooner-b
    systemctl reload haproxy
    until curl --fail --silent http://127.0.0.1:8081/health/ready >/dev/null; do sleep 0.2; done'
  nodes
  inside sh -ec 'apt-get install --yes nginx >/dev/null 2>&1; systemctl stop haproxy
    sed "s|# server 10.0.0.2:8080|server 127.0.0.1:8081|; s|# server 10.0.0.2:3000|server 127.0.0.1:3001|" /usr/share/sooner/nginx.conf >/etc/nginx/conf.d/sooner.conf
    systemctl restart nginx'
  nodes
  follow verify
  # PostgreSQL goes away and comes back.
  inside systemctl stop postgresql
  inside systemctl restart --no-block sooner
  sleep 8
  inside systemctl start postgresql
  inside sh -c 'for _ in $(seq 300); do curl --fail --silent http://127.0.0.1:8080/health/ready >/dev/null && exit; sleep 0.2; done; exit 1'
  visit again
  no_secret_is_logged
}

# Each of two nodes is restarted under load: nobody notices. One is killed: what was in flight at most is lost, of eight visitors.
nodes() {
  visit load 20 0 &
  local loading=$!
  sleep 2
  follow restart-a-node
  sleep 2
  inside sh -c 'systemctl restart sooner-b; until curl --fail --silent http://127.0.0.1:8081/health/ready >/dev/null; do sleep 0.2; done'
  must wait "$loading"
  # Both took part.
  must inside sh -c 'for unit in sooner sooner-b; do test "$(journalctl --unit=$unit --since=-25s --output=cat | grep -c /operator/applications)" -gt 50; done'
  visit load 10 8 &
  loading=$!
  sleep 3
  inside systemctl kill --signal=KILL sooner-b
  must wait "$loading"
  inside sh -c 'until curl --fail --silent http://127.0.0.1:8081/health/ready >/dev/null; do sleep 0.2; done'
}

# The container image, read by others' tools, and its root run as it will be: read-only, and by its own user.
image_course() {
  echo "Container image"
  local image tag root
  tag=$("$binary" --version | cut -d' ' -f2)
  image=$(packaging/image.sh "$binary" "$folder")
  skopeo inspect "oci-archive:$image:$tag" >"$folder/inspected"
  mkdir "$folder/layout"
  tar -C "$folder/layout" -xf "$image"
  umoci unpack --image "$folder/layout:$tag" "$folder/bundle" >/dev/null 2>&1
  install -d -m 700 -o 65532 -g 65532 "$folder/data"
  root=$folder/bundle/rootfs
  mkdir "$root/proc"
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --bind "$folder/data" "$root/data"
  mount -o remount,bind,ro "$root"
  env --ignore-environment PATH="$PATH" SOONER_ENV=production SOONER_DATABASE_URL=sqlite:///data/sooner.db SOONER_DOCUMENTS_URL=file:///data/documents \
    SOONER_API_ORIGIN=https://api.finance.example SOONER_WEB_ORIGIN=https://finance.example \
    SOONER_MAIL_URL=smtp://localhost:25 SOONER_MAIL_FROM="Finance <no-reply@finance.example>" \
    SOONER_JWT_SECRET="$(openssl rand -base64 48)" SOONER_FIREBASE_PROJECT_ID=finance-example \
    SOONER_FIREBASE_API_KEY=AIzaSyFinanceExample SOONER_FIREBASE_AUTH_DOMAIN=finance-example.firebaseapp.com \
    SOONER_HOUSE_NAME="Finance Example GmbH" SOONER_HOUSE_ADDRESS="Beispielweg 1, 10115 Berlin" \
    SOONER_HOUSE_REGISTER="Amtsgericht Charlottenburg, HRB 1" SOONER_HOUSE_VAT_ID=DE136695976 SOONER_SUPPORT_EMAIL=support@finance.example \
    SOONER_IMPRINT_URL=https://finance.example/imprint SOONER_TERMS_URL=https://finance.example/terms \
    SOONER_PRIVACY_URL=https://finance.example/privacy \
    chroot --userspec=65532:65532 "$root" /usr/bin/sooner serve >"$folder/console" 2>&1 &
  pids+=($!)
  for _ in $(seq 100); do
    curl --fail --silent --output /dev/null http://127.0.0.1:8080/health/ready && break
    sleep 0.1
  done
  curl --fail --silent --output /dev/null http://127.0.0.1:8080/health/ready || { cat "$folder/console"; exit 1; }
  must curl --fail --silent --output /dev/null http://127.0.0.1:3000/
  must test "$(stat -c %u "$folder/data/sooner.db")" = 65532
  must kill "${pids[-1]}"
  wait "${pids[-1]}"
  unset 'pids[-1]'
  umount --recursive "$root"
}

mkdir -p "$folder"
authority "$folder"
package
for course in $courses; do "${course}_course"; done
echo "What $page says was done."
