/* SPDX-License-Identifier: MIT
 * show_sgf.c - see show_sgf.h.
 *
 * Tree       Everywhere there is one move of the side whose moves the certificate has, and those of
 * the other that are listed, with one that stands for all others. The longest reply comes first, so
 * that the main line is the longest line. All moves are legal where they stand: they are played as
 * they are written.
 *
 * Shared     A node of the certificate may have many parents, and a tree that repeats it under each
 *            can be a million times larger. So from the second time on its first place is named
 *            instead: "goes on as at position 3 (move 5)", which is the name of the node there. The
 *            same node means the same answers, though the boards may differ.
 *
 * Size       The main line is complete; all else ends at one depth, the greatest for which the
 *            number of nodes suffices. It is found by halving, with walks that write nothing. (To
 *            stop after a number of nodes would leave out whole replies to the first move; a
 *            breadth-first walk would have to store all boards.) What was cut off at its first
 *            place and has room at a later one is written there.
 */
#include "clients/cli/show_sgf.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/args.h"
#include "clients/cli/complain.h"
#include "clients/cli/output.h"
#include "clients/cli/proof_file.h"
#include "clients/cli/sgf_write.h"
#include "engine/base/version.h"

enum { NOTE_BYTES = 2048, NAME_BYTES = 64 };

/* A node of the certificate at which the other side chooses. */
typedef struct {
	uint32_t name; /* "position N"; 0: none yet */
	uint16_t move; /* where it was written */
	uint16_t room; /* 1 + plies that could be written below it; 0: not written */
	bool shared;   /* another place refers to it */
} place_t;

/* A node whose replies are being written. */
typedef struct {
	browse_reply_t *reply;
	unsigned count, next;
	unsigned at; /* how many moves were played before it */
	bool main;   /* it is on the main line */
} branch_t;

typedef struct {
	browse_t *browse;
	FILE *out; /* NULL: only count */
	place_t *place;
	uint32_t places, names;
	unsigned limit; /* off the main line, later moves are left out */
	uint64_t most, nodes, cuts;
	unsigned depth;
	branch_t branch[CERTIFICATE_LINE_MAX];
	char note[NOTE_BYTES]; /* the last node's comment; "": none */
	bool opened;           /* a variation was opened and has no node yet */
	bool over;             /* more than `most` nodes would be needed */
	bool no_memory;
} writer_t;

static void put(const writer_t *w, const char *text)
{
	if (w->out != NULL)
		(void)fputs(text, w->out);
}

static void put_property(const writer_t *w, const char *name, const char *text)
{
	if (w->out != NULL)
		sgf_write_property(w->out, name, text);
}

/* note adds a sentence to the comment of the last node. */
static void note(writer_t *w, const char *text)
{
	const size_t used = strlen(w->note);

	(void)snprintf(w->note + used, sizeof(w->note) - used, "%s%s", used > 0 ? "\n" : "", text);
}

static void note_end(writer_t *w)
{
	if (w->note[0] != '\0')
		put_property(w, "C", w->note);
	w->note[0] = '\0';
}

/* point_name writes a move by SGF's names: two letters, in Hex a letter and a number; a pass is
 * "". */
static const char *point_name(const writer_t *w, int32_t move, char out[BROWSE_MOVE_BYTES])
{
	unsigned x, y;

	if (browse_place(w->browse, move, &x, &y))
		sgf_write_point(browse_header(w->browse)->game, x, y, out, BROWSE_MOVE_BYTES);
	else
		out[0] = '\0';
	return out;
}

/* step plays a move and writes its node. */
static bool step(writer_t *w, int32_t move)
{
	const bool black = browse_black(w->browse);
	char name[BROWSE_MOVE_BYTES];

	if (!browse_play(w->browse, move))
		return false;
	note_end(w);
	put(w, w->opened ? ";" : "\n;");
	w->opened = false;
	put_property(w, black ? "B" : "W", point_name(w, move, name));
	w->nodes++;
	return true;
}

/* refer tells whether this node is written elsewhere with at least as much room below it, and
 * if so writes a reference to it. */
static bool refer(writer_t *w)
{
	const unsigned depth = browse_depth(w->browse);
	const unsigned room = depth < w->limit ? w->limit - depth : 0;
	place_t *place = &w->place[browse_node(w->browse)];
	char text[NAME_BYTES];

	if (place->room > room || place->room > browse_moves(w->browse)) {
		place->shared = true;
		(void)snprintf(text, sizeof(text), "goes on as at position %" PRIu32 " (move %u)",
		               place->name, place->move);
		note(w, text);
		return true;
	}
	place->room = (uint16_t)(room + 1);
	place->move = (uint16_t)depth;
	if (place->shared) { /* known from an earlier walk */
		place->name = ++w->names;
		(void)snprintf(text, sizeof(text), "position %" PRIu32, place->name);
		put_property(w, "N", text);
	}
	return false;
}

