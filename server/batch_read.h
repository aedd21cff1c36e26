/* SPDX-License-Identifier: MIT
 * batch_read.h - durable batches in the journal, when the daemon starts.
 *
 * A batch without its head was never answered, and is dropped. A job of it that is damaged has
 * failed; a result that is so is searched for again.
 *
 * Threads   main, before the loop runs; batch_read_restore: the loop thread, too.
 */
#ifndef SERVER_BATCH_READ_H
#define SERVER_BATCH_READ_H

#include "server/batches.h"
#include "server/inside.h"

typedef struct {
	batches_t *batches;
	codec_t *codec;
	batch_t *batch; /* whose records are being read */
	uint32_t jobs;  /* that the batch's head tells */
	msg_done_t done;
} batch_read_t;

/* batch_read_record takes a record; NULL: it is damaged. Records come in the order of their names.
 * ERR_FRAME: it was not taken, *why says why. ERR_NOMEM. batch_read_end ends the last batch.
 * batch_read_is_known: has the batch of that id a head? */
err_t batch_read_record(batch_read_t *reader, const ledger_name_t *name, const uint8_t *bytes,
                        size_t count, errinfo_t *why);
err_t batch_read_end(batch_read_t *reader);
bool batch_read_is_known(const batch_read_t *reader, uint64_t id);

/* batch_read_restore goes on with batches that have been read and whose accounts there are. */
void batch_read_restore(server_t *server);

#endif
