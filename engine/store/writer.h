/* SPDX-License-Identifier: MIT
 * writer.h - a process beside this one, in which a task may crash without harm.
 *
 * Whoever writes to the data of a store follows pages that somebody else may cut short or change
 * at that very moment. LMDB then reads wild addresses, overwrites its heap or goes in circles. In
 * a process apart that costs the task, and the process that has the store is told of it.
 *
 * Ownership a writer_t owns a process and a socket; writer_end ends both.
 * Threads   one thread at a time. The keeper ends with the thread that began it: that of
 *           writer_begin, or of the writer_run that found no keeper.
 * Errors    errno values.
 */
#ifndef ENGINE_STORE_WRITER_H
#define ENGINE_STORE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	WRITER_FILES = 3, /* open files of a task, at most */
	WRITER_ANSWER_MOST = 1024,
};

/* A task: bytes whose meaning the work knows, and open files; -1: no file. */
typedef struct {
	const void *bytes;
	size_t count;
	int file[WRITER_FILES];
	unsigned seconds; /* of the processor, that it may take */
} writer_task_t;

/* The work on a task: it fills the answer, of WRITER_ANSWER_MOST bytes that are 0. It runs in a
 * process of its own that ends with it, so it need not free anything. */
typedef void writer_work_t(const writer_task_t *task, void *answer);

typedef struct {
	writer_work_t *work;
	pid_t process; /* 0: there is none */
	int socket;
} writer_t;

/* What became of a task. */
typedef enum {
	WRITER_DONE,    /* the answer is there */
	WRITER_CRASHED, /* a signal ended the work or the keeper, or the work ran for too long */
	WRITER_FAILED,  /* there was no process to do it; errno says why. Nothing was done */
} writer_fate_t;

/* writer_begin starts the keeper, the process that makes one more process for each task. It is a
 * copy of this process, so it is best begun while this one is small. False: errno says why;
 * writer_run tries again. */
bool writer_begin(writer_t *writer, writer_work_t *work);
void writer_end(writer_t *writer);

/* writer_run has a task done, and waits for it. What the work wrote to files stays, whatever became
 * of the task. */
writer_fate_t writer_run(writer_t *writer, const writer_task_t *task, void *answer,
                         size_t answer_bytes);

#endif
