#!/usr/bin/env bash
# Installs what is missing on a fresh Debian machine with Rust and Node. Running it again does nothing.
#   install.sh build   what building and running needs
#   install.sh test    what the tests need besides
#   install.sh soak    what the soak needs besides
#   install.sh bench   what the benchmarks need besides
set -euo pipefail
cd "$(dirname "$0")/.."

need_packages() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local sudo=""
  [ "$(id -u)" = 0 ] || sudo=sudo
  echo "Installing ${missing[*]}"
  $sudo apt-get -o DPkg::Lock::Timeout=500 update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get -o DPkg::Lock::Timeout=500 install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Servers that the tests start themselves: installing them starts none, and none with the machine.
need_stopped() {
  local sudo="" policy=/usr/sbin/policy-rc.d missing=()
  for package in "$@"; do command -v "$package" >/dev/null || [ -x "/usr/sbin/$package" ] || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return
  [ "$(id -u)" = 0 ] || sudo=sudo
  if [ -e $policy ]; then
    need_packages "${missing[@]}"
  else
    printf '#!/bin/sh\nexit 101\n' | $sudo install -m 755 /dev/stdin $policy
    need_packages "${missing[@]}" || { $sudo rm $policy; return 1; }
    $sudo rm $policy
  fi
  [ ! -d /run/systemd/system ] || $sudo systemctl disable --quiet "${missing[@]}"
}

# No package of ours needs its install script.
need_modules() {
  local folder=$1 stamp=$1/node_modules/.package-lock.json
  [ "$stamp" -nt "$folder/package-lock.json" ] && return
  echo "Installing the npm packages of $folder"
  (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  touch "$stamp"
}

need_packages build-essential ca-certificates curl pkg-config libpq-dev
need_modules frontend
need_modules frontend/auth-emulator
if [ "${1:-build}" != build ]; then
  need_packages postgresql sqlite3 chromium jq python3-venv hledger poppler-utils openssl systemd
  need_stopped nginx haproxy caddy
  # With hledger a second tool that checks what the ledger is exported as; the official schemas of bank files; what reads papers.
  requirements=scripts/oracles.txt
  if ! cmp -s "$requirements" target/oracles/installed.txt; then
    echo "Installing what exports are checked by"
    rm -rf target/oracles
    python3 -m venv target/oracles
    target/oracles/bin/pip install --quiet --disable-pip-version-check --no-deps -r "$requirements"
    cp "$requirements" target/oracles/installed.txt
  fi
fi
if [ "${1:-build}" = bench ]; then
  need_packages wrk
  need_modules bench/peers/better-auth
  python=bench/peers/django
  if ! [ "$python/.venv/installed" -nt "$python/requirements.txt" ]; then
    echo "Installing the Python packages of $python"
    python3 -m venv "$python/.venv"
    "$python/.venv/bin/pip" install --quiet --disable-pip-version-check -r "$python/requirements.txt"
    touch "$python/.venv/installed"
  fi
fi
if [ "${1:-build}" = soak ]; then
  need_packages mmdebstrap systemd-container iproute2 skopeo umoci
  command -v cargo-fuzz >/dev/null || cargo install --locked --quiet cargo-fuzz@0.13.2
  command -v cargo-mutants >/dev/null || cargo install --locked --quiet cargo-mutants@27.1.0
fi
