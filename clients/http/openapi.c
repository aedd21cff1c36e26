/* SPDX-License-Identifier: MIT
 * openapi.c - see openapi.h.
 */
#include "clients/http/openapi.h"

#include <ctype.h>
#include <string.h>

#include "clients/http/on_job.h"
#include "clients/http/routes.h"
#include "clients/http/schema.h"
#include "engine/base/version.h"

enum { NAME_BYTES = 96, STATUS_BYTES = 8 };

static const char progress[] = "progress_ms";
static const char any_position[] = "a position as it is: a game record (SGF), a FEN, or a board in "
                                   "rows, one a line";

/* --- parameters --- */

static json_t *parameter(const char *in, const char *name, json_t *schema)
{
	return json_pack("{s:s, s:s, s:b, s:o}", "name", name, "in", in, "required",
	                 strcmp(in, "path") == 0, "schema", schema);
}

static const field_t *field_in(const field_t *fields, const char *name)
{
	while (fields->name != NULL && strcmp(fields->name, name) != 0)
		fields++;
	return fields->name != NULL ? fields : NULL;
}

/* value_schema is the schema of a value of the query. What the daemon would take for progress_ms is
 * not what it gets from here. */
static json_t *value_schema(const field_t *field)
{
	json_t *schema = schema_field(field, true);

	if (strcmp(field->name, progress) == 0)
		(void)json_object_del(schema, "default");
	return schema;
}

/* field_of returns the field that a parameter of the query fills; NULL: the body has none. */
static const field_t *field_of(const field_t *takes, const ask_parameter_t *p)
{
	const field_t *map = p->map != NULL ? field_in(takes, p->map) : NULL;

	if (p->map == NULL)
		return field_in(takes, p->key);
	return map == NULL || p->key == NULL ? map : field_in(map->inner, p->key);
}

static json_t *parameter_schema(const ask_parameter_t *p, const field_t *field)
{
	switch (p->kind) {
	case GIVEN_SWITCH:
		return json_pack("{s:[s,s,s,s,s]}", "enum", "true", "false", "1", "0", "");
	case GIVEN_OPTION:
		return json_pack("{s:s, s:{s:s, s:s}}", "type", "array", "items", "type", "string",
		                 "pattern", "^[^=]+=.+$");
	case GIVEN_GOAL:
		return json_pack("{s:s}", "type", "string");
	case GIVEN_TEXT:
	case GIVEN_NUMBER:
		break;
	}
	return value_schema(field);
}

/* asked_add adds the parameters of the query that stand for those of the body. */
static void asked_add(json_t *list, const route_t *route)
{
	const bool is_problem = route->what == ASK_PROBLEM;

	for (const ask_parameter_t *p = ask_parameters(route->what); p->name != NULL; p++) {
		const field_t *field = field_of(route->takes, p);

		if (field != NULL)
			(void)json_array_append_new(
			        list, parameter("query", p->name, parameter_schema(p, field)));
	}
	for (const char *const *goal = ask_goals(); is_problem && *goal != NULL; goal++)
		(void)json_array_append_new(
		        list, parameter("query", *goal, json_pack("{s:s}", "type", "string")));
}

/* name_schema is of the name of a job or a batch in a path. */
static json_t *name_schema(void)
{
	return json_pack("{s:s, s:i, s:s}", "type", "string", "minLength", 1, "description",
	                 "its number or, of a durable one, its key, percent-encoded, in quotation "
	                 "marks or not: a key of digits, \".\" and \"..\" need them");
}

static json_t *parameters_of(const route_t *route)
{
	json_t *list = json_array();
	json_t *formats;

	if (strstr(route->path, "{id}") != NULL)
		(void)json_array_append_new(list, parameter("path", "id", name_schema()));
	if (strstr(route->path, "{batch}") != NULL)
		(void)json_array_append_new(list, parameter("path", "batch", name_schema()));
	if (route->takes != NULL)
		asked_add(list, route);
	for (const field_t *f = route->query; f != NULL && f->name != NULL; f++)
		(void)json_array_append_new(list, parameter("query", f->name, value_schema(f)));
	if (route->events != NULL) {
		formats = json_pack("[s,s]", "sse", "ndjson");
		if (route->has_words)
			(void)json_array_append_new(formats, json_string("text"));
		(void)json_array_append_new(
		        list, parameter("query", "format", json_pack("{s:o}", "enum", formats)));
	}
	if (route->may_last && route->takes != NULL)
		(void)json_array_append_new(
		        list, parameter("header", ON_JOB_KEY_HEADER,
		                        schema_field(field_in(route->takes, "key"), true)));
	if (route->may_end)
		(void)json_array_append_new(list, parameter("header", "Last-Event-ID",
		                                            json_pack("{s:s}", "type", "string")));
	return list;
}

/* --- answers --- */

/* content_add adds one form of an answer or a body. */
static void content_add(json_t *content, const char *media, json_t *schema)
{
	(void)json_object_set_new(content, media, json_pack("{s:o}", "schema", schema));
}

static json_t *event_schema(const route_event_t *event)
{
	return json_pack("{s:s, s:{s:{s:s}, s:o}, s:[s,s], s:b}", "type", "object", "properties",
	                 "event", "const", event->name, "data", schema_reference(event->value),
	                 "required", "event", "data", "additionalProperties", 0);
}