/* has_room tells whether all `count` replies may be written here. If not, it notes so. */
static bool has_room(writer_t *w, bool main, unsigned *count)
{
	const bool deep = browse_depth(w->browse) >= w->limit;

	w->over = w->over || w->nodes + 2 > w->most;
	if (w->over || (deep && !main)) {
		note(w, "what follows is left out");
		w->cuts++;
		return false;
	}
	if (*count > 1 && deep) {
		note(w, "the other replies are left out");
		w->cuts++;
		*count = 1;
	}
	return true;
}

/* open_branch begins to write the replies to a node, unless they are written elsewhere. A
 * single reply that needs no more than its answer is not worth a reference. */
static void open_branch(writer_t *w, bool main)
{
	browse_reply_t all[BROWSE_REPLIES_MAX];
	unsigned count = browse_replies(w->browse, all);
	branch_t *b = &w->branch[w->depth];

	if (count == 0 || (!(count == 1 && browse_moves(w->browse) <= 2) && refer(w)) ||
	    !has_room(w, main, &count))
		return;
	assert(w->depth < CERTIFICATE_LINE_MAX && count <= BROWSE_REPLIES_MAX);
	*b = (branch_t){.count = count, .at = browse_depth(w->browse), .main = main};
	b->reply = malloc(count * sizeof(all[0]));
	if (b->reply == NULL) {
		w->no_memory = true;
		return;
	}
	memcpy(b->reply, all, count * sizeof(all[0]));
	w->depth++;
}

/* answer writes the move of the certificate, if one is needed, and what follows. */
static void answer(writer_t *w, bool main)
{
	if (browse_answers(w->browse) && !step(w, browse_answer(w->browse)))
		return;
	if (browse_ends(w->browse))
		note(w, proof_file_end(w->browse));
	else
		open_branch(w, main);
}

/* next_reply writes the next reply of the last branch with its answer, or leaves the branch. */
static void next_reply(writer_t *w)
{
	branch_t *b = &w->branch[w->depth - 1];
	browse_reply_t r;

	assert(w->depth > 0 && b->next <= b->count && browse_depth(w->browse) >= b->at);
	while (browse_depth(w->browse) > b->at)
		(void)browse_back(w->browse);
	note_end(w);
	if (b->next > 0 && b->count > 1)
		put(w, ")");
	if (b->next == b->count) {
		free(b->reply);
		w->depth--;
		return;
	}
	if (b->count > 1)
		put(w, "\n(");
	w->opened = b->count > 1;
	r = b->reply[b->next++];
	if (!step(w, r.move))
		return;
	if (r.others)
		note(w, b->count > 1 ? "any other reply" : "any reply");
	answer(w, b->main && b->next == 1);
}

/* put_stones writes the stones of one colour in the start position. */
static void put_stones(const writer_t *w, const char *property, const char *rows, char stone)
{
	const unsigned width = browse_width(w->browse);
	bool named = false;

	for (unsigned i = 0; i < width * browse_height(w->browse); i++) {
		char name[BROWSE_MOVE_BYTES];

		if (rows[i + i / width] != stone)
			continue;
		if (!named)
			put(w, property);
		named = true;
		put_property(w, "", point_name(w, (int32_t)i, name));
	}
}

