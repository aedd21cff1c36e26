/* SPDX-License-Identifier: MIT
 * schema.c - see schema.h. Tables nest a few maps deep, so that the functions may call themselves.
 */
#include "clients/http/schema.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "clients/http/forms.h"
#include "protocol/msg.h"

const schema_name_t schema_names[] = {
        {"Problem", msg_submit_fields, true},
        {"Board", msg_status_fields, true},
        {"Dragon", msg_life_fields, true},
        {"Info", msg_info_fields, false},
        {"Game", msg_game_fields, false},
        {"Account", msg_hello_fields, false},
        {"Games", forms_games, false},
        {"Submitted", msg_submitted_fields, false},
        {"Cancelled", msg_cancelled_fields, false},
        {"Taken", msg_kept_fields, false},
        {"Job", msg_job_fields, false},
        {"Jobs", forms_jobs, false},
        {"Progress", msg_progress_fields, false},
        {"Done", msg_done_fields, false},
        {"Batch", forms_batch, true},
        {"Batched", msg_batched_fields, false},
        {"BatchStatus", msg_batch_status_fields, false},
        {"Proof", forms_proof, false},
        {"MovesBegun", msg_moves_fields, false},
        {"Move", msg_tried_fields, false},
        {"MovesDone", msg_moved_fields, false},
        {"StatusBegun", msg_begun_fields, false},
        {"LifeBegun", msg_dragon_fields, false},
        {"Verdict", msg_verdict_fields, false},
        {"StatusDone", msg_ended_fields, false},
        {"Error", forms_error, false},
        {NULL, NULL, false},
};

/* name_of returns the name of a table; NULL: it has none. */
static const char *name_of(const field_t *fields)
{
	for (const schema_name_t *row = schema_names; row->name != NULL; row++)
		if (row->fields == fields)
			return row->name;
	return NULL;
}

json_t *schema_reference(const field_t *fields)
{
	assert(name_of(fields) != NULL);
	return json_pack("{s:s+}", "$ref", "#/components/schemas/", name_of(fields));
}

/* names_from makes the list of the names from number `least` on. */
static json_t *names_from(const char *const *names, uint64_t least)
{
	json_t *list = json_array();

	for (names += least; *names != NULL; names++)
		(void)json_array_append_new(list, json_string(*names));
	return list;
}

static json_t *integer(uint64_t least, uint64_t most)
{
	return json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum", (json_int_t)least,
	                 "maximum", (json_int_t)most);
}

static json_t *list_of(json_t *item, uint64_t most)
{
	return json_pack("{s:s, s:I, s:o}", "type", "array", "maxItems", (json_int_t)most, "items",
	                 item);
}

static json_t *text(size_t room)
{
	return json_pack("{s:s, s:I}", "type", "string", "maxLength", (json_int_t)room - 1);
}

static json_t *map_of(const field_t *fields, bool taken);

/* inner_of makes the schema of a map in a map. */
static json_t *inner_of(const field_t *fields, bool taken)
{
	return name_of(fields) != NULL ? schema_reference(fields) : map_of(fields, taken);
}

static json_t *number_schema(const field_t *field, bool taken)
{
	json_t *schema;

	if (field->kind == FIELD_INT)
		return json_pack("{s:s}", "type", "integer");
	if (field->kind == FIELD_REAL)
		return json_pack("{s:s}", "type", "number");
	schema = integer(field->least, field->most);
	if (taken && field->need == OPTIONAL && field->fallback >= field->least &&
	    field->fallback <= field->most)
		(void)json_object_set_new(schema, "default",
		                          json_integer((json_int_t)field->fallback));
	return schema;
}

/* choice_schema is of a word, or of a number or a word. */
static json_t *choice_schema(const field_t *field, bool taken)
{
	json_t *names = names_from(field->names, field->kind == FIELD_CHOICE ? field->least : 0);
	json_t *schema = json_pack("{s:o}", "enum", names);

	if (field->kind == FIELD_THREATS) {
		for (int n = 0; n < MSG_THREATS_UNLIMITED; n++)
			(void)json_array_insert_new(names, (size_t)n, json_integer(n));
		return schema;
	}
	if (taken && field->need == OPTIONAL && field->fallback >= field->least)
		(void)json_object_set_new(schema, "default",
		                          json_string(field->names[field->fallback]));
	return schema;
}

/* rows_schema is of a board in rows: one text, or a text for each. */
static json_t *rows_schema(const field_t *field, bool taken)
{
	json_t *one = text(field->size);

	if (!taken)
		return one;
	return json_pack("{s:[o, {s:s, s:{s:s}}]}", "oneOf", one, "type", "array", "items", "type",
	                 "string");
}

static json_t *bool_schema(const field_t *field, bool taken)
{
	if (!taken || field->need == REQUIRED)
		return json_pack("{s:s}", "type", "boolean");
	return json_pack("{s:s, s:b}", "type", "boolean", "default", field->fallback != 0);
}

json_t *schema_field(const field_t *field, bool taken)
{
	switch (field->kind) {
	case FIELD_UINT:
	case FIELD_INT:
	case FIELD_REAL:
		return number_schema(field, taken);
	case FIELD_BOOL:
		return bool_schema(field, taken);
	case FIELD_TEXT:
		return text(field->size);
	case FIELD_MOVE:
		return json_pack("{s:[s,s], s:I}", "type", "string", "null", "maxLength",
		                 (json_int_t)field->size - 1);
	case FIELD_CHOICE:
	case FIELD_THREATS:
		return choice_schema(field, taken);
	case FIELD_ROWS:
		return rows_schema(field, taken);
	case FIELD_OPTIONS:
		return json_pack("{s:s, s:{s:[s,s]}}", "type", "object", "additionalProperties",
		                 "type", "string", "integer");
	case FIELD_BYTES:
	case FIELD_BIN:
		return json_pack("{s:s, s:I}", "type", "string", "maxLength",
		                 (json_int_t)field->most);
	case FIELD_LINE:
		return list_of(text(MSG_POINT_BYTES), MSG_LINE_MOVES);
	case FIELD_POINTS:
		return list_of(text(MSG_POINT_BYTES), MSG_ZONE_POINTS);
	case FIELD_INDICES:
		return list_of(integer(1, MSG_ZONE_AREAS), MSG_ZONE_POINTS);
	case FIELD_WORDS:
		return list_of(text(field->size), field->most);
	case FIELD_MAP:
		return inner_of(field->inner, taken);
	case FIELD_LIST:
		return list_of(inner_of(field->inner, taken), field->most);
	}
	return NULL;
}

static json_t *map_of(const field_t *fields, bool taken)
{
	json_t *properties = json_object(), *required = json_array();
	json_t *schema = json_pack("{s:s, s:o, s:o}", "type", "object", "properties", properties,
	                           "required", required);

	for (const field_t *field = fields; field->name != NULL; field++) {
		(void)json_object_set_new(properties, field->name, schema_field(field, taken));
		if (field->need == REQUIRED || field->kind == FIELD_MOVE)
			(void)json_array_append_new(required, json_string(field->name));
	}
	if (!taken)
		(void)json_object_set_new(schema, "additionalProperties", json_false());
	return schema;
}

json_t *schema_of(const schema_name_t *named)
{
	return map_of(named->fields, named->taken);
}
