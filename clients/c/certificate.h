/* SPDX-License-Identifier: MIT
 * certificate.h - the end of the making of a certificate. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_CERTIFICATE_H
#define CLIENTS_C_CERTIFICATE_H

#include "clients/c/handle.h"

/* certificate_take reads job.certified. */
err_t certificate_take(tesuji_t *t, const node_t *params, errinfo_t *why);

#endif
