# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# common.sh - sourced by the tests: what the packages installed is at work. Where systemd runs, that is the service,
# which has to run already; elsewhere (a chroot) the same program with the same settings, as the same user.
set -eu

socket=/run/tesujid/tesujid.sock
started=

fail() {
	echo "FAILED: $1" >&2
	exit 1
}

# until_true SECONDS COMMAND... tries it again and again; fails if it does not come true.
until_true() {
	tries=$(($1 * 20))
	shift
	while ! "$@" >/dev/null 2>&1; do
		tries=$((tries - 1))
		[ "$tries" -gt 0 ] || return 1
		sleep 0.05
	done
}

# Ends what this test has started.
end_started() {
	for pid in $started; do
		kill "$pid" 2>/dev/null || :
		wait "$pid" 2>/dev/null || :
	done
	started=
}
trap end_started EXIT

# run_service NAME COMMAND... makes sure that the unit NAME is at work, or starts the command as the user NAME.
run_service() {
	name=$1
	shift
	if [ -d /run/systemd/system ]; then
		systemctl is-enabled --quiet "$name" || fail "$name.service is not enabled"
		until_true 30 systemctl is-active --quiet "$name" || {
			systemctl status --no-pager "$name" >&2 || :
			fail "$name.service does not run"
		}
	else
		setpriv --reuid "$name" --regid "$name" --clear-groups -- "$@" &
		started="$started $!"
	fi
}

daemon_run() {
	if [ ! -d /run/systemd/system ]; then
		install -d -o tesujid -g tesujid /run/tesujid
		install -d -o tesujid -g tesujid -m 0700 /var/lib/tesujid
	fi
	run_service tesujid /usr/bin/tesujid --config /etc/tesujid/tesujid.conf
	until_true 30 test -S "$socket" || fail "there is no $socket"
}
