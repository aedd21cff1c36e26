/* SPDX-License-Identifier: MIT
 * broker_load.h - loads the module by which a daemon of a fleet talks to its broker.
 *
 * Ownership the module stays until the process ends.
 * Threads   the main thread.
 * Errors    ERR_VALUE: there is none, it cannot be loaded, or it is of another release; *why says
 *           so, and where it was looked for. ERR_IO: the program does not know where it is itself.
 */
#ifndef SERVER_BROKER_LOAD_H
#define SERVER_BROKER_LOAD_H

#include "server/fleet/broker.h"

/* broker_load loads tesuji-nats.so, and stores its table in *out. */
err_t broker_load(const broker_ops_t **out, errinfo_t *why);

#endif
