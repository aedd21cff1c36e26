/* SPDX-License-Identifier: MIT
 * asker.h - the address of who asks: that of the connection, or, where a proxy stands in front, the
 * one that the proxy has written into X-Forwarded-For.
 *
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_ASKER_H
#define CLIENTS_HTTP_ASKER_H

#include <netinet/in.h>
#include <stdbool.h>

#include "clients/http/request.h"

struct gateway_options; /* gateway.h */

/* An IP address; one of version 4 as "::ffff:192.0.2.1". */
typedef struct {
	struct in6_addr address;
} asker_t;

/* asker_read reads an address; false: that is none. asker_write writes it as it is read. */
bool asker_read(const char *text, asker_t *out);
void asker_write(const asker_t *asker, char out[INET6_ADDRSTRLEN]);

/* asker_same: do both count as one: the same address, or the same network of 64 bits? */
bool asker_same(const asker_t *a, const asker_t *b);

/* asker_of_socket takes an address of the system's; NULL, or of another kind, is "::".
 * asker_is_proxy: is it one of options.proxy? */
void asker_of_socket(const struct sockaddr *name, asker_t *out);
bool asker_is_proxy(const struct gateway_options *options, const asker_t *asker);

/* asker_of finds who has sent a request. Only a header that one of the proxies has sent is looked
 * at (options.proxy), and of that the last address that is not a proxy's itself. */
void asker_of(const request_t *r, asker_t *out);

#endif
