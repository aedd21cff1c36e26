/* SPDX-License-Identifier: MIT
 * fact_record.c - facts to bytes and back.
 *
 * Why a shifted board has the same answer. The proofs about zones (game/go/zone/zone.c) speak of
 * points of the zone and of their neighbours alone: what is played there, which blocks touch it and
 * which liberties they have. A move outside is answered like a pass. So the proofs do not use where
 * on the board, or on how large a board, the zone lies, with one exception: a point on the edge has
 * fewer neighbours. Suppose that every neighbour of the zone that is off the board in one place is
 * off the board in the other, and the reverse. Then the boards agree on the zone as if the edge
 * were stones of a third colour that stand for ever, and the induction holds word by word. What is
 * further away does not matter. Hence the marks '#' and '+' around the zone.
 *
 * Numbers are little-endian. The whole record has a sum, for disks that return other bytes. */
#include "engine/store/fact_record.h"

#include <assert.h>
#include <string.h>

#include "engine/base/little_endian.h"

enum { OFFSET_ZERO = 64 }; /* so that a box's place is positive */

/* Places of the head. */
enum {
	AT_SUM = 0,
	AT_NODES = 4,
	AT_VALUE = 12,
	AT_SCOPE,
	AT_ENGINE,
	AT_DRIVER,
	AT_ORDER,
	AT_KO,
	AT_THREATS,
	AT_AREAS,
	AT_DEPTH = 20,
	AT_BEST = 22,
	AT_LINE = 24,
	AT_QUESTION = 25,
	AT_X = 26,
	AT_Y,
	AT_WIDTH,
	AT_HEIGHT,
};

static_assert((int)AT_HEIGHT < (int)PACKED_HEAD, "the head has room for its fields");
static_assert((int)FACT_LINE_MAX <= UINT8_MAX && QUESTION_MAX <= UINT8_MAX, "lengths are bytes");
static_assert(OFFSET_ZERO > 2 * (int)VIEW_SIDE && OFFSET_ZERO + 2 * (int)VIEW_SIDE <= UINT8_MAX,
              "a box's place from the anchor is a byte");

static uint32_t sum_of(const uint8_t *bytes, size_t count)
{
	uint64_t h = 0xcbf29ce484222325;

	for (size_t i = AT_NODES; i < count; i++)
		h = (h ^ bytes[i]) * 0x100000001b3;
	return (uint32_t)(h ^ h >> 32);
}

void fact_record_seal(uint8_t *bytes, size_t count)
{
	little_endian_put(bytes + AT_SUM, sum_of(bytes, count), 4);
}

uint32_t fact_record_sum(const uint8_t *bytes)
{
	return (uint32_t)little_endian_get(bytes + AT_SUM, 4);
}

bool fact_record_open(const uint8_t *bytes, size_t count, fact_record_t *out)
{
	size_t cells, at = PACKED_HEAD;

	if (count < PACKED_HEAD || count > PACKED_MAX)
		return false;
	*out = (fact_record_t){.nodes = little_endian_get(bytes + AT_NODES, 8),
	                       .value = bytes[AT_VALUE],
	                       .scope = bytes[AT_SCOPE],
	                       .engine = bytes[AT_ENGINE],
	                       .driver = bytes[AT_DRIVER],
	                       .order = bytes[AT_ORDER],
	                       .ko = bytes[AT_KO],
	                       .threats = bytes[AT_THREATS],
	                       .areas = bytes[AT_AREAS],
	                       .depth = (unsigned)little_endian_get(bytes + AT_DEPTH, 2),
	                       .best = (uint16_t)little_endian_get(bytes + AT_BEST, 2),
	                       .line_length = bytes[AT_LINE],
	                       .question_length = bytes[AT_QUESTION],
	                       .x = bytes[AT_X] - OFFSET_ZERO,
	                       .y = bytes[AT_Y] - OFFSET_ZERO,
	                       .width = bytes[AT_WIDTH],
	                       .height = bytes[AT_HEIGHT]};
	cells = (size_t)out->width * out->height;
	out->question = (const char *)bytes + at;
	at += out->question_length;
	out->box = bytes + at;
	at += cells;
	out->line = bytes + at;
	at += (size_t)2 * out->line_length;
	out->indices = bytes + at;
	at += out->areas > 1 ? cells : 0;
	return at == count && out->question_length < QUESTION_MAX && out->width <= VIEW_SIDE &&
	       out->height <= VIEW_SIDE && out->line_length <= FACT_LINE_MAX &&
	       out->areas <= FACT_AREAS_MAX;
}

