/* SPDX-License-Identifier: MIT
 * evict.h - closes connections when all of them together hold more than the budget (budget.h).
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_EVICT_H
#define SERVER_EVICT_H

#include "server/conn.h"

/* evict_relieve closes connections of the peers that hold most, until an eighth of the budget is
 * free again; it does nothing within the budget. Connections leave their lists later, but their
 * jobs and subscriptions are dropped in this call: do not call it while going through those. */
void evict_relieve(conns_t *conns);

#endif
