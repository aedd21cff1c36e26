/* SPDX-License-Identifier: MIT
 * evict.h - closing connections when all together hold more than the budget (budget.h).
 *
 * Threads   the loop thread.
 */
#ifndef SERVER_EVICT_H
#define SERVER_EVICT_H

#include "server/conn.h"

/* evict_relieve closes connections of the greediest peers until an eighth of the budget is free
 * again, if the budget is exceeded. Connections, their jobs and subscriptions go away in this
 * call, so nothing that walks over them may call it. */
void evict_relieve(conns_t *conns);

#endif
