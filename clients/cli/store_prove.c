/* SPDX-License-Identifier: MIT
 * store_prove.c - see store_prove.h.
 *
 * Design     A record becomes a question about a board of its own, with random stones where the
 *            record says that they do not matter: so its zone is tried as well as its value. An
 *            engine in this process that knows nothing of the store solves the question; what it
 *            proves is written as a certificate and checked by the checker's rules. A failure has
 *            no certificate and rests on the second search. What the second search does not decide
 *            within its nodes is counted apart: it is neither confirmed nor wrong.
 */
#include "clients/cli/store_prove.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/cli/complain.h"
#include "clients/cli/session.h"
#include "engine/base/clock.h"
#include "engine/game/game.h"
#include "engine/proof/bytes.h"
#include "engine/proof/check/check.h"
#include "engine/store/question.h"
#include "engine/store/store_copy.h"

enum {
	NODES_LEAST = 200000, /* least nodes of a second search, whose board differs */
	NODES_TIMES = 10,     /* times the nodes of the first one */
	CHECK_MOST = 5000000, /* positions the checker may visit: some ten seconds */
};

/* The sample and what has become of it. */
typedef struct {
	session_t session;
	rng_t rng;
	uint64_t left, wanted; /* facts still to come in the walk; to draw of them */
	uint64_t certified, again, open, wrong;
	question_t question;
	tesuji_report_t report;
	check_result_t checked;
	exit_t failed; /* EXIT_PROVEN, or the code that ends the work */
} sample_t;

static int take(void *user, const void *bytes, size_t length)
{
	return bytes_write(user, bytes, length) ? 0 : 1;
}

/* name_fact complains of a wrong fact. */
static void name_fact(sample_t *s, uint64_t hash, const fact_record_t *r, const char *what)
{
	complain("fact %016" PRIx64 " (%.*s): %s%s%s", hash, (int)r->question_length, r->question,
	         what, s->question.rows[0] != '\0' ? " on " : "", s->question.rows);
	s->wrong++;
}

static void request_of(const question_t *q, uint64_t nodes, tesuji_request_t *out)
{
	const game_t *game = game_find(q->game);
	const bool is_fen = game != NULL && game->style == BOARD_CHESS;

	tesuji_request_init(out);
	out->rows = is_fen ? NULL : q->rows;
	out->fen = is_fen ? q->rows : NULL;
	out->game = q->game;
	out->goal = q->goal;
	out->options = q->problem.options;
	out->target = q->problem.target;
	out->attacker = q->problem.attacker == COLOUR_BLACK ? TESUJI_BLACK : TESUJI_WHITE;
	out->first = q->problem.first == SIDE_DEFENDER ? "defender" : NULL;
	out->ko = q->problem.ko;
	out->attacker_threats = (int)q->problem.attacker_threats;
	out->defender_threats = (int)q->problem.defender_threats;
	out->ko_verdict = q->verdict;
	out->order = (int64_t)q->order;
	out->driver = q->plain ? "plain" : NULL;
	out->nodes =
	        (int64_t)(nodes * NODES_TIMES > NODES_LEAST ? nodes * NODES_TIMES : NODES_LEAST);
	out->fresh = 1;
}

/* ask solves the question again. */
static bool ask(sample_t *s, const tesuji_request_t *request)
{
	if (tesuji_solve(s->session.handle, request, NULL, &s->report) == TESUJI_OK)
		return true;
	s->failed = session_failed(&s->session);
	return false;
}

/* ask_for_proof asks a question whose verdict by ko was confirmed in the form that can have a
 * certificate: the attacker succeeds though the other side has all the threats. Returns false if
 * the attacker needs a ko. */
static bool ask_for_proof(sample_t *s, const fact_record_t *r)
{
	const bool first = s->question.problem.first == SIDE_ATTACKER;
	tesuji_request_t request;

	if (r->ko != (unsigned)(first ? TESUJI_KO_NONE : TESUJI_KO_FAILS))
		return false;
	request_of(&s->question, r->nodes, &request);
	request.ko_verdict = 0;
	request.defender_threats = TESUJI_UNLIMITED;
	return ask(s, &request) && s->report.value == TESUJI_PROVEN;
}

