/* SPDX-License-Identifier: MIT
 * dag.c - strategies: found, judged, written and read. */
#include "tests/proofs/dag.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/proofs/outcome.h"

static uint32_t prove_attack(dag_t *dag, position_t *pos, unsigned depth, long *budget, rng_t *rng);
static int judge_attack(const dag_t *dag, uint32_t node, position_t *pos, long *budget);

void dag_free(dag_t *dag)
{
	free(dag->nodes);
	memset(dag, 0, sizeof(*dag));
}

dag_node_t *dag_add(dag_t *dag)
{
	dag_node_t *node;

	if (dag->count == dag->room) {
		dag->room = 2 * dag->room + 64;
		dag->nodes = realloc(dag->nodes, dag->room * sizeof(*dag->nodes));
		if (dag->nodes == NULL)
			abort();
	}
	node = &dag->nodes[dag->count++];
	memset(node, 0, sizeof(*node));
	node->child = CERTIFICATE_NONE;
	return node;
}

bool dag_write(dag_t *dag, bytes_t *out)
{
	certificate_writer_t *w;
	err_t err;

	out->length = 0;
	if (certificate_write_begin(&dag->header, bytes_sink(out), &w, NULL) != ERR_OK)
		return false;
	for (uint32_t i = 0; i < dag->count; i++) {
		dag_node_t *n = &dag->nodes[i];
		uint32_t got;

		if (n->defence)
			(void)certificate_write_defence(w, n->child, n->replies, n->count, &got);
		else
			(void)certificate_write_attack(w, n->move, n->child, &got);
	}
	err = certificate_write_end(w, dag->root);
	certificate_writer_free(w);
	return err == ERR_OK;
}

void dag_save(const bytes_t *file, const char *folder, unsigned number, const char *what)
{
	char name[PATH_MAX];
	FILE *out;

	(void)snprintf(name, sizeof(name), "%s/%u-%s", folder, number, what);
	out = fopen(name, "wb");
	if (out == NULL || fwrite(file->data, 1, file->length, out) != file->length ||
	    fclose(out) != 0) {
		perror(name);
		exit(EXIT_FAILURE);
	}
}

/* follows: may `child` stand below a node of this kind? The format has attacks below defences and
 * defences below attacks, and a child is written before what it belongs to. */
static bool follows(const dag_t *dag, uint32_t child, bool defence)
{
	return child == CERTIFICATE_NONE ||
	       (child < dag->count && dag->nodes[child].defence != defence);
}

bool dag_read(bytes_t *in, dag_t *out)
{
	certificate_reader_t *r;
	certificate_item_t item;

	memset(out, 0, sizeof(*out));
	if (certificate_read_begin(bytes_source(in), &out->header, &r, NULL) != ERR_OK)
		return false;
	while (certificate_read(r, &item, NULL) == ERR_OK) {
		const bool defence = item.kind == CERTIFICATE_DEFENCE;
		bool good = item.kind == CERTIFICATE_END || follows(out, item.child, defence);
		dag_node_t *n;

		out->root = item.child;
		if (item.kind == CERTIFICATE_END) {
			certificate_reader_free(r);
			return true;
		}
		for (unsigned i = 0; i < item.count && good; i++)
			good = follows(out, item.replies[i].child, defence);
		if (!good)
			break;
		n = dag_add(out);
		n->defence = defence;
		n->move = item.move;
		n->child = item.child;
		for (unsigned i = 0; i < item.count && n->count < CERTIFICATE_REPLIES_MAX / 2; i++)
			n->replies[n->count++] = item.replies[i];
	}
	certificate_reader_free(r);
	return false;
}

/* is_stuck: has the defender of Atari-Go no move at the start? A proof may begin there. */
static bool is_stuck(const certificate_header_t *h, const position_t *pos)
{
	move_t list[MOVES_MAX];

	return strcmp(h->game, "atarigo") == 0 && pos->turn == SIDE_DEFENDER &&
	       pos->game->legal_moves(pos, list) == 0;
}

position_t *dag_position(const certificate_header_t *h)
{
	char options[CERTIFICATE_OPTIONS_MAX * (CERTIFICATE_WORD_MAX + CERTIFICATE_TEXT_MAX)] = "";
	problem_t problem = {.game = h->game,
	                     .rows = h->fen[0] != '\0' ? h->fen : h->rows,
	                     .goal = h->goal,
	                     .target = h->target[0] != '\0' ? h->target : NULL,
	                     .options = options,
	                     .attacker = h->black ? COLOUR_BLACK : COLOUR_WHITE,
	                     .first = h->defender_first ? SIDE_DEFENDER : SIDE_ATTACKER,
	                     .ko = h->ko[0] != '\0' ? h->ko : NULL,
	                     .attacker_threats = h->threats[0],
	                     .defender_threats = h->threats[1]};
	position_t *pos;
	outcome_t outcome;
	strbuf_t out;

	strbuf_init(&out, options, sizeof(options));
	for (unsigned i = 0; i < h->options; i++)
		strbuf_printf(&out, "%s%s=%s", i > 0 ? " " : "", h->option[i].name,
		              h->option[i].value);
	if (game_create(&problem, &pos, NULL) != ERR_OK)
		return NULL;
	outcome = outcome_of(h, pos);
	if ((outcome == GOAL_LOST && strcmp(h->kind, "proof") == 0) ||
	    (outcome == GOAL_REACHED && strncmp(h->goal, "live", 4) != 0 && !is_stuck(h, pos))) {
		position_free(pos);
		return NULL;
	}
	return pos;
}