static bool is_cell(uint8_t c)
{
	return c != '\0' && strchr(".adtskePNBRQKCpnbrqcADTS_#+?", c) != NULL;
}

bool fact_record_is_sound(const uint8_t *bytes, size_t count)
{
	fact_record_t r;

	if (!fact_record_open(bytes, count, &r) ||
	    little_endian_get(bytes + AT_SUM, 4) != sum_of(bytes, count) ||
	    (r.value != VALUE_PROVEN && r.value != VALUE_DISPROVEN) ||
	    (r.scope != SCOPE_ABSOLUTE && r.scope != SCOPE_ORDER) || r.engine > ALGORITHM_DFPN ||
	    r.driver > DRIVER_PLAIN || r.order > ORDER_MAX || r.depth > DEPTH_MAX + 1 ||
	    r.ko > KO_FAILS || r.threats > THREATS_UNLIMITED || r.width == 0 || r.height == 0)
		return false;
	for (unsigned i = 0; i < r.width * r.height; i++)
		if (!is_cell(r.box[i]) || (r.areas > 1 && r.indices[i] > r.areas))
			return false;
	for (unsigned i = 0; i < r.question_length; i++)
		if (r.question[i] < ' ' || r.question[i] > '~')
			return false;
	return true;
}

bool fact_record_write(const fact_record_t *view, fact_record_bytes_t *out)
{
	const size_t cells = (size_t)view->width * view->height;
	uint8_t *at = out->byte + PACKED_HEAD;

	if (view->question_length >= QUESTION_MAX || view->width > VIEW_SIDE ||
	    view->height > VIEW_SIDE || view->line_length > FACT_LINE_MAX)
		return false;
	assert(view->areas <= FACT_AREAS_MAX && view->x > -OFFSET_ZERO && view->y > -OFFSET_ZERO);
	memset(out->byte, 0, PACKED_HEAD);
	little_endian_put(out->byte + AT_NODES, view->nodes, 8);
	out->byte[AT_VALUE] = (uint8_t)view->value;
	out->byte[AT_SCOPE] = (uint8_t)view->scope;
	out->byte[AT_ENGINE] = (uint8_t)view->engine;
	out->byte[AT_DRIVER] = (uint8_t)view->driver;
	out->byte[AT_ORDER] = (uint8_t)view->order;
	out->byte[AT_KO] = (uint8_t)view->ko;
	out->byte[AT_THREATS] = (uint8_t)view->threats;
	out->byte[AT_AREAS] = (uint8_t)view->areas;
	little_endian_put(out->byte + AT_DEPTH, view->depth, 2);
	little_endian_put(out->byte + AT_BEST, view->best, 2);
	out->byte[AT_LINE] = (uint8_t)view->line_length;
	out->byte[AT_QUESTION] = (uint8_t)view->question_length;
	out->byte[AT_X] = (uint8_t)(view->x + OFFSET_ZERO);
	out->byte[AT_Y] = (uint8_t)(view->y + OFFSET_ZERO);
	out->byte[AT_WIDTH] = (uint8_t)view->width;
	out->byte[AT_HEIGHT] = (uint8_t)view->height;
	memcpy(at, view->question, view->question_length);
	at += view->question_length;
	memcpy(at, view->box, cells);
	at += cells;
	memcpy(at, view->line, (size_t)2 * view->line_length);
	at += (size_t)2 * view->line_length;
	if (view->areas > 1) {
		memcpy(at, view->indices, cells);
		at += cells;
	}
	out->bytes = (size_t)(at - out->byte);
	assert(out->bytes <= PACKED_MAX);
	fact_record_seal(out->byte, out->bytes);
	return true;
}

