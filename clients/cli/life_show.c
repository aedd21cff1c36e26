/* SPDX-License-Identifier: MIT
 * life_show.c - see life_show.h.
 *
 * Design     The first line is the answer: alive, dead, unsettled, and so on; or, where the search
 *            leaves it open, what the judgement makes of it, named as one. Then what it is about,
 * and who succeeds by which move. On the board K marks moves that kill, L moves that make live, B
 * moves that do both for who plays them. */
#include "clients/cli/life_show.h"

#include <string.h>

#include "clients/cli/json.h"
#include "clients/cli/status_show.h"

/* find returns the verdict of that kind about any first move, or NULL. */
static const tesuji_verdict_t *find(const life_answer_t *life, tesuji_asked_t asked)
{
	for (unsigned i = 0; i < life->count; i++)
		if (life->verdict[i].asked == asked && life->verdict[i].tried[0] == '\0')
			return &life->verdict[i];
	return NULL;
}

/* succeeds tells whether a question was answered by a proof or a judgement that who moves first
 * succeeds. */
static bool succeeds(const tesuji_verdict_t *v)
{
	return v != NULL &&
	       (v->value == TESUJI_PROVEN || (v->is_judged && v->ko != TESUJI_KO_FAILS));
}

static bool fails(const tesuji_verdict_t *v)
{
	return v != NULL &&
	       (v->value == TESUJI_DISPROVEN || (v->is_judged && v->ko == TESUJI_KO_FAILS));
}

/* judged_word is what the answers make of an open life. */
static const char *judged_word(const tesuji_verdict_t *kill, const tesuji_verdict_t *live)
{
	if (fails(kill))
		return "probably alive";
	if (fails(live))
		return "probably dead";
	return succeeds(kill) && succeeds(live) ? "probably unsettled" : "not decided";
}

static const char *side_name(const life_answer_t *life, bool owner)
{
	const bool black = (life->dragon.colour == TESUJI_BLACK) == owner;

	return black ? "Black" : "White";
}

/* note_answer writes who moves first, whether it succeeds, and how that is known. */
static void note_answer(const life_answer_t *life, tesuji_asked_t asked, char *out)
{
	static const char *const threats[] = {"no threat", "1 threat", "2 threats",
	                                      "more than 2 threats"};
	const tesuji_verdict_t *v = find(life, asked);
	const bool passes = v != NULL && (v->best[0] == '\0' || strcmp(v->best, "pass") == 0);
	char known[24] = "proven", how[48] = "";

	if (v == NULL || (v->value == TESUJI_UNDECIDED && !v->is_judged)) {
		snprintf(out, DIAGRAM_NOTE_BYTES, "%s moves first: not decided",
		         side_name(life, asked == TESUJI_LIVE));
		return;
	}
	if (v->is_judged)
		snprintf(known, sizeof(known), "judged, %u %%",
		         (unsigned)(100 * (succeeds(v) ? v->chance : 1 - v->chance) + 0.5));
	if (succeeds(v) && v->ko == TESUJI_KO_FIGHT)
		snprintf(how, sizeof(how), " by ko (needs %s)",
		         threats[v->ko_threats <= TESUJI_UNLIMITED ? v->ko_threats
		                                                   : TESUJI_UNLIMITED]);
	snprintf(out, DIAGRAM_NOTE_BYTES, "%s moves first: it %s%s%s%s (%s)",
	         side_name(life, asked == TESUJI_LIVE),
	         succeeds(v) == (asked == TESUJI_KILL) ? "dies" : "lives",
	         succeeds(v) && !passes ? " after " : "", succeeds(v) && !passes ? v->best : "",
	         how, known);
}

/* letter_of returns the mark of a first move: K, L or B; '\0': it does nothing. */
static char letter_of(const life_answer_t *life, const char *move)
{
	bool kills = false, lives = false;

	for (unsigned i = 0; i < life->count; i++) {
		const tesuji_verdict_t *v = &life->verdict[i];
		const char *at = v->tried[0] != '\0' ? v->tried : v->best;

		if (!succeeds(v) || v->asked == TESUJI_EYES || strcmp(at, move) != 0)
			continue;
		kills |= v->asked == TESUJI_KILL;
		lives |= v->asked == TESUJI_LIVE;
	}
	return kills && lives ? 'B' : kills ? 'K' : lives ? 'L' : '\0';
}

static void add_mark(life_picture_t *p, const char *point, char letter)
{
	for (unsigned i = 0; i < p->mark_count; i++)
		if (strcmp(p->mark[i].point, point) == 0)
			return;
	if (p->mark_count == LIFE_MARKS_MAX)
		return;
	snprintf(p->mark[p->mark_count].point, sizeof(p->mark[0].point), "%.15s", point);
	p->mark[p->mark_count++].letter = letter;
}

