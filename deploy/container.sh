#!/bin/bash
# SPDX-License-Identifier: MIT
# container.sh [FOLDER] - make the container image tesujid of the packages in FOLDER (build/packages, where
# deploy/package.sh leaves them), and have it solve the README's example.
#
# The image is FOLDER/container/root: what the packages tesujid, tesuji-fleet and tesuji hold, without documents, and the
# libraries that the programs need. With buildah it is built by deploy/Containerfile, kept as FOLDER/container/tesujid.tar (an
# archive for `podman load`), and run by buildah. Without buildah, or where it cannot work, the same folder is run with chroot
# as the image's user, and a line says so. Needs root for that.
# Exit code: 0; 1 and what went wrong; 77 where there are no packages, or no root.
set -u
exec </dev/null

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
out=${1:-$root/build/packages}
image=$out/container
user=$(sed -nE 's/^USER ([0-9]+):.*/\1/p' "$root/deploy/Containerfile")
name=localhost/tesujid
answer='Proven: black captures D4 within 5 plies (order 2). Best move E5.'
scratch=
daemon=
container=

fail() {
	echo "container.sh: $1" >&2
	[ -s "${2:-}" ] && tail -n 20 "$2" >&2
	exit 1
}

clean_up() {
	[ -z "$daemon" ] || kill "$daemon" 2>/dev/null
	[ -z "$container" ] || buildah rm "$container" >/dev/null 2>&1
	[ -z "$scratch" ] || rm -rf "$scratch"
}
trap clean_up EXIT

# The libraries of the programs and of the module, and the loader, at the paths where the loader looks for them.
add_libraries() {
	local program path

	for program in "$image/root/usr/bin/"* "$image/root/usr/lib/"*/tesuji/*.so; do
		ldd "$program" | grep -oE '/[^ ]+\.so[^ ]*'
	done | sort -u | while read -r path; do
		mkdir -p "$image/root$(dirname "$path")" && cp -L "$path" "$image/root$path" || return 1
	done
}

assemble() {
	local deb

	rm -rf "$image"
	mkdir -p "$image/root" || return 1
	ln -s usr/lib "$image/root/lib" && ln -s usr/lib64 "$image/root/lib64" || return 1
	mkdir -p "$image/root/usr/lib" "$image/root/usr/lib64" || return 1
	for deb in "$out"/debs/tesujid_*.deb "$out"/debs/tesuji-fleet_*.deb "$out"/debs/tesuji_*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -C "$image/root" -x --wildcards './usr/bin/*' './etc/tesujid/*' \
			'./usr/lib/*/tesuji/*' 2>"$image/tar.log"
	done
	[ -x "$image/root/usr/bin/tesujid" ] && [ -x "$image/root/usr/bin/tesuji" ] || return 1
	add_libraries || return 1
	echo "tesujid:x:$user:$user::/var/lib/tesujid:/usr/sbin/nologin" >"$image/root/etc/passwd"
	echo "tesujid:x:$user:" >"$image/root/etc/group"
	mkdir -p "$image/root/var/lib/tesujid" "$image/root/run/tesujid" "$image/root/tmp"
	chmod 1777 "$image/root/tmp"
	chown -R "$user:$user" "$image/root/var/lib/tesujid" "$image/root/run/tesujid"
	cp "$root/deploy/Containerfile" "$image/"
	mkdir -p "$image/root/usr/share/tesuji" && cp "$root/docs/example.sgf" "$image/root/usr/share/tesuji/" &&
		tar -C "$image/root" --numeric-owner -cf "$image/root.tar" .
}

# solve COMMAND... runs the command of the image, until the daemon answers, for 20 seconds at most.
solve() {
	local i

	for ((i = 0; i < 200; i++)); do
		"$@" /usr/bin/tesuji solve /usr/share/tesuji/example.sgf --capture D4 \
			--server unix:/run/tesujid/tesujid.sock >"$scratch/answer" 2>&1 && break
		kill -0 "$daemon" 2>/dev/null || fail "the daemon has ended" "$scratch/daemon"
		sleep 0.1
	done
	grep -qxF "$answer" "$scratch/answer" || fail "not the README's answer:" "$scratch/answer"
}

# Stops the daemon by SIGTERM, wherever it is below the process that was started; it has to end well.
stop() {
	local pid=$daemon

	while [ "$(cat "/proc/$pid/comm")" != tesujid ]; do
		pid=$(pgrep -o -P "$pid") || fail "there is no daemon to stop" "$scratch/daemon"
	done
	kill -TERM "$pid"
	wait "$daemon" || fail "the daemon ended with exit $?" "$scratch/daemon"
	daemon=
}

try_buildah() {
	command -v buildah >/dev/null || return 1
	buildah build --isolation chroot --tag "$name" "$image" >"$scratch/buildah" 2>&1 &&
		container=$(buildah from --pull-never "$name" 2>>"$scratch/buildah") || return 1
	buildah run --isolation chroot "$container" -- /usr/bin/tesujid --version >>"$scratch/buildah" 2>&1
}

[ "$(id -u)" -eq 0 ] || { echo "SKIP container.sh: needs root"; exit 77; }
compgen -G "$out/debs/tesujid_*.deb" >/dev/null || { echo "SKIP container.sh: deploy/package.sh makes the packages"; exit 77; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tesuji.XXXXXX") || exit 1
assemble || fail "the image cannot be assembled of the packages in $out/debs"
echo "Assembled $image/root: $(find "$image/root" -type f | wc -l) files, $(du -sm "$image/root" | cut -f 1) MiB"

if try_buildah; then
	run=(buildah run --isolation chroot "$container" --)
	echo "Built by buildah as $name"
	"${run[@]}" /usr/bin/tesujid --fleet nats://127.0.0.1:4222 --check-config >"$scratch/fleet" 2>&1 ||
		fail "it could not be in a fleet" "$scratch/fleet"
else
	run=(chroot --userspec "$user:$user" "$image/root")
	echo "buildah is not there or cannot work here: the same folder, by chroot"
	tail -n 3 "$scratch/buildah" 2>/dev/null
fi
"${run[@]}" /usr/bin/tesujid --config /etc/tesujid/tesujid.conf --listen none --table-mib 32 >"$scratch/daemon" 2>&1 &
daemon=$!
solve "${run[@]}"
head -n 2 "$scratch/answer"
stop
if [ -n "$container" ]; then
	buildah push -q "$name" "docker-archive:$image/tesujid.tar:tesujid:latest" >/dev/null 2>"$scratch/push" ||
		fail "the image cannot be written" "$scratch/push"
	echo "Image: $image/tesujid.tar"
fi