static int32_t to_certificate(move_t move)
{
	return move == MOVE_PASS ? CERTIFICATE_PASS : (int32_t)move;
}

static move_t to_engine(int32_t move)
{
	return move == CERTIFICATE_PASS ? MOVE_PASS : (move_t)move;
}

/* may_live: is it the attacker's turn in a game that has goals of life? */
static bool may_live(const position_t *pos)
{
	return pos->turn == SIDE_ATTACKER && strcmp(pos->game->name, "go") == 0;
}

/* moves writes all legal moves, the pass first. */
static unsigned moves(const position_t *pos, move_t *out)
{
	unsigned count = 0;

	if (pos->game->may_pass(pos) || (may_live(pos) && pos->game->finish(pos) == MOVE_PASS))
		out[count++] = MOVE_PASS;
	return count + pos->game->legal_moves(pos, &out[count]);
}

/* may_stay: does a move of the defender's reach the goal that does not take back what was taken? */
static bool may_stay(const certificate_header_t *h)
{
	return strncmp(h->goal, "capture", 7) == 0 || strcmp(h->goal, "semeai") == 0;
}

/* judge_defence returns 1, 0 or -1. */
static int judge_defence(const dag_t *dag, uint32_t node, position_t *pos, long *budget)
{
	const dag_node_t *n = &dag->nodes[node];
	move_t list[MOVES_MAX];
	const unsigned count = moves(pos, list);
	int good = 1;

	if (--*budget < 0)
		return -1;
	for (unsigned i = 0; i < count && good == 1; i++) {
		uint32_t child = n->child;
		outcome_t outcome;

		for (unsigned j = 0; j < n->count; j++)
			if (n->replies[j].move == to_certificate(list[i]))
				child = n->replies[j].child;
		pos->game->play(pos, list[i]);
		outcome = outcome_of(&dag->header, pos);
		if (outcome == GOAL_LOST)
			good = 0;
		else if (outcome == STILL_OPEN || !may_stay(&dag->header))
			good = child != CERTIFICATE_NONE && !dag->nodes[child].defence
			               ? judge_attack(dag, child, pos, budget)
			               : 0;
		pos->game->undo(pos);
	}
	return good;
}

static int judge_attack(const dag_t *dag, uint32_t node, position_t *pos, long *budget)
{
	const dag_node_t *n = &dag->nodes[node];
	move_t list[MOVES_MAX];
	const unsigned count = moves(pos, list);
	unsigned i = 0;
	outcome_t outcome;
	int good = 0;

	if (--*budget < 0)
		return -1;
	while (i < count && list[i] != to_engine(n->move))
		i++;
	if (i == count)
		return 0;
	pos->game->play(pos, list[i]);
	outcome = outcome_of(&dag->header, pos);
	if (outcome == GOAL_REACHED)
		good = 1;
	else if (outcome == STILL_OPEN && n->child != CERTIFICATE_NONE &&
	         dag->nodes[n->child].defence)
		good = judge_defence(dag, n->child, pos, budget);
	pos->game->undo(pos);
	return good;
}

int dag_judge(const dag_t *dag, long *budget)
{
	position_t *pos = dag_position(&dag->header);
	int good = 0;

	if (pos == NULL)
		return 0;
	if (dag->nodes[dag->root].defence == dag->header.defender_first)
		good = dag->header.defender_first ? judge_defence(dag, dag->root, pos, budget)
		                                  : judge_attack(dag, dag->root, pos, budget);
	position_free(pos);
	return good;
}

static void list_reply(dag_node_t *n, move_t move, uint32_t child)
{
	n->replies[n->count++] = (certificate_reply_t){to_certificate(move), child};
}

/* prove_defence finds an answer to every reply. Half of the time a default is looked for after a
 * pass, and most of what it answers is left out of the list. */
