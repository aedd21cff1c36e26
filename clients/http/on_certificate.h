/* SPDX-License-Identifier: MIT
 * on_certificate.h - answers the requests for the certificate of a job.
 *
 * Threads   the loop's.
 * Errors    the function answers its request, with an error if need be; who has been sent a part
 *           of a certificate whose rest cannot be had finds the connection closed.
 */
#ifndef CLIENTS_HTTP_ON_CERTIFICATE_H
#define CLIENTS_HTTP_ON_CERTIFICATE_H

#include "clients/http/request.h"

/* That are passed on at once: of an account, of all. */
enum { ON_CERTIFICATE_MOST = 16, ON_CERTIFICATE_ALL = 64 };

void on_certificate_get(request_t *r);

#endif
