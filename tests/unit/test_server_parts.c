/* SPDX-License-Identifier: MIT
 * test_server_parts.c - states of a connection, ids and lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "server/conn.h"
#include "server/idmap.h"
#include "server/keymap.h"
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

static void keys_belong_to_accounts(void **state)
{
	static keymap_t map;
	keynode_t ab, a, nobody;

	(void)state;
	keymap_init(&map);
	keymap_node(&ab, "ab", "c");
	keymap_node(&a, "a", "bc");
	keymap_node(&nobody, "", "c");
	keymap_drop(&ab); /* in no map */
	keymap_add(&map, &ab);
	keymap_add(&map, &a);
	keymap_add(&map, &nobody);
	assert_ptr_equal(keymap_find(&map, "ab", "c"), &ab);
	assert_ptr_equal(keymap_find(&map, "a", "bc"), &a);
	assert_ptr_equal(keymap_find(&map, "", "c"), &nobody);
	assert_null(keymap_find(&map, "", "abc"));
	keymap_drop(&ab);
	assert_null(keymap_find(&map, "ab", "c"));
	keymap_add(&map, &ab);
	assert_ptr_equal(keymap_find(&map, "ab", "c"), &ab);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(connections_only_move_on),
	        cmocka_unit_test(ids_are_found_and_never_come_back),
	        cmocka_unit_test(ids_survive_lack_of_memory),
	        cmocka_unit_test(keys_belong_to_accounts),
	        cmocka_unit_test(lists_link_and_unlink),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
