/* SPDX-License-Identifier: MIT
 * tesuji_call.h - any method of the protocol, in MessagePack, on an asynchronous connection: for
 * gateways and bindings that pass requests on and need no structs.
 *
 * protocol/SPEC.md describes the methods with their parameters and results, and the notifications.
 * Nothing is done on behalf of the caller here: a job that a call has submitted is not cancelled
 * with the call, and a daemon that is busy is not asked again.
 *
 * Ownership what a callback gets is valid until it returns.
 * Threads   tesuji_async_call: any thread, callbacks too. tesuji_async_on_notice: before the first
 *           tesuji_async_run.
 * Errors    as in tesuji_async.h.
 */
#ifndef TESUJI_CALL_H
#define TESUJI_CALL_H

#include "tesuji_async.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tesuji_async_call calls a method with the `bytes` bytes of one MessagePack map as its parameters,
 * which are copied; NULL and 0: there are none. The answer has the result (one MessagePack value)
 * in `result`, or the daemon's error. TESUJI_E_VALUE: the name is too long, or the bytes are no
 * such map; TESUJI_E_LIMIT: they are too many, or nested too deeply. */
TESUJI_API int tesuji_async_call(tesuji_async_t *a, const char *method, const void *params,
                                 size_t bytes, const tesuji_query_t *query, tesuji_error_t *why);

/* tesuji_async_on_notice sets the function that tesuji_async_run calls for each notification of the
 * daemon, "job.done" for example, with its parameters: one MessagePack map, or NULL and 0. Those
 * about queries of tesuji_async.h are among them. NULL: nobody is told. */
TESUJI_API void tesuji_async_on_notice(tesuji_async_t *a,
                                       void (*noticed)(tesuji_async_t *a, const char *method,
                                                       const void *params, size_t bytes,
                                                       void *user),
                                       void *user);

#ifdef __cplusplus
}
#endif

#endif
