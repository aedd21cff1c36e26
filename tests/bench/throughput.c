/* SPDX-License-Identifier: MIT
 * throughput.c - answers a second, and how long each takes, of small questions from games.
 *
 *     throughput ADDRESS [-c CONNECTIONS] [-d DEPTH] [-p PID] GAME.sgf...
 *
 * Each connection follows a game: it plays a move on its board at the daemon, and asks of every
 * block with up to LIBERTIES liberties whether it can be captured, and whether it can be saved, by
 * order 1. DEPTH questions of a connection are out at a time; when one is answered the next is
 * asked. What the daemon remembers it answers from memory, as it comes. One thread does all of
 * it, by tesuji_async.h. With the PID of the daemon its processor time is told, too. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "clients/c/tesuji_async.h"
#include "protocol/sgf_board.h"

enum {
	CONNECTIONS_MOST = 64,
	GAMES_MOST = 64,
	RECORD_BYTES_MOST = 1 << 16,
	LIBERTIES = 3,
	WAIT_MS = 10000,
};

/* What a connection sends: a move, or a question about the board as it is then. */
typedef struct {
	int is_move, is_save;
	char text[24]; /* "black D4", or a stone of the block */
} step_t;

typedef struct {
	step_t *step;
	unsigned count, room;
} game_t;

typedef struct follower follower_t;

/* A question that is out. */
typedef struct {
	follower_t *follower;
	uint64_t since_ns;
} question_t;

struct follower {
	tesuji_async_t *connection;
	const game_t *game;
	unsigned at, out;
	question_t *idle[CONNECTIONS_MOST];
	unsigned idle_count;
};

static game_t games[GAMES_MOST];
static follower_t followers[CONNECTIONS_MOST];
static uint32_t *took_us;
static unsigned answers, remembered, undecided, questions;

static uint64_t now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

_Noreturn static void die(const char *what, const char *why)
{
	(void)fprintf(stderr, "throughput: %s: %s\n", what, why);
	exit(70);
}

static step_t *add(game_t *game)
{
	if (game->count == game->room) {
		game->room = game->room > 0 ? 2 * game->room : 1024;
		game->step = realloc(game->step, game->room * sizeof(step_t));
		if (game->step == NULL)
			die("memory", "none");
	}
	game->step[game->count] = (step_t){.is_move = 0};
	return &game->step[game->count++];
}

/* add_questions asks of each block once. */
static void add_questions(const sgf_board_t *board, game_t *game)
{
	char seen[SGF_POINTS_MAX] = {0};

	for (int p = 0; p < (int)(board->width * board->height); p++) {
		sgf_block_t block;

		if (board->stones[p] == SGF_EMPTY || seen[p])
			continue;
		sgf_board_block(board, p, &block);
		for (unsigned i = 0; i < block.stones; i++)
			seen[block.stone[i]] = 1;
		for (int is_save = 0; is_save < 2 && block.liberties <= LIBERTIES; is_save++) {
			step_t *step = add(game);

			step->is_save = is_save;
			sgf_board_point(board, p, step->text, sizeof(step->text));
			questions++;
		}
	}
}

/* read_game makes the steps of a record of moves alone, as record_games writes them. */
static void read_game(const char *path, game_t *game)
{
	static char sgf[RECORD_BYTES_MOST];
	FILE *file = fopen(path, "rb");
	sgf_position_t start;
	sgf_board_t board;
	errinfo_t why;
	size_t length;

	if (file == NULL)
		die(path, "cannot be read");
	length = fread(sgf, 1, sizeof(sgf) - 1, file);
	sgf[length] = '\0';
	(void)fclose(file);
	if (sgf_read(sgf, length, &(sgf_query_t){.game = "go", .path = path}, &start, &why) !=
	    ERR_OK)
		die(path, why.text);
	sgf_board_of(&start, &board);
	for (const char *at = sgf; (at = strchr(at, ';')) != NULL; at++) {
		const unsigned stone = at[1] == 'B' ? SGF_BLACK : SGF_WHITE;
		step_t *step;
		char point[8] = "pass";

		if ((at[1] != 'B' && at[1] != 'W') || at[2] != '[')
			continue;
		board.ko = SGF_NO_POINT;
		if (at[3] != ']') {
			const int p = (at[4] - 'a') * (int)board.width + at[3] - 'a';

			sgf_board_point(&board, p, point, sizeof(point));
			sgf_board_play(&board, p, stone);
		}
		step = add(game);
		step->is_move = 1;
		(void)snprintf(step->text, sizeof(step->text), "%s %s",
		               stone == SGF_BLACK ? "black" : "white", point);
		add_questions(&board, game);
	}
}

