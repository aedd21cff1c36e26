/* SPDX-License-Identifier: MIT
 * named.c - see named.h.
 */
#include "clients/http/named.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/errors.h"
#include "clients/http/percent.h"
#include "clients/http/relay.h"
#include "protocol/limits.h"

enum { NUMBER_DIGITS = 16 };

static const char digits[] = "0123456789";

/* The word for a kind, which is its field in the protocol as well; and its path. */
static const char *const words[] = {[NAMED_JOB] = "job", [NAMED_BATCH] = "batch"};
static const char *const paths[] = {[NAMED_JOB] = "/v1/jobs/", [NAMED_BATCH] = "/v1/batches/"};

/* by_number makes the parameters for a name of digits. */
static json_t *by_number(request_t *r, named_kind_t kind, const char *name)
{
	const char *word = words[kind];
	char pointer[16];

	if (name[0] != '0' && strlen(name) <= NUMBER_DIGITS)
		return json_pack("{s:I}", word, (json_int_t)strtoull(name, NULL, 10));
	snprintf(pointer, sizeof(pointer), "#/%s", word);
	request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", pointer,
	                "\"%s\" is no number of a %s; a key of digits is put in quotation marks",
	                name, word);
	return NULL;
}

/* by_key makes the parameters for another name. */
static json_t *by_key(request_t *r, named_kind_t kind, const char *name)
{
	const size_t length = strlen(name);
	const bool is_quoted = length >= 2 && name[0] == '"' && name[length - 1] == '"';
	json_t *key = json_stringn(name + is_quoted, length - (is_quoted ? 2 : 0));

	if (key != NULL && json_string_length(key) > 0 && json_string_length(key) <= KEY_BYTES_MAX)
		return json_pack("{s:o}", "key", key);
	if (key == NULL)
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/key",
		                "the key of the %s is no UTF-8", words[kind]);
	else if (json_string_length(key) == 0)
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/key",
		                "the key of the %s is empty", words[kind]);
	else
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "out_of_range", "#/key",
		                "the key of the %s is longer than %d bytes", words[kind],
		                KEY_BYTES_MAX);
	json_decref(key);
	return NULL;
}

json_t *named_params(request_t *r, named_kind_t kind)
{
	char name[NAMED_NAME_BYTES];
	json_t *params;

	switch (percent_read(r->named.name, r->named.length, name, sizeof(name))) {
	case PERCENT_WRONG:
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/key",
		                "the key of the %s has a '%%' without two digits, or \"%%00\"",
		                words[kind]);
		return NULL;
	case PERCENT_LONG:
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "out_of_range", "#/key",
		                "the key of the %s is longer than %d bytes", words[kind],
		                KEY_BYTES_MAX);
		return NULL;
	case PERCENT_OK:
		break;
	}
	params = strspn(name, digits) == strlen(name) ? by_number(r, kind, name)
	                                              : by_key(r, kind, name);
	if (params == NULL && r->response == NULL)
		request_fail_as(r, &errors_no_memory);
	return params;
}

void named_call(request_t *r, named_kind_t kind, const char *method,
                void (*answered)(void *user, const upstream_answer_t *answer))
{
	json_t *params = named_params(r, kind);

	if (params != NULL)
		relay_call(r, method, params, answered);
}

/* needs_marks: would a key be another name without quotation marks, or none that gets here? Clients
 * take "." and ".." out of paths. */
static bool needs_marks(const char *key)
{
	return key[strspn(key, digits)] == '\0' || key[0] == '"' || strcmp(key, ".") == 0 ||
	       strcmp(key, "..") == 0;
}

void named_location(named_kind_t kind, const json_t *result, char out[NAMED_LOCATION_BYTES])
{
	const char *path = paths[kind];
	const char *key = json_string_value(json_object_get(result, "key"));
	const char *mark = key != NULL && needs_marks(key) ? "\"" : "";
	char name[NAMED_NAME_BYTES];

	strcpy(out, path);
	if (key != NULL)
		snprintf(name, sizeof(name), "%s%s%s", mark, key, mark);
	else
		snprintf(name, sizeof(name), "%lld",
		         (long long)json_integer_value(json_object_get(result, words[kind])));
	(void)percent_write(name, out + strlen(path), NAMED_LOCATION_BYTES - strlen(path));
}
