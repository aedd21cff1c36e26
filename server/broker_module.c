/* SPDX-License-Identifier: MIT
 * broker_module.c - the face of tesuji-nats.so, which has all that needs libnats.
 *
 * Design     It has a copy of engine/base inside, which nobody else sees: what it allocates it
 * frees itself, and the daemon need not show its symbols.
 */
#include "server/broker_module.h"

#include "server/fleet/broker_nats.h"

__attribute__((visibility("default"))) const broker_module_t tesuji_broker_module = {
        .version = BROKER_MODULE_VERSION,
        .ops_bytes = sizeof(broker_ops_t),
        .conf_bytes = sizeof(broker_conf_t),
        .why_bytes = sizeof(errinfo_t),
        .ops = &broker_nats,
};
