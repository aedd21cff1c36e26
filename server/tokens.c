/* SPDX-License-Identifier: MIT
 * tokens.c - see tokens.h. */
#include "server/tokens.h"

#include <assert.h>
#include <crypt.h>
#include <errno.h>
#include <string.h>

#include "engine/base/hmac.h"
#include "engine/base/mem.h"
#include "engine/base/strbuf.h"

enum { SECRET_BYTES = 32, SALT_COST = 1 };

static hmac_key_t mark_key;

static err_t random_bytes(uint8_t *out, size_t length, errinfo_t *why)
{
	return hmac_random(out, length)
	               ? ERR_OK
	               : err_fail(why, ERR_IO, "no random bytes: %s", strerror(errno));
}

err_t tokens_start(errinfo_t *why)
{
	return random_bytes(mark_key.byte, sizeof(mark_key.byte), why);
}

/* spell writes the secret in base64url without padding. */
static void spell(const uint8_t secret[SECRET_BYTES], char text[TOKEN_SECRET_BYTES])
{
	static const char digits[] =
	        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	size_t used = 0;

	for (size_t bit = 0; bit < 8 * (size_t)SECRET_BYTES; bit += 6) {
		const size_t at = bit / 8;
		const unsigned next = at + 1 < SECRET_BYTES ? secret[at + 1] : 0;
		const unsigned pair = (unsigned)secret[at] << 8 | next;

		text[used++] = digits[pair >> (10 - bit % 8) & 63];
	}
	assert(used + 1 == TOKEN_SECRET_BYTES);
	text[used] = '\0';
}

err_t tokens_make(const char *name, char token[MSG_TOKEN_BYTES], char hash[TOKEN_HASH_BYTES],
                  errinfo_t *why)
{
	uint8_t secret[SECRET_BYTES];
	char text[TOKEN_SECRET_BYTES];
	struct crypt_data *data;
	const char *made = NULL;
	strbuf_t out;
	err_t err = random_bytes(secret, sizeof(secret), why);

	if (err != ERR_OK)
		return err;
	spell(secret, text);
	strbuf_init(&out, token, MSG_TOKEN_BYTES);
	strbuf_printf(&out, "%s.%s", name, text);
	data = mem_alloc(sizeof(*data));
	if (data == NULL)
		return err_fail(why, ERR_NOMEM, "out of memory");
	if (crypt_gensalt_rn("$y$", SALT_COST, NULL, 0, data->setting, sizeof(data->setting)) !=
	    NULL)
		made = crypt_rn(token, data->setting, data, sizeof(*data));
	if (made == NULL || strlen(made) >= TOKEN_HASH_BYTES)
		err = err_fail(why, ERR_IO, "cannot make a hash: %s", strerror(errno));
	else
		strbuf_copy(hash, TOKEN_HASH_BYTES, made);
	explicit_bzero(data, sizeof(*data));
	mem_free(data, sizeof(*data));
	explicit_bzero(secret, sizeof(secret));
	explicit_bzero(text, sizeof(text));
	return err;
}

bool tokens_hash_good(const char *hash)
{
	const int kind = crypt_checksalt(hash);

	/* A salt alone is good, too, for crypt; a hash has something after it. */
	return (kind == CRYPT_SALT_OK || kind == CRYPT_SALT_TOO_CHEAP) &&
	       strlen(hash) < TOKEN_HASH_BYTES && strrchr(hash, '$') != NULL &&
	       strlen(strrchr(hash, '$')) > TOKEN_MARK_BYTES / 2;
}

bool tokens_match(const char *token, const char *hash)
{
	struct crypt_data *data = mem_alloc(sizeof(*data));
	const char *made;
	bool good;

	if (data == NULL)
		return false;
	made = crypt_rn(token, hash, data, sizeof(*data));
	good = made != NULL && strlen(made) == strlen(hash) && hmac_same(made, hash, strlen(hash));
	explicit_bzero(data, sizeof(*data));
	mem_free(data, sizeof(*data));
	return good;
}

bool tokens_account(const char *token, char name[MSG_ACCOUNT_BYTES])
{
	const size_t length = strcspn(token, ".");

	if (length == 0 || length >= MSG_ACCOUNT_BYTES || token[length] == '\0')
		return false;
	memcpy(name, token, length);
	name[length] = '\0';
	return true;
}

void tokens_mark(const char *token, token_mark_t *out)
{
	hmac_make(&mark_key, token, strlen(token), out->byte);
}

bool tokens_same(const token_mark_t *a, const token_mark_t *b)
{
	return hmac_same(a->byte, b->byte, sizeof(a->byte));
}
