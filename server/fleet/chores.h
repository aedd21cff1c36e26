/* SPDX-License-Identifier: MIT
 * chores.h - work that is too long for the loop, done on libuv's pool: one piece at a time and in
 * order, so that the pool's other threads are left to who else needs them.
 *
 * Ownership a chore belongs to whoever has added it again when its `end` is called.
 * Threads   the loop thread; `run` is called on a thread of the pool.
 */
#ifndef SERVER_FLEET_CHORES_H
#define SERVER_FLEET_CHORES_H

#include <uv.h>

#include "server/list.h"

enum { CHORES_MOST = 32 /* limit: that wait */ };

typedef struct chore chore_t;

struct chore {
	link_t link;
	void (*run)(chore_t *chore);              /* the pool */
	void (*end)(chore_t *chore, bool is_run); /* the loop; false: it was dropped */
};

typedef struct {
	uv_loop_t *loop;
	uv_work_t work;
	link_t waiting;
	unsigned count;
	chore_t *now; /* NULL: none */
	void (*idle_cb)(void *context);
	void *context;
} chores_t;

/* chores_init makes an empty list. `idle_cb` is called when the last one has ended. */
void chores_init(chores_t *chores, uv_loop_t *loop, void (*idle_cb)(void *context), void *context);

/* chores_add has `run` called, and `end` afterwards; false: enough wait, and nothing is called. */
bool chores_add(chores_t *chores, chore_t *chore);

/* chores_drop ends those that wait. chores_busy: is one being done? */
void chores_drop(chores_t *chores);
bool chores_busy(const chores_t *chores);

#endif
