/* SPDX-License-Identifier: MIT
 * calls.h - requests: one function a method. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_CALLS_H
#define CLIENTS_C_CALLS_H

#include "clients/c/handle.h"

/* calls_begin starts a request in *out; one map of parameters must follow if the method has
 * some. calls_end sends it, frees it, and waits for the answer. */
void calls_begin(tesuji_t *t, method_t method, wirebuf_t *out);
int calls_end(tesuji_t *t, method_t method, wirebuf_t *out, read_answer_t read_answer,
              void *context);

/* calls_listener makes one for `user` in *out (mem_free it); a code when there is no memory.
 * calls_record_is_long says that a request cannot hold a record of so many bytes. */
int calls_listener(tesuji_t *t, void *user, listener_t **out);
bool calls_record_is_long(size_t bytes);

/* calls_prepare makes of a request what can be sent. */
int calls_prepare(const tesuji_request_t *request, msg_submit_t *out, tesuji_error_t *why);

#endif
