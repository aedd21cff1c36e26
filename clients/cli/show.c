/* SPDX-License-Identifier: MIT
 * show.c - `tesuji show`: goes through a certificate in the terminal, or writes it as SGF.
 *
 * Design     Lines are read as they come, without a library for editing them, so that a pipe serves
 *            as well; a terminal sees a prompt besides. The moves of the certificate are played at
 *            once: the walk always stands where the other side may choose, or at the end of a line.
 *            A line that cannot be read or played gives one line of answer, and changes nothing.
 */
#include "clients/cli/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/complain.h"
#include "clients/diagram/diagram.h"
#include "clients/cli/proof_file.h"
#include "clients/cli/show_sgf.h"

enum { LINE_BYTES = 4096, COLUMNS = 78 };

static const char blanks[] = " \t\r\n,";

static const char *colour(const browse_t *browse)
{
	return browse_black(browse) ? "black" : "white";
}

/* write_move writes the name of a move into `out`, of BROWSE_MOVE_BYTES. */
static const char *write_move(const browse_t *browse, int32_t move, char *out)
{
	strbuf_t text;

	strbuf_init(&text, out, BROWSE_MOVE_BYTES);
	browse_write(browse, move, &text);
	return out;
}

static void draw(const browse_t *browse)
{
	char rows[BROWSE_BOARD_BYTES], name[BROWSE_MOVE_BYTES] = "";
	const char *last = name;
	strbuf_t text;

	strbuf_init(&text, rows, sizeof(rows));
	browse_board(browse, &text);
	if (browse_last(browse) >= 0)
		(void)write_move(browse, browse_last(browse), name);
	if (browse_header(browse)->fen[0] != '\0' && name[0] != '\0')
		last = &name[2]; /* the square where it ends */
	if (browse_header(browse)->fen[0] != '\0')
		name[4] = '\0';
	(void)putchar('\n');
	proof_file_draw(browse_header(browse), rows, last);
	(void)putchar('\n');
}

/* settle plays the move of the certificate if it is its turn, and tells it. */
static void settle(browse_t *browse)
{
	char name[BROWSE_MOVE_BYTES];

	if (browse_ends(browse))
		(void)puts(proof_file_end(browse));
	if (!browse_answers(browse))
		return;
	printf("%s plays %s", colour(browse), write_move(browse, browse_answer(browse), name));
	(void)browse_play(browse, browse_answer(browse)); /* legal: the certificate was checked */
	if (browse_ends(browse))
		printf(": %s", proof_file_end(browse));
	(void)putchar('\n');
}

/* tell shows the position. */
static void tell(const browse_t *browse)
{
	draw(browse);
	if (browse_ends(browse)) {
		(void)puts("back, top or quit?");
		return;
	}
	printf("%s to move; nodes below: %" PRIu32, colour(browse), browse_nodes(browse) - 1);
	if (!browse_denies(browse))
		printf("; moves to the goal: %u at most", browse_moves(browse) - 1);
	else if (browse_bound(browse) == BROWSE_ORDER)
		printf("; order: %u", browse_left(browse));
	else if (browse_bound(browse) == BROWSE_MOVES)
		printf("; moves left: %u", browse_left(browse));
	(void)puts(browse_is_met(browse) ? "; a position that came before" : "");
}

/* tell_answer tells the answer to the move that was just played, which `label` names. */
static void tell_answer(const browse_t *browse, const char *label, unsigned moves)
{
	char name[BROWSE_MOVE_BYTES];

	if (browse_ends(browse))
		printf("  %-16s and %s\n", label, proof_file_end(browse));
	else if (browse_denies(browse))
		printf("  %-16s answered by %s\n", label,
		       write_move(browse, browse_answer(browse), name));
	else
		printf("  %-16s answered by %-5s  moves to the goal: %u at most\n", label,
		       write_move(browse, browse_answer(browse), name), moves);
}

/* moves lists the moves that may be chosen and the answer to each. */
static void moves(browse_t *browse)
{
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	char name[BROWSE_MOVE_BYTES], label[40];
	const unsigned count = browse_replies(browse, reply), others = browse_others(browse);

	if (count == 0)
		(void)puts("no reply is legal"); /* of a denial that ends the line */
	for (unsigned i = 0; i < count; i++) {
		(void)write_move(browse, reply[i].move, name);
		if (reply[i].others)
			(void)snprintf(label, sizeof(label), "any other (%u)", others);
		if (!browse_play(browse, reply[i].move))
			continue; /* of a checked certificate it can be played */
		tell_answer(browse, reply[i].others ? label : name, reply[i].moves - 1);
		(void)browse_back(browse);
	}
}

