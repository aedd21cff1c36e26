/* SPDX-License-Identifier: MIT
 * link.h - bytes: send, wait, cut into messages, hand them out. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_LINK_H
#define CLIENTS_C_LINK_H

#include "clients/c/handle.h"

/* link_send writes all bytes, reading in the meantime so that the two sides
 * cannot wait for each other. link_step waits for input and hands out what
 * came: 1, or 0 when the deadline passed. Both return a negative code when the
 * connection is lost, which link_lose has noted then. */
int link_send(tesuji_t *t, const uint8_t *data, size_t length, deadline_t deadline);
int link_step(tesuji_t *t, deadline_t deadline);

/* link_read hands out what has come, without waiting. */
void link_read(tesuji_t *t);

/* link_lose ends the connection; only the first reason counts. Returns its code. */
int link_lose(tesuji_t *t, tesuji_code_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

#endif
