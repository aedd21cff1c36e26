/* SPDX-License-Identifier: MIT
 * durable_restore.h - has the daemon go on with the jobs of its journal.
 *
 * Threads   the loop thread, or main before it.
 */
#ifndef SERVER_DURABLE_RESTORE_H
#define SERVER_DURABLE_RESTORE_H

#include "server/inside.h"

enum { DURABLE_RESTORE_TURN = 256 }; /* limit: jobs that are tried in a turn of the loop */

/* durable_restore submits the jobs that have not ended, and makes records of those that have. The
 * jobs of an account that there is not wait for it, as long as a result stays: call it again when
 * the accounts have been read. It tries `most` jobs, and ends at the first for which there is no
 * memory: then durable_t.is_unrestored, and the others are taken up by and by. It does nothing
 * where there is no journal. */
void durable_restore(server_t *server, unsigned most);

/* durable_restore_owner finds the account of that name, NULL for "": nobody's; false: there is no
 * such account. durable_restore_peer takes a reference to who has what is restored for an account
 * or NULL; NULL: no memory. */
bool durable_restore_owner(const server_t *server, const char *name, account_t **out);
peer_t *durable_restore_peer(server_t *server, account_t *owner);

#endif
