/* SPDX-License-Identifier: MIT
 * problem_tree.c - see problem_tree.h.
 *
 * Design     The question after a first move that is proven has a certificate; the daemon makes
 *            it, the checker accepts it, and its strategy is written below the move: every
 *            reply is listed there, or stands among "any other". So what is written was checked
 *            by rules that share nothing with the search. Of a question that is disproven there
 *            is no strategy to write: the reply that refutes the move is. */
#include "clients/cli/problem_tree.h"

#include <stdlib.h>
#include <string.h>

#include "clients/cli/batch_refusal.h"
#include "clients/cli/batch_show.h"
#include "clients/cli/certificate.h"
#include "clients/cli/complain.h"
#include "clients/cli/follow.h"
#include "clients/cli/interrupt.h"
#include "clients/cli/output.h"
#include "clients/cli/problem_pgn.h"
#include "clients/cli/problem_show.h"
#include "clients/cli/sgf_write.h"
#include "clients/cli/show_sgf.h"
#include "clients/cli/statuses.h"
#include "clients/cli/verdict_exit.h"
#include "engine/base/version.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/browse.h"
#include "engine/proof/check/check.h"

enum { POINT_BYTES = 8 };

static int put_bytes(void *user, const void *data, size_t n)
{
	return bytes_write(user, data, n) ? 0 : 1;
}

/* count_down takes a first move of the attacker's off what the question after it may take. */
static void count_down(const analysis_t *analysis, tesuji_request_t *request)
{
	if (analysis->first.begun.first != TESUJI_ATTACKER)
		return;
	if (request->depth > 2)
		request->depth -= 2;
	if (request->within == 1)
		request->within = TESUJI_DEFAULT; /* the goal is reached */
	else if (request->within != TESUJI_DEFAULT)
		request->within--;
}

/* end_run ends the run for an error of the library, unless it is one about the question. */
static void end_run(problem_tree_t *t, tesuji_code_t code)
{
	if (verdict_exit_for_code(code) == EXIT_BAD_INPUT)
		return;
	live_erase(t->live);
	t->code = session_failed(t->session);
}

/* submit puts a question, again and again while the daemon is busy. False: it is refused, the
 * daemon is lost (t->code), or a signal came. */
static bool submit(problem_tree_t *t, const tesuji_request_t *request, uint64_t *job)
{
	batch_refusal_t why;

	while (interrupt_signal() == 0 &&
	       tesuji_submit(t->session->handle, request, job) != TESUJI_OK) {
		why = batch_refusal_of(tesuji_last_error(t->session->handle), t->args);
		if (why.of == BATCH_REFUSAL_NOW) {
			interrupt_wait(tesuji_fd(t->session->handle), why.retry_ms);
			continue;
		}
		end_run(t, tesuji_last_error(t->session->handle)->code);
		return false;
	}
	return interrupt_signal() == 0;
}

/* fetch asks a question again and fetches its certificate. */
static bool fetch(problem_tree_t *t, const analysis_move_t *move, bytes_t *out)
{
	static tesuji_report_t report;
	const certificate_wait_t wait = {.put = put_bytes, .to = out};
	tesuji_request_t request;
	uint64_t job;
	int rc;

	if (!analysis_question(move, t->request, &request))
		return false;
	count_down(t->analysis, &request);
	if (!submit(t, &request, &job))
		return false;
	t->code = follow_job(t->session, job, t->args->time_ms, t->live, true, &report);
	if (t->code != EXIT_PROVEN || report.value != TESUJI_PROVEN)
		return false;
	rc = certificate_fetch(t->session, job, &wait);
	if (rc < 0 && rc != TESUJI_E_TIMEOUT && rc != TESUJI_E_BUSY && rc != TESUJI_E_LIMIT)
		end_run(t, (tesuji_code_t)rc);
	return rc == TESUJI_OK && !out->no_memory;
}

/* open_strategy fetches and checks the strategy after a move; NULL: there is none to be had. */
static browse_t *open_strategy(problem_tree_t *t, const analysis_move_t *move, uint32_t *nodes)
{
	static check_result_t result;
	const check_options_t options = {.most = CHECK_NO_LIMIT};
	bytes_t bytes = {.data = NULL};
	browse_t *browse = NULL;
	errinfo_t why;

	if (move->value != TESUJI_PROVEN || !move->tried.has_question || t->code != EXIT_PROVEN)
		return NULL;
	if (fetch(t, move, &bytes) &&
	    check_stream(bytes_source(&bytes), &options, &result, &why) == ERR_OK &&
	    result.proven &&
	    browse_open(bytes_source(&bytes), BROWSE_BYTES_MAX, &browse, &why) == ERR_OK)
		*nodes = result.nodes;
	t->without += browse == NULL;
	bytes_free(&bytes);
	return browse;
}

