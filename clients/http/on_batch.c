/* SPDX-License-Identifier: MIT
 * on_batch.c - see on_batch.h. Who has a key is sent to it: it stays over a restart of the daemon,
 * which gives other numbers then.
 */
#include "clients/http/on_batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clients/http/errors.h"
#include "clients/http/lot.h"
#include "clients/http/on_job.h"
#include "clients/http/percent.h"
#include "clients/http/relay.h"
#include "clients/http/upstream_batch.h"
#include "protocol/limits.h"
#include "protocol/msg.h"

enum {
	NAME_BYTES = MSG_KEY_BYTES + 2, /* a key in quotation marks */
	NUMBER_DIGITS = 16,
	LOCATION_BYTES = 3 * NAME_BYTES + 32,
};

static const char digits[] = "0123456789";

/* --- names --- */

/* named_by_number makes the parameters for a name of digits. */
static json_t *named_by_number(request_t *r, const char *name)
{
	if (name[0] != '0' && strlen(name) <= NUMBER_DIGITS)
		return json_pack("{s:I}", "batch", (json_int_t)strtoull(name, NULL, 10));
	request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/batch",
	                "\"%s\" is no number of a batch; a key of digits is put in quotation marks",
	                name);
	return NULL;
}

/* named_by_key makes the parameters for another name, which it may change. */
static json_t *named_by_key(request_t *r, char *name)
{
	const size_t length = strlen(name);
	const bool is_quoted = length >= 2 && name[0] == '"' && name[length - 1] == '"';
	json_t *key = json_stringn(name + is_quoted, length - (is_quoted ? 2 : 0));

	if (key != NULL && json_string_length(key) > 0 && json_string_length(key) <= KEY_BYTES_MAX)
		return json_pack("{s:o}", "key", key);
	if (key == NULL)
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/key",
		                "the key of the batch is no UTF-8");
	else if (json_string_length(key) == 0)
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/key",
		                "the key of the batch is empty");
	else
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "out_of_range", "#/key",
		                "the key of the batch is longer than %d bytes", KEY_BYTES_MAX);
	json_decref(key);
	return NULL;
}

json_t *on_batch_named(request_t *r)
{
	char name[NAME_BYTES];

	switch (percent_read(r->named.batch, r->named.batch_length, name, sizeof(name))) {
	case PERCENT_WRONG:
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "bad_value", "#/key",
		                "the key of the batch has a '%%' without two digits, or \"%%00\"");
		return NULL;
	case PERCENT_LONG:
		request_fail_at(r, MHD_HTTP_BAD_REQUEST, "out_of_range", "#/key",
		                "the key of the batch is longer than %d bytes", KEY_BYTES_MAX);
		return NULL;
	case PERCENT_OK:
		break;
	}
	return strspn(name, digits) == strlen(name) ? named_by_number(r, name)
	                                            : named_by_key(r, name);
}

/* needs_marks: would a key be another name without quotation marks, or none that gets here? Clients
 * take "." and ".." out of paths. */
static bool needs_marks(const char *key)
{
	return key[strspn(key, digits)] == '\0' || key[0] == '"' || strcmp(key, ".") == 0 ||
	       strcmp(key, "..") == 0;
}

/* location_of writes where a batch will be found: by its key or, without one, its number. */
static void location_of(const json_t *result, char out[LOCATION_BYTES])
{
	static const char path[] = "/v1/batches/";
	const char *key = json_string_value(json_object_get(result, "key"));
	const char *mark = key != NULL && needs_marks(key) ? "\"" : "";
	char name[NAME_BYTES];

	strcpy(out, path);
	if (key != NULL)
		snprintf(name, sizeof(name), "%s%s%s", mark, key, mark);
	else
		snprintf(name, sizeof(name), "%lld",
		         (long long)json_integer_value(json_object_get(result, "batch")));
	(void)percent_write(name, out + strlen(path), LOCATION_BYTES - strlen(path));
}

/* --- requests --- */

static void submitted(void *user, const upstream_answer_t *answer)
{
	char location[LOCATION_BYTES];

	if (relay_failed(user, answer))
		return;
	location_of(answer->result, location);
	request_json_at(user, MHD_HTTP_CREATED, answer->result, location);
}

void on_batch_submit(request_t *r)
{
	json_t *params = on_job_params(r, ASK_BATCH);
	tesuji_error_t why;
	lot_t lot;
	bool is_made;

	if (params == NULL)
		return;
	is_made = lot_make(params, &lot, &why);
	json_decref(params);
	if (!is_made) {
		request_fail_as(r, &why);
		return;
	}
	request_wait(r);
	upstream_batch(r->upstream, &lot, submitted, r);
}

/* call calls a method about the batch that the path names. */
static void call(request_t *r, const char *method,
                 void (*answered)(void *user, const upstream_answer_t *answer))
{
	json_t *params = on_batch_named(r);

	if (params != NULL)
		relay_call(r, method, params, answered);
}

void on_batch_get(request_t *r)
{
	call(r, "batch.status", relay_result);
}

void on_batch_cancel(request_t *r)
{
	call(r, "batch.cancel", relay_result);
}

void on_batch_ack(request_t *r)
{
	call(r, "batch.ack", relay_taken);
}