/* check_proof fetches the certificate of the last job and checks it. */
static void check_proof(sample_t *s, uint64_t hash, const fact_record_t *r)
{
	const check_options_t options = {.most = CHECK_MOST};
	bytes_t proof = {.length = 0};
	errinfo_t why;
	err_t err = ERR_LIMIT;

	if ((!s->question.verdict || ask_for_proof(s, r)) &&
	    tesuji_certificate(s->session.handle, s->report.job, -1, take, &proof) == TESUJI_OK)
		err = check_stream(bytes_source(&proof), &options, &s->checked, &why);
	if (err == ERR_OK && s->checked.proven)
		s->certified++;
	else if (err == ERR_LIMIT) /* or there is no certificate of such a goal */
		s->again++;
	else
		name_fact(s, hash, r, "the checker rejects its certificate");
	bytes_free(&proof);
}

/* compare compares a fact with what the second search found. */
static void compare(sample_t *s, uint64_t hash, const fact_record_t *r)
{
	const tesuji_report_t *now = &s->report;
	const bool proven = now->value == TESUJI_PROVEN;

	if (now->value == TESUJI_UNDECIDED)
		s->open++;
	else if (proven != (r->value == VALUE_PROVEN))
		name_fact(s, hash, r,
		          proven ? "kept as disproven, it is proven"
		                 : "kept as proven, it is disproven");
	else if (s->question.verdict &&
	         ((unsigned)now->ko != r->ko || now->ko_threats != r->threats))
		name_fact(s, hash, r, "the verdict by ko is another");
	else if (proven)
		check_proof(s, hash, r);
	else
		s->again++;
}

static bool visit(uint64_t hash, const uint8_t *bytes, size_t length, void *context)
{
	sample_t *s = context;
	tesuji_request_t request;
	errinfo_t why;
	fact_record_t r;

	if (s->left == 0 || s->wanted == 0)
		return false;
	if (rng_next(&s->rng) % s->left-- >= s->wanted)
		return true;
	s->wanted--;
	(void)fact_record_open(bytes, length, &r);
	if (question_make(&r, hash, &s->rng, &s->question, &why) != ERR_OK) {
		s->question.rows[0] = '\0';
		name_fact(s, hash, &r, why.text);
		return true;
	}
	if (strlen(s->question.options) >= OPTIONS_BYTES) {
		s->open++; /* a region of so many parts that no request can hold them */
		return true;
	}
	request_of(&s->question, r.nodes, &request);
	if (ask(s, &request))
		compare(s, hash, &r);
	return s->failed == EXIT_PROVEN;
}

exit_t store_prove(store_t *store, const args_t *args, uint64_t facts, uint64_t sample)
{
	args_t here = *args;
	sample_t *s = calloc(1, sizeof(*s));
	errinfo_t why;
	exit_t code;

	if (s == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	here.local = true;
	here.server = NULL;
	code = session_open(&s->session, &here, true);
	if (code != EXIT_PROVEN) {
		free(s);
		return code;
	}
	s->rng.state = clock_now_ns();
	s->left = facts;
	s->wanted = sample < facts ? sample : facts;
	if (store_walk(store, visit, s, &why) != ERR_OK) {
		complain("%s", why.text);
		s->failed = EXIT_INPUT_OUTPUT;
	}
	printf("%" PRIu64 " asked again: %" PRIu64 " proven and checked, %" PRIu64
	       " found again, %" PRIu64 " open, %" PRIu64 " wrong\n",
	       s->certified + s->again + s->open + s->wrong, s->certified, s->again, s->open,
	       s->wrong);
	code = s->failed != EXIT_PROVEN ? s->failed : s->wrong > 0 ? EXIT_DISPROVEN : EXIT_PROVEN;
	session_close(&s->session);
	free(s);
	return code;
}
