/* SPDX-License-Identifier: MIT
 * browse_met.c - see browse_met.h.
 *
 * Design    A hash table without the positions themselves: 64 bits of hash stand for each. Two of
 *           a million positions are taken for one with a chance of some 3 in 10^8; then a walk is
 *           shown answers of another position, or none. Nothing is proven by a browser.
 */
#include "engine/proof/check/browse_met.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/proof/check/deny.h"

enum { PLACES_AT_FIRST = 1024 };

/* While a denial is replayed. */
typedef struct {
	browse_met_t *met;
	bool no_memory;
} reading_t;

static uint64_t hash_of(int order, const check_board_t *board)
{
	uint64_t hash = rng_mix((uint64_t)order);

	hash = rng_mix(hash ^ (uint64_t)(uint16_t)board->ko << 48 ^
	               (uint64_t)(uint16_t)board->passed << 32 ^ (uint64_t)board->taken << 16 ^
	               board->turn);
	hash = rng_mix(hash ^ (uint64_t)board->threats[0] << 16 ^ (uint64_t)board->threats[1] << 8 ^
	               board->castling);
	for (size_t at = 0; at < CHECK_AREA_MAX; at += sizeof(uint64_t)) {
		uint64_t word;

		memcpy(&word, &board->at[at], sizeof(word));
		hash = rng_mix(hash ^ word);
	}
	return hash;
}

_Static_assert(CHECK_AREA_MAX % sizeof(uint64_t) == 0, "a board is hashed word by word");

/* place_of returns the place that has this hash, or where it would go. */
static browse_met_place_t *place_of(const browse_met_t *met, uint64_t hash)
{
	size_t i = hash % met->places;

	assert(met->used < met->places); /* or the way through them would not end */
	while (met->place[i].node != CERTIFICATE_NONE && met->place[i].hash != hash)
		i = (i + 1) % met->places;
	return &met->place[i];
}

/* make_room doubles the places. */
static bool make_room(browse_met_t *met)
{
	browse_met_t more = {.places = met->places > 0 ? 2 * met->places : PLACES_AT_FIRST};

	more.place = mem_alloc_array(more.places, sizeof(*more.place));
	if (more.place == NULL)
		return false;
	for (size_t i = 0; i < more.places; i++)
		more.place[i].node = CERTIFICATE_NONE;
	for (size_t i = 0; i < met->places; i++)
		if (met->place[i].node != CERTIFICATE_NONE)
			*place_of(&more, met->place[i].hash) = met->place[i];
	more.used = met->used;
	browse_met_free(met);
	*met = more;
	return true;
}

static void met_one(void *context, uint32_t node, int order, const check_board_t *board)
{
	reading_t *r = context;
	const uint64_t hash = hash_of(order, board);
	browse_met_place_t *place;

	if (r->no_memory)
		return;
	if (2 * (r->met->used + 1) > r->met->places && !make_room(r->met)) {
		r->no_memory = true;
		return;
	}
	place = place_of(r->met, hash);
	if (place->node != CERTIFICATE_NONE)
		return;
	*place = (browse_met_place_t){.hash = hash, .node = node};
	r->met->used++;
}

static bool has_stop(const strategy_t *strategy)
{
	for (uint32_t i = 0; i < strategy->count; i++) {
		const strategy_node_t *node = &strategy->nodes[i];

		if (node->defence && node->child == CERTIFICATE_NONE && node->count == 0)
			return true;
	}
	return false;
}

err_t browse_met_read(browse_met_t *out, const check_claim_t *claim, const strategy_t *strategy,
                      errinfo_t *why)
{
	const check_options_t options = {.most = BROWSE_MET_POSITIONS};
	reading_t reading = {.met = out};
	const deny_watch_t watch = {.told = met_one, .context = &reading};
	check_result_t *result;
	err_t err;

	*out = (browse_met_t){.place = NULL};
	if (!has_stop(strategy))
		return ERR_OK;
	result = mem_alloc(sizeof(*result));
	if (result == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	result->most = options.most;
	err = deny_replay(claim, strategy, &options, BROWSE_MET_MEMORY, &watch, result, why);
	mem_free(result, sizeof(*result));
	if (err != ERR_NOMEM && !reading.no_memory)
		return ERR_OK;
	browse_met_free(out);
	return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
}

void browse_met_free(browse_met_t *met)
{
	mem_free(met->place, met->places * sizeof(*met->place));
	*met = (browse_met_t){.place = NULL};
}

size_t browse_met_bytes(const browse_met_t *met)
{
	return met->places * sizeof(*met->place);
}

uint32_t browse_met_node(const browse_met_t *met, int order, const check_board_t *board)
{
	return met->places > 0 ? place_of(met, hash_of(order, board))->node : CERTIFICATE_NONE;
}
