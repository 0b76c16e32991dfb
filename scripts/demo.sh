#!/usr/bin/env bash
# Runs the product on a made-up book, in a folder of its own: fills it the first time, and serves it as run.sh does.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=var/demo

in_folder() {
  export SOONER_DATABASE_URL=sqlite://$1/sooner.db SOONER_DOCUMENTS_URL=file://$1/documents SOONER_MAIL_URL=file://$1/mail
}

export SOONER_ENV=development SOONER_CLOCK=test SOONER_FOUR_EYES=true
umask 077
if [ ! -e "$folder" ]; then
  # What is broken off is begun anew.
  rm -rf "$folder.new"
  mkdir -p "$folder.new"
  head -c 48 /dev/urandom | base64 >"$folder.new/jwt-secret"
  in_folder "$folder.new"
  SOONER_JWT_SECRET=$(cat "$folder.new/jwt-secret") target/debug/sooner demo >"$folder.new/who.txt"
  mv "$folder.new" "$folder"
else
  echo "Going on with the demo in $folder; to begin anew: rm -r $folder"
fi
in_folder "$folder"
SOONER_JWT_SECRET=$(cat "$folder/jwt-secret")
export SOONER_JWT_SECRET
exec scripts/run.sh "$folder/who.txt"
