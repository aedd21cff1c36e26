/* SPDX-License-Identifier: MIT
 * outcome.c - see outcome.h. */
#include "server/fleet/outcome.h"

#include <string.h>

#include "engine/base/clock.h"

enum {
	FIELDS = 18,
	PROGRESS_FIELDS = 8,
	WORD_BYTES = 8,
	AREA_BYTES = BITS_WORDS * WORD_BYTES,
	ZONE_ITEMS = 4,
	NUMBER_MOST = INT32_MAX, /* limit: of orders, depths and counts */
};

static void put_field(wirebuf_t *out, const char *name, uint64_t value)
{
	put_text(out, name);
	put_uint(out, value);
}

static void put_line(wirebuf_t *out, const move_t *line, unsigned length)
{
	put_text(out, "line");
	put_array(out, length);
	for (unsigned i = 0; i < length; i++)
		put_uint(out, line[i]);
}

static void put_zone(wirebuf_t *out, const zone_t *zone)
{
	uint8_t bytes[ZONE_AREAS_MAX * AREA_BYTES], *to = bytes;

	for (unsigned a = 0; a < zone->areas; a++)
		for (unsigned w = 0; w < BITS_WORDS; w++)
			for (unsigned b = 0; b < WORD_BYTES; b++)
				*to++ = (uint8_t)(zone->area[a].word[w] >> 8 * b);
	put_array(out, ZONE_ITEMS);
	put_uint(out, zone->areas);
	put_uint(out, zone->width);
	put_uint(out, zone->height);
	put_bin(out, bytes, (size_t)(to - bytes));
}

void outcome_write(wirebuf_t *out, const result_t *r)
{
	put_map(out, FIELDS);
	put_field(out, "v", OUTCOME_VERSION);
	put_field(out, "state", r->state);
	put_text(out, "error");
	put_int(out, r->error);
	put_field(out, "value", r->value);
	put_field(out, "scope", r->scope);
	put_field(out, "engine", r->engine);
	put_field(out, "driver", r->driver);
	put_field(out, "order", r->order);
	put_field(out, "depth", r->depth);
	put_field(out, "best", r->best);
	put_line(out, r->line, r->line_length);
	put_field(out, "ko", r->ko);
	put_field(out, "denied", r->denied);
	put_field(out, "threats", r->threats);
	put_text(out, "zone");
	put_zone(out, &r->zone);
	put_field(out, "nodes", r->nodes);
	put_field(out, "worked_us", r->worked_ns / NS_PER_US);
	put_field(out, "workers", r->workers);
}

static uint64_t number(const node_t *map, const char *name, uint64_t least, uint64_t most)
{
	const node_t field = codec_field(map, name);
	uint64_t value = least;

	codec_uint(&field, REQUIRED, least, most, &value);
	return value;
}

/* error_of reads an error's number: of one that there is. */
static err_t error_of(const node_t *map)
{
	const node_t field = codec_field(map, "error");
	int64_t code = ERR_OK;

	codec_int(&field, REQUIRED, 1 - ERR_COUNT, ERR_OK, &code);
	return (err_t)code;
}

/* is_of tells whether the zone is one of a board like that of `root`. */
static bool is_of(const zone_t *zone, const position_t *root)
{
	const game_t *game = root->game;
	const zone_ops_t *ops = game->zones != NULL ? game->zones : game->inversion;
	zone_t like = {.areas = 0};

	if (zone->areas == 0)
		return true;
	if (ops != NULL)
		ops->begin(root, ORDER_MAX, &like);
	if (like.areas == 0 || zone->width != like.width || zone->height != like.height)
		return false;
	for (unsigned a = 0; a < zone->areas; a++)
		for (unsigned p = like.width * like.height; p < BITS_POINTS; p++)
			if (bits_has(&zone->area[a], p))
				return false;
	return true;
}

static void read_zone(const node_t *map, const position_t *root, zone_t *zone)
{
	const node_t field = codec_field(map, "zone");
	const uint8_t *from;
	const char *bytes = NULL;
	uint64_t areas = 0, width = 0, height = 0;
	uint32_t count;
	size_t length = 0;
	node_t item;

	*zone = (zone_t){.areas = 0};
	if (!codec_array(&field, REQUIRED, ZONE_ITEMS, &count))
		return;
	item = codec_item(&field, 0);
	codec_uint(&item, REQUIRED, 0, ZONE_AREAS_MAX, &areas);
	item = codec_item(&field, 1);
	codec_uint(&item, REQUIRED, 0, UINT8_MAX, &width);
	item = codec_item(&field, 2);
	codec_uint(&item, REQUIRED, 0, UINT8_MAX, &height);
	item = codec_item(&field, 3);
	codec_bytes(&item, REQUIRED, ZONE_AREAS_MAX * AREA_BYTES, &bytes, &length);
	if (codec_error(map->codec, NULL) != ERR_OK)
		return;
	if (length != areas * AREA_BYTES) {
		codec_fail(&field, ERR_VALUE, "it has too few or too many points");
		return;
	}
	from = (const uint8_t *)bytes;
	zone->areas = (uint16_t)areas;
	zone->width = (uint8_t)width;
	zone->height = (uint8_t)height;
	for (unsigned a = 0; a < areas; a++)
		for (unsigned w = 0; w < BITS_WORDS; w++)
			for (unsigned b = 0; b < WORD_BYTES; b++)
				zone->area[a].word[w] |= (uint64_t)*from++ << 8 * b;
	if (!is_of(zone, root))
		codec_fail(&field, ERR_VALUE, "it is of another board");
}

