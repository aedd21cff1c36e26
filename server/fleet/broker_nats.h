/* SPDX-License-Identifier: MIT
 * broker_nats.h - connections to a NATS server, by libnats.
 *
 * Threads   as in broker.h. libnats' threads are made with every signal blocked.
 */
#ifndef SERVER_FLEET_BROKER_NATS_H
#define SERVER_FLEET_BROKER_NATS_H

#include "server/fleet/broker.h"

extern const broker_ops_t broker_nats;

#endif
