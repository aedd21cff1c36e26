/* SPDX-License-Identifier: MIT
 * seen.c - see seen.h. An array of entries, and a hash table of their places with linear probing;
 * both double when they are full. */
#include "engine/proof/check/seen.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"

enum { ROOM_AT_FIRST = 256, CHESS_AREA = 64, SLOTS = 2 };

static size_t cost(const seen_t *met, size_t room)
{
	return room * (met->bytes + SLOTS * sizeof(*met->slot));
}

err_t seen_init(seen_t *met, const check_claim_t *claim, size_t bytes)
{
	*met = (seen_t){.most = bytes, .room = ROOM_AT_FIRST};
	met->area = claim->rules->columns != NULL ? (size_t)claim->area : CHESS_AREA;
	met->bytes = (sizeof(seen_head_t) + met->area + 7) / 8 * 8;
	met->entry = mem_alloc_array(met->room, met->bytes);
	met->slot = mem_alloc_array(met->room, SLOTS * sizeof(*met->slot));
	if (met->entry != NULL && met->slot != NULL)
		return ERR_OK;
	seen_fini(met);
	return ERR_NOMEM;
}

void seen_fini(seen_t *met)
{
	mem_free(met->entry, met->room * met->bytes);
	mem_free(met->slot, met->room * SLOTS * sizeof(*met->slot));
	*met = (seen_t){.entry = NULL};
}

static const uint8_t *entry_of(const seen_t *met, uint32_t slot)
{
	assert(slot > 0 && slot <= met->used);
	return &met->entry[(slot - 1) * met->bytes];
}

/* place returns the slot where the entry is, or where it would go. */
static size_t place(const seen_t *met, const uint8_t *entry)
{
	const size_t slots = SLOTS * met->room;
	uint64_t hash = 0;
	size_t i;

	assert(met->used < slots); /* or the way through the slots would not end */
	for (size_t at = 0; at < met->bytes; at += sizeof(uint64_t)) {
		uint64_t word;

		memcpy(&word, &entry[at], sizeof(word));
		hash = rng_mix(hash ^ word);
	}
	i = hash % slots;
	while (met->slot[i] != 0 && memcmp(entry_of(met, met->slot[i]), entry, met->bytes) != 0)
		i = (i + 1) % slots;
	return i;
}

static err_t grow(seen_t *met)
{
	const size_t room = 2 * met->room;
	uint8_t *entry;
	uint32_t *slot;

	if (cost(met, room) > met->most || room > UINT32_MAX / SLOTS)
		return ERR_LIMIT;
	slot = mem_alloc_array(room, SLOTS * sizeof(*slot));
	if (slot == NULL)
		return ERR_NOMEM;
	entry = mem_grow(met->entry, met->room * met->bytes, room * met->bytes);
	if (entry == NULL) {
		mem_free(slot, room * SLOTS * sizeof(*slot));
		return ERR_NOMEM;
	}
	mem_free(met->slot, met->room * SLOTS * sizeof(*slot));
	met->entry = entry;
	met->slot = slot;
	met->room = room;
	for (uint32_t i = 1; i <= met->used; i++)
		met->slot[place(met, entry_of(met, i))] = i;
	return ERR_OK;
}

/* pack writes an entry. Bytes between its members are zero, for they are compared. */
static void pack(const seen_t *met, int64_t node, int order, const check_board_t *board,
                 uint8_t *out)
{
	seen_head_t head;

	memset(out, 0, met->bytes);
	memset(&head, 0, sizeof(head));
	head.node = node;
	head.order = order;
	head.ko = board->ko;
	head.passed = board->passed;
	head.taken = board->taken;
	head.turn = board->turn;
	head.threats[0] = board->threats[0];
	head.threats[1] = board->threats[1];
	head.castling = board->castling;
	memcpy(out, &head, sizeof(head));
	memcpy(&out[sizeof(head)], board->at, met->area);
}

bool seen_has(const seen_t *met, int64_t node, int order, const check_board_t *board)
{
	uint8_t entry[sizeof(seen_head_t) + CHECK_AREA_MAX + 7];

	pack(met, node, order, board, entry);
	return met->slot[place(met, entry)] != 0;
}

err_t seen_add(seen_t *met, int64_t node, int order, const check_board_t *board, bool *is_new)
{
	uint8_t entry[sizeof(seen_head_t) + CHECK_AREA_MAX + 7];
	size_t at;

	pack(met, node, order, board, entry);
	at = place(met, entry);
	*is_new = met->slot[at] == 0;
	if (!*is_new)
		return ERR_OK;
	if (met->used == met->room) {
		const err_t err = grow(met);

		if (err != ERR_OK)
			return err;
		at = place(met, entry);
	}
	memcpy(&met->entry[met->used * met->bytes], entry, met->bytes);
	met->slot[at] = (uint32_t)++met->used;
	return ERR_OK;
}

bool seen_unmet(const seen_t *met)
{
	for (uint32_t i = 1; i <= met->used; i++) {
		uint8_t entry[sizeof(seen_head_t) + CHECK_AREA_MAX + 7];
		seen_head_t head;

		memcpy(entry, entry_of(met, i), met->bytes);
		memcpy(&head, entry, sizeof(head));
		if (head.node != MET_STOPS)
			continue;
		head.node = MET_GOES_ON;
		memcpy(entry, &head, sizeof(head));
		if (met->slot[place(met, entry)] == 0)
			return true;
	}
	return false;
}
