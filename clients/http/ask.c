/* SPDX-License-Identifier: MIT
 * ask.c - see ask.h. What a parameter may be is the daemon's to say: here are only the names.
 */
#include "clients/http/ask.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 64 };

static const ask_parameter_t problem_parameters[] = {
        {"game", NULL, "game", GIVEN_TEXT},
        {"goal", "goal", "type", GIVEN_GOAL}, /* "capture:D4" */
        {"target", "goal", "target", GIVEN_TEXT},
        {"attacker", "goal", "attacker", GIVEN_TEXT},
        {"first", "goal", "first", GIVEN_TEXT},
        {"ko", NULL, "ko", GIVEN_TEXT},
        {"ko_verdict", NULL, "ko_verdict", GIVEN_SWITCH},
        {"option", "options", NULL, GIVEN_OPTION}, /* "k=4", as often as needed */
        {"move", "position", "move", GIVEN_NUMBER},
        {"order", "limits", "order", GIVEN_NUMBER},
        {"depth", "limits", "depth", GIVEN_NUMBER},
        {"within", "limits", "within", GIVEN_NUMBER},
        {"mate", "limits", "within", GIVEN_NUMBER},
        {"nodes", "limits", "nodes", GIVEN_NUMBER},
        {"time_ms", "limits", "time_ms", GIVEN_NUMBER},
        {"workers", "limits", "workers", GIVEN_NUMBER},
        {"schedule", NULL, "schedule", GIVEN_TEXT},
        {"driver", NULL, "driver", GIVEN_TEXT},
        {"engine", NULL, "engine", GIVEN_TEXT},
        {"zone", NULL, "zone", GIVEN_TEXT},
        {"shortest", NULL, "shortest", GIVEN_SWITCH},
        {"fresh", NULL, "fresh", GIVEN_SWITCH},
        {"detach", NULL, "detach", GIVEN_SWITCH},
        {"label", NULL, "label", GIVEN_TEXT},
        {"progress_ms", NULL, "progress_ms", GIVEN_NUMBER},
        {NULL, NULL, NULL, GIVEN_TEXT},
};

static const ask_parameter_t board_parameters[] = {
        {"move", "position", "move", GIVEN_NUMBER}, {"ko", NULL, "ko", GIVEN_TEXT},
        {"order", NULL, "order", GIVEN_NUMBER},     {"time_ms", NULL, "time_ms", GIVEN_NUMBER},
        {"nodes", NULL, "nodes", GIVEN_NUMBER},     {"cuts", NULL, "cuts", GIVEN_SWITCH},
        {"fresh", NULL, "fresh", GIVEN_SWITCH},     {"group", NULL, "group", GIVEN_TEXT},
        {"region", NULL, "region", GIVEN_TEXT},     {"exact", NULL, "exact", GIVEN_SWITCH},
        {"judge", NULL, "judge", GIVEN_SWITCH},     {"moves", NULL, "moves", GIVEN_SWITCH},
        {"ask", NULL, "ask", GIVEN_TEXT},           {NULL, NULL, NULL, GIVEN_TEXT},
};

static const ask_parameter_t no_parameters[] = {{NULL, NULL, NULL, GIVEN_TEXT}};

/* The goals that have a parameter of their own: "capture=D4". */
static const char *const goals[] = {"capture", "live",        "live-any",    "connect",
                                    "semeai",  "capture-any", "capture-all", NULL};

const ask_parameter_t *ask_parameters(ask_t what)
{
	switch (what) {
	case ASK_PROBLEM:
		return problem_parameters;
	case ASK_BOARD:
		return board_parameters;
	case ASK_BATCH:
		break;
	}
	return no_parameters;
}

const char *const *ask_goals(void)
{
	return goals;
}

