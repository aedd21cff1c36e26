/* SPDX-License-Identifier: MIT
 * certify.c - the certificate of a proof that a job has found (docs/proofs.md).
 *
 * The claim is made of the position, as the game writes it, and of the problem's texts, only when
 * a certificate is asked for: of a thousand answers hardly one is. Moves need no translation: those
 * of the engine have the numbers of the format.
 *
 * The nodes are kept until there is a root, and then written in the canonical order, so that a
 * proof has one name. That takes memory, some 30 bytes a node and 8 a reply, up to a bound.
 */
#include "engine/solve/certify.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/version.h"
#include "engine/proof/canonical.h"
#include "engine/solve/solver_parts.h"

static_assert((int)CERTIFICATE_UNLIMITED == (int)THREATS_UNLIMITED, "stocks have the same numbers");
static_assert(PROOF_NONE == CERTIFICATE_NONE, "and so has no node");

static void copy(char *out, size_t room, const char *text, size_t length)
{
	if (length >= room)
		length = room - 1; /* a longer one names nothing that the game would take */
	memcpy(out, text, length);
	out[length] = '\0';
}

/* makes_board: is the option about an empty board? Then the rows say it all. */
static bool makes_board(const game_t *game, const char *name, size_t length)
{
	for (const game_option_t *o = game->options; o != NULL && o->name != NULL; o++)
		if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
			return o->kind == OPTION_SIZE || o->sets_up;
	return false;
}

/* claim_options reads "k=4 rule=renju", which the game has taken. */
static void claim_options(const game_t *game, const char *text, certificate_header_t *out)
{
	for (size_t length; *(text += strspn(text, " ")) != '\0'; text += length) {
		certificate_option_t *o = &out->option[out->options];
		const size_t name = strcspn(text, "=");

		length = strcspn(text, " ");
		if (makes_board(game, text, name) || out->options == CERTIFICATE_OPTIONS_MAX)
			continue;
		copy(o->name, sizeof(o->name), text, name);
		if (length - name - 1 < sizeof(o->value)) /* else it is left empty: see check */
			copy(o->value, sizeof(o->value), text + name + 1, length - name - 1);
		out->options++;
	}
}

/* claim_words writes what the claim says in the problem's own texts. */
static void claim_words(const problem_t *problem, const game_t *game, certificate_header_t *out)
{
	const char *goal = problem->goal != NULL ? problem->goal : game->goals;

	copy(out->goal, sizeof(out->goal), goal, strcspn(goal, " "));
	if (problem->target != NULL)
		copy(out->target, sizeof(out->target), problem->target, strlen(problem->target));
	if (problem->ko != NULL)
		copy(out->ko, sizeof(out->ko), problem->ko, strlen(problem->ko));
	if (problem->options != NULL)
		claim_options(game, problem->options, out);
	out->threats[SIDE_ATTACKER] = problem->attacker_threats;
	out->threats[SIDE_DEFENDER] = problem->defender_threats;
}

/* claim_position writes the board. */
static void claim_position(const position_t *root, certificate_header_t *out)
{
	const game_t *game = root->game;
	strbuf_t text;

	if (game->style == BOARD_CHESS)
		strbuf_init(&text, out->fen, sizeof(out->fen));
	else
		strbuf_init(&text, out->rows, sizeof(out->rows));
	game->rows_text(root, &text);
	out->black = game->attacker(root) == COLOUR_BLACK;
	out->defender_first = root->turn == SIDE_DEFENDER;
}

static void claim_make(const proven_t *proven, const position_t *root, certificate_header_t *out)
{
	const char *kind = proven->value == VALUE_PROVEN     ? "proof"
	                   : proven->scope == SCOPE_ABSOLUTE ? "denial"
	                   : proven->scope == SCOPE_WITHIN   ? "bounded-denial"
	                                                     : "lambda-denial";
	strbuf_t text;

	*out = (certificate_header_t){.order = proven->told_order, .depth = proven->told_depth};
	if (proven->scope == SCOPE_WITHIN) /* what the claim says: plies that are played */
		out->depth = 2 * proven->moves - (root->turn == SIDE_ATTACKER);
	copy(out->kind, sizeof(out->kind), kind, strlen(kind));
	copy(out->game, sizeof(out->game), root->game->name, strlen(root->game->name));
	claim_words(&proven->problem->problem, root->game, out);
	claim_position(root, out);
	strbuf_init(&text, out->by, sizeof(out->by));
	strbuf_printf(&text, "tesuji %s", TESUJI_VERSION);
}

enum { NODES_BYTES_MAX = 256 << 20 }; /* limit: memory of one certificate */

static int by_move(const void *a, const void *b)
{
	const int32_t x = ((const certificate_reply_t *)a)->move;
	const int32_t y = ((const certificate_reply_t *)b)->move;

	return (x > y) - (x < y);
}

static int32_t number_of(move_t move)
{
	return move == MOVE_PASS ? CERTIFICATE_PASS : (int32_t)move;
}

