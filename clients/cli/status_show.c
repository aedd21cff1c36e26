/* SPDX-License-Identifier: MIT
 * status_show.c - see status_show.h.
 *
 * Design     A board has some hundred verdicts, and most of them need no action. So the list has a
 *            row only where somebody can do something: a block that can be captured, with what
 *            saves it, or a pair that can be cut; and for what is undecided. The first line counts
 *            the rest. The most urgent rows come first: few liberties, then size, as the daemon
 *            orders its questions.
 */
#include "clients/cli/status_show.h"

#include <assert.h>
#include <string.h>

#include "clients/cli/json.h"

static bool succeeds(const tesuji_verdict_t *v)
{
	return v != NULL && v->value == TESUJI_PROVEN;
}

/* group_of returns where a verdict's row belongs: captures, cuts, undecided; beyond that it has
 * no row. */
static unsigned group_of(const tesuji_verdict_t *v)
{
	enum { CAPTURES, CUTS, OPEN, QUIET };

	if (v->asked == TESUJI_SAVE || v->value == TESUJI_DISPROVEN)
		return QUIET;
	return v->value == TESUJI_UNDECIDED ? OPEN : v->asked == TESUJI_CUT ? CUTS : CAPTURES;
}

static bool is_told(const tesuji_verdict_t *v)
{
	return group_of(v) <= 2;
}

static bool goes_before(const tesuji_verdict_t *a, const tesuji_verdict_t *b)
{
	if (group_of(a) != group_of(b))
		return group_of(a) < group_of(b);
	if (a->liberties != b->liberties)
		return a->liberties < b->liberties;
	return a->size != b->size ? a->size > b->size : strcmp(a->stones, b->stones) < 0;
}

static const tesuji_verdict_t *save_of(const board_t *board, const tesuji_verdict_t *capture)
{
	for (unsigned i = 0; i < board->count; i++)
		if (capture->asked == TESUJI_CAPTURE && board->verdict[i].asked == TESUJI_SAVE &&
		    strcmp(board->verdict[i].stones, capture->stones) == 0)
			return &board->verdict[i];
	return NULL;
}

/* add_row adds the row of a verdict in its order. */
static void add_row(status_t *s, const tesuji_verdict_t *v)
{
	unsigned at = s->count++;

	assert(at < STATUS_VERDICTS_MAX && at < s->board->count);
	for (; at > 0 && goes_before(v, s->row[at - 1].verdict); at--)
		s->row[at] = s->row[at - 1];
	s->row[at] = (status_row_t){.verdict = v, .save = save_of(s->board, v)};
}

static void count(status_t *s, const tesuji_verdict_t *v)
{
	s->blocks += v->asked == TESUJI_CAPTURE;
	s->captured += v->asked == TESUJI_CAPTURE && succeeds(v);
	s->saved += v->asked == TESUJI_SAVE && succeeds(v);
	s->pairs += v->asked == TESUJI_CUT;
	s->cut += v->asked == TESUJI_CUT && succeeds(v);
}

static void add_mark(status_t *s, const char *point, char letter)
{
	diagram_mark_t *mark = &s->mark[s->mark_count];

	if (s->mark_count == STATUS_VERDICTS_MAX)
		return;
	snprintf(mark->point, sizeof(mark->point), "%.15s", point);
	mark->letter = letter;
	s->mark_count++;
}

/* letter_of returns the letter on a point, or '\0'. */
static char letter_of(const status_t *s, const char *point)
{
	for (unsigned i = 0; i < s->mark_count; i++)
		if (s->mark[i].letter != '\0' && strcmp(s->mark[i].point, point) == 0)
			return s->mark[i].letter;
	return '\0';
}

/* add_letter marks the move of a verdict with a letter, if it has a move and a letter is left. */
static void add_letter(status_t *s, const tesuji_verdict_t *v)
{
	static const char letters[STATUS_LETTERS + 1] = "ABCDEFGHIJKLMNPQRSTUVWYZ";

	if (!succeeds(v) || v->best[0] == '\0' || strcmp(v->best, "pass") == 0 ||
	    s->letter_count == STATUS_LETTERS || letter_of(s, v->best) != '\0')
		return;
	add_mark(s, v->best, letters[s->letter_count++]);
}

/* A text that grows. */
typedef struct {
	char *text;
	size_t room;
} words_t;

static void add(words_t *w, const char *text)
{
	const int used = snprintf(w->text, w->room, "%s", text);
	const size_t taken = (size_t)used < w->room ? (size_t)used : w->room - 1;

	assert(taken < w->room);
	w->text += taken;
	w->room -= taken;
}

/* add_move writes "at C3 (A)", and the kind of ko: where no threat is needed, the other side has
 * to find the first. */
static void add_move(words_t *w, const status_t *s, const tesuji_verdict_t *v)
{
	static const char *const threats[] = {"no threat", "1 threat", "2 threats",
	                                      "more than 2 threats"};
	const char letter[] = {' ', '(', letter_of(s, v->best), ')', '\0'};

	if (v->best[0] != '\0' && strcmp(v->best, "pass") != 0) {
		add(w, " at ");
		add(w, v->best);
		if (letter[2] != '\0')
			add(w, letter);
	}
	if (v->ko == TESUJI_KO_FIGHT) {
		add(w, " by ko (needs ");
		add(w,
		    threats[v->ko_threats <= TESUJI_UNLIMITED ? v->ko_threats : TESUJI_UNLIMITED]);
		add(w, ")");
	}
}

