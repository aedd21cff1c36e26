/* SPDX-License-Identifier: MIT
 * verdict_json.c - see verdict_json.h.
 */
#include "clients/cli/verdict_json.h"

static void json_moves(json_t *j, const char *key, const char (*moves)[TESUJI_POINT_BYTES],
                       unsigned count)
{
	json_open(j, key, '[');
	for (unsigned i = 0; i < count; i++)
		json_text(j, NULL, moves[i]);
	json_close(j, ']');
}

static void json_zone(json_t *j, const tesuji_report_t *r)
{
	if (r->areas == 0) {
		json_text(j, "zone", NULL);
		return;
	}
	json_moves(j, "zone", r->zone, r->zone_length);
	if (r->areas == 1)
		return;
	json_count(j, "areas", r->areas);
	json_open(j, "indices", '[');
	for (unsigned i = 0; i < r->zone_length; i++)
		json_count(j, NULL, r->indices[i]);
	json_close(j, ']');
}

void verdict_json(FILE *out, const tesuji_report_t *r, const char *where)
{
	json_t j;

	json_init(&j, out);
	json_open(&j, NULL, '{');
	verdict_json_members(&j, r, where);
	json_close(&j, '}');
}

void verdict_json_members(json_t *j, const tesuji_report_t *r, const char *where)
{
	json_text(j, "server", where);
	json_count(j, "job", r->job);
	json_text(j, "label", r->label);
	json_text(j, "state", tesuji_state_name(r->state));
	json_text(j, "value", tesuji_value_name(r->value));
	json_text(j, "scope", tesuji_scope_name(r->scope));
	json_count(j, "order", r->order);
	json_count(j, "depth", r->depth);
	if (r->denied > 0)
		json_count(j, "denied", r->denied);
	json_text(j, "claim", r->claim);
	json_text(j, "driver", tesuji_driver_name(r->driver));
	json_text(j, "engine", tesuji_engine_name(r->engine));
	json_text(j, "best", r->best);
	json_moves(j, "line", r->line, r->line_length);
	if (r->coords_length > 0) {
		json_text(j, "best_coords", r->best_coords);
		json_moves(j, "coords", r->coords, r->coords_length);
	}
	if (r->ko != TESUJI_KO_UNASKED)
		json_text(j, "ko", tesuji_ko_name(r->ko));
	if (r->ko == TESUJI_KO_FIGHT && r->ko_threats == TESUJI_UNLIMITED)
		json_text(j, "ko_threats", "more");
	else if (r->ko == TESUJI_KO_FIGHT)
		json_count(j, "ko_threats", r->ko_threats);
	json_zone(j, r);
	json_count(j, "nodes", r->nodes);
	json_count(j, "nodes_per_s", r->nodes_per_s);
	json_real(j, "time_ms", r->time_ms, 3);
	json_count(j, "workers", r->workers);
	json_open(j, "table", '{');
	json_count(j, "bytes", r->table_bytes);
	json_count(j, "entries", r->table_entries);
	json_count(j, "used", r->table_used);
	json_close(j, '}');
	json_text(j, "game", r->game);
	json_text(j, "style", r->style);
	json_text(j, "rows", r->rows);
	json_text(j, "attacker",
	          r->attacker != TESUJI_NO_COLOUR ? tesuji_colour_name(r->attacker) : NULL);
	json_open(j, "goal", '{');
	json_text(j, "type", r->goal);
	json_text(j, "target", r->target);
	json_text(j, "first", tesuji_side_name(r->first));
	json_close(j, '}');
	if (r->state == TESUJI_FAILED) {
		json_open(j, "error", '{');
		json_text(j, "name", tesuji_code_name(r->error.code));
		json_text(j, "message", r->error.text);
		json_close(j, '}');
	}
}
