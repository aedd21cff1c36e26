/* SPDX-License-Identifier: MIT
 * coalesce_key.c - keys as texts.
 *
 * Strict     Everything that can change the result is in the text, the limits included, but for
 *            the time: each job keeps its own. Two boards that are images of each other have
 *            different keys: their lines differ, and the table and the store have the second one's
 *            answer when the first is done. */
#include "engine/solve/coalesce_key.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/strbuf.h"

enum { TEXT_MAX = 2 * ROWS_TEXT_MAX + 512 }; /* size: bytes of a key */

static void put_word(strbuf_t *out, const char *text)
{
	strbuf_printf(out, "%s|", text != NULL ? text : "");
}

static uint64_t hash_text(const char *text)
{
	uint64_t h = 0xcbf29ce484222325;

	for (; *text != '\0'; text++)
		h = (h ^ (uint8_t)*text) * 0x100000001b3;
	return h ^ h >> 32;
}

void coalesce_key_make(const request_t *request, const limits_t *l, uint64_t progress_ns,
                       coalesce_key_t *key)
{
	const problem_t *p = &request->problem;
	char text[TEXT_MAX];
	strbuf_t out;

	*key = (coalesce_key_t){.text = NULL};
	if (request->fresh || l->table_bytes > 0)
		return;
	strbuf_init(&out, text, sizeof(text));
	put_word(&out, p->game);
	put_word(&out, p->rows);
	put_word(&out, p->goal);
	put_word(&out, p->target);
	put_word(&out, p->options);
	put_word(&out, p->ko);
	strbuf_printf(&out, "%d %d %u %u %d %d %d %u %u %d %d %llu %u %d %d %d %d %llu",
	              p->attacker, p->first, p->attacker_threats, p->defender_threats, request->ko,
	              l->order, l->order_is_open, l->depth, l->within, l->bounded, l->shortest,
	              (unsigned long long)l->nodes, l->workers, l->schedule, l->zoning, l->engine,
	              l->driver, (unsigned long long)progress_ns);
	if (out.overflow || (key->text = mem_alloc(out.length + 1)) == NULL)
		return;
	key->bytes = out.length + 1;
	memcpy(key->text, text, key->bytes);
	key->hash = hash_text(text);
}

void coalesce_key_free(coalesce_key_t *key)
{
	mem_free(key->text, key->bytes);
	*key = (coalesce_key_t){.text = NULL};
}

bool coalesce_key_is_same(const coalesce_key_t *a, const coalesce_key_t *b)
{
	return a->text != NULL && b->text != NULL && a->hash == b->hash &&
	       strcmp(a->text, b->text) == 0;
}
