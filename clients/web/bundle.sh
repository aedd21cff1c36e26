#!/bin/sh
# SPDX-License-Identifier: MIT
# bundle.sh OUT - make the page's files in the folder OUT: fetches the packages that package-lock.json names, if
# they are not there, and bundles. Without network or with an old node it says so and leaves no page: the
# gateway runs without one. Builds that run at the same time wait for each other.
set -u

out=$1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
node_least=18

without() {
	echo "clients/web: $1" >&2
	echo "clients/web: the gateway is built without its page (docs/web.md; -DWITH_WEB=OFF says the same quietly)" >&2
	rm -rf "$out"
	exit 0
}

version=$(node --version | sed -E 's/^v([0-9]+).*/\1/')
[ "${version:-0}" -ge "$node_least" ] || without "node $node_least or newer is needed, this is $(node --version)"

exec 9>"$here/.bundle.lock"
flock 9
if ! cmp -s "$here/package-lock.json" "$here/node_modules/.fetched"; then
	log=$(mktemp) || exit 1
	if ! (cd "$here" && npm ci --no-audit --no-fund >"$log" 2>&1 </dev/null); then
		grep -iE 'err' "$log" | head -n 3 >&2
		rm -f "$log"
		without "npm cannot fetch what package-lock.json names"
	fi
	rm -f "$log"
	cp "$here/package-lock.json" "$here/node_modules/.fetched"
fi
node "$here/build.mjs" "$out"
