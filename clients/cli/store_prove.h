/* SPDX-License-Identifier: MIT
 * store_prove.h - solves facts of a store again, to confirm them.
 *
 * Ownership everything is borrowed.
 * Threads   the main thread.
 * Errors    are written to stderr; the exit code is returned.
 */
#ifndef CLIENTS_CLI_STORE_PROVE_H
#define CLIENTS_CLI_STORE_PROVE_H

#include <stdint.h>

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "engine/store/store.h"

enum { STORE_PROVE_DEFAULT = 100 }; /* facts, which take some seconds as a rule */

/* store_prove draws up to `sample` of the `facts` sound facts of a store, solves their questions
 * again in this process, checks the certificates of the proofs, and writes the result. Returns
 * EXIT_DISPROVEN if facts differ, each of which was named. */
exit_t store_prove(store_t *store, const args_t *args, uint64_t facts, uint64_t sample);

#endif
