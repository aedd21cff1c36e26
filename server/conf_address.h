/* SPDX-License-Identifier: MIT
 * conf_address.h - the addresses of a `listen` setting.
 *
 * Threads   any thread; nothing is resolved, so nothing blocks.
 */
#ifndef SERVER_CONF_ADDRESS_H
#define SERVER_CONF_ADDRESS_H

#include <stdbool.h>

#include "engine/base/err.h"

enum { CONF_HOST_MAX = 64 };

/* conf_address_next cuts the next "host:port" off the list at *cursor into `host` and *port and
 * moves *cursor behind it. False at the end of the list, with ERR_OK in *err, and at an address
 * that is none, with ERR_SYNTAX in *err and *cursor at the address. A host is numeric, "localhost",
 * or "*" for every address; an IPv6 address has [] around it, nothing else has. */
bool conf_address_next(const char **cursor, char host[CONF_HOST_MAX], int *port, err_t *err);

#endif
