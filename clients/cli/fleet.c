/* SPDX-License-Identifier: MIT
 * fleet.c - `tesuji fleet`: who is in the daemon's fleet, and what goes there and back.
 *
 * Design     The daemon counts since its start; what is done in a second is the difference of two
 *            looks. So even one table takes half a second. A daemon that is started again ends the
 *            connection, and with it the command: counts do not go back between two looks.
 */
#include "clients/cli/fleet.h"

#include <stdio.h>

#include "clients/cli/complain.h"
#include "clients/cli/fleet_show.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/session.h"

enum { FIRST_LOOK_MS = 500, LOOK_EVERY_MS = 1000 };

/* look asks the daemon, which is to be in a fleet. */
static exit_t look(const session_t *session, fleet_look_t *out)
{
	if (tesuji_fleet(session->handle, &out->fleet) != TESUJI_OK)
		return session_failed(session);
	out->at_ms = interrupt_now();
	if (out->fleet.is_in != 0)
		return EXIT_PROVEN;
	complain("the daemon at %s is in no fleet: see 'fleet' in tesujid.conf(5)", session->where);
	return EXIT_NO_SERVER;
}

static void show(const session_t *session, const args_t *args, const fleet_look_t *before,
                 const fleet_look_t *now)
{
	if (args->json)
		fleet_show_json(stdout, before, now, session->where);
	else
		fleet_show_print(stdout, before, now, session->where);
}

/* follow shows what every second brings. */
static exit_t follow(const session_t *session, const args_t *args)
{
	static fleet_look_t looks[2]; /* large; one is now, the other before */
	exit_t code = look(session, &looks[0]);
	int64_t wait_ms = FIRST_LOOK_MS;

	for (unsigned now = 1; code == EXIT_PROVEN; now = 1 - now) {
		if (interrupt_wait(tesuji_fd(session->handle), looks[1 - now].at_ms + wait_ms) ==
		    INTERRUPT_SIGNAL)
			return interrupt_exit();
		wait_ms = LOOK_EVERY_MS;
		code = look(session, &looks[now]);
		if (code != EXIT_PROVEN)
			break;
		show(session, args, &looks[1 - now], &looks[now]);
		if (!args->follow || fflush(stdout) != 0)
			break; /* main complains of an answer that cannot be written */
		if (!args->json)
			putchar('\n');
	}
	return code;
}

exit_t fleet_command(const args_t *args)
{
	session_t session;
	exit_t code = session_open(&session, args, false);

	if (code != EXIT_PROVEN)
		return code;
	interrupt_catch();
	code = follow(&session, args);
	session_close(&session);
	return code;
}
