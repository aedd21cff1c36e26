/* SPDX-License-Identifier: MIT
 * broker_module.h - what the module with a broker's library gives to the daemon that loads it.
 *
 * The daemon and the module are two files, of two packages: while these are upgraded the one may be
 * of another release than the other. That is no matter as long as both have the same table
 * (fleet/broker.h): BROKER_MODULE_VERSION counts what changes in its meaning, the sizes show the
 * rest.
 *
 * Ownership constant.
 * Threads   any.
 */
#ifndef SERVER_BROKER_MODULE_H
#define SERVER_BROKER_MODULE_H

#include "server/fleet/broker.h"

enum { BROKER_MODULE_VERSION = 1 };

typedef struct {
	uint32_t version;                          /* BROKER_MODULE_VERSION */
	uint32_t ops_bytes, conf_bytes, why_bytes; /* of broker_ops_t, broker_conf_t, errinfo_t */
	const broker_ops_t *ops;
} broker_module_t;

/* The module's one symbol, and its name for dlsym. */
#define BROKER_MODULE_SYMBOL "tesuji_broker_module"
extern const broker_module_t tesuji_broker_module;

#endif
