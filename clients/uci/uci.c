/* SPDX-License-Identifier: MIT
 * uci.c - see uci.h.
 *
 * Design     Lines are read by one loop, and during a search by asking_run, which knows only those
 *            commands that may come then. The daemon is connected when it is first needed, since
 *            the options come before. Without it the engine plays on, without proofs.
 */
#include "clients/uci/uci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/front/asking.h"
#include "clients/uci/choice.h"
#include "clients/uci/go.h"
#include "clients/uci/position.h"
#include "clients/uci/proof.h"

enum {
	LINE_BYTES = 65536, /* a long game in one line */
	WORDS_MOST = 8192,
	CHOICE_MS = 300,     /* for a move where nothing is proven, */
	CHOICE_PART = 3,     /* and at most that part of the time */
	BRIEF_NODES = 20000, /* for the question whether the side to move is mated */
	SHARE_LEAST = 5000,  /* nodes for a move at first, */
	SHARE_TIMES = 8,     /* and so many times more in the next round */
	PER_MILLE = 1000,
};

typedef struct {
	uci_settings_t settings;
	uci_settings_t opened; /* those of the daemon that is connected */
	lines_t lines;
	asking_t asking;
	position_t *position;
	int64_t began; /* the search */
	bool quits;
} uci_t;

/* How many mates were found, the shortest first. */
typedef struct {
	unsigned count;
	uci_mate_t mate[UCI_MULTIPV_MOST];
} found_t;

static bool connect_daemon(uci_t *u)
{
	service_place_t place = {.workers = (unsigned)u->settings.threads,
	                         .tls = u->settings.tls,
	                         .table_bytes = (size_t)u->settings.hash_mib << 20};
	tesuji_error_t why;

	if (u->asking.daemon != NULL && u->opened.threads == u->settings.threads &&
	    u->opened.hash_mib == u->settings.hash_mib &&
	    strcmp(u->opened.server, u->settings.server) == 0 &&
	    strcmp(u->opened.token_file, u->settings.token_file) == 0)
		return true;
	service_close(u->asking.daemon);
	u->asking.daemon = NULL;
	strcpy(place.server, u->settings.server);
	strcpy(place.token_file, u->settings.token_file);
	if (service_open(&place, &u->asking.daemon, &why) != 0) {
		u->asking.daemon = NULL;
		service_say("info string no proofs: %s", why.text);
		return false;
	}
	u->opened = u->settings;
	return true;
}

static const option_t *options_of(uci_t *u)
{
	static option_t table[6];

	table[0] = (option_t){.name = "Threads",
	                      .least = 1,
	                      .most = SERVICE_THREADS_MOST,
	                      .number = &u->settings.threads};
	table[1] = (option_t){.name = "Hash",
	                      .least = 1,
	                      .most = SERVICE_HASH_MOST,
	                      .number = &u->settings.hash_mib};
	table[2] = (option_t){.name = "MultiPV",
	                      .least = 1,
	                      .most = UCI_MULTIPV_MOST,
	                      .number = &u->settings.multipv};
	table[3] = (option_t){.name = "Server", .text = u->settings.server};
	table[4] = (option_t){.name = "TokenFile", .text = u->settings.token_file};
	table[5] = (option_t){.name = NULL};
	return table;
}

static void greet(uci_t *u)
{
	service_say("id name tesuji-uci %s", tesuji_version());
	service_say("id author the authors of tesuji");
	for (const option_t *o = options_of(u); o->name != NULL; o++) {
		if (o->text != NULL)
			service_say("option name %s type string default %s", o->name,
			            o->text[0] != '\0' ? o->text : "<empty>");
		else
			service_say("option name %s type spin default %lld min %lld max %lld",
			            o->name, (long long)*o->number, (long long)o->least,
			            (long long)o->most);
	}
	service_say("uciok");
}

