/* SPDX-License-Identifier: MIT
 * problem_pgn.c - see problem_pgn.h.
 *
 * Order      PGN has a variation after the move that it replaces, and before what follows that. So
 *            the longest reply is written, the others with all that follows them in parentheses,
 *            and then the line goes on. `branch` has the places where it has to.
 *
 * Names      The strategy tells moves by their squares; SAN is the engine's own, of a position on
 *            which the moves are played along. */
#include "clients/cli/problem_pgn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/pgn_write.h"
#include "engine/game/game.h"

enum { PGN_NODES = 10000, COLUMNS = 79, MOVE_BYTES = 48 };

/* A defence whose replies are being written. */
typedef struct {
	browse_reply_t *reply;
	unsigned count, next;
	unsigned at; /* moves of the browser before it */
} branch_t;

struct problem_pgn {
	FILE *out;
	position_t *pos;
	unsigned plies; /* played on pos */
	bool black_first;
	bool numbers; /* the next move is to have its number */
	bool glued;   /* no blank before the next word: a parenthesis was opened */
	unsigned column;
	uint64_t most, nodes;
	browse_t *browse;
	unsigned depth;
	branch_t branch[CERTIFICATE_LINE_MAX];
	bool no_memory;
};

/* put writes a word, on a new line where the old one is full. */
static void put(problem_pgn_t *p, const char *word)
{
	const unsigned length = (unsigned)strlen(word);

	if (p->glued || word[0] == ')') {
		p->glued = false;
	} else if (p->column > 0 && p->column + 1 + length > COLUMNS) {
		(void)fputc('\n', p->out);
		p->column = 0;
	} else if (p->column > 0) {
		(void)fputc(' ', p->out);
		p->column++;
	}
	(void)fputs(word, p->out);
	p->column += length;
	p->glued = word[0] == '(';
}

