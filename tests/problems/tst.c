/* SPDX-License-Identifier: MIT
 * tst.c - reads lists of problems. See the header for the format.
 *
 * One line is read ahead, since only the line after a board tells that the board
 * has ended. A field is a row of a table: its name and what parses it.
 */
#include "tests/problems/tst.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static err_t complain(const tst_reader_t *r, unsigned line, errinfo_t *why, const char *what,
                      const char *text)
{
	return err_fail(why, ERR_SYNTAX, "%s:%u: %s '%.60s'", r->path, line, what, text);
}

static bool copy(char *to, size_t room, const char *text)
{
	size_t length = strlen(text);

	if (length == 0 || length >= room)
		return false;
	memcpy(to, text, length + 1);
	return true;
}

static bool parse_count(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return errno == 0 && isdigit((unsigned char)*text) && *end == '\0';
}

static bool parse_small(const char *text, int *out)
{
	uint64_t n;

	if (!parse_count(text, &n) || n > DEPTH_MAX)
		return false;
	*out = (int)n;
	return true;
}

static bool set_order(tst_t *p, const char *text)
{
	return parse_small(text, &p->order) && p->order <= ORDER_MAX;
}

static bool set_limit(tst_t *p, const char *text)
{
	return parse_small(text, &p->limit) && p->limit <= ORDER_MAX;
}

static bool set_depth(tst_t *p, const char *text)
{
	return parse_small(text, &p->depth) && p->depth % 2 == 1;
}

static bool set_best(tst_t *p, const char *text)
{
	return copy(p->best, sizeof(p->best), text);
}

static bool set_nodes(tst_t *p, const char *text)
{
	return parse_count(text, &p->nodes) && p->nodes > 0;
}

static bool set_scope(tst_t *p, const char *text)
{
	p->scope = strcmp(text, "absolute") == 0 ? SCOPE_ABSOLUTE : SCOPE_ORDER;
	return p->scope == SCOPE_ABSOLUTE || strcmp(text, "order") == 0;
}

static bool set_attacker(tst_t *p, const char *text)
{
	p->attacker = strcmp(text, "black") == 0 ? COLOUR_BLACK : COLOUR_WHITE;
	return p->attacker == COLOUR_BLACK || strcmp(text, "white") == 0;
}

static bool set_ko(tst_t *p, const char *text)
{
	return copy(p->ko, sizeof(p->ko), text);
}

static bool parse_stock(const char *text, size_t length, unsigned *out)
{
	static const char unlimited[] = "unlimited";

	*out = THREATS_UNLIMITED;
	if (length == sizeof(unlimited) - 1 && strncmp(text, unlimited, length) == 0)
		return true;
	*out = (unsigned)(*text - '0');
	return length == 1 && *text >= '0' && *text <= '2';
}

static bool set_threats(tst_t *p, const char *text)
{
	size_t cut = strcspn(text, "/");

	return text[cut] == '/' && parse_stock(text, cut, &p->attacker_threats) &&
	       parse_stock(text + cut + 1, strlen(text + cut + 1), &p->defender_threats);
}

static bool set_board(tst_t *p, const char *text)
{
	int used = 0;

	return sscanf(text, "%2ux%2u%n", &p->width, &p->height, &used) == 2 && text[used] == '\0' &&
	       p->width >= 2 && p->width <= BOARD_MAX && p->height >= 2 && p->height <= BOARD_MAX;
}

static bool set_corner(tst_t *p, const char *text)
{
	p->bottom = text[0] == 'b';
	p->right = text[0] != '\0' && text[1] == 'r';
	return strlen(text) == 2 && strchr("tb", text[0]) != NULL && strchr("lr", text[1]) != NULL;
}

static const struct {
	const char *name;
	bool (*set)(tst_t *p, const char *text);
} fields[] = {
        {"order", set_order},       {"limit", set_limit},   {"depth", set_depth},
        {"best", set_best},         {"nodes", set_nodes},   {"scope", set_scope},
        {"attacker", set_attacker}, {"ko", set_ko},         {"threats", set_threats},
        {"board", set_board},       {"corner", set_corner},
};

enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };

static bool set_field(tst_t *p, const char *text)
{
	size_t length = strcspn(text, "=");

	for (int i = 0; i < FIELDS; i++)
		if (text[length] == '=' && strlen(fields[i].name) == length &&
		    strncmp(text, fields[i].name, length) == 0)
			return fields[i].set(p, text + length + 1);
	return false;
}

static bool set_verdict(tst_t *p, const char *text)
{
	p->checked = strcmp(text, "unchecked") != 0;
	for (int v = VALUE_DISPROVEN; v <= VALUE_PROVEN; v++) {
		p->value = (value_t)v;
		if (strcmp(text, value_name(p->value)) == 0)
			return true;
	}
	return !p->checked;
}

