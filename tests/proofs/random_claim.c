/* SPDX-License-Identifier: MIT
 * random_claim.c - see random_claim.h. */
#include "tests/proofs/random_claim.h"

#include <stdio.h>
#include <string.h>

#include "engine/game/go/goal.h"
#include "tests/proofs/ko_claim.h"

enum { DRAWN_SIDE = 9, TENTHS = 10, FILES = 8 };

/* rows draws a board; `stones` of ten points hold one. */
static void rows(rng_t *rng, unsigned width, unsigned height, unsigned stones, char *out)
{
	for (unsigned y = 0; y < height; y++) {
		for (unsigned x = 0; x < width; x++)
			*out++ = rng_below(rng, TENTHS) >= stones ? '.' : "XO"[rng_below(rng, 2)];
		*out++ = '/';
	}
	out[-1] = '\0';
}

static void point(unsigned x, unsigned y, unsigned height, char *out)
{
	(void)snprintf(out, 8, "%c%u", "ABCDEFGHJ"[x], height - y);
}

/* stone names a random stone of that colour; "A1" if none is found. */
static void stone(rng_t *rng, const certificate_header_t *h, unsigned width, unsigned height,
                  char colour, char *out)
{
	unsigned x = 0, y = 0;

	for (unsigned i = 0; i < 2 * width * height; i++) {
		x = rng_below(rng, width);
		y = rng_below(rng, height);
		if (h->rows[y * (width + 1) + x] == colour)
			break;
	}
	point(x, y, height, out);
}

static void option(certificate_header_t *h, const char *name, const char *value)
{
	strcpy(h->option[h->options].name, name);
	strcpy(h->option[h->options++].value, value);
}

/* region draws the option of that name: a rectangle, or a point and one. */
static void region(rng_t *rng, certificate_header_t *h, unsigned width, unsigned height)
{
	char text[32] = "", corner[8];

	for (unsigned i = rng_below(rng, 3) == 0 ? 1 : 2; i < 4; i++) {
		point(rng_below(rng, width), rng_below(rng, height), height, corner);
		strcat(strcat(text, i == 2 && text[0] != '\0' ? "," : i == 3 ? "-" : ""), corner);
	}
	option(h, "region", text);
}

static unsigned go(rng_t *rng, certificate_header_t *h)
{
	const unsigned width = 3 + rng_below(rng, 4), height = 3 + rng_below(rng, 3);
	const go_goal_t *goal = go_goal_at(rng_below(rng, go_goal_count()));
	bool many;
	const char own = h->black ? 'X' : 'O', their = h->black ? 'O' : 'X';
	char second[8];

	while (goal->is_own && goal->stones == STONES_MANY) /* life draws those */
		goal = go_goal_at(rng_below(rng, go_goal_count()));
	many = goal->stones == STONES_MANY;
	rows(rng, width, height, 3 + rng_below(rng, 4), h->rows);
	strcpy(h->goal, goal->name);
	stone(rng, h, width, height, goal->is_own ? own : their, h->target);
	for (unsigned i = many ? 1 + rng_below(rng, 2) : goal->stones - 1; i > 0; i--) {
		stone(rng, h, width, height, goal->is_own || goal->versus ? own : their, second);
		strcat(strcat(h->target, " "), second);
	}
	if (many && rng_below(rng, 4) == 0)
		region(rng, h, width, height);
	if (rng_below(rng, 3) == 0)
		h->threats[0] = rng_below(rng, 4);
	if (rng_below(rng, 3) == 0)
		h->threats[1] = rng_below(rng, 4);
	h->defender_first = rng_below(rng, 4) == 0;
	if (rng_below(rng, 8) == 0)
		stone(rng, h, width, height, '.', h->ko);
	return 2 + rng_below(rng, 2);
}

/* ko_fight draws a board around a ko that may be taken, or may not yet. */
static unsigned ko_fight(rng_t *rng, certificate_header_t *h)
{
	static const char corner[] = {'.', 'X', 'O', '.', 'X', '.', 'X', 'O', '.', 'X', 'O', '.'};
	const bool several = rng_below(rng, 2), any = rng_below(rng, 2);
	char second[8];

	h->black = true;
	strcpy(h->goal, several ? any ? "capture-any" : "capture-all" : "capture");
	rows(rng, 4, 4, 5, h->rows);
	for (unsigned i = 0; i < sizeof(corner); i++)
		if (rng_below(rng, TENTHS) > 0)
			h->rows[i / 4 * 5 + i % 4] = corner[i];
	stone(rng, h, 4, 4, 'O', h->target);
	if (several) {
		stone(rng, h, 4, 4, 'O', second);
		strcat(strcat(h->target, " "), second);
	}
	h->threats[0] = rng_below(rng, 4);
	h->threats[1] = rng_below(rng, 4);
	h->defender_first = rng_below(rng, 3) == 0;
	if (rng_below(rng, 3) == 0)
		stone(rng, h, 4, 4, '.', h->ko);
	return 3;
}

