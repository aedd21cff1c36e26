/* SPDX-License-Identifier: MIT
 * local.c - see local.h.
 *
 * Design     A client has one way to have a problem solved: a connection. Without a daemon it
 *            connects to the daemon's code in its own process, over a socket pair, and nothing else
 *            differs: the same checks, errors and events. Of the clients' files only this one knows
 *            the server. Workers keep their normal priority: the user waits for them, and there is
 *            no other connection whose loop they could delay. A client that asks many questions
 *            waits for each answer; the loop runs while it waits (embed.h).
 */
#include "clients/local/local.h"

#include <fcntl.h>
#include <unistd.h>

#include "clients/c/fail.h"
#include "clients/c/turns.h"
#include "server/embed.h"

static embed_t *engine;

bool local_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	return fd >= 0 && close(fd) == 0;
}

static int turn(void *turner, int *fd)
{
	return embed_turn(turner, fd);
}

int local_open(unsigned workers, bool lasts, size_t table_bytes, tesuji_t **out,
               tesuji_error_t *why)
{
	embed_config_t config = {.workers = workers,
	                         .table_bytes = table_bytes,
	                         .lasts = lasts,
	                         .by_turns = lasts,
	                         .priority = PRIORITY_NORMAL};
	errinfo_t info = {.code = ERR_OK};
	int fd = -1, rc;

	*out = NULL;
	if (embed_start(&config, &engine, &fd, &info) != ERR_OK)
		return fail_with(why, (tesuji_code_t)info.code, "%s", info.text);
	rc = tesuji_connect_fd(fd, out, why);
	if (rc != TESUJI_OK) {
		close(fd);
		local_close();
		return rc;
	}
	if (lasts)
		turns_set(*out, turn, engine);
	return TESUJI_OK;
}

void local_close(void)
{
	embed_stop(engine);
	engine = NULL;
}