/* A box being made: the whole view first, then what of it is needed. */
typedef struct {
	uint8_t cell[VIEW_CELLS];
	uint8_t index[VIEW_CELLS];
	int left, right, top, bottom;
} making_t;

static void mark(making_t *m, int cell, uint8_t content)
{
	const int x = cell % VIEW_SIDE, y = cell / VIEW_SIDE;

	assert(cell >= 0 && cell < VIEW_CELLS);
	m->cell[cell] = content;
	m->left = x < m->left ? x : m->left;
	m->right = x > m->right ? x : m->right;
	m->top = y < m->top ? y : m->top;
	m->bottom = y > m->bottom ? y : m->bottom;
}

/* mark_points marks the points that matter, then what they see next to them. */
static void mark_points(const canonical_t *form, unsigned s, const bits_t *points, making_t *m)
{
	static const int steps[] = {-1, 1, -VIEW_SIDE, VIEW_SIDE};
	const canonical_view_t *v = &form->view[s];
	bits_t left = *points;

	*m = (making_t){.left = VIEW_SIDE, .top = VIEW_SIDE};
	memset(m->cell, CELL_ANY, sizeof(m->cell));
	while (!bits_is_empty(&left)) {
		const int cell = v->of[bits_take(&left)];

		mark(m, cell, v->cell[cell]);
	}
	left = *points;
	while (!bits_is_empty(&left)) {
		const int cell = v->of[bits_take(&left)];

		for (unsigned d = 0; d < 4; d++)
			if (m->cell[cell + steps[d]] == CELL_ANY)
				mark(m, cell + steps[d],
				     v->cell[cell + steps[d]] == CELL_OFF ? CELL_OFF : CELL_ON);
	}
}

/* cut_out leaves of the making what is within the box. */
static void cut_out(making_t *m, fact_record_t *r)
{
	unsigned n = 0;

	assert(m->left <= m->right && m->top <= m->bottom); /* a fact needs some point */
	r->width = (unsigned)(m->right - m->left + 1);
	r->height = (unsigned)(m->bottom - m->top + 1);
	for (int y = m->top; y <= m->bottom; y++)
		for (int x = m->left; x <= m->right; x++, n++) {
			assert(n <=
			       (unsigned)(y * VIEW_SIDE + x)); /* what is written has been read */
			m->cell[n] = m->cell[y * VIEW_SIDE + x];
			m->index[n] = m->index[y * VIEW_SIDE + x];
		}
	r->box = m->cell;
	r->indices = m->index;
}

static bool holds(const bits_t *set, const bits_t *part)
{
	bits_t rest = *part;

	bits_subtract(&rest, set);
	return bits_is_empty(&rest);
}

/* needed writes the points that the fact depends on. */
static bool needed(const canonical_t *form, const fact_t *fact, bits_t *out)
{
	*out = form->within[0];
	if (form->is_whole)
		return true;
	if (fact->zone.areas != 1 || !holds(&fact->zone.area[0], &form->target))
		return false;
	*out = fact->zone.area[0];
	bits_unite(out, &form->ban);
	bits_unite(out, &form->region);
	return fact->best >= form->width * form->height || bits_has(out, fact->best);
}

static unsigned level_of(const canonical_t *form, const bits_t *points)
{
	unsigned level = form->levels - 1;

	assert(holds(points, &form->within[0]));
	while (level > 0 && !holds(points, &form->within[level]))
		level--;
	return level;
}

