/* SPDX-License-Identifier: MIT
 * page.h - one page of a data file of LMDB 0.9, read without LMDB: is it what it says?
 *
 * The format is that of LMDB (MDB_page, MDB_node, MDB_meta, MDB_db), data version 1, on a
 * machine of 64 bits, numbers in its own byte order:
 *
 *   page   8 its number; 2 unused; 2 flags; 2 lower, 2 upper (or 4: pages of an overflow);
 *          then two bytes for each node, where it begins, up to `lower`; the nodes lie without a
 *          gap from `upper` to the end of the page, each of an even size
 *   node   of a leaf: 4 size of the data, 2 flags, 2 size of the key, the key, the data
 *          of a branch: 6 number of the page below, 2 size of the key, the key
 *   table  4 padding, 2 flags, 2 depth, 8 each: branch, leaf and overflow pages, entries, root
 *   meta   (after the head of pages 0 and 1) 4 magic, 4 version, 8 address, 8 size of the map,
 *          the table of free pages, the table of tables, 8 last page, 8 transaction
 *
 * Threads   values.
 */
#ifndef ENGINE_STORE_PAGE_H
#define ENGINE_STORE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PAGE_HEAD = 16,
	PAGE_NODE = 8, /* bytes before a node's key */
	PAGE_TABLE = 48,
	PAGE_KEY_MOST = 511,
	PAGE_LEAST = 4096, /* sizes of a page; a power of two */
	PAGE_MOST = 32768,
	PAGE_DEPTH_MOST = 32, /* of a tree: LMDB goes no deeper */
};

#define PAGE_NONE UINT64_MAX /* the root of an empty table */

/* Kinds of pages, and of a leaf's nodes. */
enum { PAGE_BRANCH = 1, PAGE_LEAF = 2, PAGE_OVERFLOW = 4, PAGE_META = 8 };
enum { NODE_BIG = 1, NODE_TABLE = 2 };

typedef struct {
	unsigned flags, depth;
	uint64_t pad, branches, leaves, overflows, entries, root;
} page_table_t;

typedef struct {
	size_t page_bytes;
	page_table_t free, main;
	uint64_t last, transaction;
} page_meta_t;

typedef struct {
	unsigned flags; /* of a leaf's */
	const uint8_t *key, *data;
	size_t key_bytes, data_bytes;
	uint64_t below; /* of a branch's */
} page_node_t;

/* page_table reads the PAGE_TABLE bytes that tell of a table. */
void page_table(const uint8_t *bytes, page_table_t *out);

/* page_meta reads page 0 or 1, given its first PAGE_LEAST bytes; false: it is none. */
bool page_meta(const uint8_t *bytes, uint64_t number, page_meta_t *out);

/* page_is_sound looks at all of a branch or leaf page: its number, its kind, and that its nodes
 * lie within it and not in each other. `map` is room for half as many bytes. */
bool page_is_sound(const uint8_t *page, size_t bytes, uint64_t number, unsigned kind, uint8_t *map);

/* page_overflow returns how many pages an overflow has, 0 for bytes that are none. */
uint64_t page_overflow(const uint8_t *page, uint64_t number);

/* page_keys counts the nodes of a page; page_node reads one of a page that is sound. The data of a
 * node that is NODE_BIG are the number of the page that has them; data_bytes is how many it has. */
unsigned page_keys(const uint8_t *page);
void page_node(const uint8_t *page, unsigned index, page_node_t *out);

/* page_number reads eight bytes. */
uint64_t page_number(const uint8_t *bytes);

#endif