/* write_note writes what can be done about a row. */
static void write_note(const status_t *s, const status_row_t *row, char *out)
{
	const tesuji_verdict_t *v = row->verdict;
	const bool passes = v != NULL && strcmp(v->best, "pass") == 0;
	words_t w = {out, DIAGRAM_NOTE_BYTES};

	if (v == NULL || v->value == TESUJI_UNDECIDED) {
		add(&w, "not decided");
		return;
	}
	if (v->asked == TESUJI_CUT) {
		add(&w, passes ? "cut as it stands" : "cut");
		add_move(&w, s, v);
		return;
	}
	add(&w, "captured");
	add_move(&w, s, v);
	if (row->save == NULL || row->save->value == TESUJI_UNDECIDED) {
		add(&w, "; saving it is not decided");
	} else if (succeeds(row->save)) {
		add(&w, "; saved");
		add_move(&w, s, row->save);
	} else {
		add(&w, "; not saved");
	}
}

/* stones_text writes "D4" or "D4-F5". */
static void stones_text(const tesuji_verdict_t *v, char out[TESUJI_STONES_BYTES])
{
	char *between;

	snprintf(out, TESUJI_STONES_BYTES, "%s", v->stones);
	between = strchr(out, ' ');
	if (between != NULL)
		*between = '-';
}

static void write_line(const status_row_t *row, const char *note, char *out)
{
	char stones[TESUJI_STONES_BYTES];
	words_t w = {out, DIAGRAM_NOTE_BYTES};

	stones_text(row->verdict, stones);
	add(&w, tesuji_colour_name(row->verdict->colour));
	add(&w, " ");
	add(&w, stones);
	add(&w, ": ");
	add(&w, note);
}

void status_show_make(status_t *out, const board_t *board)
{
	memset(out, 0, sizeof(*out));
	out->board = board;
	for (unsigned i = 0; i < board->count; i++) {
		count(out, &board->verdict[i]);
		if (is_told(&board->verdict[i]))
			add_row(out, &board->verdict[i]);
	}
	for (unsigned i = 0; i < out->count; i++) {
		const status_row_t *row = &out->row[i];

		if (succeeds(row->verdict) && row->verdict->asked == TESUJI_CAPTURE)
			add_mark(out, row->verdict->stones, '\0');
		add_letter(out, row->verdict);
		add_letter(out, row->save);
	}
	for (unsigned i = 0; i < out->count; i++) {
		write_note(out, &out->row[i], out->note[i]);
		write_line(&out->row[i], out->note[i], out->line[i]);
	}
	out->diagram = (diagram_t){.style = STYLE_GO,
	                           .rows = board->rows,
	                           .target = "",
	                           .last = "",
	                           .mark_count = out->mark_count,
	                           .marks = out->mark,
	                           .note_count = out->count,
	                           .notes = (const char(*)[DIAGRAM_NOTE_BYTES])out->line};
}

static void print_row(FILE *out, const status_t *s, unsigned i)
{
	const tesuji_verdict_t *v = s->row[i].verdict;
	char stones[TESUJI_STONES_BYTES], size[24], liberties[24];

	stones_text(v, stones);
	snprintf(size, sizeof(size), "%u %s", v->size, v->size == 1 ? "stone" : "stones");
	snprintf(liberties, sizeof(liberties), "%u %s", v->liberties,
	         v->liberties == 1 ? "liberty" : "liberties");
	fprintf(out, "  %s %-7s  %-9s  %-12s  %s\n", tesuji_colour_name(v->colour), stones, size,
	        liberties, s->note[i]);
}

void status_show_print(FILE *out, const status_t *s)
{
	fprintf(out, "%u of %u blocks can be captured, %u of them saved; ", s->captured, s->blocks,
	        s->saved);
	fprintf(out, "%u of %u pairs can be cut; %u not decided.\n", s->cut, s->pairs,
	        s->board->undecided);
	if (s->count > 0)
		fputc('\n', out);
	for (unsigned i = 0; i < s->count; i++)
		print_row(out, s, i);
	fputc('\n', out);
	if (!diagram_text(out, &s->diagram, NULL))
		return;
	fputs("    X black, O white; small: can be captured; letters: the moves above\n", out);
}

void status_show_verdict(json_t *j, const tesuji_verdict_t *v)
{
	json_open(j, NULL, '{');
	json_text(j, "kind", tesuji_asked_name(v->asked));
	json_text(j, "colour", tesuji_colour_name(v->colour));
	json_text(j, "stones", v->stones);
	json_count(j, "size", v->size);
	json_count(j, "liberties", v->liberties);
	json_text(j, "value", tesuji_value_name(v->value));
	json_text(j, "scope", tesuji_scope_name(v->scope));
	json_text(j, "ko", v->ko == TESUJI_KO_UNASKED ? NULL : tesuji_ko_name(v->ko));
	if (v->ko == TESUJI_KO_FIGHT && v->ko_threats < TESUJI_UNLIMITED)
		json_count(j, "ko_threats", v->ko_threats);
	else
		json_text(j, "ko_threats", v->ko == TESUJI_KO_FIGHT ? "more" : NULL);
	json_text(j, "best", v->best);
	json_count(j, "order", v->order);
	json_real(j, "time_ms", v->time_ms, 3);
	json_bool(j, "remembered", v->remembered != 0);
	if (v->tried[0] != '\0')
		json_text(j, "tried", v->tried);
	if (v->is_judged)
		json_real(j, "chance", v->chance, 3);
	json_close(j, '}');
}

void status_show_json(FILE *out, const board_t *board, const char *where)
{
	json_t j;

	json_init(&j, out);
	json_open(&j, NULL, '{');
	json_text(&j, "server", where);
	json_text(&j, "rows", board->rows);
	json_count(&j, "decided", board->decided);
	json_count(&j, "undecided", board->undecided);
	json_open(&j, "verdicts", '[');
	for (unsigned i = 0; i < board->count; i++)
		status_show_verdict(&j, &board->verdict[i]);
	json_close(&j, ']');
	json_close(&j, '}');
}