/* put_goal marks the stones that the goal is about. */
static void put_goal(const writer_t *w)
{
	const char *target = browse_header(w->browse)->target;
	char text[CERTIFICATE_TEXT_MAX], name[BROWSE_MOVE_BYTES], *rest = NULL;

	(void)snprintf(text, sizeof(text), "%s", target);
	if (target[0] != '\0')
		put(w, "TR");
	for (char *word = strtok_r(text, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		put_property(w, "", point_name(w, browse_read(w->browse, word), name));
}

/* put_root writes the root: everything before the first move. */
static void put_root(writer_t *w, const check_result_t *result, unsigned kind)
{
	const certificate_header_t *h = browse_header(w->browse);
	const unsigned width = browse_width(w->browse), height = browse_height(w->browse);
	char text[CERTIFICATE_TEXT_MAX + NAME_BYTES], rows[BROWSE_BOARD_BYTES];
	strbuf_t board;

	strbuf_init(&board, rows, sizeof(rows));
	browse_board(w->browse, &board);
	(void)snprintf(text, sizeof(text), "(;FF[4]CA[UTF-8]GM[%u]AP[tesuji:%s]SZ[%u", kind,
	               TESUJI_VERSION, width);
	put(w, text);
	(void)snprintf(text, sizeof(text), width != height ? ":%u]\n" : "]\n", height);
	put(w, text);
	put_stones(w, "AB", rows, 'X');
	put_stones(w, "AW", rows, 'O');
	put(w, browse_black(w->browse) ? "PL[B]" : "PL[W]");
	put_goal(w);
	note(w, result->claim);
	(void)snprintf(text, sizeof(text), "%" PRIu32 " nodes, a %s", result->nodes,
	               browse_denies(w->browse) ? "denial" : "proof");
	note(w, text);
	if (h->by[0] != '\0') {
		(void)snprintf(text, sizeof(text), "found by %s", h->by);
		note(w, text);
	}
	note(w, "The first variation is the longest. Any other reply: all that are not here.");
}

/* whole writes the file, or only counts its nodes; without a `result` what is below the root
 * alone. */
static void whole(writer_t *w, const check_result_t *result, unsigned kind, unsigned limit,
                  FILE *out)
{
	w->out = out;
	w->limit = limit;
	w->nodes = 1;
	w->cuts = w->names = 0;
	w->over = false;
	for (uint32_t i = 0; i < w->places; i++) {
		place_t *p = &w->place[i];

		*p = (place_t){.shared = out != NULL && p->shared};
	}
	if (result != NULL)
		put_root(w, result, kind);
	answer(w, true);
	while (w->depth > 0)
		next_reply(w);
	note_end(w);
	if (result != NULL)
		put(w, ")\n");
	while (browse_back(w->browse)) {
	}
}

/* choose_limit returns the greatest limit for which the number of nodes suffices, or 0. No line of
 * a proof is longer than its height; a denial may come back to where it was. */
static unsigned choose_limit(writer_t *w, const check_result_t *result, unsigned kind)
{
	unsigned fits = 0, limit;
	unsigned beyond = browse_denies(w->browse) || browse_ends(w->browse)
	                          ? BROWSE_DEPTH_MAX
	                          : browse_moves(w->browse) + 2;

	limit = beyond - 1;

	while (fits + 1 < beyond) {
		whole(w, result, kind, limit, NULL);
		if (w->over || w->nodes > w->most) /* `over` is asked before replies */
			beyond = limit;
		else
			fits = limit;
		limit = (fits + beyond) / 2;
	}
	whole(w, result, kind, fits, NULL); /* what is shared depends on the limit */
	return fits;
}

static exit_t write_to(writer_t *w, const check_result_t *result, unsigned kind, const char *path)
{
	const unsigned limit = choose_limit(w, result, kind);
	output_t out;
	exit_t code = output_open(&out, path);

	if (code != EXIT_PROVEN)
		return code;
	whole(w, result, kind, limit, out.to);
	if (w->no_memory) {
		complain("%s: no memory", out.name);
		code = EXIT_NO_MEMORY;
	}
	code = output_close(&out, code);
	if (code != EXIT_PROVEN)
		return code;
	if (w->cuts > 0)
		complain("%s: with --nodes %" PRIu64 " all but the main line ends after move %u, "
		         "at %" PRIu64 " places",
		         path, w->most, limit, w->cuts);
	if (!args_is_standard(path))
		printf("%s: %" PRIu64 " nodes\n", path, w->nodes);
	return EXIT_PROVEN;
}

/* writer_create makes a writer for a certificate of so many nodes; NULL: no memory. */
static writer_t *writer_create(browse_t *browse, uint32_t places, int64_t nodes)
{
	writer_t *w = calloc(1, sizeof(*w));

	if (w != NULL)
		w->place = calloc(places, sizeof(*w->place));
	if (w == NULL || w->place == NULL) {
		free(w);
		complain("no memory");
		return NULL;
	}
	w->browse = browse;
	w->places = places;
	w->most = nodes > 0 ? (uint64_t)nodes : SHOW_SGF_NODES;
	return w;
}

static void writer_free(writer_t *w)
{
	free(w->place);
	free(w);
}

bool show_sgf_below(browse_t *browse, uint32_t places, FILE *out, int64_t nodes)
{
	writer_t *w = writer_create(browse, places, nodes);
	bool written;

	if (w == NULL)
		return false;
	whole(w, NULL, 0, choose_limit(w, NULL, 0), out);
	written = !w->no_memory;
	writer_free(w);
	return written;
}

exit_t show_sgf(browse_t *browse, const check_result_t *result, const char *path, int64_t nodes)
{
	const char *game = browse_header(browse)->game;
	const unsigned kind = sgf_write_number(game);
	writer_t *w;
	exit_t code;

	if (kind == 0) {
		complain("--sgf: there is no SGF of %s", game);
		return EXIT_USAGE;
	}
	w = writer_create(browse, result->nodes, nodes);
	if (w == NULL)
		return EXIT_NO_MEMORY;
	code = write_to(w, result, kind, path);
	writer_free(w);
	return code;
}
