# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# packages.sh - sourced: install Debian packages, only those that are missing.

# packages_need PACKAGE... installs what is not there. Says in one line what it
# does, and in one line what went wrong. Works as root and through sudo.
packages_need() {
	local package log as_root=() missing=()

	for package in "$@"; do
		if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
			missing+=("$package")
		fi
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if ! command -v apt-get >/dev/null; then
		echo "This is no Debian: please install what corresponds to ${missing[*]}" >&2
		return 1
	fi
	if [ "$(id -u)" -ne 0 ]; then
		if ! command -v sudo >/dev/null; then
			echo "Needs root or sudo to install: ${missing[*]}" >&2
			return 1
		fi
		as_root=(sudo)
		[ -t 0 ] || as_root+=(-n)
	fi
	as_root+=(env DEBIAN_FRONTEND=noninteractive)
	echo "Installing ${missing[*]}"
	log=$(mktemp) || return 1
	if ! packages_install >"$log" 2>&1; then
		# The lists may be missing or old.
		"${as_root[@]}" apt-get update >>"$log" 2>&1 </dev/null
		if ! packages_install >>"$log" 2>&1; then
			echo "apt-get cannot install ${missing[*]}: $(grep -E '^(E|W|sudo):' "$log" | tail -n 1)" >&2
			rm -f "$log"
			return 1
		fi
	fi
	rm -f "$log"
}

# Uses as_root and missing of packages_need.
packages_install() {
	"${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" </dev/null
}

# What building needs; $1 = "tests" adds what the tests need.
packages_for() {
	local packages=(gcc libc6-dev cmake ninja-build pkg-config libuv1-dev libmsgpack-dev liburcu-dev liblmdb-dev
		libmicrohttpd-dev libjansson-dev libssl-dev)

	if [ "${1:-}" = tests ]; then
		packages+=(abigail-tools libcmocka-dev zlib1g-dev clang libclang-rt-14-dev clang-tidy clang-format cppcheck curl git gnugo groff-base iproute2 libnats-dev nats-server polyglot
			python3 python3-jsonschema python3-msgpack shellcheck strace systemd systemtap-sdt-dev)
		# Where node does not come from Debian, npm is no package of its own.
		command -v npm >/dev/null || packages+=(nodejs npm)
	fi
	packages_need "${packages[@]}"
}

# What the gateway's page needs beside that: node and npm for building it, chromium for its tests. Where they come
# from does not matter.
packages_for_page() {
	local missing=()

	command -v node >/dev/null || missing+=(nodejs)
	command -v npm >/dev/null || missing+=(npm)
	command -v chromium >/dev/null || missing+=(chromium)
	[ ${#missing[@]} -eq 0 ] || packages_need "${missing[@]}"
}
