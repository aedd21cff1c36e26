/* SPDX-License-Identifier: MIT
 * report.c - see report.h. */
#include "clients/check/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clients/cli/json.h"

static bool is_kind(const certificate_header_t *header, const char *kind)
{
	return strcmp(header->kind, kind) == 0;
}

static const char *verdict_of(const check_result_t *result)
{
	if (!result->proven)
		return "rejected";
	return is_kind(&result->header, "proof") ? "proven" : "denied";
}

void report_claim(const certificate_header_t *header, strbuf_t *out)
{
	if (is_kind(header, "proof"))
		strbuf_printf(out, "proven");
	else if (is_kind(header, "denial"))
		strbuf_printf(out, "denied absolutely");
	else if (is_kind(header, "bounded-denial"))
		strbuf_printf(out, "denied within %u moves", (header->depth + 1) / 2);
	else
		strbuf_printf(out, "denied by lambda up to order %u", header->order);
}

void report_words(const front_t *front, const check_result_t *result)
{
	printf("%s: %s\n\n", verdict_of(result), result->claim);
	front->draw(&result->header);
	if (!result->proven) {
		printf("\nnode %" PRIu32 "%s%s: %s\n", result->node,
		       result->path[0] != '\0' ? ", after " : "", result->path, result->reason);
		return;
	}
	printf("\n%" PRIu32 " nodes, replayed on %" PRIu64 " positions%s\nsha256:%s%s\n",
	       result->nodes, result->positions,
	       !is_kind(&result->header, "proof") ? ", every legal move"
	       : front->options.exhaustive        ? ", every legal reply"
	                                          : "",
	       result->digest,
	       result->canonical ? "" : ", of the canonical form; this file has another");
}

static void threats(json_t *j, const char *key, unsigned stock)
{
	if (stock == CERTIFICATE_UNLIMITED)
		json_text(j, key, "unlimited");
	else
		json_count(j, key, stock);
}

/* claim writes what the file claims, in the words of its header. */
static void claim(json_t *j, const certificate_header_t *header)
{
	json_text(j, "kind", header->kind);
	if (is_kind(header, "lambda-denial"))
		json_count(j, "order", header->order);
	if (is_kind(header, "bounded-denial"))
		json_count(j, "moves", (header->depth + 1) / 2);
	json_text(j, "game", header->game);
	json_open(j, "options", '{');
	for (unsigned i = 0; i < header->options; i++)
		json_text(j, header->option[i].name, header->option[i].value);
	json_close(j, '}');
	json_open(j, "goal", '{');
	json_text(j, "type", header->goal);
	json_text(j, "target", header->target);
	json_close(j, '}');
	json_text(j, "attacker", header->black ? "black" : "white");
	json_text(j, "first", header->defender_first ? "defender" : "attacker");
	json_open(j, "position", '{');
	if (header->fen[0] != '\0') {
		json_text(j, "fen", header->fen);
	} else {
		json_text(j, "rows", header->rows);
		json_text(j, "ko", header->ko);
	}
	json_close(j, '}');
	json_open(j, "threats", '{');
	threats(j, "attacker", header->threats[0]);
	threats(j, "defender", header->threats[1]);
	json_close(j, '}');
	json_text(j, "by", header->by);
}

void report_json(const front_t *front, const check_result_t *result, err_t err, double ms)
{
	json_t j;

	json_init(&j, stdout);
	json_open(&j, NULL, '{');
	json_text(&j, "verdict", err == ERR_OK ? verdict_of(result) : "undecided");
	json_text(&j, "claim", result->claim);
	json_text(&j, "sha256", result->digest);
	json_bool(&j, "canonical", result->canonical);
	claim(&j, &result->header);
	json_count(&j, "nodes", result->nodes);
	json_count(&j, "positions", result->positions);
	json_count(&j, "positions_most", result->most);
	json_bool(&j, "exhaustive",
	          front->options.exhaustive || !is_kind(&result->header, "proof"));
	json_real(&j, "ms", ms, 3);
	if (err == ERR_OK && !result->proven) {
		json_open(&j, "broken", '{');
		json_count(&j, "node", result->node);
		json_text(&j, "after", result->path);
		json_text(&j, "reason", result->reason);
		json_close(&j, '}');
	}
	json_close(&j, '}');
}
