/* SPDX-License-Identifier: MIT
 * question.c - see question.h; the inverse of canonical.c, as far as there is one.
 *
 * Design    The question is made and then looked up like any other. If the record does not fit
 *           the board that was made, or has another hash, a lookup would never find it and what
 *           it says cannot be checked. So a fault in this file becomes a complaint, and never a
 *           fact that counts as checked. A stone that is drawn may join a block of the goal,
 *           whose ring is another one then: such a board is drawn anew. */
#include "engine/store/question.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/game/grid.h"

enum {
	DRAWN_STONES = 3, /* of so many cells that may be anything two have stones */
	TRIES = 4,        /* boards drawn; then what may be anything is empty */
};

/* The part of the box that is on the board. */
typedef struct {
	const fact_record_t *r;
	unsigned left, top, width, height;
} part_t;

static err_t refuse(const fact_record_t *r, const char *what, errinfo_t *why)
{
	return err_at(why, ERR_VALUE, "question", "\"%.*s\": %s", (int)r->question_length,
	              r->question, what);
}

static uint8_t cell_at(const part_t *part, unsigned x, unsigned y)
{
	assert(x < part->width && y < part->height);
	assert(part->left + part->width <= part->r->width &&
	       part->top + part->height <= part->r->height);
	return part->r->box[(part->top + y) * part->r->width + part->left + x];
}

/* find_part finds the least rectangle with all that must be on the board; false: there is none, or
 * something in it must be off the board. */
static bool find_part(const fact_record_t *r, part_t *out)
{
	unsigned right = 0, bottom = 0;

	*out = (part_t){.r = r, .left = r->width, .top = r->height};
	for (unsigned i = 0; i < r->width * r->height; i++) {
		const unsigned x = i % r->width, y = i / r->width;

		if (r->box[i] == CELL_OFF || r->box[i] == CELL_ANY)
			continue;
		out->left = x < out->left ? x : out->left;
		out->top = y < out->top ? y : out->top;
		right = x > right ? x : right;
		bottom = y > bottom ? y : bottom;
	}
	if (out->left > right)
		return false;
	out->width = right - out->left + 1;
	out->height = bottom - out->top + 1;
	if (out->width > BOARD_MAX || out->height > BOARD_MAX)
		return false;
	for (unsigned i = 0; i < out->width * out->height; i++)
		if (cell_at(out, i % out->width, i / out->width) == CELL_OFF)
			return false;
	return true;
}

/* put_option writes "rule=renju" for "rule=2"; false: the game has none such. */
static bool put_option(const game_t *game, const char *name, size_t length, int value,
                       question_t *out)
{
	const game_option_t *o = game->options;
	const size_t used = strlen(out->options);
	const char *word;
	strbuf_t text;

	while (o != NULL && o->name != NULL &&
	       (strlen(o->name) != length || memcmp(o->name, name, length) != 0))
		o++;
	if (o == NULL || o->name == NULL || o->kind == OPTION_SIZE)
		return false;
	if (o->kind == OPTION_TEXT)
		return value < 0; /* not given: the default */
	strbuf_init(&text, out->options + used, sizeof(out->options) - used);
	strbuf_printf(&text, "%s%s=", used > 0 ? " " : "", o->name);
	if (o->kind == OPTION_NUMBER) {
		strbuf_printf(&text, "%d", value);
		return !text.overflow;
	}
	word = o->words;
	for (; value > 0 && word != NULL; value--)
		word = (word = strchr(word, '|')) != NULL ? word + 1 : NULL;
	if (word == NULL || value < 0)
		return false;
	strbuf_printf(&text, "%.*s", (int)strcspn(word, "|"), word);
	return !text.overflow;
}

/* take_word reads one word of the question, after game and goal. */
static bool take_word(const char *word, const game_t *game, question_t *out)
{
	problem_t *p = &out->problem;
	const char *equals = strchr(word, '=');
	int value, used = 0;

	if (strcmp(word, "first=defender") == 0)
		p->first = SIDE_DEFENDER;
	else if (strcmp(word, "plain") == 0)
		out->by_plain = true;
	else if (strcmp(word, "banned") == 0)
		p->ko = out->ko;
	else if (strcmp(word, "by=white") == 0)
		p->attacker = COLOUR_WHITE;
	else if (strcmp(word, "by=black") == 0)
		p->attacker = COLOUR_BLACK;
	else if (strcmp(word, "zones=2") == 0 || /* of a race, or it is an old fact */
	         (sscanf(word, "threats=%u,%u%n", &p->attacker_threats, &p->defender_threats,
	                 &used) == 2 &&
	          word[used] == '\0'))
		return true;
	else if (sscanf(word, "within=%d%n", &value, &used) == 1 && word[used] == '\0')
		out->within = true; /* the board tells where */
	else if (sscanf(word, "verdict=%u%n", &out->order, &used) == 1 && word[used] == '\0')
		out->verdict = true;
	else
		return equals != NULL && sscanf(equals, "=%d%n", &value, &used) == 1 &&
		       equals[used] == '\0' &&
		       put_option(game, word, (size_t)(equals - word), value, out);
	return true;
}