/* take adds a node to the strategy. */
static err_t take(strategy_t *strategy, const certificate_item_t *item)
{
	const err_t err = strategy_add(strategy, item, NULL);

	return err == ERR_OK && strategy_bytes(strategy) > NODES_BYTES_MAX ? ERR_LIMIT : err;
}

static err_t take_attack(void *context, move_t move, uint32_t child)
{
	const certificate_item_t item = {
	        .kind = CERTIFICATE_ATTACK, .move = number_of(move), .child = child};

	return take(context, &item);
}

static err_t take_defence(void *context, uint32_t rest, const proof_reply_t *replies,
                          unsigned count)
{
	certificate_reply_t list[CERTIFICATE_REPLIES_MAX];
	const certificate_item_t item = {
	        .kind = CERTIFICATE_DEFENCE, .child = rest, .replies = list, .count = count};

	assert(count <= CERTIFICATE_REPLIES_MAX);
	for (unsigned i = 0; i < count; i++)
		list[i] = (certificate_reply_t){number_of(replies[i].move), replies[i].child};
	if (count > 0)
		qsort(list, count, sizeof(list[0]), by_move);
	return take(context, &item);
}

/* option_is: does the claim give the option this value? */
static bool option_is(const certificate_header_t *claim, const char *name, const char *value)
{
	for (unsigned i = 0; i < claim->options; i++)
		if (strcmp(claim->option[i].name, name) == 0)
			return strcmp(claim->option[i].value, value) == 0;
	return false;
}

/* check_lambda refuses what lambda denies by reasons that no certificate has: where a king is
 * to be taken, or the last move. */
static err_t check_lambda(const certificate_header_t *claim, errinfo_t *why)
{
	const bool squeezes = option_is(claim, "stuck", "loses") && option_is(claim, "pass", "no");

	if (!game_find(claim->game)->zugzwang && !squeezes)
		return ERR_OK;
	return err_fail(why, ERR_VALUE, "there are no certificates of what lambda denies in %s%s",
	                claim->game, squeezes ? " with stuck=loses" : "");
}

/* check refuses what does not fit into a header. */
static err_t check(const certificate_header_t *claim, errinfo_t *why)
{
	for (unsigned i = 0; i < claim->options; i++)
		if (claim->option[i].value[0] == '\0')
			return err_fail(
			        why, ERR_RANGE,
			        "the option %s is longer than a certificate holds, %d bytes",
			        claim->option[i].name, CERTIFICATE_TEXT_MAX - 1);
	return strcmp(claim->kind, "lambda-denial") == 0 ? check_lambda(claim, why) : ERR_OK;
}

static err_t write(solver_t *solver, const proven_t *proven, position_t *root, ttable_t *table,
                   const budget_t *budget, certificate_sink_t sink, proof_built_t *out,
                   errinfo_t *why)
{
	proof_sink_t nodes = {.attack = take_attack, .defend = take_defence};
	certificate_header_t claim;
	strategy_t strategy = {.nodes = NULL};
	err_t err;

	claim_make(proven, root, &claim);
	err = check(&claim, why);
	if (err != ERR_OK)
		return err;
	nodes.context = &strategy;
	err = proven_strategy(solver, proven, root, table, budget, &nodes, out, why);
	if (err == ERR_OK) {
		strategy.root = out->root;
		err = canonical_write(&claim, &strategy, sink, &out->nodes, why);
		assert(err != ERR_OK || out->nodes > 0);
		out->root = out->nodes - 1;
	}
	strategy_free(&strategy);
	return err;
}

static err_t make(solver_t *solver, const proven_t *proven, ttable_t *table, const budget_t *budget,
                  certificate_sink_t sink, proof_built_t *out, errinfo_t *why)
{
	position_t *root;
	err_t err = proven_root(proven, &root, why);

	if (err != ERR_OK)
		return err;
	err = write(solver, proven, root, table, budget, sink, out, why);
	position_free(root);
	return err;
}

err_t certify_job(const job_t *job, const budget_t *budget, certificate_sink_t sink,
                  proof_built_t *out, errinfo_t *why)
{
	proven_t proven;
	err_t err = proven_of_job(job, &proven, why);

	if (err == ERR_OK)
		err = make(job->solver, &proven, job->tables.table, budget, sink, out, why);
	proven_fini(&proven);
	return err;
}

err_t certify_proven(solver_t *solver, const proven_t *proven, const budget_t *budget,
                     certificate_sink_t sink, proof_built_t *out, errinfo_t *why)
{
	return make(solver, proven, solver->table, budget, sink, out, why);
}

err_t certify_claim(const proven_t *proven, certificate_header_t *out, errinfo_t *why)
{
	position_t *root;
	const err_t err = proven_root(proven, &root, why);

	if (err != ERR_OK)
		return err;
	claim_make(proven, root, out);
	position_free(root);
	return ERR_OK;
}