static void put_comment(problem_pgn_t *p, const char *text)
{
	char words[256], *rest = NULL;

	snprintf(words, sizeof(words), "{%s}", text);
	for (char *word = strtok_r(words, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		put(p, word);
	p->numbers = true;
}

/* play writes a move, in SAN or by its squares, and plays it; `silent` only plays it. */
static bool play(problem_pgn_t *p, const char *text, bool silent)
{
	const move_t move = p->pos->game->move_parse(p->pos, text);
	const unsigned half = p->plies + (p->black_first ? 1 : 0);
	char word[MOVE_BYTES], san[MOVE_TEXT_MAX];
	strbuf_t name;

	if (move == MOVE_NONE || p->plies + 1 >= PLAYED_MAX)
		return false;
	strbuf_init(&name, san, sizeof(san));
	p->pos->game->move_text(p->pos, move, &name);
	if (half % 2 == 0)
		snprintf(word, sizeof(word), "%u. %s", half / 2 + 1, san);
	else
		snprintf(word, sizeof(word), p->numbers ? "%u... %s" : "%.0u%s",
		         p->numbers ? half / 2 + 1 : 0, san);
	if (!silent)
		put(p, word);
	if (!silent)
		p->numbers = false;
	p->pos->game->play(p->pos, move);
	p->plies++;
	p->nodes += !silent;
	return true;
}

static void back(problem_pgn_t *p)
{
	p->pos->game->undo(p->pos);
	p->plies--;
}

/* step plays a move of the browser on both. */
static bool step(problem_pgn_t *p, int32_t move, bool silent)
{
	char name[BROWSE_MOVE_BYTES];
	strbuf_t text;

	strbuf_init(&text, name, sizeof(name));
	browse_write(p->browse, move, &text);
	return play(p, name, silent) && browse_play(p->browse, move);
}

/* go_to takes moves back until so many stand. */
static void go_to(problem_pgn_t *p, unsigned depth)
{
	while (browse_depth(p->browse) > depth && browse_back(p->browse))
		back(p);
}

/* open_branch writes the longest reply, and notes that the others have to follow. */
static void open_branch(problem_pgn_t *p)
{
	browse_reply_t all[BROWSE_REPLIES_MAX];
	unsigned count = browse_replies(p->browse, all);
	branch_t *b = &p->branch[p->depth];

	while (count > 0 && all[0].move < 0) { /* nobody passes in chess */
		count--;
		memmove(all, all + 1, count * sizeof(all[0]));
	}
	if (count == 0 || p->depth == CERTIFICATE_LINE_MAX)
		return;
	if (p->nodes > p->most && count > 1) {
		put_comment(p, "the other replies are left out");
		count = 1;
	}
	*b = (branch_t){.count = count, .next = 1, .at = browse_depth(p->browse)};
	b->reply = malloc(count * sizeof(all[0]));
	if (b->reply == NULL) {
		p->no_memory = true;
		return;
	}
	memcpy(b->reply, all, count * sizeof(all[0]));
	p->depth++;
	(void)step(p, all[0].move, false);
	if (all[0].others)
		put_comment(p, count > 1 ? "any other reply" : "any reply");
	go_to(p, b->at);
}

/* attack writes the attacker's move, and the replies to it. */
static void attack(problem_pgn_t *p)
{
	if (browse_turn(p->browse) == BROWSE_ATTACK && !step(p, browse_answer(p->browse), false))
		return;
	if (browse_turn(p->browse) == BROWSE_DEFENCE)
		open_branch(p);
}

/* next_reply writes the next variation of the last branch, or goes on with its longest reply. */
static void next_reply(problem_pgn_t *p)
{
	branch_t *b = &p->branch[p->depth - 1];

	go_to(p, b->at);
	if (b->next > 1)
		put(p, ")");
	p->numbers = p->numbers || b->count > 1;
	if (b->next < b->count) {
		const browse_reply_t r = b->reply[b->next++];

		put(p, "(");
		p->numbers = true;
		if (!step(p, r.move, false))
			return;
		if (r.others)
			put_comment(p, "any other reply");
	} else {
		const int32_t longest = b->reply[0].move;

		free(b->reply);
		p->depth--;
		if (!step(p, longest, true))
			return;
	}
	attack(p);
}

problem_pgn_t *problem_pgn_open(FILE *out, const char *event, const char *fen, int64_t nodes)
{
	const problem_t problem = {.game = "chess", .rows = fen};
	problem_pgn_t *p = calloc(1, sizeof(*p));
	errinfo_t why;

	if (p == NULL || game_create(&problem, &p->pos, &why) != ERR_OK) {
		complain("%s", p == NULL ? "no memory" : why.text);
		free(p);
		return NULL;
	}
	p->out = out;
	p->most = nodes > 0 ? (uint64_t)nodes : PGN_NODES;
	p->black_first = strstr(fen, " b ") != NULL;
	p->numbers = true;
	pgn_write_tags(out, event, fen);
	return p;
}

void problem_pgn_first(problem_pgn_t *p, const char *key)
{
	if (play(p, key, false))
		back(p);
}

void problem_pgn_move(problem_pgn_t *p, const char *move, bool key, const char *comment,
                      const char *reply, browse_t *browse)
{
	p->browse = browse;
	p->numbers = true;
	if (!key)
		put(p, "(");
	if (!play(p, move, key)) {
		if (!key)
			put(p, ")");
		return;
	}
	put_comment(p, comment);
	if (browse != NULL)
		attack(p);
	while (p->depth > 0 && browse != NULL)
		next_reply(p);
	if (browse != NULL)
		go_to(p, 0);
	else if (reply[0] != '\0' && play(p, reply, false))
		back(p);
	back(p);
	if (!key)
		put(p, ")");
}

bool problem_pgn_close(problem_pgn_t *p)
{
	const bool written = !p->no_memory;

	put(p, "*");
	(void)fputs("\n\n", p->out);
	position_free(p->pos);
	free(p);
	return written;
}
