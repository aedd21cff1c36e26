/* SPDX-License-Identifier: MIT
 * calls.h - requests, and functions that several calls share. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_CALLS_H
#define CLIENTS_C_CALLS_H

#include "clients/c/handle.h"
#include "clients/c/tesuji_tls.h"

/* calls_connect is tesuji_connect, with `tls` (NULL: nothing) for an address of TLS. */
int calls_connect(const char *text, const tesuji_tls_t *tls, int timeout_ms, tesuji_t **out,
                  tesuji_error_t *why);

/* calls_begin begins a request in *out; one map of parameters must follow if the method has
 * parameters. calls_end sends the request, frees it, and waits for the answer, which it gives to
 * read_answer together with `context`. It returns TESUJI_OK or the code in t->error. */
void calls_begin(tesuji_t *t, method_t method, wirebuf_t *out);
int calls_end(tesuji_t *t, method_t method, wirebuf_t *out, read_answer_t read_answer,
              void *context);

/* calls_listener allocates a listener with that `user` and stores it in *out; free it by
 * mem_free. It returns TESUJI_E_NOMEM without memory. calls_record_is_long tells whether a
 * record of so many bytes is too long for a request. */
int calls_listener(tesuji_t *t, void *user, listener_t **out);
bool calls_record_is_long(size_t bytes);

/* calls_submit submits a job, whose events have that `user`; *known, which may be NULL, becomes
 * whether its key was known. calls_watch watches the job that *ref names, calls_status asks about
 * it, calls_stop cancels it. */
int calls_submit(tesuji_t *t, const msg_submit_t *msg, void *user, uint64_t *job, bool *known);
int calls_watch(tesuji_t *t, const msg_ref_t *ref, void *user, tesuji_report_t *out);
int calls_status(tesuji_t *t, const msg_ref_t *ref, tesuji_report_t *out);
int calls_stop(tesuji_t *t, const msg_ref_t *ref, tesuji_state_t *state);

/* calls_cancel has the daemon cancel a status, by the method that cancels those of its kind. */
int calls_cancel(tesuji_t *t, method_t method, uint64_t status);

/* calls_prepare fills a message from a request, and reads a record that is too long for a
 * message. It returns TESUJI_OK, or the code of the first wrong field, with its path in *why. */
int calls_prepare(const tesuji_request_t *request, msg_submit_t *out, tesuji_error_t *why);

#endif
