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

/* conf_address_next reads the next "host:port" of the list at *cursor into `host` and *port and
 * moves *cursor behind it. It returns false with ERR_OK in *err at the end of the list, and
 * false with ERR_SYNTAX in *err at text that is no address, where *cursor then stands. A host is
 * numeric, "localhost", or "*" for every address; [] stand around an IPv6 address and around no
 * other. */
bool conf_address_next(const char **cursor, char host[CONF_HOST_MAX], int *port, err_t *err);

/* conf_address_is_loopback tells whether only this machine reaches such a host. */
bool conf_address_is_loopback(const char *host);

#endif
