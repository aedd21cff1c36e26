/* SPDX-License-Identifier: MIT
 * moves.c - collects the verdicts on first moves, or passes them on as they come. */
#include "clients/cli/moves.h"

#include <stdlib.h>

#include "clients/cli/complain.h"
#include "clients/cli/moves_show.h"
#include "clients/cli/statuses.h"

/* What is done with the events. */
typedef struct {
	const args_t *args;
	moves_answer_t answer;
	bool no_memory;
} following_t;

static void take(void *context, const tesuji_event_t *event)
{
	following_t *f = context;
	moves_answer_t *a = &f->answer;

	if (event->kind == TESUJI_EVENT_MOVES) {
		a->works = event->works;
		a->fails = event->fails;
		a->open = event->open;
		a->nodes = event->nodes;
	}
	if (event->kind != TESUJI_EVENT_MOVE || a->count == a->begun->moves)
		return;
	if (f->args->stream)
		moves_show_one(stdout, event, f->args->json);
	moves_show_keep(&a->move[a->count++], event);
}

exit_t moves_follow(const session_t *session, const args_t *args, const tesuji_moves_t *begun)
{
	following_t f = {.args = args, .answer = {.begun = begun}};
	exit_t code;

	f.answer.move = calloc(begun->moves + 1, sizeof(*f.answer.move));
	if (f.answer.move == NULL) {
		complain("no memory");
		return EXIT_NO_MEMORY;
	}
	code = statuses_follow(session, begun->status, (int64_t)begun->time_ms, NULL, take, &f);
	if (code == EXIT_PROVEN) {
		if (!args->stream)
			moves_show(stdout, &f.answer, args->json ? session->where : NULL,
			           args->json);
		else
			moves_show_end(stdout, &f.answer, args->json);
		code = statuses_exit(moves_show_exit(&f.answer));
	}
	for (unsigned i = 0; i < f.answer.count; i++)
		moves_show_drop(&f.answer.move[i]);
	free(f.answer.move);
	return code;
}
