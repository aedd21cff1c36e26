/* SPDX-License-Identifier: MIT
 * tokens.h - the tokens that accounts log in with, and their hashes.
 *
 * A token is "NAME.SECRET": the name of the account, and 256 bits from the kernel in base64url. The
 * server keeps a hash of it by libxcrypt (crypt(5)). tokens_make asks for yescrypt at its least
 * cost, some milliseconds and one MiB, since nobody can guess such a secret; whoever prefers words
 * of their own makes the hash dearer, for example with `mkpasswd -m yescrypt`.
 *
 * A mark is what a server remembers of a token that it has verified: HMAC-SHA256 under a key that
 * is made at its start and never leaves it. Two marks are compared in a time that does not depend
 * on them.
 *
 * Ownership all storage is the caller's.
 * Threads   any; tokens_start before there are others.
 */
#ifndef SERVER_TOKENS_H
#define SERVER_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/hmac.h"
#include "protocol/msg_auth.h"

enum { TOKEN_HASH_BYTES = 192, TOKEN_MARK_BYTES = HMAC_BYTES, TOKEN_SECRET_BYTES = 44 };

typedef struct {
	uint8_t byte[TOKEN_MARK_BYTES];
} token_mark_t;

/* tokens_start makes the key of the marks. ERR_IO: the kernel has no random bytes. */
err_t tokens_start(errinfo_t *why);

/* tokens_make makes a token for the account `name`, and its hash. ERR_IO. */
err_t tokens_make(const char *name, char token[MSG_TOKEN_BYTES], char hash[TOKEN_HASH_BYTES],
                  errinfo_t *why);

/* tokens_hash_good tells whether crypt(3) can use the hash. */
bool tokens_hash_good(const char *hash);

/* tokens_match tells whether the token has the hash. It takes as long as the hash says, some
 * milliseconds at least; without memory it says no. */
bool tokens_match(const char *token, const char *hash);

/* tokens_account copies the name of the account that the token is for; false: it names none. */
bool tokens_account(const char *token, char name[MSG_ACCOUNT_BYTES]);

/* tokens_mark makes the mark of a token; tokens_same compares two. */
void tokens_mark(const char *token, token_mark_t *out);
bool tokens_same(const token_mark_t *a, const token_mark_t *b);

#endif
