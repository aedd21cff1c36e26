#!/bin/bash
# SPDX-License-Identifier: MIT
# quickstart.sh - from a bare Debian 12 to a solved problem: installs what building
# needs, builds into ./build, starts a daemon on a socket of its own, has it solve
# a problem on 19x19, and stops it. May be run again at any time, from anywhere.
# What stays: the packages (if any were missing) and ./build.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$root/deploy/packages.sh"

problem=$root/deploy/problem.sgf
target=$(sed -n 's/.*capture \([A-T][0-9]*\).*/\1/p' "$problem" | head -n 1)
build=$root/build
daemon=
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tesuji.XXXXXX") || exit 1

# wait_gone waits up to $1 seconds for the daemon to end.
wait_gone() {
	local i

	for ((i = 0; i < $1 * 20; i++)); do
		kill -0 "$daemon" 2>/dev/null || return 0
		sleep 0.05
	done
	return 1
}

clean_up() {
	if [ -n "$daemon" ]; then
		kill -TERM "$daemon" 2>/dev/null
		wait_gone 5 || kill -KILL "$daemon" 2>/dev/null
	fi
	rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

fail() {
	echo "quickstart: $1" >&2
	[ -s "${2:-}" ] && tail -n 30 "$2" >&2
	exit 1
}

build_all() {
	local options=()

	# A build folder that is there keeps its generator and its tests.
	if [ ! -e "$build/CMakeCache.txt" ]; then
		options=(-G Ninja -DWITH_TESTS=OFF)
	fi
	cmake -S "$root" -B "$build" "${options[@]}" -DCMAKE_BUILD_TYPE=Release &&
		cmake --build "$build" -j "$(nproc)" --target tesujid tesuji tesuji-http || return 1
	if cmake --build "$build" --target help | grep -qE '^(\.\.\. )?web(:|$)'; then
		cmake --build "$build" --target web # needs the network, and may do without
	fi
}

start_daemon() {
	local i

	"$build/server/tesujid" --listen none --socket "$scratch/socket" --socket-mode 0600 \
		2>"$scratch/log" </dev/null &
	daemon=$!
	for ((i = 0; i < 200; i++)); do # 10 s
		"$tesuji" info --server "unix:$scratch/socket" >"$scratch/info" 2>&1 && return 0
		kill -0 "$daemon" 2>/dev/null || return 1
		sleep 0.05
	done
	return 1
}

packages_for building || exit 1

echo "Building in $build"
build_all >"$scratch/build" 2>&1 || fail "the build failed" "$scratch/build"
tesuji=$build/clients/cli/tesuji

start_daemon || fail "the daemon did not come up" "$scratch/log"
echo "Started $("$build/server/tesujid" --version), process $daemon, on unix:$scratch/socket"

echo
echo "\$ tesuji solve deploy/problem.sgf --capture $target"
"$tesuji" solve "$problem" --capture "$target" --server "unix:$scratch/socket"
verdict=$?
echo
[ "$verdict" -le 2 ] || fail "solving failed (exit $verdict)" "$scratch/log"

kill -TERM "$daemon"
wait_gone 15 || fail "the daemon did not stop" "$scratch/log"
wait "$daemon" || fail "the daemon ended with exit $?" "$scratch/log"
daemon=
echo "The daemon has stopped. Try your own: build/clients/cli/tesuji solve FILE.sgf --capture D4"
if [ -e "$build/clients/share/tesuji/web/index.html" ]; then
	echo "The page: build/server/tesujid --listen none --socket /tmp/tesuji.sock &"
	echo "          build/clients/http/tesuji-http --server /tmp/tesuji.sock, then http://127.0.0.1:7412/"
fi
[ "$verdict" -eq 0 ] || fail "the problem was not proven (exit $verdict)"
