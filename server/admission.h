/* SPDX-License-Identifier: MIT
 * admission.h - who may come in, and how many; what a job may ask at most.
 *
 * Of max_connections each peer has a share (peers.h). Who is above his own is told so by an
 * error and let go; when nothing is left at all, connections wait in the kernel's queue. The
 * control socket has a reserve of its own beside all that, in which who comes takes the place of
 * who has been silent longest, so that an operator always gets an answer.
 *
 * Threads   the loop thread, or main before it.
 */
#ifndef SERVER_ADMISSION_H
#define SERVER_ADMISSION_H

#include "protocol/msg.h"
#include "server/conf.h"
#include "server/inside.h"

enum {
	CONTROL_CONNECTIONS = 8, /* beside max_connections */
	REFUSED_CONNECTIONS = 8, /* that are being told why they may not stay; others are closed */
};

/* admission_most returns how many connections the setting and the limit of open files allow,
 * and says so in the log where the limit is low or below the setting. */
unsigned admission_most(const conf_t *conf);

/* admission_room: is there room for one more connection, whoever it is? */
bool admission_room(const server_t *server);

/* admission_take lets a connection in, or tells it why not; `fd` is taken. */
void admission_take(server_t *server, int fd, bool control);

/* admission_job holds the limits of a submission against the server's. A limit above the most
 * is refused; one that was not given becomes the most, and `out` says so. */
err_t admission_job(const conf_t *conf, msg_submit_t *msg, msg_submitted_t *out, errinfo_t *why);

#endif
