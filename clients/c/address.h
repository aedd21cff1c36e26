/* SPDX-License-Identifier: MIT
 * address.h - parses the text of an address, and connects a socket to it. Library internals.
 *
 * Units     ms.
 * Threads   any.
 * Errors    a negative tesuji_code_t, with the text in *why, which must not be NULL here.
 */
#ifndef CLIENTS_C_ADDRESS_H
#define CLIENTS_C_ADDRESS_H

#include <stdbool.h>

#include "clients/c/tesuji.h"

enum {
	ADDRESS_HOST_BYTES = 256,
	ADDRESS_PORT_BYTES = 6,
	ADDRESS_PATH_BYTES = 108, /* sun_path on Linux */
};

typedef struct {
	bool is_unix, is_tls;
	char path[ADDRESS_PATH_BYTES];
	char host[ADDRESS_HOST_BYTES];
	char port[ADDRESS_PORT_BYTES];
} address_t;

/* address_parse reads "unix:/path", "/path", "tcp:host:port", "host:port" or "tls:host:port";
 * brackets stand around an IPv6 host, and "//" may stand before a host. */
int address_parse(const char *text, address_t *out, tesuji_error_t *why);

/* address_connect connects a stream socket, close-on-exec and non-blocking, to the address, whose
 * text is `text`, and stores it in *fd; -1 on failure. It tries each address of a host for at most
 * timeout_ms (below 0: as long as the system tries). The system looks up the name of the host, and
 * that time is not bounded. */
int address_connect(const char *text, const address_t *address, int timeout_ms, int *fd,
                    tesuji_error_t *why);

#endif
