/* SPDX-License-Identifier: MIT
 * link.h - the bytes of a connection: sends, waits, finds messages, hands them out. Library
 * internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_LINK_H
#define CLIENTS_C_LINK_H

#include "clients/c/handle.h"

/* link_send sends all bytes. It reads meanwhile, so that the two sides cannot wait for each
 * other. link_step waits for input and hands out what has come: 1; 0: the deadline has passed.
 * Both return the negative code with which the connection is lost. */
int link_send(tesuji_t *t, const uint8_t *data, size_t length, deadline_t deadline);
int link_step(tesuji_t *t, deadline_t deadline);

/* link_read reads once without waiting, and hands out the complete messages. */
void link_read(tesuji_t *t);

/* link_lose ends the connection; only the first reason counts. It returns the code of that. */
int link_lose(tesuji_t *t, tesuji_code_t code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

#endif
