/* SPDX-License-Identifier: MIT
 * tesuji_proof.h - certificates that are made within limits, and how far they are.
 *
 * Ownership, threads and errors as in tesuji.h.
 */
#ifndef TESUJI_PROOF_H
#define TESUJI_PROOF_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What making a certificate may cost, and how far it is. */
typedef struct {
	int64_t time_ms; /* TESUJI_DEFAULT: 60000; 0: the most that the daemon allows */
	int64_t nodes;   /* that are searched again; TESUJI_DEFAULT, 0: likewise */
	uint64_t made;   /* written: nodes of it that there were when it was last asked for */
} tesuji_making_t;

/* tesuji_certify hands the certificate of a job (docs/proofs.md) to `write` in pieces; what that
 * returns but 0 ends it. It may have to be made, within the limits of `making` (NULL: those by
 * default) unless that was begun already: TESUJI_E_LIMIT. If that takes longer than timeout_ms, -1
 * = for ever, it goes on and the answer is TESUJI_E_TIMEOUT: to ask again waits on. */
TESUJI_API int tesuji_certify(tesuji_t *t, uint64_t job, tesuji_making_t *making, int timeout_ms,
                              int (*write)(void *user, const void *data, size_t n), void *user);

#ifdef __cplusplus
}
#endif

#endif