bool fact_record_make(const canonical_t *form, const fact_t *fact, fact_record_bytes_t *out)
{
	fact_record_t r = {.nodes = fact->nodes,
	                   .value = fact->value,
	                   .scope = fact->scope,
	                   .engine = fact->engine,
	                   .driver = fact->driver,
	                   .order = fact->order,
	                   .ko = fact->ko,
	                   .threats = fact->threats,
	                   .areas = fact->zone.areas,
	                   .depth = fact->depth,
	                   .line_length = fact->line_length,
	                   .question = form->question,
	                   .question_length = (unsigned)strlen(form->question)};
	uint8_t line[2 * FACT_LINE_MAX];
	bits_t points;
	making_t m;
	unsigned level, s = 0;

	assert(fact->value != VALUE_UNDECIDED && fact->scope != SCOPE_HEURISTIC);
	assert(fact->line_length <= FACT_LINE_MAX && r.question_length < QUESTION_MAX);
	assert(zone_is_sound(&fact->zone));
	if (!needed(form, fact, &points))
		return false;
	level = level_of(form, &points);
	while ((form->symmetries >> s & 1) == 0 ||
	       form->view[s].hash[level] != form->least[level]) {
		s++;
		assert(s < VIEWS); /* one of the views has the least hash */
	}
	out->hash = form->least[level];
	mark_points(form, s, &points, &m);
	for (unsigned p = 0; r.areas > 1 && p < form->width * form->height; p++)
		m.index[form->view[s].of[p]] = (uint8_t)zone_index(&fact->zone, p);
	r.x = m.left - form->view[s].x;
	r.y = m.top - form->view[s].y;
	cut_out(&m, &r);
	r.best = canonical_move(form, s, fact->best);
	for (unsigned i = 0; i < r.line_length; i++)
		little_endian_put(line + (size_t)2 * i, canonical_move(form, s, fact->line[i]), 2);
	r.line = line;
	return fact_record_write(&r, out);
}

bool fact_record_fits(const fact_record_t *r, const canonical_t *form, unsigned s)
{
	const canonical_view_t *v = &form->view[s];
	const int left = v->x + r->x, top = v->y + r->y;
	const uint8_t *box = r->box;

	assert(s < VIEWS && (form->symmetries >> s & 1) != 0);
	for (int y = top; y < top + (int)r->height; y++)
		for (int x = left; x < left + (int)r->width; x++, box++) {
			uint8_t is = CELL_OFF;

			if (*box == CELL_ANY)
				continue;
			if (x >= 0 && x < VIEW_SIDE && y >= 0 && y < VIEW_SIDE)
				is = v->cell[y * VIEW_SIDE + x];
			if (*box == CELL_ON ? is == CELL_OFF : *box != is)
				return false;
		}
	return true;
}

/* read_zone writes the zone, back on the board. */
static void read_zone(const fact_record_t *r, const canonical_t *form, unsigned s, zone_t *out)
{
	const canonical_view_t *v = &form->view[s];
	uint16_t point[VIEW_CELLS];
	unsigned i = 0;

	zone_init(out, r->areas, form->width, form->height);
	if (r->areas == 0)
		return;
	canonical_back(form, s, point);
	for (int y = v->y + r->y; y < v->y + r->y + (int)r->height; y++)
		for (int x = v->x + r->x; x < v->x + r->x + (int)r->width; x++, i++) {
			const unsigned index = r->areas > 1 ? r->indices[i] : 1;

			if (r->box[i] != CELL_ANY && r->box[i] != CELL_ON &&
			    r->box[i] != CELL_OFF && index > 0) {
				assert(v->of[point[y * VIEW_SIDE + x]] == y * VIEW_SIDE + x);
				zone_add(out, point[y * VIEW_SIDE + x], index);
			}
		}
}

void fact_record_read(const fact_record_t *r, const canonical_t *form, unsigned s, fact_t *out)
{
	*out = (fact_t){.value = (uint8_t)r->value,
	                .scope = (uint8_t)r->scope,
	                .engine = (uint8_t)r->engine,
	                .driver = (uint8_t)r->driver,
	                .order = (uint8_t)r->order,
	                .ko = (uint8_t)r->ko,
	                .threats = (uint8_t)r->threats,
	                .depth = (uint16_t)r->depth,
	                .best = canonical_move_back(form, s, r->best),
	                .nodes = r->nodes};
	read_zone(r, form, s, &out->zone);
	for (unsigned i = 0; i < r->line_length; i++) {
		const move_t move = canonical_move_back(
		        form, s, (uint16_t)little_endian_get(r->line + (size_t)2 * i, 2));

		if (move == MOVE_NONE)
			break; /* it leads off this board */
		assert(out->line_length < FACT_LINE_MAX);
		out->line[out->line_length++] = move;
	}
}