/* play_line reads the moves of a line, and plays them. */
static void play_line(const node_t *field, position_t *pos, move_t *line, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const node_t item = codec_item(field, i);
		uint64_t move = MOVE_NONE;

		codec_uint(&item, REQUIRED, 0, MOVE_NONE, &move);
		if (codec_error(field->codec, NULL) != ERR_OK)
			return;
		if (!game_may_play(pos, (move_t)move)) {
			codec_fail(&item, ERR_VALUE, "that move cannot be played");
			return;
		}
		line[i] = (move_t)move;
		if (i + 1 < count)
			pos->game->play(pos, (move_t)move);
	}
}

/* read_line reads a line from `root` on. ERR_NOMEM; other failures are the codec's. */
static err_t read_line(const node_t *map, const position_t *root, move_t *line, unsigned *length,
                       errinfo_t *why)
{
	const node_t field = codec_field(map, "line");
	position_t *pos;
	uint32_t count = 0;

	*length = 0;
	if (!codec_array(&field, REQUIRED, LINE_MAX_MOVES, &count) || count == 0)
		return ERR_OK;
	pos = position_clone(root);
	if (pos == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	play_line(&field, pos, line, count);
	position_free(pos);
	*length = count;
	return ERR_OK;
}

static void check_words(const node_t *map, const position_t *root, const result_t *r)
{
	if ((r->value == VALUE_UNDECIDED) != (r->scope == SCOPE_NONE))
		codec_fail(map, ERR_VALUE, "a value and its scope do not go together");
	else if (r->state == JOB_DONE && r->error != ERR_OK)
		codec_fail(map, ERR_VALUE, "it is done, and has an error");
	else if (r->best != MOVE_NONE && !game_may_play(root, r->best))
		codec_fail(map, ERR_VALUE, "its first move cannot be played");
	else if (r->line_length > 0 && r->best != MOVE_NONE && r->line[0] != r->best)
		codec_fail(map, ERR_VALUE, "its line begins with another move");
}

err_t outcome_read(const node_t *map, const position_t *root, result_t *r, errinfo_t *why)
{
	err_t err;

	memset(r, 0, sizeof(*r));
	if (!codec_map(map, REQUIRED))
		return codec_error(map->codec, why);
	(void)number(map, "v", OUTCOME_VERSION, OUTCOME_VERSION);
	r->state = (job_state_t)number(map, "state", JOB_DONE, JOB_FAILED);
	r->error = error_of(map);
	r->value = (value_t)number(map, "value", 0, VALUE_PROVEN);
	r->scope = (scope_t)number(map, "scope", 0, SCOPE_WITHIN);
	r->engine = (algorithm_t)number(map, "engine", 0, ALGORITHM_DFPN);
	r->driver = (driver_t)number(map, "driver", 0, DRIVER_PLAIN);
	r->order = (unsigned)number(map, "order", 0, NUMBER_MOST);
	r->depth = (unsigned)number(map, "depth", 0, NUMBER_MOST);
	r->best = (move_t)number(map, "best", 0, MOVE_NONE);
	r->ko = (ko_t)number(map, "ko", 0, KO_FAILS);
	r->denied = (unsigned)number(map, "denied", 0, NUMBER_MOST);
	r->threats = (unsigned)number(map, "threats", 0, NUMBER_MOST);
	r->nodes = number(map, "nodes", 0, CODEC_INTEGER_MAX);
	r->worked_ns = number(map, "worked_us", 0, CODEC_INTEGER_MAX / NS_PER_US) * NS_PER_US;
	r->workers = (unsigned)number(map, "workers", 0, NUMBER_MOST);
	read_zone(map, root, &r->zone);
	err = read_line(map, root, r->line, &r->line_length, why);
	if (err != ERR_OK)
		return err;
	if (codec_error(map->codec, NULL) == ERR_OK)
		check_words(map, root, r);
	return codec_error(map->codec, why);
}

void outcome_write_progress(wirebuf_t *out, const progress_t *p)
{
	put_map(out, PROGRESS_FIELDS);
	put_field(out, "driver", p->driver);
	put_field(out, "order", p->order);
	put_field(out, "depth", p->depth);
	put_field(out, "nodes", p->nodes);
	put_field(out, "rate", p->nodes_per_s);
	put_field(out, "workers", p->workers);
	put_field(out, "best", p->best);
	put_line(out, p->line, p->line_length);
}

err_t outcome_read_progress(const node_t *map, const position_t *root, progress_t *p,
                            errinfo_t *why)
{
	err_t err;

	memset(p, 0, sizeof(*p));
	if (!codec_map(map, REQUIRED))
		return codec_error(map->codec, why);
	p->driver = (driver_t)number(map, "driver", 0, DRIVER_PLAIN);
	p->order = (unsigned)number(map, "order", 0, NUMBER_MOST);
	p->depth = (unsigned)number(map, "depth", 0, NUMBER_MOST);
	p->nodes = number(map, "nodes", 0, CODEC_INTEGER_MAX);
	p->nodes_per_s = number(map, "rate", 0, CODEC_INTEGER_MAX);
	p->workers = (unsigned)number(map, "workers", 0, NUMBER_MOST);
	p->best = (move_t)number(map, "best", 0, MOVE_NONE);
	err = read_line(map, root, p->line, &p->line_length, why);
	if (err != ERR_OK)
		return err;
	if (p->best != MOVE_NONE && !game_may_play(root, p->best))
		codec_fail(map, ERR_VALUE, "its first move cannot be played");
	return codec_error(map->codec, why);
}