/* setoption reads "name NAME... value VALUE..."; a string may have no value. */
static void setoption(uci_t *u, unsigned count, char **words)
{
	char why[OPTIONS_ERROR_BYTES], value[OPTIONS_TEXT_BYTES] = "";
	const option_t *option;
	strbuf_t text;

	if (count < 3 || strcmp(words[1], "name") != 0) {
		service_say("info string setoption: 'name NAME value VALUE' expected");
		return;
	}
	if ((option = options_find(options_of(u), words[2])) == NULL) {
		service_say("info string setoption: there is no option '%.40s'", words[2]);
		return;
	}
	strbuf_init(&text, value, sizeof(value));
	for (unsigned i = 4; i < count && strcmp(words[3], "value") == 0; i++)
		strbuf_printf(&text, i == 4 ? "%s" : " %s", words[i]);
	if (text.overflow)
		service_say("info string setoption: %s: longer than %d bytes", option->name,
		            OPTIONS_TEXT_BYTES - 1);
	else if (!options_set(option, strcmp(value, "<empty>") == 0 ? "" : value, why))
		service_say("info string setoption: %s", why);
}

/* during obeys what may come while a search runs. */
static void during(void *context, const lines_t *lines)
{
	uci_t *u = context;
	char *words[2] = {NULL, NULL};
	char first[32];

	snprintf(first, sizeof(first), "%.31s", lines->text);
	if (lines_split(first, words, 1) == 0)
		return;
	u->quits |= strcmp(words[0], "quit") == 0;
	u->asking.stops |= u->quits || strcmp(words[0], "stop") == 0;
	if (strcmp(words[0], "isready") == 0) {
		service_say("readyok");
	} else if (strcmp(words[0], "ponderhit") == 0) {
		service_say("info string pondering is not supported; the search ends");
		u->asking.stops = true;
	} else if (!u->asking.stops) {
		service_say("info string '%s' is not taken while a search runs", words[0]);
	}
}

static void say_effort(uci_t *u, uint64_t nodes)
{
	const int64_t ms = asking_now() - u->began;

	printf(" nodes %llu nps %llu time %lld", (unsigned long long)nodes,
	       (unsigned long long)(nodes * 1000 / (uint64_t)(ms > 0 ? ms : 1)), (long long)ms);
}

static void progress(void *context, const tesuji_report_t *report)
{
	uci_t *u = context;

	printf("info depth %u", report->line_length > 0 ? report->line_length : 1);
	say_effort(u, u->asking.nodes + report->nodes);
	service_say("%s", "");
}

static void say_mate(uci_t *u, const uci_mate_t *mate, unsigned place, bool is_mated)
{
	printf("info depth %u multipv %u score mate %s%u", mate->depth, place, is_mated ? "-" : "",
	       mate->moves);
	say_effort(u, u->asking.nodes);
	printf(" hashfull %u pv", (unsigned)(mate->table_used * PER_MILLE));
	for (unsigned i = 0; i < mate->length; i++)
		printf(" %s", mate->line[i]);
	service_say("%s", "");
}

/* found_add puts a mate in its place. */
static void found_add(found_t *found, unsigned most, const uci_mate_t *mate)
{
	unsigned at = found->count < most ? found->count++ : most;

	while (at > 0 && found->mate[at - 1].moves > mate->moves) {
		if (at < most)
			found->mate[at] = found->mate[at - 1];
		at--;
	}
	if (at < most)
		found->mate[at] = *mate;
}

#define SHARE_MOST (INT64_C(1) << 50)

static bool may_ask(const uci_t *u, const uci_bounds_t *bounds)
{
	return !asking_over(&u->asking) &&
	       (bounds->nodes == 0 || (int64_t)u->asking.nodes < bounds->nodes);
}

/* ask_each asks about moves one after the other, again and again with more nodes as long as that
 * may prove something; but not about the first of a mate that is known. */
static bool ask_each(uci_t *u, const uci_bounds_t *bounds, const move_t *moves, unsigned count,
                     found_t *found)
{
	const move_t known = found->count > 0
	                             ? uci_position_read(u->position, found->mate[0].line[0])
	                             : MOVE_NONE;
	bool open[MOVES_MAX], again = true;

	for (unsigned i = 0; i < count; i++)
		open[i] = moves[i] != known;
	for (int64_t share = SHARE_LEAST; again && share < SHARE_MOST; share *= SHARE_TIMES) {
		again = false;
		for (unsigned i = 0; i < count && may_ask(u, bounds); i++) {
			uci_bounds_t bounded = *bounds;
			uci_mate_t mate;

			if (!open[i])
				continue;
			bounded.nodes = (int64_t)u->asking.nodes + share;
			if (bounds->nodes > 0 && bounded.nodes > bounds->nodes)
				bounded.nodes = bounds->nodes;
			if (!uci_proof_move(&u->asking, &bounded, u->position, moves[i], &mate))
				return false;
			open[i] = mate.open && !mate.proven;
			again |= open[i];
			if (mate.proven)
				found_add(found, (unsigned)u->settings.multipv, &mate);
		}
		again &= may_ask(u, bounds);
	}
	return true;
}

