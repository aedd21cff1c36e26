/* SPDX-License-Identifier: MIT
 * every.h - every message of the protocol behind one type of function, for
 * tests that treat them alike.
 *
 * Ownership message_t.store is static storage of the row: read, then write.
 * Threads   one.
 */
#ifndef TESTS_WIRE_EVERY_H
#define TESTS_WIRE_EVERY_H

#include "protocol/msg.h"
#include "protocol/rpc.h"

typedef struct {
	rpc_kind_t kind;
	const char *method; /* "error" with RPC_RESPONSE: the error of any */
	bool takes_map;     /* false: nothing to read or write */
	err_t (*read)(const node_t *map, errinfo_t *why);
	void (*write)(wirebuf_t *out); /* what was read last */
} message_t;

/* every_message is ended by a row whose method is NULL. */
extern const message_t every_message[];

/* every_find returns the row, or NULL. */
const message_t *every_find(rpc_kind_t kind, const char *method);

/* every_write writes the whole message that was read last as `row`, envelope
 * included. */
void every_write(wirebuf_t *out, const message_t *row, uint32_t msgid);

#endif
