/* SPDX-License-Identifier: MIT
 * tesuji_proof.h - certificates that are made within limits, and how far their making is.
 *
 * Ownership as in tesuji.h.
 * Threads   as in tesuji.h.
 * Errors    as in tesuji.h.
 */
#ifndef TESUJI_PROOF_H
#define TESUJI_PROOF_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What making a certificate may cost, and how far it is. */
typedef struct {
	int64_t time_ms; /* for making it; TESUJI_DEFAULT: 60000; 0: as much as the daemon allows */
	int64_t nodes;   /* to be searched again; TESUJI_DEFAULT and 0: as many as it allows */
	uint64_t made;   /* written by the call: nodes of the certificate so far */
} tesuji_making_t;

/* tesuji_certify fetches the certificate of a job (docs/proofs.md) and passes it to `write` in
 * pieces, in order; if that returns something other than 0, the call ends and returns it. If the
 * certificate is not made yet, the daemon begins to make it within the limits of `making` (NULL:
 * the default ones), unless another request has begun that already. TESUJI_E_LIMIT: a limit
 * ended the making. TESUJI_E_TIMEOUT: it takes longer than timeout_ms (-1 = for ever) and goes
 * on; call again to wait on. */
TESUJI_API int tesuji_certify(tesuji_t *t, uint64_t job, tesuji_making_t *making, int timeout_ms,
                              int (*write)(void *user, const void *data, size_t n), void *user);

#ifdef __cplusplus
}
#endif

#endif
