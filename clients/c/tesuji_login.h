/* SPDX-License-Identifier: MIT
 * tesuji_login.h - who a program is, at a daemon that has accounts.
 *
 * A daemon may have accounts; then it answers a connection when that has logged in with the token
 * of one, or comes by a Unix socket as a user whom it knows. Without a login every call returns
 * TESUJI_E_LOGIN. From the login on the jobs are the account's, and so are its bounds:
 * TESUJI_E_OWNER, TESUJI_E_QUOTA.
 *
 *   char token[TESUJI_TOKEN_BYTES];
 *
 *   if (tesuji_token_default(token, &why) == TESUJI_OK &&
 *       tesuji_connect_as(address, token, 5000, &t, &why) == TESUJI_OK)
 *
 * tesuji_async_open_as (tesuji_async.h) is the same for thousands of queries.
 *
 * Tokens    are secrets: no text of an error has one, and the library writes them nowhere but to
 *           the daemon. Who reads what is sent reads them, unless it is inside TLS (tesuji_tls.h).
 * Ownership as in tesuji.h; tokens are read during the call only.
 * Threads   as in tesuji.h. tesuji_token_read and _default: any thread, as long as none changes the
 *           environment.
 * Errors    as in tesuji.h, and each function says its own.
 */
#ifndef TESUJI_LOGIN_H
#define TESUJI_LOGIN_H

#include "tesuji.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	TESUJI_TOKEN_BYTES = 256,  /* room for a token */
	TESUJI_ACCOUNT_BYTES = 64, /* room for the name of an account */
};

/* Who answers, and as whom it takes this connection. */
typedef struct {
	char name[TESUJI_NAME_BYTES]; /* "tesuji" */
	char version[TESUJI_NAME_BYTES];
	unsigned protocol;
	int wants_login;                    /* 1: it answers nothing else before a login */
	char account[TESUJI_ACCOUNT_BYTES]; /* of this connection; "" = none */
} tesuji_hello_t;

/* tesuji_hello asks for that. A daemon that has accounts answers this without a login, too.
 * TESUJI_E_METHOD: it is too old to know the question, and has no accounts. */
TESUJI_API int tesuji_hello(tesuji_t *t, tesuji_hello_t *out);

/* tesuji_login logs the connection in with `token`, before anything was submitted on it; NULL or
 * "": it does nothing. At a daemon without accounts there is no need, and it returns TESUJI_OK.
 *   TESUJI_E_TOKEN   no account has this token; the daemon closes after the third
 *   TESUJI_E_BUSY    this address has to wait for retry_ms after wrong tokens, or many log in. If
 *                    that ends within the handle's timeout, the call has waited and tried again
 *   TESUJI_E_QUOTA   the account has as many connections as it may
 *   TESUJI_E_METHOD  the daemon is too old to know accounts
 *   TESUJI_E_RANGE   the token is longer than any */
TESUJI_API int tesuji_login(tesuji_t *t, const char *token);

/* tesuji_connect_as is tesuji_connect and then tesuji_login, for at most timeout_ms each. On
 * failure of either *out is NULL, and *why, which may be NULL, has the error. */
TESUJI_API int tesuji_connect_as(const char *address, const char *token, int timeout_ms,
                                 tesuji_t **out, tesuji_error_t *why);

/* tesuji_token_read reads a token from a file: its first line, without the blanks around it. Who
 * else may read the file is not looked at. tesuji_token_default reads it from the file that the
 * environment variable TESUJI_TOKEN_FILE names, else from the variable TESUJI_TOKEN; "": neither is
 * set. On failure `token` is "", and *why, which may be NULL, names the file or the variable:
 * TESUJI_E_IO, TESUJI_E_MISSING (the line is empty), TESUJI_E_RANGE (it is too long). */
TESUJI_API int tesuji_token_read(const char *path, char token[TESUJI_TOKEN_BYTES],
                                 tesuji_error_t *why);
TESUJI_API int tesuji_token_default(char token[TESUJI_TOKEN_BYTES], tesuji_error_t *why);

#ifdef __cplusplus
}
#endif

#endif
