/* SPDX-License-Identifier: MIT
 * durable_record.h - what the journal has of a durable job, in bytes: MessagePack maps, read as if
 * a stranger had written them.
 *
 *   JOB     {v: 1, at, account, key, body}   body: the parameters of job.submit, bin
 *   CANCEL  {v: 1, at}                       somebody has cancelled it
 *   RESULT  {v: 1, at, done}                 done: the map of job.done, bin
 *
 * and of a durable batch, whose jobs are items, counted from 0:
 *
 *   BATCH   {v: 1, at, account, key, label, jobs}   its head, written when all jobs are there
 *   ITEM    {v: 1, at, body}                 one of its jobs
 *   ENDED   {v: 1, at, n, done}              its result, which was the n-th
 *   STOP    {v: 1, at}                       somebody has cancelled the batch
 *
 * `at` is the time by the wall clock, in ms since 1970. All records of a job have its id, which no
 * other job has as long as the journal has any of it.
 *
 * Ownership what is read lends `bytes`, which point into what was read.
 * Threads   the loop thread, or main before it.
 * Errors    writing fails in the buffer (wirebuf.h).
 */
#ifndef SERVER_DURABLE_RECORD_H
#define SERVER_DURABLE_RECORD_H

#include "engine/base/sha256.h"
#include "engine/store/ledger.h"
#include "protocol/msg_auth.h"

typedef enum {
	DURABLE_JOB,
	DURABLE_CANCEL,
	DURABLE_RESULT,
	DURABLE_BATCH,
	DURABLE_ITEM,
	DURABLE_ENDED,
	DURABLE_STOP,
	DURABLE_KINDS
} durable_kind_t;

typedef struct {
	uint64_t at_ms;
	char account[MSG_ACCOUNT_BYTES], key[MSG_KEY_BYTES]; /* of a JOB or BATCH */
	char label[MSG_LABEL_BYTES];                         /* of a BATCH */
	uint64_t number;                                     /* jobs of a BATCH; n of an ENDED */
	const uint8_t *bytes;                                /* a body, or a result's done */
	size_t count;
} durable_record_t;

void durable_record_write(wirebuf_t *out, durable_kind_t kind, const durable_record_t *record);

/* durable_record_put makes *change one that writes a record of the kind name.kind. Its bytes are
 * *bytes, of *capacity; the caller frees them when it is written. On failure, ERR_NOMEM or
 * ERR_LIMIT, nothing is changed. */
err_t durable_record_put(ledger_change_t *change, ledger_name_t name,
                         const durable_record_t *record, uint8_t **bytes, size_t *capacity);

/* durable_record_read fails with ERR_FRAME, or an error of the codec's, for bytes that are no
 * record of that kind. */
err_t durable_record_read(codec_t *codec, durable_kind_t kind, const uint8_t *bytes, size_t count,
                          durable_record_t *out, errinfo_t *why);

/* durable_record_body writes what a durable job is about, by which it is told whether a submission
 * is the same: all but who hears of it and how often. durable_record_submit reads that. The digest
 * is the bytes'. */
void durable_record_body(wirebuf_t *out, const msg_submit_t *msg);
err_t durable_record_submit(codec_t *codec, const uint8_t *bytes, size_t count, msg_submit_t *out,
                            errinfo_t *why);
void durable_record_digest(const uint8_t *bytes, size_t count, uint8_t out[SHA256_BYTES]);

/* durable_record_done reads the map of a RESULT. */
err_t durable_record_done(codec_t *codec, const uint8_t *bytes, size_t count, msg_done_t *out,
                          errinfo_t *why);

#endif