static unsigned height_of(const char *rows)
{
	unsigned height = 1;

	for (; *rows != '\0'; rows++)
		height += *rows == '/';
	return height;
}

/* put_point writes a point, "D4", as a record of the game names it; a pass is "". */
static void put_point(FILE *out, const tesuji_moves_t *b, const char *point)
{
	const char letter = point[0];
	const unsigned row = (unsigned)atoi(point + 1);
	unsigned x = (unsigned)(letter >= 'a' ? letter - 'a' : letter - 'A');
	char name[POINT_BYTES];

	if (row == 0)
		return; /* a pass */
	if (strcmp(b->style, "go") == 0 && letter > 'I')
		x--;
	sgf_write_point(b->game, x,
	                strcmp(b->style, "hex") == 0 ? row - 1 : height_of(b->rows) - row, name,
	                sizeof(name));
	(void)fputs(name, out);
}

/* put_stones writes the stones of one colour. */
static void put_stones(FILE *out, const char *property, const tesuji_moves_t *b, char stone)
{
	const size_t width = strcspn(b->rows, "/") + 1; /* with the end of a row */
	char name[POINT_BYTES];
	bool named = false;

	for (size_t at = 0; b->rows[at] != '\0'; at++) {
		if (b->rows[at] != stone)
			continue;
		sgf_write_point(b->game, (unsigned)(at % width), (unsigned)(at / width), name,
		                sizeof(name));
		fprintf(out, "%s[%s]", named ? "" : property, name);
		named = true;
	}
}

static bool black_begins(const tesuji_moves_t *b)
{
	return (b->attacker == TESUJI_BLACK) == (b->first == TESUJI_ATTACKER);
}

/* put_goal writes the goal as a line of a comment, as the reader of collections has it. */
static void put_goal(FILE *out, const tesuji_moves_t *b)
{
	if (b->goal[0] == '\0')
		return;
	(void)fputs("\ngoal: ", out);
	sgf_write_text(out, b->goal);
	if (b->target[0] == '\0')
		return;
	(void)fputc(':', out);
	sgf_write_text(out, b->target);
}

static void put_root(const problem_tree_t *t, FILE *out)
{
	const tesuji_moves_t *b = &t->analysis->first.begun;
	const unsigned height = height_of(b->rows), width = (unsigned)strcspn(b->rows, "/");
	char target[TESUJI_TARGET_BYTES], *rest = NULL;

	fprintf(out, "(;FF[4]CA[UTF-8]GM[%u]AP[tesuji:%s]SZ[%u", sgf_write_number(b->game),
	        TESUJI_VERSION, width);
	fprintf(out, height != width ? ":%u]\n" : "]\n", height);
	if (t->problem != NULL && t->problem->id[0] != '\0')
		sgf_write_property(out, "GN", t->problem->id);
	put_stones(out, "AB", b, 'X');
	put_stones(out, "AW", b, 'O');
	fprintf(out, "PL[%c]", black_begins(b) ? 'B' : 'W');
	snprintf(target, sizeof(target), "%s", b->target);
	if (target[0] != '\0')
		fputs("TR", out);
	for (char *word = strtok_r(target, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest)) {
		fputc('[', out);
		put_point(out, b, word);
		fputc(']', out);
	}
	fputs("C[", out);
	sgf_write_text(out, problem_show_word(t->analysis));
	fprintf(out, ": %u of %u first moves work. Any other reply: all that are not here.",
	        t->analysis->first.works, t->analysis->first.count);
	put_goal(out, b);
	(void)fputc(']', out);
}

/* put_move writes a variation: a first move, and what follows. */
static bool put_move(problem_tree_t *t, FILE *out, const analysis_move_t *m)
{
	static const char *const words[] = {[TESUJI_MOVE_OPEN] = "open: ",
	                                    [TESUJI_MOVE_WORKS] = "works ",
	                                    [TESUJI_MOVE_FAILS] = "fails "};
	const tesuji_moves_t *b = &t->analysis->first.begun;
	const bool black = black_begins(b);
	char how[MOVES_HOW_BYTES];
	uint32_t nodes = 0;
	browse_t *browse = open_strategy(t, m, &nodes);
	bool written = true;

	problem_show_how(m, how);
	fprintf(out, "\n(;%c[", black ? 'B' : 'W');
	put_point(out, b, m->tried.move);
	fprintf(out, "]%sC[", m->tried.verdict == TESUJI_MOVE_WORKS ? "TE[1]" : "BM[1]");
	sgf_write_text(out, m->is_slow ? "fails: " : words[m->tried.verdict]);
	sgf_write_text(out, how);
	fputc(']', out);
	if (browse != NULL) {
		written = show_sgf_below(browse, nodes, out, t->args->nodes);
		browse_close(browse);
	} else if (m->reply[0] != '\0') {
		fprintf(out, "\n;%c[", black ? 'W' : 'B');
		put_point(out, b, m->reply);
		fputc(']', out);
	}
	fputc(')', out);
	return written;
}

