/* SPDX-License-Identifier: MIT
 * go.c - see go.h.
 */
#include "clients/uci/go.h"

#include <stdio.h>
#include <string.h>

#include "clients/front/options.h"
#include "clients/uci/position.h"

enum {
	MARGIN_MS = 20, /* of a time for one move */
	TIME_MOST = 1000000000,
	MATE_MOST = 250,
};

/* searchmoves reads legal moves and returns how many words they are. */
static unsigned searchmoves(const position_t *position, unsigned count, char **words, uci_go_t *go)
{
	unsigned taken = 0;

	for (; taken < count && go->move_count < MOVES_MAX; taken++) {
		const move_t move = uci_position_read(position, words[taken]);
		bool known = false;

		if (move == MOVE_NONE)
			break;
		for (unsigned i = 0; i < go->move_count; i++)
			known |= go->moves[i] == move;
		if (!known)
			go->moves[go->move_count++] = move;
	}
	return taken;
}

bool uci_go_read(const position_t *position, unsigned count, char **words, uci_go_t *go, char *why)
{
	const option_t numbers[] = {
	        {.name = "mate", .least = 1, .most = MATE_MOST, .number = &go->mate},
	        {.name = "depth", .least = 1, .most = 2 * MATE_MOST, .number = &go->depth},
	        {.name = "nodes", .least = 1, .most = INT64_C(1) << 50, .number = &go->nodes},
	        {.name = "movetime", .least = 1, .most = TIME_MOST, .number = &go->movetime},
	        {.name = "wtime", .least = -TIME_MOST, .most = TIME_MOST, .number = &go->left[0]},
	        {.name = "btime", .least = -TIME_MOST, .most = TIME_MOST, .number = &go->left[1]},
	        {.name = "winc", .most = TIME_MOST, .number = &go->increment[0]},
	        {.name = "binc", .most = TIME_MOST, .number = &go->increment[1]},
	        {.name = "movestogo", .most = TIME_MOST, .number = &go->moves_to_go},
	        {.name = NULL},
	};

	*go = (uci_go_t){.left = {INT64_MIN, INT64_MIN}};
	for (unsigned i = 0; i < count; i++) {
		const option_t *number = options_find(numbers, words[i]);
		char wrong[OPTIONS_ERROR_BYTES];

		if (strcmp(words[i], "infinite") == 0 || strcmp(words[i], "ponder") == 0) {
			go->endless = true;
		} else if (strcmp(words[i], "searchmoves") == 0) {
			const unsigned taken =
			        searchmoves(position, count - i - 1, words + i + 1, go);

			if (taken == 0) {
				snprintf(why, UCI_WHY_BYTES, "go searchmoves: '%.16s' is not legal",
				         i + 1 < count ? words[i + 1] : "");
				return false;
			}
			i += taken;
		} else if (number == NULL || i + 1 == count) {
			snprintf(why, UCI_WHY_BYTES, "go: %s '%.40s'",
			         number == NULL ? "unknown word" : "no number behind", words[i]);
			return false;
		} else if (!options_set(number, words[++i], wrong)) {
			snprintf(why, UCI_WHY_BYTES, "go %s", wrong);
			return false;
		}
	}
	return true;
}

int64_t uci_go_time(const uci_go_t *go, bool black)
{
	const asking_clock_t clock = {go->left[black], go->increment[black], go->moves_to_go};

	if (go->endless)
		return 0;
	if (go->movetime > 0)
		return go->movetime > 2 * MARGIN_MS ? go->movetime - MARGIN_MS
		                                    : go->movetime / 2 + 1;
	return go->left[black] == INT64_MIN ? 0 : asking_budget(&clock);
}