/* header_parse reads "NAME capture POINT VERDICT FIELD..."; cuts `text`. */
static err_t header_parse(const tst_reader_t *r, char *text, tst_t *out, errinfo_t *why)
{
	tst_t p = {.line = r->line, .scope = -1, .order = -1, .limit = -1, .depth = -1};
	char *rest = NULL;
	unsigned place = 0;

	for (char *word = strtok_r(text, " \t", &rest); word != NULL;
	     word = strtok_r(NULL, " \t", &rest), place++) {
		bool fine = place == 0   ? copy(p.name, sizeof(p.name), word)
		            : place == 1 ? strcmp(word, "capture") == 0
		            : place == 2 ? copy(p.target, sizeof(p.target), word)
		            : place == 3 ? set_verdict(&p, word)
		                         : set_field(&p, word);

		if (!fine)
			return complain(r, r->line, why, "cannot make sense of", word);
	}
	if (place < 4)
		return complain(r, r->line, why, "not NAME capture POINT VERDICT:", p.name);
	if (p.limit < 0)
		p.limit = p.order >= 0 ? p.order : 3;
	*out = p;
	return ERR_OK;
}

/* pv_read reads the next line that is no comment into r->text. */
static bool pv_read(tst_reader_t *r)
{
	if (r->ahead) {
		r->ahead = false;
		return true;
	}
	while (fgets(r->text, sizeof(r->text), r->file) != NULL) {
		size_t length = strcspn(r->text, "\r\n");

		r->line++;
		while (length > 0 && isspace((unsigned char)r->text[length - 1]))
			length--;
		r->text[length] = '\0';
		if (length > 0 && r->text[0] != '#')
			return true;
	}
	return false;
}

typedef struct {
	char at[BOARD_MAX][BOARD_MAX];
	unsigned width, height;
} diagram_t;

static err_t diagram_add(const tst_reader_t *r, diagram_t *d, errinfo_t *why)
{
	unsigned width = 0;

	if (d->height == BOARD_MAX)
		return complain(r, r->line, why, "too many rows:", r->text);
	for (const char *p = r->text; *p != '\0'; p++) {
		if (isspace((unsigned char)*p))
			continue;
		if (strchr("XO.+", *p) == NULL || width == BOARD_MAX)
			return complain(r, r->line, why, "no row of a board:", r->text);
		d->at[d->height][width++] = *p == '+' ? '.' : *p;
	}
	if (d->height > 0 && width != d->width)
		return complain(r, r->line, why, "a row of another length:", r->text);
	d->width = width;
	d->height++;
	return ERR_OK;
}

/* board_place writes the diagram into its corner of the problem's board. */
static err_t board_place(const tst_reader_t *r, const diagram_t *d, tst_t *p, errinfo_t *why)
{
	unsigned width = p->width > 0 ? p->width : d->width;
	unsigned height = p->height > 0 ? p->height : d->height;
	char *to = p->rows;

	if (d->width == 0 || d->width > width || d->height > height)
		return complain(r, p->line, why, "no board, or one that is too large:", p->name);
	for (unsigned y = 0; y < height; y++) {
		unsigned dy = y - (p->bottom ? height - d->height : 0);

		for (unsigned x = 0; x < width; x++) {
			unsigned dx = x - (p->right ? width - d->width : 0);

			*to++ = dx < d->width && dy < d->height ? d->at[dy][dx] : '.';
		}
		*to++ = y + 1 < height ? '/' : '\0';
	}
	return ERR_OK;
}

/* group_read reads headers and the board below them. */
static err_t group_read(tst_reader_t *r, errinfo_t *why)
{
	diagram_t diagram = {.width = 0};
	err_t err = ERR_OK;

	r->count = r->next = 0;
	while (err == ERR_OK && pv_read(r)) {
		bool header = !isspace((unsigned char)r->text[0]);

		if (header && diagram.height > 0) {
			r->ahead = true;
			break;
		}
		if (!header)
			err = diagram_add(r, &diagram, why);
		else if (r->count == TST_SHARED_MAX)
			err = complain(r, r->line, why, "too many headers:", r->text);
		else
			err = header_parse(r, r->text, &r->shared[r->count++], why);
	}
	for (unsigned i = 0; i < r->count && err == ERR_OK; i++)
		err = board_place(r, &diagram, &r->shared[i], why);
	if (err == ERR_OK && r->count == 0)
		err = diagram.height > 0 ? complain(r, r->line, why, "a board without", "a header")
		                         : ERR_CLOSED;
	return err;
}

err_t tst_open(tst_reader_t *reader, const char *path, errinfo_t *why)
{
	*reader = (tst_reader_t){.path = path, .file = fopen(path, "re")};
	if (reader->file == NULL)
		return err_fail(why, ERR_IO, "%s: %s", path, strerror(errno));
	return ERR_OK;
}

err_t tst_next(tst_reader_t *reader, tst_t *out, errinfo_t *why)
{
	if (reader->next == reader->count) {
		err_t err = group_read(reader, why);

		if (err != ERR_OK)
			return err;
	}
	*out = reader->shared[reader->next++];
	return ERR_OK;
}

void tst_close(tst_reader_t *reader)
{
	if (reader->file != NULL)
		(void)fclose(reader->file);
	reader->file = NULL;
}

request_t tst_request(const tst_t *problem)
{
	return (request_t){
	        .problem = {.game = "go",
	                    .rows = problem->rows,
	                    .goal = "capture",
	                    .target = problem->target,
	                    .attacker = problem->attacker,
	                    .ko = problem->ko[0] != '\0' ? problem->ko : NULL,
	                    .attacker_threats = problem->attacker_threats,
	                    .defender_threats = problem->defender_threats},
	        .limits = {.order = problem->limit},
	};
}
