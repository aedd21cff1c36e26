/* SPDX-License-Identifier: MIT
 * position.c - copies of positions.
 *
 * A position is a flat block whose first `used` bytes say everything, so a copy is one memcpy, of
 * less than the whole block while few moves are played. */
#include "engine/game/position.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

/* bytes_of is the size of a position that can be played on, without its scratch. */
static uint32_t bytes_of(const position_t *pos)
{
	return pos->room != 0 ? pos->room : pos->scratch != 0 ? pos->scratch : pos->bytes;
}

position_t *position_clone(const position_t *pos)
{
	const uint32_t bytes = pos != NULL ? bytes_of(pos) : 0;
	position_t *copy;

	CHECK(pos != NULL && pos->used <= bytes);
	CHECK(pos->wants.zeroed <= pos->wants.bytes);
	CHECK(pos->wants.bytes == 0 || bytes % SCRATCH_ALIGN == 0);
	copy = mem_alloc_head((size_t)bytes + pos->wants.bytes, 0);
	if (copy == NULL)
		return NULL;
	memcpy(copy, pos, pos->used);
	copy->bytes = bytes + pos->wants.bytes;
	copy->scratch = pos->wants.bytes > 0 ? bytes : 0;
	copy->room = 0;
	if (pos->wants.zeroed > 0)
		memset(position_scratch(copy), 0, pos->wants.zeroed);
	return copy;
}

void position_copy(position_t *to, const position_t *from)
{
	uint32_t bytes, scratch;

	CHECK(to != NULL && from != NULL && bytes_of(to) == bytes_of(from));
	CHECK(from->used <= bytes_of(from) && to->wants.bytes == from->wants.bytes);
	CHECK(to->room == 0);
	if (to == from)
		return;
	bytes = to->bytes;
	scratch = to->scratch;
	memcpy(to, from, from->used);
	to->bytes = bytes;
	to->scratch = scratch;
	to->room = 0;
}

position_t *position_pack(position_t *pos)
{
	position_t *packed;

	CHECK(pos->used <= pos->bytes && pos->scratch == 0 && pos->room == 0);
	packed = pos->used < pos->bytes ? mem_alloc_head(pos->used, 0) : NULL;
	if (packed == NULL)
		return pos;
	memcpy(packed, pos, pos->used);
	packed->room = pos->bytes;
	packed->bytes = pos->used;
	position_free(pos);
	return packed;
}

void position_free(position_t *pos)
{
	if (pos != NULL)
		mem_free(pos, pos->bytes);
}