static bool wrong(ask_error_t *why, const char *code, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

/* wrong says what is wrong, and returns false. */
static bool wrong(ask_error_t *why, const char *code, const char *format, ...)
{
	va_list args;

	why->code = code;
	va_start(args, format);
	vsnprintf(why->text, sizeof(why->text), format, args);
	va_end(args);
	return false;
}

bool ask_number(const char *text, uint64_t most, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return errno == 0 && text[0] >= '0' && text[0] <= '9' && *end == '\0' && *out <= most;
}

/* map_of returns a map inside of the parameters, made if it is not there; NULL: there is something
 * else, or no memory. */
static json_t *map_of(json_t *params, const char *name)
{
	json_t *map = name != NULL ? json_object_get(params, name) : params;

	if (map == NULL) {
		map = json_object();
		if (json_object_set_new(params, name, map) != 0)
			return NULL;
	}
	return json_is_object(map) ? map : NULL;
}

/* set_text sets `key` to the first `length` bytes of a text. */
static bool set_text(json_t *map, const char *key, const char *text, size_t length)
{
	return map != NULL && json_object_set_new(map, key, json_stringn(text, length)) == 0;
}

static bool set_option(json_t *map, const char *text)
{
	const char *value = strchr(text, '=');
	char key[KEY_BYTES];
	uint64_t number;

	if (map == NULL || value == NULL || (size_t)(value - text) >= sizeof(key))
		return false;
	memcpy(key, text, (size_t)(value - text));
	key[value - text] = '\0';
	value++;
	if (ask_number(value, INT32_MAX, &number))
		return json_object_set_new(map, key, json_integer((json_int_t)number)) == 0;
	return set_text(map, key, value, strlen(value));
}

static bool set_goal(json_t *map, const char *text)
{
	const char *colon = strchr(text, ':');

	if (colon == NULL)
		return set_text(map, "type", text, strlen(text));
	return set_text(map, "type", text, (size_t)(colon - text)) &&
	       set_text(map, "target", colon + 1, strlen(colon + 1));
}

/* set adds one parameter of the query; false: its value is none. */
static bool set(json_t *params, const ask_parameter_t *p, const char *text)
{
	json_t *map = map_of(params, p->map);
	uint64_t number;

	switch (p->kind) {
	case GIVEN_TEXT:
		return set_text(map, p->key, text, strlen(text));
	case GIVEN_NUMBER:
		return map != NULL && ask_number(text, INT64_MAX, &number) &&
		       json_object_set_new(map, p->key, json_integer((json_int_t)number)) == 0;
	case GIVEN_SWITCH:
		return map != NULL &&
		       (text[0] == '\0' || strcmp(text, "1") == 0 || strcmp(text, "true") == 0 ||
		        strcmp(text, "0") == 0 || strcmp(text, "false") == 0) &&
		       json_object_set_new(map, p->key,
		                           json_boolean(text[0] != '0' && text[0] != 'f')) == 0;
	case GIVEN_GOAL:
		return set_goal(map, text);
	case GIVEN_OPTION:
		return set_option(map, text);
	}
	return false;
}

static const ask_parameter_t *find(ask_t what, const char *name)
{
	const ask_parameter_t *p = ask_parameters(what);

	while (p->name != NULL && strcmp(p->name, name) != 0)
		p++;
	return p->name != NULL ? p : NULL;
}

static bool is_goal(const char *name)
{
	for (const char *const *goal = goals; *goal != NULL; goal++)
		if (strcmp(*goal, name) == 0)
			return true;
	return false;
}

bool ask_add(json_t *params, ask_t what, const char *name, const char *value, ask_error_t *why)
{
	const ask_parameter_t *p = find(what, name);
	const bool names_goal = p == NULL && what == ASK_PROBLEM && is_goal(name);
	json_t *goal;

	if (p != NULL && set(params, p, value))
		return true;
	if (names_goal) {
		goal = map_of(params, "goal");
		if (set_text(goal, "type", name, strlen(name)) &&
		    set_text(goal, "target", value, strlen(value)))
			return true;
	}
	if (p == NULL && !names_goal)
		return wrong(why, "unknown_parameter", "\"%.32s\" is no parameter of the query",
		             name);
	return wrong(why, "bad_value", "%s: \"%.64s\" is no value of it", name, value);
}

/* position_of makes the parameters of a body that is a position as it is. */
static json_t *position_of(const char *body, size_t length)
{
	const bool is_fen = memchr(body, ' ', length) != NULL && body[0] != '(';
	json_t *text = json_stringn(body, length);
	const char *key = body[0] == '(' ? "sgf" : is_fen ? "fen" : "rows";

	return json_pack("{s:{s:o}}", "position", key, text);
}

/* rows_of writes lines as rows, and returns how long that is: "X.O\r\n.X." is "X.O/.X.". */
static size_t rows_of(char *body, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length; i++)
		if (body[i] != '\r' || i + 1 == length || body[i + 1] != '\n')
			body[used++] = (char)(body[i] == '\n' ? '/' : body[i]);
	return used;
}

/* json_body reads JSON. */
static json_t *json_body(const char *body, size_t length, ask_error_t *why)
{
	json_error_t error;
	json_t *params = json_loadb(body, length, JSON_REJECT_DUPLICATES, &error);

	if (params == NULL)
		(void)wrong(why, "bad_syntax", "line %d, column %d: %s", error.line, error.column,
		            error.text);
	if (params == NULL || json_is_object(params))
		return params;
	json_decref(params);
	(void)wrong(why, "bad_type", "the body is no JSON object");
	return NULL;
}

json_t *ask_body(char *body, size_t length, ask_t what, ask_error_t *why)
{
	static const char blanks[] = " \t\r\n", mark[] = "\xef\xbb\xbf"; /* U+FEFF: this is UTF-8 */
	size_t skip = strncmp(body, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
	json_t *params;

	skip += strspn(body + skip, blanks);
	body += skip;
	length -= skip;
	while (length > 0 && strchr(blanks, body[length - 1]) != NULL && body[length - 1] != '\0')
		length--;
	if (length == 0)
		return json_object();
	if (memchr(body, '\0', length) != NULL) {
		(void)wrong(why, "bad_syntax", "the body has a byte 0");
		return NULL;
	}
	if (body[0] == '{' || body[0] == '[' || what == ASK_BATCH)
		return json_body(body, length, why);
	if (body[0] != '(')
		length = rows_of(body, length);
	params = position_of(body, length);
	if (params == NULL)
		(void)wrong(why, "bad_syntax", "the body is no UTF-8");
	return params;
}
