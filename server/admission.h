/* SPDX-License-Identifier: MIT
 * admission.h - whether a new connection is admitted, and the limits of a job.
 *
 * Each peer has a share of max_connections (peers.h). A connection above its peer's share is
 * told so by one error and closed. When max_connections are open, new connections wait in the
 * kernel's queue. The control socket has CONTROL_CONNECTIONS places of its own. When these are
 * taken, a new control connection takes the place of the one that has been silent longest, so
 * that an operator always gets an answer.
 *
 * With TLS a connection has said nothing, and can be told nothing, until its handshake is over.
 * TLS_HANDSHAKES_MAX of them go on at once, of which each peer has its share, too.
 *
 * Threads   the loop thread, or main before the loop runs.
 */
#ifndef SERVER_ADMISSION_H
#define SERVER_ADMISSION_H

#include "protocol/msg.h"
#include "server/conf.h"
#include "server/inside.h"

enum {
	CONTROL_CONNECTIONS = 8, /* of the control socket, beside max_connections */
	REFUSED_CONNECTIONS = 8, /* that are sent an error before they are closed */
};

/* admission_most returns how many connections the setting max_connections and the limit of open
 * files allow. It logs a warning where that limit is low or below the setting. */
unsigned admission_most(const conf_t *conf);

/* admission_room tells whether fewer than max_connections are open, and for TLS whether another
 * handshake may begin. Shares are not looked at. */
bool admission_room(const server_t *server, listen_kind_t kind);

/* admission_take admits the connection of the connected socket `fd`, or sends it an error and
 * closes it; with TLS it closes it without one. It owns `fd` from the call on, whatever comes of
 * it. */
void admission_take(server_t *server, int fd, listen_kind_t kind);

/* admission_job compares the time and nodes that a submission asks for with the server's
 * settings. ERR_RANGE with the field's path in *why: a limit is above the server's. A limit that
 * was not given is set in *msg to the server's and told in *out. */
err_t admission_job(const conf_t *conf, msg_submit_t *msg, msg_submitted_t *out, errinfo_t *why);

#endif
