/* SPDX-License-Identifier: MIT
 * pages.c - goes through the trees of a data file of LMDB.
 *
 * Why so       Two other ways were weighed: sums of all pages in a file beside the data, which
 *              every commit would have to write and to keep in step with LMDB; and a walk by LMDB
 *              in a child process, which finds crashes only, and no page that a later write would
 *              trip over. A file can still be damaged in ways that look right page by page. These
 *              do no harm: a record has a sum of its own, and a question is compared with what is
 *              found.
 *
 * Order        The table of tables comes first, then each table, then the free pages. One set of
 *              bits tells which pages have been reached, as used or as free. A page that is
 *              reached twice is damage, whichever way comes first.
 *
 * Meta pages   LMDB takes the newer of the two meta pages. Transactions write them in turn, page
 *              0 the even ones. If their numbers do not follow each other, one of them is wrong.
 *
 * Reading      The file is read in its own order first, so that a disk reads at its full speed,
 *              then in the order of the trees, out of the kernel's memory. It is read by pread: a
 *              file that is cut short meanwhile is an error then, and no signal. */
#include "engine/store/pages.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/store/page.h"

enum {
	TABLES_MOST = 4,
	AHEAD_BYTES = 1 << 20,
	LOOSE_PAGES = 1 << 18, /* that a transaction may have counted, not written */
};

typedef struct {
	int fd;
	const pages_kind_t *kinds;
	unsigned count;
	const _Atomic bool *is_cancelled; /* NULL: never */
	page_meta_t meta;
	page_table_t table[TABLES_MOST]; /* found in the table of tables, by the order of kinds */
	uint8_t *reached;                /* a bit a page */
	uint8_t *map;                    /* half a page */
	pages_seen_t *seen;
	errinfo_t *why;
} walk_t;

/* A tree being walked. */
typedef struct {
	enum { OF_TABLES, OF_RECORDS, OF_FREE } what;
	unsigned kind;                                 /* OF_RECORDS */
	page_table_t is;                               /* what it says of itself, */
	uint64_t branches, leaves, overflows, entries; /* and what is there */
	size_t key_bytes;
	uint8_t low[PAGE_KEY_MOST]; /* the key before; the next must be greater, */
	size_t low_bytes;
	bool has_low, may_equal; /* or as great */
} tree_t;

typedef struct {
	uint8_t *page;
	unsigned next, keys;
} level_t;

static err_t damaged(const walk_t *w, uint64_t page, const char *what)
{
	return err_fail(w->why, ERR_VALUE, "page %llu %s", (unsigned long long)page, what);
}