static uint32_t prove_defence(dag_t *dag, position_t *pos, unsigned depth, long *budget, rng_t *rng)
{
	move_t list[MOVES_MAX];
	const unsigned count = moves(pos, list);
	dag_node_t node = {.defence = true, .child = CERTIFICATE_NONE};

	if (--*budget < 0 || count > CERTIFICATE_REPLIES_MAX / 2)
		return CERTIFICATE_NONE;
	if (rng_below(rng, 4) > 0 && strcmp(pos->game->name, "chess") != 0) {
		pos->game->play(pos, MOVE_PASS);
		if (outcome_of(&dag->header, pos) == STILL_OPEN)
			node.child = prove_attack(dag, pos, depth, budget, rng);
		pos->game->undo(pos);
	}
	for (unsigned i = 0; i < count; i++) {
		uint32_t child = CERTIFICATE_NONE;
		bool listed = true;
		outcome_t outcome;

		pos->game->play(pos, list[i]);
		outcome = outcome_of(&dag->header, pos);
		if (outcome == GOAL_REACHED && may_stay(&dag->header)) {
			listed = false;
		} else if (outcome != GOAL_LOST) {
			if (node.child != CERTIFICATE_NONE && rng_below(rng, 16) > 0 &&
			    judge_attack(dag, node.child, pos, budget) == 1)
				listed = false;
			else
				child = prove_attack(dag, pos, depth, budget, rng);
		}
		pos->game->undo(pos);
		if (listed && child == CERTIFICATE_NONE)
			return CERTIFICATE_NONE;
		if (listed)
			list_reply(&node, list[i], child);
	}
	*dag_add(dag) = node;
	return dag->count - 1;
}

/* known finds a node that proves this position, of those that were found lately. */
static uint32_t known(const dag_t *dag, position_t *pos, long *budget)
{
	enum { LATELY = 6 };

	for (uint32_t i = dag->count; i-- > 0 && i + LATELY > dag->count;)
		if (!dag->nodes[i].defence && judge_attack(dag, i, pos, budget) == 1)
			return i;
	return CERTIFICATE_NONE;
}

static uint32_t prove_attack(dag_t *dag, position_t *pos, unsigned depth, long *budget, rng_t *rng)
{
	move_t list[MOVES_MAX];
	const unsigned count = moves(pos, list);
	uint32_t shared;

	if (--*budget < 0 || depth == 0)
		return CERTIFICATE_NONE;
	if ((shared = known(dag, pos, budget)) != CERTIFICATE_NONE)
		return shared;
	for (unsigned pass = 0; pass < 2; pass++) { /* first, whether a move reaches the goal */
		const unsigned from = count > 0 ? rng_below(rng, count) : 0;

		for (unsigned i = 0; i < count; i++) {
			const move_t move = list[(from + i) % count];
			uint32_t child = CERTIFICATE_NONE;
			outcome_t outcome;
			dag_node_t *n;

			pos->game->play(pos, move);
			outcome = outcome_of(&dag->header, pos);
			if (pass == 1 && outcome == STILL_OPEN && depth > 1)
				child = prove_defence(dag, pos, depth - 1, budget, rng);
			pos->game->undo(pos);
			if (outcome != GOAL_REACHED && child == CERTIFICATE_NONE)
				continue;
			n = dag_add(dag);
			n->move = to_certificate(move);
			n->child = child;
			return dag->count - 1;
		}
	}
	return CERTIFICATE_NONE;
}

/* compact leaves out what the root does not lead to. */
static void compact(dag_t *dag)
{
	uint32_t *to = calloc(dag->count, sizeof(*to));
	uint32_t kept = 0;

	if (to == NULL)
		abort();
	to[dag->root] = 1;
	for (uint32_t i = dag->count; i-- > 0;) {
		const dag_node_t *n = &dag->nodes[i];

		if (to[i] == 0)
			continue;
		if (n->child != CERTIFICATE_NONE)
			to[n->child] = 1;
		for (unsigned j = 0; j < n->count; j++)
			to[n->replies[j].child] = 1;
	}
	for (uint32_t i = 0; i < dag->count; i++) {
		dag_node_t n = dag->nodes[i];

		if (to[i] == 0)
			continue;
		if (n.child != CERTIFICATE_NONE)
			n.child = to[n.child];
		for (unsigned j = 0; j < n.count; j++)
			n.replies[j].child = to[n.replies[j].child];
		to[i] = kept;
		dag->nodes[kept++] = n;
	}
	dag->root = to[dag->root];
	dag->count = kept;
	free(to);
}

bool dag_prove(dag_t *dag, unsigned depth, long *budget, rng_t *rng)
{
	position_t *pos = dag_position(&dag->header);

	dag->count = 0;
	dag->root = CERTIFICATE_NONE;
	if (pos == NULL)
		return false;
	dag->root = dag->header.defender_first ? prove_defence(dag, pos, depth, budget, rng)
	                                       : prove_attack(dag, pos, depth, budget, rng);
	position_free(pos);
	if (dag->root == CERTIFICATE_NONE)
		return false;
	compact(dag);
	return true;
}
