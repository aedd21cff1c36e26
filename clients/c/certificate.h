/* SPDX-License-Identifier: MIT
 * certificate.h - the end of the making of a certificate. Library internals.
 *
 * Threads   one at a time for each handle.
 */
#ifndef CLIENTS_C_CERTIFICATE_H
#define CLIENTS_C_CERTIFICATE_H

#include "clients/c/handle.h"

/* certificate_take takes the parameters of job.certified. It returns the error with which they
 * cannot be read. */
err_t certificate_take(tesuji_t *t, const node_t *params, errinfo_t *why);

#endif
