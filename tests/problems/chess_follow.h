/* SPDX-License-Identifier: MIT
 * chess_follow.h - follows a mate that the engine claims against every reply, by the
 * naive rules of tests/unit/chess_naive.h.
 *
 * With one move left the naive rules find the mate themselves. With more, the engine
 * is asked for its move, which must be legal by the naive rules; every naive reply is
 * then followed. So what is checked is a whole strategy, and trusting the engine is
 * no part of it. Positions already followed are remembered. */
#ifndef TESTS_PROBLEMS_CHESS_FOLLOW_H
#define TESTS_PROBLEMS_CHESS_FOLLOW_H

#include <inttypes.h>
#include <stdint.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/solve/solver.h"
#include "tests/unit/chess_naive.h"

enum { FOLLOW_SLOTS = 1 << 18, FOLLOW_WRONG_MAX = 400, FOLLOW_FEN_MAX = 100 };

typedef struct {
	solver_t *solver;
	limits_t limits; /* driver, order and time for each question */
	uint64_t *known; /* positions followed, by hash; mem.h */
	unsigned asked;  /* questions to the engine */
	char wrong[FOLLOW_WRONG_MAX];
} follow_t;

/* follow_known returns where a position with n moves left is remembered. */
static inline uint64_t *follow_known(const follow_t *f, const char *fen, unsigned n, uint64_t *hash)
{
	uint64_t h = n;

	for (; *fen != '\0'; fen++)
		h = rng_mix(h ^ (unsigned char)*fen);
	*hash = h | 1;
	return &f->known[h >> 20 & (FOLLOW_SLOTS - 1)];
}

/* follow_ask returns the engine's move as UCI; false when it has none. */
static inline bool follow_ask(follow_t *f, const char *fen, unsigned n, char out[MOVE_TEXT_MAX])
{
	request_t request = {.problem = {.game = "chess", .rows = fen}, .limits = f->limits};
	errinfo_t why = {.code = ERR_OK};
	result_t r;
	strbuf_t text;
	job_t *job;

	f->asked++;
	request.limits.depth = 2 * n + 1;
	if (solver_submit(f->solver, &request, &job, &why) != ERR_OK) {
		(void)snprintf(f->wrong, sizeof(f->wrong), "%s: %s", fen, why.text);
		return false;
	}
	solver_wait(job);
	job_result(job, &r);
	strbuf_init(&text, out, MOVE_TEXT_MAX);
	if (r.value == VALUE_PROVEN && r.best != MOVE_NONE)
		job_position(job)->game->notation->coords_text(job_position(job), r.best, &text);
	job_release(job);
	if (text.length > 0)
		return true;
	(void)snprintf(f->wrong, sizeof(f->wrong), "%s: %s in %u", fen, value_name(r.value), n);
	return false;
}

/* follow_node: does the side to move mate in n from here? */
static inline bool follow_node(follow_t *f, const naive_t *b, unsigned n)
{
	naive_move_t moves[NAIVE_MOVES_MAX];
	char fen[FOLLOW_FEN_MAX], best[MOVE_TEXT_MAX], text[NAIVE_TEXT_MAX];
	uint64_t hash, *known;
	int count, i;
	naive_t after;

	if (naive_mates(b, 1))
		return true;
	naive_write(b, fen);
	if (n <= 1) {
		(void)snprintf(f->wrong, sizeof(f->wrong), "%s: no mate in 1", fen);
		return false;
	}
	known = follow_known(f, fen, n, &hash);
	if (*known == hash)
		return true;
	if (!follow_ask(f, fen, n, best))
		return false;
	count = naive_moves(b, moves);
	for (i = 0; i < count; i++) {
		naive_text(moves[i], text);
		if (strcmp(text, best) == 0)
			break;
	}
	if (i == count) {
		(void)snprintf(f->wrong, sizeof(f->wrong), "%s: %s is illegal", fen, best);
		return false;
	}
	after = naive_play(b, moves[i]);
	count = naive_moves(&after, moves);
	if (count == 0 && !naive_in_check(&after, after.white)) {
		(void)snprintf(f->wrong, sizeof(f->wrong), "%s: %s is stalemate", fen, best);
		return false;
	}
	for (i = 0; i < count; i++) {
		const naive_t next = naive_play(&after, moves[i]);

		if (!follow_node(f, &next, n - 1))
			return false;
	}
	*known = hash;
	return true;
}

/* follow_proof checks a mate in n; f->wrong says where it fails. */
static inline bool follow_proof(follow_t *f, const char *fen, unsigned n)
{
	const naive_t b = naive_read(fen);
	bool fine;

	f->known = mem_alloc_array(FOLLOW_SLOTS, sizeof(*f->known));
	if (f->known == NULL)
		return false;
	fine = follow_node(f, &b, n);
	mem_free(f->known, FOLLOW_SLOTS * sizeof(*f->known));
	return fine;
}

#endif
