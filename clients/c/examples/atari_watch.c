/* SPDX-License-Identifier: MIT
 * atari_watch.c - tell, move by move, which blocks of a Go game became capturable.
 *
 *   cc atari_watch.c $(pkg-config --cflags --libs tesuji) -o atari_watch
 *   ./atari_watch 127.0.0.1:7411 game.sgf [ORDER [MILLISECONDS]]
 *
 * As a Go program would, it keeps its board at the daemon (tesuji_go_position) and sends it the
 * moves. After each of them it asks for the status of the board: what can be captured by who moves
 * first, and what saves it. What the move has not touched the daemon knows from before.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tesuji.h>
#include <tesuji_go.h>

enum {
	SIDE_MOST = 19,
	POINTS_MOST = SIDE_MOST * SIDE_MOST,
	BLOCKS_MOST = 512, /* questions of a board */
	RECORD_BYTES_MOST = 65536,
	LIBERTIES = 3, /* blocks with more are rarely lost by force */
	CONNECT_MS = 5000,
};

static const char columns[] = "ABCDEFGHJKLMNOPQRST";

/* A board in rows: "..X/.OX" has 3 columns. */
typedef struct {
	char at[POINTS_MOST]; /* row by row, the top row first */
	int width, height;
} board_t;

/* A block that can be captured, and whether its owner can save it. */
typedef struct {
	tesuji_verdict_t capture, save;
	char points[POINTS_MOST]; /* 1: its stones */
	char name[TESUJI_POINT_BYTES];
	int stones;
} block_t;

typedef struct {
	tesuji_t *daemon;
	int64_t order, time_ms;
	char before[POINTS_MOST]; /* 1: of blocks that could be captured already */
	block_t block[BLOCKS_MOST];
	unsigned blocks, late;
} watch_t;

static void read_rows(const char *rows, board_t *out)
{
	out->width = (int)strcspn(rows, "/");
	out->height = 0;
	for (int i = 0; *rows != '\0'; rows++) {
		out->height += rows[1] == '/' || rows[1] == '\0';
		if (*rows != '/')
			out->at[i++] = *rows;
	}
}

static int find(const board_t *board, const char *name)
{
	const int x = (int)(strchr(columns, name[0]) - columns);

	return (board->height - atoi(name + 1)) * board->width + x;
}

static int beside(const board_t *board, int point, int side)
{
	const int x = point % board->width, y = point / board->width;

	return side == 0   ? (x > 0 ? point - 1 : -1)
	       : side == 1 ? (x < board->width - 1 ? point + 1 : -1)
	       : side == 2 ? (y > 0 ? point - board->width : -1)
	                   : (y < board->height - 1 ? point + board->width : -1);
}

/* fill_block finds the stones of a block, and its name: the leftmost one, of these the topmost. */
static void fill_block(const board_t *board, int from, block_t *out)
{
	int found[POINTS_MOST];

	memset(out->points, 0, sizeof(out->points));
	out->stones = 1;
	found[0] = from;
	out->points[from] = 1;
	for (int i = 0; i < out->stones; i++) {
		for (int side = 0; side < 4; side++) {
			const int near = beside(board, found[i], side);

			if (near >= 0 && !out->points[near] && board->at[near] == board->at[from]) {
				out->points[near] = 1;
				found[out->stones++] = near;
			}
		}
		if (found[i] % board->width < from % board->width ||
		    (found[i] % board->width == from % board->width && found[i] < from))
			from = found[i];
	}
	(void)snprintf(out->name, sizeof(out->name), "%c%d", columns[from % board->width],
	               board->height - from / board->width);
}

static int complain(const watch_t *w)
{
	(void)fprintf(stderr, "atari_watch: %s\n", tesuji_last_error(w->daemon)->text);
	return -1;
}

static const char *with_ko(tesuji_ko_t ko)
{
	return ko == TESUJI_KO_FIGHT ? " with a ko" : "";
}

static void print_block(const block_t *b)
{
	printf("   %s %s", tesuji_colour_name(b->capture.colour), b->name);
	if (b->stones > 1)
		printf(" (%d stones)", b->stones);
	printf(": captured by %s%s, ", b->capture.best, with_ko(b->capture.ko));
	if (b->save.value == TESUJI_UNDECIDED)
		puts("not known whether it can be saved");
	else if (b->save.value == TESUJI_DISPROVEN)
		puts("cannot be saved");
	else
		printf("saved by %s%s\n", b->save.best, with_ko(b->save.ko));
}

/* take_verdict keeps what a question came to. The save of a block follows its capture. */
static void take_verdict(watch_t *w, const board_t *board, const tesuji_verdict_t *v)
{
	if (v->liberties > LIBERTIES)
		return;
	w->late += v->value == TESUJI_UNDECIDED;
	if (v->asked == TESUJI_CAPTURE && v->value == TESUJI_PROVEN && w->blocks < BLOCKS_MOST) {
		block_t *b = &w->block[w->blocks++];

		b->capture = *v;
		b->save.value = TESUJI_UNDECIDED;
		fill_block(board, find(board, v->stones), b);
	}
	for (unsigned i = 0; v->asked == TESUJI_SAVE && i < w->blocks; i++)
		if (strcmp(w->block[i].capture.stones, v->stones) == 0)
			w->block[i].save = *v;
}