static exit_t write_sgf(problem_tree_t *t, FILE *out)
{
	const analysis_node_t *first = &t->analysis->first;
	bool written = true;

	put_root(t, out);
	if (t->analysis->key >= 0)
		written = put_move(t, out, &first->move[t->analysis->key]);
	for (unsigned i = 0; i < first->count && written; i++)
		if ((int)i != t->analysis->key)
			written = put_move(t, out, &first->move[i]);
	fputs(")\n", out);
	return written ? EXIT_PROVEN : EXIT_NO_MEMORY;
}

/* write_pgn writes the moves as PGN: the key's line, and the others as variations beside it. */
static exit_t write_pgn(problem_tree_t *t, FILE *out)
{
	const analysis_node_t *first = &t->analysis->first;
	const collection_problem_t *p = t->problem;
	char place[BATCH_SHOW_PLACE_BYTES];
	problem_pgn_t *pgn =
	        problem_pgn_open(out,
	                         p == NULL          ? "tesuji problem"
	                         : p->id[0] != '\0' ? p->id
	                                            : batch_show_at(p->file, p->line, place),
	                         first->begun.rows, t->args->nodes);
	const int key =
	        t->analysis->key >= 0 ? t->analysis->key : 0; /* some move is the main line */
	uint32_t nodes;

	if (pgn == NULL)
		return EXIT_NO_MEMORY;
	for (unsigned i = 0; i <= first->count; i++) {
		/* the key's move comes first, its strategy after the other moves */
		const bool last = i == first->count;
		const analysis_move_t *m = &first->move[last ? (unsigned)key : i];
		char how[MOVES_HOW_BYTES];
		browse_t *browse;

		if (first->count == 0 || (!last && (int)i == key))
			continue;
		if (i == 0 || (i == 1 && key == 0))
			problem_pgn_first(pgn, first->move[key].tried.move);
		browse = open_strategy(t, m, &nodes);
		problem_show_how(m, how);
		problem_pgn_move(pgn, m->tried.move, last, how, m->reply, browse);
		browse_close(browse);
	}
	return problem_pgn_close(pgn) ? EXIT_PROVEN : EXIT_NO_MEMORY;
}

bool problem_tree_has(problem_tree_format_t format, const char *game)
{
	return format == PROBLEM_TREE_SGF ? sgf_write_number(game) != 0
	                                  : strcmp(game, "chess") == 0;
}

exit_t problem_tree_put(problem_tree_t *t, problem_tree_format_t format, FILE *out)
{
	exit_t code;

	t->without = 0;
	t->code = EXIT_PROVEN;
	code = format == PROBLEM_TREE_SGF ? write_sgf(t, out) : write_pgn(t, out);
	return code != EXIT_PROVEN ? code : statuses_exit(t->code);
}

void problem_tree_without(const char *path, unsigned count)
{
	if (count > 0)
		complain("%s: of %u proven %s the strategy could not be had", path, count,
		         count == 1 ? "move" : "moves");
}

exit_t problem_tree_save(problem_tree_t *t)
{
	const problem_tree_format_t format =
	        t->args->sgf != NULL ? PROBLEM_TREE_SGF : PROBLEM_TREE_PGN;
	const bool is_sgf = format == PROBLEM_TREE_SGF;
	const char *path = is_sgf ? t->args->sgf : t->args->pgn;
	const char *game = t->analysis->first.begun.game;
	output_t out;
	exit_t code;

	if (!problem_tree_has(format, game)) {
		complain("--%s: there is no %s of %s", is_sgf ? "sgf" : "pgn",
		         is_sgf ? "SGF" : "PGN", game);
		return EXIT_USAGE;
	}
	code = output_open(&out, path);
	if (code != EXIT_PROVEN)
		return code;
	code = output_close(&out, problem_tree_put(t, format, out.to));
	if (code == EXIT_PROVEN)
		problem_tree_without(path, t->without);
	return code;
}
