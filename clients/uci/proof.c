/* SPDX-License-Identifier: MIT
 * proof.c - see proof.h.
 *
 * Design     One request for each question: does the side to move mate, or is it mated, which is
 *            asked with the defender moving first? A mate that stands on the board is seen
 *            without the daemon.
 */
#include "clients/uci/proof.h"

#include <stdio.h>
#include <string.h>

#include "clients/uci/position.h"

enum {
	PROGRESS_MS = 500,
	TAIL = 2, /* plies of a depth that nobody plays: the last reply and the king's capture */
	DEPTH_LIMIT = 507,
};

/* line_take copies the moves of a report as far as they can be played one after the other: a line
 * of the search may have passes. */
static void line_take(const position_t *position, const tesuji_report_t *report, uci_mate_t *out)
{
	char fen[UCI_FEN_BYTES];
	position_t *copy;

	uci_position_fen(position, fen);
	copy = uci_position_of(fen, NULL);
	for (unsigned i = 0; copy != NULL && i < report->coords_length; i++) {
		const move_t move = uci_position_read(copy, report->coords[i]);

		if (move == MOVE_NONE || out->length == UCI_LINE_MOVES)
			break;
		snprintf(out->line[out->length++], MOVE_TEXT_MAX, "%s", report->coords[i]);
		copy->game->play(copy, move);
	}
	position_free(copy);
}

/* ask asks whether the attacker mates, with `first` to move. */
static bool ask(asking_t *search, const uci_bounds_t *bounds, const position_t *position,
                const char *first, uci_mate_t *out)
{
	static tesuji_report_t report; /* large */
	const int64_t nodes = bounds->nodes - (int64_t)search->nodes;
	const int64_t depth = 2 * (int64_t)bounds->moves - 1 + TAIL;
	tesuji_request_t request;
	char fen[UCI_FEN_BYTES];
	unsigned moves = 0;

	*out = (uci_mate_t){.open = true};
	if (asking_over(search) || (bounds->nodes > 0 && nodes <= 0))
		return true;
	uci_position_fen(position, fen);
	tesuji_request_init(&request);
	request.fen = fen;
	request.first = first;
	request.workers = bounds->workers;
	request.nodes = bounds->nodes > 0 ? nodes : 0;
	request.time_ms = 0;
	request.depth = bounds->moves == 0    ? TESUJI_DEFAULT
	                : depth < DEPTH_LIMIT ? depth
	                                      : DEPTH_LIMIT;
	request.progress_ms = PROGRESS_MS;
	if (asking_run(search, &request, &report) != TESUJI_OK || report.state == TESUJI_FAILED)
		return false;
	if (report.table_entries > 0)
		out->table_used = (double)report.table_used / (double)report.table_entries;
	out->open = report.state != TESUJI_DONE;
	out->depth = report.depth > TAIL ? report.depth - TAIL : report.depth;
	if (report.value != TESUJI_PROVEN || sscanf(report.claim, "mate in %u", &moves) != 1)
		return true;
	line_take(position, &report, out);
	out->moves = moves;
	out->proven = out->length > 0;
	return true;
}

bool uci_proof_mate(asking_t *search, const uci_bounds_t *bounds, const position_t *position,
                    uci_mate_t *out)
{
	return ask(search, bounds, position, "attacker", out);
}

bool uci_proof_mated(asking_t *search, const uci_bounds_t *bounds, const position_t *position,
                     uci_mate_t *out)
{
	move_t replies[MOVES_MAX];

	if (position->game->legal_moves(position, replies) > 0)
		return ask(search, bounds, position, "defender", out);
	*out = (uci_mate_t){.proven = uci_position_in_check(position)};
	return true;
}

/* lead_by puts a move before the line. */
static void lead_by(const position_t *position, move_t move, uci_mate_t *mate)
{
	if (mate->length == UCI_LINE_MOVES)
		mate->length--;
	memmove(mate->line[1], mate->line[0], sizeof(mate->line[0]) * mate->length);
	uci_position_move(position, move, mate->line[0]);
	mate->length++;
}

bool uci_proof_move(asking_t *search, const uci_bounds_t *bounds, position_t *position, move_t move,
                    uci_mate_t *out)
{
	uci_bounds_t rest = *bounds;
	position_t *after;
	bool good;

	*out = (uci_mate_t){.proven = uci_position_mates(position, move)};
	if (!out->proven) {
		if (bounds->moves == 1)
			return true;
		rest.moves = bounds->moves > 0 ? bounds->moves - 1 : 0;
		after = uci_position_after(position, move);
		good = after != NULL && uci_proof_mated(search, &rest, after, out);
		position_free(after);
		if (!good || !out->proven)
			return good;
	}
	out->moves++;
	out->depth++;
	lead_by(position, move, out);
	return true;
}
