/* SPDX-License-Identifier: MIT
 * batch_key.c - see batch_key.h.
 */
#include "clients/cli/batch_key.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/sha256.h"

static void add_text(sha256_t *sha, const char *text)
{
	if (text != NULL)
		sha256_add(sha, text, strlen(text));
	sha256_add(sha, "", 1); /* the NUL: texts do not run into each other */
}

static void add_number(sha256_t *sha, int64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)number);
	add_text(sha, text);
}

void batch_key_make(char out[BATCH_KEY_BYTES], const tesuji_request_t *request,
                    const char *solution)
{
	const char *const texts[] = {
	        request->game, request->sgf,    request->rows,    request->fen, request->options,
	        request->goal, request->target, request->first,   request->ko,  request->driver,
	        request->zone, request->engine, request->schedule};
	const int64_t numbers[] = {request->move,
	                           (int64_t)request->attacker,
	                           request->ko_verdict,
	                           request->attacker_threats,
	                           request->defender_threats,
	                           request->order,
	                           request->depth,
	                           request->within,
	                           request->shortest};
	uint8_t digest[SHA256_BYTES];
	char hex[SHA256_HEX_BYTES];
	sha256_t sha;

	sha256_begin(&sha);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		add_text(&sha, texts[i]);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		add_number(&sha, numbers[i]);
	if (solution != NULL)
		add_text(&sha, solution);
	sha256_end(&sha, digest);
	sha256_hex(digest, hex);
	memcpy(out, hex, BATCH_KEY_BYTES - 1);
	out[BATCH_KEY_BYTES - 1] = '\0';
}