static err_t read_at(const walk_t *w, uint64_t page, size_t from, uint8_t *to, size_t bytes)
{
	off_t at = (off_t)(page * w->meta.page_bytes + from);

	while (bytes > 0) {
		const ssize_t n = pread(w->fd, to, bytes, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_fail(w->why, ERR_IO, "cannot read page %llu: %s",
			                (unsigned long long)page, strerror(errno));
		if (n == 0)
			return err_fail(w->why, ERR_VALUE, "its data was cut short");
		to += n;
		at += n;
		bytes -= (size_t)n;
	}
	return ERR_OK;
}

static err_t check_cancelled(const walk_t *w)
{
	if (w->is_cancelled == NULL || !atomic_load_explicit(w->is_cancelled, memory_order_relaxed))
		return ERR_OK;
	return err_fail(w->why, ERR_CANCELLED, "the look at its pages was given up");
}

/* reach notes a page; false: it cannot be one, or has been reached before. */
static bool reach(walk_t *w, uint64_t page)
{
	const uint8_t bit = (uint8_t)(1 << page % 8);

	if (page < 2 || page > w->meta.last || (w->reached[page / 8] & bit) != 0)
		return false;
	w->reached[page / 8] |= bit;
	return true;
}

static int compare(const tree_t *t, const uint8_t *a, size_t a_bytes, const uint8_t *b,
                   size_t b_bytes)
{
	const size_t least = a_bytes < b_bytes ? a_bytes : b_bytes;
	int order;

	if (t->what == OF_FREE) {
		const uint64_t x = page_number(a), y = page_number(b);

		return x < y ? -1 : x > y;
	}
	order = memcmp(a, b, least);
	return order != 0 ? order : a_bytes < b_bytes ? -1 : a_bytes > b_bytes;
}

/* follows: is the key where it must be, after all before it? */
static bool follows(tree_t *t, const page_node_t *node, bool is_leaf)
{
	if (node->key_bytes == 0 || (t->key_bytes != 0 && node->key_bytes != t->key_bytes))
		return false;
	if (t->has_low) {
		const int order = compare(t, node->key, node->key_bytes, t->low, t->low_bytes);

		if (order < 0 || (order == 0 && !t->may_equal))
			return false;
	}
	assert(node->key_bytes <= sizeof(t->low)); /* page_is_sound has seen to it */
	memcpy(t->low, node->key, node->key_bytes);
	t->low_bytes = node->key_bytes;
	t->has_low = true;
	t->may_equal = !is_leaf;
	return true;
}

/* see_table notes one of the tables. */
static err_t see_table(walk_t *w, const page_node_t *node, uint64_t page)
{
	unsigned k = 0;

	while (k < w->count && (strlen(w->kinds[k].name) != node->key_bytes ||
	                        memcmp(w->kinds[k].name, node->key, node->key_bytes) != 0))
		k++;
	if (k == w->count || node->flags != NODE_TABLE || node->data_bytes != PAGE_TABLE)
		return damaged(w, page, "has a table that is none");
	page_table(node->data, &w->table[k]);
	if (w->table[k].flags != 0 || w->table[k].pad != 0)
		return damaged(w, page, "has a table that is none");
	w->seen->tables |= 1u << k;
	return ERR_OK;
}

/* see_list notes the pages of a list as free: their count, then their numbers downwards. */
static err_t see_list(walk_t *w, const uint8_t *list, size_t bytes, uint64_t page)
{
	const uint64_t count = bytes >= 8 && bytes % 8 == 0 ? page_number(list) : UINT64_MAX;

	if (bytes < 8 || count > bytes / 8 - 1)
		return damaged(w, page, "has a list of free pages that is none");
	for (uint64_t i = 1; i <= count; i++) {
		const uint64_t is_free = page_number(list + 8 * i);

		if ((i > 1 && is_free >= page_number(list + 8 * (i - 1))) || !reach(w, is_free))
			return damaged(w, is_free, "is said to be free, and is not");
	}
	w->seen->free += count;
	return ERR_OK;
}

/* see_big reads a list of free pages that has pages of its own. */
static err_t see_big(walk_t *w, tree_t *t, const page_node_t *node, uint64_t page)
{
	const size_t bytes = node->data_bytes;
	const uint64_t first = page_number(node->data);
	const uint64_t least = (PAGE_HEAD - 1 + (uint64_t)bytes) / w->meta.page_bytes + 1;
	uint8_t head[PAGE_HEAD], *list;
	uint64_t pages;
	err_t err;

	if (first < 2 || first > w->meta.last)
		return damaged(w, page, "leads out of the file");
	if ((err = read_at(w, first, 0, head, sizeof(head))) != ERR_OK)
		return err;
	pages = page_overflow(head, first);
	if (pages < least || pages > w->meta.last)
		return damaged(w, first, "is not of the size that it should be");
	for (uint64_t i = 0; i < pages; i++)
		if (!reach(w, first + i))
			return damaged(w, first + i, "is reached twice");
	t->overflows += pages;
	list = mem_alloc(bytes);
	if (list == NULL)
		return err_fail(w->why, ERR_NOMEM, "out of memory");
	err = read_at(w, first, PAGE_HEAD, list, bytes);
	if (err == ERR_OK)
		err = see_list(w, list, bytes, first);
	mem_free(list, bytes);
	return err;
}

static err_t see_entry(walk_t *w, tree_t *t, const page_node_t *node, uint64_t page)
{
	const pages_kind_t *kind = &w->kinds[t->kind];

	t->entries++;
	if (t->what == OF_TABLES)
		return see_table(w, node, page);
	if (t->what == OF_FREE) {
		const uint64_t by = page_number(node->key);

		if (by == 0 || by > w->meta.transaction || node->flags > NODE_BIG)
			return damaged(w, page, "has a list of free pages that is none");
		return node->flags != 0 ? see_big(w, t, node, page)
		                        : see_list(w, node->data, node->data_bytes, page);
	}
	if (node->flags != 0 || node->data_bytes > kind->value_most)
		return damaged(w, page, "has an entry that is none");
	if (kind->is_sound != NULL && !kind->is_sound(node->key, node->data, node->data_bytes))
		w->seen->unsound++;
	w->seen->records += kind->begins != NULL && kind->begins(node->key);
	return ERR_OK;
}

static err_t enter(walk_t *w, tree_t *t, uint64_t page, unsigned depth, level_t *level)
{
	const bool is_leaf = depth + 1 == t->is.depth;
	err_t err;

	assert(depth < t->is.depth && level->page != NULL);
	if ((err = check_cancelled(w)) != ERR_OK)
		return err;
	if (!reach(w, page))
		return damaged(w, page, "is reached twice, or is none");
	if ((err = read_at(w, page, 0, level->page, w->meta.page_bytes)) != ERR_OK)
		return err;
	if (!page_is_sound(level->page, w->meta.page_bytes, page, is_leaf ? PAGE_LEAF : PAGE_BRANCH,
	                   w->map))
		return damaged(w, page, "is not what was written");
	t->leaves += is_leaf;
	t->branches += !is_leaf;
	level->next = 0;
	level->keys = page_keys(level->page);
	return ERR_OK;
}

static err_t go_through(walk_t *w, tree_t *t, level_t *levels)
{
	unsigned depth = 0;
	err_t err = enter(w, t, t->is.root, 0, &levels[0]);

	while (err == ERR_OK) {
		level_t *level = &levels[depth];
		const bool is_leaf = depth + 1 == t->is.depth;
		const uint64_t page = page_number(level->page);
		page_node_t node;

		if (level->next == level->keys) {
			if (depth-- == 0)
				return ERR_OK;
			continue;
		}
		page_node(level->page, level->next, &node);
		/* The first key of a branch says nothing. */
		if ((is_leaf || level->next > 0) && !follows(t, &node, is_leaf))
			return damaged(w, page, "has keys that are not in order");
		level->next++;
		if (is_leaf) {
			err = see_entry(w, t, &node, page);
		} else {
			depth++;
			err = enter(w, t, node.below, depth, &levels[depth]);
		}
	}
	return err;
}

static err_t walk_tree(walk_t *w, tree_t *t)
{
	const size_t bytes = t->is.depth * w->meta.page_bytes;
	level_t levels[PAGE_DEPTH_MOST] = {{NULL, 0, 0}};
	uint8_t *pages;
	err_t err;

	if ((t->is.root == PAGE_NONE) != (t->is.depth == 0) || t->is.depth > PAGE_DEPTH_MOST)
		return err_fail(w->why, ERR_VALUE, "a table has no root");
	if (t->is.depth > 0) {
		pages = mem_alloc(bytes);
		if (pages == NULL)
			return err_fail(w->why, ERR_NOMEM, "out of memory");
		for (unsigned i = 0; i < t->is.depth; i++)
			levels[i].page = pages + i * w->meta.page_bytes;
		err = go_through(w, t, levels);
		mem_free(pages, bytes);
		if (err != ERR_OK)
			return err;
	}
	if (t->entries != t->is.entries || t->leaves != t->is.leaves ||
	    t->branches != t->is.branches || t->overflows != t->is.overflows)
		return err_fail(w->why, ERR_VALUE, "a table has not the pages that it says");
	w->seen->used += t->leaves + t->branches + t->overflows;
	return ERR_OK;
}

static err_t walk_all(walk_t *w)
{
	tree_t tree = {.what = OF_TABLES, .is = w->meta.main};
	err_t err;

	if (w->meta.main.flags != 0)
		return err_fail(w->why, ERR_VALUE, "a table is of another kind");
	err = walk_tree(w, &tree);
	for (unsigned k = 0; k < w->count && err == ERR_OK; k++) {
		tree = (tree_t){.what = OF_RECORDS,
		                .kind = k,
		                .is = w->table[k],
		                .key_bytes = w->kinds[k].key_bytes};
		if ((w->seen->tables >> k & 1) != 0)
			err = walk_tree(w, &tree);
	}
	if (err != ERR_OK)
		return err;
	tree = (tree_t){.what = OF_FREE, .is = w->meta.free, .key_bytes = 8};
	return walk_tree(w, &tree);
}

/* read_metas reads both, and takes the newer. */
static err_t read_metas(walk_t *w, uint64_t bytes)
{
	uint8_t page[PAGE_LEAST];
	page_meta_t meta[2];
	uint64_t newer;

	w->meta.page_bytes = PAGE_LEAST; /* the second is where the first says */
	for (unsigned i = 0; i < 2; i++) {
		const err_t err = read_at(w, i, 0, page, sizeof(page));

		if (err != ERR_OK)
			return err;
		if (!page_meta(page, i, &meta[i]))
			return err_fail(w->why, ERR_VALUE, "it holds something else");
		w->meta.page_bytes = meta[i].page_bytes;
	}
	newer = meta[0].transaction > meta[1].transaction ? meta[0].transaction
	                                                  : meta[1].transaction;
	if (meta[0].page_bytes != meta[1].page_bytes || meta[newer % 2].transaction != newer ||
	    meta[(newer + 1) % 2].transaction != (newer == 0 ? 0 : newer - 1))
		return err_fail(w->why, ERR_VALUE, "its first pages contradict each other");
	w->meta = meta[newer % 2];
	assert(w->meta.transaction == newer);
	if (w->meta.last >= bytes / w->meta.page_bytes + LOOSE_PAGES)
		return err_fail(w->why, ERR_VALUE, "its data was cut short");
	return ERR_OK;
}

/* read_ahead reads all of a file that its pages may be in. */
static err_t read_ahead(const walk_t *w, uint64_t bytes, uint64_t on_disk)
{
	uint8_t *buffer = mem_alloc(AHEAD_BYTES);
	uint64_t most = (w->meta.last + 1) * w->meta.page_bytes;
	err_t err = ERR_OK;

	if (buffer == NULL)
		return err_fail(w->why, ERR_NOMEM, "out of memory");
	most = most < bytes ? most : bytes;
	most = most < on_disk ? most : on_disk; /* not what is a hole */
	for (uint64_t at = 0; at < most && (err = check_cancelled(w)) == ERR_OK; at += AHEAD_BYTES)
		if (pread(w->fd, buffer, AHEAD_BYTES, (off_t)at) <= 0)
			break; /* who needs it will tell */
	mem_free(buffer, AHEAD_BYTES);
	return err;
}

err_t pages_check(int fd, const pages_kind_t *kinds, unsigned count,
                  const _Atomic bool *is_cancelled, pages_seen_t *seen, errinfo_t *why)
{
	walk_t w = {.fd = fd,
	            .kinds = kinds,
	            .count = count,
	            .is_cancelled = is_cancelled,
	            .seen = seen,
	            .why = why};
	struct stat data;
	size_t bits;
	err_t err;

	assert(count <= TABLES_MOST);
	*seen = (pages_seen_t){.used = 2};
	if (fstat(fd, &data) != 0)
		return err_fail(why, ERR_IO, "cannot look at it: %s", strerror(errno));
	if (data.st_size == 0)
		return ERR_OK;
	if ((err = read_metas(&w, (uint64_t)data.st_size)) != ERR_OK ||
	    (err = read_ahead(&w, (uint64_t)data.st_size, (uint64_t)data.st_blocks * 512)) !=
	            ERR_OK)
		return err;
	bits = (size_t)(w.meta.last / 8 + 1);
	w.reached = mem_alloc(bits);
	w.map = mem_alloc(w.meta.page_bytes / 2);
	err = w.reached != NULL && w.map != NULL ? walk_all(&w)
	                                         : err_fail(why, ERR_NOMEM, "out of memory");
	mem_free(w.reached, bits);
	mem_free(w.map, w.meta.page_bytes / 2);
	return err;
}