static void supply(follower_t *f);

static void on_board(tesuji_async_t *a, const tesuji_answer_t *answer)
{
	(void)a;
	if (answer->code != TESUJI_OK)
		die("a move", answer->error->text);
}

static void on_report(tesuji_async_t *a, const tesuji_answer_t *answer)
{
	question_t *q = answer->user;

	(void)a;
	if (answer->code != TESUJI_OK)
		die("a question", answer->error->text);
	took_us[answers++] = (uint32_t)((now_ns() - q->since_ns) / 1000);
	remembered += answer->report->remembered != 0;
	undecided += answer->report->value == TESUJI_UNDECIDED;
	q->follower->idle[q->follower->idle_count++] = q;
	q->follower->out--;
	supply(q->follower);
}

static void begin(follower_t *f)
{
	const tesuji_query_t query = {.deadline_ms = -1, .answered = on_board};
	static char rows[SGF_ROWS_BYTES];
	sgf_board_t empty = {.width = SGF_SIDE_GO, .height = SGF_SIDE_GO};
	tesuji_change_t change;
	tesuji_error_t why;

	sgf_board_rows(&empty, rows, sizeof(rows));
	tesuji_change_init(&change);
	change.rows = rows;
	if (tesuji_async_position(f->connection, &change, &query, &why) != TESUJI_OK)
		die("a board", why.text);
}

static void move(follower_t *f, const step_t *step)
{
	const tesuji_query_t query = {.deadline_ms = -1, .answered = on_board};
	const char *text = step->text;
	tesuji_change_t change;
	tesuji_error_t why;

	tesuji_change_init(&change);
	change.play = &text;
	change.play_count = 1;
	if (tesuji_async_position(f->connection, &change, &query, &why) != TESUJI_OK)
		die(step->text, why.text);
}

static void ask(follower_t *f, const step_t *step)
{
	question_t *q = f->idle[--f->idle_count];
	const tesuji_query_t query = {.deadline_ms = -1, .answered = on_report, .user = q};
	tesuji_request_t request;
	tesuji_error_t why;

	tesuji_request_init(&request);
	request.board = 1;
	request.goal = "capture";
	request.target = step->text;
	request.first = step->is_save ? "defender" : "attacker";
	request.order = 1;
	request.workers = 1;
	q->since_ns = now_ns();
	if (tesuji_async_solve(f->connection, &request, &query, &why) != TESUJI_OK)
		die(step->text, why.text);
	f->out++;
}

/* supply asks as long as questions may be out. */
static void supply(follower_t *f)
{
	while (f->at < f->game->count) {
		const step_t *step = &f->game->step[f->at];

		if (!step->is_move && f->idle_count == 0)
			break;
		f->at++;
		if (step->is_move)
			move(f, step);
		else
			ask(f, step);
	}
}

/* run_all goes on until every follower is at the end of its game. */
static void run_all(unsigned count)
{
	struct pollfd pollers[CONNECTIONS_MOST];
	bool is_open = true;

	for (unsigned i = 0; i < count; i++)
		pollers[i] = (struct pollfd){.fd = tesuji_async_fd(followers[i].connection),
		                             .events = POLLIN};
	while (is_open) {
		if (poll(pollers, count, WAIT_MS) <= 0)
			die("the daemon", "no answer");
		is_open = false;
		for (unsigned i = 0; i < count; i++) {
			tesuji_async_t *a = followers[i].connection;

			if (pollers[i].revents != 0 && tesuji_async_run(a, 0) < 0)
				die("the connection", "lost");
			is_open = is_open || tesuji_async_open_queries(a) > 0;
		}
	}
}

