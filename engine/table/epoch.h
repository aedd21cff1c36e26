/* SPDX-License-Identifier: MIT
 * epoch.h - grace periods: free what readers may still be looking at. A thin
 * face of liburcu (flavour memb), and the one place that knows how to tell
 * ThreadSanitizer about it.
 *
 * Threads   a thread registers (epoch_thread_join) before it enters, defers or
 *           waits, and leaves before it ends. enter/leave nest and never block.
 *           epoch_defer never blocks; fn runs later on liburcu's own thread,
 *           which epoch_start creates at the caller's priority: call it from
 *           main before any thread lowers itself.
 */
#ifndef ENGINE_TABLE_EPOCH_H
#define ENGINE_TABLE_EPOCH_H

#include <stdbool.h>

typedef struct epoch_node epoch_node_t;

/* Embedded in what is to be freed. Room for liburcu's head. */
struct epoch_node {
	void *room[2];
	void (*fn)(epoch_node_t *node);
};

/* epoch_start may be called again; only the first call does something. */
void epoch_start(void);

void epoch_thread_join(void);
void epoch_thread_leave(void);
bool epoch_thread_has_joined(void);

void epoch_enter(void);
void epoch_leave(void);

/* epoch_defer calls fn(node) once every reader that is inside now has left. */
void epoch_defer(epoch_node_t *node, void (*fn)(epoch_node_t *node));

/* epoch_barrier blocks until every deferred call has run that this thread, or one
 * that told it so, made before. Never between enter and leave, nor from a
 * deferred call. */
void epoch_barrier(void);

#endif
