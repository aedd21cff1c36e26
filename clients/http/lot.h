/* SPDX-License-Identifier: MIT
 * lot.h - the problems of a batch, cut into the messages by which a daemon takes them
 * (batch.submit): each has a bound of its own.
 *
 * Ownership the caller's storage: lot_make, then lot_free.
 * Threads   any; no state.
 */
#ifndef CLIENTS_HTTP_LOT_H
#define CLIENTS_HTTP_LOT_H

#include <jansson.h>
#include <stdbool.h>

#include "clients/c/tesuji.h"
#include "protocol/wirebuf.h"

/* A message: `count` jobs, those from number `first` on, are `length` bytes of lot.jobs. */
typedef struct {
	size_t begin, length;
	unsigned first, count;
} lot_part_t;

typedef struct {
	wirebuf_t head; /* keys and values of the first message, beside its jobs */
	unsigned pairs; /* in `head` */
	wirebuf_t jobs; /* all, one after the other */
	lot_part_t *part;
	unsigned count, room; /* of parts; 1 at least */
	bool is_strange; /* the jobs are no list: they are in `head`, for the daemon to refuse */
} lot_t;

/* lot_make packs the jobs of the parameters of batch.submit, with `label`, `durable` and `key`.
 * False: *why says what is wrong, and there is nothing to be freed. */
bool lot_make(const json_t *params, lot_t *out, tesuji_error_t *why);
void lot_free(lot_t *lot);

/* lot_bytes returns how much memory the messages hold. */
size_t lot_bytes(const lot_t *lot);

/* lot_message appends the parameters of message number `at`; `batch` is the number that the daemon
 * has given with the first. */
void lot_message(const lot_t *lot, unsigned at, uint64_t batch, wirebuf_t *out);

/* lot_name has an error about message number `at` name the job by its place in the batch:
 * "params.jobs[3].limits" of the second message may be "params.jobs[131].limits". */
void lot_name(const lot_t *lot, unsigned at, tesuji_error_t *error);

#endif