/* line shows the longest line: on the board and in words. It ends where a denial meets a position
 * that came before, or it might have no end. */
static void line(browse_t *browse)
{
	static char name[CERTIFICATE_LINE_MAX][TESUJI_POINT_BYTES];
	const char *first = colour(browse);
	browse_reply_t reply[BROWSE_REPLIES_MAX];
	const unsigned depth = browse_depth(browse);
	char rows[BROWSE_BOARD_BYTES];
	unsigned count = 0;
	int used = 0;
	strbuf_t text;

	strbuf_init(&text, rows, sizeof(rows));
	browse_board(browse, &text);
	while (!browse_ends(browse) && (count == 0 || !browse_is_met(browse))) {
		const int32_t move = browse_answers(browse)              ? browse_answer(browse)
		                     : browse_replies(browse, reply) > 0 ? reply[0].move
		                                                         : BROWSE_NO_MOVE;

		if (!browse_play(browse, move))
			break; /* no reply is legal, and that reaches the goal */
		(void)write_move(browse, move, name[count++]);
	}
	while (browse_depth(browse) > depth)
		(void)browse_back(browse);
	proof_file_draw_line(browse_header(browse), rows, (const char(*)[TESUJI_POINT_BYTES])name,
	                     count, strcmp(first, "black") == 0);
	for (unsigned i = 0; i < count; i++) {
		const int length = (int)strlen(name[i]) + 1;

		if (used > 0 && used + length > COLUMNS) {
			(void)putchar('\n');
			used = 0;
		}
		used += printf("%s%s", used > 0 ? " " : "", name[i]);
	}
	printf("\nmoves: %u, the first is %s's\n", count, first);
}

static void top(browse_t *browse)
{
	while (browse_back(browse)) {
	}
}

/* back takes the last reply and its answer back. */
static bool back(browse_t *browse)
{
	bool can = browse_back(browse);

	can = can && browse_back(browse);
	if (browse_answers(browse))
		(void)browse_play(browse, browse_answer(browse));
	return can;
}

static void help(void)
{
	(void)puts("  D4, pass  what if that is played? (in chess e2e4, e7e8q)\n"
	           "  moves     the moves that have answers of their own, and the rest\n"
	           "  line      the longest line from here\n"
	           "  back      before the last answer\n"
	           "  top       to the start\n"
	           "  board     the board again\n"
	           "  quit      the end");
}

/* over_word says why nothing can be played where a line ends. */
static const char *over_word(const browse_t *browse)
{
	return browse_denies(browse) ? "the line ends here" : "the goal is reached already";
}

/* answer plays a move and its answer. Returns false after it has told why it cannot. */
static bool answer(browse_t *browse, const char *word)
{
	const int32_t move = browse_read(browse, word);
	char shown[2 * BROWSE_MOVE_BYTES], name[BROWSE_MOVE_BYTES];
	const char *wrong = NULL, *over = over_word(browse);

	(void)snprintf(shown, sizeof(shown), "%s", word);
	complain_clean(shown);
	if (move == BROWSE_NO_MOVE)
		wrong = "neither a move nor a command; try help";
	else if (browse_ends(browse))
		wrong = over;
	if (wrong == NULL) {
		const bool listed = browse_listed(browse, move);
		const char *who = colour(browse);

		if (browse_play(browse, move)) {
			printf("%s plays %s%s; ", who, write_move(browse, move, name),
			       listed ? "" : " (any other)");
			settle(browse);
			return true;
		}
		wrong = browse_depth(browse) == BROWSE_DEPTH_MAX ? "the line is too long"
		                                                 : "not legal";
	}
	printf("? %s: %s\n", shown, wrong);
	return false;
}

typedef enum { GO_ON, QUIT, FAILED } next_t;