/* mark_moves marks the first moves that succeed. */
static void mark_moves(life_picture_t *p, const life_answer_t *life)
{
	for (unsigned i = 0; i < life->count; i++) {
		const tesuji_verdict_t *v = &life->verdict[i];
		const char *at = v->tried[0] != '\0' ? v->tried : v->best;
		const char letter = letter_of(life, at);

		if (letter != '\0' && at[0] != '\0' && strcmp(at, "pass") != 0)
			add_mark(p, at, letter);
	}
}

/* mark_dragon marks the blocks of the dragon as weak. */
static void mark_dragon(life_picture_t *p, const life_answer_t *life)
{
	const char *at = life->dragon.stones;

	while (*at != '\0') {
		const size_t length = strcspn(at, " ");
		char point[TESUJI_POINT_BYTES] = "";

		if (length < sizeof(point)) {
			memcpy(point, at, length);
			add_mark(p, point, '\0');
		}
		at += length + strspn(at + length, " ");
	}
}

/* life_word is the answer in a word or two. */
static const char *life_word(const life_answer_t *life)
{
	switch (life->life) {
	case TESUJI_LIFE_ALIVE:
		return life->dragon.closed ? "alive" : "alive, or gets out of the region";
	case TESUJI_LIFE_DEAD:
		return "dead";
	case TESUJI_LIFE_UNSETTLED:
		return "unsettled";
	case TESUJI_LIFE_KO:
		return "unsettled, with a ko";
	case TESUJI_LIFE_SEKI:
		return "alive in seki";
	case TESUJI_LIFE_OPEN:
	case TESUJI_LIFE_UNTOLD:
		break;
	}
	return judged_word(find(life, TESUJI_KILL), find(life, TESUJI_LIVE));
}

static char *next_line(life_picture_t *p)
{
	return p->line[p->line_count++];
}

void life_show_make(life_picture_t *out, const life_answer_t *life)
{
	const tesuji_dragon_t *d = &life->dragon;

	memset(out, 0, sizeof(*out));
	snprintf(next_line(out), DIAGRAM_NOTE_BYTES, "%s %.*s (%u %s, %u %s) is %s.",
	         tesuji_colour_name(d->colour), (int)strcspn(d->stones, " "), d->stones, d->size,
	         d->size == 1 ? "stone" : "stones", d->liberties,
	         d->liberties == 1 ? "liberty" : "liberties", life_word(life));
	note_answer(life, TESUJI_KILL, next_line(out));
	note_answer(life, TESUJI_LIVE, next_line(out));
	mark_moves(out, life);
	mark_dragon(out, life);
	out->diagram = (diagram_t){.style = STYLE_GO,
	                           .rows = d->rows,
	                           .target = "",
	                           .last = "",
	                           .mark_count = out->mark_count,
	                           .marks = out->mark,
	                           .note_count = out->line_count,
	                           .notes = (const char(*)[DIAGRAM_NOTE_BYTES])out->line};
}

void life_show_print(FILE *out, const life_answer_t *life, const life_picture_t *p)
{
	const tesuji_dragon_t *d = &life->dragon;

	fprintf(out, "%s\n\n", p->line[0]);
	for (unsigned i = 1; i < p->line_count; i++)
		fprintf(out, "  %s\n", p->line[i]);
	fprintf(out, "\n  the dragon    %s\n", d->stones);
	if (d->around[0] != '\0')
		fprintf(out, "  surrounded by %s\n", d->around);
	fprintf(out, "  region        %s\n", d->region[0] != '\0' ? d->region : "the whole board");
	if (!d->closed)
		fputs("                not closed: who gets out of it counts as alive\n", out);
	fputc('\n', out);
	if (!diagram_text(out, &p->diagram, NULL))
		return;
	fprintf(out,
	        "    X black, O white; small: the dragon; K: %s kills there, L: %s lives,\n"
	        "    B: either, whoever plays there\n",
	        side_name(life, false), side_name(life, true));
}

void life_show_json(FILE *out, const life_answer_t *life, const char *where)
{
	const tesuji_dragon_t *d = &life->dragon;
	json_t j;

	json_init(&j, out);
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	json_text(&j, "rows", d->rows);
	json_text(&j, "life", tesuji_life_name(life->life));
	json_text(&j, "colour", tesuji_colour_name(d->colour));
	json_text(&j, "stones", d->stones);
	json_text(&j, "around", d->around);
	json_text(&j, "region", d->region);
	json_bool(&j, "closed", d->closed != 0);
	json_count(&j, "size", d->size);
	json_count(&j, "liberties", d->liberties);
	json_open(&j, "verdicts", '[');
	for (unsigned i = 0; i < life->count; i++)
		status_show_verdict(&j, &life->verdict[i]);
	json_close(&j, ']');
	json_close(&j, '}');
}