/* read_words reads all that is asked but the board. */
static const game_t *read_words(const fact_record_t *r, question_t *out)
{
	char text[QUESTION_MAX], *rest = NULL, *word;
	const game_t *game;

	(void)snprintf(text, sizeof(text), "%.*s", (int)r->question_length, r->question);
	word = strtok_r(text, " ", &rest);
	if (word == NULL || (game = game_find(word)) == NULL)
		return NULL;
	(void)snprintf(out->game, sizeof(out->game), "%s", word);
	word = strtok_r(NULL, " ", &rest);
	if (word == NULL)
		return NULL;
	(void)snprintf(out->goal, sizeof(out->goal), "%s", word);
	out->problem.attacker = game->style == BOARD_CHESS ? COLOUR_WHITE : COLOUR_BLACK;
	while ((word = strtok_r(NULL, " ", &rest)) != NULL)
		if (!take_word(word, game, out))
			return NULL;
	return game;
}

/* inner is what a cell would be in the region. */
static uint8_t inner(uint8_t cell, const question_t *q)
{
	return q->within ? canonical_inner(cell) : cell;
}

/* is_own: is that cell a stone of the attacker's? */
static bool is_own(uint8_t cell, const game_t *game, const question_t *q)
{
	return cell == 'a' || cell == 's' ||
	       (cell == 't' && game->canonical != NULL && game->canonical->is_ours != NULL &&
	        game->canonical->is_ours(q->goal));
}

static void write_rows(const part_t *part, const game_t *game, rng_t *rng, question_t *q)
{
	const char own = q->problem.attacker == COLOUR_BLACK ? 'X' : 'O';
	const char other = own == 'X' ? 'O' : 'X';
	strbuf_t text;

	strbuf_init(&text, q->rows, sizeof(q->rows));
	for (unsigned i = 0; i < part->width * part->height; i++) {
		const uint8_t cell = inner(cell_at(part, i % part->width, i / part->width), q);
		const bool is_any = cell == CELL_ANY || cell == CELL_ON;
		const unsigned dice = is_any && rng != NULL ? rng_below(rng, DRAWN_STONES) : 0;

		if (i > 0 && i % part->width == 0)
			strbuf_char(&text, '/');
		if (is_any)
			strbuf_char(&text, ".XO"[dice]);
		else if (cell == CELL_EMPTY || cell == CELL_BANNED)
			strbuf_char(&text, '.');
		else
			strbuf_char(&text, is_own(cell, game, q) ? own : other);
	}
}

static bool add_name(const part_t *part, const game_t *game, unsigned point, strbuf_t *out)
{
	if (out->length > 0)
		strbuf_char(out, ' ');
	grid_add_point(game->style, point, part->width, part->height, out);
	return !out->overflow;
}

/* cross_off makes the block of cells of `mark` that a point is of something else. */
static void cross_off(const part_t *part, uint8_t *cells, unsigned point, uint8_t mark)
{
	uint16_t todo[BOARD_MAX * BOARD_MAX];
	unsigned left = 0;

	todo[left++] = (uint16_t)point;
	cells[point] = CELL_ANY;
	while (left > 0) {
		const unsigned at = todo[--left], x = at % part->width, y = at / part->width;
		const unsigned near[] = {x > 0 ? at - 1 : at, x + 1 < part->width ? at + 1 : at,
		                         y > 0 ? at - part->width : at,
		                         y + 1 < part->height ? at + part->width : at};

		for (unsigned d = 0; d < 4; d++) {
			if (cells[near[d]] != mark)
				continue;
			cells[near[d]] = CELL_ANY;
			todo[left++] = (uint16_t)near[d];
		}
	}
}

/* write_points writes target and ban: a stone of each block that is marked, the first block's
 * first. */
static bool write_points(const part_t *part, const game_t *game, question_t *q)
{
	static const uint8_t marks[] = {'t', 's'};
	uint8_t cells[BOARD_MAX * BOARD_MAX];
	const unsigned area = part->width * part->height;
	strbuf_t target, ko;
	bool fits = true;

	strbuf_init(&target, q->target, sizeof(q->target));
	strbuf_init(&ko, q->ko, sizeof(q->ko));
	for (unsigned p = 0; p < area; p++) {
		cells[p] = inner(cell_at(part, p % part->width, p / part->width), q);
		if (cells[p] == CELL_BANNED)
			fits = fits && add_name(part, game, p, &ko);
	}
	for (unsigned m = 0; m < sizeof(marks); m++)
		for (unsigned p = 0; p < area; p++)
			if (cells[p] == marks[m]) {
				fits = fits && add_name(part, game, p, &target);
				cross_off(part, cells, p, marks[m]);
			}
	if (target.length > 0)
		q->problem.target = q->target;
	return fits && (q->problem.ko != NULL) == (ko.length > 0);
}

