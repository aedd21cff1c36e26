/* SPDX-License-Identifier: MIT
 * assets.h - the files of the page, which are read once and answered from memory.
 *
 * Units     bytes.
 * Ownership a set of files is its maker's; it outlives the connections.
 * Threads   the loop's.
 * Errors    one text says which file or folder, and what is wrong.
 */
#ifndef CLIENTS_HTTP_ASSETS_H
#define CLIENTS_HTTP_ASSETS_H

#include "clients/http/request.h"

enum { ASSETS_ERROR_BYTES = 512 };

typedef struct assets assets_t;

/* assets_load reads the files of a folder, which has an index.html: those whose endings it knows,
 * each with its NAME.gz if there is one. NULL, with the reason in `why` [ASSETS_ERROR_BYTES]. */
assets_t *assets_load(const char *folder, char *why);
void assets_free(assets_t *assets);

/* assets_folder writes where the page is installed, seen from this program, to `out`; false: nobody
 * knows, or there is nothing. */
bool assets_folder(char *out, size_t size);

/* assets_answer answers a request for a file, "/" being index.html. False: there is no such file,
 * and the request is not answered. `assets` may be NULL: no files. */
bool assets_answer(const assets_t *assets, request_t *r);

#endif
