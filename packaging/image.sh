#!/usr/bin/env bash
# Makes a container image of a binary, without a daemon: the binary, the libraries it loads, certificate authorities, and nothing that
# could be run besides.
#   image.sh BINARY FOLDER [VERSION]   writes FOLDER/sooner-VERSION-ARCHITECTURE.oci.tar
set -euo pipefail
binary=$(realpath "$1") folder=$(realpath "$2")
version=${3:-$("$binary" --version | cut -d' ' -f2)}
architecture=$(dpkg --print-architecture) epoch=${SOURCE_DATE_EPOCH:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root layout=$work/layout
umask 022

# Whose files they are, for whoever looks an image through for known holes.
belongs() {
  local package
  package=$(dpkg -S "$1" 2>/dev/null || dpkg -S "${1#/usr}")
  package=${package%%: *}
  install -d "$root/var/lib/dpkg/status.d" "$root/usr/share/doc/${package%%:*}"
  dpkg -s "$package" >"$root/var/lib/dpkg/status.d/${package%%:*}"
  cp -L "/usr/share/doc/${package%%:*}/copyright" "$root/usr/share/doc/${package%%:*}/"
}
install -d "$root"/usr/{bin,lib,lib64} "$root"/etc/ssl/certs
ln -s usr/bin "$root/bin"
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"
install -m 755 "$binary" "$root/usr/bin/sooner"
# glibc looks names up by itself; nothing else is loaded while it runs.
ldd "$binary" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  where=/usr/${library#/}
  where=${where/\/usr\/usr\//\/usr\/}
  install -D -m 755 "$library" "$root$where"
  belongs "$(readlink -f "$library")"
done
install -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
install -D -m 644 /usr/lib/os-release "$root/usr/lib/os-release"
ln -s ../usr/lib/os-release "$root/etc/os-release"
install -d "$root/var/lib/dpkg/status.d" && dpkg -s ca-certificates >"$root/var/lib/dpkg/status.d/ca-certificates"
printf 'root:x:0:0:root:/:/sbin/nologin\nsooner:x:65532:65532:Sooner:/data:/sbin/nologin\n' >"$root/etc/passwd"
printf 'root:x:0:\nsooner:x:65532:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
install -d -m 700 "$root/data"
install -d -m 1777 "$root/tmp"

# The same binary on the same machine makes the same image.
files=(--sort=name --mtime="@$epoch" --format=gnu --numeric-owner)
tar -C "$root" "${files[@]}" --owner=0 --group=0 --exclude=./data -cf "$work/layer.tar" .
tar -C "$root" "${files[@]}" --owner=65532 --group=65532 -rf "$work/layer.tar" ./data

blobs=$layout/blobs/sha256
install -d "$blobs"
keep() {
  local hash
  hash=$(sha256sum "$1" | cut -d' ' -f1)
  mv "$1" "$blobs/$hash"
  echo "$hash"
}
size() { stat -c %s "$blobs/$1"; }
uncompressed=$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
gzip -n "$work/layer.tar"
layer=$(keep "$work/layer.tar.gz")
cat >"$work/config" <<EOT
{"architecture":"$architecture","os":"linux","created":"$(date --utc --date="@$epoch" +%Y-%m-%dT%H:%M:%SZ)",
"config":{"User":"65532:65532","WorkingDir":"/data","Entrypoint":["/usr/bin/sooner"],"Cmd":["serve"],"StopSignal":"SIGTERM",
"Env":["PATH=/usr/bin","SOONER_ENV=production","SOONER_API_ADDR=0.0.0.0:8080","SOONER_WEB_ADDR=0.0.0.0:3000","SOONER_DOCUMENTS_URL=file:///data/documents"],
"ExposedPorts":{"3000/tcp":{},"8080/tcp":{}},"Volumes":{"/data":{}},
"Labels":{"org.opencontainers.image.title":"Sooner","org.opencontainers.image.version":"$version","org.opencontainers.image.licenses":"MIT OR Apache-2.0"}},
"rootfs":{"type":"layers","diff_ids":["sha256:$uncompressed"]},"history":[{"created_by":"packaging/image.sh"}]}
EOT
config=$(keep "$work/config")
cat >"$work/manifest" <<EOT
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",
"config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:$config","size":$(size "$config")},
"layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip","digest":"sha256:$layer","size":$(size "$layer")}]}
EOT
manifest=$(keep "$work/manifest")
cat >"$layout/index.json" <<EOT
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json",
"digest":"sha256:$manifest","size":$(size "$manifest"),"platform":{"architecture":"$architecture","os":"linux"},
"annotations":{"org.opencontainers.image.ref.name":"$version","io.containerd.image.name":"docker.io/library/sooner:$version"}}]}
EOT
printf '{"imageLayoutVersion":"1.0.0"}' >"$layout/oci-layout"
# For a `docker load` that does not know the layout yet.
printf '[{"Config":"blobs/sha256/%s","RepoTags":["sooner:%s"],"Layers":["blobs/sha256/%s"]}]' "$config" "$version" "$layer" >"$layout/manifest.json"
tar -C "$layout" "${files[@]}" --owner=0 --group=0 -cf "$folder/sooner-$version-$architecture.oci.tar" .
echo "$folder/sooner-$version-$architecture.oci.tar"