/* events_schema is of each line of an answer, or of each of its events. */
static json_t *events_schema(const route_event_t *events, const char *each)
{
	json_t *list = json_array();

	for (; events->name != NULL; events++)
		(void)json_array_append_new(list, event_schema(events));
	return json_pack("{s:s, s:o}", "description", each, "oneOf", list);
}

static json_t *content_of(const route_t *route)
{
	json_t *content = json_object();

	if (route->gives != NULL)
		content_add(content, "application/json", schema_reference(route->gives));
	if (route->media != NULL)
		content_add(content, route->media, json_object());
	if (route->events != NULL) {
		content_add(content, "application/x-ndjson",
		            events_schema(route->events, "each line"));
		content_add(
		        content, "text/event-stream",
		        events_schema(route->events, "each event: its name, and its data as JSON"));
	}
	if (route->has_words)
		content_add(content, "text/plain", json_pack("{s:s}", "type", "string"));
	return content;
}

static json_t *responses_of(const route_t *route)
{
	json_t *responses = json_object(), *content = json_object(), *good;
	char status[STATUS_BYTES];

	snprintf(status, sizeof(status), "%u", route->status);
	good = json_pack("{s:s, s:o}", "description", route->help, "content", content_of(route));
	if (route->status == MHD_HTTP_CREATED)
		(void)json_object_set_new(
		        good, "headers",
		        json_pack("{s:{s:{s:s}}}", "Location", "schema", "type", "string"));
	(void)json_object_set_new(responses, status, good);
	if (route->may_end)
		(void)json_object_set_new(
		        responses, "204",
		        json_pack("{s:s}", "description", "the client has heard all of it"));
	content_add(content, "application/problem+json", schema_reference(forms_error));
	(void)json_object_set_new(
	        responses, "default",
	        json_pack("{s:s, s:o}", "description", "what is wrong", "content", content));
	return responses;
}

static json_t *body_of(const route_t *route)
{
	json_t *content = json_object();

	content_add(content, "application/json", schema_reference(route->takes));
	if (route->what != ASK_BATCH)
		content_add(content, "text/plain",
		            json_pack("{s:s, s:s}", "type", "string", "description", any_position));
	return json_pack("{s:b, s:o}", "required", route->what == ASK_BATCH, "content", content);
}

/* --- all of it --- */

/* id_of names an operation: "get_v1_jobs_id". */
static json_t *id_of(const route_t *route)
{
	char name[NAME_BYTES];
	size_t used = 0;

	for (const char *p = route->method; *p != '\0' && used < sizeof(name) - 1; p++)
		name[used++] = (char)tolower((unsigned char)*p);
	for (const char *p = route->path; *p != '\0' && used < sizeof(name) - 1; p++) {
		if (isalnum((unsigned char)*p))
			name[used++] = *p;
		else if (used > 0 && name[used - 1] != '_' && p[1] != '\0')
			name[used++] = '_';
	}
	return json_stringn(name, used);
}

static json_t *operation_of(const route_t *route)
{
	json_t *operation = json_pack("{s:o, s:s, s:o, s:o}", "operationId", id_of(route),
	                              "summary", route->help, "parameters", parameters_of(route),
	                              "responses", responses_of(route));

	if (route->takes != NULL)
		(void)json_object_set_new(operation, "requestBody", body_of(route));
	if (route->is_open)
		(void)json_object_set_new(operation, "security", json_array());
	return operation;
}

static json_t *paths_of_all(void)
{
	json_t *paths = json_object();

	for (const route_t *route = routes; route->path != NULL; route++) {
		json_t *path = json_object_get(paths, route->path);
		char method[NAME_BYTES] = "";

		if (path == NULL) {
			path = json_object();
			(void)json_object_set_new(paths, route->path, path);
		}
		for (size_t i = 0; route->method[i] != '\0'; i++)
			method[i] = (char)tolower((unsigned char)route->method[i]);
		(void)json_object_set_new(path, method, operation_of(route));
	}
	return paths;
}

/* scheme_of_tokens tells how a request says who asks: with a token or, where the gateway lets him,
 * without. */
static json_t *scheme_of_tokens(void)
{
	return json_pack("{s:{s:s, s:s, s:s}}", "token", "type", "http", "scheme", "bearer",
	                 "description",
	                 "the token of an account of the daemon's; without one it is the "
	                 "gateway's own account that asks, if it may");
}

json_t *openapi_make(void)
{
	json_t *schemas = json_object();

	for (const schema_name_t *row = schema_names; row->name != NULL; row++)
		(void)json_object_set_new(schemas, row->name, schema_of(row));
	(void)json_object_del(
	        json_object_get(json_object_get(json_object_get(schemas, "Problem"), "properties"),
	                        progress),
	        "default");
	return json_pack("{s:s, s:{s:s, s:s, s:s, s:{s:s, s:s}}, s:[{s:s}], s:[{s:[]}, {}], s:o, "
	                 "s:{s:o, s:o}}",
	                 "openapi", "3.1.0", "info", "title", "tesuji", "version", TESUJI_VERSION,
	                 "summary", "solves tactical questions of board games", "license", "name",
	                 "MIT", "identifier", "MIT", "servers", "url", "/", "security", "token",
	                 "paths", paths_of_all(), "components", "schemas", schemas,
	                 "securitySchemes", scheme_of_tokens());
}