/* life draws a board with many stones of the attacker's, of which some shall live. */
static unsigned life(rng_t *rng, certificate_header_t *h)
{
	const unsigned width = 3 + rng_below(rng, 4), height = 2 + rng_below(rng, 3);
	const char own = h->black ? 'X' : 'O';
	const bool any = rng_below(rng, 2);
	char more[8];

	rows(rng, width, height, 4 + rng_below(rng, 4), h->rows);
	for (char *at = h->rows; *at != '\0'; at++)
		if (*at != '/' && *at != '.' && rng_below(rng, 2))
			*at = own;
	strcpy(h->goal, any ? "live-any" : "live");
	for (unsigned i = any ? rng_below(rng, 3) : 1; i < 3; i++) {
		stone(rng, h, width, height, own, more);
		strcat(strcat(h->target, h->target[0] != '\0' ? " " : ""), more);
	}
	if (rng_below(rng, 3) == 0)
		region(rng, h, width, height);
	h->threats[0] = rng_below(rng, 4) == 0;
	h->threats[1] = rng_below(rng, 4) == 0 ? CERTIFICATE_UNLIMITED : 0;
	h->defender_first = rng_below(rng, 2);
	if (rng_below(rng, 8) == 0)
		stone(rng, h, width, height, '.', h->ko);
	return 3 + rng_below(rng, 2);
}

static unsigned gomoku(rng_t *rng, certificate_header_t *h)
{
	const unsigned four = rng_below(rng, 2);

	rows(rng, 3 + four + rng_below(rng, 3), 3 + rng_below(rng, 3), 2 + rng_below(rng, 4),
	     h->rows);
	option(h, "k", four ? "4" : "3");
	if (rng_below(rng, 2))
		option(h, "rule", rng_below(rng, 2) ? "standard" : "caro");
	return 2 + rng_below(rng, 2);
}

static unsigned renju(rng_t *rng, certificate_header_t *h)
{
	rows(rng, 5 + rng_below(rng, 3), 5 + rng_below(rng, 2), 6 + rng_below(rng, 2), h->rows);
	option(h, "rule", "renju");
	return 2 + rng_below(rng, 2);
}

static unsigned hex(rng_t *rng, certificate_header_t *h)
{
	rows(rng, 2 + rng_below(rng, 4), 2 + rng_below(rng, 4), 2 + rng_below(rng, 4), h->rows);
	return 3;
}

static unsigned atarigo(rng_t *rng, certificate_header_t *h)
{
	rows(rng, 2 + rng_below(rng, 4), 2 + rng_below(rng, 3), 3 + rng_below(rng, 4), h->rows);
	if (rng_below(rng, 2))
		option(h, "pass", "no");
	if (rng_below(rng, 2))
		option(h, "stuck", "loses");
	return 3;
}

static void put_men(rng_t *rng, const char *men, char board[64])
{
	for (; *men != '\0'; men++) {
		unsigned at = rng_below(rng, 64);

		while (board[at] != '.' || ((*men == 'P' || *men == 'p') && at / FILES % 7 == 0))
			at = rng_below(rng, 64);
		board[at] = *men;
	}
}

/* chess draws few men; both sides may castle where king and rook stand right, and the pawns have
 * their last row near. */
static unsigned chess(rng_t *rng, certificate_header_t *h)
{
	static const char *const men[] = {"KQRkp",   "KRRkpn",  "KQPkrp",  "KPPPkpp",
	                                  "KQBNkpp", "KRRPPkb", "KQQkrpp", "KRNPkppp"};
	char board[64], castling[8] = "", *out = h->fen;

	memset(board, '.', sizeof(board));
	if (rng_below(rng, 4) == 0) {
		board[60] = 'K';
		board[63] = 'R';
		strcpy(castling, "K");
		put_men(rng, &men[rng_below(rng, 8)][1], board);
	} else {
		put_men(rng, men[rng_below(rng, 8)], board);
	}
	for (unsigned i = 0; i < 64; i++) {
		*out++ = board[i] == '.' ? '1' : board[i];
		if (i % FILES == 7)
			*out++ = i < 63 ? '/' : ' ';
	}
	(void)snprintf(out, 32, "%c %s - 0 1", h->defender_first ? 'b' : 'w',
	               castling[0] != '\0' ? castling : "-");
	h->black = false;
	strcpy(h->goal, "mate");
	return 2;
}

unsigned random_claim(rng_t *rng, unsigned kind, certificate_header_t *h)
{
	static const char *const games[CLAIM_KINDS] = {"go",     "go",  "go",      "go",
	                                               "go",     "go",  "gomoku",  "gomoku",
	                                               "gomoku", "hex", "atarigo", "chess"};

	memset(h, 0, sizeof(*h));
	strcpy(h->kind, "proof");
	strcpy(h->game, games[kind]);
	strcpy(h->goal, "win");
	h->black = rng_below(rng, 2);
	h->defender_first = rng_below(rng, 4) == 0; /* of boards without kos and eyes */
	switch (kind) {
	case 0:
	case 1:
	case 2:
		return go(rng, h);
	case 3:
		if (rng_below(rng, 2))
			return ko_fight(rng, h);
		ko_claim(rng, rng_below(rng, KO_GOALS), h);
		return 3;
	case 4:
	case 5:
		return life(rng, h);
	case 6:
	case 7:
		return gomoku(rng, h);
	case 8:
		return renju(rng, h);
	case 9:
		return hex(rng, h);
	case 10:
		return atarigo(rng, h);
	default:
		return chess(rng, h);
	}
}