static int compare(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* processor_s tells the processor time of another process, or of this one, in seconds. */
static double processor_s(long pid)
{
	unsigned long user = 0, system = 0;
	char path[64];
	struct rusage own;
	FILE *file;

	if (pid == 0) {
		(void)getrusage(RUSAGE_SELF, &own);
		return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec) +
		       (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6;
	}
	(void)snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	file = fopen(path, "r");
	if (file == NULL ||
	    fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
	           &system) != 2)
		die(path, "cannot be read");
	(void)fclose(file);
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static void connect_all(const char *address, unsigned count, unsigned depth, unsigned played)
{
	for (unsigned i = 0; i < count; i++) {
		follower_t *f = &followers[i];
		question_t *all = calloc(depth, sizeof(*all));
		tesuji_error_t why;

		if (all == NULL)
			die("memory", "none");
		if (tesuji_async_open(address, WAIT_MS, &f->connection, &why) != TESUJI_OK)
			die(address, why.text);
		f->game = &games[i % played];
		for (f->idle_count = 0; f->idle_count < depth; f->idle_count++) {
			all[f->idle_count].follower = f;
			f->idle[f->idle_count] = &all[f->idle_count];
		}
	}
}

int main(int argc, char **argv)
{
	unsigned count = 16, depth = 4, played = 0;
	unsigned middle, high;
	double took_s, ours, theirs = 0;
	long pid = 0;
	uint64_t start;
	int option;

	while ((option = getopt(argc, argv, "c:d:p:")) != -1) {
		const unsigned long value = optarg != NULL ? strtoul(optarg, NULL, 10) : 0;

		if (option == 'c' && value >= 1 && value <= CONNECTIONS_MOST)
			count = (unsigned)value;
		else if (option == 'd' && value >= 1 && value <= CONNECTIONS_MOST)
			depth = (unsigned)value;
		else if (option == 'p')
			pid = (long)value;
		else
			return 64;
	}
	for (int i = optind + 1; i < argc && played < GAMES_MOST; i++)
		read_game(argv[i], &games[played++]);
	if (played == 0) {
		(void)fputs("usage: throughput ADDRESS [-c CONNECTIONS] [-d DEPTH] [-p PID] "
		            "GAME.sgf...\n",
		            stderr);
		return 64;
	}
	took_us = calloc((size_t)questions * (count / played + 1) + 1, sizeof(*took_us));
	if (took_us == NULL)
		die("memory", "none");
	connect_all(argv[optind], count, depth, played);
	ours = processor_s(0);
	theirs = pid > 0 ? processor_s(pid) : 0;
	start = now_ns();
	for (unsigned i = 0; i < count; i++) {
		begin(&followers[i]);
		supply(&followers[i]);
	}
	run_all(count);
	took_s = (double)(now_ns() - start) / 1e9;
	ours = processor_s(0) - ours;
	theirs = pid > 0 ? processor_s(pid) - theirs : 0;
	qsort(took_us, answers, sizeof(*took_us), compare);
	middle = answers / 2;
	high = answers - 1 - answers / 100;
	printf("%u connections, %u questions out on each, %u games\n", count, depth, played);
	printf("%u answers in %.2f s: %.0f a second; %.1f %% from memory, %u undecided\n", answers,
	       took_s, answers / took_s, 100.0 * remembered / answers, undecided);
	printf("p50 %.2f ms   p99 %.2f ms   worst %.2f ms\n", took_us[middle] / 1e3,
	       took_us[high] / 1e3, took_us[answers - 1] / 1e3);
	printf("processor time an answer: %.1f us here, %.1f us of the daemon\n",
	       ours * 1e6 / answers, theirs * 1e6 / answers);
	for (unsigned i = 0; i < count; i++)
		tesuji_async_close(followers[i].connection);
	return 0;
}
