#!/usr/bin/env bash
# Makes the Debian package of a binary.
#   deb.sh BINARY FOLDER [VERSION]   writes FOLDER/sooner_VERSION_ARCHITECTURE.deb
set -euo pipefail
binary=$(realpath "$1") folder=$(realpath "$2")
cd "$(dirname "$0")"
version=${3:-$("$binary" --version | cut -d' ' -f2)}
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root doc=$work/root/usr/share/doc/sooner
umask 022

install -D -m 755 "$binary" "$root/usr/bin/sooner"
install -D -m 644 -t "$root/usr/lib/systemd/system" sooner.service sooner-backup.service sooner-backup.timer
install -D -m 644 sysusers.conf "$root/usr/lib/sysusers.d/sooner.conf"
install -D -m 644 tmpfiles.conf "$root/usr/lib/tmpfiles.d/sooner.conf"
install -D -m 640 sooner.env "$root/etc/sooner.env"
install -D -m 644 -t "$root/usr/share/sooner" proxies/* compose.yaml grafana.json sooner.env ../docs/examples/alerts.yml
# The pages, whose links lead to where things lie in the package.
install -D -m 644 -t "$doc" ../docs/*.md
install -D -m 644 -t "$doc/decisions" ../docs/decisions/*.md
sed -i 's|(\.\./CHANGELOG\.md)|(changelog.gz)|; s|(\.\./packaging/grafana\.json)|(/usr/share/sooner/grafana.json)|; s|(examples/alerts\.yml)|(/usr/share/sooner/alerts.yml)|' "$doc/operating.md"
grep -o '](\(/usr[^)#]*\|[a-z][^):#]*\))' "$doc/operating.md" "$doc/configuration.md" "$doc/scaling.md" | sed 's/^.*](//; s/)$//' | sort -u | while read -r link; do
  case $link in /*) there=$root$link ;; *) there=$doc/$link ;; esac
  [ -e "$there" ] || [ "$link" = changelog.gz ] || { echo "A page leads to $link, which is not in the package." >&2; exit 1; }
done
gzip -9 -n -c ../CHANGELOG.md >"$doc/changelog.gz"
{
  printf 'Sooner is licensed under the MIT licence or the Apache License 2.0, as you like.\n\n'
  cat ../LICENSE-MIT
  printf '\nThe Apache License 2.0 stands in /usr/share/common-licenses/Apache-2.0.\n\n'
  printf 'Source Sans 3, in which papers are set:\n\n'
  cat ../adapters/fonts/OFL.txt
} >"$doc/copyright"

# Which packages hold the libraries that this binary loads, and from which version on.
mkdir "$work/debian"
printf 'Source: sooner\n\nPackage: sooner\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/sooner" 2> >(grep -v "already be installed" >&2) | sed -n 's/^shlibs:Depends=//p')
case $libraries in *libpq5*) ;; *) echo "The binary does not ask for libpq5: $libraries" >&2; exit 1 ;; esac

install -d "$root/DEBIAN"
sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@LIBRARIES@/$libraries/" \
  -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f1)/" deb/control >"$root/DEBIAN/control"
install -m 644 deb/conffiles "$root/DEBIAN/conffiles"
install -m 755 deb/postinst deb/prerm deb/postrm "$root/DEBIAN"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0} dpkg-deb --root-owner-group -Zxz -z"${COMPRESSION:-6}" --build "$root" "$folder/sooner_${version}_$architecture.deb" >/dev/null
echo "$folder/sooner_${version}_$architecture.deb"
