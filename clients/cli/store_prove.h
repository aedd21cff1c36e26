/* SPDX-License-Identifier: MIT
 * store_prove.h - facts of a store found out again. */
#ifndef CLIENTS_CLI_STORE_PROVE_H
#define CLIENTS_CLI_STORE_PROVE_H

#include <stdint.h>

#include "clients/cli/args.h"
#include "clients/cli/exits.h"
#include "engine/store/store.h"

enum { STORE_PROVE_DEFAULT = 100 }; /* facts: some seconds, as a rule */

/* store_prove draws up to `sample` of the `facts` sound ones of a store, solves their questions
 * again in this process, has the proofs' certificates checked, and tells what came of it.
 * EXIT_DISPROVEN: facts differ, each of which was named. */
exit_t store_prove(store_t *store, const args_t *args, uint64_t facts, uint64_t sample);

#endif
