/* SPDX-License-Identifier: MIT
 * transaction.h - what the process beside a store (writer.h) does to its data.
 *
 * A task is a transaction_t, and what its kind adds. Facts come as a row of fact_head_t, each
 * followed by the bytes of its record; or by FORGET_BYTES, which are the sum of a record that is to
 * be dropped.
 *
 * Units     pages are those of the system.
 * Errors    in the answer. Nothing was written then.
 */
#ifndef ENGINE_STORE_TRANSACTION_H
#define ENGINE_STORE_TRANSACTION_H

#include "engine/store/data.h"
#include "engine/store/store.h"
#include "engine/store/writer.h"

typedef enum {
	TRANSACTION_PREPARE, /* make the tables and the header that are missing, check the header */
	TRANSACTION_FACTS,   /* write facts, and make room for them */
	TRANSACTION_COPY,    /* write a compact copy into a file */
} transaction_kind_t;

/* The files that come with a task. */
enum {
	FILE_FOLDER, /* the folder of the data */
	FILE_LOCK,   /* held while the task lasts */
	FILE_COPY,   /* the copy is written into it */
};

typedef struct {
	transaction_kind_t kind;
	size_t bytes; /* the data may grow to so many */
	size_t drops; /* facts that may be dropped to make room */
	dev_t device; /* the file of the data, */
	ino_t inode;  /* which must be the one that is found in the folder */
} transaction_t;

enum { FORGET_BYTES = 4 };

typedef struct {
	uint64_t hash;
	uint64_t bytes; /* of the record that follows, or FORGET_BYTES */
} fact_head_t;

typedef struct {
	int rc;                       /* 0, or an error of LMDB's or of the system */
	bool is_replaced;             /* the folder has another file */
	bool has_no_header;           /* though there are facts */
	char header[META_VALUE_MOST]; /* of other rules or another format, printable; else "" */
	measure_t measure;
	uint64_t evicted;
} transaction_answer_t;

/* transaction_work is the work of a writer_t: it fills *to, a transaction_answer_t. */
void transaction_work(const writer_task_t *task, void *to);

#endif