/* write_region writes the option: what is not marked as out of it. */
static bool write_region(const part_t *part, const game_t *game, question_t *q)
{
	bits_t region = {{0}};
	strbuf_t text;

	for (unsigned p = 0; p < part->width * part->height; p++) {
		const uint8_t cell = cell_at(part, p % part->width, p / part->width);

		if (cell != CELL_ANY && cell != CELL_ON && cell == canonical_inner(cell))
			bits_add(&region, p);
	}
	strbuf_init(&text, q->options, sizeof(q->options));
	strbuf_printf(&text, "%s=", game->canonical->region);
	canonical_region_text(game->style, &region, part->width, part->height, &text);
	q->problem.options = q->options;
	return !text.overflow;
}

/* is_found: would that question look under the record's hash, find that it fits, and its move
 * legal? */
static bool is_found(const fact_record_t *r, uint64_t hash, const question_t *q,
                     const position_t *pos, canonical_t *form)
{
	const canonical_wish_t wish = {.verdict = q->verdict ? (int)q->order : CANONICAL_NO_VERDICT,
	                               .plain = q->by_plain};
	fact_t fact;

	if (!canonical_make(&q->problem, pos, wish, form) ||
	    strlen(form->question) != r->question_length ||
	    memcmp(form->question, r->question, r->question_length) != 0)
		return false;
	for (unsigned level = 0; level < form->levels; level++)
		for (unsigned s = 0; form->least[level] == hash && s < VIEWS; s++)
			if ((form->symmetries >> s & 1) != 0 && form->view[s].hash[level] == hash &&
			    fact_record_fits(r, form, s)) {
				fact_record_read(r, form, s, &fact);
				return fact_is_playable(&fact, pos);
			}
	return false;
}

/* write_own writes the board as the game itself does. */
static bool write_own(const part_t *part, const game_t *game, question_t *q)
{
	canonical_board_t board = {.width = part->width, .height = part->height};
	strbuf_t text;

	for (unsigned p = 0; p < part->width * part->height; p++)
		board.at[p] = cell_at(part, p % part->width, p / part->width);
	strbuf_init(&text, q->rows, sizeof(q->rows));
	return game->canonical->write(&board, q->problem.first, &text);
}

/* make_board writes the board; false: there is none such. */
static bool make_board(const fact_record_t *r, const game_t *game, rng_t *rng, question_t *out)
{
	part_t part;

	if (!find_part(r, &part))
		return false;
	if (game->canonical != NULL && game->canonical->write != NULL)
		return write_own(&part, game, out);
	write_rows(&part, game, rng, out);
	if (out->within && (game->canonical == NULL || game->canonical->region == NULL))
		return false;
	if (out->within && !write_region(&part, game, out))
		return false;
	return write_points(&part, game, out);
}

/* leads_back: can the board stand, and is the record found on it? */
static bool leads_back(const fact_record_t *r, uint64_t hash, const question_t *q,
                       canonical_t *form)
{
	position_t *pos;
	bool found;

	if (game_create(&q->problem, &pos, NULL) != ERR_OK)
		return false;
	found = is_found(r, hash, q, pos, form);
	position_free(pos);
	return found;
}

err_t question_make(const fact_record_t *r, uint64_t hash, rng_t *rng, question_t *out,
                    errinfo_t *why)
{
	const game_t *game;
	canonical_t *form;
	bool found = false;

	memset(out, 0, sizeof(*out));
	out->problem = (problem_t){.game = out->game, .goal = out->goal, .rows = out->rows};
	out->order = r->order;
	out->plain = r->driver != 0;
	game = read_words(r, out);
	if (game == NULL)
		return refuse(r, "this program does not know that question", why);
	if (out->options[0] != '\0')
		out->problem.options = out->options;
	form = mem_alloc(sizeof(*form));
	if (form == NULL)
		return err_fail(why, ERR_NOMEM, "%s", err_text(ERR_NOMEM));
	for (unsigned i = 0; i <= TRIES && !found; i++) {
		if (!make_board(r, game, i < TRIES ? rng : NULL, out))
			break;
		found = leads_back(r, hash, out, form);
	}
	mem_free(form, sizeof(*form));
	return found ? ERR_OK
	             : refuse(r, "it is not where it would be looked for, or its move is not legal",
	                      why);
}