/* command obeys one word. */
static next_t command(browse_t *browse, const char *word)
{
	static const char *const words[] = {"moves", "line", "back", "top",
	                                    "board", "help", "quit"};
	enum { MOVES, LINE, BACK, TOP, BOARD, HELP, END, WORDS };
	unsigned which = 0;
	bool fine = true;

	while (which < WORDS && strcmp(word, words[which]) != 0)
		which++;
	if (which == END)
		return QUIT;
	if (which == HELP)
		help();
	else if (which == WORDS)
		fine = answer(browse, word);
	else if (which == TOP)
		top(browse);
	else if (which == BACK && !back(browse))
		(void)puts("? back: this is the start");
	else if ((which == MOVES || which == LINE) && browse_ends(browse))
		printf("? %s: %s\n", word, over_word(browse));
	else if (which == MOVES)
		moves(browse);
	else if (which == LINE)
		line(browse);
	if (which == TOP)
		settle(browse);
	if (fine && (which == WORDS || which == TOP || which == BACK || which == BOARD))
		tell(browse);
	return fine ? GO_ON : FAILED;
}

/* commands obeys a line word by word, up to the first word that it cannot obey; *last is the last
 * word that it tried, a part of the text. */
static next_t commands(browse_t *browse, char *text, char **last)
{
	char *rest = NULL;
	next_t next = GO_ON;

	for (char *word = strtok_r(text, blanks, &rest); word != NULL && next == GO_ON;
	     word = strtok_r(NULL, blanks, &rest)) {
		*last = word;
		next = command(browse, word);
	}
	return next;
}

/* play_moves obeys the words of --moves. A word that cannot be obeyed is told on stderr as well,
 * for who reads no more than that. */
static next_t play_moves(browse_t *browse, const char *words)
{
	char *text = strdup(words), *last = NULL;
	next_t next = FAILED;

	if (text == NULL) {
		complain("out of memory");
		return FAILED;
	}
	next = commands(browse, text, &last);
	if (next == FAILED) {
		complain_clean(last);
		complain("--moves: \"%s\" cannot be played here", last);
	}
	free(text);
	return next;
}

static void walk(browse_t *browse)
{
	const bool asks = isatty(STDIN_FILENO) != 0;
	char text[LINE_BYTES], *last = NULL;
	next_t next = GO_ON;

	while (next != QUIT) {
		if (asks)
			(void)fputs("> ", stdout);
		(void)fflush(stdout);
		if (fgets(text, sizeof(text), stdin) == NULL)
			break;
		if (strchr(text, '\n') == NULL && !feof(stdin)) {
			int c;

			while ((c = getchar()) != EOF && c != '\n') {
			}
			printf("? a line is longer than %d bytes\n", LINE_BYTES - 2);
			continue;
		}
		next = commands(browse, text, &last);
	}
	if (asks && next != QUIT)
		(void)putchar('\n');
}

static exit_t show(const args_t *args, const proof_file_t *file)
{
	browse_t *browse = file->browse;

	if (args->sgf != NULL)
		return show_sgf(browse, &file->result, args->sgf, args->nodes);
	printf("%s\n%" PRIu32 " nodes, replayed on %" PRIu64 " positions: a %s\n",
	       file->result.claim, file->result.nodes, file->result.positions,
	       browse_denies(browse) ? "denial" : "proof");
	settle(browse);
	tell(browse);
	if (args->moves != NULL) {
		const next_t next = play_moves(browse, args->moves);

		if (next != GO_ON)
			return next == QUIT ? EXIT_PROVEN : EXIT_BAD_INPUT;
	}
	walk(browse);
	return EXIT_PROVEN;
}

exit_t show_command(const args_t *args)
{
	proof_file_t *file = calloc(1, sizeof(*file));
	exit_t code;

	if (args->sgf != NULL ? args->moves != NULL : args->nodes != TESUJI_DEFAULT) {
		complain(args->sgf != NULL ? "--moves cannot go with --sgf"
		                           : "--nodes is for --sgf FILE");
		free(file);
		return EXIT_USAGE;
	}
	if (file == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	code = proof_file_open(args->operand, file);
	if (code == EXIT_PROVEN) {
		code = show(args, file);
	} else if (code == EXIT_DISPROVEN) {
		complain("%s: no %s: node %" PRIu32 "%s%s: %s", args->operand,
		         strcmp(file->result.header.kind, "proof") == 0 ? "proof" : "denial",
		         file->result.node, file->result.path[0] != '\0' ? ", after " : "",
		         file->result.path, file->result.reason);
	}
	proof_file_close(file);
	free(file);
	return code;
}