/* is_mated asks briefly whether the side to move is mated, within the bounds. */
static bool is_mated(uci_t *u, const uci_bounds_t *bounds, uci_mate_t *out)
{
	const int64_t until = u->asking.until;
	uci_bounds_t brief = *bounds;
	bool good;

	if (brief.nodes == 0 || brief.nodes / CHOICE_PART > BRIEF_NODES)
		brief.nodes = BRIEF_NODES;
	else
		brief.nodes = brief.nodes / CHOICE_PART;
	if (until > 0)
		u->asking.until = until - (until - asking_now()) * 2 / CHOICE_PART;
	good = uci_proof_mated(&u->asking, &brief, u->position, out);
	u->asking.until = until;
	return good;
}

/* prove asks what was asked for. Returns false when the daemon fails. */
static bool prove(uci_t *u, const uci_go_t *go, const move_t *moves, unsigned count, found_t *found,
                  uci_mate_t *mated)
{
	const int64_t by_depth = go->depth > 0 ? (go->depth + 1) / 2 : 0;
	const uci_bounds_t bounds = {.moves = (unsigned)(go->mate > 0 ? go->mate : by_depth),
	                             .nodes = go->nodes,
	                             .workers = (unsigned)u->settings.threads};
	uci_mate_t mate = {.proven = false};

	mated->proven = false;
	if (go->move_count > 0)
		return ask_each(u, &bounds, moves, count, found);
	if (!is_mated(u, &bounds, mated))
		return false;
	if (mated->proven)
		return true;
	if (!uci_proof_mate(&u->asking, &bounds, u->position, &mate))
		return false;
	if (!mate.proven)
		return true;
	found_add(found, (unsigned)u->settings.multipv, &mate);
	return u->settings.multipv == 1 || ask_each(u, &bounds, moves, count, found);
}

/* choose returns a move where nothing is proven. */
static move_t choose(uci_t *u, int64_t end, const move_t *moves, unsigned count)
{
	asking_t clock = u->asking;

	clock.stops = false;
	clock.until = asking_now() + CHOICE_MS;
	if (end > 0 && end < clock.until)
		clock.until = end;
	return uci_choice(&clock, u->position, moves, count);
}

/* wait_for_stop reads lines until the search shall end. */
static void wait_for_stop(uci_t *u)
{
	while (!u->asking.stops) {
		if (lines_take(&u->lines, true) != LINES_LINE)
			u->asking.stops = u->quits = true;
		else
			during(u, &u->lines);
	}
}

static void answer(uci_t *u, int64_t end, const move_t *moves, unsigned count, const found_t *found,
                   const uci_mate_t *mated)
{
	char text[MOVE_TEXT_MAX];

	for (unsigned i = found->count; i > 0; i--)
		say_mate(u, &found->mate[i - 1], i, false);
	if (mated->proven)
		say_mate(u, mated, 1, true);
	if (found->count > 0 || mated->proven) {
		snprintf(text, sizeof(text), "%s",
		         found->count > 0 ? found->mate[0].line[0] : mated->line[0]);
	} else {
		service_say("info string not proven");
		uci_position_move(u->position, choose(u, end, moves, count), text);
	}
	service_say("bestmove %s", text);
}

/* begin sets the clock of a search; it returns when the answer has to be there, 0: whenever. */
static int64_t begin(uci_t *u, const uci_go_t *go)
{
	const bool black = u->position->game->attacker(u->position) == COLOUR_BLACK;
	const int64_t ms = uci_go_time(go, black);
	const int64_t rest = ms / CHOICE_PART < CHOICE_MS ? ms / CHOICE_PART : CHOICE_MS;

	u->began = asking_now();
	u->asking.stops = false;
	u->asking.nodes = 0;
	u->asking.until = ms > 0 ? u->began + ms - rest : 0;
	return ms > 0 ? u->began + ms : 0;
}

