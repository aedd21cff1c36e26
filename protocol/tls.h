/* SPDX-License-Identifier: MIT
 * tls.h - TLS of one connection, between the bytes of the socket and the messages. The server has
 * one end of it, libtesuji the other.
 *
 *   socket --bytes--> tls_feed | tls_shake, tls_read --> frames
 *   socket <--bytes-- tls_output | tls_write <---------- messages
 *
 * Nothing here touches a socket: OpenSSL reads from one memory BIO and writes to another, and the
 * caller moves what is in them. So a loop need not wait, and no write raises SIGPIPE. A connection
 * without TLS has no tls_t and costs one branch each way.
 *
 * Bounds   In: the caller feeds little at a time, and no more before it is opened, so that a
 *          connection that is not read leaves its bytes in the kernel. Out: a record of
 *          TLS_SEAL_BYTES is sealed when the one before is written. A peer that has more than
 *          TLS_ANSWERS_BYTES of answers made by TLS itself, and does not read, is BROKEN.
 *          tls_memory tells all of it.
 *
 * Ownership a tls_t belongs to its connection, and keeps the certificate that it began with.
 * Threads   one at a time for each tls_t.
 * Errors    as tls_why and tls_fault tell. Built without TLS (WITH_TLS) tls_new returns NULL.
 */
#ifndef PROTOCOL_TLS_H
#define PROTOCOL_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"

enum {
	TLS_SEAL_BYTES = 16384,    /* of messages in one record, the most that TLS allows */
	TLS_ANSWERS_BYTES = 65536, /* that TLS itself may have to say to who does not read */
	TLS_STATE_BYTES = 40960,   /* charged for OpenSSL's part of a connection */
	TLS_WHY_MAX = 128,         /* bytes of a reason for people */
};

typedef struct tls tls_t;
struct ssl_ctx_st;

typedef enum { TLS_SERVER, TLS_CLIENT } tls_side_t;

/* WAITS: more bytes are needed. DONE: there was something. ENDED: the peer will send no more.
 * BROKEN: it cannot go on; what there is to be written still tells the peer so. */
typedef enum { TLS_WAITS, TLS_DONE, TLS_ENDED, TLS_BROKEN } tls_step_t;

/* Why it is BROKEN: what the peer sent does not begin as TLS does; its certificate was refused; it
 * has refused, by an alert; anything else. */
typedef enum {
	TLS_FAULT_NONE,
	TLS_FAULT_ALIEN,
	TLS_FAULT_CERTIFICATE,
	TLS_FAULT_ALERT,
	TLS_FAULT_OTHER
} tls_fault_t;

/* tls_new makes one side of a connection by the rules of `context` (tls_rules.h); NULL: no memory.
 * tls_free accepts NULL. */
tls_t *tls_new(struct ssl_ctx_st *context, tls_side_t side);
void tls_free(tls_t *tls);

/* tls_expect has the client's side ask for, and accept, a certificate for `host` alone: a name or
 * an address. ERR_VALUE: it can be neither. */
err_t tls_expect(tls_t *tls, const char *host);

/* tls_feed takes the next bytes of the socket. ERR_NOMEM: they are lost. */
err_t tls_feed(tls_t *tls, const uint8_t *bytes, size_t length);

/* tls_shake goes on with the handshake: DONE once, WAITS or BROKEN. tls_is_shaking tells whether
 * it goes on. */
tls_step_t tls_shake(tls_t *tls);
bool tls_is_shaking(const tls_t *tls);

/* tls_read opens at most `room` bytes of messages and stores how many in *got, > 0 when DONE. */
tls_step_t tls_read(tls_t *tls, uint8_t *to, size_t room, size_t *got);

/* tls_has_input tells whether tls_shake or tls_read has something to work on, or the end has come.
 * tls_is_ended tells whether tls_read has returned ENDED, tls_is_halfway whether a record has begun
 * that is not complete. */
bool tls_has_input(const tls_t *tls);
bool tls_is_ended(const tls_t *tls);
bool tls_is_halfway(const tls_t *tls);

/* tls_write seals `length` bytes, at most TLS_SEAL_BYTES, after the handshake. */
err_t tls_write(tls_t *tls, const uint8_t *bytes, size_t length);

/* tls_end says that no more will be written. */
void tls_end(tls_t *tls);

/* tls_output returns how many bytes wait for the socket, and where they begin; they stay there
 * until tls_written has been told how many of them are written. tls_has_output tells whether there
 * are any. */
size_t tls_output(tls_t *tls, const uint8_t **bytes);
void tls_written(tls_t *tls, size_t length);
bool tls_has_output(const tls_t *tls);

/* tls_memory returns what the connection has to be charged for TLS. */
size_t tls_memory(const tls_t *tls);

/* tls_fault and tls_why tell why it is BROKEN; tls_version which TLS it is. */
tls_fault_t tls_fault(const tls_t *tls);
const char *tls_why(const tls_t *tls);
const char *tls_version(const tls_t *tls);

/* tls_has_client tells whether the client has shown a certificate. tls_common_name copies the
 * common name of it, which was verified. False: it has none, or several, or one that is longer or
 * has a NUL in it. */
bool tls_has_client(const tls_t *tls);
bool tls_common_name(const tls_t *tls, char *name, size_t size);

#endif
