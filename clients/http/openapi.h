/* SPDX-License-Identifier: MIT
 * openapi.h - describes the interface as OpenAPI 3.1, from the tables that answer by: routes.h,
 * ask.h, and the protocol's tables of fields.
 *
 * Ownership the result is the caller's: json_decref. NULL: no memory.
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_OPENAPI_H
#define CLIENTS_HTTP_OPENAPI_H

#include <jansson.h>

json_t *openapi_make(void);

#endif
