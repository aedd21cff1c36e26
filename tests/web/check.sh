#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh types|lint|unit|e2e|speed - one check of the page; exit code 77 where it cannot be made here.
set -u

cd "$(dirname "$0")/../../clients/web" || exit 1

skip() {
	echo "skipped: $1"
	exit 77
}

command -v node >/dev/null || skip "node is not installed"
[ -e node_modules/.fetched ] || skip "npm has not fetched the packages (clients/web/bundle.sh)"

case $1 in
types) exec node node_modules/typescript/bin/tsc --noEmit ;;
lint) exec node node_modules/eslint/bin/eslint.js . ;;
unit) exec node tests/run.mjs unit ;;
e2e | speed)
	CHROMIUM=${CHROMIUM:-$(command -v chromium || true)}
	[ -n "$CHROMIUM" ] || skip "chromium is not installed"
	[ -e "${WEB_BUNDLE:-}/index.html" ] || skip "the page was not built"
	export CHROMIUM
	exec node tests/run.mjs "$1"
	;;
*)
	echo "check.sh: no check '$1'" >&2
	exit 64
	;;
esac
