/* SPDX-License-Identifier: MIT
 * problems.c - see problems.h. What random_claim draws is taken when it is of the kind: few draws
 * of one in ten are needed, and a draw costs nothing beside a search. */
#include "tests/matrix/problems.h"

#include <stdio.h>
#include <string.h>

#include "tests/proofs/random_claim.h"

static const kind_t kinds[KINDS] = {
        {"go capture", 0, 3, "capture", "", true},
        {"go connect", 0, 2, "connect", "", true},
        {"go semeai", 0, 2, "semeai", "", true},
        {"go capture-any", 0, 3, "capture-any", "", true},
        {"go capture-any region", 0, 2, "capture-any", "region", true},
        {"go capture-all", 0, 3, "capture-all", "", true},
        {"go capture-all region", 0, 2, "capture-all", "region", true},
        {"go live", 4, 5, "live", "", true},
        {"go live region", 4, 5, "live", "region", true},
        {"go live-any", 4, 5, "live-any", "", true},
        {"go live-any region", 4, 5, "live-any", "region", true},
        {"gomoku k=3", 6, 7, NULL, "k=3", false},
        {"gomoku k=4", 6, 7, NULL, "k=4", false},
        {"gomoku k=3 standard", 6, 7, NULL, "k=3 rule=standard", false},
        {"gomoku k=4 standard", 6, 7, NULL, "k=4 rule=standard", false},
        {"gomoku k=3 caro", 6, 7, NULL, "k=3 rule=caro", false},
        {"gomoku k=4 caro", 6, 7, NULL, "k=4 rule=caro", false},
        {"gomoku renju", 8, 8, NULL, "rule=renju", false},
        {"hex", 9, 9, NULL, "", false},
        {"atarigo", 10, 10, NULL, "", false},
        {"atarigo pass=no", 10, 10, NULL, "pass=no", false},
        {"atarigo stuck=loses", 10, 10, NULL, "stuck=loses", false},
        {"atarigo both", 10, 10, NULL, "pass=no stuck=loses", false},
        {"chess", 11, 11, NULL, "", false},
};

const kind_t *kind_at(unsigned kind)
{
	return &kinds[kind];
}

/* texts writes the options as a problem has them, and as the kind names them. */
static void texts(const certificate_header_t *h, char *options, char *named)
{
	strbuf_t whole, names;

	strbuf_init(&whole, options, CERTIFICATE_TEXT_MAX);
	strbuf_init(&names, named, CERTIFICATE_TEXT_MAX);
	for (unsigned i = 0; i < h->options; i++) {
		const bool is_region = strcmp(h->option[i].name, "region") == 0;

		strbuf_printf(&whole, "%s%s=%s", i > 0 ? " " : "", h->option[i].name,
		              h->option[i].value);
		strbuf_printf(&names, "%s%s%s%s", i > 0 ? " " : "", h->option[i].name,
		              is_region ? "" : "=", is_region ? "" : h->option[i].value);
	}
}

problem_t problem_of(const asked_problem_t *asked, bool bare)
{
	const certificate_header_t *h = &asked->header;

	return (problem_t){.game = h->game,
	                   .rows = h->fen[0] != '\0' ? h->fen : h->rows,
	                   .goal = h->goal,
	                   .target = h->target[0] != '\0' ? h->target : NULL,
	                   .options = asked->options,
	                   .attacker = h->black ? COLOUR_BLACK : COLOUR_WHITE,
	                   .first = h->defender_first ? SIDE_DEFENDER : SIDE_ATTACKER,
	                   .ko = h->ko[0] != '\0' ? h->ko : NULL,
	                   .attacker_threats = bare ? 0 : h->threats[SIDE_ATTACKER],
	                   .defender_threats = bare ? 0 : h->threats[SIDE_DEFENDER]};
}

void problem_draw(rng_t *rng, unsigned kind, side_t first, asked_problem_t *out)
{
	const kind_t *k = &kinds[kind];
	char named[CERTIFICATE_TEXT_MAX];

	for (;;) {
		problem_t problem;
		position_t *pos;
		errinfo_t why;

		(void)random_claim(rng, k->drawn_by + rng_below(rng, k->drawn_to - k->drawn_by + 1),
		                   &out->header);
		if (k->goal != NULL && strcmp(out->header.goal, k->goal) != 0)
			continue;
		texts(&out->header, out->options, named);
		if (strcmp(named, k->options) != 0)
			continue;
		if (out->header.fen[0] != '\0' &&
		    out->header.defender_first != (first == SIDE_DEFENDER))
			continue; /* the board tells who is to move */
		out->header.defender_first = first == SIDE_DEFENDER;
		problem = problem_of(out, false);
		if (game_create(&problem, &pos, &why) == ERR_OK) {
			position_free(pos);
			return;
		}
	}
}

void problem_print(const asked_problem_t *asked)
{
	const problem_t p = problem_of(asked, false);

	printf("%s '%s' goal '%s:%s' options '%s' attacker %s first %s ko '%s' threats %u:%u\n",
	       p.game, p.rows, p.goal, p.target != NULL ? p.target : "", p.options,
	       p.attacker == COLOUR_BLACK ? "black" : "white",
	       p.first == SIDE_DEFENDER ? "defender" : "attacker", p.ko != NULL ? p.ko : "",
	       p.attacker_threats, p.defender_threats);
}
