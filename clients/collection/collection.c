/* SPDX-License-Identifier: MIT
 * collection.c - see collection.h.
 *
 * Design     Texts go into blocks that are freed together: hundreds of thousands of short ones
 *            would cost more to keep apart than they are long.
 */
#include "clients/collection/collection.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "protocol/utf8.h"

enum { BLOCK_BYTES = 64 * 1024, FIRST_ROOM = 64 };

struct collection_block {
	collection_block_t *next;
	size_t bytes, used; /* of the text; allocated, and taken */
	char text[];
};

void collection_init(collection_t *c)
{
	*c = (collection_t){.failed = ERR_OK};
}

void collection_free(collection_t *c)
{
	while (c->blocks != NULL) {
		collection_block_t *block = c->blocks;

		c->blocks = block->next;
		mem_free(block, sizeof(*block) + block->bytes);
	}
	mem_free(c->problems, c->problem_room * sizeof(*c->problems));
	mem_free(c->faults, c->fault_room * sizeof(*c->faults));
	collection_init(c);
}

/* room_for returns room for a text of so many bytes, the NUL included; NULL: no memory. */
static char *room_for(collection_t *c, size_t bytes)
{
	collection_block_t *block = c->blocks;

	if (block == NULL || block->bytes - block->used < bytes) {
		const size_t most = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;

		block = mem_alloc_head(sizeof(*block) + most, sizeof(*block));
		if (block == NULL) {
			c->failed = ERR_NOMEM;
			return NULL;
		}
		block->bytes = most;
		block->next = c->blocks;
		c->blocks = block;
	}
	block->used += bytes;
	return block->text + block->used - bytes;
}

static const char *keep(collection_t *c, const char *text)
{
	const size_t bytes = text != NULL ? strlen(text) + 1 : 0;
	char *room = text != NULL ? room_for(c, bytes) : NULL;

	return room != NULL ? memcpy(room, text, bytes) : NULL;
}

/* keep_file keeps the name of a file, once for all that is of it. */
static const char *keep_file(collection_t *c, const char *file)
{
	const char *last = c->problem_count > 0 ? c->problems[c->problem_count - 1].file : NULL;

	if (last != NULL && strcmp(last, file) == 0)
		return last;
	last = c->fault_count > 0 ? c->faults[c->fault_count - 1].file : NULL;
	return last != NULL && strcmp(last, file) == 0 ? last : keep(c, file);
}

/* keep_clean keeps a text for people: what is no character of it becomes '?'. */
static const char *keep_clean(collection_t *c, const char *text)
{
	const size_t length = strlen(text);
	char *room = room_for(c, length + 1);

	if (room == NULL)
		return NULL;
	memcpy(room, text, length + 1);
	for (size_t i = 0; i < length;) {
		const size_t step = utf8_step(room + i, length - i);

		if (step == 0)
			room[i] = room[i] == '\n' || room[i] == '\t' || room[i] == '\r' ? ' ' : '?';
		i += step > 0 ? step : 1;
	}
	return room;
}

/* grow makes room for one more of `count` things; false: that cannot be. */
static bool grow(collection_t *c, void **things, unsigned count, unsigned *room, size_t size)
{
	const unsigned more = *room == 0 ? FIRST_ROOM : *room * 2;
	void *grown;

	if (c->failed != ERR_OK)
		return false;
	if (count == COLLECTION_PROBLEMS_MAX) {
		c->failed = ERR_LIMIT;
		return false;
	}
	if (count < *room)
		return true;
	grown = mem_grow(*things, *room * size, more * size);
	if (grown == NULL) {
		c->failed = ERR_NOMEM;
		return false;
	}
	*things = grown;
	*room = more;
	return true;
}

void collection_add(collection_t *c, const collection_problem_t *problem)
{
	collection_problem_t p = *problem;
	const char **const texts[] = {&p.game,   &p.sgf,   &p.rows, &p.fen,     &p.goal,
	                              &p.target, &p.first, &p.ko,   &p.options, &p.best};
	void *things = c->problems;

	assert(p.file != NULL && p.id != NULL && p.game != NULL);
	assert((p.sgf != NULL) + (p.rows != NULL) + (p.fen != NULL) == 1);
	if (!grow(c, &things, c->problem_count, &c->problem_room, sizeof(p)))
		return;
	c->problems = things;
	p.file = keep_file(c, p.file);
	p.id = keep_clean(c, p.id);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		*texts[i] = keep(c, *texts[i]);
	if (c->failed == ERR_OK)
		c->problems[c->problem_count++] = p;
}

void collection_fault(collection_t *c, const char *file, unsigned line, const char *text)
{
	void *things = c->faults;

	if (!grow(c, &things, c->fault_count, &c->fault_room, sizeof(*c->faults)))
		return;
	c->faults = things;
	file = keep_file(c, file);
	text = keep_clean(c, text);
	if (c->failed == ERR_OK)
		c->faults[c->fault_count++] = (collection_fault_t){file, line, text};
}
