/* SPDX-License-Identifier: MIT
 * sequel.c - plays a first move and writes what it leaves as a problem.
 *
 * State     The game says whether the move has reached the goal and what is left of the rest
 *           (game_t.sequel), since only it knows what a captured target or a filled ko means. That
 *           the goal is lost is asked of every game alike: `lost` is a fact with either side to
 *           move.
 *
 * Options   Those that only said what stood on a board that was not given are left out: the rows
 *           say it now.
 *
 * Pass      An attacker whose goal stands already may only have moves that spoil it: where he
 *           reaches it by a pass (finish), that is one of his first moves, too.
 *
 * Order     The candidates of both sides leave out moves that lose at once. Whoever asks about all
 *           moves asks about these as well, so they follow the candidates. */
#include "engine/game/sequel.h"

#include <string.h>

#include "engine/base/check.h"
#include "engine/game/game.h"

/* add_move appends a move that is not in the list yet. */
static void add_move(move_t *list, unsigned *count, move_t move)
{
	for (unsigned i = 0; i < *count; i++)
		if (list[i] == move)
			return;
	CHECK(*count <= MOVES_MAX);
	list[(*count)++] = move;
}

static void list_moves(const position_t *pos, move_t *out, unsigned *count)
{
	const bool attacks = pos->turn == SIDE_ATTACKER;
	move_t some[MOVES_MAX];
	unsigned n =
	        attacks ? game_attacks(pos, ORDER_ANY, NULL, some) : game_replies(pos, NULL, some);
	const move_t finish = attacks ? pos->game->finish(pos) : MOVE_NONE;

	*count = 0;
	if (finish == MOVE_PASS || (finish != MOVE_NONE && pos->game->legal(pos, finish)))
		add_move(out, count, finish);
	for (unsigned i = 0; i < n; i++)
		if (some[i] != MOVE_PASS && pos->game->legal(pos, some[i]))
			add_move(out, count, some[i]);
	n = pos->game->legal_moves(pos, some);
	for (unsigned i = 0; i < n; i++)
		add_move(out, count, some[i]);
	if (game_may_pass(pos))
		add_move(out, count, MOVE_PASS);
}

err_t sequel_moves(const problem_t *problem, position_t **pos, move_t *out, unsigned *count,
                   errinfo_t *why)
{
	err_t err = game_create(problem, pos, why);

	*count = 0;
	if (err == ERR_OK)
		list_moves(*pos, out, count);
	return err;
}

/* sets_up: does the option at `text`, "name=value", only say what stands on a board? */
static bool sets_up(const game_t *game, const char *text)
{
	const size_t length = strcspn(text, "=");

	for (const game_option_t *o = game->options; o != NULL && o->name != NULL; o++)
		if (strlen(o->name) == length && memcmp(o->name, text, length) == 0)
			return o->sets_up || o->kind == OPTION_SIZE;
	return false;
}

static void write_options(const game_t *game, const char *text, char *out, size_t bytes)
{
	strbuf_t kept;

	strbuf_init(&kept, out, bytes);
	for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
		const size_t length = strcspn(text, " ");

		if (!sets_up(game, text))
			strbuf_printf(&kept, "%s%.*s", kept.length > 0 ? " " : "", (int)length,
			              text);
		text += length;
	}
	CHECK(!kept.overflow);
}

static void write_move(const position_t *pos, move_t move, sequel_t *out)
{
	strbuf_t text;

	strbuf_init(&text, out->move, sizeof(out->move));
	pos->game->move_text(pos, move, &text);
	strbuf_init(&text, out->coords, sizeof(out->coords));
	if (pos->game->notation != NULL)
		pos->game->notation->coords_text(pos, move, &text);
}

void sequel_make(const problem_t *problem, position_t *pos, move_t move, sequel_t *out)
{
	const game_t *game = pos->game;
	const bool ends =
	        move == MOVE_PASS && pos->turn == SIDE_ATTACKER && game->finish(pos) == MOVE_PASS;
	strbuf_t text;

	*out = (sequel_t){.attacker = game->attacker(pos)};
	write_move(pos, move, out);
	game->play(pos, move);
	out->first = pos->turn;
	strbuf_init(&text, out->rows, sizeof(out->rows));
	game->rows_text(pos, &text);
	if (problem->options != NULL)
		write_options(game, problem->options, out->options, sizeof(out->options));
	if (game->sequel != NULL)
		out->state = game->sequel(pos, &out->rest);
	if (ends)
		out->state = SEQUEL_REACHED;
	else if (out->state != SEQUEL_REACHED && game->lost(pos))
		out->state = SEQUEL_LOST;
	game->undo(pos);
}

static const char *given(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

problem_t sequel_problem(const problem_t *problem, const sequel_t *s)
{
	assert(s->state == SEQUEL_OPEN);
	return (problem_t){.game = problem->game,
	                   .rows = s->rows,
	                   .goal = problem->goal,
	                   .target = given(s->rest.target),
	                   .options = given(s->options),
	                   .attacker = s->attacker,
	                   .first = s->first,
	                   .ko = given(s->rest.ko),
	                   .attacker_threats = s->rest.threats[SIDE_ATTACKER],
	                   .defender_threats = s->rest.threats[SIDE_DEFENDER]};
}
