/* SPDX-License-Identifier: MIT
 * keys.c - which first moves mate in so many, by job.moves' questions and by trying everything.
 *
 *     keys [-n MOVES] LIST
 *
 * A list has lines "FEN <tab> N"; those with N up to MOVES (2) are asked. Prints for each "N <tab>
 * keys <tab> milliseconds <tab> FEN", and ends with 1 if a move's verdict is not the naive one. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/solve/first_moves.h"
#include "engine/table/epoch.h"
#include "tests/unit/chess_naive.h"

enum { LINE_BYTES = 256, TABLE_MIB = 64, MOVES = 2, TIME_MS = 60000 };

/* What was told of one position. */
typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t is_over;
	bool over;
	unsigned works, wrong;
	const naive_t *board;
	unsigned moves;
} keys_t;

static _Noreturn void fail(const char *what)
{
	(void)fprintf(stderr, "keys: %s\n", what);
	exit(71);
}

/* is_key: does the move mate in so many? */
static bool is_key(const naive_t *board, naive_move_t move, unsigned moves)
{
	const naive_t after = naive_play(board, move);
	naive_move_t reply[NAIVE_MOVES_MAX];
	const int count = naive_moves(&after, reply);

	if (count == 0)
		return naive_in_check(&after, after.white);
	for (int i = 0; i < count; i++) {
		const naive_t next = naive_play(&after, reply[i]);

		if (moves == 1 || !naive_mates(&next, moves - 1))
			return false;
	}
	return true;
}

/* expected finds the move by its squares, and says whether it is a key. */
static bool expected(const keys_t *k, const char *coords)
{
	naive_move_t move[NAIVE_MOVES_MAX];
	const int count = naive_moves(k->board, move);

	for (int i = 0; i < count; i++) {
		char text[NAIVE_TEXT_MAX];

		naive_text(move[i], text);
		if (strcmp(text, coords) == 0)
			return is_key(k->board, move[i], k->moves);
	}
	fail(coords);
}

static void on_verdict(const first_move_t *v, void *context)
{
	keys_t *k = context;

	pthread_mutex_lock(&k->lock);
	k->works += v->verdict == MOVE_WORKS;
	if ((v->verdict == MOVE_WORKS) != expected(k, v->sequel->coords)) {
		k->wrong++;
		(void)fprintf(stderr, "keys: %s is told as one that %s\n", v->sequel->move,
		              first_moves_name(v->verdict));
	}
	pthread_mutex_unlock(&k->lock);
	first_moves_drop(v);
}

static void on_done(void *context)
{
	keys_t *k = context;

	pthread_mutex_lock(&k->lock);
	k->over = true;
	pthread_cond_signal(&k->is_over);
	pthread_mutex_unlock(&k->lock);
}

/* compare asks about one position and returns how many verdicts are wrong. */
static unsigned compare(solver_t *solver, const char *fen, unsigned n)
{
	const naive_t board = naive_read(fen);
	keys_t k = {.board = &board, .moves = n};
	const first_moves_request_t request = {.problem = {.game = "chess", .rows = fen},
	                                       .limits = {.order = -1,
	                                                  .depth = 2 * n + 1,
	                                                  .time_ms = TIME_MS,
	                                                  .driver = DRIVER_PLAIN,
	                                                  .engine = ALGORITHM_ALPHABETA},
	                                       .on_verdict = on_verdict,
	                                       .on_done = on_done,
	                                       .context = &k};
	first_moves_t *moves;
	errinfo_t why;

	pthread_mutex_init(&k.lock, NULL);
	pthread_cond_init(&k.is_over, NULL);
	if (first_moves_begin(solver, &request, &moves, &why) != ERR_OK)
		fail(why.text);
	while (first_moves_more(moves))
		continue;
	pthread_mutex_lock(&k.lock);
	while (!k.over)
		pthread_cond_wait(&k.is_over, &k.lock);
	pthread_mutex_unlock(&k.lock);
	printf("%u\t%u\t%.1f\t%s\n", n, k.works,
	       (double)first_moves_totals(moves).time_ns / NS_PER_MS, fen);
	first_moves_free(moves);
	return k.wrong;
}

int main(int argc, char **argv)
{
	const solver_config_t config = {.table_bytes = (size_t)TABLE_MIB << 20,
	                                .priority = PRIORITY_NORMAL};
	const bool told = argc == 4 && strcmp(argv[1], "-n") == 0;
	const unsigned most = told ? (unsigned)strtoul(argv[2], NULL, 10) : MOVES;
	char line[LINE_BYTES];
	unsigned wrong = 0;
	solver_t *solver;
	FILE *f;

	if (argc != 2 && !told) {
		(void)fputs("usage: keys [-n MOVES] LIST\n", stderr);
		return 64;
	}
	if ((f = fopen(argv[argc - 1], "r")) == NULL)
		fail(argv[argc - 1]);
	epoch_start();
	if (solver_create(&config, &solver, NULL) != ERR_OK)
		fail("no solver");
	while (fgets(line, sizeof(line), f) != NULL) {
		char *tab = strchr(line, '\t');
		unsigned n;

		if (line[0] == '#' || tab == NULL)
			continue;
		*tab = '\0';
		n = (unsigned)strtoul(tab + 1, NULL, 10);
		if (n > 0 && n <= most)
			wrong += compare(solver, line, n);
	}
	(void)fclose(f);
	solver_destroy(solver);
	return wrong > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
