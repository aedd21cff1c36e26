/* SPDX-License-Identifier: MIT
 * page.c - one page of a data file of LMDB. Every number is judged before it is used. */
#include "engine/store/page.h"

#include <assert.h>
#include <string.h>

#define MAGIC 0xBEEFC0DEU

enum { VERSION = 1, INTEGER_KEYS = 8 };

/* Places in the head of a page, and in a meta page. */
static_assert(PAGE_KEY_MOST < PAGE_LEAST / 2, "a page has room for two keys");

enum { AT_FLAGS = 10, AT_LOWER = 12, AT_UPPER = 14 };
enum {
	META_MAGIC = PAGE_HEAD,
	META_VERSION = META_MAGIC + 4,
	META_FREE = META_VERSION + 4 + 8 + 8,
	META_MAIN = META_FREE + PAGE_TABLE,
	META_LAST = META_MAIN + PAGE_TABLE,
	META_TRANSACTION = META_LAST + 8,
};

static unsigned get16(const uint8_t *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static uint32_t get32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

uint64_t page_number(const uint8_t *bytes)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof(value));
	return value;
}

static size_t even(size_t bytes)
{
	return (bytes + 1) & ~(size_t)1;
}

void page_table(const uint8_t *bytes, page_table_t *out)
{
	*out = (page_table_t){.pad = get32(bytes),
	                      .flags = get16(bytes + 4),
	                      .depth = get16(bytes + 6),
	                      .branches = page_number(bytes + 8),
	                      .leaves = page_number(bytes + 16),
	                      .overflows = page_number(bytes + 24),
	                      .entries = page_number(bytes + 32),
	                      .root = page_number(bytes + 40)};
}

bool page_meta(const uint8_t *bytes, uint64_t number, page_meta_t *out)
{
	page_table(bytes + META_FREE, &out->free);
	page_table(bytes + META_MAIN, &out->main);
	out->page_bytes = out->free.pad;
	out->last = page_number(bytes + META_LAST);
	out->transaction = page_number(bytes + META_TRANSACTION);
	return page_number(bytes) == number && get16(bytes + AT_FLAGS) == PAGE_META &&
	       get32(bytes + META_MAGIC) == MAGIC && get32(bytes + META_VERSION) == VERSION &&
	       out->page_bytes >= PAGE_LEAST && out->page_bytes <= PAGE_MOST &&
	       (out->page_bytes & (out->page_bytes - 1)) == 0 && out->free.flags == INTEGER_KEYS &&
	       out->last >= 1;
}

unsigned page_keys(const uint8_t *page)
{
	assert(get16(page + AT_LOWER) >= PAGE_HEAD);
	return (get16(page + AT_LOWER) - PAGE_HEAD) / 2;
}

void page_node(const uint8_t *page, unsigned index, page_node_t *out)
{
	const uint8_t *node = page + get16(page + PAGE_HEAD + (size_t)2 * index);
	const uint32_t low = get32(node);

	assert(index < page_keys(page));
	*out = (page_node_t){.flags = get16(node + 4),
	                     .key = node + PAGE_NODE,
	                     .key_bytes = get16(node + 6),
	                     .data_bytes = low};
	out->below = low | (uint64_t)out->flags << 32;
	out->data = out->key + out->key_bytes;
}

/* node_bytes returns what a node takes of its page. */
static size_t node_bytes(const page_node_t *node, unsigned kind)
{
	const size_t data = kind == PAGE_BRANCH             ? 0
	                    : (node->flags & NODE_BIG) != 0 ? 8
	                                                    : node->data_bytes;

	return even(PAGE_NODE + node->key_bytes + data);
}

/* nodes_fit: do the nodes fill the page from `upper` on, each byte once? */
static bool nodes_fit(const uint8_t *page, size_t bytes, unsigned kind, uint8_t *map)
{
	const size_t upper = get16(page + AT_UPPER);
	size_t left = bytes - upper;

	assert(upper <= bytes);
	memset(map, 0, bytes / 2);
	for (unsigned i = 0; i < page_keys(page); i++) {
		const size_t at = get16(page + PAGE_HEAD + (size_t)2 * i);
		page_node_t node;
		size_t taken;

		if (at % 2 != 0 || at < upper || at + PAGE_NODE > bytes)
			return false;
		page_node(page, i, &node);
		taken = node_bytes(&node, kind);
		if (node.key_bytes > PAGE_KEY_MOST || taken > left || at + taken > bytes ||
		    memchr(map + at / 2, 1, taken / 2) != NULL)
			return false;
		memset(map + at / 2, 1, taken / 2);
		left -= taken;
	}
	return left == 0;
}

bool page_is_sound(const uint8_t *page, size_t bytes, uint64_t number, unsigned kind, uint8_t *map)
{
	const size_t lower = get16(page + AT_LOWER), upper = get16(page + AT_UPPER);
	const size_t least = kind == PAGE_BRANCH ? 2 : 1; /* nodes; LMDB relies on it */

	return page_number(page) == number && get16(page + AT_FLAGS) == kind && lower % 2 == 0 &&
	       lower >= PAGE_HEAD + 2 * least && lower <= upper && upper <= bytes &&
	       nodes_fit(page, bytes, kind, map);
}

uint64_t page_overflow(const uint8_t *page, uint64_t number)
{
	if (page_number(page) != number || get16(page + AT_FLAGS) != PAGE_OVERFLOW)
		return 0;
	return get32(page + AT_LOWER);
}