static void search(uci_t *u, unsigned word_count, char **words)
{
	static found_t found;
	static uci_go_t go;
	static uci_mate_t mated;
	char why[UCI_WHY_BYTES];
	move_t legal[MOVES_MAX];
	const unsigned all = u->position->game->legal_moves(u->position, legal);
	const move_t *moves;
	unsigned count;
	int64_t end;

	if (!uci_go_read(u->position, word_count - 1, words + 1, &go, why)) {
		service_say("info string %s", why);
		return;
	}
	end = begin(u, &go);
	found.count = 0;
	if (all == 0) {
		service_say("info depth 0 score %s 0",
		            uci_position_in_check(u->position) ? "mate" : "cp");
		if (go.endless)
			wait_for_stop(u);
		service_say("bestmove (none)");
		return;
	}
	mated.proven = false;
	moves = go.move_count > 0 ? go.moves : legal;
	count = go.move_count > 0 ? go.move_count : all;
	if (connect_daemon(u) && !prove(u, &go, moves, count, &found, &mated)) {
		service_say("info string no proofs: %s", tesuji_last_error(u->asking.daemon)->text);
		service_close(u->asking.daemon);
		u->asking.daemon = NULL;
	}
	if (go.endless)
		wait_for_stop(u);
	answer(u, end, moves, count, &found, &mated);
}

static void obey(uci_t *u, unsigned count, char **words)
{
	static const char *const silent[] = {"stop", "debug", "register"};
	char why[UCI_WHY_BYTES];

	for (unsigned i = 0; i < sizeof(silent) / sizeof(silent[0]); i++) {
		if (strcmp(words[0], silent[i]) == 0)
			return;
	}
	if (strcmp(words[0], "uci") == 0) {
		greet(u);
	} else if (strcmp(words[0], "isready") == 0) {
		(void)connect_daemon(u);
		service_say("readyok");
	} else if (strcmp(words[0], "ucinewgame") == 0) {
		char *start = (char[]){"startpos"};

		(void)uci_position_set(&u->position, 1, &start, why);
	} else if (strcmp(words[0], "position") == 0) {
		if (!uci_position_set(&u->position, count - 1, words + 1, why))
			service_say("info string %s", why);
	} else if (strcmp(words[0], "setoption") == 0) {
		setoption(u, count, words);
	} else if (strcmp(words[0], "go") == 0) {
		search(u, count, words);
	} else if (strcmp(words[0], "quit") == 0) {
		u->quits = true;
	} else {
		service_say(strcmp(words[0], "ponderhit") == 0
		                    ? "info string %s: pondering is not supported"
		                    : "info string unknown command '%.40s'",
		            words[0]);
	}
}

int uci_serve(const uci_settings_t *settings)
{
	static uci_t u;
	static char text[LINE_BYTES], *words[WORDS_MOST];
	char why[UCI_WHY_BYTES], *start = (char[]){"startpos"};

	u = (uci_t){.settings = *settings};
	u.asking = (asking_t){
	        .lines = &u.lines, .context = &u, .on_line = during, .on_progress = progress};
	lines_init(&u.lines, STDIN_FILENO, '\0', text, sizeof(text));
	if (!lines_end_on_sigterm(&u.lines) || !uci_position_set(&u.position, 1, &start, why))
		return SERVICE_INTERNAL;
	while (!u.quits && !ferror(stdout) && lines_take(&u.lines, true) == LINES_LINE) {
		const unsigned count = lines_split(text, words, WORDS_MOST);

		if (u.lines.is_long || count > WORDS_MOST)
			service_say("info string line too long");
		else if (count > 0)
			obey(&u, count, words);
	}
	position_free(u.position);
	service_close(u.asking.daemon);
	return lines_leave(&u.lines) && !ferror(stdout) ? EXIT_SUCCESS : SERVICE_INPUT_OUTPUT;
}