/* ask asks for the status of the board at the daemon and waits for its verdicts. */
static int ask(watch_t *w, const board_t *board)
{
	tesuji_request_t request;
	tesuji_status_t status;
	tesuji_event_t event;

	tesuji_request_init(&request);
	request.board = 1;
	request.order = w->order;
	request.time_ms = w->time_ms;
	if (tesuji_go_status(w->daemon, &request, 0, &status) != TESUJI_OK)
		return complain(w);
	w->blocks = 0;
	do {
		if (tesuji_next(w->daemon, -1, &event) < 0)
			return complain(w);
		if (event.kind == TESUJI_EVENT_VERDICT)
			take_verdict(w, board, &event.verdict);
	} while (event.kind != TESUJI_EVENT_STATUS);
	return 0;
}

/* report prints the blocks of which no stone could be captured before the move. */
static void report(watch_t *w, const char *title)
{
	char now[POINTS_MOST] = {0};

	for (unsigned i = 0; i < w->blocks; i++) {
		int is_new = 1;

		for (int p = 0; p < POINTS_MOST; p++) {
			is_new = is_new && !(w->block[i].points[p] && w->before[p]);
			now[p] = (char)(now[p] | w->block[i].points[p]);
		}
		if (!is_new)
			continue;
		if (title != NULL)
			puts(title);
		title = NULL;
		print_block(&w->block[i]);
	}
	memcpy(w->before, now, sizeof(now));
}

/* next_property finds the next property of the main line, which ends at the first ")" outside of
 * values: its name, and its first value. */
static int next_property(const char **at, char name[8], char value[8])
{
	const char *s = *at;
	size_t length = 0;

	while (*s != '\0' && *s != ')' && !isupper((unsigned char)*s))
		s++;
	if (*s == '\0' || *s == ')')
		return 0;
	for (; isupper((unsigned char)*s); s++)
		if (length < 7)
			name[length++] = *s;
	name[length] = value[0] = '\0';
	length = 0;
	for (int is_first = 1; *(s += strspn(s, " \t\r\n")) == '['; is_first = 0) {
		for (s++; *s != '\0' && *s != ']'; s++) {
			s += *s == '\\' && s[1] != '\0';
			if (is_first && length < 7)
				value[length++] = *s;
		}
		s += *s == ']';
	}
	value[length] = '\0';
	*at = s;
	return 1;
}

/* play puts a move of the record on the board at the daemon; after stones that were set up, the
 * daemon takes the position from the record. `text` is what was played: "black D4". */
static int play(watch_t *w, const char *sgf, int number, const char *text, int is_set_up,
                board_t *board)
{
	tesuji_change_t change;
	tesuji_board_t held;

	tesuji_change_init(&change);
	if (is_set_up) {
		change.sgf = sgf;
		change.move = number;
	} else {
		change.play = &text;
		change.play_count = 1;
	}
	if (tesuji_go_position(w->daemon, &change, &held) != TESUJI_OK)
		return complain(w);
	read_rows(held.rows, board);
	return 0;
}

/* move_text writes "black D4" for the move "dd" of a record, "black pass" for none. */
static void move_text(char colour, const char *value, int height, char *out, size_t bytes)
{
	const char *name = colour == 'B' ? "black" : "white";

	if (strlen(value) != 2 || strcmp(value, "tt") == 0 || value[0] < 'a' || value[0] > 's')
		(void)snprintf(out, bytes, "%s pass", name);
	else
		(void)snprintf(out, bytes, "%s %c%d", name, columns[value[0] - 'a'],
		               height - (value[1] - 'a'));
}

static int watch(watch_t *w, const char *sgf)
{
	char name[8], value[8], text[32], title[48];
	const char *at = sgf;
	int number = 0, is_set_up = 0;
	board_t board;

	if (play(w, sgf, 0, NULL, 1, &board) < 0)
		return -1;
	while (next_property(&at, name, value)) {
		if (strcmp(name, "B") != 0 && strcmp(name, "W") != 0) {
			is_set_up =
			        number > 0 && (is_set_up || strcmp(name, "AB") == 0 ||
			                       strcmp(name, "AW") == 0 || strcmp(name, "AE") == 0);
			continue;
		}
		move_text(name[0], value, board.height, text, sizeof(text));
		(void)snprintf(title, sizeof(title), "%d. %s", ++number, text);
		if (play(w, sgf, number, text, is_set_up, &board) < 0 || ask(w, &board) < 0)
			return -1;
		report(w, title);
		is_set_up = 0;
	}
	if (w->late > 0)
		printf("%u questions were not decided within %lld ms a move\n", w->late,
		       (long long)w->time_ms);
	return 0;
}

int main(int argc, char **argv)
{
	static char sgf[RECORD_BYTES_MOST];
	static watch_t w;
	tesuji_error_t error;
	FILE *file;
	int rc;

	if (argc < 3) {
		(void)fprintf(stderr, "usage: %s ADDRESS RECORD.sgf [ORDER [MILLISECONDS]]\n",
		              argv[0]);
		return 64;
	}
	w.order = argc > 3 ? atoi(argv[3]) : 1; /* 1: ladders */
	w.time_ms = argc > 4 ? atoi(argv[4]) : 1000;
	file = fopen(argv[2], "rb");
	if (file == NULL) {
		perror(argv[2]);
		return 66;
	}
	sgf[fread(sgf, 1, sizeof(sgf) - 1, file)] = '\0';
	(void)fclose(file);
	if (tesuji_connect(argv[1], CONNECT_MS, &w.daemon, &error) != TESUJI_OK) {
		(void)fprintf(stderr, "atari_watch: %s\n", error.text);
		return 69;
	}
	rc = watch(&w, sgf);
	tesuji_close(w.daemon);
	return rc < 0 ? 70 : 0;
}
