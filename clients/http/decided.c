/* SPDX-License-Identifier: MIT
 * decided.c - see decided.h. The daemon would say most of it itself, but as "bad_value", which does
 * not tell one from the other.
 */
#include "clients/http/decided.h"

#include <string.h>

#include "clients/http/named.h"

static bool is_word(const json_t *map, const char *key, const char *word)
{
	const char *text = json_string_value(json_object_get(map, key));

	return text != NULL && strcmp(text, word) == 0;
}

bool decided_failed(request_t *r, const upstream_answer_t *answer)
{
	const unsigned long long job = named_number(answer->result);
	const json_t *result = json_object_get(answer->result, "result");

	r->named.number = job;
	if (answer->result == NULL)
		request_fail_as(r, answer->error);
	else if (result == NULL)
		request_fail(r, MHD_HTTP_CONFLICT, "not_ended", "job %llu has not ended yet", job);
	else if (is_word(result, "scope", "heuristic"))
		request_fail(r, MHD_HTTP_NOT_FOUND, "no_proof",
		             "the answer of job %llu is a guess, which has no certificate", job);
	else if (is_word(result, "value", "proven") || is_word(result, "value", "disproven"))
		return false;
	else
		request_fail(r, MHD_HTTP_NOT_FOUND, "no_proof",
		             "job %llu has ended without an answer, so that nothing is proven",
		             job);
	return true;
}

void decided_not_made(request_t *r, const tesuji_error_t *error)
{
	switch (error->code) {
	case TESUJI_E_LIMIT:
		request_fail(r, MHD_HTTP_GATEWAY_TIMEOUT, "over_limit", "%s", error->text);
		break;
	case TESUJI_E_VALUE:
	case TESUJI_E_RANGE:
		request_fail(r, MHD_HTTP_NOT_FOUND, "no_proof", "%s", error->text);
		break;
	default:
		request_fail_as(r, error);
	}
}
