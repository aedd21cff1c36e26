/* SPDX-License-Identifier: MIT
 * test_server_parts.c - states of a connection, ids, lists, and the bridge. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "server/bridge.h"
#include "server/conn.h"
#include "server/idmap.h"
#include "server/list.h"

static void connections_only_move_on(void **state)
{
	static const char *const moves[CONN_STATES] = {
	        [CONN_OPEN] = "-EF-C", [CONN_ENDING] = "--F-C",  [CONN_FLUSHING] = "---SC",
	        [CONN_SHUT] = "----C", [CONN_CLOSING] = "-----",
	};

	(void)state;
	for (int from = 0; from < CONN_STATES; from++)
		for (int to = 0; to < CONN_STATES; to++)
			assert_int_equal(conn_may_go((conn_state_t)from, (conn_state_t)to),
			                 moves[from][to] != '-');
}

static void ids_are_found_and_never_come_back(void **state)
{
	enum { NODES = 1000 };
	static idnode_t nodes[NODES];
	static idmap_t map;

	(void)state;
	idmap_init(&map);
	assert_null(idmap_find(&map, 0));
	for (unsigned i = 0; i < NODES; i++)
		idmap_add(&map, &nodes[i]);
	for (unsigned i = 0; i < NODES; i++)
		assert_ptr_equal(idmap_find(&map, i + 1), &nodes[i]);
	for (unsigned i = 0; i < NODES; i += 2)
		idmap_remove(&map, &nodes[i]);
	for (unsigned i = 0; i < NODES; i++)
		assert_ptr_equal(idmap_find(&map, i + 1), i % 2 ? &nodes[i] : NULL);
	idmap_add(&map, &nodes[0]);
	assert_int_equal(nodes[0].id, NODES + 1);
	assert_null(idmap_find(&map, 1));
	idmap_remove(&map, &nodes[0]);
	for (unsigned i = 1; i < NODES; i += 2)
		idmap_remove(&map, &nodes[i]);
	idmap_fini(&map);
}

/* When the array cannot grow the map works on, with longer chains. */
static void ids_survive_lack_of_memory(void **state)
{
	enum { NODES = 200 };
	static idnode_t nodes[NODES];
	static idmap_t map;

	(void)state;
	idmap_init(&map);
	mem_fail_after(0);
	for (unsigned i = 0; i < NODES; i++)
		idmap_add(&map, &nodes[i]);
	assert_false(mem_fail_pending());
	for (unsigned i = 0; i < NODES; i++)
		assert_ptr_equal(idmap_find(&map, i + 1), &nodes[i]);
	for (unsigned i = 0; i < NODES; i++)
		idmap_remove(&map, &nodes[i]);
	idmap_fini(&map);
}

static void lists_link_and_unlink(void **state)
{
	link_t list, other, links[3];

	(void)state;
	list_init(&list);
	assert_true(list_empty(&list));
	for (int i = 0; i < 3; i++) {
		list_init(&links[i]);
		list_add(&list, &links[i]);
	}
	assert_ptr_equal(list.next, &links[0]);
	assert_ptr_equal(list.previous, &links[2]);
	list_drop(&links[1]);
	list_drop(&links[1]);
	assert_ptr_equal(links[0].next, &links[2]);
	list_take(&other, &list);
	assert_true(list_empty(&list));
	assert_ptr_equal(other.next, &links[0]);
	list_drop(&links[0]);
	list_drop(&links[2]);
	assert_true(list_empty(&other));
}

enum { POSTERS = 4, POSTS = 20000, NODES_EACH = 64 };

typedef struct {
	bridge_node_t node;
	unsigned poster, number;
	atomic_bool posted;
} parcel_t;

typedef struct {
	bridge_t *bridge;
	unsigned index;
	parcel_t parcels[NODES_EACH];
} poster_t;

static poster_t posters[POSTERS];
static unsigned arrived[POSTERS];

static void arrive(bridge_node_t *node)
{
	parcel_t *p = LIST_ENTRY(node, parcel_t, node);

	assert_int_equal(p->number, arrived[p->poster]); /* in the poster's order */
	arrived[p->poster]++;
	atomic_store_explicit(&p->posted, false, memory_order_release);
}

static void *poster_main(void *argument)
{
	poster_t *self = argument;

	for (unsigned i = 0; i < POSTS; i++) {
		parcel_t *p = &self->parcels[i % NODES_EACH];

		while (atomic_load_explicit(&p->posted, memory_order_acquire))
			sched_yield();
		p->number = i;
		p->poster = self->index;
		p->node.run = arrive;
		atomic_store_explicit(&p->posted, true, memory_order_relaxed);
		bridge_post(self->bridge, &p->node);
	}
	return NULL;
}

static void bridge_keeps_each_order(void **state)
{
	pthread_t threads[POSTERS];
	bridge_t *bridge;
	uv_loop_t loop;
	pace_t pace;

	(void)state;
	assert_int_equal(uv_loop_init(&loop), 0);
	pace_init(&pace, &loop);
	assert_int_equal(bridge_create(&loop, &pace, &bridge), ERR_OK);
	for (unsigned i = 0; i < POSTERS; i++) {
		posters[i].bridge = bridge;
		posters[i].index = i;
		assert_int_equal(pthread_create(&threads[i], NULL, poster_main, &posters[i]), 0);
	}
	for (unsigned total = 0; total < POSTERS * POSTS;) {
		(void)uv_run(&loop, UV_RUN_ONCE);
		total = 0;
		for (unsigned i = 0; i < POSTERS; i++)
			total += arrived[i];
	}
	for (unsigned i = 0; i < POSTERS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	bridge_close(bridge);
	pace_close(&pace);
	(void)uv_run(&loop, UV_RUN_DEFAULT);
	assert_int_equal(uv_loop_close(&loop), 0);
	assert_int_equal(mem_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(connections_only_move_on),
	        cmocka_unit_test(ids_are_found_and_never_come_back),
	        cmocka_unit_test(ids_survive_lack_of_memory),
	        cmocka_unit_test(lists_link_and_unlink),
	        cmocka_unit_test(bridge_keeps_each_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
